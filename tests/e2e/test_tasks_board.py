"""A board in a real browser: cards moved by tap, key, drag and finger, by two people at once, and without scripts."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.teams import add, card, column, found_team, join_team, open_board, wait_for_status

from chabudai.apps.tasks import tags, tasks, trash
from chabudai.table import TypedStore

SAID = {"ja": "進行中にしました。", "en": "Moved to In progress."}


def centre(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator) -> None:
    page.mouse.move(*centre(what))
    page.mouse.down()
    page.mouse.move(*centre(to), steps=8)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_tap_turns_the_ring_at_once_and_the_card_leaves_a_little_later(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    team = found_team(household_store, visitor)
    task_id = add(team, "のし紙を買う", start=team.today())
    add(team, "箱を買う", start=team.today())
    page = open_board(visitor, team)
    one = card(page, "のし紙を買う")
    one.locator(".ring").click()
    expect(one.locator(".turned-to")).to_have_text(SAID[language])
    expect(one.locator(".bits")).to_be_hidden()
    assert page.locator("#column-todo .task-card").count() == 2
    expect(column(page, "doing")).to_have_text(["のし紙を買う"], timeout=4000)
    expect(column(page, "todo")).to_have_text(["箱を買う"])
    expect(one.locator(".turned-to")).to_have_count(0)
    expect(page.locator("#head-doing .soft")).to_have_text("1")
    wait_for_status(page, team, task_id, "doing")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_second_tap_before_it_leaves_takes_it_back(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    page = open_board(visitor, team)
    ring = card(page, "One").locator(".ring")
    ring.tap()
    page.wait_for_timeout(500)
    ring.tap()
    expect(card(page, "One").locator(".turned-to")).to_have_count(0)
    expect(card(page, "One").locator(".bits")).to_be_visible()
    page.wait_for_timeout(1800)
    expect(column(page, "todo")).to_have_text(["One"])
    wait_for_status(page, team, task_id, "todo")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_keys_walk_move_and_carry_cards(visit: Opening, household_store: TypedStore, language: Language) -> None:
    visitor = visit("desktop", language)
    team = found_team(household_store, visitor)
    today = team.today()
    first, second = (add(team, title, start=today + timedelta(days=n)) for n, title in enumerate(("One", "Two")))
    add(team, "Three", status="doing", end=today)
    page = open_board(visitor, team)
    keys = page.keyboard
    keys.press("j")
    expect(card(page, "One").locator(".task-title")).to_be_focused()
    keys.press("j")
    expect(card(page, "Two").locator(".task-title")).to_be_focused()
    keys.press("l")
    expect(card(page, "Three").locator(".task-title")).to_be_focused()
    keys.press("h")
    expect(card(page, "One").locator(".task-title")).to_be_focused()
    keys.press("3")
    expect(column(page, "done")).to_have_text(["One"], timeout=4000)
    wait_for_status(page, team, first, "done")
    card(page, "Two").locator(".task-title").focus()
    keys.press("Space")
    expect(card(page, "Two")).to_have_class(re.compile("lifted"))
    keys.press("ArrowRight")
    expect(column(page, "doing")).to_have_text(["Two", "Three"])
    keys.press("Escape")
    expect(column(page, "todo")).to_have_text(["Two"])
    keys.press("Space")
    keys.press("ArrowRight")
    keys.press("Space")
    expect(page.locator("#live")).to_have_text(SAID[language])
    expect(column(page, "doing")).to_have_text(["Two", "Three"])
    expect(card(page, "Two").locator(".task-title")).to_be_focused()
    wait_for_status(page, team, second, "doing")
    keys.press("x")
    expect(column(page, "done")).to_have_text(["Two", "One"], timeout=4000)
    keys.press("m")
    expect(page).to_have_url(re.compile("who=me"))
    expect(page.locator("#columns .task-card")).to_have_count(0)


def test_one_goes_down_a_column_by_j_and_x_whether_cards_have_left_or_not(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    for number, title in enumerate(("One", "Two", "Three", "Four")):
        add(team, title, start=team.today() + timedelta(days=number))
    page = open_board(visitor, team)
    for _ in range(2):
        page.keyboard.press("j")
        page.keyboard.press("x")
    expect(column(page, "todo")).to_have_text(["Three", "Four"], timeout=6000)
    expect(card(page, "Three").locator(".task-title")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(column(page, "todo")).to_have_text(["Four"], timeout=6000)
    expect(card(page, "Four").locator(".task-title")).to_be_focused()


def test_a_card_is_dragged_to_another_column_and_escape_lets_go(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    add(team, "Two", start=team.today() + timedelta(days=1))
    page = open_board(visitor, team)
    drag(page, card(page, "One"), page.locator("#head-done"))
    expect(page.locator("#column-done")).to_have_class(re.compile("target"))
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    expect(column(page, "todo")).to_have_text(["One", "Two"])
    drag(page, card(page, "One").locator(".grip"), card(page, "Two"))
    expect(page.locator("#column-todo .column-order")).to_have_text("Sorted by start date")
    page.mouse.up()
    expect(column(page, "todo")).to_have_text(["One", "Two"])
    drag(page, card(page, "One"), page.locator("#head-doing"))
    page.mouse.up()
    expect(column(page, "doing")).to_have_text(["One"])
    expect(page).to_have_url(re.compile("/board$"))
    wait_for_status(page, team, task_id, "doing")


class Finger:
    """One that rests, which playwright's own tap does not."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def press(self, x: float, y: float) -> None:
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        self._send("touchMove", [{"x": x, "y": y}])

    def lift(self) -> None:
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_long_press_lifts_a_card_and_at_the_edge_the_next_column_comes(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("phone", language)
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    page = open_board(visitor, team)
    x, y = centre(card(page, "One"))
    finger = Finger(page)
    finger.press(x, y)
    page.wait_for_timeout(400)
    expect(page.locator(".ghost")).to_be_visible()
    for step in range(1, 9):
        finger.move(x + (380 - x) * step / 8, y)
    expect(page.locator("#column-tabs [data-column=doing]")).to_have_attribute("aria-current", "true")
    finger.move(200, y)
    expect(page.locator("#column-doing")).to_have_class(re.compile("target"))
    finger.lift()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(column(page, "doing")).to_have_text(["One"])
    wait_for_status(page, team, task_id, "doing")


def test_a_finger_carries_a_card_through_two_columns(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    for number in range(6):
        add(team, f"Doing {number}", status="doing", end=team.today())
    task_id = add(team, "One", start=team.today())
    page = open_board(visitor, team)
    x, y = centre(card(page, "One"))
    finger = Finger(page)
    finger.press(x, y)
    expect(page.locator(".ghost")).to_be_visible()
    for step in range(1, 9):
        finger.move(x + (382 - x) * step / 8, y)
    expect(page.locator("#column-tabs [data-column=doing]")).to_have_attribute("aria-current", "true")
    for step in range(6):
        finger.move(382 - step % 2, y + step)  # a finger trembles
    expect(page.locator("#column-tabs [data-column=done]")).to_have_attribute("aria-current", "true")
    finger.move(200, y)
    expect(page.locator("#column-done")).to_have_class(re.compile("target"))
    finger.lift()
    expect(page.locator("#column-done .task-title")).to_have_text(["One"])
    wait_for_status(page, team, task_id, "done")


@pytest.mark.parametrize("x", [389, 375, 366, 330])
def test_a_finger_means_the_column_that_is_seen_wherever_it_is(
    visit: Opening, household_store: TypedStore, x: int
) -> None:
    """Over the next column's edge, over the gap before it, and over the board's own edge."""
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    task_id = add(team, "のし紙を買う", start=team.today())
    page = open_board(visitor, team)
    from_x, y = centre(card(page, "のし紙を買う"))
    finger = Finger(page)
    finger.press(from_x, y)
    expect(page.locator(".ghost")).to_be_visible()
    finger.move(x, y)
    if x < 354:  # not at the edge: nothing else comes
        expect(page.locator("#column-todo")).to_have_class(re.compile("target own"))
        finger.move(389, y)
    expect(page.locator("#column-tabs [data-column=doing]")).to_have_attribute("aria-current", "true")
    finger.move(x, y)
    expect(page.locator("#column-doing")).to_have_class(re.compile("target"))
    expect(page.locator(".column.target")).to_have_count(1)
    finger.lift()
    expect(page.locator("#column-doing .task-title")).to_have_text(["のし紙を買う"])
    expect(page.locator(".toast")).to_contain_text("「のし紙を買う」を進行中へ移しました。")
    wait_for_status(page, team, task_id, "doing")
    page.locator(".toast .undo").tap()
    expect(page.locator("#column-todo .task-title")).to_have_text(["のし紙を買う"])
    wait_for_status(page, team, task_id, "todo")


def test_a_card_that_is_dropped_on_a_tab_goes_to_its_column(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    task_id = add(team, "一つ", start=team.today())
    page = open_board(visitor, team)
    finger = Finger(page)
    x, y = centre(card(page, "一つ"))
    finger.press(x, y)
    expect(page.locator(".ghost")).to_be_visible()
    tab = page.locator("#column-tabs [data-column=done]")
    finger.move(*centre(tab))
    expect(page.locator("#column-done")).to_have_class(re.compile("target"))
    expect(tab).to_have_attribute("aria-current", "true")
    finger.lift()
    expect(page.locator("#column-done .task-title")).to_have_text(["一つ"])
    wait_for_status(page, team, task_id, "done")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_moves_within_a_second_of_a_tap(visit: Opening, household_store: TypedStore, size: Size) -> None:
    visitor = visit(size, "ja")
    team = found_team(household_store, visitor)
    day = team.today()
    tag = tags.add(team, name="買い出し").tag_id
    for number, title in enumerate(("一つ目", "二つ目", "三つ目")):
        add(team, title, start=day + timedelta(days=number), tags=[tag], priority="high")
    page = open_board(visitor, team)
    page.evaluate("localStorage.taps = 9")
    # What is seen in each frame until a second after the last tap
    page.evaluate(
        """() => {
            window.seen = [], window.until = performance.now() + 60_000
            addEventListener("pointerdown", () => (window.until = performance.now() + 980))
            const place = (card) => {
                const { top, height } = card.getBoundingClientRect()
                return `${card.id} ${Math.round(top)} ${Math.round(height)}`
            }
            const look = () => {
                if (performance.now() > window.until) return (window.over = true)
                window.seen.push([...document.querySelectorAll("#column-todo .task-card")].map(place).join())
                requestAnimationFrame(look)
            }
            look()
        }"""
    )
    for title in ("一つ目", "二つ目"):
        card(page, title).locator(".ring").click()
        expect(card(page, title).locator(".turned-to")).to_be_visible()
        page.wait_for_timeout(
            900 if title == "一つ目" else 0
        )  # so that the first would leave right after the second tap
    page.wait_for_function("() => window.over")
    assert page.evaluate("new Set(window.seen).size") == 1
    expect(column(page, "todo")).to_have_text(["三つ目"])


def test_a_ring_that_is_held_opens_a_menu_of_three(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    task_id = add(team, "One", start=team.today())
    page = open_board(visitor, team)
    x, y = centre(card(page, "One").locator(".ring"))
    finger = Finger(page)
    finger.press(x, y)
    page.wait_for_timeout(700)
    finger.lift()
    expect(page.locator(".ring-menu .menu-item")).to_have_text(["Not started", "In progress", "Done"])
    page.locator(".ring-menu .menu-item", has_text="Done").tap()
    expect(page.locator(".ring-menu")).to_have_count(0)
    expect(page.locator("#column-done .task-card")).to_have_count(1, timeout=4000)
    wait_for_status(page, team, task_id, "done")


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desktop", "en")])
def test_two_people_see_each_other_s_moves_and_lose_nothing_that_is_held(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    first, second = visit(size, language), visit(size, language)
    team = found_team(household_store, first)
    ken = join_team(household_store, team, second)
    day = team.today()
    add(team, "One", start=day)
    add(team, "Two", start=day + timedelta(days=1))
    three = add(team, "Three", start=day + timedelta(days=2))
    hers, his = open_board(first, team), open_board(second, ken)
    card(his, "One").locator(".ring").click()
    expect(hers.locator("#column-doing .task-card")).to_have_count(1, timeout=7000)
    named = {"ja": "Kenさんが、今動かしました", "en": "Ken moved this just now"}[language]
    expect(card(hers, "One").locator(".moved")).to_have_text(named)
    expect(card(his, "One").locator(".moved")).to_have_count(0)
    card(hers, "Three").locator(".task-title").focus()
    hers.keyboard.press("Space")
    tasks.edit(ken, three, {"title": "Three and more"})
    with hers.expect_response("**/board?seen=*"):
        pass
    expect(card(hers, "Three").locator(".task-title")).to_have_text("Three")
    hers.keyboard.press("Escape")
    expect(card(hers, "Three").locator(".task-title")).to_have_text("Three and more", timeout=9000)
    trash.throw_away(ken, three)
    expect(card(hers, "Three").locator(".turned-to")).to_be_visible(timeout=7000)
    expect(card(hers, "Three")).to_have_count(0, timeout=20_000)


def test_where_the_keyboard_stands_what_others_do_is_shown_and_it_stays_there(
    visit: Opening, household_store: TypedStore
) -> None:
    first, second = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, first)
    ken = join_team(household_store, team, second)
    one, two = (add(team, title, start=team.today() + timedelta(days=n)) for n, title in enumerate(("One", "Two")))
    page = open_board(first, team)
    page.keyboard.press("j")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card(page, "One").locator(".ring")).to_be_focused()
    tasks.edit(ken, one, {"title": "One and more", "start": team.today() + timedelta(days=9)})
    expect(column(page, "todo")).to_have_text(["Two", "One and more"], timeout=7000)
    expect(card(page, "One").locator(".ring")).to_be_focused()
    tasks.set_status(ken, one, "doing")
    expect(card(page, "One").locator(".moved")).to_have_text("Ken moved this just now", timeout=7000)
    expect(card(page, "One").locator(".ring")).to_be_focused()
    assert tasks.find_task(team, two).status == "todo"


@pytest.mark.parametrize("status", ["doing", "done"])
def test_what_is_moved_behind_the_first_page_of_a_column_stands_there_with_a_name(
    visit: Opening, household_store: TypedStore, status: str
) -> None:
    first, second = visit("desktop", "ja"), visit("desktop", "ja")
    team = found_team(household_store, first)
    ken = join_team(household_store, team, second)
    day = team.today()
    for number in range(12):
        add(team, f"{number}つ目", status=status, end=day - timedelta(days=number))
    moved = add(team, "動いた", end=day + timedelta(days=60 if status == "doing" else -60))
    page = open_board(first, team)
    tasks.set_status(ken, moved, "doing")
    if status == "done":
        tasks.set_status(ken, moved, "done")
    expect(page.locator(f"#column-{status} .moved")).to_have_text("Kenさんが、今動かしました", timeout=7000)
    expect(card(page, "動いた")).to_have_count(1)
    expect(column(page, "todo")).to_have_count(0)


def test_what_is_overdue_presses_no_more_once_it_is_done(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    add(team, "One", status="doing", end=team.today() - timedelta(days=3))
    page = open_board(visitor, team)
    page.route("**/board?seen=*", lambda route: route.abort())  # before the next look
    expect(card(page, "One").locator(".late")).to_be_visible()
    card(page, "One").locator(".ring").click()
    expect(page.locator("#column-done .task-title")).to_have_text(["One"], timeout=4000)
    expect(card(page, "One").locator(".late")).to_be_hidden()


def test_what_is_tapped_meanwhile_by_both_is_told_or_gone(visit: Opening, household_store: TypedStore) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    one, two = (add(team, title, start=team.today()) for title in ("One", "Two"))
    page = open_board(visitor, team)
    page.route("**/revision*", lambda route: route.abort())
    tasks.set_status(ken, one, "done")
    trash.throw_away(ken, two)
    card(page, "One").locator(".ring").click()
    expect(page.locator(".toast")).to_contain_text("Ken had moved this to Done. Moved to In progress.")
    wait_for_status(page, team, one, "doing")
    card(page, "Two").locator(".ring").click()
    expect(card(page, "Two").locator(".turned-to")).to_contain_text("Someone moved this to trash. Open trash")
    page.locator(".toast .undo").click()
    expect(page.locator("#column-done .task-title")).to_have_text(["One"])
    wait_for_status(page, team, one, "done")
    expect(page.locator("#main > .board-side h1")).to_be_visible()


def test_without_a_connection_it_says_so_and_nothing_is_turned(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    add(team, "一つ", start=team.today())
    page = open_board(visitor, team)
    visitor.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible(timeout=6000)
    expect(page.locator("#offline")).to_have_text("つながっていません。最後に見た内容です。")
    card(page, "一つ").locator(".ring").tap()
    expect(page.locator(".toast[data-kind=fault]")).to_contain_text("つながっていないので、変えていません。")
    expect(card(page, "一つ").locator(".glyph")).to_have_class("glyph is-todo")
    visitor.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=6000)
    expect(page.locator(".toast")).to_have_count(0)


def test_a_site_that_is_out_of_order_is_told_too_until_it_answers_again(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    add(team, "One", start=team.today())
    page = open_board(visitor, team)
    page.route("**/revision?*", lambda route: route.fulfill(status=502, body="Bad gateway"))
    expect(page.locator("#offline")).to_be_visible(timeout=6000)
    expect(page.locator("#offline")).to_have_text("You're offline. This is what you saw last.")
    page.unroute("**/revision?*")
    expect(page.locator("#offline")).to_be_hidden(timeout=6000)
    add(team, "Two", start=team.today())
    expect(column(page, "todo")).to_have_text(["One", "Two"], timeout=6000)


def test_a_phone_swipes_through_columns_and_comes_back_to_the_last_one(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    add(team, "One", status="doing", end=team.today(), assignee=team.user_id)
    page = open_board(visitor, team)
    current = page.locator("#column-tabs [aria-current]")
    expect(current).to_contain_text("In progress")
    box = page.locator("#column-done").bounding_box()
    assert box
    assert 390 - box["x"] == pytest.approx(28, abs=6)
    page.locator("#column-tabs a", has_text="Done").tap()
    expect(current).to_contain_text("Done")
    page.wait_for_timeout(500)
    page.reload()
    expect(current).to_contain_text("Done")
    page.locator(".filter-sheet summary").tap()
    page.locator(".filter-sheet .menu-item", has_text="Assigned to me").tap()
    expect(page).to_have_url(re.compile("who=me"))
    expect(current).to_contain_text("Done")
    page.locator("#empty-todo a").evaluate("link => link.click()")
    expect(page).to_have_url(re.compile("/board$"))
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_smallest_phone_has_room_for_all_three_tabs(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    for number in range(11):
        add(team, f"Task {number}", start=team.today())
    visitor.page.set_viewport_size({"width": 320, "height": 700})
    page = open_board(visitor, team)
    assert page.evaluate("document.documentElement.scrollWidth <= 320")
    box = page.locator("#column-tabs a").last.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 320


def test_more_and_what_has_no_date_come_in_place(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    for number in range(12):
        add(team, f"Task {number:02}", start=team.today() + timedelta(days=number))
    add(team, "Someday")
    page = open_board(visitor, team)
    expect(column(page, "todo")).to_have_count(10)
    page.locator("#more-todo a").click()
    expect(column(page, "todo")).to_have_count(12)
    page.locator("#fold-todo summary").click()
    expect(card(page, "Someday")).to_be_visible()
    tasks.set_status(team, add(team, "From elsewhere", start=team.today()), "doing")
    expect(page.locator("#head-doing .soft")).to_have_text("1", timeout=7000)
    expect(column(page, "todo")).to_have_count(13)


def test_all_of_it_works_without_scripts(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja", scripts=False)
    team = found_team(household_store, visitor)
    for number in range(11):
        add(team, f"仕事 {number:02}", start=team.today() + timedelta(days=number))
    add(team, "いつか")
    page = open_board(visitor, team)
    card(page, "仕事 00").locator(".ring").click()
    expect(column(page, "doing")).to_have_text(["仕事 00"])
    expect(page.locator(".toast")).to_contain_text("「仕事 00」を進行中にしました。")
    page.locator(".toast .undo").click()
    expect(column(page, "todo")).to_have_count(10)
    page.locator("#more-todo a").click()
    expect(page.locator("#cards-todo .task-title")).to_have_text(["仕事 10"])
    page.locator("#fold-todo summary").click()
    page.locator("#fold-todo a").click()
    expect(page.locator("#undated-todo .task-title")).to_have_text(["いつか"])


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desktop", "en")])
def test_a_new_team_begins_with_an_example_and_goes_on_by_lines(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    team = found_team(household_store, visitor)
    page = open_board(visitor, team)
    page.locator("[data-example]").first.click()
    example = {"ja": "買い出しを分ける", "en": "Split the shopping"}[language]
    expect(page.locator("#line")).to_have_value(example)
    page.keyboard.press("Enter")
    expect(page.locator("#cards-todo .task-title")).to_have_text([example])
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("もう一つ")
    page.keyboard.press("Enter")
    expect(page.locator("#cards-todo .task-title")).to_have_text(["もう一つ", example])
    expect(page.locator("#head-todo .soft")).to_have_text("2", timeout=6000)
    expect(page.locator("#cards-todo .task-title")).to_have_text(["もう一つ", example])
    expect(page.locator(".toast")).to_have_count(0)
    page.reload()
    expect(page.locator("#undated-todo .task-title")).to_contain_text([example, "もう一つ"])


def test_the_open_task_stands_beside_the_board_and_what_others_do_is_seen_there(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, other = visit("desktop", "en"), visit("desktop", "en")
    team = found_team(household_store, visitor)
    ken = join_team(household_store, team, other)
    one = add(team, "One", start=team.today())
    page = open_board(visitor, team)
    card(page, "One").locator(".task-title").click()
    name = page.locator("#task-name")
    expect(name).to_be_focused()
    expect(page).to_have_url(re.compile(f"task={one}"))
    page.locator("#task-status button", has_text="In progress").click()
    expect(page.locator("#column-doing .task-title")).to_have_text(["One"], timeout=6000)
    expect(page.locator("#task textarea[data-draft='comment'], #say textarea").first).to_be_visible()
    page.locator("#say textarea").first.fill("I am typing")
    tasks.edit(ken, one, {"title": "One of Ken's"})
    expect(page.locator("#column-doing .task-title")).to_have_text(["One of Ken's"], timeout=7000)
    expect(page.locator("#say textarea").first).to_have_value("I am typing")
    page.locator("#say textarea").first.fill("")
    page.locator("h1").click()
    tasks.edit(ken, one, {"title": "Two of Ken's"})
    expect(name).to_have_text("Two of Ken's", timeout=9000)
    page.keyboard.press("Escape")
    expect(page.locator("#task > *")).to_have_count(0)
    expect(page).to_have_url(re.compile("/board$"))
    page.go_back()
    expect(name).to_have_text("Two of Ken's")
    page.locator("#task .task-close").click()
    expect(card(page, "Two of Ken's").locator(".task-title")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("#fact-end")).to_have_attribute("open", "")
