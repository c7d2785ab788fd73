"""Charts as shapes: where each bar, ring and square stands, for templates that draw them as SVG."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import pi
from typing import Final

from chabudai.apps.wardrobe import days
from chabudai.apps.wardrobe.days import Month

WIDTH: Final = 360
HEIGHT: Final = 176
LEFT: Final = 30
TOP: Final = 12
FOOT: Final = 152
"""Bars stand on the foot; what they say is left of and below them."""

RING: Final = 120
RADIUS: Final = 48

SIDE: Final = 10
GAP: Final = 2
SHEET_WIDTH: Final = 7 * (SIDE + GAP) - GAP
SHEET_HEIGHT: Final = 6 * (SIDE + GAP) - GAP
STEPS: Final = (1, 3, 5, 7)
"""From so many pieces on a day its square is a shade darker."""

_ROOM = WIDTH - LEFT
_MOST_LABELS = 6
_HALF_LABEL = 20


@dataclass(frozen=True, slots=True)
class Value:
    """One week or month: its whole name, a short one for where there is room, and whether all its days are counted."""

    name: str
    label: str
    value: int
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    of: Value


@dataclass(frozen=True, slots=True)
class Line:
    """Across all bars, at the height of a number."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Label:
    """Below its bar, in the middle, or ending at the edge where there would be no room beyond."""

    x: float
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[Bar, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """How much of the way round is filled."""

    filled: float
    around: float


@dataclass(frozen=True, slots=True)
class Square:
    """A day. `level` is its shade, from 0 (nothing worn) to 4; what is planned has none, but an outline."""

    x: int
    y: int
    day: date
    count: int
    level: int
    is_planned: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A month in weeks from Monday to Sunday. What is planned is not among the days and pieces."""

    month: Month
    squares: tuple[Square, ...]
    days: int
    pieces: int
    planned: int


def bars(values: Sequence[Value]) -> Bars:
    """The highest reaches the top, and says how high that is; so does a line about half way."""
    highest = max((each.value for each in values), default=0)
    drawn = tuple(_bar(each, number, len(values), highest) for number, each in enumerate(values))
    lines = tuple(Line(_height_at(each, highest), each) for each in (highest, highest // 2) if each)
    return Bars(drawn, lines, _labelled(drawn))


def ring(share: float) -> Ring:
    """`share` from 0 to 1."""
    around = 2 * pi * RADIUS
    return Ring(round(around * share, 2), round(around, 2))


def length(value: float, longest: float) -> float:
    """Of one of several bars, in per cent of the longest."""
    return round(100 * value / longest, 1) if longest else 0.0


def sheets(worn: Mapping[date, int], months: Iterable[Month], today: date, shade: Callable[[int], int]) -> list[Sheet]:
    """`worn` says how often on each day on which anything was, or is to be."""
    return [_sheet(worn, month, today, shade) for month in months]


def year(number: int) -> list[Month]:
    return [Month(number, month) for month in range(1, 13)]


def year_until(last: Month) -> list[Month]:
    """Twelve months, of which this is the last."""
    months = [last]
    while len(months) < 12:
        months.append(months[-1].before)
    return months[::-1]


def shade_of_all(count: int) -> int:
    """By how many pieces were worn on a day."""
    return sum(1 for step in STEPS if count >= step)


def shade_of_one(count: int) -> int:
    """By how often one piece was worn on a day, which is rarely more than once."""
    return min(count, 2) + 2 if count else 0


def _bar(value: Value, number: int, of: int, highest: int) -> Bar:
    step = _ROOM / of
    height = round((FOOT - TOP) * value.value / highest, 2) if highest else 0.0
    return Bar(round(LEFT + step * (number + 0.14), 2), round(FOOT - height, 2), round(step * 0.72, 2), height, value)


def _height_at(value: int, highest: int) -> float:
    return round(FOOT - (FOOT - TOP) * value / highest, 2)


def _labelled(drawn: Sequence[Bar]) -> tuple[Label, ...]:
    """As many of those with a short name as there is room for, the last one among them."""
    named = [bar for bar in drawn if bar.of.label]
    every = -(-len(named) // _MOST_LABELS) or 1
    return tuple(_label(bar) for bar in named[::-1][::every][::-1])


def _label(bar: Bar) -> Label:
    middle = round(bar.x + bar.width / 2, 2)
    return Label(WIDTH, "end", bar.of.label) if middle > WIDTH - _HALF_LABEL else Label(middle, "middle", bar.of.label)


def _sheet(worn: Mapping[date, int], month: Month, today: date, shade: Callable[[int], int]) -> Sheet:
    squares = tuple(_square(day, worn.get(day, 0), today, shade) for day in days.each(month.first, month.last))
    past = [square.count for square in squares if square.count and not square.is_planned]
    return Sheet(month, squares, len(past), sum(past), sum(1 for square in squares if square.is_planned))


def _square(day: date, count: int, today: date, shade: Callable[[int], int]) -> Square:
    step = SIDE + GAP
    row = (day.day - 1 + day.replace(day=1).weekday()) // 7
    is_planned = count > 0 and day > today
    return Square(day.weekday() * step, row * step, day, count, 0 if is_planned else shade(count), is_planned)
