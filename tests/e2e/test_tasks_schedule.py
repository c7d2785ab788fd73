"""Bars of the timeline moved by mouse and keyboard, in a real browser."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.teams import add, found_team
from tests.e2e.test_todo import sign_up

from chabudai.table import TypedStore

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


DAY_WORDS = {"ja": r"\d+/\d+\(.\)〜\d+/\d+\(.\)", "en": r"\w{3} \d+ \w{3,4} to \w{3} \d+ \w{3,4}"}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_days_that_a_bar_would_have_stand_beside_it_while_it_is_dragged(visit: Opening, language: Language) -> None:
    visitor = visit("desktop", language)
    team = make_task(visitor)
    give_dates(visitor, team, 0, 3)
    page = visitor.go(f"{team}/schedule?view=timeline")
    bar, label = page.locator(".stretch"), page.locator(".stretch-day")
    expect(label).to_have_count(0)
    box = bar.bounding_box()
    assert box
    x, y = box["x"] + 6, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + day_width(page), y)
    expect(label).to_have_text(re.compile(DAY_WORDS[language]))
    first = label.inner_text()
    page.mouse.move(x + 2 * day_width(page), y)
    expect(label).not_to_have_text(first)
    bar_box, label_box = bar.bounding_box(), label.bounding_box()
    assert bar_box
    assert label_box
    assert label_box["x"] >= bar_box["x"] + bar_box["width"]
    page.keyboard.press("Escape")
    expect(label).to_have_count(0)
    page.mouse.move(x + 3 * day_width(page), y)
    page.mouse.up()
    expect(page.locator(".stretch.lifted")).to_have_count(0)
    assert days_of(bar) == (in_days(0), in_days(3))


def test_days_are_said_aloud_as_keys_move_a_bar_and_leaving_it_puts_it_back(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    team = make_task(visitor)
    give_dates(visitor, team, 0, 3)
    page = visitor.go(f"{team}/schedule?view=timeline")
    bar = page.locator(".stretch")
    bar.focus()
    page.keyboard.press("Space")
    said = page.locator("#live")
    expect(said).to_have_text(re.compile(DAY_WORDS["en"]))
    before = said.inner_text()
    page.keyboard.press("ArrowRight")
    expect(said).not_to_have_text(before)
    expect(page.locator(".stretch-day")).to_have_text(said.inner_text())
    page.keyboard.press("Tab")
    expect(page.locator(".stretch.lifted")).to_have_count(0)
    assert days_of(bar) == (in_days(0), in_days(3))
    bar.focus()
    for key in ("Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(bar).to_have_attribute("data-start", in_days(1))
    expect(bar).to_be_focused()


def test_an_end_is_never_dragged_before_its_start(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    team = make_task(visitor)
    give_dates(visitor, team, 0, 3)
    page = visitor.go(f"{team}/schedule?view=timeline")
    bar = page.locator(".stretch")
    drag(page, bar.locator(".stretch-end"), -8 * day_width(page))
    expect(bar).to_have_attribute("data-end", in_days(0))
    assert days_of(bar) == (in_days(0), in_days(0))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_names_of_bars_are_seen_whole_or_clipped_and_lie_over_nothing(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "ja")
    team = found_team(household_store, visitor)
    spans: list[tuple[int | None, int | None]] = [(-30, 90), (0, 0), (30, 31), (None, 29), (-7, -7), (0, 20), (-9, 2)]
    for start, end in spans:
        dates = {"start": start, "end": end}
        given = {name: in_days(by) for name, by in dates.items() if by is not None}
        for title in ("買う", "もちつき大会の案内を町内の全部の家に配ってまわる", "W" * 90):
            add(team, title, **given)
    page = visitor.go(f"/tasks/{team.team_id}/schedule?view=timeline")
    expect(page.locator(".timeline-row")).to_have_count(3 * len(spans))
    faults = page.locator(".timeline-sheet").evaluate(
        """sheet => {
          const edge = sheet.getBoundingClientRect();
          return [...sheet.querySelectorAll(".timeline-row")].flatMap((row) => {
            const bar = row.querySelector(".stretch").getBoundingClientRect();
            const name = row.querySelector(".stretch-name");
            const text = row.querySelector(".clip").getBoundingClientRect();
            const isIn = text.left >= bar.left - 1 && text.right <= bar.right + 1;
            const isBeside = text.left >= bar.right || text.right <= bar.left;
            if (text.width < 20 || text.left < edge.left || text.right > edge.right) return ["cut " + row.textContent];
            return (name ? isBeside : isIn) ? [] : ["over " + row.textContent];
          });
        }"""
    )
    assert faults == []
