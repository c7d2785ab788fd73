"""Rows beside people that were stored before their keys named the team: read as they are, and written anew."""

from collections.abc import Callable

import pytest
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import members, own_row_keys, own_tasks, personal_data, repair, tasks, team_deletion, trash
from chabudai.apps.tasks.entities import Mine, MineDone
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.resumption import ResumptionWorker


@pytest.fixture
def team(household: Household) -> Member:
    """taro has two open tasks, and one that is done."""
    member = household.team("hanako", "taro")
    for task_id, status in (("a", "todo"), ("b", "doing"), ("c", "done")):
        tasks.add(member, task_id=task_id, title=task_id, status=status, assignee="taro")
    age(household)
    return member


def age(household: Household) -> None:
    """As the program before this one stored them."""
    for row in household.rows(Mine, MineDone):
        household.store.write(type(row).delete(**row.own_key))
        household.store.put(row.model_copy(update={"place": row.task_id}))


def keys(household: Household) -> set[str]:
    return {item["SK"]["S"] for item in household.items() if item["SK"]["S"].startswith("MINE")}


def test_they_are_listed_as_all_others(household: Household, team: Member) -> None:
    assert keys(household) == {"MINE#9999-12-31#a", "MINE#9999-12-31#b", "MINEDONE#2040-11-15#c"}
    taro = household.owner("taro")
    assert [(row.task_id, row.team_id) for row in own_tasks.find_page(taro)] == [
        ("a", team.team_id),
        ("b", team.team_id),
    ]
    assert [row.task_id for row in own_tasks.find_done(taro)] == ["c"]


@pytest.mark.parametrize(
    "renew",
    [
        lambda household: ResumptionWorker(household.store, household.clock, LeavingQueue()).catch_up(),
        lambda household: repair.repair_all(household.store, household.clock).finished,
    ],
)
def test_a_start_or_a_repair_writes_them_anew(
    household: Household, team: Member, renew: Callable[[Household], list[str]]
) -> None:
    assert list(renew(household)) == ["3 own tasks of people have the key that names their team"]
    assert keys(household) == {
        f"MINE#9999-12-31#a#{team.team_id}",
        f"MINE#9999-12-31#b#{team.team_id}",
        f"MINEDONE#2040-11-15#c#{team.team_id}",
    }
    assert find_faults(household) == []
    assert list(renew(household)) == []


ACTS: dict[str, Callable[[Member], object]] = {
    "move": lambda team: tasks.set_status(team, "a", "done"),
    "reopen": lambda team: tasks.set_status(team, "c", "todo"),
    "date": lambda team: tasks.edit(team, "a", {"end": "2040-12-01"}),
    "give": lambda team: tasks.edit(team, "a", {"assignee": "hanako"}),
    "title": lambda team: tasks.edit(team, "a", {"title": "z"}),
    "throw away": lambda team: trash.throw_away(team, "a"),
}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_done_to_a_task_before_that_is_what_its_row_says_then(
    household: Household, team: Member, act: str
) -> None:
    ACTS[act](team)
    own_row_keys.renew_keys(household.store)
    assert find_faults(household) == []
    assert {row.has_old_key for row in household.rows(Mine, MineDone)} == {False}


ENDS: dict[str, Callable[[Household, Member], object]] = {
    "leaving": lambda household, team: members.remove(team, "taro"),
    "the team": lambda household, team: team_deletion.delete(team.owner, team.team_id),
    "the account": lambda household, team: personal_data.erase(household.store, household.clock, "taro"),
}


@pytest.mark.parametrize("end", ENDS)
def test_they_go_with_whatever_ends(household: Household, team: Member, end: str) -> None:
    ENDS[end](household, team)
    assert keys(household) == set()
    assert find_faults(household) == []
