"""The kitchen in a browser: cooking in one tap, two phones, the week by mouse and keys, sheets, sets; no scripts."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.kondate_kitchens import open_kitchen
from tests.e2e.test_access import found
from tests.e2e.test_todo import sign_up
from tests.e2e.words import broken_words, cut_texts

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.kitchen import plans
from chabudai.table import TypedStore

FOREIGN = "もう1台で作りました"


def begin(visitor: Visitor) -> Page:
    """A new person, and the first of the ready sets: curry and a salad tonight, five other dishes."""
    sign_up(visitor)
    page = visitor.go("/kondate")
    page.locator(".ready-set button").first.click()
    expect(page).to_have_url(re.compile("/kondate/shopping$"))
    return visitor.go("/kondate")


def cooked(page: Page) -> Locator:
    return page.locator(".tonight .toggle").first


def expect_pressed(page: Page, is_pressed: bool) -> None:
    expect(cooked(page)).to_have_attribute("aria-pressed", "true" if is_pressed else "false")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_dish_is_cooked_by_one_tap_and_not_after_all_by_a_second(visit: Opening, size: Size) -> None:
    page = begin(visit(size, "ja"))
    seal = page.locator(".tray g[data-dish] .seal").first
    expect(seal).to_be_hidden()
    top = cooked(page).bounding_box()
    cooked(page).click()
    expect_pressed(page, True)
    expect(seal).to_be_visible()
    expect(page.locator(".toast")).to_contain_text("を作りました。")
    expect(page.locator(".how-far .figure")).to_have_text("1")
    after = cooked(page).bounding_box()
    assert top
    assert after
    assert (top["x"] + top["width"], top["y"]) == (after["x"] + after["width"], after["y"])
    cooked(page).click()
    expect_pressed(page, False)
    expect(page.locator(".how-far .figure")).to_have_text("0")
    expect(seal).to_be_hidden()


def test_both_buttons_of_a_dish_stand_beside_its_name_in_english_too(visit: Opening) -> None:
    page = begin(visit("phone", "en"))
    for dish in page.locator(".dish-row").all():
        cook, cooked_ = (dish.locator(each).bounding_box() for each in (".cook-button", ".toggle"))
        name, whole = dish.locator("b").bounding_box(), dish.bounding_box()
        assert cook
        assert cooked_
        assert name
        assert whole
        assert cook["y"] == cooked_["y"]
        assert name["x"] + name["width"] <= cook["x"]
        assert whole["height"] <= 112


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_today_says_beside_the_dishes_is_not_cut_off(visit: Opening, language: Language) -> None:
    page = begin(visit("phone", language))
    expect(page.locator(".nudge > a").first).to_be_visible()
    assert cut_texts(page, ".nudge :is(b, .soft)") == []


def test_a_very_long_name_takes_no_more_than_a_few_lines(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja")
    owner = open_kitchen(household_store, visitor)
    long = {"title": "とても長い料理の名前" * 7, "ingredients": "卵 1個", "steps": "作る"}
    plans.add_dish(owner, recipes.add(owner, long).recipe_id, day=owner.today())
    page = visitor.go("/kondate")
    row = page.locator(".dish-row", has_text="とても長い").bounding_box()
    assert row
    assert row["height"] <= 130


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("phone", "en"), ("desktop", "en")])
def test_dishes_of_a_set_stand_in_even_rows_with_whole_words(visit: Opening, size: Size, language: Language) -> None:
    page = begin(visit(size, language))
    page.goto("/kondate/sets")
    for card in page.locator(".set-card [data-sheet]").all()[:6]:
        card.click()
        dishes = page.locator("#sheet .strip figure")
        expect(dishes.first).to_be_visible()
        tops = dishes.evaluate_all("(each) => each.map((one) => one.offsetTop)")
        rows = [tops.count(top) for top in dict.fromkeys(tops)]
        assert rows[0] - rows[-1] <= 1, rows
        assert broken_words(page, "#sheet figcaption") == []
        page.keyboard.press("Escape")
        expect(page.locator("#sheet")).to_be_hidden()


def test_what_the_other_phone_cooked_is_seen_and_needs_a_second_tap(visit: Opening) -> None:
    visitor = visit("phone", "ja")
    page = begin(visitor)
    other = visitor.context.new_page()
    other.goto("/kondate")
    cooked(page).click()
    expect(page.locator(".toast")).to_be_visible()
    expect(cooked(other)).to_contain_text(FOREIGN)
    expect_pressed(other, True)
    cooked(other).click()
    expect(cooked(other)).not_to_contain_text(FOREIGN)
    expect_pressed(other, True)
    other.wait_for_timeout(300)  # two taps so close would be one of a nervous finger
    cooked(other).click()
    expect(other.locator(".how-far .figure")).to_have_text("0")


def day_of(page: Page, title: str) -> int:
    """In which column it stands."""
    return int(
        page.evaluate(
            "title => [...document.querySelectorAll('.week-day')].findIndex((day) => day.textContent.includes(title))",
            title,
        )
    )


def test_dishes_are_dragged_between_days_and_moved_by_keys(visit: Opening) -> None:
    page = begin(visit("desktop", "ja"))
    page.locator(".segment").last.click()
    expect(page.locator(".week-day")).to_have_count(8)
    with page.expect_response("**/week/move"):
        page.get_by_role("button", name="「カレーライス」を動かす").drag_to(page.locator(".week-dishes").nth(4))
    assert day_of(page, "カレーライス") == 4
    handle = page.get_by_role("button", name="「豚汁」を動かす")
    handle.focus()
    with page.expect_response("**/week/move"):
        page.keyboard.press("Alt+ArrowRight")
    page.reload()
    assert (day_of(page, "カレーライス"), day_of(page, "豚汁")) == (4, 2)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_dish_is_left_out_in_its_sheet_and_comes_back(visit: Opening, size: Size) -> None:
    page = begin(visit(size, "en"))
    card = page.locator(".dish-card").first
    title = card.locator("b").inner_text()
    card.locator("a.icon-button").click()
    sheet = page.locator("dialog#sheet")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Skip this time").click()
    expect(sheet).to_be_hidden()
    expect(page.locator(".skipped b")).to_have_text(title)
    page.locator(".toast .undo").click()
    expect(page.locator(".skipped")).to_have_count(0)
    expect(page.locator(".dish-card b").first).to_have_text(title)
    page.locator(".dish-card a.icon-button").first.click()
    sheet.get_by_role("button", name="One more").click()
    sheet.get_by_role("button", name="Save changes").click()
    expect(sheet).to_be_hidden()
    expect(page.locator(".dish-card").first).to_contain_text("serves 4")


def test_a_set_is_chosen_by_two_taps_and_written_with_the_picker(visit: Opening) -> None:
    page = begin(visit("phone", "ja"))
    page.goto("/kondate/sets")
    page.locator(".set-card [data-sheet]").nth(1).click()
    page.locator("#sheet .button.block").click()
    expect(page.locator(".next-set h3")).to_have_text("鍋であたたまる週末")
    page.locator(".switch-line").click()
    expect(page.locator(".switch-line")).to_have_attribute("aria-checked", "true")
    page.goto("/kondate/sets/new")
    page.locator("#field-title").fill("うちの二日")
    page.locator("#pick").click()
    search = page.locator("#picker [type=search]")
    expect(search).to_be_focused()
    search.fill("ぶたじる")
    search.press("Enter")
    search.fill("豚汁")
    expect(page.locator("#picker-found li")).to_have_count(1)
    page.locator("#picker-found button").first.click()
    expect(page.locator(".set-dish")).to_have_count(1)
    page.locator("#picker [type=search]").fill("カレー")
    expect(page.locator("#picker-found")).to_contain_text("カレーライス")
    page.locator("#picker-found button", has_text="カレーライス").click()
    expect(page.locator(".set-dish")).to_have_count(2)
    page.locator(".set-dish .handle").last.focus()
    page.keyboard.press("Alt+ArrowUp")
    page.get_by_role("button", name="保存する", exact=True).last.click()
    expect(page.locator(".set-card b", has_text="うちの二日")).to_be_visible()
    page.get_by_role("link", name="「うちの二日」を編集").click()
    expect(page.locator(".set-dish .row-title")).to_have_text(["カレーライス", "豚汁"])


def test_the_loop_works_without_scripts(visit: Opening) -> None:
    page = begin(visit("phone", "ja", scripts=False))
    page.locator(".dish-card a.icon-button").first.click()
    page.get_by_role("button", name="変更を保存する").click()
    cooked(page).click()
    expect(page.locator(".toast")).to_contain_text("を作りました。")
    expect_pressed(page, True)
    cooked(page).click()
    expect_pressed(page, False)
    page.goto("/kondate/sets/suggest")
    page.get_by_role("button", name="かえる").first.click()
    page.get_by_role("button", name="保存して献立にする").click()
    page.get_by_role("button", name="この献立にする").click()
    expect(page.locator(".next-set h3")).to_have_text("おまかせの3日")


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desktop", "en")])
def test_everyone_can_read_and_reach_the_pages_of_the_kitchen(visit: Opening, size: Size, language: Language) -> None:
    visitor = visit(size, language)
    visitor.context.add_init_script(Axe().axe_script)
    sign_up(visitor)
    faults = found(visitor, "/kondate", size, "light")
    visitor.page.locator(".ready-set button").first.click()
    dish = re.search(r"/kondate/dishes/\w+", visitor.go("/kondate").content())
    meal_set = re.search(r"/kondate/sets/\w{20,}", visitor.go("/kondate/sets").content())
    assert dish
    assert meal_set
    paths = ("/kondate", "/kondate?view=week", "/kondate/sets", "/kondate/sets/suggest", meal_set[0])
    for path in (*paths, f"{meal_set[0]}/apply", dish[0], f"{dish[0]}/replace", "/"):
        faults += found(visitor, path, size, "light")
    assert faults == []
