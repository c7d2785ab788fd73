"""Where the keyboard and the eye are after an act: on what was done, on its neighbour, on what is wrong."""

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Opening, Visitor
from tests.e2e.test_todo import add, sign_up

ROWS = "#list .row-title"


def _list(visitor: Visitor, *lines: str) -> Page:
    """A new person's list, the first line lowest."""
    sign_up(visitor)
    page = visitor.go("/todo")
    for number, line in enumerate(lines, start=1):
        add(page, line)
        expect(page.locator(ROWS)).to_have_count(number)
    return page


def _title(page: Page, text: str) -> Locator:
    return page.locator(ROWS, has_text=text)


def test_a_question_has_a_way_out_by_its_button_and_by_escape(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two")
    _title(page, "One").focus()
    page.keyboard.press("d")
    expect(page.locator(ROWS)).to_have_count(1)
    page.goto("/todo?view=trash")
    summary, sure = page.locator(".confirm > summary"), page.get_by_role("button", name="Delete for good")
    expect(summary).to_have_text("Empty trash", use_inner_text=True)
    summary.click()
    expect(sure).to_be_visible()
    expect(summary).to_have_text("Cancel", use_inner_text=True)
    summary.click()
    expect(sure).not_to_be_visible()
    summary.click()
    sure.focus()
    page.keyboard.press("Escape")
    expect(sure).not_to_be_visible()
    expect(summary).to_be_focused()
