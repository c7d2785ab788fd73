"""Groups of a list: by the week of the date by which it is sorted, and what is overdue before all of them.

By start, what has only a due date stands in the week of that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from chabudai.apps.tasks.entities import Sort, Task
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.pages.cards import Card, Names, card_of
from chabudai.apps.tasks.pages.texts import near_day
from chabudai.common.days import monday_of
from chabudai.web import formats
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class ListRow:
    """A card, and when it starts, for where there is room for both dates."""

    card: Card
    starts: str


@dataclass(frozen=True, slots=True)
class RowGroup:
    """`key` is the same for the same group on the next page, which goes on with it and needs no heading again."""

    key: str
    name: Text
    rows: tuple[ListRow, ...]


def group_rows(tasks: Sequence[Task], sort: Sort, names: Names, today: date) -> tuple[RowGroup, ...]:
    def key(task: Task) -> str:
        return _key(task, sort, today)

    return tuple(
        RowGroup(each, _name(each, sort, today), tuple(_row(task, names, today) for task in rows))
        for each, rows in groupby(tasks, key)
    )


def _key(task: Task, sort: Sort, today: date) -> str:
    day = task.end if sort == "end" else task.start or task.end
    if day is None:
        return "undated"
    if sort == "end" and task.status != "done" and day < today:
        return "overdue"
    return monday_of(day).isoformat()


def name_undated(sort: Sort) -> Text:
    """By due date, they may well have a start."""
    return gettext("No date") if sort == "start" else gettext("No due date")


def _name(key: str, sort: Sort, today: date) -> Text:
    if key == "undated":
        return name_undated(sort)
    if key == "overdue":
        return gettext("Overdue")
    weeks = (date.fromisoformat(key) - monday_of(today)).days // 7
    match weeks:
        case -1:
            return gettext("Last week")
        case 0:
            return gettext("This week")
        case 1:
            return gettext("Next week")
    return gettext("Week of %(day)s", day=formats.month_day_text(date.fromisoformat(key)))


def _row(task: Task, names: Names, today: date) -> ListRow:
    starts = "" if task.start is None or task.status == "done" else _starts(task.start, today)
    return ListRow(card_of(task, names, today), starts)


def _starts(day: date, today: date) -> str:
    return gettext("From today") if day == today else gettext("From %(day)s", day=near_day(day, today))
