"""Adding tasks by a line, in a real browser: a sheet on a phone, a line on a desktop, and without scripts a page."""

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Size
from tests.e2e.test_todo import sign_up


def open_line(page: Page, size: Size) -> None:
    if size == "phone":
        page.locator(".act-button").tap()
    else:
        page.keyboard.press("n")
    expect(page.locator("#line")).to_be_focused()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_one_line_after_the_other_and_the_row_is_the_answer(visit: Opening, size: Size) -> None:
    visitor = visit(size, "en")
    sign_up(visitor)
    page = visitor.go("/tasks")
    open_line(page, size)
    page.keyboard.type("Book the hall by fri #venue @me !high")
    chips = page.locator("#words .chip")
    expect(chips).to_have_count(4)
    expect(chips.nth(1)).to_have_text("venue (new tag)")
    page.keyboard.press("Enter")
    row = page.locator("#mine .row", has_text="Book the hall")
    expect(row.locator(".bits")).to_contain_text("venue")
    expect(chips).to_have_count(0)
    page.keyboard.type("Print flyers today")
    page.locator("#quick .button").click()
    expect(page.locator("#mine .row", has_text="Print flyers")).to_have_count(1)
    page.keyboard.type("Print flyers today")
    page.keyboard.press("Enter")
    expect(page.locator("#mine .row", has_text="Print flyers")).to_have_count(2)
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator(".toast")).to_have_count(0)
    page.keyboard.press("Escape")
    if size == "phone":
        expect(page.locator("#quick-sheet")).to_be_hidden()


def test_a_chip_is_left_as_text_and_names_are_chosen_from_a_list(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/tasks")
    open_line(page, "desktop")
    page.keyboard.type("Friday dinner #kitchen")
    page.locator("#words .chip", has_text="Due").click()
    expect(page.locator("#words .chip.left")).to_have_text("Friday")
    page.keyboard.press("Enter")
    expect(page.locator("#mine .row-title")).to_have_text(["Friday dinner"])
    page.keyboard.type("Soup #k")
    expect(page.get_by_role("option")).to_have_text(["kitchen"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_value("Soup #kitchen ")
    page.keyboard.press("Enter")
    expect(page.locator("#mine .row", has_text="Soup").locator(".bits")).to_contain_text("kitchen")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_on_a_board_it_stands_on_top_of_its_column(visit: Opening, size: Size) -> None:
    visitor = visit(size, "en")
    sign_up(visitor)
    page = visitor.go("/tasks")
    link = page.locator("nav.tabs a[href$='/board']").get_attribute("href")
    assert link
    page.goto(link)
    if size == "phone":
        page.locator("#column-tabs [data-column='done']").tap()
        expect(page.locator("#column-tabs [aria-current]")).to_contain_text("Done")
    open_line(page, size)
    page.keyboard.type("Soup by fri")
    page.keyboard.press("Enter")
    expect(page.locator("#cards-todo .task-title")).to_have_text(["Soup"])
    expect(page.locator("#column-todo")).to_be_in_viewport(ratio=0.3)
    page.keyboard.type("Bread")  # without a date it would be in a fold
    page.keyboard.press("Enter")
    expect(page.locator("#cards-todo .task-title")).to_have_text(["Bread", "Soup"])
    expect(page.locator("#line")).to_be_focused()
    if size == "desktop":
        page.locator("#column-doing [data-add]").click()
        expect(page.locator("#words .chip")).to_have_text("In progress")
        for title in ("Tea", "Coffee"):
            page.keyboard.type(title)
            page.keyboard.press("Enter")
            expect(page.locator("#cards-doing .task-title").first).to_have_text(title)
        expect(page.locator("#head-doing .soft")).to_have_text("2")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_page_that_does_not_show_it_tells_and_takes_it_back(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/tasks?view=done")
    open_line(page, "desktop")
    page.keyboard.type("Soup today")
    page.keyboard.press("Enter")
    expect(page.locator(".toast p")).to_contain_text("Added “Soup”")
    page.locator(".toast .undo").click()
    expect(page.locator(".toast p")).to_have_text("Undone.")
    page.goto("/tasks")
    expect(page.locator("#mine .row")).to_have_count(0)


def test_what_is_refused_or_can_t_be_sent_is_still_there(visit: Opening) -> None:
    visitor = visit("phone", "en")
    sign_up(visitor)
    page = visitor.go("/tasks")
    open_line(page, "phone")
    long = "x" * 101
    page.locator("#line").fill(f"{long} today")
    visitor.faults.clear()
    page.keyboard.press("Enter")
    expect(page.locator("#line-error")).to_contain_text("Use up to 100 characters for the title.")
    expect(page.locator("#line")).to_have_value(f"{long} today")
    page.locator("#line").fill("Soup")
    visitor.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator(".unsent")).to_contain_text("Soup")
    visitor.context.set_offline(False)
    page.locator("[data-send-again]").tap()
    expect(page.locator("#mine .row-title")).to_have_text(["Soup"])
    visitor.faults.clear()


def test_without_a_script_the_button_leads_to_a_page_with_a_line(visit: Opening) -> None:
    visitor = visit("phone", "en", scripts=False)
    sign_up(visitor)
    page = visitor.go("/tasks")
    page.locator(".act-button").click()
    page.locator("#line").fill("Soup today @me")
    page.locator("#quick .button").click()
    expect(page.locator("#mine .row-title")).to_have_text(["Soup"])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_line_that_can_not_be_sent_stands_there_to_be_sent_again(visit: Opening, size: Size) -> None:
    visitor = visit(size, "ja")
    sign_up(visitor)
    page = visitor.go("/tasks")
    open_line(page, size)
    visitor.context.set_offline(True)
    page.keyboard.type("箱を買う 明日")
    page.keyboard.press("Enter")
    row = page.locator(".unsent")
    expect(row).to_contain_text("箱を買う 明日")
    expect(row).to_contain_text("送れませんでした")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator("#line")).to_have_value("")
    page.keyboard.type("次の仕事")
    visitor.context.set_offline(False)
    row.get_by_role("button", name="もう一度").click()
    expect(page.locator("#mine .row-title")).to_have_text(["箱を買う"])
    expect(row).to_have_count(0)
    expect(page.locator("#line")).to_have_value("次の仕事")
