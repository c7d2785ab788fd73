"""Bars of the timeline moved by mouse and keyboard, in a real browser."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Opening, Visitor
from tests.e2e.test_todo import sign_up

TITLE = "Borrow the mortar"


def make_task(visitor: Visitor, **fields: str) -> str:
    """A new person's first task, in their first team; the team's path."""
    sign_up(visitor)
    page = visitor.go("/tasks")
    link = page.locator("nav.tabs a[href$='/list']").get_attribute("href")
    assert link
    team = link.removesuffix("/list")
    send(visitor, f"{team}/add", {"line": f"{TITLE} @me", "next": f"{team}/list", **fields})
    return team


def send(visitor: Visitor, path: str, fields: dict[str, str]) -> None:
    guard = re.search(r'name="_csrf" value="([^"]+)"', visitor.context.request.get("/tasks").text())
    assert guard
    answer = visitor.context.request.post(path, form={"_csrf": guard[1], **fields})
    assert answer.ok, answer.text()


def give_dates(visitor: Visitor, team: str, start: int, end: int) -> None:
    page = visitor.go("/tasks")
    task = page.locator("[data-task]").get_attribute("data-task")
    assert task
    values = {"id": task, "start": in_days(start), "end": in_days(end), "seen_start": "", "seen_end": ""}
    send(visitor, f"{team}/dates", values)


def in_days(number: int) -> str:
    return (datetime.now(ZoneInfo("Asia/Tokyo")).date() + timedelta(days=number)).isoformat()


def days_of(bar: Locator) -> tuple[str | None, str | None]:
    return bar.get_attribute("data-start"), bar.get_attribute("data-end")


def day_width(page: Page) -> float:
    row = page.locator(".timeline-row").first.bounding_box()
    assert row
    return (row["width"] - 24) / 42


def drag(page: Page, part: Locator, by: float) -> None:
    box = part.bounding_box()
    assert box
    x, y = box["x"] + min(6, box["width"] / 2), box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by / 2, y)
    page.mouse.move(x + by, y)
    page.mouse.up()


def test_a_bar_is_dragged_whole_and_by_its_end_and_taken_back(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    team = make_task(visitor)
    give_dates(visitor, team, 0, 3)
    page = visitor.go(f"{team}/schedule?view=timeline")
    bar = page.locator(".stretch")
    drag(page, bar, 2 * day_width(page))
    expect(bar).to_have_attribute("data-start", in_days(2))
    assert days_of(bar) == (in_days(2), in_days(5))
    drag(page, bar.locator(".stretch-end"), 3 * day_width(page))
    expect(bar).to_have_attribute("data-end", in_days(8))
    assert days_of(bar) == (in_days(2), in_days(8))
    page.locator(".toast .undo").last.click()
    expect(bar).to_have_attribute("data-end", in_days(5))


def test_a_bar_is_moved_by_keys_and_escape_leaves_it(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    team = make_task(visitor)
    give_dates(visitor, team, 0, 3)
    page = visitor.go(f"{team}/schedule?view=timeline")
    bar = page.locator(".stretch")
    bar.focus()
    for key in ("Space", "ArrowRight", "Escape"):
        page.keyboard.press(key)
    assert days_of(bar) == (in_days(0), in_days(3))
    for key in ("Space", "Shift+ArrowRight", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(bar).to_have_attribute("data-start", in_days(6))
