"""A wardrobe in a browser that runs no scripts, and one in which nothing but the keyboard is touched."""

import re

from playwright.sync_api import FilePayload, Locator, Page, expect
from tests.adapters.pictures.photos import held
from tests.e2e.conftest import Opening
from tests.e2e.wardrobes import LONG_AGO, bring_in, called, card, part, toast, undo


def test_clothes_are_added_worn_and_taken_back_without_scripts(visit: Opening) -> None:
    page = visit("phone", "en", scripts=False).go("/wardrobe")
    page.get_by_label("Name").fill("Hanako")
    page.get_by_role("button", name="Create wardrobe").click()
    page.get_by_role("link", name="Clothes", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Add item").first.click()
    page.get_by_label("Photo").set_input_files(FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=held(6)))
    page.get_by_label("Name").fill("Scarf")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main").get_by_role("img", name="Scarf")).to_be_visible()
    page.get_by_role("link", name="Clothes", exact=True).first.click()
    card(page, "Scarf").get_by_role("button", name="Wore Scarf today").click()
    expect(card(page, "Scarf")).to_contain_text("Worn 1 time")
    undo(page)
    expect(card(page, "Scarf")).to_contain_text("Never worn")


def test_a_day_is_written_down_and_deleted_and_taken_back_without_scripts(visit: Opening) -> None:
    visitor = visit("phone", "en", scripts=False)
    base = bring_in(visitor, called("Scarf", "Coat"))
    page = visitor.go(f"{base}/record?day={LONG_AGO}")
    page.get_by_role("searchbox", name="Search by name").last.fill("coat")
    page.get_by_role("main").get_by_role("button", name="Search").click()
    expect(page.get_by_role("checkbox", name="Scarf")).to_have_count(0)
    page.get_by_role("checkbox", name="Coat").check()
    page.get_by_role("button", name="Log clothes").click()
    page.get_by_role("link", name=re.compile("15 May.*Coat")).click()
    page.get_by_role("button", name="Delete entry").click()
    expect(page.get_by_role("heading", name="Nothing logged yet")).to_be_visible()
    undo(page)
    expect(page.get_by_role("main")).to_contain_text("Wed 15 May")


def test_what_only_a_script_fills_is_not_shown_without_one(visit: Opening) -> None:
    empty = "What you choose below appears here."
    for scripts in (True, False):
        visitor = visit("phone", "en", scripts=scripts)
        base = bring_in(visitor, called("Scarf", "Coat"))
        for path in ("outfits/new", "record"):
            page = visitor.go(f"{base}/{path}")
            expect(page.get_by_text(empty)).to_be_visible(visible=scripts)
            expect(page.locator("legend [data-count]")).to_be_visible(visible=scripts)


def test_lists_are_sorted_filtered_and_continued_without_scripts(visit: Opening) -> None:
    visitor = visit("phone", "en", scripts=False)
    clothes = [{"name": f"Piece {n:02}", "genre": "hat" if n == 30 else "tops"} for n in range(55)]
    page = visitor.go(f"{bring_in(visitor, clothes)}/clothes")
    page.get_by_role("link", name="Date added").click()
    expect(_cards(page).first).to_contain_text("Piece 00")
    page.get_by_role("link", name="Show more").click()
    expect(_cards(page)).to_contain_text([f"Piece {n}" for n in range(50, 55)])
    page.get_by_label("All types").select_option("Hats")
    page.get_by_role("button", name="Filter").click()
    expect(_cards(page)).to_contain_text(["Piece 30"])


def test_what_is_thrown_away_is_taken_back_from_the_trash_without_scripts(visit: Opening) -> None:
    visitor = visit("phone", "en", scripts=False)
    base = bring_in(visitor, called("Scarf", "Coat"))
    page = visitor.go(f"{base}/clothes/cl_0")
    page.get_by_role("button", name="Move to trash").click()
    expect(_cards(page)).to_contain_text(["Coat"])
    page.goto(f"{base}/trash")
    card(page, "Scarf").get_by_role("button", name="Restore").click()
    expect(page.get_by_role("heading", name="Trash is empty")).to_be_visible()
    page.goto(f"{base}/clothes")
    expect(_cards(page)).to_contain_text(["Coat", "Scarf"])


def test_keys_are_told_and_a_day_is_written_down_by_them_alone(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    page = visitor.go(bring_in(visitor, called("Scarf", "Coat")))
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys.get_by_text("Log today")).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="What did you wear?")).to_be_visible()
    _tab_to(page, page.get_by_role("checkbox", name="Scarf"))
    page.keyboard.press("Space")
    _tab_to(page, page.get_by_role("button", name="Log clothes"))
    page.keyboard.press("Enter")
    expect(toast(page)).to_contain_text("Logged")
    expect(part(page, "Past 7 days").get_by_role("link", name="Scarf")).to_be_visible()


def _cards(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("listitem")


def _tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"the keyboard does not get to {wanted}")
