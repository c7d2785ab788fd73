"""Charts as shapes: where each bar, ring and square stands, for templates that draw them as SVG."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import pi
from typing import Final

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

_ROOM = WIDTH - LEFT
_MOST_LABELS = 6
_HALF_LABEL = 20


@dataclass(frozen=True, slots=True)
class BarValue:
    """One bar to be: its whole name, a short one for where there is room, and whether all of its time is counted."""

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
    of: BarValue


@dataclass(frozen=True, slots=True)
class GridLine:
    """Across all bars, at the height of a number."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class BarLabel:
    """Below its bar, in the middle, or ending at the edge where there would be no room beyond."""

    x: float
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class BarChart:
    bars: tuple[Bar, ...]
    lines: tuple[GridLine, ...]
    labels: tuple[BarLabel, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """How much of the way round is filled."""

    filled: float
    around: float


@dataclass(frozen=True, slots=True)
class DaySquare:
    """A day. `level` is its shade, from 0 (nothing); a day to come has none, but an outline."""

    x: int
    y: int
    day: date
    count: int
    level: int
    is_planned: bool


@dataclass(frozen=True, slots=True)
class MonthSheet:
    """A month in weeks from Monday to Sunday. What is planned is not among the days and the total."""

    squares: tuple[DaySquare, ...]
    days: int
    total: int
    planned: int


def bar_chart(values: Sequence[BarValue]) -> BarChart:
    """The highest reaches the top, and says how high that is; so does a line about half way."""
    highest = max((each.value for each in values), default=0)
    bars = tuple(_bar(each, number, len(values), highest) for number, each in enumerate(values))
    lines = tuple(GridLine(_height_at(each, highest), each) for each in (highest, highest // 2) if each)
    return BarChart(bars, lines, _labels(bars))


def ring(share: float) -> Ring:
    """`share` from 0 to 1; what is beyond is the whole, or nothing."""
    around = 2 * pi * RADIUS
    return Ring(round(around * min(max(share, 0.0), 1.0), 2), round(around, 2))


def length(value: float, longest: float) -> float:
    """Of one of several bars, in per cent of the longest."""
    return round(100 * value / longest, 1) if longest else 0.0


def shade(count: int, steps: Iterable[int]) -> int:
    """From each of the steps on it is one darker."""
    return sum(1 for step in steps if count >= step)


def month_sheet(counts: Mapping[date, int], month: date, today: date, level: Callable[[int], int]) -> MonthSheet:
    """The month in which a day lies; `counts` says how much there is on each day that has anything."""
    squares = tuple(_square(day, counts.get(day, 0), today, level) for day in _days_of(month))
    past = [square.count for square in squares if square.count and not square.is_planned]
    return MonthSheet(squares, len(past), sum(past), sum(1 for square in squares if square.is_planned))


def _bar(value: BarValue, number: int, of: int, highest: int) -> Bar:
    step = _ROOM / of
    height = round((FOOT - TOP) * value.value / highest, 2) if highest else 0.0
    return Bar(round(LEFT + step * (number + 0.14), 2), round(FOOT - height, 2), round(step * 0.72, 2), height, value)


def _height_at(value: int, highest: int) -> float:
    return round(FOOT - (FOOT - TOP) * value / highest, 2)


def _labels(bars: Sequence[Bar]) -> tuple[BarLabel, ...]:
    """As many of those with a short name as there is room for, the last one among them."""
    named = [bar for bar in bars if bar.of.label]
    every = -(-len(named) // _MOST_LABELS) or 1
    return tuple(_label(bar) for bar in named[::-1][::every][::-1])


def _label(bar: Bar) -> BarLabel:
    middle = round(bar.x + bar.width / 2, 2)
    if middle > WIDTH - _HALF_LABEL:
        return BarLabel(WIDTH, "end", bar.of.label)
    return BarLabel(middle, "middle", bar.of.label)


def _days_of(month: date) -> list[date]:
    first = month.replace(day=1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _square(day: date, count: int, today: date, level: Callable[[int], int]) -> DaySquare:
    step = SIDE + GAP
    row = (day.day - 1 + day.replace(day=1).weekday()) // 7
    is_planned = count > 0 and day > today
    return DaySquare(day.weekday() * step, row * step, day, count, 0 if is_planned else level(count), is_planned)
