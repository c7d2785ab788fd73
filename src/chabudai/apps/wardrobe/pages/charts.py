"""Charts as shapes: where each bar and square stands, for templates that draw them as SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from chabudai.apps.wardrobe.days import monday_of

WIDTH: Final = 640
HEIGHT: Final = 180
_WEEKS = 26
_SQUARE = 14
_GAP = 3
_MOST_LABELS = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """`label` is empty where there is no room for one; `name` is always told."""

    x: float
    y: float
    width: float
    height: float
    name: str
    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Square:
    """A day; `level` from 0 (not worn) to 2 (more than once)."""

    x: int
    y: int
    day: date
    level: int


def bars(values: Sequence[tuple[str, int]]) -> list[Bar]:
    """The highest reaches the top."""
    if not values:
        return []
    highest = max(1, *(value for _, value in values))
    step = WIDTH / len(values)
    every = -(-len(values) // _MOST_LABELS)
    return [
        Bar(
            x=round(number * step + step * 0.15, 1),
            y=round(HEIGHT - HEIGHT * value / highest, 1),
            width=round(step * 0.7, 1),
            height=round(HEIGHT * value / highest, 1),
            name=name,
            label=name if number % every == 0 else "",
            value=value,
        )
        for number, (name, value) in enumerate(values)
    ]


def first_of(last: date) -> date:
    """The first day that the squares of half a year show."""
    return monday_of(last) - timedelta(weeks=_WEEKS - 1)


def squares(worn: Mapping[date, int], last: date) -> list[Square]:
    """Half a year in columns of weeks, Monday on top."""
    first = first_of(last)
    found: list[Square] = []
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        column, row = divmod(number, 7)
        found.append(Square(column * (_SQUARE + _GAP), row * (_SQUARE + _GAP), day, min(worn.get(day, 0), 2)))
    return found
