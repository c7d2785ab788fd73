"""Days as people leaf through them: in weeks that begin on Monday, and in months."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Final

from chabudai.common.field_checks import FIRST_DAY, LAST_DAY

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> "Month":
        return cls(day.year, day.month)

    @classmethod
    def parse(cls, text: str) -> "Month | None":
        """`2026-11`, as an address has it; None when it says none."""
        try:
            return cls.of(date.fromisoformat(f"{text}-01")) if len(text) == 7 else None
        except ValueError:
            return None

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        return date(self.year, self.number, calendar.monthrange(self.year, self.number)[1])

    @property
    def days(self) -> tuple[date, ...]:
        return tuple(days_between(self.first, self.last))

    @property
    def sheet(self) -> tuple[date, date]:
        """The Monday with which its first week begins, and the Sunday with which its last one ends."""
        return monday_of(self.first), sunday_of(self.last)

    @property
    def before(self) -> "Month | None":
        return self.moved(-1)

    @property
    def after(self) -> "Month | None":
        return self.moved(1)

    def moved(self, by: int) -> "Month | None":
        """So many months later; None where the calendar has no such year."""
        year, number = divmod(12 * self.year + self.number - 1 + by, 12)
        return Month(year, number + 1) if MINYEAR <= year <= MAXYEAR else None

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"


def parse_day(text: str) -> date | None:
    """`2026-11-15` and no other spelling, as an address and a date field have it; None for what is no day of ours."""
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
    return day if day is not None and FIRST_DAY <= day <= LAST_DAY else None


def monday_of(day: date) -> date:
    """At the calendar's beginning its first day, which is one."""
    return day - timedelta(days=day.weekday())


def sunday_of(day: date) -> date:
    """At the calendar's end its last day, although that is a Friday."""
    return date.fromordinal(min(date.max.toordinal(), day.toordinal() + 6 - day.weekday()))


def days_between(first: date, last: date) -> Iterator[date]:
    """Both included."""
    return map(date.fromordinal, range(first.toordinal(), last.toordinal() + 1))
