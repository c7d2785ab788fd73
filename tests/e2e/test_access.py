"""Every page, at both sizes, in both languages, light and dark: nothing that shuts out people with other senses."""

from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.e2e.conftest import SIZES, Language, Opening, Scheme, Size, Visitor
from tests.e2e.wardrobes import overflow

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
# Each language with one size and one scheme. Axe reads names and roles, which are the same at both sizes and light or
# dark, so only colours are read again in the other scheme, and widths measured again at the other size.
LOOKS: tuple[tuple[Size, Language, Scheme], ...] = (("phone", "ja", "light"), ("desktop", "en", "dark"))
OTHER_SCHEME: dict[Scheme, Scheme] = {"light": "dark", "dark": "light"}

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
COLOURS = ("color-contrast",)
RUN = """async rules => {
    document.getAnimations().forEach(animation => animation.finish())  // no colour is on its way to another
    const results = await axe.run({runOnly: rules, resultTypes: ["violations"]})
    return results.violations.map(fault => `${fault.id}: ${fault.nodes[0].html.slice(0, 160)}`)
}"""


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_no_page_has_a_fault_that_axe_finds_or_is_wider_than_its_screen(
    visit: Opening, size: Size, language: Language, scheme: Scheme
) -> None:
    visitor = visit(size, language, scheme)
    visitor.context.add_init_script(Axe().axe_script)
    visitor.sit_at_the_machine()
    faults = [fault for path in OUTSIDE for fault in found(visitor, path, size, scheme)]
    enter(visitor)
    faults += [fault for path in (*INSIDE, *wardrobe(visitor)) for fault in found(visitor, path, size, scheme)]
    assert faults == []


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


def found(visitor: Visitor, path: str, size: Size, scheme: Scheme) -> list[str]:
    """At once in the other scheme and size too: a page that is there changes its look quicker than another comes."""
    page = visitor.go(path)
    faults: list[str] = page.evaluate(RUN, RULES)
    page.emulate_media(color_scheme=OTHER_SCHEME[scheme])
    faults += page.evaluate(RUN, COLOURS)
    page.emulate_media(color_scheme=scheme)
    for other in sorted(SIZES, key=size.__eq__):  # its own at last, for the next page
        page.set_viewport_size(SIZES[other])
        faults += [f"too wide for a {other}"] if overflow(page) > 0 else []
    return [f"{path}: {fault}" for fault in faults]
