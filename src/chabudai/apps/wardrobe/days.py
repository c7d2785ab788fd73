"""Days as people know them: written in an address, gathered in weeks, months and seasons."""

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from chabudai.apps.wardrobe.entities import Season
from chabudai.apps.wardrobe.record_input import FIELDS

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


def check_day(day: date | str) -> date:
    """As a record may have it, or as a form spells it; InvalidFields tells of `date` when it is none."""
    checked: date = FIELDS.check({"date": day})["date"]
    return checked


def parse_month(text: str) -> Month:
    """`2026-11`."""
    return month_of(check_day(f"{text.strip()}-01"))


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


def days_between(first: date, last: date) -> Iterator[date]:
    """Both included."""
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)
