"""The counters: how many tasks of each status a team has, and what one day of the team changed about it."""

from collections import Counter
from datetime import date, datetime, time, timedelta
from typing import Final

from chabudai.apps.tasks.entities import DayCount, Task, Total
from chabudai.apps.tasks.membership import Member
from chabudai.table import Update

LIFETIME: Final = timedelta(days=400)  # of a day's counter


def count_change(before: Task | None, after: Task | None) -> dict[str, int]:
    """By how many tasks each status grows, or shrinks."""
    moved: Counter[str] = Counter(todo=0, doing=0, done=0)
    if after is not None:
        moved[after.status] += 1
    if before is not None:
        moved[before.status] -= 1
    return dict(moved)


def plan_total(team_id: str, before: Task | None, after: Task | None) -> Update[Total]:
    """Of every write to a task: the revision grows also when no number does. It makes no counter where none is."""
    return Total.update(team_id=team_id).add(**count_change(before, after), revision=1)


def plan_day(member: Member, before: Task | None, after: Task | None, *, created: int = 0) -> Update[DayCount] | None:
    """None when nothing that is counted changes. A task counts as completed on the day on which it was done.

    The trash takes nothing from what was created and completed that day, and restoring adds nothing to it.
    """
    day = member.today()
    moved = count_change(before, after)
    is_trash = (before is None or after is None) and not created
    completed = 0 if is_trash else _is_done_on(after, day) - _is_done_on(before, day)
    if not any((*moved.values(), created, completed)):
        return None
    counted = DayCount.upsert(team_id=member.team_id, day=day).add(**moved, created=created, completed=completed)
    return counted.if_missing(expires_at=_expiry(member, day))


def _is_done_on(task: Task | None, day: date) -> int:
    return int(task is not None and task.status == "done" and task.done_at == day)


def _expiry(member: Member, day: date) -> int:
    return int((datetime.combine(day, time(), member.zone) + LIFETIME).timestamp())
