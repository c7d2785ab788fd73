"""What a board asks of the table, and how large it is: a whole page, its parts, a look, a tap."""

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser

from chabudai.apps.tasks import comments, notices, own_tasks, tags, tasks
from chabudai.apps.tasks.membership import Member

NAMES = [("Query", "2"), ("Query", "5")]
TOTAL = ("GetItem", "16")
OTHER_DATE = ("Query", "20")
"""Tasks that lack the date of their column, by the one that they have."""
COLUMNS = [("Query", "8"), OTHER_DATE, ("Query", "17"), OTHER_DATE, ("Query", "17"), OTHER_DATE]
AROUND = [("Query", "21"), ("Query", "24")]


@pytest.fixture
def team(site: SiteHouse) -> Member:
    """Twelve tasks of each status, and one without a date."""
    team = site.team("sakura", "ken")
    for number in range(12):
        day = team.today() + timedelta(days=number)
        tasks.add(team, title=f"todo {number}", start=day, end=day)
        tasks.add(team, title=f"doing {number}", status="doing", end=day)
        tasks.add(team, title=f"done {number}", status="done", end=day)
    tasks.add(team, title="someday")
    return team


@pytest.fixture
def sakura(site: SiteHouse, team: Member) -> TeamBrowser:
    """Who was here today."""
    browser = site.browser("sakura")
    browser.get(f"/tasks/{team.team_id}/board")
    return browser


def asked(site: SiteHouse) -> list[tuple[str, str | None]]:
    return [each for each in site.asked() if each[0] != "TransactGetItems"]


def test_a_board_is_two_short_queries_for_each_column_beside_names_and_numbers(
    site: SiteHouse, sakura: TeamBrowser, team: Member
) -> None:
    sakura.get(f"/tasks/{team.team_id}/board")
    assert sorted(asked(site), key=str) == sorted([TOTAL, *NAMES, *COLUMNS, *AROUND], key=str)
    tag = tags.add(team, name="会場").tag_id
    other = tags.add(team, name="お金").tag_id
    for query, pattern in ((f"tag={tag}", "9"), (f"tag={tag}&tag={other}", "10"), ("who=me", "8"), ("sort=due", "17")):
        sakura.swap(f"/tasks/{team.team_id}/board?{query}")
        assert Counter(asked(site)) == Counter([TOTAL, *NAMES, ("Query", pattern), *COLUMNS[1:]])


def test_parts_ask_for_no_more_than_they_show(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    path = f"/tasks/{team.team_id}/board"
    sakura.swap(f"{path}?undated=todo")
    assert asked(site) == [TOTAL, *NAMES, ("Query", "20"), ("BatchGetItem", "20")]
    sakura.swap(f"{path}?more=todo")
    assert asked(site) == [TOTAL, *NAMES, ("Query", "8"), OTHER_DATE]


def test_a_look_is_one_get_beside_signing_in(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    path = f"/tasks/{team.team_id}/revision"
    proof = sakura.get(path).json()["proof"]
    for _ in range(3):
        sakura.get(f"{path}?proof={proof}")
        assert site.asked() == [TOTAL]
    site.household.clock.advance(seconds=61)
    sakura.get(f"{path}?proof={proof}")
    assert [operation for operation, _ in site.asked()] == ["TransactGetItems", "GetItem"]


def test_what_others_moved_costs_one_query_each_and_what_is_seen_besides_one_batch(
    site: SiteHouse, sakura: TeamBrowser, team: Member
) -> None:
    ken = site.household.member(team.team_id, "ken")
    moved = tasks.add(team, title="moved", end=team.today() + timedelta(days=99)).task
    tasks.set_status(ken, moved.task_id, "doing")
    sakura.swap(f"/tasks/{team.team_id}/board?seen={moved.task_id}:todo")
    assert asked(site) == [TOTAL, *NAMES, *COLUMNS, ("BatchGetItem", "20"), ("Query", "23")]


def test_what_stands_around_a_page_costs_two_queries_once_something_is_new(
    site: SiteHouse, sakura: TeamBrowser, team: Member
) -> None:
    ken = site.household.member(team.team_id, "ken")
    own, unread = own_tasks.count_open(team.owner), notices.count_unread(team.owner)
    for number in range(2):
        tasks.add(ken, title=f"{number}", assignee="sakura")
    page = sakura.swap("/tasks/around")
    assert asked(site) == AROUND
    numbers = re.findall(r'id="(mine-tab|bell)".*?<span class="count">(\d+)</span>', page.text)
    assert numbers == [("mine-tab", f"{own + 2}"), ("bell", f"{unread + 2}")]
    assert "aria-current" not in page.text
    assert 'aria-current="page" id="mine-tab"' in sakura.swap("/tasks/around?own=true").text


def test_a_tap_reads_the_task_and_writes_once(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    task = tasks.add(team, title="x", start=team.today()).task
    sakura.send_by_script(f"/tasks/{team.team_id}/status", set=f"{task.task_id} doing todo")
    assert [operation for operation, _ in site.asked()] == ["TransactGetItems", "GetItem", "TransactWriteItems"]


def test_a_full_board_is_small_enough(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    labels = {tags.add(team, name=name).tag_id for name in ("会場", "買い出し")}
    for status in ("todo", "doing", "done"):
        for number in range(10):
            day = team.today() - timedelta(days=30 + number)
            title = f"{number}番目の、すこし長めの仕事の題名"
            fields: dict[str, Any] = {
                "start": day,
                "end": day + timedelta(days=99 * (status == "done")),
                "assignee": "ken",
            }
            tasks.add(team, title=title, status=status, tags=labels, priority="high", **fields)
    assert (
        len(sakura.get(f"/tasks/{team.team_id}/board").text.partition('<details class="drawer"')[0].encode()) < 61_440
    )


@pytest.mark.parametrize("place", ["board", "list", "list?status=done", "task/{task}", "overview"])
def test_a_page_looks_for_one_get_from_the_first_look_on(
    site: SiteHouse, sakura: TeamBrowser, team: Member, place: str
) -> None:
    """It says itself which revision it shows, and has a proof that whoever looks is in the team."""
    task = tasks.add(team, title="x", start=team.today()).task
    page = sakura.get(f"/tasks/{team.team_id}/{place.format(task=task.task_id)}")
    url, revision, proof = re.findall(r'data-look="([^"]+)" data-revision="(\d+)" data-proof="([^"]+)"', page.text)[0]
    answer = sakura.get(f"{url}?proof={proof}").json()
    assert site.asked() == [TOTAL]
    assert answer["revision"] == int(revision)
    comments.add(team, task.task_id, text="new")
    assert sakura.get(f"{url}?proof={proof}").json()["revision"] > int(revision)
