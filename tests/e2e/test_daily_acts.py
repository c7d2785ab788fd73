"""What is done every day never trips: one toast, rows that stay, focus that follows, requests that are not lost."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.test_todo import add, expect_titles, sign_up

ROWS = "#list .row-title"
MANY = 40
TOO_LONG = "long " * 60


def _list(visitor: Visitor, *lines: str) -> Page:
    """A new person's list, the first line lowest."""
    sign_up(visitor)
    page = visitor.go("/todo")
    for number, line in enumerate(lines, start=1):
        add(page, line)
        expect(page.locator(ROWS)).to_have_count(number)
    return page


def _long_list(visitor: Visitor, folder: Path) -> Page:
    """So many todos that "more" has to be pressed, and was."""
    file = folder / "todo.txt"
    file.write_text("".join(f"Todo {number:02}\n" for number in range(MANY)))
    sign_up(visitor)
    page = visitor.go("/todo/files")
    page.locator("[name=file]").set_input_files(file)
    page.locator("main form button").first.click()
    expect(page.locator("#report")).to_be_visible()
    page.goto("/todo")
    page.get_by_role("link", name="Show more").click()
    expect(page.locator(ROWS)).to_have_count(MANY)
    return page


def _row(page: Page, title: str) -> Locator:
    return page.locator("#list .row", has_text=title)


def _tick(page: Page, title: str) -> Locator:
    return _row(page, title).locator("button.tick")


def _box(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None
    return box


def test_ticks_one_after_the_other_are_one_toast_and_taken_back_as_one(visit: Opening) -> None:
    page = _list(visit("phone", "ja"), "一つ", "二つ", "三つ", "四つ")
    for title in ("一つ", "二つ", "三つ"):
        _tick(page, title).tap()
    expect(page.locator(".toast")).to_have_count(1)
    expect(page.locator(".toast")).to_contain_text("3件を完了しました。")
    expect(page.locator(ROWS)).to_have_text(["四つ"])
    page.locator(".toast .undo").tap()
    expect(page.locator(ROWS)).to_have_text(["四つ", "三つ", "二つ", "一つ"])
    expect(page.locator(".toast")).to_have_count(1)


def test_ticks_join_without_scripts_too(visit: Opening) -> None:
    visitor = visit("phone", "en", scripts=False)
    sign_up(visitor)
    page = visitor.go("/todo")
    for number, line in enumerate(("One", "Two"), start=1):
        add(page, line)
        expect(page.locator(ROWS)).to_have_count(number)
    _tick(page, "One").click()
    expect_titles(page, "Two")
    _tick(page, "Two").click()
    expect(page.locator(".toast")).to_contain_text("Marked 2 as done.")
    page.locator(".toast .undo").click()
    expect_titles(page, "Two", "One")


def test_a_plain_add_is_answered_by_its_row_alone(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "Buy milk")
    expect(page.locator(".toast")).to_have_count(0)
    page.goto("/todo?view=done")
    add(page, "Seen elsewhere")
    expect(page.locator(".toast")).to_contain_text("Added “Seen elsewhere”.")


def test_a_ticked_row_stays_where_it_was_tapped_for_a_second(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two", "Three")
    below = _box(_row(page, "One"))["y"]
    with page.expect_response("**/todo"):
        _tick(page, "Two").tap()
    page.wait_for_timeout(300)
    expect(_tick(page, "Two")).to_have_attribute("aria-pressed", "true")
    assert _box(_row(page, "One"))["y"] == below
    expect(page.locator(ROWS)).to_have_text(["Three", "One"])


def test_a_second_tap_takes_it_back_and_a_nervous_one_does_nothing(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two")
    _tick(page, "One").tap()
    page.wait_for_timeout(400)
    _tick(page, "One").tap()
    expect(page.locator(".toast")).to_contain_text("is back on the list")
    expect(_tick(page, "One")).to_have_attribute("aria-pressed", "false")
    page.goto("/todo")
    expect_titles(page, "Two", "One")
    _tick(page, "Two").dblclick()
    expect(page.locator(ROWS)).to_have_text(["One"])


def test_what_does_not_work_is_turned_back_and_told_without_a_tick_mark(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = _list(visitor, "One")
    visitor.context.set_offline(True)
    _tick(page, "One").tap()
    fault = page.locator(".toast[data-kind=fault]")
    expect(fault).to_contain_text("You're offline.")
    expect(_tick(page, "One")).to_have_attribute("aria-pressed", "false")
    mark = page.evaluate("document.querySelector('#toast-done').content.querySelector('.icon').innerHTML")
    assert fault.locator(".icon").first.inner_html() != mark
    visitor.context.set_offline(False)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_toast_covers_nothing_that_is_tapped_next(visit: Opening, size: Size) -> None:
    page = _list(visit(size, "en"), "One", "Two")
    _tick(page, "One").click()
    toast = _box(page.locator(".toast"))
    for part in (".act-button", ".tabs"):
        assert not _overlap(toast, _box(page.locator(part))), part
    if size == "desktop":
        assert toast["x"] + toast["width"] > 1280 - 60
    else:
        assert toast["y"] + toast["height"] <= _box(page.locator(".tabs"))["y"]


LONG_NAMES = {
    "ja": "毎週 燃えるごみと古紙と段ボールを出して箱を洗って乾かす",
    "en": "every week Take out the rubbish, the paper and the bottles",
}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_toast_has_three_lines_at_most_beside_the_round_button(visit: Opening, language: Language) -> None:
    page = _list(visit("phone", language), LONG_NAMES[language])
    page.locator("button.tick").tap()
    sentence = page.locator(".toast p")
    expect(sentence).to_be_visible()
    assert _lines(sentence) <= 3
    page.locator("#list .row summary").tap()
    page.locator("#list .row .menu-item").last.tap()
    expect(sentence).to_contain_text("…")
    assert _lines(sentence) <= 3


def test_a_toast_gives_way_to_an_editor_that_opens(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two")
    _tick(page, "Two").tap()
    expect(page.locator(".toast")).to_be_visible()
    _row(page, "One").locator(".row-title").tap()
    expect(page.locator("[data-editor] [name=title]")).to_be_focused()
    expect(page.locator(".toast")).to_have_count(0, timeout=2000)


def test_an_editor_takes_the_focus_gives_it_back_and_closes_with_escape(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One", "Two")
    _row(page, "One").locator(".row-title").click()
    expect(page.locator("[data-editor] [name=title]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-editor]")).to_have_count(0)
    expect(_row(page, "One").locator(".row-title")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("[data-editor] [name=title]").fill("One more")
    page.keyboard.press("Enter")
    expect(_row(page, "One more").locator(".row-title")).to_be_focused()


def test_what_is_wrong_stands_in_the_editor_beside_its_field(visit: Opening) -> None:
    page = _list(visit("phone", "ja"), "一つ")
    _row(page, "一つ").locator(".row-title").tap()
    page.locator("[data-editor] [name=title]").fill("")
    page.keyboard.press("Enter")
    title = page.locator("[data-editor] [name=title]")
    expect(title).to_have_attribute("aria-invalid", "true")
    expect(title).to_be_focused()
    expect(title).to_have_accessible_description(re.compile("入力してください"))
    page.keyboard.press("Escape")
    expect_titles(page, "一つ")


def test_an_editor_stays_open_while_the_list_around_it_changes(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two")
    _tick(page, "Two").tap()
    _row(page, "One").locator(".row-title").tap()
    page.locator("[data-editor] [name=title]").fill("One and a half")
    page.wait_for_timeout(1500)
    expect(page.locator("[data-editor] [name=title]")).to_have_value("One and a half")
    page.locator("[data-editor] [name=title]").press("Enter")
    expect(page.locator(ROWS)).to_have_text(["One and a half"])


def test_what_more_loaded_stays_after_an_edit_and_a_tick(visit: Opening, tmp_path: Path) -> None:
    page = _long_list(visit("desktop", "en"), tmp_path)
    last = page.locator(ROWS).nth(MANY - 3)
    last.click()
    page.locator("[data-editor] [name=title]").fill("Changed far below")
    page.keyboard.press("Enter")
    expect(_row(page, "Changed far below").locator(".row-title")).to_be_focused()
    expect(page.locator(ROWS)).to_have_count(MANY)
    _tick(page, "Changed far below").click()
    expect(page.locator(ROWS)).to_have_count(MANY - 1)
    page.locator(".toast .undo").click()
    expect(page.locator(ROWS)).to_have_count(MANY)


def test_the_latest_request_wins(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One")
    held: list[Route] = []
    given_up: list[str] = []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    page.route(re.compile(r"view=done"), lambda route: held.append(route))
    views = page.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Done", exact=True).click()
    views.get_by_role("link", name="Today").click()
    expect(page.locator("#list")).to_contain_text("Nothing due today")
    assert [url.endswith("view=done") for url in given_up] == [True]
    expect(views.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")
    expect(page).to_have_url(re.compile("view=today"))


def test_a_busy_form_swallows_nothing_that_is_sent_or_typed_meanwhile(visit: Opening) -> None:
    page = _list(visit("desktop", "en"))
    page.route("**/todo/add", _slowly)
    for line in ("One", "Two", "Three"):
        page.keyboard.press("n") if line == "One" else None
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.type("half a th")
    expect(page.locator(ROWS)).to_have_text(["Three", "Two", "One"])
    expect(page.locator("#line")).to_have_value("half a th")


def test_lines_on_a_slow_line_come_one_by_one(visit: Opening) -> None:
    page = _list(visit("desktop", "en"))
    held: list[Route] = []
    page.route("**/todo/add", lambda route: held.append(route))
    lines = ["One", "Two", "Three"]
    for line in lines:
        add(page, line)
    for number in range(1, 4):
        page.wait_for_timeout(300)
        held.pop().continue_()
        expect(page.locator(ROWS)).to_have_text(lines[:number][::-1])
    expect(page.locator("#line")).to_be_focused()


def test_enter_once_more_sends_nothing_and_loses_nothing(visit: Opening) -> None:
    page = _list(visit("desktop", "en"))
    page.route("**/todo/add", _slowly)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/todo/add") else None)
    page.keyboard.press("n")
    page.keyboard.type("slow one")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("typed while waiting")
    expect(page.locator(ROWS)).to_have_text(["slow one"])
    expect(page.locator("#line")).to_have_value("typed while waiting")
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#quick .error")).to_have_count(0)
    assert len(sent) == 1


def test_a_refused_line_leaves_what_came_before_and_what_is_typed_since(visit: Opening) -> None:
    page = _list(visit("desktop", "en"))
    page.route("**/todo/add", _slowly)
    for line in ("First", TOO_LONG):
        add(page, line)
    page.keyboard.type("half a th")
    expect(page.locator(".toast[data-kind=fault]")).to_contain_text("Use up to")
    expect(page.locator(ROWS)).to_have_text(["First"])
    expect(page.locator("#line")).to_have_value("half a th")
    expect(page.locator("#line")).to_be_focused()


def test_what_is_typed_in_an_editor_while_it_is_refused_stays(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One")
    page.route("**/todo/edit", lambda route: _slowly(route))
    page.locator(ROWS).click()
    editor = page.locator("[data-editor]")
    editor.get_by_label("Title").fill("")
    editor.get_by_label("Title").press("Enter")
    editor.get_by_label("Notes").fill("written meanwhile")
    expect(editor.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    expect(editor.get_by_label("Notes")).to_have_value("written meanwhile")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_moves_while_a_line_is_typed(visit: Opening, size: Size) -> None:
    page = _list(visit(size, "en"), "One")
    parts = [page.locator("#line"), page.locator("#views"), _row(page, "One")]
    places = [_box(part) for part in parts]
    chips = page.locator("#words .chip")
    page.locator("#line").press_sequentially("Dentist tomorrow 10:00 every week !high #health")
    expect(chips).to_have_count(5)
    assert [_box(part) for part in parts] == places
    last, bar = _box(chips.last), _box(page.locator(".bar"))
    assert bar["y"] + bar["height"] <= last["y"]
    assert last["y"] + last["height"] <= places[0]["y"]
    assert last["x"] + last["width"] <= page.evaluate("innerWidth")
    chips.last.click()
    expect(chips.last).to_have_attribute("aria-pressed", "false")
    assert [_box(part) for part in parts] == places


def test_a_line_that_can_not_be_stands_corrected_beside_its_field(visit: Opening) -> None:
    page = _list(visit("phone", "ja"))
    add(page, TOO_LONG)
    expect(page.locator("#line")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#line")).to_have_value(TOO_LONG)
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#line")).to_have_accessible_description(re.compile("[ぁ-ん]"))
    add(page, "牛乳")
    expect(page.locator(ROWS)).to_have_text(["牛乳"])
    expect(page.locator("#quick .error")).to_have_count(0)


def test_a_second_editor_closes_the_first_unless_something_was_typed_in_it(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "First", "Second", "Third")
    editors = page.locator("[data-editor]")
    page.locator(ROWS, has_text="First").click()
    expect(editors.get_by_label("Title")).to_have_value("First")
    page.locator(ROWS, has_text="Second").click()
    expect(editors.get_by_label("Title")).to_have_value("Second")
    expect(page.locator(ROWS)).to_have_text(["Third", "First"])
    editors.get_by_label("Notes").fill("half a thought")
    page.locator(ROWS, has_text="Third").click()
    expect(editors).to_have_count(2)
    expect(editors.nth(1).get_by_label("Notes")).to_have_value("half a thought")
    for number in range(2):
        editors.nth(number).locator("label", has_text="Notes").click()
        expect(editors.nth(number).get_by_label("Notes")).to_be_focused()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.getAttribute('id'))")
    assert len(ids) == len(set(ids))


def test_an_error_goes_as_it_is_put_right_and_the_form_that_was_sent_has_the_focus(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "One")
    add(page, TOO_LONG)
    expect(page.locator("#quick .error")).to_be_visible()
    page.get_by_role("link", name="One", exact=True).click()
    editor = page.locator("[data-editor]")
    editor.get_by_label("Title").fill("")
    editor.get_by_role("button", name="Save").click()
    expect(editor.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    expect(editor.get_by_label("Title")).to_be_focused()
    page.locator("#line").press("T")
    expect(page.locator("#quick .error")).to_have_count(0)
    expect(page.locator("#line")).not_to_have_attribute("aria-invalid", "true")
    expect(editor.locator(".error")).to_have_count(1)


def test_a_search_comes_while_one_types_and_says_what_it_found(visit: Opening) -> None:
    page = _list(visit("desktop", "en"), "Buy milk", "Buy bread", "Call Ken")
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("buy", delay=40)
    expect(page.locator(".found")).to_contain_text("2 results for “buy”")
    expect(page.locator("[name=q]")).to_be_focused()
    page.get_by_role("link", name="Clear search").click()
    expect(page.locator(ROWS)).to_have_count(3)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_search_that_is_cleared_leaves_no_word_behind(visit: Opening, size: Size) -> None:
    page = _list(visit(size, "en"), "Buy milk", "Call Ken")
    box = page.locator("[name=q]")
    for word in ("buy", "ken"):
        box.click()
        page.keyboard.type(word, delay=40)
        expect(page.locator(".found")).to_contain_text(f"1 result for “{word}”")
        page.get_by_role("link", name="Clear search").click()
        expect(page.locator(ROWS)).to_have_count(2)
        expect(box).to_have_value("")
    page.go_back()
    expect(box).to_have_value("ken")


@pytest.mark.parametrize("keys", [["Escape"], ["Backspace"] * 3, ["Control+a", "Delete", "Enter"]])
def test_a_search_box_that_is_emptied_goes_back_to_the_view_it_was_opened_in(visit: Opening, keys: list[str]) -> None:
    page = _list(visit("desktop", "en"), "Buy milk today", "Buy bread", "Call Ken")
    page.get_by_role("link", name="Today").click()
    expect(page.locator(ROWS)).to_have_text(["Buy milk"])
    page.locator("[name=q]").click()
    page.keyboard.type("buy", delay=40)
    expect(page.locator(ROWS)).to_have_count(2)
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(ROWS)).to_have_text(["Buy milk"])
    expect(page).to_have_url(re.compile(r"/todo\?view=today$"))
    expect(page.locator("[name=q]")).to_have_value("")


def test_a_row_s_rare_acts_are_in_its_menu(visit: Opening) -> None:
    page = _list(visit("phone", "en"), "One", "Two")
    _row(page, "Two").locator("summary").tap()
    _row(page, "Two").get_by_role("button", name="Move to trash").tap()
    expect(page.locator(ROWS)).to_have_text(["One"])
    expect(page.locator(".toast")).to_contain_text("Moved “Two” to trash.")


def _lines(sentence: Locator) -> int:
    lines: int = sentence.evaluate(
        """p => { const inside = document.createRange();
        inside.selectNodeContents(p);
        return new Set([...inside.getClientRects()].map((line) => Math.round(line.top))).size }"""
    )
    return lines


def _slowly(route: Route) -> None:
    route.request.frame.page.wait_for_timeout(250)
    route.continue_()


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    is_beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return not (is_beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])
