"""Dates, times and numbers as the language of the page writes them."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel import Locale, dates, numbers

from chabudai.adapters.clock import TOLERANCE
from chabudai.web.messages import gettext, lazy
from chabudai.web.translations import ENGLISH, JAPANESE, current_language
from chabudai.web.zones import to_zone

_LOCALES = {JAPANESE: Locale("ja"), ENGLISH: Locale("en", "GB")}
_DAY = {JAPANESE: "M月d日(E)", ENGLISH: "EEE d MMM"}
_DATE = {JAPANESE: "y年M月d日", ENGLISH: "d MMM y"}
_SHORT = {JAPANESE: "M/d", ENGLISH: "d MMM"}
_MONTH_DAY = {JAPANESE: "M月d日", ENGLISH: "d MMM"}
_SHORT_WEEKDAY = {JAPANESE: "M/d(E)", ENGLISH: "EEE d MMM"}
_MONTH = {JAPANESE: "y年M月", ENGLISH: "LLLL y"}
_MONTH_NAME = {JAPANESE: "M月", ENGLISH: "LLL"}
_TIME = {JAPANESE: "H:mm", ENGLISH: "HH:mm"}
_CACHE_SIZE = 2000
_NEAR = {-1: lazy("yesterday"), 0: lazy("today"), 1: lazy("tomorrow")}


def date_text(value: date, zone: ZoneInfo) -> str:
    """2026年11月15日, or 15 Nov 2026."""
    return _format_in_zone(value, zone, _DATE)


def day_text(value: date, zone: ZoneInfo) -> str:
    """11月15日(日), or Sun 15 Nov."""
    return _format_in_zone(value, zone, _DAY)


def month_day_text(day: date) -> str:
    """Without the day of the week: 11月15日, or 15 Nov."""
    return _format_day(day, _MONTH_DAY[current_language()], current_language())


def short_day_text(day: date) -> str:
    """Where there is little room: 11/15, or 15 Nov."""
    return _format_day(day, _SHORT[current_language()], current_language())


def short_weekday_text(day: date) -> str:
    """The same with the day of the week: 11/15(日), or Sun 15 Nov."""
    return _format_day(day, _SHORT_WEEKDAY[current_language()], current_language())


def month_text(day: date) -> str:
    """The month in which a day lies: 2026年11月, or November 2026."""
    return _format_day(day, _MONTH[current_language()], current_language())


def month_name(day: date) -> str:
    """The month without its year: 11月, or Nov."""
    return _format_day(day, _MONTH_NAME[current_language()], current_language())


def time_text(value: datetime, zone: ZoneInfo) -> str:
    """The time of day in the zone: 9:05, or 09:05."""
    return _format_time(to_zone(value, zone).time().replace(second=0, microsecond=0), current_language())


def number_text(value: int | float | Decimal) -> str:
    return _format_number(value, current_language())


def moment_distance_text(value: datetime, now: datetime) -> str:
    """How long ago, or how soon: 3分前, or 3 minutes ago. Nothing is told minutes ahead: then it is the clock."""
    distance = value - now
    if -timedelta(minutes=1) < distance < TOLERANCE:
        return gettext("just now")
    text = dates.format_timedelta(distance, threshold=1, add_direction=True, locale=_locale())
    return _tidy(text, current_language())


def day_distance_text(day: date, today: date) -> str:
    """昨日, or yesterday; 3日前, or 3 days ago."""
    days = (day - today).days
    if days in _NEAR:
        return str(_NEAR[days])
    return _format_distance(days, current_language())


def _format_in_zone(value: date, zone: ZoneInfo, pattern: dict[str, str]) -> str:
    day = to_zone(value, zone).date() if isinstance(value, datetime) else value
    return _format_day(day, pattern[current_language()], current_language())


# A list of fifty rows asks for the same few days again and again.
@lru_cache(_CACHE_SIZE)
def _format_day(day: date, pattern: str, code: str) -> str:
    return dates.format_date(day, pattern, locale=_LOCALES[code])


@lru_cache(_CACHE_SIZE)
def _format_distance(days: int, code: str) -> str:
    far = timedelta(days)
    text = dates.format_timedelta(far, granularity="day", threshold=1, add_direction=True, locale=_LOCALES[code])
    return _tidy(text, code)


@lru_cache(_CACHE_SIZE)
def _format_time(value: time, code: str) -> str:
    return dates.format_time(value, _TIME[code], locale=_LOCALES[code])


@lru_cache(_CACHE_SIZE, typed=True)
def _format_number(value: int | float | Decimal, code: str) -> str:
    return numbers.format_decimal(value, locale=_LOCALES[code])


def _tidy(text: str, code: str) -> str:
    """Japanese writes no space between a number and what it counts."""
    return text.replace(" ", "") if code == JAPANESE else text


def _locale() -> Locale:
    return _LOCALES[current_language()]
