"""Repetitions: how a todo comes again, as a value, as the text that is stored, and as the next date."""

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, Literal, TypeAlias, get_args

RepeatKind: TypeAlias = Literal["daily", "weekdays", "weekly", "monthly", "yearly"]

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST: Final = 99
_KINDS: Final = get_args(RepeatKind)
_TEXT = re.compile(r"([a-z]+)(?:/([1-9]\d?))?(?::([a-z0-9,-]+))?", re.ASCII)
_WORKDAYS = frozenset(range(5))


@dataclass(frozen=True, slots=True)
class Repeat:
    """Every so many days, weeks, months or years; on these weekdays (0 is Monday), this day of a month, this month.

    The 31st of a month that has none is its last day. What is not said is taken from the date the todo is due.
    """

    kind: RepeatKind
    every: int = 1
    weekdays: frozenset[int] = frozenset()
    day: int | None = None
    month: int | None = None

    def __str__(self) -> str:
        """As it is stored: daily, daily/3, weekdays, weekly:mon,thu, weekly/2, monthly:31, yearly:02-29."""
        every = "" if self.every == 1 else f"/{self.every}"
        on = self._on()
        return f"{self.kind}{every}:{on}" if on else f"{self.kind}{every}"

    def _on(self) -> str:
        if self.kind == "weekly":
            return ",".join(DAYS[day] for day in sorted(self.weekdays))
        if self.kind == "yearly" and self.month is not None:
            return f"{self.month:02}-{self.day:02}"
        return "" if self.day is None else str(self.day)


def normalize(text: str) -> str:
    """As it is stored; ValueError when the text says nothing that we know."""
    found = parse(text)
    if found is None:
        raise ValueError(f"{text!r} is no repetition")
    return str(found)


def parse(text: str) -> Repeat | None:
    """None when the text says nothing that we know."""
    match = _TEXT.fullmatch(text)
    if match is None or match[1] not in _KINDS:
        return None
    kind: RepeatKind = match[1]  # type: ignore[assignment] # it is one of them
    every, on = int(match[2] or 1), match[3]
    if on is None:
        return Repeat(kind, every) if kind != "weekdays" or every == 1 else None
    return _READERS[kind](every, on) if kind in _READERS else None


def first_date(repeat: Repeat, day: date) -> date:
    """The first date of the series that is not before this one."""
    return day if _fits(repeat, day) else next_after(replace(repeat, every=1), day, day) or day


def next_after(repeat: Repeat, due: date, done: date) -> date | None:
    """The first date of the series of `due` that is after both; None where the calendar ends."""
    after = max(due, done)
    try:
        match repeat.kind:
            case "daily":
                return due + timedelta(days=((after - due).days // repeat.every + 1) * repeat.every)
            case "weekdays":
                return _next_day(after, _WORKDAYS)
            case "weekly":
                return _next_weekly(repeat, due, after)
            case "monthly":
                return _next_monthly(due, after, repeat.every, repeat.day or due.day, due.month)
            case "yearly":
                return _next_monthly(due, after, 12 * repeat.every, repeat.day or due.day, repeat.month or due.month)
    except (OverflowError, ValueError):
        return None


def _fits(repeat: Repeat, day: date) -> bool:
    match repeat.kind:
        case "daily":
            return True
        case "weekdays":
            return day.weekday() in _WORKDAYS
        case "weekly":
            return not repeat.weekdays or day.weekday() in repeat.weekdays
        case _:
            is_month = repeat.month is None or repeat.month == day.month
            return is_month and day == _in_month(day.year, day.month, repeat.day or day.day)


def _next_day(after: date, weekdays: frozenset[int]) -> date:
    days = (after + timedelta(days=ahead) for ahead in range(1, 8))
    return next(day for day in days if day.weekday() in weekdays)


def _next_weekly(repeat: Repeat, due: date, after: date) -> date:
    """Weeks begin on Monday; of every so many weeks it is the one of `due` that counts."""
    weekdays = repeat.weekdays or frozenset({due.weekday()})
    monday = due - timedelta(days=due.weekday())
    week = (after - monday).days // 7 // repeat.every * repeat.every
    start = monday + timedelta(weeks=week)
    days = sorted(start + timedelta(weeks=weeks, days=day) for weeks in (0, repeat.every) for day in weekdays)
    return next(day for day in days if day > after)


def _next_monthly(due: date, after: date, every: int, day: int, month: int) -> date:
    start = due.year * 12 + month - 1
    behind = after.year * 12 + after.month - 1 - start
    number = start + behind // every * every
    while (found := _in_month(*_year_and_month(number), day)) <= after:
        number += every
    return found


def _year_and_month(number: int) -> tuple[int, int]:
    return number // 12, number % 12 + 1


def _in_month(year: int, month: int, day: int) -> date:
    return date(year, month, min(day, monthrange(year, month)[1]))


def _read_weekly(every: int, on: str) -> Repeat | None:
    names = on.split(",")
    if not set(names) <= set(DAYS):
        return None
    return Repeat("weekly", every, frozenset(map(DAYS.index, names)))


def _read_monthly(every: int, on: str) -> Repeat | None:
    return Repeat("monthly", every, day=int(on)) if on.isdigit() and 1 <= int(on) <= 31 else None


def _read_yearly(every: int, on: str) -> Repeat | None:
    try:
        found = date.fromisoformat(f"2000-{on}")
    except ValueError:
        return None
    return Repeat("yearly", every, day=found.day, month=found.month)


_READERS = {"weekly": _read_weekly, "monthly": _read_monthly, "yearly": _read_yearly}
