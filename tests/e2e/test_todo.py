"""A person's day with todos, in a real browser: with scripts, without them, by keyboard, in two tabs."""

import re
import secrets

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Size, Visitor

PASSWORD = "a calm evening at the table"


def sign_up(visitor: Visitor) -> str:
    """A new person, with nothing to do yet; their form is sent without a page, which takes less than half as long."""
    name = f"p{secrets.token_hex(5)}"
    request = visitor.context.request
    guard = re.search(r'name="_csrf" value="([^"]+)"', request.get("/sign-up").text())
    assert guard
    fields = {"_csrf": guard[1], "username": name, "email": f"{name}@example.jp", "password": PASSWORD}
    answer = request.post("/sign-up", form=fields)
    assert answer.ok, answer.text()
    assert "/sign-up" not in answer.url
    return name


def sign_in(visitor: Visitor, name: str) -> None:
    """Somebody who is signed up, at a device of theirs."""
    request = visitor.context.request
    guard = re.search(r'name="_csrf" value="([^"]+)"', request.get("/sign-in").text())
    assert guard
    answer = request.post("/sign-in", form={"_csrf": guard[1], "login": name, "password": PASSWORD})
    assert answer.ok
    assert "/sign-in" not in answer.url


def add(page: Page, line: str) -> None:
    page.locator("#line").fill(line)
    page.locator("#line").press("Enter")


def expect_titles(page: Page, *titles: str) -> None:
    """Waits for them: after a click the page may still be on its way, also without scripts."""
    expect(page.locator("#list .row-title")).to_have_text(titles)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_line_is_added_ticked_taken_back_and_thrown_away(visit: Opening, size: Size) -> None:
    visitor = visit(size, "en")
    sign_up(visitor)
    page = visitor.go("/todo")
    expect(page.locator("#list .empty")).to_be_visible()
    add(page, "Buy milk tomorrow !high")
    expect(page.locator("#list .row-title")).to_have_text(["Buy milk"])
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator("#line")).to_be_focused()
    add(page, "Water the plants")
    expect(page.locator("#list .row-title")).to_have_count(2)
    page.locator(".row", has_text="Buy milk").locator("button.tick").click()
    expect(page.locator("#list .row-title")).to_have_text(["Water the plants"])
    page.locator(".toast .undo").last.click()
    expect(page.locator("#list .row-title")).to_have_count(2)
    page.locator(".row", has_text="Water the plants").locator("summary").click()
    page.locator(".row", has_text="Water the plants").get_by_role("button", name="Move to trash").click()
    expect(page.locator("#list .row-title")).to_have_text(["Buy milk"])
    page.goto("/todo?view=trash")
    page.locator("button[formaction='/todo/restore']").click()
    expect(page.locator("#list .row-title")).to_have_count(0)
    page.goto("/todo")
    expect(page.locator("#list .row-title")).to_have_count(2)
    for title in ("Buy milk", "Water the plants"):
        expect(page.locator("#list .row-title", has_text=title)).to_have_count(1)


def test_all_of_it_works_without_scripts(visit: Opening) -> None:
    visitor = visit("phone", "ja", scripts=False)
    sign_up(visitor)
    page = visitor.go("/todo")
    add(page, "明日 歯医者 !高 #健康")
    expect_titles(page, "歯医者")
    expect(page.locator("#list")).to_contain_text("健康")
    page.locator("button.tick").click()
    expect_titles(page)
    page.goto("/todo?view=done")
    expect_titles(page, "歯医者")
    page.locator("button.tick").click()
    expect_titles(page)
    page.goto("/todo")
    page.locator("#list .row-title").click()
    page.locator("main [name=title]").fill("歯医者に電話")
    page.locator("main [name=title]").press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    page.goto("/todo")
    expect_titles(page, "歯医者に電話")


def test_two_tabs_that_change_different_fields_both_win(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/todo")
    add(page, "Write the letter")
    expect(page.locator("#list .row-title")).to_have_count(1)
    link = page.locator("#list .row-title").get_attribute("href")
    assert link
    other = visitor.context.new_page()
    page.goto(link)
    other.goto(link)
    page.locator("main [name=title]").fill("Write the long letter")
    other.locator("main [name=description]").fill("to grandmother")
    page.locator("main form:has([name=title]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/todo/edit" not in url)
    other.locator("main form:has([name=title]) button[type=submit]").first.click()
    other.wait_for_url(lambda url: "/todo/edit" not in url)
    page.goto(link)
    expect(page.locator("main [name=title]")).to_have_value("Write the long letter")
    expect(page.locator("main [name=description]")).to_have_value("to grandmother")


def test_keys_do_what_the_help_says(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/todo")
    for line in ("One", "Two"):
        add(page, line)
        expect(page.locator("#list .row-title", has_text=line)).to_be_visible()
    page.goto("/todo")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator("#list .row-title")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("[name=q]")).to_be_focused()
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_words_that_are_given_up_while_they_arrive_are_no_fault(visit: Opening) -> None:
    visitor = visit("phone", "en")
    sign_up(visitor)
    page = visitor.go("/todo")
    page.evaluate(
        """() => {
            window.asked = 0;
            window.fetch = async (_, { signal }) => {
                asked += 1;
                const endless = { start: (body) => signal.addEventListener("abort", () => body.error(signal.reason)) };
                return new Response(new ReadableStream(endless));
            };
        }"""
    )
    for count, line in enumerate(("tea tomorrow", "tea tomorrow !high"), 1):
        page.locator("#line").fill(line)
        page.wait_for_function("count => asked === count", arg=count)
    page.wait_for_timeout(100)
    assert visitor.faults == []


def test_what_a_page_asked_the_table_is_told_at_its_foot(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/todo")
    page.locator(".drawer summary").click()
    told = page.locator(".drawer table").inner_text()
    assert re.search(r"\b3\b.*Query", told)


def test_hostile_titles_are_only_text(visit: Opening) -> None:
    visitor = visit("phone", "en")
    sign_up(visitor)
    page = visitor.go("/todo")
    hostile = ("<img src=x onerror=alert(1)>", "x" * 200, "\u202eright to left", "🙂" * 90)
    for number, line in enumerate(hostile, start=1):
        add(page, line)
        expect(page.locator("#list .row-title")).to_have_count(number)
    page.goto("/todo")
    expect(page.locator("#list .row-title")).to_have_count(4)
    expect(page.locator("#list img")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_nobody_sees_what_is_anothers(visit: Opening) -> None:
    first, second = visit("desktop", "en"), visit("desktop", "en")
    sign_up(first)
    page = first.go("/todo")
    add(page, "My secret")
    expect(page.locator("#list .row-title")).to_have_count(1)
    link = page.locator("#list .row-title").get_attribute("href")
    assert link
    sign_up(second)
    answer = second.page.goto(link)
    assert answer is not None
    assert answer.status == 404
    assert "My secret" not in second.page.content()
