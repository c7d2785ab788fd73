"""A task's panel in a browser: fields that save themselves, two people at once, drafts, and nothing typed is lost."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect
from tests.e2e.conftest import Language, Opening, Scheme, Size
from tests.e2e.house import serving
from tests.e2e.test_access import found
from tests.e2e.test_todo import PASSWORD, sign_in

from chabudai import table
from chabudai.accounts import service
from chabudai.accounts.service import Accounts
from chabudai.adapters import clock
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.tasks import design, people, tags, tasks, teams, trash
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.membership import enter as enter_team
from chabudai.apps.tasks.team_rows import plan_joining
from chabudai.common.owner import Owner
from chabudai.table import Transaction, TypedStore
from chabudai.web import zones

DAY = date(2030, 11, 20)
NAME = "yamada"


@dataclass(frozen=True)
class House:
    """A site, and its table behind its back: somebody is in a team with Ken."""

    address: str
    mine: Member
    ken: Member

    def task(self, **fields: Any) -> Task:
        return tasks.add(self.mine, **{"title": "チラシの下書き", **fields}).task

    def now(self, task: Task) -> Task:
        return tasks.find_task(self.mine, task.task_id)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    db = tmp_path_factory.mktemp("tasks") / "household.db"
    with serving(db, demo=False) as address, table.open(str(db), clock=clock.now) as store:
        outbox = Outbox(db.parent, EmailRenderer(EmailAddress("table@example.jp")))
        accounts = Accounts(store, outbox, clock.now, address)
        service.sign_up(accounts, username=NAME, email=f"{NAME}@example.jp", password=PASSWORD, display_name="山田家")
        owner = _owner(store, NAME, "山田家")
        team = teams.create(owner, name="もちつき")
        ken = _owner(store, "ken", "佐藤 健")
        store.transact(plan_joining(Transaction(), team, store.one(design.user("ken")), "member", ken.today()))
        yield House(address, enter_team(owner, team.team_id), enter_team(ken, team.team_id))


@pytest.fixture(scope="module")
def site(house: House) -> str:
    return house.address


def _owner(store: TypedStore, username: str, name: str) -> Owner:
    owner = Owner(store, username, clock.now, zones.TOKYO)
    people.save(owner, name=name, email=f"{username}@example.com")
    return owner


def show(visit: Opening, task: Task, size: Size = "phone", language: Language = "ja", **options: Any) -> Page:
    """The task's page, of somebody who is signed in."""
    visitor = visit(size, language, **options)
    sign_in(visitor, NAME)
    return visitor.go(_url(task))


def _url(task: Task) -> str:
    return f"/tasks/{task.team_id}/task/{task.task_id}"


def test_a_title_is_saved_by_enter_and_the_keyboard_is_back_on_it(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#task-name").click()
    expect(page.locator("#field-title")).to_be_focused()
    page.keyboard.type("を見てもらう")
    page.keyboard.press("Enter")
    expect(page.locator("#task-name")).to_have_text("チラシの下書きを見てもらう")
    expect(page.locator("#task-name")).to_be_focused()
    assert house.now(task).title == "チラシの下書きを見てもらう"


def test_a_field_is_saved_as_it_is_left_and_the_next_one_stays_in_hand(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#task-name").click()
    page.locator("#field-title").fill("別の題名")
    page.locator("#field-text").click()
    page.keyboard.type("ここに書い")
    expect(page.locator("#task-name")).to_have_text("別の題名")
    page.keyboard.type("ています")
    expect(page.locator("#field-text")).to_be_focused()
    expect(page.locator("#field-text")).to_have_value("ここに書いています")


def test_escape_leaves_a_field_as_it_was(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#task-name").click()
    page.keyboard.type("!!!")
    page.keyboard.press("Escape")
    expect(page.locator("#task-name")).to_be_focused()
    page.reload()
    expect(page.locator("#task-name")).to_have_text("チラシの下書き")
    expect(page.locator("#field-title")).to_be_hidden()
    assert house.now(task) == task


def test_keys_change_the_task_that_is_open_wherever_one_is_in_it(house: House, visit: Opening) -> None:
    task = house.task(status="todo", start=house.mine.today())
    visitor = visit("desktop", "ja")
    sign_in(visitor, NAME)
    page = visitor.go(f"/tasks/{task.team_id}/board")
    page.locator(f"#card-{task.task_id} .task-title").click()
    status = page.locator("#task-status [aria-pressed=true]")
    expect(page.locator("#task-name")).to_be_focused()
    expect(page.locator("#task [data-copy]")).to_have_attribute("data-copy", re.compile("^http"))  # its script is there
    page.keyboard.press("2")
    expect(status).to_have_text("進行中")
    expect(page.locator("#task-name")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("#field-end")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#fact-end")).not_to_have_attribute("open", "")
    page.keyboard.press("a")
    expect(page.locator("#fact-assignee .choices button").first).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(status).to_have_text("完了")
    page.keyboard.press("Escape")
    expect(page.locator(f"#card-{task.task_id} .task-title")).to_be_focused()
    assert house.now(task).status == "done"


def test_what_is_tapped_is_saved_at_once(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "phone")
    page.locator("#task-status").get_by_role("button", name="進行中").tap()
    expect(page.locator("#task-place")).to_contain_text("進行中")
    page.locator("#fact-assignee summary").tap()
    page.get_by_role("button", name="佐藤 健").tap()
    expect(page.locator("#shown-assignee")).to_contain_text("佐藤 健")
    page.locator("#fact-end summary").tap()
    page.locator("#fact-end").get_by_role("button", name="明日").tap()
    expect(page.locator("#fact-end")).not_to_have_attribute("open", "")
    page.locator("#fact-priority summary").tap()
    page.locator("#fact-priority").get_by_role("button", name="高").tap()
    expect(page.locator("#shown-priority")).to_have_text("高")
    after = house.now(task)
    assert (after.status, after.assignee, after.priority) == ("doing", "ken", "high")
    assert after.end is not None
    expect(page.locator(".toast")).to_have_count(0)


def test_a_day_that_is_picked_is_saved_and_one_that_is_too_early_is_told(house: House, visit: Opening) -> None:
    task = house.task(start=DAY)
    page = show(visit, task, "desktop")
    page.locator("#fact-end summary").click()
    page.locator("#field-end").fill("2030-11-18")
    expect(page.locator("#fact-end .error")).to_contain_text("以降にしてください。")
    expect(page.locator("#field-end")).to_have_value("2030-11-18")
    page.locator("#field-end").fill("2030-11-21")
    expect(page.locator("#shown-end")).to_contain_text("11月21日")
    assert house.now(task).end == date(2030, 11, 21)


def test_of_two_people_at_once_both_versions_stay_until_one_chooses(house: House, visit: Opening) -> None:
    task = house.task()
    slow, quick = show(visit, task, "desktop"), show(visit, task, "phone")
    tasks.edit(house.ken, task.task_id, {"end": DAY})
    slow.locator("#fact-end summary").click()
    slow.locator("#field-end").fill("2030-11-18")
    expect(slow.locator("#fact-end .fault")).to_contain_text("佐藤 健さんが先に")
    slow.get_by_role("button", name="2030年11月18日にする").click()
    expect(slow.locator("#shown-end")).to_contain_text("11月18日")
    assert house.now(task).end == date(2030, 11, 18)
    quick.locator("#fact-end summary").tap()
    quick.locator("#field-end").fill("2030-11-19")
    quick.get_by_role("link", name="2030年11月18日のままにする").tap()
    expect(quick.locator("#shown-end")).to_contain_text("11月18日")
    assert house.now(task).end == date(2030, 11, 18)


def test_a_title_that_another_browser_changed_is_not_written_over(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#task-name").click()
    page.locator("#field-title").fill("わたしの題名")
    tasks.edit(house.ken, task.task_id, {"title": "健の題名"})
    page.keyboard.press("Enter")
    expect(page.locator("#fact-title .fault")).to_contain_text("健の題名")
    expect(page.get_by_role("link", name="「健の題名」のままにする")).to_be_visible()
    expect(page.locator("#field-title")).to_be_focused()
    page.locator("#field-text").click()  # leaving chooses nothing
    expect(page.locator("#fact-title .fault")).to_be_visible()
    assert house.now(task).title == "健の題名"
    page.reload()
    expect(page.locator("#field-title")).to_have_value("わたしの題名")
    page.get_by_role("button", name="やめる").click()
    expect(page.locator("#task-name")).to_have_text("健の題名")


def test_two_descriptions_can_be_joined(house: House, visit: Opening) -> None:
    task = house.task(description="はじめ")
    page = show(visit, task, "desktop")
    page.locator("#fact-description summary").click()
    page.locator("#field-description").fill("わたしの説明")
    tasks.edit(house.ken, task.task_id, {"description": "健の説明"})
    page.keyboard.press("Control+Enter")
    expect(page.locator("#fact-description .theirs")).to_have_text("健の説明")
    expect(page.locator("#field-description")).to_have_value("わたしの説明")
    page.get_by_role("button", name="両方つなげる").click()
    expect(page.locator("#shown-description")).to_contain_text("わたしの説明")
    assert house.now(task).description == "健の説明\n\nわたしの説明"
    page.reload()
    expect(page.locator("#field-description")).to_be_hidden()  # nothing is left to be saved


def test_of_two_long_descriptions_what_one_can_choose_from_is_in_view(house: House, visit: Opening) -> None:
    task = house.task(description="はじめ")
    page = show(visit, task, "desktop")
    page.locator("#fact-description summary").click()
    page.locator("#field-description").fill("わたしの説明\n" * 20)
    tasks.edit(house.ken, task.task_id, {"description": "健の説明\n\n" * 30})
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="両方つなげる")).to_be_in_viewport()


def test_what_was_typed_is_there_again_until_it_is_saved(house: House, visit: Opening) -> None:
    task, other = house.task(description="はじめ"), house.task()
    page = show(visit, task, "desktop")
    page.locator("#field-text").fill("書きかけのひとこと")
    page.locator("#fact-description summary").click()
    page.locator("#field-description").fill("書きかけの説明")
    page.goto(_url(other))
    expect(page.locator("#field-text")).to_have_value("")
    page.goto(_url(task))
    expect(page.locator("#field-text")).to_have_value("書きかけのひとこと")
    expect(page.locator("#field-description")).to_have_value("書きかけの説明")
    expect(page.locator("#fact-description [data-unsaved]")).to_be_visible()
    page.locator("#field-description").press("Control+Enter")
    expect(page.locator("#shown-description")).to_have_text("書きかけの説明")
    page.locator("#field-text").press("Control+Enter")
    expect(page.locator(".said")).to_have_text("書きかけのひとこと")
    page.reload()
    expect(page.locator("#field-text")).to_have_value("")
    expect(page.locator("#field-description")).to_be_hidden()


def test_a_draft_knows_what_the_field_was_when_it_was_begun(house: House, visit: Opening) -> None:
    task = house.task(description="はじめ")
    page = show(visit, task, "desktop")
    page.locator("#fact-description summary").click()
    page.locator("#field-description").fill("書きかけ")
    page.goto("/tasks")
    tasks.edit(house.ken, task.task_id, {"description": "健の説明"})
    page.goto(_url(task))
    page.locator("#field-description").press("Control+Enter")
    expect(page.locator("#fact-description .fault")).to_contain_text("佐藤 健さんが先に説明を変えました。")
    assert house.now(task).description == "健の説明"


def test_what_could_not_be_sent_is_still_there(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.context.set_offline(True)
    page.locator("#task-name").click()
    page.locator("#field-title").fill("つながらない")
    page.keyboard.press("Enter")
    expect(page.locator(".toast[data-kind='fault']")).to_be_visible()
    expect(page.locator("#field-title")).to_have_value("つながらない")
    page.locator("#field-text").fill("これも")
    page.locator("#field-text").press("Control+Enter")
    expect(page.locator("#field-text")).to_have_value("これも")
    page.context.set_offline(False)
    page.locator("#field-title").press("Enter")
    expect(page.locator("#task-name")).to_have_text("つながらない")


def test_a_slow_answer_takes_nothing_that_is_being_typed_elsewhere(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    held: list[Route] = []
    page.route("**/edit", lambda route: held.append(route))
    page.locator("#fact-priority summary").click()
    page.locator("#fact-priority").get_by_role("button", name="低").click()
    page.locator("#fact-description summary").click()
    page.keyboard.type("書いている")
    held[0].continue_()
    expect(page.locator("#shown-priority")).to_have_text("低")
    page.keyboard.type("とちゅう")
    expect(page.locator("#field-description")).to_have_value("書いているとちゅう")
    expect(page.locator("#field-description")).to_be_focused()


def test_enter_adds_one_line_after_the_other(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#field-checklist").click()
    for line in ("一つ目", "二つ目", "三つ目"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator(".check-line .row-title")).to_have_text(["一つ目", "二つ目", "三つ目"])
    expect(page.locator("#field-checklist")).to_be_focused()
    page.get_by_role("button", name="二つ目", exact=True).click()
    expect(page.locator("#task-checks meter")).to_have_attribute("value", "1")
    assert [(each.text, each.done) for each in house.now(task).checklist] == [
        ("一つ目", False),
        ("二つ目", True),
        ("三つ目", False),
    ]


def test_lines_are_sorted_by_their_handles_and_deleted(house: House, visit: Opening) -> None:
    task = house.task(checklist=[{"text": text} for text in ("一", "二", "三")])
    page = show(visit, task, "desktop")
    page.wait_for_function("[...document.scripts].some((each) => each.src.includes('sort'))")
    page.get_by_role("button", name="動かす：三").focus()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".check-line .row-title")).to_have_text(["三", "一", "二"])
    for _ in range(50):
        if [each.text for each in house.now(task).checklist] == ["三", "一", "二"]:
            break
        page.wait_for_timeout(100)
    page.get_by_role("button", name="消す：一").click()
    expect(page.locator(".check-line .row-title")).to_have_text(["三", "二"])
    assert [each.text for each in house.now(task).checklist] == ["三", "二"]


def test_a_line_is_put_right_where_it_stands(house: House, visit: Opening) -> None:
    task = house.task(checklist=[{"text": "まちがい"}, {"text": "二"}])
    page = show(visit, task, "desktop")
    page.get_by_text("まちがい", exact=True).click()
    page.keyboard.type("!")
    page.keyboard.press("Escape")
    expect(page.locator(".check-line .row-title")).to_have_text(["まちがい", "二"])
    page.get_by_text("まちがい", exact=True).click()
    page.locator(".check-line input.input").fill("なおした")
    page.keyboard.press("Enter")
    expect(page.locator(".check-line .row-title")).to_have_text(["なおした", "二"])
    assert [each.text for each in house.now(task).checklist] == ["なおした", "二"]


def test_an_at_sign_offers_the_names_of_the_team(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#field-text").click()
    page.keyboard.type("お願いします @佐")
    expect(page.get_by_role("option")).to_have_text(["佐藤 健"])
    page.keyboard.press("Enter")
    expect(page.locator("#field-text")).to_have_value("お願いします @佐藤 健 ")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".said strong")).to_have_text("@佐藤 健")
    assert [row.about for row in house.mine.store.all(design.notices("ken"))].count("mentioned") == 1


def test_a_comment_is_deleted_and_taken_back(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "phone")
    page.locator("#field-text").fill("まちがい")
    page.get_by_role("button", name="送る").tap()
    expect(page.locator(".said")).to_have_text("まちがい")
    page.get_by_role("button", name="コメントを消す").tap()
    expect(page.locator(".said")).to_have_count(0)
    page.locator(".toast .undo").tap()
    expect(page.locator(".said")).to_have_text("まちがい")
    assert house.now(task).comments == 1


def test_a_description_is_seen_as_it_will_look_before_it_is_saved(house: House, visit: Opening) -> None:
    task = house.task(description="はじめ")
    page = show(visit, task, "desktop")
    page.locator("#fact-description summary").click()
    page.locator("#field-description").fill("**太い** <img src=x onerror=alert(1)>")
    page.get_by_role("button", name="見た目").click()
    expect(page.locator("#description-preview strong")).to_have_text("太い")
    expect(page.locator("#description-preview img")).to_have_count(0)
    expect(page.locator("#field-description")).to_be_hidden()
    page.get_by_role("button", name="書く", exact=True).click()
    expect(page.locator("#field-description")).to_be_focused()
    assert house.now(task).description == "はじめ"


def test_a_task_that_another_threw_away_stays_readable_with_what_is_typed(house: House, visit: Opening) -> None:
    task = house.task()
    page = show(visit, task, "desktop")
    page.locator("#task-name").click()
    page.locator("#field-title").fill("もう一度")
    trash.throw_away(house.ken, task.task_id)
    page.keyboard.press("Enter")
    expect(page.locator("#fact-title .fault")).to_contain_text("ごみ箱")
    page.get_by_role("button", name="戻す").click()
    expect(page.locator("#fact-title .fault")).to_have_count(0)
    expect(page.locator("#field-title")).to_have_value("もう一度")
    page.locator("#field-title").press("Enter")
    expect(page.locator("#task-name")).to_have_text("もう一度")


def test_beside_the_board_a_card_says_at_once_what_was_saved(house: House, visit: Opening) -> None:
    task = house.task(title="ボードの仕事", start=date(2020, 1, 1))
    visitor = visit("desktop", "ja")
    sign_in(visitor, NAME)
    page = visitor.go(f"/tasks/{task.team_id}/board")
    page.locator(".task-title", has_text="ボードの仕事").click()
    expect(page.locator("#task-name")).to_be_focused()
    page.locator("#task-name").click()
    page.locator("#field-title").fill("書き直した仕事")
    page.keyboard.press("Enter")
    expect(page.locator(".task-card.open .task-title")).to_have_text("書き直した仕事", timeout=3000)
    page.locator("#task-status").get_by_role("button", name="進行中").click()
    expect(page.locator(".task-card.open")).to_have_count(1)
    page.locator("#field-text").fill("書きかけ")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#task-name")).to_have_count(0)
    page.locator(".task-title", has_text="書き直した仕事").click()
    expect(page.locator("#field-text")).to_have_value("書きかけ")


def test_a_place_counts_all_of_a_column_and_in_the_trash_there_is_none(house: House, visit: Opening) -> None:
    team = teams.create(house.mine.owner, name="十二の仕事")
    member = enter_team(house.mine.owner, team.team_id)
    made = [tasks.add(member, title=f"{number:02}", start=date(2020, 1, number)).task for number in range(1, 13)]
    visitor = visit("desktop", "ja")
    sign_in(visitor, NAME)
    page = visitor.go(f"/tasks/{team.team_id}/board")
    place = page.locator("#task-place")
    page.locator(".task-title", has_text="04").click()
    expect(place).to_have_text("未着手 · 4 / 12")
    page.goto(f"/tasks/{team.team_id}/list")
    page.locator(".row-title", has_text="04").click()
    expect(place).to_have_text("未着手 · 4 / 12")
    page.locator("#field-text").fill("書きかけ")
    trash.throw_away(member, made[3].task_id)
    expect(page.locator("#task .notice")).to_be_visible(timeout=7000)
    expect(page.locator("#task-status button").first).to_be_disabled()
    page.goto(f"/tasks/{team.team_id}/task/{made[3].task_id}")
    expect(page.locator("#task [data-copy]")).to_have_attribute("data-copy", re.compile("^http"))
    expect(place).to_have_text("ごみ箱")


def test_from_a_list_one_goes_on_to_the_next_task(house: House, visit: Opening) -> None:
    first, second = (
        house.task(title=title, end=date(2020, 1, day), assignee=NAME) for day, title in ((1, "前"), (2, "後"))
    )
    visitor = visit("desktop", "ja")
    sign_in(visitor, NAME)
    page = visitor.go("/tasks")
    page.get_by_role("link", name="前", exact=True).click()
    expect(page.locator("[data-place]")).to_contain_text("/")
    page.keyboard.press("J")
    page.wait_for_url(f"**/{second.task_id}")
    page.keyboard.press("K")
    page.wait_for_url(f"**/{first.task_id}")
    page.keyboard.press("Escape")
    page.wait_for_url("**/tasks")


def test_everything_is_done_without_a_script_too(house: House, visit: Opening) -> None:
    tag = tags.add(house.mine, name="会場")
    task = house.task()
    page = show(visit, task, "phone", scripts=False)
    page.locator("#task-name").tap()
    page.locator("#field-title").fill("題名")
    page.locator("#fact-title").get_by_role("button", name="保存").tap()
    expect(page.locator("#task-name")).to_have_text("題名")
    page.locator("#fact-end summary").tap()
    page.locator("#field-end").fill("2030-11-20")
    page.locator("#field-end").press("Enter")
    expect(page.locator("#fact-end summary")).to_contain_text("20")
    page.locator("#fact-tags summary").tap()
    page.locator("#choose-tags").get_by_role("button", name="会場").tap()
    expect(page.locator("#fact-tags summary")).to_contain_text("会場")
    page.locator("#field-checklist").fill("一つ目")
    page.locator("#field-checklist").press("Enter")
    expect(page.locator("#checklist")).to_contain_text("一つ目")
    page.locator("#field-text").fill("できました")
    page.get_by_role("button", name="送る").tap()
    expect(page.locator(".said")).to_have_text("できました")
    page.locator("#fact-description summary").tap()
    page.locator("#field-description").fill("**太い**")
    page.get_by_role("button", name="見た目").tap()
    expect(page.locator("#description-preview strong")).to_have_text("太い")
    page.locator("#fact-description").get_by_role("button", name="保存").tap()
    expect(page.locator("#shown-description strong")).to_have_text("太い")
    after = house.now(task)
    assert (after.title, after.end, set(after.tags), after.comments) == ("題名", DAY, {tag.tag_id}, 1)
    assert (after.description, [each.text for each in after.checklist]) == ("**太い**", ["一つ目"])


@pytest.mark.parametrize(("size", "language", "scheme"), [("phone", "ja", "light"), ("desktop", "en", "dark")])
def test_the_page_has_no_fault_that_axe_finds(
    house: House, visit: Opening, size: Size, language: Language, scheme: Scheme
) -> None:
    tag = tags.add(house.mine, name=f"tag {size}")
    task = house.task(
        description="# a\n- b\n\n`c` https://example.jp",
        end=DAY,
        tags={tag.tag_id},
        assignee="ken",
        checklist=[{"text": "一", "done": True}, {"text": "w" * 200}],
    )
    visitor = visit(size, language, scheme)
    visitor.context.add_init_script(Axe().axe_script)
    sign_in(visitor, NAME)
    assert found(visitor, _url(task), size, scheme) == []
    trash.throw_away(house.mine, task.task_id)
    assert found(visitor, _url(task), size, scheme) == []
