"""Columns of a board: whatever has a date stands in its place, by the other date if it lacks the column's own."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Final

import pytest
from tests.apps.tasks.household import Household

from chabudai.apps.tasks import column_pages, tags, tasks
from chabudai.apps.tasks.entities import Order, Sort, Statuses, Task
from chabudai.apps.tasks.lists import TaskSelection
from chabudai.apps.tasks.membership import Member
from chabudai.store import record_calls
from chabudai.table import Cursors
from chabudai.web.errors import WrongCursor

CURSORS: Final = Cursors(b"secret")
TODAY: Final = date(2040, 11, 15)


@pytest.fixture
def member(household: Household) -> Member:
    return household.team("hanako", "taro")


def walk(member: Member, wanted: TaskSelection, find: Any = column_pages.find_page) -> list[Task]:
    found: list[Task] = []
    cursor = None
    while True:
        page = find(member, wanted, cursor, CURSORS)
        found += page.tasks
        if page.cursor is None:
            return found
        assert len(page.tasks) == 10
        cursor = page.cursor


def fill(member: Member) -> list[Task]:
    """With both dates, one of them or none, by turns and of every status."""
    tag = tags.add(member, name="会場").tag_id
    return [
        tasks.add(
            member,
            task_id=f"k{number:03}",
            title=f"仕事 {number}",
            status=("todo", "doing", "done")[number % 3],
            start=None if number % 4 in (0, 3) else TODAY + timedelta(days=number * 7 % 40),
            end=None if number % 4 in (1, 3) else TODAY + timedelta(days=number * 11 % 40 + 40 * (number % 4 == 2)),
            tags=[tag] if number % 5 else [],
            assignee="taro" if number % 2 else None,
        ).task
        for number in range(150)
    ]


def own_day(task: Task, sort: Sort) -> date | None:
    return (task.start or task.end) if sort == "start" else (task.end or task.start)


@pytest.mark.parametrize("sort", ["start", "end"])
@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("narrowed", [{}, {"assignee": "taro"}, {"tags": True}])
def test_whatever_has_a_date_stands_in_the_order_of_the_dates(
    member: Member, sort: Sort, order: Order, narrowed: dict[str, Any]
) -> None:
    rows = fill(member)
    if narrowed.get("tags"):
        narrowed = {"tags": tuple(tag.tag_id for tag in tags.find_all(member))}
    for status in ("todo", "doing", "done"):
        wanted = TaskSelection(statuses=status, sort=sort, order=order, **narrowed)
        fitting = [
            row
            for row in rows
            if row.status == status
            and ("assignee" not in narrowed or row.assignee == "taro")
            and (not wanted.tags or row.tags)
        ]
        found = walk(member, wanted)
        days = [own_day(task, sort) for task in found]
        assert all(one <= other if order == "asc" else one >= other for one, other in pairwise(map(_known, days)))
        assert sorted(task.task_id for task in found) == sorted(row.task_id for row in fitting if row.start or row.end)
        rest = walk(member, wanted, column_pages.find_without_dates)
        assert sorted(task.task_id for task in rest) == sorted(
            row.task_id for row in fitting if not (row.start or row.end)
        )


def _known(day: date | None) -> date:
    assert day is not None
    return day


@pytest.mark.parametrize("statuses", ["todo_doing", "todo_done", "all"])
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_several_statuses_are_one_list_in_the_order_of_the_dates(
    member: Member, statuses: Statuses, order: Order
) -> None:
    rows = fill(member)
    wanted = TaskSelection(statuses=statuses, order=order)
    kept = [row for row in rows if row.status in wanted.each_status]
    days = [row.start or row.end for row in walk(member, wanted)]
    assert days == sorted((day for row in kept if (day := row.start or row.end)), reverse=order == "desc")
    rest = walk(member, wanted, column_pages.find_without_dates)
    assert {row.task_id for row in rest} == {row.task_id for row in kept if not (row.start or row.end)}
    assert [row.status for row in rest] == sorted((row.status for row in rest), key=wanted.each_status.index)


def test_a_page_reads_no_more_than_two_short_lists_however_large_the_team_is(member: Member) -> None:
    for number in range(60):
        tasks.add(member, title=f"{number}", start=TODAY, end=TODAY + timedelta(days=number))
    wanted = TaskSelection(statuses="todo")
    with record_calls() as calls:
        column_pages.find_page(member, wanted, None, CURSORS)
    assert [(call.operation, call.pattern) for call in calls] == [("Query", "8"), ("Query", "20")]
    assert sum(call.items or 0 for call in calls) < 30
    tasks.add(member, title="only due", end=TODAY - timedelta(days=1))
    with record_calls() as calls:
        page = column_pages.find_page(member, wanted, None, CURSORS)
    assert page.tasks[0].title == "only due"
    assert [(call.operation, call.pattern) for call in calls] == [
        ("Query", "8"),
        ("Query", "20"),
        ("BatchGetItem", "20"),
    ]


def test_a_date_that_changes_takes_the_task_to_its_place(member: Member) -> None:
    task = tasks.add(member, title="a", end=TODAY).task
    wanted = TaskSelection(statuses="todo")
    for end, dated, undated in ((TODAY + timedelta(days=5), ["a"], []), (None, [], ["a"]), (TODAY, ["a"], [])):
        tasks.edit(member, task.task_id, {"end": end})
        assert [each.title for each in walk(member, wanted)] == dated
        rest = walk(member, wanted, column_pages.find_without_dates)
        assert [each.title for each in rest] == undated


def test_a_cursor_is_good_for_its_column_alone(member: Member) -> None:
    fill(member)
    wanted = TaskSelection(statuses="todo")
    for find in (column_pages.find_page, column_pages.find_without_dates):
        cursor = find(member, wanted, None, CURSORS).cursor
        assert cursor is not None
        for text in (f"{cursor[:-2]}AA", "x", ""):
            with pytest.raises(WrongCursor):
                find(member, wanted, text, CURSORS)
        with pytest.raises(WrongCursor):
            find(member, TaskSelection(statuses="todo", sort="end"), cursor, CURSORS)
