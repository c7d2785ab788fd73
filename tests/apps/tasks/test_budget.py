"""What each act asks of the store, however large the team is; never a walk through the table."""

from collections.abc import Callable
from datetime import date

import pytest
from tests.apps.tasks.household import Household

from chabudai.apps.tasks import comments, figures, lists, notices, own_tasks, tags, tasks, teams, trash
from chabudai.apps.tasks.entities import Statuses, Task
from chabudai.apps.tasks.lists import TaskSelection
from chabudai.apps.tasks.membership import Member, enter
from chabudai.apps.tasks.own_rows import rows_of
from chabudai.store import record_calls
from chabudai.table import BatchWrite, Cursors, Put

CURSORS = Cursors(b"secret")
DAY = date(2040, 11, 15)
LEAST_READ = 25  # rows that the toolkit asks for at a time, so that a filter rarely makes it ask again

ACTS: dict[str, tuple[Callable[[Member, str], object], list[str]]] = {
    "enter": (lambda member, _: enter(member.owner, member.team_id), ["TransactGetItems"]),
    "teams": (lambda member, _: teams.find_all(member.owner), ["Query"]),
    "tags": (lambda member, _: tags.find_all(member), ["Query"]),
    "one task": (lambda member, task_id: tasks.find_task(member, task_id), ["GetItem"]),
    "add": (lambda member, _: tasks.add(member, title="x", assignee="hanako"), ["TransactWriteItems"]),
    "give": (lambda member, _: tasks.add(member, title="x", assignee="taro"), ["GetItem", "TransactWriteItems"]),
    "move": (lambda member, task_id: tasks.set_status(member, task_id, "doing"), ["GetItem", "TransactWriteItems"]),
    "edit": (
        lambda member, task_id: tasks.edit(member, task_id, {"end": "2040-12-01"}, {"end": "2040-11-15"}),
        ["GetItem", "TransactWriteItems"],
    ),
    "same again": (lambda member, task_id: tasks.set_status(member, task_id, "todo"), ["GetItem"]),
    "say": (lambda member, task_id: comments.add(member, task_id, "はい"), ["GetItem", "TransactWriteItems"]),
    "mention": (
        lambda member, task_id: comments.add(member, task_id, "@Taro"),
        ["GetItem", "Query", "BatchGetItem", "TransactWriteItems"],
    ),
    "thread": (lambda member, task_id: comments.find_all(member, task_id), ["Query"]),
    "throw away": (
        lambda member, task_id: trash.throw_away(member, task_id),
        ["GetItem", "TransactWriteItems", "Query", "TransactWriteItems"],
    ),
    "trash": (lambda member, _: trash.find_page(member), ["Query"]),
    "look": (lambda member, _: figures.find_total(member), ["GetItem"]),
    "trend": (lambda member, _: figures.trend(member, 52), ["Query", "GetItem"]),
    "own tasks": (lambda member, _: own_tasks.find_page(member.owner), ["Query"]),
    "home": (lambda member, _: own_tasks.count_figures(member.owner), ["Query"]),
    "notices": (lambda member, _: notices.find_page(member.owner), ["Query"]),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_asks_no_more_than_this(household: Household, name: str) -> None:
    member = household.team("hanako", "taro")
    task_id = tasks.add(member, title="x", end=DAY).task.task_id
    act, expected = ACTS[name]
    with record_calls() as calls:
        act(member, task_id)
    assert [call.operation for call in calls] == expected


def crowd(household: Household, count: int) -> Member:
    member = household.team("hanako", "taro")
    rows: list[Put[Task]] = []
    for number in range(count):
        task = Task(
            team_id=member.team_id,
            task_id=f"k{number:05}",
            title="x",
            status=("todo", "doing", "done")[number % 3],
            start=None if number % 4 == 0 else DAY,
            end=None if number % 4 == 0 else DAY,
            assignee="taro" if number % 2 else None,
        )
        rows += [Put(task), *(Put(row) for row in rows_of(task))]  # type: ignore[list-item]
    household.store.batch_write(BatchWrite(tuple(rows)))
    return member


@pytest.mark.parametrize("statuses", sorted(lists.STATUSES.values()))
def test_a_first_page_reads_a_page_also_of_a_large_team(household: Household, statuses: Statuses) -> None:
    member = crowd(household, 1000)
    for sort in ("start", "end"):
        for order in ("asc", "desc"):
            with record_calls() as calls:
                page = lists.find_page(member, TaskSelection(statuses, sort, order), None, CURSORS)
            assert (len(page.tasks), len(calls)) == (10, 1)
            assert (calls[0].items or 0) <= LEAST_READ
        with record_calls() as calls:
            page = lists.find_undated(member, TaskSelection(statuses, sort), None, CURSORS)
        assert len(page.tasks) == 10
        assert [call.operation for call in calls] == ["Query", "BatchGetItem"]
        assert sum(call.items or 0 for call in calls) <= LEAST_READ + 10
