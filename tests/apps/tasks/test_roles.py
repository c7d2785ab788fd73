"""Roles as a table: every route of a team for an admin, a member, an outsider, somebody who was removed, and nobody.

A route that is missing from the table fails the first test: none is added without saying who may use it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from httpx import Response
from tests.apps.tasks.site_house import SiteHouse, built

from chabudai.accounts import service as account
from chabudai.accounts.design import person_named
from chabudai.apps.tasks import checklist, comments, invitations, members, tags, tasks, transfer, trash
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.invitations import Inviter
from chabudai.apps.tasks.membership import Member

Who = Literal["member", "admin"]
TEAM = "/tasks/{team_id:str}"
API = "/api/tasks/teams/{team_id:str}"
TASK, OF_TASK = f"{TEAM}/task/{{task_id:str}}", f"{API}/tasks/{{task_id:str}}"
INVITATION, OF_INVITATION = "/invitations/{invite_id:str}", f"{API}/invitations/{{invite_id:str}}"

# By method and path: who may, and what is sent. `%(…)s` are the ids of the team's things.
ROUTES: dict[tuple[str, str], tuple[Who, Any]] = {
    ("GET", f"{TEAM}/board"): ("member", None),
    ("GET", f"{TEAM}/list"): ("member", None),
    ("GET", f"{TEAM}/schedule"): ("member", None),
    ("GET", f"{TEAM}/overview"): ("member", None),
    ("GET", f"{TEAM}/members"): ("member", None),
    ("GET", f"{TEAM}/members/leave"): ("member", None),
    ("GET", f"{TEAM}/members/{{user_id:str}}/remove"): ("admin", None),
    ("GET", f"{TEAM}/settings"): ("member", None),
    ("GET", f"{TEAM}/tags/{{tag_id:str}}"): ("member", None),
    ("GET", f"{TEAM}/trash"): ("member", None),
    ("GET", f"{TEAM}/files"): ("member", None),
    ("GET", f"{TEAM}/files/export/{{name:str}}"): ("member", None),
    ("GET", f"{TEAM}/revision"): ("member", None),
    ("GET", f"{TEAM}/board/tags"): ("member", None),
    ("GET", f"{TEAM}/board/filter"): ("member", None),
    ("GET", f"{TEAM}/list/tags"): ("member", None),
    ("GET", f"{TEAM}/list/filter"): ("member", None),
    ("GET", f"{TASK}/tags"): ("member", None),
    ("GET", f"{TEAM}/add"): ("member", None),
    ("GET", TASK): ("member", None),
    ("POST", f"{TEAM}/add"): ("member", {"line": "one more"}),
    ("POST", f"{TEAM}/words"): ("member", {"line": "one more"}),
    ("POST", f"{TEAM}/status"): ("member", {"set": "%(task)s doing"}),
    ("POST", f"{TEAM}/several"): ("member", {"act": "trash %(task)s"}),
    ("POST", f"{TEAM}/dates"): ("member", {"id": "%(task)s", "end": "2040-12-01", "seen_end": ""}),
    ("POST", f"{TEAM}/undo"): ("member", {}),
    ("POST", f"{TASK}/edit"): ("member", {"field": "title", "value": "another", "seen": "a task"}),
    ("POST", f"{TASK}/preview"): ("member", {"value": "*x*"}),
    ("POST", f"{TASK}/status"): ("member", {"choose": "done", "seen": "todo"}),
    ("POST", f"{TASK}/tags"): ("member", {"add": "%(tag)s"}),
    ("POST", f"{TASK}/checks/add"): ("member", {"text": "first"}),
    ("POST", f"{TASK}/checks/tick"): ("member", {"line": "%(line)s"}),
    ("POST", f"{TASK}/checks/untick"): ("member", {"line": "%(line)s"}),
    ("POST", f"{TASK}/checks/move"): ("member", {"id": "%(line)s", "before": ""}),
    ("POST", f"{TASK}/checks/change"): ("member", {"delete": "%(line)s"}),
    ("POST", f"{TASK}/comments"): ("member", {"text": "hello"}),
    ("POST", f"{TASK}/comments/delete"): ("admin", {"comment": "%(comment)s"}),  # somebody else's
    ("POST", f"{TASK}/duplicate"): ("member", {}),
    ("POST", f"{TASK}/trash"): ("member", {}),
    ("POST", f"{TASK}/restore"): ("member", {}),
    ("POST", f"{TEAM}/trash/restore"): ("member", {"id": "%(thrown)s"}),
    ("POST", f"{TEAM}/trash/delete"): ("admin", {"id": "%(thrown)s"}),
    ("POST", f"{TEAM}/trash/empty"): ("admin", {}),
    ("POST", f"{TEAM}/tags"): ("member", {"name": "new"}),
    ("POST", f"{TEAM}/tags/{{tag_id:str}}"): ("member", {"name": "renamed"}),
    ("POST", f"{TEAM}/tags/{{tag_id:str}}/delete"): ("admin", {}),
    ("POST", f"{TEAM}/settings"): ("admin", {"name": "renamed", "was_name": "もちつき"}),
    ("POST", f"{TEAM}/settings/finish-renaming"): ("member", {}),
    ("POST", f"{TEAM}/delete"): ("admin", {"sure": "もちつき"}),
    ("POST", f"{TEAM}/files/preview"): ("member", {"file": "%(document)s"}),
    ("POST", f"{TEAM}/files/import"): ("member", {"text": "%(document)s"}),
    ("POST", f"{TEAM}/members/leave"): ("member", {}),
    ("POST", f"{TEAM}/members/{{user_id:str}}/role"): ("admin", {"role": "admin"}),
    ("POST", f"{TEAM}/members/{{user_id:str}}/remove"): ("admin", {}),
    ("POST", f"{TEAM}/members/invite"): ("admin", {"email": "%(team)s@example.jp", "role": "member"}),
    ("POST", f"{TEAM}/members/links"): ("admin", {"role": "member", "uses": "1"}),
    ("POST", f"{TEAM}/members{INVITATION}/resend"): ("admin", {}),
    ("POST", f"{TEAM}/members{INVITATION}/revoke"): ("admin", {}),
    ("GET", API): ("member", None),
    ("PATCH", API): ("admin", {"name": "renamed"}),
    ("DELETE", API): ("admin", None),
    ("POST", f"{API}/leave"): ("member", None),
    ("GET", f"{API}/members"): ("member", None),
    ("PATCH", f"{API}/members/{{user_id:str}}"): ("admin", {"role": "admin"}),
    ("DELETE", f"{API}/members/{{user_id:str}}"): ("admin", None),
    ("GET", f"{API}/tags"): ("member", None),
    ("POST", f"{API}/tags"): ("member", {"name": "new"}),
    ("PATCH", f"{API}/tags/{{tag_id:str}}"): ("member", {"name": "renamed"}),
    ("DELETE", f"{API}/tags/{{tag_id:str}}"): ("admin", None),
    ("GET", f"{API}/tasks"): ("member", None),
    ("POST", f"{API}/tasks"): ("member", {"title": "new"}),
    ("GET", OF_TASK): ("member", None),
    ("PATCH", OF_TASK): ("member", {"title": "another"}),
    ("DELETE", OF_TASK): ("member", None),
    ("POST", f"{OF_TASK}/duplicate"): ("member", None),
    ("POST", f"{OF_TASK}/restore"): ("member", None),
    ("GET", f"{OF_TASK}/comments"): ("member", None),
    ("POST", f"{OF_TASK}/comments"): ("member", {"text": "hello"}),
    ("DELETE", f"{OF_TASK}/comments/{{comment_id:str}}"): ("admin", None),
    ("POST", f"{API}/many"): ("member", {"ids": ["%(task)s"], "act": "trash"}),
    ("GET", f"{API}/trash"): ("member", None),
    ("DELETE", f"{API}/trash"): ("admin", None),
    ("DELETE", f"{API}/trash/{{thrown_id:str}}"): ("admin", None),
    ("GET", f"{API}/counters"): ("member", None),
    ("GET", f"{API}/export"): ("member", None),
    ("POST", f"{API}/import"): ("member", {"format": transfer.FORMAT, "version": transfer.VERSION}),
    ("GET", f"{API}/invitations"): ("admin", None),
    ("POST", f"{API}/invitations"): ("admin", {"email": "%(team)s@example.jp", "role": "member"}),
    ("POST", f"{API}/invitation-links"): ("admin", {"role": "member"}),
    ("GET", OF_INVITATION): ("admin", None),
    ("POST", f"{OF_INVITATION}/resend"): ("admin", None),
    ("DELETE", OF_INVITATION): ("admin", None),
}
EVERY = [pytest.param(*route, id=" ".join(route)) for route in ROUTES]
OF_PROGRAMS = [param for route, param in zip(ROUTES, EVERY, strict=True) if route[1].startswith("/api")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteHouse]:
    with built(tmp_path_factory.mktemp("roles")) as opened:
        yield opened


@dataclass(frozen=True)
class Scene:
    """A team with two admins, of whom sakura has said something; a member, and one who was removed."""

    house: SiteHouse
    admin: Member
    ids: dict[str, str]

    def ask(self, username: str, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Response:
        at = path
        for name, value in self.ids.items():
            at = at.replace(f"{{{name}_id:str}}", value)
        at = at.replace("{name:str}", "json")
        sent = _filled(body, self.ids)
        if headers is not None:
            json = {} if sent is None else {"json": sent}
            return self.house.visitor().ask(method, at, headers, **json)
        browser = self.house.browser(username)
        if at.endswith("/undo"):  # of an act in this browser, where that may be done
            moved = browser.send_by_script(at.replace("/undo", "/status"), set=f"{self.ids['task']} doing todo")
            sent = {"undo": "".join(re.findall(r'data-undo="([^"]+)"', moved.text))}
        if method == "GET":
            return browser.get(at)
        if isinstance(sent, dict) and "file" in sent:
            upload = {"file": ("team.json", sent["file"].encode(), "application/json")}
            return browser.ask("POST", at, data={"_csrf": browser.token()}, files=upload)
        return browser.send(at, **sent)


def set_up(house: SiteHouse) -> Scene:
    admin = house.team("sakura", "ken", "emi", "jun")
    members.change_role(admin, "jun", "admin")
    members.remove(admin, "emi")
    task = tasks.add(admin, title="a task", checklist=({"text": "line"},), assignee="sakura")
    thrown = tasks.add(admin, title="thrown away").task.task_id
    trash.throw_away(admin, thrown)
    said = comments.add(admin, task.task.task_id, "mine")
    invited = invitations.invite_by_link(Inviter(admin, "en", lambda _: None, lambda _: True), role="member")
    ids = {
        "team": admin.team_id,
        "task": task.task.task_id,
        "thrown": thrown,
        "tag": tags.add(admin, name="会場").tag_id,
        "comment": said.comment_id,
        "invite": invited.invite_id,
        "user": "ken",
        "line": checklist.line_keys(task.task.checklist)[0],
        "document": transfer.write(admin),
    }
    return Scene(house, admin, ids)


def _filled(body: Any, ids: dict[str, str]) -> Any:
    match body:
        case str():
            return body % ids
        case dict():
            return {name: _filled(value, ids) for name, value in body.items()}
        case list():
            return [_filled(value, ids) for value in body]
    return body


def token(house: SiteHouse, username: str, *, read_only: bool = False) -> dict[str, str]:
    house.browser(username)
    person = house.accounts.store.one(person_named(username))
    for each in account.tokens_of(house.accounts, person):
        account.revoke_token(house.accounts, person, each.token_id)
    made = account.make_token(house.accounts, person, name="table", read_only=read_only)
    return {"authorization": f"Bearer {made.text}", "accept-language": "en"}


def headers_of(house: SiteHouse, path: str, username: str) -> dict[str, str] | None:
    """A program has a token, and a browser its cookie."""
    return token(house, username) if path.startswith("/api") else None


def test_the_table_has_every_route_of_a_team(house: SiteHouse) -> None:
    found = {
        (method, route.path.replace("/trash/{task_id:str}", "/trash/{thrown_id:str}"))
        for route in house.application.routes
        if route.path.startswith((f"{TEAM}/", API)) and "/tasks/join" not in route.path
        for method in getattr(route, "methods", ())
        if method not in ("OPTIONS", "HEAD")
    }
    assert found == ROUTES.keys()


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_an_admin_may_use_every_route(house: SiteHouse, method: str, path: str) -> None:
    scene = set_up(house)
    answer = scene.ask("sakura", method, path, ROUTES[method, path][1], headers_of(house, path, "sakura"))
    assert answer.status_code < 400, answer.text[:2000]


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_a_member_may_use_those_that_are_not_for_admins_alone(house: SiteHouse, method: str, path: str) -> None:
    scene = set_up(house)
    who, body = ROUTES[method, path]
    before = team_items(scene)
    answer = scene.ask("ken", method, path, body, headers_of(house, path, "ken"))
    if who == "member":
        assert answer.status_code < 400, answer.text[:2000]
        return
    assert answer.status_code == 403
    assert team_items(scene) == before


@pytest.mark.parametrize("username", ["mallory", "emi"])
@pytest.mark.parametrize(("method", "path"), EVERY)
def test_for_outsiders_and_the_removed_the_team_is_not_there(
    house: SiteHouse, method: str, path: str, username: str
) -> None:
    scene = set_up(house)
    before = team_items(scene)
    answer = scene.ask(username, method, path, ROUTES[method, path][1], headers_of(house, path, username))
    assert answer.status_code == 404
    assert "a task" not in answer.text
    assert team_items(scene) == before


def test_a_token_that_only_reads_is_told_no_link_that_lets_join(house: SiteHouse) -> None:
    scene = set_up(house)
    made = scene.ask("sakura", "POST", f"{API}/invitation-links", {"role": "admin", "uses": 1}, token(house, "sakura"))
    one = f"{API}/invitations/{made.json()['id']}"
    for path in (f"{API}/invitations", one):
        assert "/join/" in scene.ask("sakura", "GET", path, None, token(house, "sakura")).text
        only_reading = token(house, "sakura", read_only=True)
        assert "/join/" not in scene.ask("sakura", "GET", path, None, only_reading).text


@pytest.mark.parametrize(("method", "path"), OF_PROGRAMS)
def test_a_token_that_only_reads_changes_nothing(house: SiteHouse, method: str, path: str) -> None:
    scene = set_up(house)
    before = team_items(scene)
    answer = scene.ask("sakura", method, path, ROUTES[method, path][1], token(house, "sakura", read_only=True))
    assert (answer.status_code == 200) if method == "GET" else (answer.status_code == 403)
    assert team_items(scene) == before


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_nobody_is_asked_to_sign_in(house: SiteHouse, method: str, path: str) -> None:
    scene = set_up(house)
    at = path
    for name, value in scene.ids.items():
        at = at.replace(f"{{{name}_id:str}}", value)
    visitor = house.visitor()
    if path.startswith("/api"):
        body = _filled(ROUTES[method, path][1], scene.ids)
        answer = visitor.ask(method, at, {"authorization": "Bearer cbd_sakura.x.y"}, json=body)
        assert answer.status_code == 401
        return
    answer = visitor.get(at.replace("{name:str}", "json")) if method == "GET" else visitor.send(at)
    assert answer.status_code in (303, 401)
    assert "a task" not in answer.text


def team_items(scene: Scene) -> list[Any]:
    """What is stored of the team itself, in the order of its keys."""
    condition = {
        "KeyConditionExpression": "PK = :team",
        "ExpressionAttributeValues": {":team": {"S": f"TEAM#{scene.admin.team_id}"}},
    }
    raw = scene.house.accounts.store.raw
    return [raw.call("Query", {"TableName": table.name, **condition})["Items"] for table in design.tables]
