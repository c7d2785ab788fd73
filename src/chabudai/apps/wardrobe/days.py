"""Days as people know them: written in a form, counted from today, gathered in weeks, months and seasons."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from chabudai.apps.wardrobe.design import Season
from chabudai.apps.wardrobe.errors import InvalidDay

FIRST = date(1970, 1, 1)
LAST = date(2285, 12, 31)  # later ones have a digit more in `lastWornAt`, and would not sort
_WRITTEN = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})", re.ASCII)
_SEASONS: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    number: int

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        return date(self.year, self.number, calendar.monthrange(self.year, self.number)[1])

    @property
    def before(self) -> "Month":
        return month_of(self.first - timedelta(days=1))

    @property
    def after(self) -> "Month":
        return month_of(self.last + timedelta(days=1))


def parsed(text: str) -> date:
    """`20261115`, as it is stored, or `2026-11-15`, as a form sends it."""
    found = _WRITTEN.fullmatch(text.strip())
    try:
        return checked(date(*map(int, found.groups()))) if found else checked(None)
    except ValueError:
        raise InvalidDay from None


def checked(day: date | None) -> date:
    if day is None or not FIRST <= day <= LAST:
        raise InvalidDay
    return day


def parsed_month(text: str) -> Month:
    """`2026-11`."""
    return month_of(parsed(f"{text.strip()}-01"))


def month_of(day: date) -> Month:
    return Month(day.year, day.month)


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def season_of(day: date) -> Season:
    """By the calendar of Japan: spring begins in March."""
    return _SEASONS[day.month % 12 // 3]


def worn_on(last_worn_at: int) -> date:
    """The day of which `lastWornAt` is the midnight in UTC, in any zone."""
    return datetime.fromtimestamp(last_worn_at / 1000, UTC).date()


def each(first: date, last: date) -> Iterator[date]:
    """Both included."""
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)
