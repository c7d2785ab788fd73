"""Every page, at both sizes, in both languages, light and dark: nothing that shuts out people with other senses."""

from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.e2e.conftest import Language, Opening, Scheme, Size, Visitor

OUTSIDE = ("/", "/sign-in", "/sign-up", "/account/forgot", "/outbox", "/nowhere", "/offline")
INSIDE = (
    "/",
    "/account",
    "/todo",
    "/todo?view=done",
    "/todo?view=trash",
    "/todo?select=1",
    "/todo?q=nothing-fits&view=all",
    "/todo/categories",
    "/todo/files",
    "/todo/settings",
)
LOOKS: tuple[tuple[Size, Language, Scheme], ...] = (
    ("phone", "ja", "light"),
    ("phone", "en", "dark"),
    ("desktop", "en", "light"),
    ("desktop", "ja", "dark"),
)

# What is as it should be is not described: that takes as long as to find what is not.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_no_page_has_a_fault_that_axe_finds(visit: Opening, size: Size, language: Language, scheme: Scheme) -> None:
    visitor = visit(size, language, scheme)
    faults = [fault for path in OUTSIDE for fault in found(visitor, path)]
    enter(visitor)
    faults += [fault for path in (*INSIDE, *wardrobe(visitor)) for fault in found(visitor, path)]
    assert faults == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_page_is_wider_than_its_screen(visit: Opening, size: Size) -> None:
    visitor = visit(size, "ja")
    enter(visitor)
    for path in (*INSIDE, *wardrobe(visitor)):
        page = visitor.go(path)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path


def test_the_first_key_leads_past_the_navigation_and_focus_can_be_seen(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    enter(visitor)
    page = visitor.go("/todo")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#main') !== null")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    shadow = page.evaluate("getComputedStyle(document.activeElement).boxShadow")
    assert outline != "none" or shadow != "none"


def test_focus_goes_down_the_page_in_the_order_in_which_it_is_read(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    enter(visitor)
    page = visitor.go("/todo/categories")
    tops: list[float] = []
    page.locator("#main").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        where: Any = page.evaluate(
            "(() => { const e = document.activeElement; if (!e.closest('#main')) return null;"
            " return e.getBoundingClientRect().top + window.scrollY })()"
        )
        if where is None:
            break
        tops.append(where)
    assert len(tops) > 3
    assert all(later >= earlier - 60 for earlier, later in pairwise(tops))


def enter(visitor: Visitor) -> None:
    """Into the demo household."""
    visitor.go("/").locator("form[action='/demo'] button").click()
    visitor.page.locator("form[action='/sign-out']").wait_for(state="attached")


def wardrobe(visitor: Visitor) -> list[str]:
    """The pages of the demo's wardrobe, whose address is its key."""
    page = visitor.go("/wardrobe")
    key = page.locator("main a[href*='/wardrobe/ed_']").first.get_attribute("href")
    assert key
    return ["/wardrobe", key, *(f"{key}/{name}" for name in ("clothes", "outfits", "calendar", "statistics"))]


def found(visitor: Visitor, path: str) -> list[str]:
    results = Axe().run(visitor.go(path), options=RULES)
    return [f"{path}: {fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in results.response["violations"]]
