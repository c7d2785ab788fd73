"""Two people: whatever page of the tasks somebody looks at says within seconds what others did, and loses nothing."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, Route, expect
from tests.e2e.conftest import Opening, Size
from tests.e2e.teams import add, card, column, found_team, join_team, open_board
from tests.e2e.test_tasks_board import drag
from tests.e2e.test_tasks_side import open_beside, wait_for_task_script

from chabudai.apps.tasks import comments, tasks, trash
from chabudai.table import TypedStore

SEEN = 12_000
"""Milliseconds: a look is every four seconds, on a machine that does other things too."""


def count_looks(page: Page) -> Callable[[], list[str]]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/revision?" in request.url else None)
    return lambda: asked


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_on_a_task_s_page_what_others_say_and_change_comes_by_itself(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor, other = visit(size, "ja"), visit(size, "ja")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other, "田中")
    task_id = add(team, "しおりを作る", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/task/{task_id}")
    wait_for_task_script(page)
    page.locator("#field-text").fill("書きかけ")
    comments.add(ken, task_id, text="見ておきます")
    tasks.edit(ken, task_id, {"priority": "high", "title": "しおりを二つ作る"})
    expect(page.locator(".said")).to_have_text(["見ておきます"], timeout=SEEN)
    expect(page.locator("#shown-priority")).to_have_text("高")
    expect(page.locator("#task-name")).to_have_text("しおりを二つ作る")
    expect(page.locator("#field-text")).to_have_value("書きかけ")
    expect(page.locator("#field-text")).to_be_focused()


def test_what_is_written_between_the_answer_and_the_first_look_is_seen_too(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    page = visitor.page
    looks = count_looks(page)

    def write_first(route: Route) -> None:
        if len(looks()) == 1:
            comments.add(team, task_id, text="just now")
        route.continue_()

    page.route("**/revision?*", write_first)
    visitor.go(f"/tasks/{team.team_id}/task/{task_id}")
    expect(page.locator(".said")).to_have_text(["just now"], timeout=SEEN)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_list_shows_what_others_add_move_and_throw_away(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor, other = visit(size, "en"), visit(size, "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    for number in range(12):
        add(team, f"Task {number:02}", start=team.today())
    thrown = add(team, "Task of no use", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list")
    titles = page.locator("#rows .row-title")
    expect(titles).to_have_count(10)
    page.get_by_role("link", name="Show more").click()
    expect(titles).to_have_count(13)
    trash.throw_away(ken, thrown)
    add(ken, "Task by Ken", start=team.today())
    expect(titles.filter(has_text="Task by Ken")).to_have_count(1, timeout=SEEN)
    expect(titles.filter(has_text="of no use")).to_have_count(0)
    expect(titles).to_have_count(13)  # what was loaded by "more" is still there
    expect(page.locator("#count")).to_contain_text("13 tasks")


def test_a_list_leaves_alone_what_is_marked_and_an_open_sheet(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    one = add(team, "One", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list?select=1")
    looks = count_looks(page)
    page.get_by_role("checkbox").check()
    tasks.edit(team, one, {"title": "Uno"})
    before = len(looks())
    page.wait_for_function("() => new Promise((done) => setTimeout(done, 9000))")
    assert len(looks()) > before
    expect(page.get_by_role("checkbox")).to_be_checked()
    expect(page.locator("#rows .row-title")).to_have_text(["One"])
    page.get_by_role("checkbox").uncheck()
    page.locator("h1").click()
    expect(page.locator("#rows .row-title")).to_have_text(["Uno"], timeout=SEEN)


@pytest.mark.parametrize("control", [".ring", ".row-title"])
@pytest.mark.parametrize("place", ["/tasks", "/tasks/{team}/list"])
def test_rows_are_renewed_around_the_keyboard_which_stays_where_it_is(
    visit: Opening, household_store: TypedStore, place: str, control: str
) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    day = team.today()
    one, two, three = (add(team, name, start=day, end=day, assignee=team.user_id) for name in ("One", "Two", "Three"))
    page = visitor.go(place.format(team=team.team_id))
    titles = page.locator("main .row .row-title")
    expect(titles).to_have_text(["One", "Two", "Three"])
    page.keyboard.press("Tab")  # so that the focus is seen
    at = page.locator(f"#t{two} {control}")
    at.focus()
    at.evaluate("element => (element.mark = 'the same')")
    tasks.edit(ken, one, {"title": "Uno"})
    expect(titles).to_have_text(["Uno", "Two", "Three"], timeout=SEEN)  # those beside it
    expect(at).to_be_focused()
    assert at.evaluate("element => element.mark") == "the same"  # what says the same is left as it is
    tasks.edit(ken, two, {"title": "Dos"})
    expect(titles).to_have_text(["Uno", "Dos", "Three"], timeout=SEEN)  # and itself
    expect(at).to_be_focused()
    trash.throw_away(ken, two)
    expect(titles).to_have_text(["Uno", "Three"], timeout=SEEN)
    expect(page.locator(f"#t{three} {control}")).to_be_focused()  # which has taken its place


def test_a_row_that_somebody_types_in_is_left_alone_and_those_around_it_are_not(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    one, two = (add(team, name, start=team.today()) for name in ("One", "Two"))
    page = visitor.go(f"/tasks/{team.team_id}/list")
    titles = page.locator("#rows .row-title")
    page.locator(f"#t{two} .row-body").evaluate("body => body.append(document.createElement('input'))")
    field = page.locator(f"#t{two} input")
    field.fill("half a wo")
    tasks.edit(ken, one, {"title": "Uno"})
    tasks.edit(ken, two, {"title": "Dos"})
    expect(titles).to_have_text(["Uno", "Two"], timeout=SEEN)
    expect(field).to_have_value("half a wo")
    expect(field).to_be_focused()
    field.blur()
    expect(titles).to_have_text(["Uno", "Dos"], timeout=SEEN)


def test_an_open_menu_of_a_row_stays_open(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    one = add(team, "One", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/list")
    looks = count_looks(page)
    page.locator("#rows .row summary").click()
    tasks.edit(team, one, {"title": "Uno"})
    before = len(looks())
    page.wait_for_function("() => new Promise((done) => setTimeout(done, 9000))")
    assert len(looks()) > before
    expect(page.locator("#rows .menu-item").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rows .row-title")).to_have_text(["Uno"], timeout=SEEN)


@pytest.mark.parametrize("place", ["/tasks/{team}/board", "/tasks/{team}/list", "/tasks/{team}/overview", "/tasks"])
def test_how_many_are_ones_own_and_how_many_notices_are_new_is_renewed_around_every_page(
    visit: Opening, household_store: TypedStore, place: str
) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    add(team, "One", start=team.today(), assignee=team.user_id)
    page = visitor.go(place.format(team=team.team_id))
    own, bell = page.locator("#mine-tab .count"), page.locator("#bell .count")
    expect(own).to_have_text("1")
    expect(bell).to_have_count(0)
    page.wait_for_timeout(1000)  # until it has looked once
    page.locator("#mine-tab").focus()
    add(ken, "Two", start=team.today(), assignee=team.user_id)
    expect(own).to_have_text("2", timeout=SEEN)
    expect(bell).to_have_text("1")
    expect(page.locator("#mine-tab")).to_be_focused()
    assert page.locator("#mine-tab").get_attribute("aria-current") == ("page" if place == "/tasks" else None)


@pytest.mark.parametrize("place", ["/tasks", "/tasks/{team}/list", "/tasks/{team}/overview"])
def test_a_task_that_is_open_beside_a_page_is_renewed_there(
    visit: Opening, household_store: TypedStore, place: str
) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    task_id = add(team, "One", start=team.today(), end=team.today(), assignee=team.user_id)
    page = visitor.go(place.format(team=team.team_id))
    open_beside(page, "One")
    wait_for_task_script(page)
    comments.add(ken, task_id, text="Look at this")
    expect(page.locator("#task .said")).to_have_text(["Look at this"], timeout=SEEN)


def test_a_page_and_the_task_beside_it_look_once_for_both(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    for place in ("board", "list"):
        page = visitor.go(f"/tasks/{team.team_id}/{place}?task={task_id}")
        wait_for_task_script(page)
        looks = count_looks(page)
        page.wait_for_function("() => new Promise((done) => setTimeout(done, 8500))")
        assert 1 <= len(looks()) <= 3, looks()


@pytest.mark.parametrize("place", ["board?task={task}", "list?task={task}", "task/{task}"])
def test_a_task_that_another_threw_away_says_so_where_it_is_open(
    visit: Opening, household_store: TypedStore, place: str
) -> None:
    visitor, other = visit("desktop", "ja"), visit("desktop", "ja")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    task_id = add(team, "会場を予約する", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/{place.format(task=task_id)}")
    wait_for_task_script(page)
    trash.throw_away(ken, task_id)
    expect(page.locator("#task .notice")).to_contain_text("この仕事はごみ箱にあります。", timeout=SEEN)
    expect(page.locator("#task-name")).to_have_text("会場を予約する")
    expect(page.locator("#task-status")).to_have_count(0)
    page.locator("#task").get_by_role("button", name="戻す").click()
    expect(page.locator("#task-status")).to_be_visible()


def test_of_a_task_that_another_threw_away_what_is_being_typed_stays(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    task_id = add(team, "One", start=team.today())
    page = open_board(visitor, team, f"?task={task_id}")
    wait_for_task_script(page)
    page.locator("#field-text").fill("What I was about to say")
    trash.throw_away(ken, task_id)
    expect(page.locator("#task .notice")).to_contain_text("This task is in the trash.", timeout=SEEN)
    expect(page.locator("#field-text")).to_have_value("What I was about to say")
    expect(page.locator("#field-text")).to_be_focused()
    page.locator("#task .notice").get_by_role("button", name="Restore").click()
    expect(page.locator("#task .notice")).to_have_count(0)
    expect(page.locator("#field-text")).to_have_value("What I was about to say")


def test_a_card_that_another_threw_away_says_so_before_it_goes(visit: Opening, household_store: TypedStore) -> None:
    visitor, other = visit("desktop", "ja"), visit("desktop", "ja")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    task_id = add(team, "会場を予約する", start=team.today())
    add(team, "残るもの", start=team.today() + timedelta(days=1))
    page = open_board(visitor, team)
    trash.throw_away(ken, task_id)
    gone = card(page, "会場を予約する")
    expect(gone.locator(".turned-to")).to_contain_text("ほかの人がごみ箱に入れました。", timeout=SEEN)
    expect(gone.get_by_role("link", name="ごみ箱を開く")).to_have_attribute("href", f"/tasks/{team.team_id}/trash")
    expect(page.locator("#head-todo .soft")).to_have_text("1")
    expect(column(page, "todo")).to_have_text(["残るもの"], timeout=20_000)


def test_the_numbers_of_columns_change_as_a_card_is_dropped(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    for title in ("One", "Two"):
        add(team, title, start=team.today())
    page = open_board(visitor, team)
    page.route("**/board?*", lambda route: route.abort())  # without asking for the board again
    drag(page, card(page, "One"), page.locator("#column-doing"))
    page.mouse.up()
    expect(column(page, "doing")).to_have_text(["One"])
    assert page.locator(".column-head .soft").all_inner_texts() == ["1", "1", "0"]
    expect(page.locator("#column-tabs .soft").nth(1)).to_have_text("1")
