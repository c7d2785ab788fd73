"""The API: what a program can do with teams and tasks, how absent and null differ, what is refused and why."""

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.common import library
from tests.common.library import SITE, Library

from chabudai.apps.tasks import app, team_deletion
from chabudai.common.owner import Owner
from chabudai.web import zones


class Program:
    """Speaks for one person with a token."""

    def __init__(self, site: Library, username: str) -> None:
        self._site = site
        self._headers = {"authorization": f"Bearer {username}", "accept-language": "en"}

    def ask(self, method: str, path: str, body: Any = None) -> Response:
        json = {} if body is None else {"json": body}
        return self._site.client.request(method, f"{SITE}/api/tasks{path}", headers=self._headers, **json)

    def get(self, path: str) -> Any:
        return self.done("GET", path)

    def done(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.ask(method, path, body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.text else None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("tasks"), app.build) as opened:
        yield opened


@pytest.fixture
def program(site: Library) -> Program:
    site.clock.reset()
    return Program(site, "hanako")


@pytest.fixture
def team(program: Program) -> str:
    """The path of a new team."""
    return f"/teams/{program.done('POST', '/teams', {'name': 'Mochi party'})['id']}"


def add(program: Program, team: str, title: str, **fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = program.done("POST", f"{team}/tasks", {"title": title, **fields})
    return made


def titles(program: Program, path: str) -> list[str]:
    return [each["title"] for each in program.get(path)["tasks"]]


def test_a_team_is_made_looked_at_changed_and_deleted(program: Program, team: str) -> None:
    made = program.get(team)
    assert (made["name"], made["role"], made["zone"]) == ("Mochi party", "admin", "Asia/Tokyo")
    assert program.done("PATCH", team, {"description": "in December"})["description"] == "in December"
    assert made["id"] in [each["id"] for each in program.get("/teams")["teams"]]
    program.done("DELETE", team)
    assert program.ask("GET", team).status_code == 404


def test_the_members_of_a_team(program: Program, team: str) -> None:
    (own,) = program.get(f"{team}/members")["members"]
    assert (own["id"], own["role"]) == ("hanako", "admin")
    assert program.ask("PATCH", f"{team}/members/hanako", {"role": "member"}).json()["error"]["code"] == "last_admin"
    assert program.ask("DELETE", f"{team}/members/nobody").status_code == 404
    assert program.ask("POST", f"{team}/leave").status_code == 422


def test_a_tag_is_made_with_a_colour_of_the_house_or_its_own(program: Program, team: str) -> None:
    own = {"color": "#111111", "backgroundColor": "#eeeeee"}
    venue = program.done("POST", f"{team}/tags", {"name": "Venue"})
    money = program.done("POST", f"{team}/tags", {"name": "Money", "colour": own})
    assert venue["colour"]["color"].startswith("#")
    assert money["colour"] == own
    assert [each["name"] for each in program.get(f"{team}/tags")["tags"]] == ["Money", "Venue"]
    assert program.ask("POST", f"{team}/tags", {"name": "venue"}).status_code == 409
    program.done("PATCH", f"{team}/tags/{venue['id']}", {"name": "Place"})
    task = add(program, team, "x", tags=[venue["id"]])
    assert program.done("DELETE", f"{team}/tags/{venue['id']}") == {"count": 1}
    assert program.get(f"{team}/tasks/{task['id']}")["tags"] == []


def test_a_task_is_made_with_everything_and_looked_at(program: Program, team: str) -> None:
    tag = program.done("POST", f"{team}/tags", {"name": "Venue"})
    made = add(
        program,
        team,
        "Borrow the mortar",
        description="**heavy**",
        status="doing",
        start="2040-11-16",
        end="2040-11-20",
        tags=[tag["id"]],
        assignee="hanako",
        priority="high",
        checklist=[{"text": "call", "done": True}, {"text": "fetch"}],
    )
    assert program.get(f"{team}/tasks/{made['id']}") == made
    assert made["checklist"] == [{"text": "call", "done": True}, {"text": "fetch", "done": False}]
    assert titles(program, "/mine")[:1] == ["Borrow the mortar"]


def test_under_one_id_a_task_is_added_once(program: Program, team: str) -> None:
    first = add(program, team, "once", id="chosen-by-me")
    assert add(program, team, "once", id="chosen-by-me") == first
    assert titles(program, f"{team}/tasks?undated=true") == ["once"]


def test_what_is_left_out_stays_and_null_takes_away(program: Program, team: str) -> None:
    task = add(program, team, "x", start="2040-11-16", end="2040-11-20", assignee="hanako")
    path = f"{team}/tasks/{task['id']}"
    changed = program.done("PATCH", path, {"end": None, "assignee": None})
    assert (changed["start"], changed["end"], changed["assignee"]) == ("2040-11-16", None, None)


def test_a_change_is_held_to_what_was_seen(program: Program, team: str) -> None:
    task = add(program, team, "x")
    path = f"{team}/tasks/{task['id']}"
    refused = program.ask("PATCH", path, {"title": "mine", "seen": {"title": "what it never was"}})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "changed_since")
    assert program.done("PATCH", path, {"title": "mine", "seen": {"title": "x"}})["title"] == "mine"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["to do", "doing"]),
        ("statuses=all", ["to do", "doing", "done"]),
        ("statuses=all&sort=end&order=desc", ["to do", "doing"]),
        ("late=start", ["to do"]),
        ("late=end", ["doing"]),
        ("sort=end&from=2040-11-20", ["to do"]),
        ("assignee=hanako", ["doing"]),
        ("q=doing", ["doing"]),
        ("statuses=done&undated=true&sort=end", ["done"]),
    ],
)
def test_lists_take_every_filter(program: Program, team: str, query: str, found: list[str]) -> None:
    add(program, team, "to do", start="2040-11-10", end="2040-11-20")
    add(program, team, "doing", start="2040-11-11", end="2040-11-12", status="doing", assignee="hanako")
    add(program, team, "done", start="2040-11-12", status="done")
    assert titles(program, f"{team}/tasks?{query}") == found


def test_a_list_goes_on_by_its_cursor_which_is_good_for_it_alone(program: Program, team: str) -> None:
    for number in range(12):
        add(program, team, f"{number:02}", start="2040-11-16")
    page = program.get(f"{team}/tasks")
    rest = program.get(f"{team}/tasks?cursor={page['cursor']}")
    assert len(page["tasks"]) == 10
    assert [each["title"] for each in page["tasks"] + rest["tasks"]] == [f"{number:02}" for number in range(12)]
    assert rest["cursor"] is None
    assert program.ask("GET", f"{team}/tasks?statuses=all&cursor={page['cursor']}").status_code == 400


def test_a_task_goes_into_the_trash_and_comes_back(program: Program, team: str) -> None:
    task = add(program, team, "x", status="doing")
    path = f"{team}/tasks/{task['id']}"
    program.done("DELETE", path)
    (thrown,) = program.get(f"{team}/trash")["tasks"]
    assert (thrown["id"], thrown["deletedBy"]) == (task["id"], "hanako")
    assert program.ask("PATCH", path, {"title": "y"}).json()["error"]["code"] == "in_trash"
    assert program.done("POST", f"{path}/restore")["status"] == "doing"
    program.done("DELETE", path)
    program.done("DELETE", f"{team}/trash/{task['id']}")
    assert program.done("DELETE", f"{team}/trash") == {"count": 0}
    assert program.ask("GET", path).status_code == 404


def test_several_at_once_and_those_that_were_missed(program: Program, team: str) -> None:
    task = add(program, team, "x")
    many = f"{team}/many"
    outcome = program.done("POST", many, {"ids": [task["id"], "none"], "act": "edit", "changes": {"status": "done"}})
    assert ([each["status"] for each in outcome["tasks"]], outcome["missed"]) == (["done"], ["none"])
    assert program.done("POST", many, {"ids": [task["id"]], "act": "trash"})["missed"] == []
    assert program.done("POST", many, {"ids": [task["id"]], "act": "restore"})["missed"] == []
    assert program.ask("POST", many, {"ids": [task["id"]], "act": "tag"}).status_code == 422
    assert program.ask("POST", many, {"ids": ["x"] * 101, "act": "trash"}).status_code == 422
    for changes, status in (({"status": "blocked"}, 422), ({"colour": "red"}, 400), (None, 422)):
        refused = program.ask("POST", many, {"ids": [task["id"]], "act": "edit", "changes": changes})
        assert (refused.status_code, bool(refused.json()["error"]["details"])) == (status, True)


def test_comments_and_what_was_done_are_one_thread(program: Program, team: str) -> None:
    task = add(program, team, "x")
    path = f"{team}/tasks/{task['id']}/comments"
    said = program.done("POST", path, {"text": "soon"})
    thread = program.get(path)["comments"]
    assert [(each["type"], each["text"] or each["about"]) for each in thread] == [
        ("activity", "added"),
        ("comment", "soon"),
    ]
    program.done("DELETE", f"{path}/{said['id']}")
    assert len(program.get(path)["comments"]) == 1


def test_counters_of_all_and_of_days(program: Program, team: str) -> None:
    add(program, team, "x")
    add(program, team, "y", status="done")
    found = program.get(f"{team}/counters")
    assert (found["total"]["todo"], found["total"]["done"], found["total"]["revision"]) == (1, 1, 2)
    assert [(each["day"], each["created"], each["completed"]) for each in found["days"]] == [("2040-11-15", 2, 1)]
    assert program.get(f"{team}/counters?from=0001-01-01&to=0001-01-01")["days"] == []


def test_a_copy_is_to_do_again(program: Program, team: str) -> None:
    task = add(program, team, "x", status="done")
    assert program.done("POST", f"{team}/tasks/{task['id']}/duplicate")["status"] == "todo"


def test_a_team_goes_out_and_comes_into_another(program: Program, team: str) -> None:
    add(program, team, "x", description="y")
    document = program.get(f"{team}/export")
    other = f"/teams/{program.done('POST', '/teams', {'name': 'Other'})['id']}"
    assert program.done("POST", f"{other}/import", document)["added"] == 1
    assert program.done("POST", f"{other}/import", document)["kept"] == 1
    assert program.ask("POST", f"{other}/import", {"format": "another"}).status_code == 422


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "title"),
        ({"title": ""}, "title"),
        ({"title": "x" * 101}, "title"),
        ({"title": "x", "status": "never"}, "status"),
        ({"title": "x", "end": "2040-02-30"}, "end"),
        ({"title": "x", "start": "2040-11-20", "end": "2040-11-01"}, "end"),
        ({"title": "x", "tags": ["no such"]}, "tags"),
        ({"title": "x", "assignee": "nobody"}, "assignee"),
        ({"title": "x", "checklist": [{"text": "y" * 201}]}, "checklist"),
        ({"title": "x", "description": "d" * 5001}, "description"),
        ({"title": "x", "unknown": 1}, "unknown"),
    ],
)
def test_what_is_wrong_is_told_by_its_field_and_nothing_is_made(
    program: Program, team: str, body: dict[str, Any], field: str
) -> None:
    answer = program.ask("POST", f"{team}/tasks", body)
    assert 400 <= answer.status_code < 500
    assert field in answer.text
    assert program.get(f"{team}/counters")["total"]["todo"] == 0


def test_invitations_by_email_keep_their_link_to_themselves_and_those_by_link_tell_it(
    program: Program, team: str
) -> None:
    by_email = program.done("POST", f"{team}/invitations", {"email": "ken@example.jp", "role": "member"})
    by_link = program.done("POST", f"{team}/invitation-links", {"role": "member", "uses": 3})
    assert (by_email["url"], by_email["mailState"]) == (None, "waiting")
    assert by_link["url"].startswith(f"{SITE}/tasks/join/")
    assert [each["id"] for each in program.get(f"{team}/invitations")["invitations"]] == [by_email["id"], by_link["id"]]
    again = program.ask("POST", f"{team}/invitations", {"email": "KEN@example.jp", "role": "member"})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_invited")
    renewed = program.done("POST", f"{team}/invitations/{by_link['id']}/resend")
    assert renewed["url"] != by_link["url"]
    program.done("DELETE", f"{team}/invitations/{by_email['id']}")
    assert program.ask("GET", f"{team}/invitations/{by_email['id']}").status_code == 404


def test_emails_to_one_address_have_a_limit(program: Program, team: str) -> None:
    made = program.done("POST", f"{team}/invitations", {"email": "often@example.jp", "role": "member"})
    answers = [program.ask("POST", f"{team}/invitations/{made['id']}/resend").status_code for _ in range(7)]
    assert answers[-1] == 429


def test_notices_are_listed_and_marked_as_read(program: Program) -> None:
    program.done("POST", "/notices/read")
    assert all(each["readAt"] for each in program.get("/notices")["notices"])
    assert program.done("POST", "/notices/read") == {"count": 0}


@pytest.mark.parametrize("path", ["", "/tasks", "/tags", "/members", "/counters", "/trash", "/export"])
def test_another_persons_team_is_not_there(site: Library, program: Program, team: str, path: str) -> None:
    assert Program(site, "taro").ask("GET", f"{team}{path}").status_code == 404


def test_a_team_made_before_any_page_was_seen_calls_people_by_their_names(program: Program, team: str) -> None:
    assert [each["name"] for each in program.get(f"{team}/members")["members"]] == ["Hana"]


def test_a_deletion_that_was_interrupted_is_asked_for_again(site: Library, program: Program, team: str) -> None:
    add(program, team, "x")
    owner = Owner(site.store, "hanako", site.clock, zones.TOKYO)
    with pytest.raises(Interrupted):
        team_deletion.delete(meddled(owner, "TransactWriteItems", 2, power_cut), team.removeprefix("/teams/"))
    program.done("DELETE", team)
    assert team.removeprefix("/teams/") not in {each["id"] for each in program.get("/teams")["teams"]}
