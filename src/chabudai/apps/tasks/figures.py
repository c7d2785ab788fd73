"""A team's figures: how many tasks there are, and how that came about, from the counters of days."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import DayCount, Task, Total
from chabudai.apps.tasks.lists import TaskSelection, query_of
from chabudai.apps.tasks.membership import Member
from chabudai.common.days import monday_of
from chabudai.common.unreadable_rows import get_readable

SOON = timedelta(days=7)


@dataclass(frozen=True)
class Period:
    """What was added and completed from a day on, up to now."""

    first: date
    created: int
    completed: int


@dataclass(frozen=True)
class Week:
    """Monday to Sunday; `left` is how many were open when it ended, or are now."""

    first: date
    created: int
    completed: int
    left: int


@dataclass(frozen=True)
class Needs:
    """A page of what should have been started, or done, or is due within a week; whether there is more."""

    tasks: tuple[Task, ...]
    more: bool


@dataclass(frozen=True)
class Overview:
    total: Total
    today: Period
    week: Period
    month: Period
    late: Needs
    overdue: Needs
    soon: Needs


def overview(member: Member) -> Overview:
    """Five requests: the counter, this month's days, and three short lists."""
    today, total = member.today(), find_total(member)
    week, month = monday_of(today), today.replace(day=1)
    days = list(member.store.all(design.day_counts(member.team_id, min(week, month), today)))
    return Overview(
        total=total,
        today=_sum(days, today),
        week=_sum(days, week),
        month=_sum(days, month),
        late=_first(member, TaskSelection(late="start")),
        overdue=_first(member, TaskSelection(late="end")),
        soon=_first(member, TaskSelection(sort="end", first=today, last=today + SOON)),
    )


def find_total(member: Member) -> Total:
    """One GetItem: what a page looks at to see whether anything is new."""
    return get_readable(member.store, design.total(member.team_id)) or Total(team_id=member.team_id)


def trend(member: Member, weeks: int) -> list[Week]:
    """The last so many weeks, the running one at the end; what was left is counted back from what there is."""
    today = member.today()
    first = monday_of(today) - timedelta(weeks=weeks - 1)
    days = list(member.store.all(design.day_counts(member.team_id, first, today)))
    total = find_total(member)
    return count_weeks(days, total.todo + total.doing, first, weeks)


def count_weeks(days: Sequence[DayCount], left: int, first: date, weeks: int) -> list[Week]:
    """`left` is what is open now."""
    found: list[Week] = []
    for number in reversed(range(weeks)):
        start = first + timedelta(weeks=number)
        within = [day for day in days if start <= day.day < start + timedelta(weeks=1)]
        created, completed = sum(day.created for day in within), sum(day.completed for day in within)
        found.append(Week(start, created, completed, left))
        left -= sum(day.todo + day.doing for day in within)
    return found[::-1]


def _first(member: Member, selection: TaskSelection) -> Needs:
    query = query_of(member.team_id, selection.settle(), member.today())
    page = member.store.page(query, size=design.PAGE)
    return Needs(page.items, page.cursor is not None)


def _sum(days: Iterable[DayCount], first: date) -> Period:
    within = [day for day in days if day.day >= first]
    return Period(first, sum(day.created for day in within), sum(day.completed for day in within))
