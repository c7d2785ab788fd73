"""One's own tasks in a real browser: swiped by a finger, and what a new person finds there."""

import secrets
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect
from tests.e2e.conftest import Language, Opening
from tests.e2e.teams import add, found_team, join_team
from tests.e2e.test_tasks_schedule import TITLE, make_task
from tests.e2e.test_todo import PASSWORD, sign_up

from chabudai.apps.tasks import tasks
from chabudai.table import TypedStore

SWIPE_WORDS = {"ja": {"right": "完了", "left": "期限を変える"}, "en": {"right": "Done", "left": "Change due date"}}


def test_a_task_of_ones_own_is_done_by_a_swipe_to_the_right(visit: Opening) -> None:
    visitor = visit("phone", "ja")
    make_task(visitor)
    page = visitor.go("/tasks")
    swipe(page.locator("[data-swipe]"), 160)
    expect(page.locator("[data-swipe] .turned-to")).to_have_text("完了にしました。")
    expect(page.locator("[data-swipe]")).to_have_count(0)
    expect(page.locator("main h1")).to_be_visible()
    page.goto("/tasks?view=done")
    expect(page.locator(".row-title")).to_have_text([TITLE])


def test_after_a_swipe_one_goes_on_from_where_the_row_was(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    day = team.today()
    for number, title in enumerate(("一つ目", "二つ目", "三つ目")):
        add(team, title, end=day + timedelta(days=30 + number), assignee=team.user_id)
    page = visitor.go("/tasks")
    swipe(page.locator("[data-swipe]", has_text="二つ目"), 160)
    expect(page.locator(".row-title")).to_have_text(["一つ目", "三つ目"])
    expect(page.locator(".row-title", has_text="三つ目")).to_be_focused()
    swipe(page.locator("[data-swipe]", has_text="三つ目"), -160)
    page.locator("#put-off button", has_text="来週").click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator(".row-title", has_text="三つ目")).to_be_focused()


def test_a_due_date_is_put_off_by_a_swipe_to_the_left(visit: Opening) -> None:
    visitor = visit("phone", "en")
    make_task(visitor)
    page = visitor.go("/tasks")
    swipe(page.locator("[data-swipe]"), -160)
    expect(page.locator("#put-off")).to_be_visible()
    page.locator("#put-off button", has_text="Tomorrow").click()
    expect(page.locator(".toast")).to_contain_text("Changed the due date")
    expect(page.locator("#put-off")).to_be_hidden()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_row_says_what_a_swipe_will_do_while_it_moves_and_in_full_colour_once_it_is_meant(
    visit: Opening, language: Language
) -> None:
    visitor = visit("phone", language)
    make_task(visitor)
    page = visitor.go("/tasks")
    row, word = page.locator("[data-swipe]"), page.locator("[data-swipe] .swipe-word")
    for side, way in (("right", 1), ("left", -1)):
        swipe_part(row, way * 60)
        expect(word).to_have_text(SWIPE_WORDS[language][side])
        expect(word.locator("svg")).to_be_visible()
        quiet = word.evaluate("element => getComputedStyle(element).backgroundColor")
        swipe_part(row, way * 120)
        expect(word).to_have_text(SWIPE_WORDS[language][side])
        expect(word).not_to_have_css("background-color", quiet)
        text, free = word.locator("b").bounding_box(), word.bounding_box()
        assert text
        assert free
        assert free["x"] <= text["x"]
        assert text["x"] + text["width"] <= free["x"] + free["width"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    swipe_part(row, 20)
    touch(row, "touchend", 20)
    expect(word).to_have_count(0)
    expect(page.locator("#put-off")).to_be_hidden()


def test_what_is_done_is_not_swiped(visit: Opening) -> None:
    visitor = visit("phone", "en")
    make_task(visitor)
    page = visitor.go("/tasks")
    swipe(page.locator("[data-swipe]"), 160)
    expect(page.locator("[data-swipe]")).to_have_count(0)
    page.goto("/tasks?view=done")
    row = page.locator("li.row")
    swipe_part(row, 160)
    expect(row).to_have_css("translate", "none")
    expect(page.locator("main .swipe-word")).to_have_count(0)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_new_person_is_welcomed_and_has_the_first_thing_done_in_three_taps(
    visit: Opening, language: Language
) -> None:
    visitor = visit("phone", language)
    name = sign_up(visitor)
    page = visitor.go("/")
    page.locator("a.seat[href='/tasks']").tap()
    welcome = page.locator("#welcome")
    expect(welcome.locator("h2")).to_have_text({"ja": f"ようこそ、{name}さん。", "en": f"Welcome, {name}."}[language])
    expect(page.locator("main .empty")).to_have_count(0)
    welcome.locator(".chip").first.tap()
    row = page.locator("[data-swipe]")
    expect(row.locator(".row-title")).to_have_text({"ja": "牛乳を買う", "en": "Buy milk"}[language])
    expect(row.locator(".bit.today")).to_be_visible()
    expect(welcome.locator(".chip")).to_have_count(0)
    expect(welcome.locator("p")).to_be_visible()
    swipe(row, 160)
    expect(row).to_have_count(0)
    expect(welcome).to_have_count(0)
    expect(page.locator(".empty h2")).to_have_text({"ja": "今日の分は終わりです", "en": "All done for today"}[language])


@pytest.mark.parametrize("scripts", [True, False])
def test_who_signs_up_on_the_way_here_is_welcomed_once(visit: Opening, scripts: bool) -> None:
    visitor = visit("phone", "en", scripts=scripts)
    name = f"p{secrets.token_hex(5)}"
    page = visitor.go("/sign-up?next=/tasks")
    for field, value in (("username", name), ("email", f"{name}@example.jp"), ("password", PASSWORD)):
        page.locator(f"main [name={field}]").fill(value)
    page.locator("main .form button.button").last.click()
    expect(page.locator("#welcome h2")).to_have_text(f"Welcome, {name}.")
    expect(page.get_by_text(f"Welcome, {name}.").locator("visible=true")).to_have_count(1)


def test_a_task_that_another_took_over_says_so_and_leaves(visit: Opening, household_store: TypedStore) -> None:
    sakura, ken = visit("phone", "ja"), visit("phone", "ja")
    team = found_team(household_store, sakura)
    other = join_team(household_store, team, ken, "鈴木")
    task = add(team, "景品を買う", assignee=team.user_id)
    add(team, "残るもの", assignee=team.user_id)
    page = sakura.go("/tasks")
    with page.expect_response("**/tasks/revision?*"):
        expect(page.locator("[data-task]")).to_have_count(2)
    tasks.edit(other, task, {"assignee": other.user_id}, {"assignee": team.user_id})
    row = page.locator(f"[data-task='{task}']")
    expect(row.locator(".turned-to")).to_have_text("担当が鈴木さんになりました。", timeout=10_000)
    expect(row).to_have_count(0)
    expect(page.locator(".row-title")).to_have_text(["残るもの"])
    expect(page.locator("#mine-tab .count")).to_have_text("1")
    add(other, "新しく頼む", assignee=team.user_id)
    expect(page.locator(".row-title", has_text="新しく頼む")).to_be_visible(timeout=10_000)
    expect(page.locator("#mine-tab .count")).to_have_text("2")
    page.route("**/tasks/revision?*", lambda route: route.abort())  # at once, not by the next look
    swipe(page.locator("[data-task]", has_text="残るもの"), 160)
    expect(page.locator("[data-task]")).to_have_count(1)
    expect(page.locator("#mine-tab .count")).to_have_text("1")


@pytest.mark.parametrize("path", ["/tasks", "/tasks/{team}/schedule", "/tasks/{team}/overview"])
def test_a_page_says_that_it_is_old_without_a_connection_and_until_there_is_one(
    visit: Opening, household_store: TypedStore, path: str
) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    page = visitor.page
    with page.expect_response("**/revision?*"):
        visitor.go(path.format(team=team.team_id))
    expect(page.locator("#offline")).to_be_hidden()
    visitor.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible(timeout=10_000)
    expect(page.locator("#offline")).to_have_text("つながっていません。最後に見た内容です。")
    visitor.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=10_000)


def test_what_others_add_comes_into_the_schedule_and_the_overview(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    page = visitor.page
    for path, title in (("overview", "One"), ("schedule", "Two"), ("schedule?view=timeline", "Three")):
        with page.expect_response("**/revision?*"):
            visitor.go(f"/tasks/{team.team_id}/{path}")
        add(team, title, start=team.today(), end=team.today())
        expect(page.locator("main a", has_text=title).first).to_be_attached(timeout=10_000)


def swipe(row: Locator, by: int) -> None:
    swipe_part(row, by)
    touch(row, "touchend", by)


def swipe_part(row: Locator, by: int) -> None:
    """Without letting go."""
    touch(row, "touchstart", 0)
    for part in (0.2, 0.6, 1):
        touch(row, "touchmove", by * part)


def touch(row: Locator, kind: str, by: float) -> None:
    """By a finger, which playwright has none of: an event as a browser would send it."""
    row.locator(".row-title").evaluate(
        """(element, [type, by]) => {
          const touch = new Touch({ identifier: 1, target: element, clientX: 180 + by, clientY: 300 });
          const touches = type === "touchend" ? [] : [touch];
          const more = { bubbles: true, cancelable: true, touches, changedTouches: [touch] };
          element.dispatchEvent(new TouchEvent(type, more));
        }""",
        [kind, by],
    )
