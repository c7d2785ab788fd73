"""Outfits on a phone: put together, seen by the pictures of their pieces, copied, and whole again after the trash."""

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Opening
from tests.e2e.wardrobes import bring_in, called, card, part, pictured, toast, undo

PIECES = ("Coat", "Scarf", "Skirt", "Boots", "Bag", "Hat")


def test_an_outfit_of_six_shows_four_pictures_and_how_many_more_there_are(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, [*pictured("Coat", "Scarf", "Skirt"), *called("Boots", "Bag", "Hat")])
    page = visitor.go(f"{base}/outfits")
    page.get_by_role("main").get_by_role("link", name="Create outfit").first.click()
    page.get_by_label("Name", exact=True).fill("Sunday walk")
    for piece in PIECES:
        page.get_by_role("checkbox", name=piece).check()
    page.get_by_role("button", name="Save").click()
    expect(toast(page)).to_contain_text("Saved “Sunday walk”.")
    for piece in PIECES:
        expect(card(page, piece)).to_be_visible()
    page.goto(f"{base}/outfits")
    walk = card(page, "Sunday walk")
    expect(walk).to_contain_text("+2")
    shown = walk.locator("img").count() + walk.get_by_text("No photo").count()
    assert shown == 4
    walk.get_by_role("button", name="Wore Sunday walk today").click()
    expect(walk).to_contain_text("Worn 1 time")


def test_a_piece_in_the_trash_is_marked_in_its_outfit_until_it_is_taken_back(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, pictured(*PIECES), {"Sunday walk": range(6)})
    page = visitor.go(f"{base}/clothes/cl_1")
    page.get_by_role("button", name="Move to trash").click()
    expect(toast(page)).to_contain_text("Moved “Scarf” to trash.")
    expect(card(page, "Scarf")).to_have_count(0)
    page.get_by_role("link", name="Outfits").click()
    walk = card(page, "Sunday walk")
    expect(walk.get_by_text("deleted")).to_have_count(1)
    expect(walk.locator("img")).to_have_count(4)
    page.goto(f"{base}/trash")
    card(page, "Scarf").get_by_role("button", name="Restore").click()
    expect(toast(page)).to_contain_text("Restored “Scarf”.")
    expect(card(page, "Scarf")).to_have_count(0)
    page.get_by_role("link", name="Outfits", exact=True).first.click()
    expect(walk).to_be_visible()
    expect(walk.get_by_text("deleted")).to_have_count(0)


def test_an_outfit_is_copied_and_the_copy_thrown_away_and_taken_back(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, called(*PIECES), {"Sunday walk": range(6)})
    page = visitor.go(f"{base}/outfits/tp_0")
    page.get_by_role("button", name="Duplicate").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sunday walk (copy)")
    expect(page.get_by_role("checkbox", name="Coat")).to_be_checked()
    page.get_by_label("Name", exact=True).fill("Monday walk")
    page.get_by_role("checkbox", name="Coat").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(toast(page)).to_contain_text("Saved “Monday walk”.")
    page.get_by_role("button", name="Move to trash").click()
    expect(toast(page)).to_contain_text("Moved “Monday walk” to trash.")
    expect(card(page, "Monday walk")).to_have_count(0)
    undo(page)
    expect(card(page, "Monday walk")).to_contain_text("+1")
    expect(card(page, "Sunday walk")).to_contain_text("+2")


@pytest.mark.parametrize("scripts", [True, False])
def test_pieces_are_put_in_order_and_stay_so(visit: Opening, scripts: bool) -> None:
    visitor = visit("phone", "en", scripts=scripts)
    base = bring_in(visitor, called("Coat", "Scarf", "Skirt"), {"Sunday walk": [0, 1]})
    page = visitor.go(f"{base}/outfits/tp_0/edit")
    chosen = page.get_by_role("list", name="Chosen items, in order").get_by_role("listitem")
    page.get_by_role("button", name="Move Scarf left").click()
    expect(chosen).to_contain_text(["Scarf", "Coat"])
    page.get_by_role("checkbox", name="Skirt").check()
    page.get_by_role("button", name="Save").click()
    expect(part(page, "Clothes").get_by_role("listitem")).to_contain_text(["Scarf", "Coat", "Skirt"])
