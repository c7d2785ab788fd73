"""People and teams on a real engine in memory, with a clock that tests set, and a walk through all that is stored."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.adapters.clocks import SettableClock

from chabudai.apps.tasks import design, people, teams
from chabudai.apps.tasks.entities import (
    Comment,
    DayCount,
    LeftTeam,
    Mine,
    MineDone,
    Notice,
    Role,
    Tag,
    Task,
    Team,
    TeamUser,
    ThrownTask,
    Total,
    Undated,
    User,
    UserTeam,
)
from chabudai.apps.tasks.membership import Member, enter
from chabudai.apps.tasks.own_rows import rows_of
from chabudai.apps.tasks.team_rows import plan_joining
from chabudai.common.owner import Owner
from chabudai.table import Entity, Transaction, TypedStore
from chabudai.web import zones

NOON = datetime(2040, 11, 15, 3, 0, tzinfo=UTC)  # in Tokyo; far ahead, so that the store finds nothing expired
ROWS: tuple[type[Any], ...] = (
    User,
    UserTeam,
    LeftTeam,
    Team,
    TeamUser,
    Tag,
    Task,
    ThrownTask,
    Mine,
    MineDone,
    Undated,
    Total,
    DayCount,
    Comment,
    Notice,
)


@dataclass
class Household:
    store: TypedStore
    clock: SettableClock

    def owner(self, username: str) -> Owner:
        """Somebody who has a row of their own; their name is the username with a capital."""
        owner = Owner(self.store, username, self.clock, zones.TOKYO)
        if self.store.get(design.user(username)) is None:
            people.save(owner, name=username.title(), email=f"{username}@example.jp")
        return owner

    def team(self, admin: str, *others: str, **fields: Any) -> Member:
        """A new team as its admin sees it; the others are members."""
        owner = self.owner(admin)
        team = teams.create(owner, **{"name": "もちつき", **fields})
        for username in others:
            self.join(team.team_id, username)
        return enter(owner, team.team_id)

    def join(self, team_id: str, username: str, role: Role = "member") -> Member:
        owner = self.owner(username)
        team, user = self.store.one(design.team(team_id)), self.store.one(design.user(username))
        self.store.transact(plan_joining(Transaction(), team, user, role, owner.today()))
        return enter(owner, team_id)

    def member(self, team_id: str, username: str) -> Member:
        return enter(self.owner(username), team_id)

    def items(self) -> list[dict[str, Any]]:
        """Everything that is stored, guard rows included."""
        found: list[dict[str, Any]] = []
        for table in design.design.tables:
            request: dict[str, Any] = {"TableName": table.name}
            while True:
                answer = self.store.raw.call("Scan", request)
                found += answer["Items"]
                if "LastEvaluatedKey" not in answer:
                    break
                request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
        return found

    def rows(self, *kinds: type[Any]) -> list[Any]:
        return [row for kind in kinds or ROWS for row in self.store.scan(kind.scan())]


def find_faults(household: Household) -> list[str]:
    """What is wrong: rows that name what is not there, counters and rows that differ from what the tasks say."""
    rows = household.rows()
    known = _known(rows)
    return [*(fault for row in rows for fault in _dangling(row, known)), *_differing(rows), *_lone_guards(household)]


def counts(tasks: list[Task]) -> dict[str, int]:
    found = Counter(task.status for task in tasks)
    return {"todo": found["todo"], "doing": found["doing"], "done": found["done"]}


def _known(rows: list[Any]) -> dict[str, set[Any]]:
    return {
        "teams": {row.team_id for row in rows if isinstance(row, Team)},
        "members": {(row.team_id, row.user_id) for row in rows if isinstance(row, TeamUser)},
        "own": {(row.team_id, row.user_id) for row in rows if isinstance(row, UserTeam)},
        "users": {row.user_id for row in rows if isinstance(row, User)},
        "tasks": {(row.team_id, row.task_id) for row in rows if isinstance(row, (Task, ThrownTask))},
        "tags": {(row.team_id, row.tag_id) for row in rows if isinstance(row, Tag)},
    }


def _dangling(row: Any, known: Mapping[str, set[Any]]) -> list[str]:
    wrong: list[bool] = []
    if hasattr(row, "team_id"):
        wrong.append(row.team_id not in known["teams"])
    match row:
        case TeamUser():
            wrong.append((row.team_id, row.user_id) not in known["own"] or row.leaving)
        case Notice(about="invited"):
            pass  # whoever is invited is in no team yet; it goes with the invitation
        case UserTeam() | Mine() | MineDone() | Notice():
            wrong += [(row.team_id, row.user_id) not in known["members"], row.user_id not in known["users"]]
        case Task():
            wrong += [(row.team_id, tag) not in known["tags"] for tag in row.tags]
            wrong.append(row.assignee is not None and (row.team_id, row.assignee) not in known["members"])
        case Comment():
            wrong.append((row.team_id, row.task_id) not in known["tasks"])
            wrong.append(row.author is not None and row.author not in known["users"])
        case Tag() | Team():
            wrong.append(row.leaving)
        case _:
            pass
    return [f"dangling: {row!r}"] if any(wrong) else []


def _differing(rows: list[Any]) -> list[str]:
    tasks = [row for row in rows if isinstance(row, Task)]
    expected = {_place(row): row for task in tasks for row in rows_of(task)}
    there = {_place(row): row for row in rows if isinstance(row, (Mine, MineDone, Undated))}
    faults = [f"differs: {expected.get(place)} {there.get(place)}" for place in expected.keys() ^ there.keys()]
    faults += [f"differs: {row}" for place, row in there.items() if expected.get(place, row) != row]
    for total in (row for row in rows if isinstance(row, Total)):
        told = {"todo": total.todo, "doing": total.doing, "done": total.done}
        right = counts([task for task in tasks if task.team_id == total.team_id])
        if told != right:
            faults.append(f"{total.team_id}: {told} is counted, {right} there are")
    comments = Counter(row.task_id for row in rows if isinstance(row, Comment) and row.type == "comment")
    faults += [f"comments of {task.task_id}" for task in tasks if task.comments != comments[task.task_id]]
    return faults


def _lone_guards(household: Household) -> list[str]:
    guards = [item for item in household.items() if item["SK"]["S"].startswith("TAGNAME#")]
    return [] if len(guards) == len(household.rows(Tag)) else [f"guards: {guards}"]


def _place(row: Entity) -> tuple[str, frozenset[tuple[str, Any]]]:
    return type(row).__name__, frozenset(row.own_key.items())
