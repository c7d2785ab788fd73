"""Dates, times and numbers as the language of the page writes them."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel import Locale, dates, numbers

from chabudai.web import language, zones

_LOCALES = {language.JAPANESE: Locale("ja"), language.ENGLISH: Locale("en", "GB")}
_DAY = {language.JAPANESE: "M月d日(E)", language.ENGLISH: "EEE d MMM"}
_DATE = {language.JAPANESE: "y年M月d日", language.ENGLISH: "d MMM y"}
_SHORT = {language.JAPANESE: "M/d", language.ENGLISH: "d MMM"}
_MONTH = {language.JAPANESE: "y年M月", language.ENGLISH: "LLLL y"}
_MONTH_NAME = {language.JAPANESE: "M月", language.ENGLISH: "LLL"}
_TIME = {language.JAPANESE: "H:mm", language.ENGLISH: "HH:mm"}
_KEPT = 2000
_NEAR = {-1: language.lazy("yesterday"), 0: language.lazy("today"), 1: language.lazy("tomorrow")}


def date_text(value: date, zone: ZoneInfo) -> str:
    """2026年11月15日, or 15 Nov 2026."""
    return _dated(value, zone, _DATE)


def day_text(value: date, zone: ZoneInfo) -> str:
    """11月15日(日), or Sun 15 Nov."""
    return _dated(value, zone, _DAY)


def short_day_text(day: date) -> str:
    """Where there is little room: 11/15, or 15 Nov."""
    return _written(day, _SHORT[language.spoken()], language.spoken())


def month_text(day: date) -> str:
    """The month in which a day lies: 2026年11月, or November 2026."""
    return _written(day, _MONTH[language.spoken()], language.spoken())


def month_name(day: date) -> str:
    """The month without its year: 11月, or Nov."""
    return _written(day, _MONTH_NAME[language.spoken()], language.spoken())


def time_text(value: datetime, zone: ZoneInfo) -> str:
    """The time of day in the zone: 9:05, or 09:05."""
    return dates.format_datetime(value, _TIME[language.spoken()], tzinfo=zone, locale=_locale())


def number_text(value: int | float | Decimal) -> str:
    return numbers.format_decimal(value, locale=_locale())


def relative_text(value: date, zone: ZoneInfo, now: datetime) -> str:
    """How long ago, or how soon: a day as 昨日 or yesterday, a moment as 3 分前 or 3 minutes ago."""
    if isinstance(value, datetime):
        return _moment_from_now(value - now)
    return _days_from_today((value - zones.today(zone, now)).days)


def _dated(value: date, zone: ZoneInfo, pattern: dict[str, str]) -> str:
    day = value.astimezone(zone).date() if isinstance(value, datetime) else value
    return _written(day, pattern[language.spoken()], language.spoken())


def _moment_from_now(distance: timedelta) -> str:
    if abs(distance) < timedelta(minutes=1):
        return language.gettext("just now")
    return dates.format_timedelta(distance, threshold=1, add_direction=True, locale=_locale())


def _days_from_today(days: int) -> str:
    if days in _NEAR:
        return str(_NEAR[days])
    return _distance(days, language.spoken())


# A list of fifty rows asks for the same few days again and again.
@lru_cache(_KEPT)
def _written(day: date, pattern: str, code: str) -> str:
    return dates.format_date(day, pattern, locale=_LOCALES[code])


@lru_cache(_KEPT)
def _distance(days: int, code: str) -> str:
    far = timedelta(days)
    return dates.format_timedelta(far, granularity="day", threshold=1, add_direction=True, locale=_LOCALES[code])


def _locale() -> Locale:
    return _LOCALES[language.spoken()]
