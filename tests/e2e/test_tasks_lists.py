"""The list on a phone, and what stands around all pages of the tasks: one sheet of filters, a small bar, one rail."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Language, Opening
from tests.e2e.teams import add, found_team, wait_for_status

from chabudai.apps.tasks import tags, tasks
from chabudai.table import TypedStore

PAGES = (
    "/tasks",
    "/tasks/{team}/board",
    "/tasks/{team}/list",
    "/tasks/{team}/schedule",
    "/tasks/{team}/overview",
    "/tasks/{team}/settings",
    "/tasks/{team}/trash",
    "/tasks/{team}/files",
    "/tasks/{team}/task/{task}",
    "/tasks/{team}/add",
    "/tasks/notices",
    "/tasks/teams",
)


def test_the_rail_is_the_same_on_all_pages(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    seen = {}
    for path in PAGES:
        page = visitor.go(path.format(team=team.team_id, task=task_id))
        places = "all => all.map((each) => [each.textContent.trim(), each.getBoundingClientRect().top])"
        seen[path] = page.locator(".rail .act-button, .rail .tab").evaluate_all(places)
    assert len(seen["/tasks"]) == 6
    assert {path: rail for path, rail in seen.items() if rail != seen["/tasks"]} == {}


def test_on_a_phone_filters_are_chips_and_the_order_is_a_sheet(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    tag = tags.add(team, name="会場").tag_id
    add(team, "一つ", start=team.today(), tags=[tag])
    add(team, "二つ", start=team.today() + timedelta(days=1), status="done", tags=[tag])
    add(team, "三つ", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list")
    first = page.locator("#rows .row").first.bounding_box()
    assert first
    assert first["y"] <= 320
    page.get_by_role("button", name="完了").tap()
    expect(page.locator("#rows .row-title")).to_have_count(3)
    page.get_by_role("link", name="会場").tap()
    expect(page.locator("#rows .row-title")).to_have_text(["一つ", "二つ"])
    sheet = page.locator(".filter-sheet")
    sheet.locator("summary").tap()
    sheet.get_by_role("link", name="開始が遅い順").tap()
    expect(page.locator("#rows .row-title")).to_have_text(["二つ", "一つ"])
    page.touchscreen.tap(195, 100)  # beside it
    expect(sheet.locator(".menu-panel")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_is_selected_changes_by_a_bar_of_one_line(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("phone", language)
    team = found_team(household_store, visitor)
    ids = [add(team, title, start=team.today()) for title in ("One", "Two")]
    page = visitor.go(f"/tasks/{team.team_id}/list?select=1")
    bar = page.locator(".several")
    box = bar.bounding_box()
    assert box
    assert box["height"] < 70
    named = "all => all.filter((each) => !(each.getAttribute('aria-label') || each.innerText).trim()).length"
    assert bar.locator("> button, summary").evaluate_all(named) == 0
    for mark in page.get_by_role("checkbox").all():
        mark.check()
    bar.locator("summary").first.tap()
    bar.get_by_role("button", name={"ja": "進行中", "en": "In progress"}[language]).tap()
    said = {"ja": "2件を進行中にしました。", "en": "Moved 2 tasks to In progress."}[language]
    expect(page.locator(".toast p")).to_have_text(said)
    for task_id in ids:
        wait_for_status(page, team, task_id, "doing")


def test_days_and_people_are_chosen_for_several_at_once(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list?select=1")
    for menu, item in (("Due", "Tomorrow"), ("Assignee", "Sakura")):
        page.get_by_role("checkbox").first.check()
        page.locator(".several summary", has_text=menu).click()
        page.locator(".several").get_by_role("button", name=item).click()
        expect(page.locator(".toast")).to_contain_text("1 task")
        page.locator(".toast [data-close]").click()
        page.get_by_role("link", name="Select").click()
        expect(page.locator(".several")).to_be_visible()
    found = tasks.find_task(team, task_id)
    assert (found.end, found.assignee) == (team.today() + timedelta(days=1), team.user_id)


def test_the_dialog_for_a_due_date_names_its_task(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    for title in ("One", "Two"):
        add(team, title, assignee=team.user_id)
    page = visitor.go("/tasks")
    page.locator("a.row-title", has_text="Two").focus()
    page.keyboard.press("d")
    expect(page.locator("#put-off")).to_be_visible()
    expect(page.locator("#put-off-task")).to_have_text("Two")


def test_a_search_finds_what_is_done_and_what_has_no_date(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "ja")
    team = found_team(household_store, visitor)
    add(team, "もち米を買う")
    add(team, "もちを丸める", status="done", end=team.today())
    add(team, "うすを洗う", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list?status=doing")
    page.locator("form.search input[type=search]").fill("もち")
    expect(page.locator("#rows .row-title")).to_have_count(2)
    expect(page.locator("#count")).to_contain_text("2件・「もち」・すべて")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("status=doing$"))


def test_a_tag_that_is_tapped_stays_under_the_pointer(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    for name in ("Money", "Food", "People", "Rain", "Venue"):
        tags.add(team, name=name)
    add(team, "One", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list")
    chips = page.locator(".filters [aria-label=Tags] .chip")
    order = chips.all_inner_texts()
    places = "all => all.map((each) => each.getBoundingClientRect().left)"
    before = chips.evaluate_all(places)
    for name in ("Venue", "Rain"):
        chips.filter(has_text=name).click()
        expect(chips.filter(has_text=name)).to_have_attribute("aria-current", "true")
        assert chips.all_inner_texts() == order
        assert chips.evaluate_all(places) == pytest.approx(before, abs=12)  # what is chosen is a little bolder
    expect(page.locator(".filters .match")).to_be_visible()


BOX = "element => element.getBoundingClientRect().toJSON()"


@pytest.mark.parametrize(("width", "lines"), [(320, 2), (390, 1)])
def test_on_a_phone_english_rows_leave_their_width_to_titles_and_dates(
    visit: Opening, household_store: TypedStore, width: int, lines: int
) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    day = team.today() - timedelta(days=12)
    title = "Ask the neighbours about their big steamer"
    add(team, title, start=day, end=day, priority="high", assignee=team.user_id)
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 844})
    visitor.go(f"/tasks/{team.team_id}/list")
    row = page.locator(".task-row")
    expect(row.locator("summary, .icon-button").locator("visible=true")).to_have_count(0)
    body, late, avatar = (row.locator(name).evaluate(BOX) for name in (".row-body", ".bits > .late", ".avatar"))
    assert body["width"] >= width - 140  # beside a ring and a face
    assert late["height"] < lines * 24  # how late, and since when
    assert late["x"] + late["width"] <= avatar["x"]
    assert avatar["x"] + avatar["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1000, 1280])
def test_a_tag_as_long_as_may_be_stays_within_its_card_and_row(
    visit: Opening, household_store: TypedStore, width: int
) -> None:
    visitor = visit("phone" if width == 390 else "desktop", "ja")
    team = found_team(household_store, visitor)
    tag = tags.add(team, name="実行委員会連絡調整担当会場設営備品管理班").tag_id
    task_id = add(team, "一つ", start=team.today(), tags=[tag], assignee=team.user_id)
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 844})
    open_task = f"?task={task_id}" if width > 900 else ""
    for place, row in (("board", ".task-card[id]"), ("list", ".task-row")):
        visitor.go(f"/tasks/{team.team_id}/{place}{open_task}")
        page.wait_for_selector("#task-name" if open_task else row)
        edges = """row => [...row.querySelectorAll(".bits .bit")].map((each) => each.getBoundingClientRect().right)"""
        nearest = """row => Math.min(...[...row.querySelectorAll(".avatar")].map((each) => each.getBoundingClientRect())
            .filter((each) => each.width).map((each) => each.left), row.getBoundingClientRect().right)"""
        found = page.locator(row, has_text="一つ").first
        assert max(found.evaluate(edges)) <= found.evaluate(nearest), (place, width)
