"""The address of a wardrobe is its key: one that only shows, one that is made anew, and what the old ones say."""

import re

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Visitor
from tests.e2e.wardrobes import LONG_AGO, bring_in, called, in_days, toast

SHOWN = {
    "": "View only: you can't change this wardrobe.",
    "/clothes": "Scarf",
    "/clothes/cl_0": "Worn 2 times",
    "/outfits": "Sunday walk",
    "/outfits/tp_0": "Coat",
    "/history": "Wed 15 May",
    "/history/hs_0": "Scarf",
    "/statistics": "Scarf",
    "/trash": "Trash is empty",
    "/settings": "Export file",
}
GONE = "There's no wardrobe at this link."


def test_a_link_for_looking_shows_everything_and_offers_nothing_to_write(visit: Opening) -> None:
    owner, reader = visit("phone", "en"), visit("phone", "en")
    base = bring_in(owner, called("Scarf", "Coat"), {"Sunday walk": [0, 1]}, {LONG_AGO: [0], in_days(-2): [0]})
    looking = _shared(owner, base)
    offers: list[str] = []
    for path, told in SHOWN.items():
        page = reader.go(f"{looking}{path}")
        expect(page.get_by_role("main")).to_contain_text(told)
        offers += _offers(page)
    assert offers == []
    assert _offers(owner.go(f"{base}/clothes")) != []
    reader.go(f"{looking}/calendar?month={LONG_AGO[:7]}")
    expect(reader.page.get_by_role("link", name=re.compile("15 May.*Scarf"))).to_be_visible()
    assert _offers(reader.page) == []
    page = reader.go(f"{looking}/record")
    expect(
        page.get_by_role("heading", name="This is a view-only link. You can't make changes with it.")
    ).to_be_visible()


def test_a_link_for_looking_opens_nothing_once_it_is_stopped(visit: Opening) -> None:
    owner, reader = visit("phone", "en"), visit("phone", "en")
    looking = _shared(owner, bring_in(owner, called("Scarf")))
    expect(reader.go(looking).get_by_role("heading", name="Hanako")).to_be_visible()
    owner.page.locator("summary", has_text="Stop sharing").click()
    owner.page.get_by_role("button", name="Stop sharing").click()
    expect(toast(owner.page)).to_contain_text("no longer works")
    _is_gone(reader, looking)


def test_a_new_address_closes_the_old_one_which_shows_a_way_on(visit: Opening) -> None:
    owner, other = visit("phone", "en"), visit("phone", "en")
    old = bring_in(owner, called("Scarf"))
    page = owner.go(f"{old}/settings")
    page.locator("summary", has_text="Replace link").click()
    page.get_by_role("button", name="Replace link").click()
    expect(toast(page)).to_contain_text("This wardrobe has a new link.")
    assert old not in page.url
    _is_gone(other, old)
    page.goto("/wardrobe")
    page.get_by_role("link", name="Hanako").click()
    expect(page.get_by_role("heading", name="Hanako", level=1)).to_be_visible()


def _shared(owner: Visitor, base: str) -> str:
    """The address that only shows it."""
    page = owner.go(f"{base}/settings")
    page.get_by_role("button", name="Create view-only link").click()
    link = page.get_by_role("main").get_by_role("link", name="/wardrobe/")
    expect(link).to_be_visible()
    return link.get_attribute("href") or ""


def _is_gone(visitor: Visitor, base: str) -> None:
    answer = visitor.page.goto(base)
    assert answer is not None
    assert answer.status == 404
    expect(visitor.page.get_by_role("heading", name=GONE)).to_be_visible()
    visitor.page.get_by_role("main").get_by_role("link", name="Back to home").click()
    expect(visitor.page).to_have_url(re.compile(r"^[^/]+//[^/]+/$"))


def _offers(page: Page) -> list[str]:
    """Whatever on a page would write, or leads to a form that does; language and appearance are the reader's own."""
    found: list[str] = page.evaluate(
        """() => [
            ...[...document.forms].filter(form => form.method === "post").map(form => form.getAttribute("action")),
            ...[...document.links].map(link => link.pathname).filter(path => /\\/(record|new|edit)$/.test(path)),
        ].filter(wish => wish !== "/look")"""
    )
    return found
