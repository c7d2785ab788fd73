"""One's own tasks as a page: what a new person finds there, and what is said when nothing is left."""

import re
import secrets

import pytest
from tests import bad_rows
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser

from chabudai.apps.tasks import design, own_tasks, tasks, trash
from chabudai.apps.tasks.entities import TaskTable
from chabudai.apps.tasks.membership import Member, enter
from chabudai.common.owner import Owner
from chabudai.web import zones


def newcomer(site: SiteHouse) -> tuple[TeamBrowser, Member]:
    """Somebody who came just now, and their first team."""
    name = f"n{secrets.token_hex(5)}"
    browser = site.browser(name)
    page = browser.get("/tasks").text
    team_id = page.partition('/board"')[0].rpartition("/tasks/")[2]
    owner = Owner(site.household.store, name, site.household.clock, zones.TOKYO)
    return browser, enter(owner, team_id)


def test_a_new_person_is_welcomed_until_something_is_done(site: SiteHouse) -> None:
    browser, member = newcomer(site)
    page = browser.get("/tasks").text
    assert "Welcome, " in page
    assert 'value="Buy milk today"' in page
    assert "All done for today" not in page
    task = tasks.add(member, title="Buy milk", assignee=member.user_id).task
    page = browser.get("/tasks").text
    assert "Tap the ring to start a task" in page
    assert "Buy milk today" not in page
    tasks.set_status(member, task.task_id, "done")
    assert own_tasks.has_done(member.owner)
    page = browser.get("/tasks").text
    assert "Welcome, " not in page
    assert "All done for today" in page


def test_who_has_been_here_for_a_day_is_not_welcomed_but_told_where_tasks_come_from(site: SiteHouse) -> None:
    browser, _ = newcomer(site)
    site.household.clock.advance(hours=25)
    page = browser.get("/tasks").text
    assert "Welcome, " not in page
    assert "No tasks of your own yet" in page
    assert "All done for today" not in page


def test_a_look_tells_by_one_query_whether_anything_of_ones_own_is_another(site: SiteHouse) -> None:
    browser, member = newcomer(site)

    def look() -> str:
        revision = browser.get("/tasks/revision?proof=").json()["revision"]
        assert [operation for operation, _ in site.asked()] == ["Query"]
        return str(revision)

    before = look()
    task = tasks.add(member, title="Buy milk", assignee=member.user_id).task
    added = look()
    assert look() == added != before
    tasks.edit(member, task.task_id, {"title": "Buy oat milk"}, {"title": "Buy milk"})
    renamed = look()
    assert renamed != added
    tasks.add(member, title="Nobody's")
    assert look() == renamed


def test_what_left_ones_own_tasks_is_told_why_and_what_did_not_is_not(site: SiteHouse) -> None:
    member = site.team("hanako", "taro")
    hanako = site.browser("hanako")
    given, dropped, done, thrown, kept = (
        tasks.add(member, title=title, assignee="hanako").task.task_id for title in ("a", "b", "c", "d", "e")
    )
    tasks.edit(member, given, {"assignee": "taro"}, {"assignee": "hanako"})
    tasks.edit(member, dropped, {"assignee": None}, {"assignee": "hanako"})
    tasks.set_status(member, done, "done")
    trash.throw_away(member, thrown)
    elsewhere = tasks.add(site.team("jiro"), title="secret").task
    named = [(each, member.team_id) for each in (given, dropped, done, thrown, kept)]
    query = "&".join(f"task={one}&team={two}" for one, two in (*named, (elsewhere.task_id, elsewhere.team_id)))
    page = hanako.swap(f"/tasks/left?{query}&task=odd")
    told = dict(re.findall(r'data-left="([^"]+)">([^<]+)<', page.text))
    assert told == {
        given: "Now assigned to Taro.",
        dropped: "No longer assigned to you.",
        done: "Marked as done.",
        thrown: "Someone moved this to trash.",
        elsewhere.task_id: "You can&#39;t see this team.",
    }
    assert hanako.swap("/tasks/left").status_code == 200


@pytest.mark.parametrize("kind", ["Team", "TeamUser", "UserTeam"])
def test_a_task_is_added_though_the_team_seen_last_can_not_be_read(site: SiteHouse, kind: str) -> None:
    name = f"n{secrets.token_hex(5)}"
    team, other = site.team(name, name="Readable"), site.team(name, name="Spoilt")
    nao = site.browser(name)
    nao.get(f"/tasks/{other.team_id}/board")
    store = site.household.store.raw
    bad = next(bad for bad in bad_rows.in_place(store, TaskTable, other.team_id) if bad.entity == kind)
    bad.plant(store)
    try:
        assert nao.get("/tasks/add").status_code == 200
        assert nao.send("/tasks/add", line="buy rice").status_code == 303
        found = [task.title for task in team.store.all(design.every_task(team.team_id))]
        assert found == ["buy rice"]
    finally:
        bad.remove(store)
