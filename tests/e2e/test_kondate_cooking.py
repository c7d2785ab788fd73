"""Cooking in a browser: one step at a time by tap, key and swipe, timers that outlive a reload, and done by one tap."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.kondate_kitchens import open_kitchen
from tests.e2e.test_kondate_kitchen import begin

from chabudai.apps.kondate.book import recipes
from chabudai.table import TypedStore

LONG = {
    "title": "鮭ときのこのみそバター蒸し",
    "servings": 3,
    "ingredients": "\n".join(f"{name} {n + 1}個" for n, name in enumerate("鮭茸葱油塩酒酢糖米麦豆芋卵乳粉茶")),
    "steps": "大根とにんじんはいちょう切り、ごぼうはささがき、里芋は輪切り、こんにゃくはちぎり、豚肉は3cmに切る。"
    "長ねぎは小口切りにする。\n\nみその半量を溶いて12分煮る。",
}
WINDOWS = [(360, 640), (390, 844), (1280, 800)]


def open_cooking(visit: Opening, size: Size) -> Page:
    page = begin(visit(size, "ja"))
    page.locator("a[href^='/kondate/cook/']").first.click()
    expect(page.locator("#cook")).to_have_class(re.compile("alive"))
    return page


def open_long_recipe(visitor: Visitor, store: TypedStore) -> Page:
    """More ingredients than a screen has room for."""
    recipe = recipes.add(open_kitchen(store, visitor), LONG)
    page = visitor.go(f"/kondate/recipes/{recipe.recipe_id}/cook?servings=3")
    expect(page.locator("#cook")).to_have_class(re.compile("alive"))
    return page


def is_whole(page: Page, selector: str) -> bool:
    """Nothing of its text is cut off, by itself or by what it stands in."""
    return bool(
        page.locator(selector).first.evaluate(
            """each => {
                const range = document.createRange();
                range.selectNodeContents(each);
                const text = range.getBoundingClientRect();
                const inside = (box) => text.left >= box.left - 1 && text.right <= box.right + 1;
                return each.scrollWidth <= each.clientWidth + 1 && inside(each.parentElement.getBoundingClientRect());
            }"""
        )
    )


def seconds_left(page: Page) -> int:
    minutes, _, seconds = page.locator(".timer output").inner_text().partition(":")
    return int(minutes) * 60 + int(seconds)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_steps_are_gone_through_and_the_last_tap_says_that_it_is_cooked(visit: Opening, size: Size) -> None:
    page = open_cooking(visit, size)
    shown = page.locator("[data-step]:not([hidden])")
    expect(shown).to_have_attribute("data-step", "0")
    page.locator("[data-laid]").first.check()
    page.get_by_role("button", name="次へ").click()
    expect(shown).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    page.reload()
    expect(shown).to_have_attribute("data-step", "1")
    expect(page.locator("[data-laid]").first).to_be_checked()
    while page.locator("[data-go='1']").is_visible():
        page.locator("[data-go='1']").click()
    page.get_by_role("button", name="できた").click()
    expect(page).to_have_url(re.compile("/kondate$"))
    expect(page.locator(".toast")).to_contain_text("作りました")


def test_a_timer_goes_on_over_a_reload_and_takes_another_minute(visit: Opening) -> None:
    page = open_cooking(visit, "phone")
    while not page.locator("[data-timer]:visible").count():
        page.locator("[data-go='1']").click()
    page.locator("[data-timer]:visible").first.click()
    row = page.locator(".timer")
    expect(row).to_have_count(1)
    before = seconds_left(page)
    page.locator("[data-more]").click()
    assert seconds_left(page) > before + 50
    page.reload()
    expect(row).to_have_count(1)
    page.locator("[data-pause]").click()
    expect(page.locator("[data-pause]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-end]").click()
    expect(row).to_have_count(0)


@pytest.mark.parametrize("text", ["100%", "200%"])
def test_every_card_can_be_read_from_its_first_line_to_its_last(
    visit: Opening, household_store: TypedStore, text: str
) -> None:
    page = open_long_recipe(visit("phone", "ja"), household_store)
    page.evaluate("size => document.documentElement.style.fontSize = size", text)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("body").press("ArrowLeft")
        page.locator("body").press("ArrowLeft")
        for step in range(3):
            expect(page.locator("[data-step]:not([hidden])")).to_have_attribute("data-step", str(step))
            first, last = page.evaluate(
                """() => {
                    const path = document.querySelector("#steps");
                    const card = document.querySelector("[data-step]:not([hidden])");
                    path.scrollTop = 0;
                    const top = card.getBoundingClientRect().top - path.getBoundingClientRect().top;
                    path.scrollTop = path.scrollHeight;
                    return [top, path.getBoundingClientRect().bottom - card.getBoundingClientRect().bottom];
                }"""
            )
            assert first >= 0, (width, height, step)
            assert last >= 0, (width, height, step)
            page.locator("body").press("ArrowRight")


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("window", WINDOWS)
def test_what_a_timer_is_for_and_whether_the_screen_stays_on_is_said_in_full(
    visit: Opening, household_store: TypedStore, language: Language, window: tuple[int, int]
) -> None:
    page = open_long_recipe(visit("phone", language), household_store)
    page.set_viewport_size({"width": window[0], "height": window[1]})
    expect(page.locator("#awake")).to_be_visible()
    assert is_whole(page, "#awake span")
    assert is_whole(page, ".people")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("[data-timer]:visible").click()
    expect(page.locator(".timer [data-of]")).to_have_text("鮭ときのこのみそバター蒸し · みその半量を溶いて煮る")
    assert is_whole(page, ".timer [data-of]")


def test_for_how_many_it_is_stands_beside_the_name_of_the_dish(visit: Opening) -> None:
    page = open_cooking(visit, "desktop")
    gap = page.evaluate(
        """() => {
            const words = document.createRange();
            words.selectNodeContents(document.querySelector(".cook-bar h1"));
            return document.querySelector(".people").getBoundingClientRect().left - words.getBoundingClientRect().right;
        }"""
    )
    assert 0 < gap < 20
