"""A month as weeks of days, each with the tasks that end on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.pages.cards import Card, Names, card_of
from chabudai.common.days import Month, days_between

SHOWN: Final = 3
"""Of a day; the others are told as a number."""


@dataclass(frozen=True, slots=True)
class SheetDay:
    day: date
    is_of_month: bool
    cards: tuple[Card, ...]

    @property
    def shown(self) -> tuple[Card, ...]:
        return self.cards[:SHOWN]

    @property
    def hidden(self) -> int:
        return len(self.cards) - len(self.shown)


def month_sheet(
    month: Month, tasks: Mapping[date, Sequence[Task]], names: Names, today: date
) -> tuple[tuple[SheetDay, ...], ...]:
    days = [
        SheetDay(day, Month.of(day) == month, tuple(card_of(task, names, today) for task in tasks.get(day, ())))
        for day in days_between(*month.sheet)
    ]
    return tuple(tuple(days[start : start + 7]) for start in range(0, len(days), 7))
