"""The trend as shapes: for each week a bar of what was added and one of what was done, and a line of what was left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.tasks.figures import Week
from chabudai.apps.tasks.messages import gettext
from chabudai.web import formats

WIDTH: Final = 560
HEIGHT: Final = 290
LEFT: Final = 30
RIGHT: Final = 516
"""Where weeks end: what is left now stands beside it, as a number."""
TOP: Final = 14
FOOT: Final = 256

_MOST_LABELS = 6
_STEPS = (1, 2, 5)
_MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class Rectangle:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class WeekMark:
    """One week: its bars, where the line passes, its name, and a short one where there is room. The last one runs."""

    added: Rectangle
    done: Rectangle
    x: float
    y: float
    name: str
    label: str
    is_running: bool
    week: Week


@dataclass(frozen=True, slots=True)
class TrendChart:
    weeks: tuple[WeekMark, ...]
    lines: tuple[tuple[float, int], ...]

    @property
    def path(self) -> str:
        return " ".join(f"{mark.x},{mark.y}" for mark in self.weeks)

    @property
    def added(self) -> int:
        return sum(mark.week.created for mark in self.weeks)

    @property
    def done(self) -> int:
        return sum(mark.week.completed for mark in self.weeks)

    @property
    def left(self) -> int:
        return self.weeks[-1].week.left


def trend_chart(weeks: Sequence[Week]) -> TrendChart:
    """At least one week. The highest line is at or above the highest number."""
    highest = max(1, *(max(week.created, week.completed, week.left) for week in weeks))
    step = _grid_step(highest)
    top = -(-highest // step) * step
    marks = tuple(_mark(week, number, weeks, top) for number, week in enumerate(weeks))
    return TrendChart(marks, tuple((_y(value, top), value) for value in range(0, top + 1, step)))


def _mark(week: Week, number: int, weeks: Sequence[Week], top: int) -> WeekMark:
    room = (RIGHT - LEFT) / len(weeks)
    x, width = LEFT + room * number, room * 0.34
    is_running = number == len(weeks) - 1
    every = -(-len(weeks) // _MOST_LABELS)
    day = formats.short_day_text(week.first)
    label = gettext("Now") if is_running else day if (len(weeks) - 1 - number) % every == 0 else ""
    return WeekMark(
        added=_bar(x + room * 0.13, width, week.created, top),
        done=_bar(x + room * 0.13 + width + 1, width, week.completed, top),
        x=round(x + room / 2, 2),
        y=_y(max(0, week.left), top),  # days that expired, or drift, would lead below nothing
        name=gettext("Week of %(day)s", day=day),
        label=label,
        is_running=is_running,
        week=week,
    )


def _bar(x: float, width: float, value: int, top: int) -> Rectangle:
    y = _y(value, top)
    return Rectangle(round(x, 2), y, round(width, 2), round(FOOT - y, 2))


def _y(value: int, top: int) -> float:
    return round(FOOT - (FOOT - TOP) * value / top, 2)


def _grid_step(highest: int) -> int:
    """1, 2, 5, 10, 20 …: the smallest by which there are few lines."""
    scale = 1
    while True:
        for each in _STEPS:
            if highest <= each * scale * _MOST_LINES:
                return each * scale
        scale *= 10
