"""A task beside its board or list: neither moves the other, what is typed is kept, what others do is seen around it."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.teams import add, card, found_team, join_team, open_board

from chabudai.apps.tasks import comments, tasks
from chabudai.apps.tasks.membership import Member
from chabudai.table import TypedStore

PLACES = ("/tasks/{team}/list", "/tasks")


def open_beside(page: Page, title: str) -> None:
    page.locator("a.row-title", has_text=title).first.click()
    expect(page.locator("#task #task-name")).to_have_text(title)
    expect(page.locator("#task #task-name")).to_be_focused()


def wait_for_task_script(page: Page) -> None:
    page.wait_for_function("() => [...document.scripts].some((each) => each.src.includes('/task.'))")
    expect(page.locator("#task [data-place]")).to_be_attached()


def wait_until_seen(page: Page, selector: str) -> None:
    """In the window, and covered by nothing."""
    page.wait_for_function(
        """selector => {
            const part = document.querySelector(selector)
            const { left, top, bottom } = part.getBoundingClientRect()
            const y = (top + bottom) / 2
            return y > 0 && y < innerHeight && part.contains(document.elementFromPoint(left + 4, y))
        }""",
        arg=selector,
    )


def fill_board(team: Member) -> str:
    for number in range(10):
        add(team, f"Task {number}", start=team.today() + timedelta(days=number + 1))
    return add(team, "The one", start=team.today(), description="What it was")


def test_typing_in_the_task_moves_neither_the_board_nor_its_head(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    fill_board(team)
    page = open_board(visitor, team)
    open_beside(page, "The one")
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 100")
    height = page.evaluate("scrollY")
    page.locator("#field-text").click()
    for _ in range(12):
        page.keyboard.type("a line of a long comment")
        page.keyboard.press("Enter")
    assert page.evaluate("scrollY") == height
    wait_until_seen(page, "#task-place")
    page.locator("#fact-description summary").click()
    expect(page.locator("#field-description")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Enter")
        page.keyboard.type("a line of a long description")
    assert page.evaluate("scrollY") == height
    wait_until_seen(page, "#task-place")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_one_s_own_comment_comes_into_view(visit: Opening, household_store: TypedStore, size: Size) -> None:
    visitor = visit(size, "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "The one", start=team.today())
    for number in range(15):
        comments.add(team, task_id, text=f"comment {number}")
    page = visitor.go(f"/tasks/{team.team_id}/{'board?task=' if size == 'desktop' else 'task/'}{task_id}")
    wait_for_task_script(page)
    page.locator("#field-text").fill("the newest of all")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".said").last).to_have_text("the newest of all")
    wait_until_seen(page, ".talk > li:last-child .said")


def test_escape_keeps_a_draft_and_offers_it(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    task_id = fill_board(team)
    page = open_board(visitor, team, f"?task={task_id}")
    wait_for_task_script(page)
    offer = page.locator("[data-offer-draft='description']")
    page.locator("#fact-description summary").click()
    expect(page.locator("#field-description")).to_be_focused()
    page.keyboard.type(" and something long")
    page.keyboard.press("Escape")
    expect(page.locator("#field-description")).to_be_hidden()
    expect(page.locator("#shown-description")).to_have_text("What it was")
    expect(offer).to_contain_text("You have a draft that isn't saved.")
    page.reload()
    expect(offer).to_be_visible()
    expect(page.locator("#field-description")).to_be_hidden()
    offer.get_by_role("button", name="Continue writing").click()
    expect(page.locator("#field-description")).to_have_value("What it was and something long")
    expect(page.locator("#field-description")).to_be_focused()
    expect(offer).to_be_hidden()
    page.keyboard.press("Escape")
    offer.get_by_role("button", name="Discard draft").click()
    expect(offer).to_be_hidden()
    page.locator("#fact-description summary").click()
    expect(page.locator("#field-description")).to_have_value("What it was")
    assert tasks.find_task(team, task_id).description == "What it was"


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_line_that_is_deleted_comes_back_by_its_toast(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("desktop", language)
    team = found_team(household_store, visitor)
    lines = [{"text": text} for text in ("one", "two", "three")]
    task_id = add(team, "The one", start=team.today(), checklist=lines)
    page = open_board(visitor, team, f"?task={task_id}")
    wait_for_task_script(page)
    texts = page.locator(".check-line .row-title")
    page.locator(".check-line", has_text="two").locator(".line-delete").click()
    expect(texts).to_have_text(["one", "three"])
    expect(page.locator(".toast p")).to_have_text({"ja": "「two」を消しました。", "en": "Deleted “two”."}[language])
    page.locator(".toast .undo").click()
    expect(texts).to_have_text(["one", "two", "three"])
    expect(card(page, "The one")).to_be_visible()  # the board is still there
    expect(page.locator("#task #task-name")).to_have_text("The one")


def test_a_wrong_date_stays_however_often_it_is_sent(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    day = team.today()
    task_id = add(team, "The one", start=day)
    page = open_board(visitor, team, f"?task={task_id}")
    wait_for_task_script(page)
    page.locator("#fact-end summary").click()
    wrong = (day - timedelta(days=3)).isoformat()
    page.locator("#field-end").fill(wrong)
    for _ in range(2):
        with page.expect_response("**/edit"):
            page.locator("#field-end").press("Enter")
        expect(page.locator("#fact-end .error")).to_contain_text("Choose a due date on or after the start")
        expect(page.locator("#field-end")).to_have_value(wrong)
    page.locator("#field-end").press("Escape")
    page.locator("#fact-end summary").click()
    expect(page.locator("#field-end")).to_have_value("")
    expect(page.locator("#fact-end .error")).to_have_count(0)


def test_around_a_draft_everything_else_is_renewed(visit: Opening, household_store: TypedStore) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    task_id = fill_board(team)
    page = open_board(visitor, team, f"?task={task_id}")
    wait_for_task_script(page)
    page.locator("#fact-description summary").click()
    page.locator("#field-description").fill("My own words")
    tasks.edit(ken, task_id, {"title": "Another name", "priority": "high", "description": "Ken's words"})
    comments.add(ken, task_id, text="Look at this")
    expect(page.locator("#task-name")).to_have_text("Another name", timeout=9000)
    expect(page.locator("#shown-priority")).to_have_text("High")
    expect(page.locator(".said")).to_have_text(["Look at this"])
    expect(page.locator("#field-description")).to_have_value("My own words")
    expect(page.locator("#field-description")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#fact-description .fault")).to_contain_text("Ken changed the description first.")


@pytest.mark.parametrize("place", PLACES)
def test_from_a_list_a_task_opens_beside_it_on_a_desktop(
    visit: Opening, household_store: TypedStore, place: str
) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    day = team.today()
    add(team, "One", start=day, end=day, assignee=team.user_id)
    add(team, "Two", start=day, end=day + timedelta(days=1), assignee=team.user_id)
    page = visitor.go(place.format(team=team.team_id))
    open_beside(page, "One")
    row = page.locator("[data-row]", has_text="One")
    expect(row).to_have_class(re.compile("open"))
    expect(page.locator("h1")).to_be_visible()
    page.locator("#task-name").click()
    page.locator("#field-title").fill("First")
    page.keyboard.press("Enter")
    expect(page.locator("main a.row-title").first).to_have_text("First")
    page.keyboard.press("J")
    expect(page.locator("#task #task-name")).to_have_text("Two")
    address = page.url
    page.reload()
    expect(page.locator("#task #task-name")).to_have_text("Two")
    page.go_back()
    expect(page.locator("#task #task-name")).to_have_text("First")
    page.keyboard.press("Escape")
    expect(page.locator("#task > *")).to_have_count(0)
    expect(page.locator("a.row-title", has_text="First")).to_be_focused()
    expect(page).not_to_have_url(re.compile("task="))
    page.set_viewport_size({"width": 600, "height": 800})
    page.goto(address)
    expect(page.locator("main.task-page #task-name")).to_have_text("Two")


@pytest.mark.parametrize("place", PLACES)
def test_from_a_list_a_task_is_a_whole_page_on_a_phone(visit: Opening, household_store: TypedStore, place: str) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today(), end=team.today(), assignee=team.user_id)
    page = visitor.go(place.format(team=team.team_id))
    page.locator("a.row-title", has_text="One").tap()
    page.wait_for_url(f"**/task/{task_id}")


def test_keys_open_a_field_with_the_focus_in_it_and_are_all_told(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    add(team, "One", start=team.today())
    page = open_board(visitor, team)
    for key, focused in (("d", "#field-end"), ("a", "#fact-assignee .choices button >> nth=0")):
        card(page, "One").locator(".task-title").focus()
        page.keyboard.press(key)
        expect(page.locator(focused)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    told = page.locator("#keys kbd").all_inner_texts
    expect(page.locator("#keys")).to_be_visible()
    assert {"h", "l", "x", "1", "2", "3", "m", "a", "d", "n", "Space", "Enter", "Esc"} <= set(told())


def test_the_bell_counts_anew_when_something_moved(visit: Opening, household_store: TypedStore) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    page = open_board(visitor, team)
    expect(page.locator("#bell .count")).to_have_count(0)
    add(ken, "For Sakura", assignee=team.user_id)
    expect(page.locator("#bell .count")).to_have_text("1", timeout=9000)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_from_the_timeline_one_comes_back_to_it(visit: Opening, household_store: TypedStore, size: Size) -> None:
    visitor = visit(size, "en")
    team = found_team(household_store, visitor)
    day = team.today()
    add(team, "One", start=day, end=day + timedelta(days=9))
    add(team, "Two", start=day, end=day + timedelta(days=10))
    open_board(visitor, team)
    page = visitor.go(f"/tasks/{team.team_id}/schedule?view=timeline")
    page.locator(".stretch").first.click()
    expect(page.locator("#task-place [data-place]")).to_have_text(" · 1 / 2")
    page.locator("#task [data-close-task]").locator("visible=true").first.click()
    page.wait_for_url(f"**/{team.team_id}/schedule?view=timeline")
    expect(page.locator(".timeline")).to_be_visible()


@pytest.mark.parametrize("place", ["overview", "schedule", "schedule?view=timeline"])
def test_from_the_schedule_and_the_overview_a_task_opens_beside_them(
    visit: Opening, household_store: TypedStore, place: str
) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    day = team.today()
    add(team, "One", start=day, end=day)
    page = visitor.go(f"/tasks/{team.team_id}/{place}")
    link = page.locator("main a[href*='/task/']").first
    link.click()
    expect(page.locator("#task #task-name")).to_have_text("One")
    expect(page.locator("h1")).to_be_visible()
    current = page.locator("nav.tabs [aria-current]")
    expect(current).to_have_text(re.compile("Overview" if place == "overview" else "Schedule"))
    beside = page.locator("#task").bounding_box()
    body = page.locator("#overview, #schedule").bounding_box()
    assert beside
    assert body
    assert body["x"] + body["width"] <= beside["x"]
    page.locator("#task-name").click()
    page.locator("#field-title").fill("First")
    page.keyboard.press("Enter")
    expect(page.locator("#overview, #schedule")).to_contain_text("First")
    page.keyboard.press("Escape")
    expect(page.locator("#task > *")).to_have_count(0)
    assert page.url.endswith(place)
