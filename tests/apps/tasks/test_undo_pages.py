"""What is taken back by a page is what this person did there a while ago: nothing that somebody made up."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from httpx import Response
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser

from chabudai.adapters.clock import TOLERANCE
from chabudai.apps.tasks import comments, tags, tasks
from chabudai.apps.tasks.membership import Member
from chabudai.common.undo import Undo, undo_by
from chabudai.web.seals import LIFETIME

REFUSED = "There's nothing to undo."
LONG_AGO = "01000000-0000-7000-8000-000000000000"


@pytest.fixture
def team(site: SiteHouse) -> Member:
    return site.team("sakura", "ken")


@pytest.fixture
def sakura(site: SiteHouse) -> TeamBrowser:
    return site.browser("sakura")


def undo_url(team: Member) -> str:
    return f"/tasks/{team.team_id}/undo"


def undo_in(page: Response) -> str:
    found = re.search(r'name="undo" value="([^"]+)"', page.text)
    assert found
    return unescape(found[1])


def refuses(browser: TeamBrowser, team: Member, undo: str) -> bool:
    answer = browser.send(undo_url(team), undo=undo)
    return answer.status_code == 400 and REFUSED in unescape(answer.text)


def throw_away(browser: TeamBrowser, team: Member) -> tuple[str, str]:
    """A task; and how that is taken back."""
    task_id = tasks.add(team, title="x").task.task_id
    page = browser.press(f"/tasks/{team.team_id}/task/{task_id}/trash")
    return task_id, undo_in(page)


FORGED: dict[str, Callable[[str], Undo]] = {
    "a comment from long ago": lambda id_: undo_by("put_comment_back", task_id=id_, comment_id=LONG_AGO, text="said"),
    "a day on which it was done": lambda id_: undo_by(
        "put_back", task_id=id_, old={"status": "done", "done_at": "2039-01-01"}, new={"status": "todo"}
    ),
    "a line of a checklist": lambda id_: undo_by("put_line_back", task_id=id_, text="more", done=True, following=()),
    "the trash": lambda id_: undo_by("throw_away", task_id=id_),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_somebody_made_up_is_refused(sakura: TeamBrowser, team: Member, name: str) -> None:
    task = tasks.add(team, title="x").task
    forged = FORGED[name](task.task_id).pack()
    assert forged
    _, real = throw_away(sakura, team)
    for undo in (forged, f"{forged}.", f"{forged}.{real.partition('.')[2]}"):
        assert refuses(sakura, team, undo)
    assert tasks.find_task(team, task.task_id) == task
    assert [row for row in comments.find_all(team, task.task_id) if row.type == "comment"] == []


def test_what_another_did_is_theirs_to_take_back(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    task_id, undo = throw_away(sakura, team)
    assert refuses(site.browser("ken"), team, undo)
    assert refuses(site.browser("sakura"), team, undo)  # nor from another browser
    assert sakura.send(undo_url(team), undo=undo).status_code == 303
    assert tasks.find_task(team, task_id).title == "x"


def test_an_act_of_one_team_is_taken_back_there_alone(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    _, undo = throw_away(sakura, team)
    assert refuses(sakura, site.team("sakura"), undo)


def test_after_a_day_it_stays_as_it_is(site: SiteHouse, sakura: TeamBrowser, team: Member) -> None:
    _, undo = throw_away(sakura, team)
    site.household.clock.advance(seconds=LIFETIME + TOLERANCE.total_seconds() + 1)
    assert refuses(sakura, team, undo)


def test_a_ring_that_is_tapped_back_sends_what_it_was_given(sakura: TeamBrowser, team: Member) -> None:
    task = tasks.add(team, title="x").task
    moved = sakura.send_by_script(f"/tasks/{team.team_id}/status", set=f"{task.task_id} doing todo")
    (undo,) = re.findall(r'data-undo="([^"]+)"', moved.text)
    assert sakura.send_by_script(undo_url(team), undo=undo, quiet="1").status_code == 200
    assert tasks.find_task(team, task.task_id).status == "todo"


def test_the_longest_comment_that_needs_no_question_comes_back(sakura: TeamBrowser, team: Member) -> None:
    """With its seal it still fits into a toast."""
    task = tasks.add(team, title="題" * 100).task
    text = "".join(chr(0x4E00 + 7 * number) for number in range(333))
    said = comments.add(team, task.task_id, text)
    path = f"/tasks/{team.team_id}/task/{task.task_id}"
    page = sakura.press(f"{path}/comments/delete", comment=said.comment_id, next=f"{path}?{'x' * 100}")
    assert comments.find_all(team, task.task_id)[-1].type == "activity"
    sakura.send(undo_url(team), undo=undo_in(page))
    assert comments.find_all(team, task.task_id)[-1] == said


def test_several_tasks_of_a_list_come_back_as_one(sakura: TeamBrowser, team: Member) -> None:
    tag = tags.add(team, name="会場").tag_id
    ids = [tasks.add(team, title=f"x{number}").task.task_id for number in range(10)]
    path = f"/tasks/{team.team_id}"
    page = sakura.press(f"{path}/several", act=f"tag={tag}", marked=ids, next=f"{path}/list?select=1")
    sakura.undo(page, team.team_id)
    assert all(tasks.find_task(team, each).tags == frozenset() for each in ids)
