"""The board as a page: its columns, what narrows them, what comes later, and how it is renewed."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from httpx import Response
from tests.apps.tasks.site_house import SiteHouse, toasts

from chabudai.apps.tasks import comments, members, notices, tags, tasks, trash
from chabudai.apps.tasks.entities import Status, Task
from chabudai.apps.tasks.membership import Member


def add(member: Member, title: str, **fields: Any) -> Task:
    return tasks.add(member, title=title, **fields).task


def cards(page: Response, column: str) -> list[str]:
    """The titles in a list of the page: cards-todo, undated-todo, others …"""
    found = re.search(rf'<ol[^>]* id="{column}">(.*?)</ol>', page.text, re.DOTALL) or re.search(
        rf'<ol id="{column}"[^>]*>(.*?)</ol>', page.text, re.DOTALL
    )
    assert found, column
    return [unescape(title) for title in re.findall(r'class="row-title task-title"[^>]*>(.*?)</a>', found[1])]


def count(page: Response, status: Status) -> str:
    found = re.search(rf'id="head-{status}">.*?<span class="soft">(.*?)</span>', page.text, re.DOTALL)
    assert found
    return found[1]


def board(member: Member, query: str = "") -> str:
    return f"/tasks/{member.team_id}/board{query}"


def test_each_column_is_in_the_order_of_its_date(site: SiteHouse) -> None:
    team = site.team("sakura")
    today = team.today()
    for days in (3, 1, 2):
        day = today + timedelta(days=days)
        add(team, f"start {days}", start=day)
        add(team, f"end {days}", status="doing", end=day, start=today - timedelta(days=days))
    for days in (1, 3, 2):
        task = add(team, f"done {days}", status="doing", end=today - timedelta(days=days))
        tasks.set_status(team, task.task_id, "done")
    page = site.browser("sakura").get(board(team))
    assert cards(page, "cards-todo") == ["start 1", "start 2", "start 3"]
    assert cards(page, "cards-doing") == ["end 1", "end 2", "end 3"]
    assert cards(page, "cards-done") == ["done 1", "done 2", "done 3"]
    assert [count(page, status) for status in ("todo", "doing", "done")] == ["3", "3", "3"]
    page = site.browser("sakura").get(board(team, "?sort=start"))
    assert cards(page, "cards-doing") == ["end 3", "end 2", "end 1"]


def test_the_chips_narrow_it_by_person_and_by_tags(site: SiteHouse) -> None:
    team = site.team("sakura", "ken")
    day = team.today()
    money, hall = (tags.add(team, name=name).tag_id for name in ("お金", "会場"))
    add(team, "mine", start=day, assignee="sakura", tags={money})
    add(team, "his", start=day, assignee="ken", tags={hall})
    add(team, "nobody's", start=day)
    browser = site.browser("sakura")
    assert cards(browser.get(board(team, "?who=me")), "cards-todo") == ["mine"]
    assert cards(browser.get(board(team, f"?tag={hall}")), "cards-todo") == ["his"]
    page = browser.get(board(team, f"?tag={hall}&tag={money}"))
    assert sorted(cards(page, "cards-todo")) == ["his", "mine"]
    assert count(page, "todo") == "2"
    assert f'name="toggle" value="{money}" aria-current="true"' in page.text
    alone = browser.get(board(team, f"/filter?tag={hall}&tag={money}&toggle={money}"))
    assert cards(browser.follow(alone), "cards-todo") == ["his"]


def test_more_comes_in_place_by_a_cursor_and_as_a_page_without_a_script(site: SiteHouse) -> None:
    team = site.team("sakura")
    for number in range(12):
        add(team, f"task {number:02}", start=team.today() + timedelta(days=number))
    browser = site.browser("sakura")
    page = browser.get(board(team))
    assert len(cards(page, "cards-todo")) == 10
    link = re.search(r'href="([^"]*more=todo[^"]*)"', page.text)
    assert link
    path = unescape(link[1])
    assert cards(browser.swap(path), "cards-todo") == ["task 10", "task 11"]
    whole = browser.get(path)
    assert cards(whole, "cards-todo") == ["task 10", "task 11"]
    assert "<h1>" in whole.text
    assert cards(browser.get(f"{path}x"), "cards-todo")[0] == "task 00"  # a cursor that is none begins again


def test_tasks_without_a_date_are_a_fold_that_is_read_when_it_is_opened(site: SiteHouse) -> None:
    team = site.team("sakura")
    for number in range(10):
        add(team, f"dated {number}", start=team.today())
    add(team, "someday")
    browser = site.browser("sakura")
    page = browser.get(board(team))
    assert "someday" not in page.text
    assert re.search(r'No date <span class="soft">1</span>', page.text)
    assert cards(browser.swap(board(team, "?undated=todo")), "undated-todo") == ["someday"]
    assert cards(browser.get(board(team, "?undated=todo")), "undated-todo") == ["someday"]


def test_what_has_no_date_is_open_where_all_of_a_column_fits_on_a_page(site: SiteHouse) -> None:
    team = site.team("sakura")
    for number in range(8):
        add(team, f"dated {number}", start=team.today())
    someday = add(team, "someday").task_id
    page = site.browser("sakura").get(board(team))
    assert cards(page, "undated-todo") == ["someday"]
    assert re.search(r'<details class="undated" open><summary>.+?No date <span class="soft">1</span>', page.text)
    page = site.browser("sakura").get(board(team, f"?added={someday}"))
    assert page.text.count(f'id="card-{someday}"') == 1


def test_a_column_in_which_nothing_has_a_date_shows_what_it_has(site: SiteHouse) -> None:
    team = site.team("sakura")
    add(team, "someday")
    assert cards(site.browser("sakura").get(board(team)), "undated-todo") == ["someday"]


def test_an_empty_board_says_what_comes_where(site: SiteHouse) -> None:
    page = site.browser("sakura", "ja").get(board(site.team("sakura")))
    for sentence in ("今、手を付けている仕事はありません", "完了した仕事が、ここに並びます"):
        assert sentence in page.text


def test_what_was_just_added_stands_on_top_also_where_it_has_no_date(site: SiteHouse) -> None:
    team = site.team("sakura")
    add(team, "dated", start=team.today())
    browser = site.browser("sakura")
    page = browser.press(f"/tasks/{team.team_id}/add", line="new one", next=board(team), once="")
    assert cards(page, "cards-todo") == ["new one", "dated"]
    assert cards(browser.get(board(team)), "cards-todo") == ["dated"]
    answer = browser.send_by_script(
        f"/tasks/{team.team_id}/add", line="by script", next=board(team, "?who=me"), once=""
    )
    part = browser.swap(answer.headers["location"])
    assert "task-title" not in part.text  # the filter leaves it out, and so a toast tells
    assert toasts(part) == ["Added “by script”."]


def test_the_open_task_stands_beside_the_board(site: SiteHouse) -> None:
    team = site.team("sakura")
    task = add(team, "beside", start=team.today())
    browser = site.browser("sakura")
    page = browser.get(board(team, f"?who=me&task={task.task_id}"))
    assert '<h2 class="task-name"' in page.text
    assert f'href="{board(team)}?who=me"' in page.text  # the way back
    assert '<h2 class="task-name"' not in browser.get(board(team, "?task=nowhere")).text


def test_what_is_renewed_are_the_columns_and_the_cards_that_were_seen_besides(site: SiteHouse) -> None:
    team = site.team("sakura", "ken")
    ken = site.household.member(team.team_id, "ken")
    far = [add(team, f"task {n:02}", start=team.today() + timedelta(days=n)) for n in range(12)][-1]
    gone = add(team, "gone")
    moved = add(team, "moved", start=team.today())
    tasks.set_status(ken, moved.task_id, "doing")
    trash.throw_away(ken, gone.task_id)
    seen = "/".join(f"{task.task_id}:todo" for task in (far, gone, moved))
    page = site.browser("sakura").swap(board(team, f"?seen={seen}/nonsense:todo/{far.task_id}:nowhere"))
    assert cards(page, "others") == ["task 11"]
    assert cards(page, "cards-doing") == ["moved"]
    assert "Ken moved this just now" in page.text
    assert "Sakura moved" not in page.text
    assert 'id="column-done"' in page.text
    assert "<h1>" not in page.text


def test_a_card_that_the_filters_leave_out_is_not_renewed(site: SiteHouse) -> None:
    team = site.team("sakura")
    tag = tags.add(team, name="お金").tag_id
    task = add(team, "mine no more")
    for query in ("who=me", f"tag={tag}"):
        page = site.browser("sakura").swap(board(team, f"?{query}&seen={task.task_id}:todo"))
        assert cards(page, "others") == []


def test_a_script_that_changes_all_of_the_page_gets_all_of_it(site: SiteHouse) -> None:
    """As the undo of a toast does."""
    assert '<main id="main"' in site.browser("sakura").swap(board(site.team("sakura"))).text


def test_one_s_own_move_in_another_window_names_nobody(site: SiteHouse) -> None:
    team = site.team("sakura")
    task = add(team, "moved")
    tasks.set_status(team, task.task_id, "doing")
    page = site.browser("sakura").swap(board(team, f"?seen={task.task_id}:todo"))
    assert "moved this just now" not in page.text


def test_the_same_move_by_two_is_one_and_nothing_is_said(site: SiteHouse) -> None:
    team = site.team("sakura", "ken")
    task = add(team, "x")
    tasks.set_status(site.household.member(team.team_id, "ken"), task.task_id, "doing")
    answer = site.browser("sakura").send_by_script(
        f"/tasks/{team.team_id}/status", set=f"{task.task_id} doing todo", next=board(team)
    )
    assert answer.status_code == 200
    assert "toast" not in answer.text.partition('id="toasts"')[2].partition(">")[2]
    assert "data-undo" not in answer.text


@pytest.mark.parametrize("scripts", [True, False])
def test_of_two_different_moves_the_later_wins_and_says_so(site: SiteHouse, scripts: bool) -> None:
    team = site.team("sakura", "ken")
    task = add(team, "x")
    tasks.set_status(site.household.member(team.team_id, "ken"), task.task_id, "doing")
    browser = site.browser("sakura", "ja")
    path, fields = f"/tasks/{team.team_id}/status", {"set": f"{task.task_id} done todo", "next": board(team)}
    answer = browser.send_by_script(path, **fields) if scripts else browser.press(path, **fields)
    assert toasts(answer) == ["Kenさんが進行中にしていました。完了にしました。"]
    assert tasks.find_task(team, task.task_id).status == "done"
    browser.undo(answer, team.team_id)
    assert tasks.find_task(team, task.task_id).status == "doing"


def test_a_ring_that_is_tapped_back_is_as_it_was(site: SiteHouse) -> None:
    team = site.team("sakura")
    task = add(team, "x", status="doing")
    tasks.set_status(team, task.task_id, "done")
    site.household.clock.advance(days=1)
    browser = site.browser("sakura")
    answer = browser.send_by_script(f"/tasks/{team.team_id}/status", set=f"{task.task_id} doing done")
    undo = re.search(r'data-undo="([^"]+)"', answer.text)
    assert undo
    back = browser.send_by_script(f"/tasks/{team.team_id}/undo", undo=undo[1], quiet="1")
    assert (back.status_code, back.text) == (200, "")
    found = tasks.find_task(team, task.task_id)
    assert (found.status, found.done_at) == ("done", team.today() - timedelta(days=1))


def test_a_ring_of_a_task_that_is_gone_says_so_to_the_script(site: SiteHouse) -> None:
    team = site.team("sakura")
    task = add(team, "x")
    trash.throw_away(team, task.task_id)
    for task_id in (task.task_id, "nowhere"):
        answer = site.browser("sakura").send_by_script(f"/tasks/{team.team_id}/status", set=f"{task_id} done todo")
        assert answer.status_code == 410


@pytest.mark.parametrize("task_id", ["a b", "done todo", "a&b=c+d, e:todo"])
def test_an_id_that_a_program_chose_moves_by_its_ring_and_stands_beside_the_board(
    site: SiteHouse, task_id: str
) -> None:
    team = site.team("sakura")
    tasks.add(team, task_id=task_id, title="chosen")
    browser = site.browser("sakura")
    ring = re.search(r'name="set" value="([^"]+)"', browser.get(board(team)).text)
    assert ring
    answer = browser.send_by_script(f"/tasks/{team.team_id}/status", set=unescape(ring[1]))
    assert answer.status_code == 200
    assert tasks.find_task(team, task_id).status == "doing"
    panel = browser.swap(f"/tasks/{team.team_id}/task/{quote(task_id)}").text
    beside = re.search(r'name="next" value="([^"]+board\?task=[^"]+)"', panel)
    assert beside
    assert "chosen" in browser.get(unescape(beside[1])).text.partition('id="task"')[2]
    seen = browser.swap(board(team, f"?seen={quote(f'{task_id}:todo', safe='')}")).text
    assert "chosen" in seen


@pytest.mark.parametrize("said", ["", "x", "done", " done", "x nowhere", "x done sometimes"])
def test_a_ring_that_says_nonsense_is_refused(site: SiteHouse, said: str) -> None:
    team = site.team("sakura")
    assert site.browser("sakura").send(f"/tasks/{team.team_id}/status", set=said).status_code == 400


def test_a_look_tells_whether_anything_is_new(site: SiteHouse) -> None:
    team = site.team("sakura")
    browser = site.browser("sakura")
    path = f"/tasks/{team.team_id}/revision"
    first = browser.get(path).json()
    add(team, "x")
    second = browser.get(f"{path}?proof={first['proof']}").json()
    assert second["revision"] > first["revision"]
    assert second["proof"] == first["proof"]
    task = add(team, "y")
    comments.add(team, task.task_id, text="!")
    assert browser.get(f"{path}?proof={first['proof']}").json()["revision"] > second["revision"]


def test_whoever_is_removed_sees_nothing_new_after_a_minute(site: SiteHouse) -> None:
    team = site.team("sakura", "ken")
    browser = site.browser("ken")
    path = f"/tasks/{team.team_id}/revision"
    proof = browser.get(path).json()["proof"]
    members.remove(team, "ken")
    site.household.clock.advance(seconds=61)
    assert browser.get(f"{path}?proof={proof}").status_code == 404


def test_a_proof_is_good_for_one_person_and_one_team(site: SiteHouse) -> None:
    team, other = site.team("sakura"), site.team("ken")
    proof = site.browser("sakura").get(f"/tasks/{team.team_id}/revision").json()["proof"]
    assert site.browser("ken").get(f"/tasks/{team.team_id}/revision?proof={proof}").status_code == 404
    assert site.browser("sakura").get(f"/tasks/{other.team_id}/revision?proof={proof}").status_code == 404
    assert site.visitor().get(f"/tasks/{team.team_id}/revision?proof={proof}").status_code in (303, 401)


def test_hostile_names_are_only_text(site: SiteHouse) -> None:
    team = site.team("sakura", name="<b>team</b>")
    tags.add(team, name="<i>tag</i>")
    add(team, '"><script>alert(1)</script>', start=team.today())
    page = site.browser("sakura").get(board(team))
    assert "<script>alert" not in page.text
    assert "<i>tag</i>" not in page.text
    assert "<b>team</b>" not in page.text


def test_a_task_with_a_due_date_alone_stands_in_its_column_not_in_the_fold(site: SiteHouse) -> None:
    team = site.team("sakura")
    today = team.today()
    add(team, "starts later", start=today + timedelta(days=2))
    add(team, "due tomorrow", end=today + timedelta(days=1))
    add(team, "someday")
    add(team, "begun", status="doing", start=today)
    page = site.browser("sakura").get(board(team))
    assert cards(page, "cards-todo") == ["due tomorrow", "starts later"]
    assert cards(page, "cards-doing") == ["begun"]
    assert re.search(r'No date <span class="soft">1</span>', page.text)
    assert 'id="undated-doing"' not in page.text


def test_the_bell_is_renewed_around_the_board(site: SiteHouse) -> None:
    team = site.team("sakura", "ken")
    browser = site.browser("ken")
    page = browser.get(board(team))  # the first visit brings what waited for him
    (around,) = re.findall(r'data-look-around="([^"]+)"', page.text)
    before = notices.count_unread(site.household.member(team.team_id, "ken").owner)
    assert f'aria-label="Notifications: {before + 1} new"' not in browser.swap(around).text
    add(team, "for Ken", assignee="ken")
    assert f'aria-label="Notifications: {before + 1} new"' in browser.swap(around).text
