"""The timeline: six weeks of days, and for each task a bar over those that it takes, or a pin on its only one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal
from unicodedata import east_asian_width

from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.pages.addresses import parse_day
from chabudai.apps.tasks.pages.cards import Card, Names, PersonLabel, card_of
from chabudai.common.days import monday_of

WEEKS: Final = 6
DAYS: Final = 7 * WEEKS
NamePlace = Literal["inside", "after", "before"]
"""Where the name of a bar stands: in it, or on the side of it that has room."""
_WIDE_LETTER: Final = 0.8  # in days, as they are on a phone; elsewhere there is more room
_NARROW_LETTER: Final = 0.5
_AROUND: Final = 1.5


@dataclass(frozen=True, slots=True)
class Window:
    """Six weeks from a Monday on."""

    first: date

    @classmethod
    def around(cls, today: date) -> "Window":
        """With one week before the present one."""
        return cls(monday_of(today) - timedelta(weeks=1))

    @classmethod
    def parse(cls, text: str, today: date) -> "Window":
        """From the week of a day, `2026-11-16`; around the present day when it says none."""
        day = parse_day(text)
        if day is None or not date(2, 1, 1) < day < date(9998, 1, 1):
            return cls.around(today)
        return cls(monday_of(day))

    @property
    def last(self) -> date:
        return self.first + timedelta(days=DAYS - 1)

    @property
    def weeks(self) -> tuple[date, ...]:
        return tuple(self.first + timedelta(weeks=number) for number in range(WEEKS))

    def column(self, day: date) -> int:
        """Counted from 1; within the window whatever the day is."""
        return min(DAYS, max(1, (day - self.first).days + 1))

    def moved(self, weeks: int) -> "Window":
        return Window(self.first + timedelta(weeks=weeks))


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """`column` and `span` are days of the window. Open ends lie outside of it. A pin has one date only."""

    card: Card
    start: date | None
    end: date | None
    column: int
    span: int
    is_open_before: bool
    is_open_after: bool

    @property
    def is_pin(self) -> bool:
        return self.start is None or self.end is None

    @property
    def name_place(self) -> NamePlace:
        """In the bar if it fits, else where there is more room beside it; a bar over nearly all of it keeps it."""
        if not self.is_pin and self.span >= _name_length(self.card.title):
            return "inside"
        after, before = DAYS - (self.column + self.span - 1), self.column - 1
        if not self.is_pin and self.span > max(after, before):
            return "inside"
        return "after" if after >= min(before, _name_length(self.card.title)) else "before"


@dataclass(frozen=True, slots=True)
class TimelineGroup:
    person: PersonLabel | None
    bars: tuple[TimelineBar, ...]


def timeline(tasks: Iterable[Task], window: Window, names: Names, today: date) -> tuple[TimelineGroup, ...]:
    """By who has them, in the order of their names; what nobody has comes last."""
    by_person: dict[str, list[TimelineBar]] = {}
    for task in tasks:
        key = task.assignee if task.assignee in names.people else ""
        by_person.setdefault(key or "", []).append(_bar(task, window, names, today))
    people = sorted((key for key in by_person if key), key=lambda key: names.people[key].name)
    groups = [TimelineGroup(names.people[key], tuple(by_person[key])) for key in people]
    return (*groups, *([TimelineGroup(None, tuple(by_person[""]))] if "" in by_person else []))


def _name_length(title: str) -> float:
    """In days, about."""
    wide = sum(east_asian_width(letter) in "WFA" for letter in title)
    return wide * _WIDE_LETTER + (len(title) - wide) * _NARROW_LETTER + _AROUND


def _bar(task: Task, window: Window, names: Names, today: date) -> TimelineBar:
    first, last = _ends(task)
    column = window.column(first)
    return TimelineBar(
        card=card_of(task, names, today),
        start=task.start,
        end=task.end,
        column=column,
        span=window.column(last) - column + 1,
        is_open_before=first < window.first,
        is_open_after=last > window.last,
    )


def _ends(task: Task) -> Sequence[date]:
    found = [day for day in (task.start, task.end) if day is not None]
    return found if len(found) == 2 else found * 2
