"""The shopping list in a shop: one thumb, no connection, and somebody else with the same list at another shelf."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Size, Visitor
from tests.e2e.kondate_kitchens import SEEN, basket, bring_device, done_lines, find_line_id, open_kitchen, row, tick
from tests.e2e.words import broken_words

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.kitchen import fridge, plans, shopping
from chabudai.common.owner import Owner
from chabudai.table import BatchWrite, Put, TypedStore, ulid

URL = "/kondate/shopping"


def open_list(visitor: Visitor) -> Page:
    page = visitor.go(URL)
    expect(page.locator("#shopping")).to_be_visible()
    return page


def wait_until_kept(page: Page) -> None:
    """Until the worker could show the list without a connection."""
    page.evaluate(
        """async () => {
        const worker = await navigator.serviceWorker.ready;
        while (!(await caches.match("/kondate/shopping"))) await new Promise((done) => setTimeout(done, 50));
        while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
        return Boolean(worker);
        }"""
    )


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_tap_ticks_in_place_sinks_when_nobody_taps_and_a_second_tap_takes_it_back(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "ja")
    owner = open_kitchen(household_store, visitor, "ごぼう 1本", "豆腐 1丁", "卵 1パック")
    page = open_list(visitor)
    before = row(page, "ごぼう").bounding_box()
    row(page, "ごぼう").click()
    expect(row(page, "ごぼう")).to_have_attribute("aria-pressed", "true")
    assert row(page, "ごぼう").bounding_box() == before
    expect(page.locator("[data-left]")).to_have_text("2")
    expect(basket(page)).to_have_text(["ごぼう"])
    expect(page.locator(".tab .count").first).to_have_text("2")
    expect(page.locator(".act-button")).to_have_text("1品を冷蔵庫へ")
    assert page.locator(".toast").count() == 0
    row(page, "ごぼう").click()
    expect(basket(page)).to_have_count(0)
    expect(page.locator(".act-button")).to_be_hidden()
    expect(page.locator("[data-of=vegetables] .buy b")).to_have_text(["ごぼう"])
    page.wait_for_function(
        "() => JSON.parse(Object.entries(localStorage).find(([k]) => k.startsWith('shopping'))[1]).queue.length === 0"
    )
    assert done_lines(owner) == {"ごぼう": False, "豆腐": False, "卵": False}


def test_a_line_is_added_read_and_put_on_its_shelf_while_the_field_stays_ready(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "ja")
    open_kitchen(household_store, visitor)
    page = open_list(visitor)
    expect(page.get_by_role("heading", name="買うものはありません")).to_be_visible()
    page.locator("#field-name").fill("卵 1パック")
    page.locator("#field-name").press("Enter")
    expect(page.locator("[data-of=dairy] .buy b")).to_have_text("卵", timeout=SEEN)
    expect(page.locator("[data-of=dairy] .much")).to_have_text("1パック")
    expect(page.locator("#field-name")).to_be_focused()
    expect(page.locator("#field-name")).to_have_value("")


def test_without_a_connection_the_last_list_is_there_is_ticked_and_added_to_and_catches_up(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "ja", worker=True)
    owner = open_kitchen(household_store, visitor, "ごぼう 1本", "豆腐 1丁", "卵 1パック")
    page = open_list(visitor)
    wait_until_kept(page)
    row(page, "豆腐").click()
    expect(basket(page)).to_have_text(["豆腐"])
    visitor.context.set_offline(True)
    open_list(visitor)  # with what was ticked since the page was kept
    expect(basket(page)).to_have_text(["豆腐"])
    expect(page.locator(".offline-note")).to_contain_text("の内容です")
    row(page, "ごぼう").click()
    page.locator("#field-name").fill("牛乳 2本")
    page.locator("#field-name").press("Enter")
    expect(page.locator("[data-of=written] .buy b")).to_have_text("牛乳 2本")
    expect(page.locator("#offline")).to_have_text("つながっていません。チェックはこの端末に残っています（2件）。")
    page.locator(".act-button").click()
    expect(page.locator(".toast")).to_contain_text("つながってから")
    open_list(visitor)  # nothing of it is lost
    expect(basket(page)).to_have_count(2)
    expect(page.locator("[data-of=written] .buy b")).to_have_text("牛乳 2本")
    tick(owner, "卵")
    visitor.context.set_offline(False)
    expect(page.locator("#linked")).to_contain_text("つながりました。2件を送りました。", timeout=SEEN)
    expect(page.locator("[data-of=dairy] .buy b")).to_have_text("牛乳", timeout=SEEN)
    assert done_lines(owner) == {"ごぼう": True, "豆腐": True, "卵": True, "牛乳": False}
    expect(page.locator("#offline")).to_be_hidden()


def test_a_list_of_hundreds_is_whole_and_every_line_of_it_is_ticked_without_a_connection(
    visit: Opening, household_store: TypedStore
) -> None:
    """Most of its rows are made by the script, of what the page has packed."""
    visitor = visit("phone", "ja", worker=True)
    owner = open_kitchen(household_store, visitor, "卵 1パック")
    (template,) = shopping.find_lines(owner)
    recipe = recipes.add(owner, {"title": "<b>鍋</b>", "ingredients": "春菊 1束\nごぼう 2本", "steps": "煮る"})
    lines = [template.model_copy(update={"item_id": ulid(), "name": f"品{number}番"}) for number in range(250)]
    household_store.batch_write(BatchWrite(tuple(map(Put, lines))))
    plans.add_dish(owner, recipe.recipe_id, servings=2)
    shopping.change_note(owner, lines[-1].item_id, "<i>赤いの</i>")
    page = open_list(visitor)
    expect(page.locator(".buy")).to_have_count(253)
    expect(page.locator("[data-total]")).to_have_text("253")
    last = page.locator(".buy", has=page.locator("b", has_text="品249番"))
    assert last.locator(".for span").all_inner_texts() == ["書き足し", "<i>赤いの</i>"]
    expect(last.locator(".much")).to_have_text("1パック")
    last.locator(".more-of").click()
    expect(page.locator("#sheet textarea")).to_have_value("<i>赤いの</i>")
    page.keyboard.press("Escape")
    wait_until_kept(page)
    visitor.context.set_offline(True)
    open_list(visitor)
    expect(page.locator(".buy")).to_have_count(253)
    row(page, "品249番").click()
    row(page, "品0番").click()
    expect(basket(page)).to_have_count(2)
    open_list(visitor)
    expect(basket(page)).to_have_count(2)
    visitor.context.set_offline(False)
    expect(page.locator("#linked")).to_contain_text("2件を送りました", timeout=SEEN)
    done = done_lines(owner)
    assert [name for name, is_done in done.items() if is_done] == ["品0番", "品249番"]
    tick(owner, "品100番")
    expect(page.locator(".basket .buy", has_text="品100番")).to_contain_text("もう1台で", timeout=SEEN)
    expect(page.locator(".buy")).to_have_count(253)


def test_two_devices_see_each_other_s_ticks_within_seconds_and_say_so(
    visit: Opening, household_store: TypedStore
) -> None:
    first, second = visit("phone", "ja"), visit("phone", "ja")
    owner = open_kitchen(household_store, first, "ごぼう 1本", "豆腐 1丁")
    bring_device(second, owner)
    one, other = open_list(first), open_list(second)
    row(one, "豆腐").click()
    expect(other.locator(".basket .buy", has_text="豆腐")).to_contain_text(
        re.compile(r"もう1台で · \d+秒前"), timeout=SEEN
    )
    expect(other.locator("[data-left]")).to_have_text("1")
    expect(one.locator(".basket .told")).to_have_count(0)


def test_an_untick_by_a_device_that_had_not_seen_the_latest_state_does_not_land(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "en", worker=True)
    owner = open_kitchen(household_store, visitor, "leek", "tofu")
    tick(owner, "leek")
    page = open_list(visitor)
    wait_until_kept(page)
    expect(basket(page)).to_have_text(["leek"])
    visitor.context.set_offline(True)
    row(page, "leek").click()
    expect(page.locator("#offline")).to_have_text("You're offline. 1 change is saved on this device.")
    tick(owner, "leek", done=False)
    tick(owner, "leek")  # somebody took it out and put it back: they hold it in their hands
    visitor.context.set_offline(False)
    expect(page.locator("#linked")).to_contain_text("1 change sent", timeout=SEEN)
    expect(basket(page)).to_have_text(["leek"])
    assert done_lines(owner)["leek"]


def test_words_stay_whole_on_a_narrow_phone(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    owner = open_kitchen(household_store, visitor)
    lines = "mitsuba 3/4 bunch\nginger 1 1/4 knobs\ngarlic 3 cloves\ncabbage 3/8\nthinly sliced pork 120g"
    made = recipes.add(owner, {"title": "Soup", "ingredients": lines, "steps": "Cook.", "servings": 2})
    plans.add_dish(owner, made.recipe_id, servings=3)
    visitor.page.set_viewport_size({"width": 320, "height": 640})
    page = open_list(visitor)
    assert broken_words(page, ".buy") == []


def stocked(owner: Owner) -> list[str]:
    return [item.name for item in fridge.find_items(owner)]


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_bought_goes_into_the_fridge_once_however_often_it_is_tapped_and_can_be_taken_back(
    visit: Opening, household_store: TypedStore, scripts: bool
) -> None:
    visitor = visit("phone", "ja", scripts=scripts)
    owner = open_kitchen(household_store, visitor, "豆腐 1丁", "卵 1パック")
    tick(owner, "豆腐")
    page = open_list(visitor)
    if scripts:
        before = row(page, "卵").bounding_box()
        row(page, "卵").click()
        assert row(page, "卵").bounding_box() == before  # the last one, and still nothing moves under the finger
        expect(page.get_by_role("heading", name="そろいました")).to_be_visible()
        expect(page.locator("[data-stock]:visible")).to_have_count(1)
    page.locator(".act-button").dblclick(no_wait_after=True)
    page.wait_for_url("**/kondate/fridge**")
    bought = ["豆腐", "卵"] if scripts else ["豆腐"]
    assert sorted(stocked(owner)) == sorted(bought)
    if not scripts:  # the second tap found nothing, and the page says so
        return
    expect(page.locator(".just-in .food")).to_have_count(2)
    tofu = page.locator(".just-in .food", has_text="豆腐")
    expect(tofu.locator(".until")).to_contain_text("めやす")
    tofu.get_by_role("button", name="1週間").click()
    expect(tofu.get_by_role("button", name="1週間")).to_have_attribute("aria-pressed", "true")
    page.locator(".toast .undo").click()
    expect(page.locator(".toast")).to_contain_text(re.compile("元|戻"))
    expect(page.locator(".just-in")).to_have_count(0)


def test_a_row_s_sheet_changes_amount_and_shelf_and_takes_the_line_off_the_list(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "ja")
    owner = open_kitchen(household_store, visitor, "ごぼう 1本")
    page = open_list(visitor)
    page.locator(".more-of").click()
    sheet = page.locator("#sheet")
    sheet.locator("[name=amount]").fill("3本")
    sheet.locator("[name=shelf]").select_option("frozen")
    sheet.get_by_role("button", name="保存する").click()
    expect(page.locator("[data-of=frozen] .much")).to_have_text("3本")
    page.locator(".more-of").click()
    page.locator("#sheet").get_by_role("button", name="いらない").click()
    expect(page.locator(".toast")).to_contain_text("「ごぼう」を買い物から外しました。")
    page.locator(".toast .undo").click()
    expect(page.locator("[data-of=frozen] .much")).to_have_text("3本")
    assert find_line_id(owner, "ごぼう")


def test_without_scripts_the_list_is_ticked_and_added_to_by_whole_pages(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "en", scripts=False)
    owner = open_kitchen(household_store, visitor, "leek")
    page = open_list(visitor)
    row(page, "leek").click()
    expect(basket(page)).to_have_text(["leek"])
    page.locator("#field-name").fill("milk 2 l")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-of=dairy] .much")).to_have_text("2 l")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#field-name-error")).to_be_visible()
    row(page, "leek").click()
    expect(basket(page)).to_have_count(0)
    assert done_lines(owner) == {"leek": False, "milk": False}
