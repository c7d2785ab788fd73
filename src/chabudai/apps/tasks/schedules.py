"""Schedules: the tasks of a time, by the day on which they end, or as far as they reach into it."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, islice
from typing import Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.membership import Member
from chabudai.table import Query, lt

MOST: Final = 500  # of one time
_REACH: Final = timedelta(weeks=26)
"""How far beyond it a task that spans the whole time may end."""


def tasks_ending(member: Member, first: date, last: date) -> Mapping[date, Sequence[Task]]:
    """By the day on which they end; both days included. One query."""
    found = islice(member.store.all(design.tasks_between(member.team_id, "all", "end", first, last)), MOST)
    return {day: list(rows) for day, rows in groupby(found, lambda task: task.end) if day is not None}


def tasks_within(member: Member, first: date, last: date) -> list[Task]:
    """All that begin, end or go on between these days, by when they begin; three queries."""
    team_id = member.team_id
    beyond = last + timedelta(days=1)
    sources: tuple[Query[Task], ...] = (
        design.tasks_between(team_id, "all", "start", first, last),
        design.tasks_between(team_id, "all", "end", first, last),
        design.tasks_between(team_id, "all", "end", beyond, beyond + _REACH).filter(start=lt(first)),
    )
    found = {task.task_id: task for source in sources for task in islice(member.store.all(source), MOST)}
    return sorted(found.values(), key=lambda task: (task.start or task.end or last, task.end or last, task.task_id))
