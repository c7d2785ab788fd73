"""Rows that can't be read keep nobody from deleting: they go too, by their keys; and all others are counted."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests import bad_rows
from tests.adapters.clocks import SettableClock
from tests.apps.tasks.household import NOON, Household
from tests.bad_rows import BadRow

from chabudai import table
from chabudai.apps.tasks import comments, members, personal_data, repair, tags, tasks, team_deletion, trash
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.entities import Total
from chabudai.apps.tasks.invitation_entities import ExpiredInvitation, Invitation, Invited
from chabudai.apps.tasks.membership import Member
from chabudai.common.unreadable_rows import UnreadableRowLog

LATER = 4102444800
KINDS = (
    "User",
    "UserTeam",
    "LeftTeam",
    "Team",
    "TeamUser",
    "Tag",
    "Task",
    "ThrownTask",
    "Mine",
    "MineDone",
    "Undated",
    "Total",
    "DayCount",
    "Comment",
    "Notice",
    "Invitation",
    "Invited",
    "ExpiredInvitation",
)
OF_TASKS = ("Task", "ThrownTask")


@pytest.fixture
def household(clock: SettableClock) -> Iterator[Household]:
    clock.set(NOON)
    with table.open(":memory:", clock=clock, report_unreadable=UnreadableRowLog()) as store:
        store.create(*design.tables)
        yield Household(store, clock)


@pytest.fixture
def team(household: Household) -> Member:
    """As its admin hanako sees it. taro has something of every kind there; and has left a second team."""
    member = household.team("hanako", "taro")
    tag = tags.add(member, name="会場")
    for number in range(3):
        tasks.add(member, title=f"{number}", assignee="taro", tags=[tag.tag_id])
    task = tasks.add(household.member(member.team_id, "taro"), title="y").task
    comments.add(household.member(member.team_id, "taro"), task.task_id, "@Hanako です")
    tasks.set_status(member, tasks.add(member, title="done", assignee="taro").task.task_id, "done")
    trash.throw_away(household.member(member.team_id, "taro"), tasks.add(member, title="z").task.task_id)
    known: dict[str, Any] = {"team_id": member.team_id, "email": "a@example.jp", "expires_at": LATER}
    made = {**known, "invite_id": "i1", "role": "member", "created_at": 1, "invited_by": "taro", "team_name": "x"}
    household.store.insert(Invitation(**made, token="t"))
    household.store.insert(ExpiredInvitation(**made, token_digest="d", ended_at=LATER))
    household.store.insert(Invited(**known, invite_id="i1"))
    second = household.team("jiro", "taro", name="もう一つ")
    members.leave(household.owner("taro"), second.team_id)
    return member


def spoil(household: Household, team: Member, kind: str) -> BadRow:
    """A row of that kind, preferably of taro; or of the team, if people have none."""
    part = team.team_id if kind in ("Team", "Total") else "taro"
    found = [
        bad
        for each in design.tables
        for bad in bad_rows.in_place(household.store.raw, each, part)
        if bad.entity == kind
    ]
    found[0].plant(household.store.raw)
    return found[0]


def stored(household: Household) -> str:
    rows = [row for each in design.tables for row in bad_rows.rows(household.store.raw, each)]
    return json.dumps(rows, ensure_ascii=False, default=sorted)


@pytest.mark.parametrize("kind", KINDS)
def test_a_team_is_deleted_with_what_can_not_be_read(household: Household, team: Member, kind: str) -> None:
    spoil(household, team, kind)
    team_deletion.delete(household.owner("hanako"), team.team_id)
    assert team.team_id not in stored(household)


@pytest.mark.parametrize("kind", KINDS)
def test_an_account_goes_with_what_can_not_be_read(household: Household, team: Member, kind: str) -> None:
    bad = spoil(household, team, kind)
    personal_data.erase(household.store, household.clock, "taro")
    if kind in OF_TASKS:  # what can't be read of the team's own stays for the doctor
        bad.remove(household.store.raw)
        personal_data.erase(household.store, household.clock, "taro")
        return
    assert "taro" not in stored(household)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("act", [members.remove, lambda member, user_id: members.leave(member.owner, member.team_id)])
def test_a_member_goes_with_what_can_not_be_read(
    household: Household, team: Member, kind: str, act: Callable[[Member, str], int]
) -> None:
    taro = household.member(team.team_id, "taro")
    spoil(household, team, kind)
    act(team if act is members.remove else taro, "taro")
    beside = [row for row in bad_rows.rows(household.store.raw, design.tables[0]) if row["PK"] == {"S": "USER#taro"}]
    assert not any(row["SK"]["S"].startswith(("MINE", "NOTICE", "TEAM")) for row in beside)
    assert {"S": "USER#taro"} not in [
        row["SK"] for row in bad_rows.rows(household.store.raw, design.tables[0]) if row["PK"] != {"S": "USER#taro"}
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_the_others_are_counted_and_the_next_team_too(household: Household, team: Member, kind: str) -> None:
    others = [household.team("hanako", name=name) for name in ("い", "ろ")]
    for other in others:
        tasks.add(other, title="x")
        household.store.write(Total.update(team_id=other.team_id).set(todo=7))
    spoil(household, team, kind)
    report = repair.repair_all(household.store, household.clock)
    drifted = {drift.team_id for drift in report.drifts}
    assert {other.team_id for other in others} <= drifted
