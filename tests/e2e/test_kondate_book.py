"""The recipe book in a browser: found, scaled, planned and shopped for; pasted, written with a draft; no scripts."""

import re
from itertools import accumulate

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Visitor
from tests.e2e.kondate_kitchens import open_kitchen
from tests.e2e.test_access import found
from tests.e2e.test_todo import sign_up
from tests.e2e.words import divided_lines

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.table import TypedStore

BOOK = "/kondate/recipes"
TEXT = (
    "ねぎ塩鶏\n材料（2人分）\n鶏もも肉 1枚\n長ねぎ 1/2本\n謎の葉\n"
    "作り方\n1. 鶏もも肉を焼く。\n2. 長ねぎを加えて3分煮る。\n広告"
)


def begin(visitor: Visitor, path: str = BOOK) -> Page:
    sign_up(visitor)
    return visitor.go(path)


def open_first(page: Page) -> None:
    page.locator(".dish-card").first.click()
    expect(page.locator(".recipe-head h1")).to_be_visible()


def test_a_search_is_seen_with_its_count_and_more_comes_in_place(visit: Opening) -> None:
    page = begin(visit("phone", "ja"))
    cards = page.locator(".dish-card")
    expect(cards).to_have_count(30)
    top = cards.first.bounding_box()
    assert top
    assert top["y"] <= 320
    page.locator("#more a").click()
    expect(cards).to_have_count(60)
    page.locator(".search input").fill("とり")
    expect(page.locator(".found")).to_contain_text("「とり」")
    assert cards.count() < 30
    page.locator(".found a").click()
    expect(page.locator(".found")).to_have_count(0)
    page.get_by_role("link", name="汁もの").click()
    expect(page).to_have_url(re.compile("category="))
    expect(page.locator(".found")).to_be_visible()


def test_servings_change_in_place_stay_in_the_address_and_are_printed_on_one_page(visit: Opening) -> None:
    page = begin(visit("phone", "ja"), f"{BOOK}?q=肉じゃが")
    open_first(page)
    expect(page.locator(".servings b")).to_have_text("3人分")
    before = page.locator(".needs-rows .amount").first.inner_text()
    page.locator("#servings-plus").click()
    expect(page.locator(".servings b")).to_have_text("4人分")
    expect(page).to_have_url(re.compile(r"servings=4$"))
    expect(page.locator("#servings-plus")).to_be_focused()
    assert page.locator(".needs-rows .amount").first.inner_text() != before
    expect(page.locator(".act-button")).to_have_attribute("href", re.compile(r"/cook\?servings=4$"))
    page.reload()
    expect(page.locator(".servings b")).to_have_text("4人分")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.locator(".timer-link").first.click()
    expect(page.locator(".cook-step:not([hidden]) .timer-chip")).to_be_visible()


def test_a_recipe_is_planned_and_shopped_for_where_it_stands(visit: Opening) -> None:
    page = begin(visit("phone", "ja"))
    open_first(page)
    shop = page.locator("#shop")
    shop.click()
    expect(shop).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tab .count")).to_be_visible()
    shop.click()
    expect(shop).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".tab .count")).to_have_count(0)
    page.get_by_role("link", name="献立に入れる").click()
    expect(page.locator("#sheet")).to_be_visible()
    page.get_by_role("button", name="今夜").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(".toast")).to_contain_text("今夜")
    expect(page.locator(".recipe-tags")).to_contain_text("今の献立に入っています")
    page.locator(".toast .undo").click()
    expect(page.locator(".recipe-tags")).not_to_contain_text("今の献立に入っています")


def test_a_pasted_recipe_is_looked_over_and_saved(visit: Opening) -> None:
    page = begin(visit("phone", "ja"), f"{BOOK}/add")
    page.locator("[name='text']").fill(TEXT)
    page.get_by_role("button", name="読み取る").first.click()
    expect(page.locator(".source-lines .unread")).to_have_text(re.compile("広告"))
    expect(page.locator(".read-lines .doubtful")).to_contain_text("謎の葉")
    page.wait_for_load_state("load")  # what is typed before that is read with the next key
    page.locator("[name='ingredients']").fill("鶏もも肉 1枚\n長ねぎ 1/2本")
    expect(page.locator(".read-lines li")).to_have_count(2)
    page.get_by_role("button", name="レシピ帖に入れる").click()
    expect(page.locator(".recipe-head h1")).to_have_text("ねぎ塩鶏")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_titles_go_on_in_the_next_line_between_words(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("phone", language)
    owner = open_kitchen(household_store, visitor)
    titles = ["鮭ときのこのみそバター蒸し", "かぼちゃの豆乳ポタージュ", "きのことかつおのたたきサラダ"]
    made = [recipes.add(owner, {"title": each, "ingredients": "卵 1個", "steps": "作る"}) for each in titles]
    lines = divided_lines(visitor.go(BOOK), ".dish-card b")[: len(made)]
    lines += [divided_lines(visitor.go(f"{BOOK}/{each.recipe_id}"), ".recipe-head h1")[0] for each in made]
    assert any("|" in line for line in lines)
    for line in lines:
        phrases = split_phrases(line.replace("|", ""))
        ends = set(accumulate(map(len, phrases)))
        assert {len(part) for part in accumulate(line.split("|"))} <= ends, line


def test_what_is_written_is_read_as_one_types_and_kept_until_it_is_saved(visit: Opening) -> None:
    page = begin(visit("desktop", "ja"), f"{BOOK}/new")
    page.locator("[name='title']").fill("カレー")
    expect(page.locator("#reading-picture")).to_have_attribute("src", re.compile("curry-brown"))
    page.locator("[name='ingredients']").fill("玉ねぎ 2個\n(A) 酒 大さじ1")
    expect(page.locator(".read-lines li")).to_have_text(["玉ねぎ2個", "A 酒大さじ1"])
    page.locator("[name='steps']").fill("20分煮る。")
    expect(page.locator(".read-steps .badge")).to_have_text("20分")
    told = page.locator(
        "[role='status']:not([hidden]):has(> #draft-note)"
    )  # there before it tells: it is read out then
    expect(told).to_be_attached()
    expect(page.locator("#draft-note")).to_be_hidden()
    page.reload()
    expect(told.locator("#draft-note")).to_be_visible()
    expect(page.locator("[name='title']")).to_have_value("カレー")
    page.get_by_role("button", name="レシピ帖に入れる").click()
    expect(page.locator(".recipe-head h1")).to_have_text("カレー")
    page.goto(f"{BOOK}/new")
    expect(page.locator("[name='title']")).to_have_value("")


def test_without_scripts_a_recipe_is_pasted_scaled_planned_and_categories_are_moved(visit: Opening) -> None:
    page = begin(visit("phone", "ja", scripts=False), f"{BOOK}/add")
    page.locator("[name='text']").fill(TEXT)
    page.get_by_role("button", name="読み取る").first.click()
    page.get_by_role("button", name="レシピ帖に入れる").click()
    expect(page.locator(".recipe-head h1")).to_have_text("ねぎ塩鶏")
    page.locator("#servings-plus").click()
    expect(page.locator(".servings b")).to_have_text("4人分")
    page.get_by_role("link", name="献立に入れる").click()
    page.get_by_role("button", name="次の献立").click()
    expect(page.locator(".recipe-tags")).to_contain_text("次の献立に入っています")
    page.goto("/kondate/categories")
    page.get_by_role("button", name="主菜を下へ").click()
    expect(page.locator(".row-title").nth(1)).to_have_text("主菜")


def test_whoever_does_not_see_the_pages_can_use_them(visit: Opening) -> None:
    visitor = visit("phone", "en")
    visitor.context.add_init_script(Axe().axe_script)
    page = begin(visitor)
    first = page.locator(".dish-card").first.get_attribute("href")
    paths = (BOOK, f"{first}", f"{BOOK}/add", f"{BOOK}/new", "/kondate/categories", f"{first}/plan")
    assert [fault for path in paths for fault in found(visitor, path, "phone", "light")] == []
