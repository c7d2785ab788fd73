"""Wearing with a tap: said where it was tapped, taken back by another, one record a day, nothing moves meanwhile."""

import re

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect
from tests.adapters.pictures.photos import held
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.wardrobes import LONG_AGO, bring_in, called, card, part, toast, undo

PHOTO = FilePayload(name="shirt.jpg", mimeType="image/jpeg", buffer=held(1))
LETTER = FilePayload(name="letter.txt", mimeType="text/plain", buffer=b"Dear photo")


_IS_FREE = """part => {
  const { left, top, width, height } = part.getBoundingClientRect();
  const places = [[4, 4], [width - 4, 4], [width / 2, height / 2]];
  return places.every(([x, y]) => part.contains(document.elementFromPoint(left + x, top + y)));
}"""


def _button(page: Page, name: str) -> Locator:
    return page.get_by_role("main").get_by_role("button", name=f"Wore {name} today")


def test_a_tap_says_worn_today_in_its_place_and_another_takes_it_back(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, called('Scarf', 'Shirt', 'Hat'))}/clothes")
    places = _places(page)
    _button(page, "Shirt").tap()
    expect(_button(page, "Shirt")).to_have_attribute("aria-pressed", "true")
    expect(card(page, "Shirt")).to_contain_text("Worn 1 time · today")
    assert _places(page) == places
    page.wait_for_timeout(300)
    _button(page, "Shirt").tap()
    expect(_button(page, "Shirt")).to_have_attribute("aria-pressed", "false")
    expect(card(page, "Shirt")).to_contain_text("Never worn")
    assert _places(page) == places
    page.reload()
    expect(card(page, "Shirt")).to_contain_text("Never worn")


def test_pieces_that_are_tapped_join_one_record_and_one_toast(visit: Opening) -> None:
    visitor = visit("phone", "en")
    home = bring_in(visitor, called("Scarf", "Shirt", "Hat"))
    page = visitor.go(f"{home}/clothes")
    for name in ("Scarf", "Hat"):
        _button(page, name).tap()
    expect(toast(page)).to_contain_text("Logged 2 for today.")
    page.goto(home)
    expect(part(page, "Past 7 days").get_by_role("link", name="Scarf, Hat")).to_have_count(1)
    page.goto(f"{home}/clothes")
    expect(_button(page, "Hat")).to_have_attribute("aria-pressed", "true")
    expect(_button(page, "Hat")).to_contain_text("Worn today")
    _button(page, "Hat").tap()
    expect(card(page, "Hat")).to_contain_text("Never worn")
    page.goto(home)
    expect(part(page, "Past 7 days").get_by_role("link", name="Scarf")).to_have_count(1)
    expect(part(page, "Past 7 days").get_by_role("link", name="Hat")).to_have_count(0)


def test_what_was_logged_at_once_is_taken_back_at_once_and_more_stays_loaded(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, called(*(f'Piece {n:02}' for n in range(60))))}/clothes")
    page.get_by_role("link", name="Show more").tap()
    pieces = page.locator("#pieces > li")
    expect(pieces).to_have_count(60)
    for name in ("Piece 02", "Piece 03"):
        _button(page, name).tap()
        expect(_button(page, name)).to_have_attribute("aria-pressed", "true")
    expect(toast(page)).to_contain_text("Logged 2 for today.")
    undo(page)
    expect(card(page, "Piece 02")).to_contain_text("Never worn")
    expect(card(page, "Piece 03")).to_contain_text("Never worn")
    expect(pieces).to_have_count(60)


def test_the_first_page_shows_the_day_once_the_finger_is_gone(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(bring_in(visitor, called("Scarf", "Shirt"), {"Sunday walk": [1]}, {LONG_AGO: [0]}))
    week = part(page, "Past 7 days")
    height = page.evaluate("document.body.scrollHeight")
    _button(page, "Scarf").tap()
    expect(_button(page, "Scarf")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(400)
    assert page.evaluate("document.body.scrollHeight") == height
    expect(week.get_by_role("link", name="Scarf")).to_be_visible()
    _button(page, "Scarf").tap()
    expect(week.get_by_role("link", name="Scarf")).to_have_count(0)


def test_an_outfit_is_worn_and_taken_off_where_it_is_seen(visit: Opening) -> None:
    visitor = visit("phone", "en")
    home = bring_in(visitor, called("Scarf", "Shirt"), {"Sunday walk": [0, 1]})
    page = visitor.go(f"{home}/outfits")
    _button(page, "Sunday walk").tap()
    expect(card(page, "Sunday walk")).to_contain_text("Worn 1 time · today")
    page.wait_for_timeout(300)
    _button(page, "Sunday walk").tap()
    expect(card(page, "Sunday walk")).to_contain_text("Never worn")
    page.goto(f"{home}/history")
    expect(page.get_by_role("heading", name="Nothing logged yet")).to_be_visible()


def test_a_filter_applies_when_it_is_chosen_and_says_how_much_it_found(visit: Opening) -> None:
    visitor = visit("phone", "en")
    clothes = [{"name": "Coat", "genre": "outer"}, {"name": "Hat", "genre": "hat"}, {"name": "Cap", "genre": "hat"}]
    page = visitor.go(f"{bring_in(visitor, clothes)}/clothes")
    expect(page.get_by_role("button", name="Filter", exact=True)).to_be_hidden()
    page.get_by_label("All types").focus()
    page.get_by_label("All types").select_option("Hats")
    expect(page.locator("#pieces > li")).to_have_count(2)
    expect(page).to_have_url(re.compile("genre=hat"))
    expect(page.locator(".found")).to_contain_text("2 found")
    expect(page.get_by_label("All types")).to_be_focused()
    page.get_by_role("link", name="Clear filters").tap()
    expect(page.locator("#pieces > li")).to_have_count(3)


def test_the_last_letter_that_was_typed_decides_what_is_found(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    page = visitor.go(f"{bring_in(visitor, called('Scarf', 'Shirt', 'Shoe'))}/clothes")
    page.keyboard.press("/")
    page.keyboard.type("sh", delay=30)
    expect(page.locator(".found")).to_contain_text("2 results for “sh”")
    page.keyboard.type("oe", delay=30)
    expect(page.locator(".found")).to_contain_text("1 result for “shoe”")
    expect(page.get_by_role("searchbox", name="Search by name")).to_be_focused()
    page.go_back()
    expect(page.locator("#pieces > li")).to_have_count(3)


@pytest.mark.parametrize("path", ["clothes/cl_0", "outfits/tp_0"])
def test_all_that_a_page_says_of_its_days_changes_with_a_tap(visit: Opening, path: str) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, called('Scarf'), {'Sunday walk': [0]})}/{path}")
    button = page.get_by_role("button", name=re.compile("Wore it today|Worn today"))
    days = part(page, "Days worn")
    expect(days).to_contain_text("Never worn")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("main")).to_contain_text("Worn 1 time · today")
    expect(days).not_to_contain_text("Never worn")
    expect(days.get_by_role("heading").first).to_have_text("Days worn 1")
    expect(page.get_by_role("main")).to_contain_text("Worn 1 time · today")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_have_accessible_name("Worn today (tap to undo)")
    button.tap()
    expect(days).to_contain_text("Never worn")
    expect(page.get_by_role("main")).not_to_contain_text("Worn 1 time · today")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_chosen_photo_stays_when_another_field_is_refused(visit: Opening, scripts: bool) -> None:
    visitor = visit("phone", "en", scripts=scripts)
    page = visitor.go(f"{bring_in(visitor, [])}/clothes/new")
    page.get_by_label("Photo").set_input_files(PHOTO)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("img", name="Chosen photo")).to_be_visible()
    page.get_by_label("Name").fill("Shirt")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main").get_by_role("img", name="Shirt")).to_be_visible()


def test_a_refused_photo_holds_the_form_until_it_is_left_out(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, [])}/clothes/new")
    page.get_by_label("Name").fill("Shirt")
    page.get_by_label("Photo").set_input_files(LETTER)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Photo")).to_be_focused()
    expect(page.get_by_text("Use a JPEG, PNG or WebP photo.")).to_be_visible()
    page.get_by_role("button", name="Don't use this file").click()
    expect(page.get_by_text("Use a JPEG, PNG or WebP photo.")).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Shirt", level=1)).to_be_visible()


def test_a_refused_photo_leaves_the_one_that_was_chosen_before_it(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, [])}/clothes/new")
    page.get_by_label("Name").fill("Shirt")
    page.get_by_label("Photo").set_input_files(PHOTO)
    page.get_by_label("Photo").set_input_files(LETTER)
    page.get_by_role("button", name="Don't use this file").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main").get_by_role("img", name="Shirt")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_what_is_said_of_a_deleted_wardrobe_leaves_the_form_for_another_free(visit: Opening, size: Size) -> None:
    visitor = visit(size, "en")
    page = visitor.go(f"{bring_in(visitor, [])}/settings")
    page.locator("summary", has_text="Delete wardrobe").click()
    page.locator("details.confirm[open] button").click()
    expect(toast(page)).to_contain_text("Wardrobe deleted.")
    page.wait_for_timeout(300)
    for control in (page.get_by_label("Name"), page.get_by_role("button", name="Create wardrobe")):
        assert control.evaluate(_IS_FREE), control


def _places(page: Page) -> list[float]:
    tops: list[float] = page.evaluate(
        "[...document.querySelectorAll('#pieces > li')].map(e => e.getBoundingClientRect().top + scrollY)"
    )
    return tops


def test_a_long_name_stands_beside_the_menu_of_its_wardrobe(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(bring_in(visitor, called("Coat"), name="The clothes of Hanako and Taro Yamada"))
    title, menu = page.locator("h1").bounding_box(), page.locator(".page-head .menu").bounding_box()
    assert title is not None
    assert menu is not None
    assert title["y"] <= menu["y"] + menu["height"] <= title["y"] + title["height"]
    assert title["x"] + title["width"] <= menu["x"]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_a_filter_says_is_not_cut_on_a_phone(visit: Opening, language: Language) -> None:
    visitor = visit("phone", language)
    page = visitor.go(f"{bring_in(visitor, called('Coat'))}/clothes")
    widths = page.locator(".filters select").evaluate_all(
        """each => each.map((select) => { const own = select.clientWidth;
        select.style.width = "max-content";
        return [own, select.clientWidth] })"""
    )
    assert len(widths) == 3
    assert [own >= whole - 1 for own, whole in widths] == [True] * 3, widths


def test_a_chip_of_a_list_of_clothes_is_answered_in_place_and_keeps_the_focus(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    page = visitor.go(f"{bring_in(visitor, called('Coat', 'Hat'), worn={LONG_AGO: [0]})}/clothes")
    chip = page.get_by_role("link", name="Never worn", exact=True)
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pieces .piece-name")).to_have_text(["Hat"])
    expect(chip).to_be_focused()
    expect(chip).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("#pieces .piece-name")).to_have_count(2)
    expect(chip).not_to_have_attribute("aria-current", "true")


def test_a_filter_that_is_chosen_by_keys_keeps_the_focus(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    page = visitor.go(f"{bring_in(visitor, called('Coat'))}/clothes")
    page.locator("#by-season").focus()
    page.locator("#by-season").select_option("spring")
    expect(page.locator(".found")).to_be_visible()
    expect(page.locator("#by-season")).to_be_focused()


def test_what_is_restored_hands_the_focus_to_the_next_in_the_trash(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    base = bring_in(visitor, [{"name": name, "status": "DELETED", "deletedAt": 5} for name in ("Coat", "Hat")])
    page = visitor.go(f"{base}/trash")
    restore = page.get_by_role("button", name="Restore")
    expect(restore).to_have_count(2)
    restore.first.focus()
    page.keyboard.press("Enter")
    expect(restore).to_have_count(1)
    expect(restore).to_be_focused()


def test_the_head_of_an_outfit_s_form_forgets_what_was_put_right(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    page = visitor.go(f"{bring_in(visitor, called('Coat', 'Hat'))}/outfits/new")
    page.get_by_role("button", name="Save").click()
    lines = page.locator(".summary-box li")
    expect(lines).to_have_count(2)
    page.locator("#field-q").press_sequentially("Ha")
    expect(page.locator("#picks-list > li")).to_have_count(1)
    expect(lines).to_have_count(2)
    page.locator("#picks-list label").click()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Name")
    page.locator("#field-name").fill("For the beach")
    expect(page.locator(".summary-box")).to_have_count(0)
