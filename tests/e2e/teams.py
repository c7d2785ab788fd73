"""Teams and tasks of people who are signed up in a browser, made behind the pages' back."""

from typing import Any

from playwright.sync_api import Locator, Page
from tests.e2e.conftest import Visitor
from tests.e2e.test_todo import sign_up

from chabudai.adapters.clock import now
from chabudai.apps.tasks import design, people, tasks, teams
from chabudai.apps.tasks.membership import Member, enter
from chabudai.apps.tasks.team_rows import plan_joining
from chabudai.common.owner import Owner
from chabudai.table import Transaction, TypedStore
from chabudai.web import zones


def found_team(store: TypedStore, visitor: Visitor) -> Member:
    """Of a new person, called Sakura in it."""
    owner = _join_house(store, visitor, "Sakura")
    return enter(owner, teams.create(owner, name="もちつき").team_id)


def join_team(store: TypedStore, team: Member, visitor: Visitor, name: str = "Ken") -> Member:
    owner = _join_house(store, visitor, name)
    user = store.one(design.user(owner.username))
    store.transact(plan_joining(Transaction(), team.team, user, "member", owner.today()))
    return enter(owner, team.team_id)


def add(team: Member, title: str, **fields: Any) -> str:
    return tasks.add(team, title=title, **fields).task.task_id


def open_board(visitor: Visitor, team: Member, query: str = "") -> Page:
    """Once its script has come, too."""
    page = visitor.go(f"/tasks/{team.team_id}/board{query}")
    if visitor.has_scripts:
        page.wait_for_selector("#columns.alive")
    return page


def column(page: Page, status: str) -> Locator:
    return page.locator(f"#column-{status} .task-title")


def card(page: Page, title: str) -> Locator:
    return page.locator(".task-card[id]", has_text=title)


def wait_for_status(page: Page, team: Member, task_id: str, status: str) -> None:
    """A card is where it was put before the table knows it."""
    for _ in range(60):
        if tasks.find_task(team, task_id).status == status:
            return
        page.wait_for_timeout(50)
    assert tasks.find_task(team, task_id).status == status


def _join_house(store: TypedStore, visitor: Visitor, name: str) -> Owner:
    username = sign_up(visitor)
    visitor.context.request.get("/tasks")  # so that their row is there
    owner = Owner(store, username, now, zones.TOKYO)
    people.save(owner, name=name, email=f"{username}@example.jp")
    return owner
