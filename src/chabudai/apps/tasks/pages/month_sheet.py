"""A month as weeks of days, each with the tasks that end on it."""

import calendar
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.pages.cards import Card, Names, card_of

SHOWN: Final = 3
"""Of a day; the others are told as a number."""


@dataclass(frozen=True, slots=True)
class Month:
    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> "Month":
        return cls(day.year, day.month)

    @classmethod
    def parse(cls, text: str, today: date) -> "Month":
        """`2026-11`; the present one when it says none."""
        try:
            return cls.of(date.fromisoformat(f"{text}-01")) if len(text) == 7 else cls.of(today)
        except ValueError:
            return cls.of(today)

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        return date(self.year, self.number, calendar.monthrange(self.year, self.number)[1])

    @property
    def before(self) -> "Month | None":
        return Month.of(self.first - timedelta(days=1)) if self.first > date(1, 1, 31) else None

    @property
    def after(self) -> "Month | None":
        return Month.of(self.last + timedelta(days=1)) if self.year < date.max.year else None

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"


@dataclass(frozen=True, slots=True)
class SheetDay:
    day: date
    is_of_month: bool
    cards: tuple[Card, ...]

    @property
    def shown(self) -> tuple[Card, ...]:
        return self.cards if len(self.cards) <= SHOWN else self.cards[: SHOWN - 1]

    @property
    def hidden(self) -> int:
        return len(self.cards) - len(self.shown)


def sheet_days(month: Month) -> tuple[date, date]:
    """The Monday with which its first week begins, and the Sunday with which its last one ends."""
    first, last = month.first.toordinal(), month.last.toordinal()
    begin = max(1, first - month.first.weekday())
    end = min(date.max.toordinal(), last + 6 - month.last.weekday())
    return date.fromordinal(begin), date.fromordinal(end)


def month_sheet(
    month: Month, tasks: Mapping[date, Sequence[Task]], names: Names, today: date
) -> tuple[tuple[SheetDay, ...], ...]:
    first, last = sheet_days(month)
    days = [
        SheetDay(day, Month.of(day) == month, tuple(card_of(task, names, today) for task in tasks.get(day, ())))
        for day in map(date.fromordinal, range(first.toordinal(), last.toordinal() + 1))
    ]
    return tuple(tuple(days[start : start + 7]) for start in range(0, len(days), 7))
