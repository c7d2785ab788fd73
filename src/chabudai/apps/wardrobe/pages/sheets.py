"""Months as small sheets of squares, each day the darker the more was worn on it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from chabudai.common.days import Month
from chabudai.web import charts
from chabudai.web.charts import DaySquare

STEPS: Final = (1, 3, 5, 7)
"""From so many pieces on a day its square is a shade darker."""


@dataclass(frozen=True, slots=True)
class WornMonth:
    """What is planned is not among the days and pieces."""

    month: Month
    squares: tuple[DaySquare, ...]
    days: int
    pieces: int
    planned: int


def sheets(
    worn: Mapping[date, int], months: Iterable[Month], today: date, shade: Callable[[int], int]
) -> list[WornMonth]:
    """`worn` says how often on each day on which anything was, or is to be."""
    return [_sheet(worn, month, today, shade) for month in months]


def year(number: int) -> list[Month]:
    return [Month(number, month) for month in range(1, 13)]


def year_until(last: Month) -> list[Month]:
    """Twelve months, of which this is the last; fewer only at the calendar's beginning."""
    return [month for by in range(-11, 1) if (month := last.moved(by)) is not None]


def shade_of_all(count: int) -> int:
    """By how many pieces were worn on a day."""
    return charts.shade(count, STEPS)


def shade_of_one(count: int) -> int:
    """By how often one piece was worn on a day, which is rarely more than once."""
    return min(count, 2) + 2 if count else 0


def _sheet(worn: Mapping[date, int], month: Month, today: date, shade: Callable[[int], int]) -> WornMonth:
    drawn = charts.month_sheet(worn, month.first, today, shade)
    return WornMonth(month, drawn.squares, drawn.days, drawn.total, drawn.planned)
