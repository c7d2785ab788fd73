"""Pasted recipes: a table of texts and what is read of each; and any text at all gives a review that can be saved."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.kondate.book.imports.pasted_texts import PASTED, Pasted
from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.imports import RecipeReview, read_text


def described(review: RecipeReview) -> tuple[str, ...]:
    every = [each.ingredient for each in review.ingredients]
    return tuple(f"{f'{each.group}: ' if each.group else ''}{each.name} | {each.quantity}" for each in every)


@pytest.mark.parametrize("case", PASTED, ids=lambda case: case.name)
def test_a_pasted_recipe_is_read(case: Pasted) -> None:
    review = read_text(case.text)
    assert review.title == case.title
    assert described(review) == case.ingredients
    assert len(review.steps) == len(case.steps)
    for step, beginning in zip(review.steps, case.steps, strict=True):
        assert step.text.startswith(beginning)
    assert (review.servings, review.minutes, review.note) == (case.servings, case.minutes, case.note)
    assert tuple(each.ingredient.name for each in review.ingredients if each.is_doubtful) == case.doubtful
    assert set(case.unread) <= {line.text for line in review.source if line.use == "unread"}


def test_every_line_is_shown_once_with_what_it_was_taken_for() -> None:
    for case in PASTED:
        lines = [" ".join(line.replace("\ufeff", "").split()) for line in case.text.splitlines()]
        assert [line.text for line in read_text(case.text).source] == [line for line in lines if line]


def test_facts_beside_the_recipe_are_kept() -> None:
    found = read_text(
        "煮もの\nhttps://example.com/a?b=1\n#和食 #作りおき\nレシピ：花子\n材料\nかぼちゃ 1/4個\n作り方\n煮る。"
    )
    assert (found.source_url, found.tags, found.author_name) == (
        "https://example.com/a?b=1",
        ("和食", "作りおき"),
        "花子",
    )


@pytest.mark.parametrize(
    "case", [case for case in PASTED if case.ingredients and case.steps], ids=lambda case: case.name
)
def test_what_was_read_can_be_put_into_the_book_as_it_is(case: Pasted, home: Household) -> None:
    review = read_text(case.text)
    made = recipes.add(home.owner(), review.fill_form(), origin="import")
    assert [(each.name, each.quantity, each.group) for each in made.ingredients] == [
        (each.ingredient.name, each.ingredient.quantity, each.ingredient.group) for each in review.ingredients
    ]
    assert [step.text for step in made.steps] == [step.text for step in review.steps]


LINES = st.lists(
    st.sampled_from([line for case in PASTED for line in case.text.splitlines()]) | st.text(max_size=60), max_size=30
)


@settings(max_examples=150, deadline=None)
@given(lines=LINES)
def test_any_lines_give_a_review_within_its_bounds(lines: list[str]) -> None:
    review = read_text("\n".join(lines))
    assert len(review.title) <= 80
    assert len(review.lead) <= 300
    assert len(review.ingredients) <= 50
    assert len(review.steps) <= 30
    assert all(1 <= len(each.ingredient.name) <= 80 for each in review.ingredients)


def test_more_than_a_recipe_takes_is_cut_and_said() -> None:
    text = (
        "山\n材料\n"
        + "\n".join(f"塩{n} 1g" for n in range(70))
        + "\n作り方\n"
        + "\n".join(f"{n}を煮る。" for n in range(40))
    )
    review = read_text(text)
    assert (len(review.ingredients), len(review.steps)) == (50, 30)
    assert {"塩60 1g", "39を煮る。"} <= {line.text for line in review.source if line.use == "unread"}


@pytest.mark.parametrize(
    "line", ["1" * 2000, "(" * 2000, "大さじ" * 600, "a " * 1000, "#" * 2000, "・" * 2000, "1/" * 900]
)
def test_lines_that_were_made_to_take_long_are_read_in_no_time(line: str) -> None:
    began = time.process_time()
    read_text("\n".join(["材料", *[line] * 200, "作り方", *[line] * 200]))
    assert time.process_time() - began < 20
