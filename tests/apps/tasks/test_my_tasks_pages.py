"""One's own tasks as a page: what a new person finds there, and what is said when nothing is left."""

import secrets

from tests.apps.tasks.site_house import SiteHouse, TeamBrowser

from chabudai.apps.tasks import own_tasks, tasks
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
    assert 'value="Buy milk by today"' in page
    assert "All done for today" not in page
    task = tasks.add(member, title="Buy milk", assignee=member.user_id).task
    page = browser.get("/tasks").text
    assert "Tap the ring to start a task" in page
    assert "Buy milk by today" not in page
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
