"""The fridge with a thumb: used up and taken back, opened as a sheet, put in by one line."""

from playwright.sync_api import expect
from tests.e2e.conftest import Opening
from tests.e2e.kondate_kitchens import SEEN, fill_fridge, open_kitchen

from chabudai.apps.kondate.kitchen import fridge
from chabudai.table import TypedStore

URL = "/kondate/fridge"


def test_used_up_greys_the_row_and_undo_brings_it_back(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "ja")
    owner = open_kitchen(household_store, visitor)
    fill_fridge(owner, ("豆腐 1丁", 1), ("卵 6個", 3))
    page = visitor.go(URL)
    foods = page.locator(".food .name b")
    page.get_by_role("button", name="豆腐を使いきった").click()
    expect(page.locator(".food.leaving")).to_have_count(1)
    expect(foods).to_have_text(["卵"])
    page.locator(".toast .undo").click()
    expect(foods).to_have_text(["豆腐", "卵"])
    page.get_by_role("button", name="卵を使いきった").click()
    expect(foods).to_have_text(["豆腐"])
    assert [item.name for item in fridge.find_items(owner)] == ["豆腐"]


def test_a_row_opens_a_sheet_whose_steps_change_the_amount_at_once(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    owner = open_kitchen(household_store, visitor)
    fill_fridge(owner, ("tofu 1 block", 1))
    page = visitor.go(URL)
    page.locator(".opens").click()
    sheet = page.locator("#sheet")
    sheet.locator("[name=note]").fill("half of it is open")
    sheet.get_by_role("button", name="More of it").click()
    expect(sheet.locator("[name=amount]")).to_have_value("1½ blocks")
    expect(sheet.locator("[name=note]")).to_have_value("half of it is open")
    sheet.get_by_text("Freezer").click()
    sheet.get_by_role("button", name="Save changes").click()
    expect(page.locator(".food")).to_contain_text("half of it is open")
    (item,) = fridge.find_items(owner)
    assert (item.amount, item.place) == ("3/2", "freezer")


def test_something_is_put_in_by_one_line_and_what_another_device_put_in_comes_by_itself(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "ja")
    owner = open_kitchen(household_store, visitor)
    page = visitor.go(URL)
    expect(page.get_by_role("heading", name="冷蔵庫は空です")).to_be_visible()
    page.locator(".act-button").click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("[name=name]")).to_be_focused()
    sheet.locator("[name=name]").fill("厚揚げ 2枚")
    expect(sheet.locator("[name=best_before]")).to_be_hidden()
    sheet.get_by_text("1週間").click()
    sheet.get_by_role("button", name="冷蔵庫に入れる").click()
    expect(page.locator(".food .name")).to_contain_text("厚揚げ 2枚")
    fill_fridge(owner, ("豆腐 1丁", 1))
    expect(page.locator(".food .name b")).to_have_text(["豆腐", "厚揚げ"], timeout=SEEN)


def test_what_is_missing_is_on_the_list_by_one_tap_and_off_by_a_second(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "ja")
    owner = open_kitchen(household_store, visitor)
    fill_fridge(owner, ("卵 10個", 2), ("牛乳 1000ml", 2))
    page = visitor.go(f"{URL}/cookable?missing=1")
    button = page.locator(".missing-line button").first
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_have_text("買い物に足す買い物に入れた")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
