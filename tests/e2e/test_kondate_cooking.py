"""Cooking in a browser: one step at a time by tap, key and swipe, timers that outlive a reload, and done by one tap."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Size
from tests.e2e.test_kondate_kitchen import begin


def open_cooking(visit: Opening, size: Size) -> Page:
    page = begin(visit(size, "ja"))
    page.locator("a[href^='/kondate/cook/']").first.click()
    expect(page.locator("#cook")).to_have_class(re.compile("alive"))
    return page


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
