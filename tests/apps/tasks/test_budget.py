"""What each act asks of the store, however large the team is; never a walk through the table."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any, get_args

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.tasks import large_teams
from tests.apps.tasks.household import NOON, Household

from chabudai import table
from chabudai.apps.tasks import comments, figures, lists, notices, own_tasks, tags, tasks, teams, trash
from chabudai.apps.tasks.design import PAGE, design
from chabudai.apps.tasks.entities import Order, Sort, Statuses
from chabudai.apps.tasks.lists import TaskPage, TaskSelection
from chabudai.apps.tasks.membership import Member, enter
from chabudai.store import record_calls
from chabudai.table import Cursors

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


LARGE, SMALL = 10_000, 100
SELECTIONS: dict[str, TaskSelection] = {
    **{
        f"{statuses}, by {sort}, {order}": TaskSelection(statuses, sort, order)
        for statuses in sorted(lists.STATUSES.values())
        for sort in get_args(Sort)
        for order in get_args(Order)
    },
    "late to start": TaskSelection(late="start"),
    "late to start, with a tag": TaskSelection(late="start", tags=("tag",)),
    "overdue": TaskSelection(late="end"),
    "overdue, in progress alone": TaskSelection("doing", late="end"),
    "overdue, with any of two tags": TaskSelection(late="end", tags=("tag", "other")),
    "to do, with a tag": TaskSelection("todo", tags=("tag",)),
    "to do, with any of two tags": TaskSelection("todo", tags=("tag", "other")),
    "to do, with both of two tags": TaskSelection("todo", tags=("tag", "other"), match="all"),
    "everything by due date, with a tag": TaskSelection("all", "end", tags=("tag",)),
    "to do, of one person": TaskSelection("todo", assignee="hanako"),
    "of a period": TaskSelection("all", first=date(2040, 11, 1), last=date(2040, 12, 1)),
}


@pytest.fixture(scope="module")
def teams_of_both_sizes() -> Iterator[dict[int, tuple[Member, list[str]]]]:
    """And the ids of their tags."""
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        household = Household(store, clock)
        members = {size: household.team("hanako") for size in (LARGE, SMALL)}
        yield {size: (member, large_teams.grow(member, size)) for size, member in members.items()}


def first_page(
    find: Callable[..., TaskPage], team: tuple[Member, list[str]], selection: TaskSelection
) -> list[tuple[Any, ...]]:
    """What it asks of the store: of which index, and how many rows it is given."""
    member, (tag, other, *_) = team
    chosen = tuple({"tag": tag, "other": other}[name] for name in selection.tags)
    with record_calls() as calls:
        page = find(member, replace(selection, tags=chosen), None, CURSORS)
    assert len(page.tasks) == PAGE
    return [(call.operation, call.index, call.pattern, call.items) for call in calls]


@pytest.mark.parametrize("name", SELECTIONS)
def test_a_first_page_of_any_filter_costs_the_same_with_10000_tasks_as_with_100(
    teams_of_both_sizes: dict[int, tuple[Member, list[str]]], name: str
) -> None:
    large, small = (first_page(lists.find_page, teams_of_both_sizes[size], SELECTIONS[name]) for size in (LARGE, SMALL))
    assert [call[:-1] for call in large] == [call[:-1] for call in small]
    ((operation, index, _, items),) = large  # one query, whatever is wanted
    assert operation == "Query"
    assert index is not None
    assert items <= LEAST_READ


@pytest.mark.parametrize("statuses", ["todo", "todo_doing", "all"])
def test_a_first_page_of_what_has_no_start_costs_the_same_with_10000_tasks(
    teams_of_both_sizes: dict[int, tuple[Member, list[str]]], statuses: Statuses
) -> None:
    cost = first_page(lists.find_undated, teams_of_both_sizes[LARGE], TaskSelection(statuses))
    assert {operation for operation, *_ in cost} == {"Query", "BatchGetItem"}
    assert sum(items for *_, items in cost) <= len(cost) * LEAST_READ
