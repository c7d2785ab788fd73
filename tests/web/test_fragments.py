"""Fragments: kept by all that they show and by nothing else, and never for anyone but those who would see the same."""

import re
from collections.abc import Hashable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from threading import Thread
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, TemplateAssertionError
from markupsafe import Markup
from tests.web.browser import Browser, browsing
from tests.web.household import settings
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai.web.context import Display, current_context, use_display
from chabudai.web.fragments import FragmentCache, FragmentExtension
from chabudai.web.one_time_text import OneTimeText
from chabudai.web.per_request_text import PerRequestText
from chabudai.web.translations import Translations, current_language
from chabudai.web.zones import TOKYO

DAY = date(2026, 11, 15)
JAPANESE = Display(Translations("ja"), TOKYO, DAY)


@dataclass(frozen=True)
class Todo:
    title: str
    steps: tuple[str, ...] = ()


class Templates:
    """Templates of one environment; `rendered` counts how often the fragment's own text was made."""

    def __init__(self, cache: FragmentCache, **sources: str) -> None:
        self.rendered = 0
        self._environment = Environment(
            loader=DictLoader(sources), autoescape=True, undefined=StrictUndefined, extensions=[FragmentExtension]
        )
        self._environment.extend(fragments=cache)
        self._environment.globals |= {"count": self._count, "language": current_language, "who": _who}

    def render(self, display: Display = JAPANESE, template: str = "page", **values: Any) -> str:
        with use_display(display):
            return self._environment.get_template(template).render(**values)

    def _count(self) -> str:
        self.rendered += 1
        return ""


def _who() -> str:
    return str(current_context().person)


def _page(source: str) -> Templates:
    return Templates(FragmentCache(), page=source)


def test_what_is_equal_is_rendered_once() -> None:
    pages = _page("{% fragment %}{{ count() }}<b>{{ todo.title }}</b>{% endfragment %}")
    texts = [pages.render(todo=Todo(title)) for title in ("<a>", "<a>", "b", "<a>")]
    assert texts == ["<b>&lt;a&gt;</b>", "<b>&lt;a&gt;</b>", "<b>b</b>", "<b>&lt;a&gt;</b>"]
    assert pages.rendered == 2


def test_every_name_that_is_used_is_in_the_key_and_no_other() -> None:
    pages = _page(
        "{% fragment %}{{ count() }}{% for each in todo.steps %}{{ each }}{{ mark }}{% endfor %}{% endfragment %}"
    )
    for mark in ("!", "?", "!"):
        for other in (1, 2):
            assert pages.render(todo=Todo("x", ("a", "b")), mark=mark, other=other) == f"a{mark}b{mark}"
    assert pages.rendered == 2


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), (1, 1.0), ("&", Markup("&")), (None, False)], ids=repr
)
def test_equal_values_of_two_types_are_two(one: Hashable, other: Hashable) -> None:
    pages = _page("{% fragment %}{{ value }}{% endfragment %}")
    assert [pages.render(value=one), pages.render(value=other)] == [_shown(one), _shown(other)]


def _shown(value: Any) -> str:
    return value if isinstance(value, Markup) else str(value).replace("&", "&amp;")


def test_language_zone_and_day_are_always_in_the_key() -> None:
    pages = _page("{% fragment %}{{ count() }}{{ language() }}{% endfragment %}")
    displays = [
        JAPANESE,
        replace(JAPANESE, translations=Translations("en")),
        replace(JAPANESE, zone=ZoneInfo("Europe/London")),
        replace(JAPANESE, today=date(2026, 11, 16)),
    ]
    assert [pages.render(each) for each in displays * 2] == ["ja", "en", "ja", "ja"] * 2
    assert pages.rendered == 4


def test_a_fragment_knows_of_no_request_even_where_there_is_one() -> None:
    pages = _page("{% fragment %}{{ who() }}{% endfragment %}")
    with pytest.raises(LookupError):
        pages.render()


@pytest.mark.parametrize("body", ['{% include "other" %}', '{% import "other" as x %}', "{% block b %}{% endblock %}"])
def test_what_would_see_the_whole_page_can_not_be_in_a_fragment(body: str) -> None:
    pages = Templates(
        FragmentCache(), page=f"{{% fragment %}}{{% if x %}}{body}{{% endif %}}{{% endfragment %}}", other=""
    )
    with pytest.raises(TemplateAssertionError):
        pages.render(x=True)


def test_a_value_without_a_hash_is_refused() -> None:
    with pytest.raises(TypeError):
        _page("{% fragment %}{{ values }}{% endfragment %}").render(values=[1])


def test_fragments_within_a_fragment_are_kept_on_their_own() -> None:
    row = "{% for todo in todos %}{% fragment %}{{ count() }}{{ todo.title }}{% endfragment %}{% endfor %}"
    pages = _page(f"{{% fragment %}}{row}{{% endfragment %}}")
    assert pages.render(todos=(Todo("a"), Todo("b"))) == "ab"
    assert pages.render(todos=(Todo("a"), Todo("c"))) == "ac"
    assert pages.rendered == 3


def test_a_name_that_is_set_within_is_not_the_page_s() -> None:
    pages = _page("{% fragment %}{% if on %}{% set mark = '!' %}{{ mark }}{% endif %}{% endfragment %}")
    assert [pages.render(on=True), pages.render(on=False), pages.render(on=True)] == ["!", "", "!"]


def test_a_page_may_mean_something_else_by_the_name_of_a_function() -> None:
    pages = _page("{% fragment %}{{ language }}{% endfragment %}")
    assert [pages.render(language=each) for each in ("a", "b", "a")] == ["a", "b", "a"]


def test_the_cache_stays_within_its_bound_and_keeps_what_is_used() -> None:
    cache = FragmentCache(max_bytes=20_000)
    made: list[int] = []

    def ask(number: int) -> None:
        def render() -> Markup:
            made.append(number)
            return Markup("x" * 1000)

        assert cache.get((number,), render) == "x" * 1000

    for number in range(100):
        ask(number)
        ask(0)
        assert cache.bytes <= 20_000
    assert made == list(range(100))
    assert 5 < len(cache) < 20


def test_a_full_cache_serves_readers_of_two_languages() -> None:
    """What is said of the language in a key is said once: a key that changes could never be found to be dropped."""
    cache = FragmentCache(max_bytes=8_000)
    pages = Templates(cache, page="{% fragment %}{{ lang }} {{ number }} {{ 'x' * 400 }}{% endfragment %}")
    lang = PerRequestText(current_language)
    for number in range(40):
        for code in ("ja", "en"):
            shown = pages.render(replace(JAPANESE, translations=Translations(code)), lang=lang, number=number)
            assert shown.startswith(f"{code} {number} ")
            assert cache.bytes <= 8_000


def test_what_a_key_holds_counts_too() -> None:
    cache = FragmentCache(max_bytes=20_000)
    for number in range(100):
        cache.get((Todo(f"{number}" + "x" * 5000),), lambda: Markup("x"))
    assert 1 <= len(cache) <= 4


def test_one_larger_than_the_cache_is_shown_and_not_kept() -> None:
    cache = FragmentCache(max_bytes=1000)
    assert cache.get(("a",), lambda: Markup("x" * 5000)) == "x" * 5000
    assert (len(cache), cache.bytes) == (0, 0)


def test_threads_may_share_it() -> None:
    cache = FragmentCache(max_bytes=50_000)
    wrong: list[int] = []

    def work() -> None:
        for turn in range(3000):
            number = turn % 97
            if cache.get((number,), lambda number=number: Markup(f"{number}" * 500)) != f"{number}" * 500:  # type: ignore[misc]
                wrong.append(number)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert cache.bytes <= 50_000


def test_verifying_finds_a_fragment_that_depends_on_more_than_its_key() -> None:
    pages = Templates(VerifyingFragmentCache(), page="{% fragment %}{{ odd() }}{% endfragment %}")
    pages._environment.globals["odd"] = iter("ab").__next__
    assert pages.render() == "a"
    with pytest.raises(AssertionError, match="shows more"):
        pages.render()


def test_a_one_time_text_is_another_one_at_each_place() -> None:
    numbers = iter("123456")
    text = OneTimeText(lambda: next(numbers))
    page = f"<a {text}><b {text}>"
    assert [text.fill(page), text.fill(page), text.fill("none")] == ["<a 1><b 2>", "<a 3><b 4>", "none"]


def test_nobody_sees_another_s_page() -> None:
    """On a site that keeps fragments, with two people, a guest, and two languages by turns."""
    with ExitStack() as stack:
        site = replace(settings(), fragments=FragmentCache())
        hana, tom, guest = (stack.enter_context(browsing(site)) for _ in range(3))
        hana.sign_in("hana")
        tom.sign_in("tom")
        for _ in range(2):
            assert _names(hana) == ("ja", True, False)
            assert _names(tom) == ("en", False, True)
            assert _names(guest) == ("ja", False, False)
            assert _names(guest, accept_language="en") == ("en", False, False)


def _names(browser: Browser, **headers: str) -> tuple[str, bool, bool]:
    text = browser.get("/probe/note", **headers).text
    return text.partition('<html lang="')[2][:2], "Hana" in text, "Tom" in text


def test_a_page_has_one_token_and_every_page_another() -> None:
    with browsing(replace(settings(), fragments=FragmentCache())) as browser:
        tokens = [set(_tokens(browser.get("/probe/note").text)) for _ in range(3)]
    assert [len(each) for each in tokens] == [1, 1, 1]
    assert len(set.union(*tokens)) == 3


def test_a_page_that_is_kept_whole_is_rendered_once_for_all_who_see_the_same() -> None:
    cache = FragmentCache()
    with browsing(replace(settings(), fragments=cache)) as browser:
        pages = [browser.get("/probe/kept/a").text for _ in range(3)]
        assert len(cache) == 1
    tokens = [_tokens(each) for each in pages]
    assert len({each.replace(token, "") for each, (token,) in zip(pages, tokens, strict=True)}) == 1
    assert len({token for (token,) in tokens}) == 3


def test_a_page_that_is_kept_whole_is_another_one_for_another_address_reader_or_value() -> None:
    with ExitStack() as stack:
        site = replace(settings(), fragments=FragmentCache())
        hana, tom, guest = (stack.enter_context(browsing(site)) for _ in range(3))
        hana.sign_in("hana")
        tom.sign_in("tom")
        for _ in range(2):
            assert _kept(hana, "/probe/kept/a") == ("ja", "auto", "Hana", "/probe/kept/a /probe/kept/a?page=2", "a")
            assert _kept(hana, "/probe/kept/b") == ("ja", "auto", "Hana", "/probe/kept/b /probe/kept/b?page=2", "b")
            assert _kept(tom, "/probe/kept/a") == ("en", "dark", "Tom", "/probe/kept/a /probe/kept/a?page=2", "a")
            there = "/probe/kept/a /probe/kept/a?x=1&amp;page=2"
            assert _kept(guest, "/probe/kept/a?x=1") == ("ja", "auto", "お客さま", there, "a")


def _kept(browser: Browser, path: str) -> tuple[str, ...]:
    text = browser.get(path).text
    marks = ('<html lang="', 'data-theme="', '<p id="person">', '<p id="address">', '<p id="text">')
    return tuple(re.split('["<]', text.partition(mark)[2], maxsplit=1)[0] for mark in marks)


def test_a_page_that_is_kept_whole_still_tells_each_toast_once() -> None:
    with browsing(replace(settings(), fragments=FragmentCache())) as browser:
        for title in ("one", "two"):
            assert "toast" not in browser.get("/probe/kept/a").text
            browser.submit("/probe/note", {"title": title, "next": "/probe/kept/a"}, accept_language="en")
            assert f"Kept: {title}" in browser.get("/probe/kept/a").text
        assert "toast" not in browser.get("/probe/kept/a").text


def test_a_page_that_is_kept_whole_can_not_say_how_long_ago_something_was() -> None:
    with browsing(replace(settings(), fragments=FragmentCache())) as browser:
        assert browser.get("/probe/kept-ago").status_code == 500


def _tokens(text: str) -> list[str]:
    return [
        part.partition('"')[0]
        for mark in ('name="_csrf" value="', 'csrf-token" content="')
        for part in text.split(mark)[1:]
    ]
