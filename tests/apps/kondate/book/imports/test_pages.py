"""Saved pages: a table of them and what is read of each; pages without a recipe; and pages made to do harm."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.kondate.book.imports.saved_pages import PAGES, RECIPE, SavedPage, changed, page

from chabudai.apps.kondate.book.imports import LARGEST_PAGE, read_page
from chabudai.apps.kondate.book.imports.html_text import read_html
from chabudai.apps.kondate.book.recipes import RECIPE_FIELDS, parse_form
from chabudai.apps.kondate.errors import NoRecipeFound, PageTooLarge


@pytest.mark.parametrize("case", PAGES, ids=lambda case: case.name)
def test_a_saved_page_is_read(case: SavedPage) -> None:
    review = read_page(case.content)
    assert review.title == case.title
    assert tuple(each.ingredient.name for each in review.ingredients) == case.names
    assert tuple(step.text for step in review.steps) == case.steps
    assert (review.servings, review.minutes) == (case.servings, case.minutes)
    assert (review.source_url, review.author_name, review.tags) == (case.address, case.author, case.tags)
    assert {line.text for line in review.source if line.use == "step"} >= set(case.steps)


@pytest.mark.parametrize("case", PAGES, ids=lambda case: case.name)
def test_what_was_read_of_a_page_fills_the_editor(case: SavedPage) -> None:
    parsed = parse_form(RECIPE_FIELDS.check_new(read_page(case.content).fill_form()))
    assert tuple(each.name for each in parsed["ingredients"]) == case.names


@pytest.mark.parametrize("content", [b"", b"<html></html>", b"\xff\xfe\x00", "<p>今日はいい天気です。</p>".encode()])
def test_a_page_without_a_recipe_says_so_and_gives_its_text(content: bytes) -> None:
    with pytest.raises(NoRecipeFound) as found:
        read_page(content)
    assert "天気" not in content.decode("utf-8", "replace") or "天気" in found.value.text
    assert [field for field, _ in found.value.details] == ["file"]


def test_a_page_of_more_than_two_megabytes_is_refused() -> None:
    with pytest.raises(PageTooLarge):
        read_page(b" " * (LARGEST_PAGE + 1))


def test_addresses_that_are_none_are_not_kept() -> None:
    head = '<link rel="canonical" href="javascript:alert(1)">'
    review = read_page(page(changed(url="javascript:alert(1)", mainEntityOfPage={"@id": "data:x"}), head=head))
    assert review.source_url is None


def test_no_markup_comes_through_into_any_text() -> None:
    harm = '<script>alert(1)</script><img src=x onerror="alert(1)">塩 1g'
    review = read_page(page(changed(name=harm, recipeIngredient=[harm], recipeInstructions=[harm], description=harm)))
    texts = [review.title, review.lead, *(step.text for step in review.steps)]
    texts += [each.ingredient.name for each in review.ingredients]
    assert not any("<" in text for text in texts)


def test_scripts_styles_and_menus_are_no_text() -> None:
    found = read_html("<style>a{}</style><nav>menu</nav><p>one<br>two</p><SCRIPT>x</SCRIPT><!-- no --><b>three</b>")
    assert found.text == "one\ntwo\nthree"


HALF = LARGEST_PAGE // 2


@pytest.mark.parametrize(
    "content",
    [
        b"<" * LARGEST_PAGE,
        b"<!--" * (LARGEST_PAGE // 4),
        b"<script>" * (LARGEST_PAGE // 8),
        b"<div>" * (LARGEST_PAGE // 5),
        b'<a "' * (LARGEST_PAGE // 4),
        b"&" * LARGEST_PAGE,
        b"&#" * HALF,
        b'<script type="application/ld+json">' * (LARGEST_PAGE // 36),
        b'<script type="application/ld+json">' + b"[" * 1_900_000 + b"</script>",
        b'<script type="application/ld+json">' + b'{"@graph":' * 150_000 + b"</script>",
        b"<link rel=" * (LARGEST_PAGE // 10),
        b"<p>1/2 \xe5\x80\x8b</p>" * (LARGEST_PAGE // 20),
    ],
    ids=lambda content: content[:24].decode("utf-8", "replace"),
)
def test_a_page_that_was_made_to_take_long_is_refused_in_no_time(content: bytes) -> None:
    began = time.process_time()
    with pytest.raises(NoRecipeFound):
        read_page(content[:LARGEST_PAGE])
    assert time.process_time() - began < 20


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-100, 10**6) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["@type", "text", "name", "x"]), inner),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(sorted(RECIPE)), value=JSON)
def test_any_value_of_any_field_is_read_or_passed_over(name: str, value: Any) -> None:
    document = json.dumps({**RECIPE, name: value}, ensure_ascii=True)
    content = f'<script type="application/ld+json">{document}</script>'.encode()
    try:
        review = read_page(content)
    except NoRecipeFound:
        return
    assert review.is_recipe
    assert len(review.title) <= 80


@settings(max_examples=100, deadline=None)
@given(content=st.binary(max_size=400))
def test_any_bytes_at_all_are_a_page(content: bytes) -> None:
    try:
        read_page(content)
    except NoRecipeFound:
        return
