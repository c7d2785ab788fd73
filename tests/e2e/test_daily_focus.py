"""Where the keyboard and the eye are after an act: on what was done, on its neighbour, on what is wrong."""

import re

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


def test_a_row_that_was_edited_is_seen_again(visit: Opening) -> None:
    page = _list(visit("phone", "en"), *(f"Todo {number}" for number in range(12)))
    _title(page, "Todo 5").tap()
    steps = page.get_by_label(re.compile(r"^Step \d+$"))
    steps.last.scroll_into_view_if_needed()
    steps.last.fill("At the very end")
    page.locator("[data-editor]").get_by_role("button", name="Save").tap()
    expect(_title(page, "Todo 5")).to_be_focused()
    expect(_title(page, "Todo 5")).to_be_in_viewport()


def test_the_last_row_can_be_scrolled_free_of_the_round_button(visit: Opening) -> None:
    page = _list(visit("phone", "en"), *(f"Todo {number}" for number in range(12)))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(200)
    page.evaluate("scrollBy(0, -15)")
    expect(page.locator(".act-button")).to_be_in_viewport()
    last, button = page.locator("#list .row").last.bounding_box(), page.locator(".act-button").bounding_box()
    assert last is not None
    assert button is not None
    assert last["y"] + last["height"] <= button["y"]


def test_a_step_that_is_too_long_is_named_and_has_the_focus(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One")
    _title(page, "One").tap()
    page.get_by_label("Step 1", exact=True).fill("short")
    page.get_by_label("Step 2", exact=True).fill("x" * 201)
    page.locator("[data-editor]").get_by_role("button", name="Save").tap()
    wrong = page.get_by_label("Step 2", exact=True)
    expect(wrong).to_be_focused()
    expect(wrong).to_have_accessible_description("Step 2: use up to 200 characters.")


def test_what_is_done_to_several_leaves_the_selecting_in_the_address_too(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two")
    page.get_by_role("link", name="Select", exact=True).tap()
    page.locator("[name=marked]").first.check()
    page.get_by_role("button", name="Change due date").click()
    expect(page.locator(".several")).to_have_count(0)
    expect(page).to_have_url(re.compile("/todo$"))
    expect(page.locator(".act-button")).to_be_in_viewport()


def test_a_head_of_errors_forgets_each_as_its_field_is_put_right(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One")
    _title(page, "One").click()
    editor = page.locator("[data-editor]")
    editor.get_by_label("Title").fill("")
    editor.get_by_label("Step 1", exact=True).fill("x" * 201)
    editor.get_by_role("button", name="Save").click()
    lines = editor.locator(".summary-box li")
    expect(lines).to_have_count(2)
    editor.get_by_label("Title").fill("One again")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Steps")
    editor.get_by_label("Step 1", exact=True).fill("short")
    expect(editor.locator(".summary-box")).to_have_count(0)


def test_undo_leads_to_what_came_back_or_was_changed_back(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One", "Two", "Three")
    _title(page, "Two").focus()
    page.keyboard.press("d")
    expect(page.locator(ROWS)).to_have_text(["Three", "One"])
    expect(_title(page, "One")).to_be_focused()
    page.locator(".toast .undo").focus()
    page.keyboard.press("Enter")
    expect(_title(page, "Two")).to_be_focused()
    page.keyboard.press("e")
    page.locator("[data-editor] [name=title]").fill("Two more")
    page.keyboard.press("Enter")
    expect(_title(page, "Two more")).to_be_focused()
    page.locator(".toast .undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_text(["Three", "Two", "One"])
    expect(_title(page, "Two")).to_be_focused()


def test_a_chip_and_a_button_that_are_shown_anew_keep_the_focus(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One !low", "Two")
    chip = page.get_by_role("link", name="Low", exact=True)
    for count in (1, 2):
        chip.focus()
        page.keyboard.press("Enter")
        expect(page.locator(ROWS)).to_have_count(count)
        expect(chip).to_be_focused()
    page.goto("/todo/settings")
    button = page.get_by_role("button", name="Save settings")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    expect(button).to_be_focused()


def test_what_is_restored_from_the_trash_hands_the_focus_to_its_neighbour(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One", "Two", "Three")
    for title in ("One", "Two"):
        _title(page, title).focus()
        page.keyboard.press("d")
        expect(_title(page, title)).to_have_count(0)
    page.goto("/todo?view=trash")
    expect(page.locator(ROWS)).to_have_count(2)
    page.get_by_role("button", name="Restore").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator("#list .row :focus")).to_have_count(1)
    page.get_by_role("button", name="Restore").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".empty")).to_be_visible()
    expect(page.locator("#list :focus")).to_have_count(1)


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
