"""Dates and points in time in keys, in formats that sort as time passes, or the other way round."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from chabudai.table.errors import PartOutOfRange, WrongPartType
from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.regular_languages import Language, char_class, concat, either, literal, reverse_digits

PERIODS = {"yyyy-mm-dd": "day", "yyyymmdd": "day", "yyyy-mm": "month", "yyyy": "year"}
EXAMPLE = datetime(2026, 11, 3, 9, 30, tzinfo=UTC)
"""A moment by which messages show how a format writes."""

_DIGIT = char_class("09")
_REVERSED = str.maketrans("0123456789", "9876543210")


def hyphenated_date(name: str) -> Codec:
    return Codec(name, date, _calendar(literal("-")), lambda value: _check_date(value).isoformat(), date.fromisoformat)


def compact_date(name: str) -> Codec:
    return Codec(
        name,
        date,
        _calendar(literal("")),
        lambda value: _check_date(value).isoformat().replace("-", ""),
        lambda text: date(int(text[:4]), int(text[4:6]), int(text[6:])),
    )


def timestamp_in_seconds(name: str) -> Codec:
    return Codec(
        name, datetime, _timestamps(literal("")), _timestamp_encoder("seconds", 1_000_000), datetime.fromisoformat
    )


def timestamp_in_milliseconds(name: str) -> Codec:
    fraction = concat(literal("."), _DIGIT, _DIGIT, _DIGIT)
    return Codec(
        name, datetime, _timestamps(fraction), _timestamp_encoder("milliseconds", 1_000), datetime.fromisoformat
    )


def timestamp_in_microseconds(name: str) -> Codec:
    fraction = concat(literal("."), *[_DIGIT] * 6)
    return Codec(name, datetime, _timestamps(fraction), _timestamp_encoder("microseconds", 1), datetime.fromisoformat)


def day(name: str) -> Codec:
    """The day of a datetime in UTC: less than the time itself."""
    hyphen = "-" if "-" in name.removeprefix("-") else ""

    def encode(value: Any) -> str:
        return _to_utc(_check_datetime(value)).date().isoformat().replace("-", hyphen)

    def decode(text: str) -> datetime:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)

    return Codec(name, datetime, _calendar(literal(hyphen)), encode, decode, is_exact=False)


def month(name: str, kind: type) -> Codec:
    """The month of a date, or of a datetime in UTC."""
    return _calendar_period(name, kind, concat(_years(), literal("-"), _months()), len("yyyy-mm"))


def year(name: str, kind: type) -> Codec:
    return _calendar_period(name, kind, _years(), len("yyyy"))


def is_first_of_period(codec: Codec, value: date) -> bool:
    """Whether a month (or year) begins with this day, or moment."""
    return bool(codec.decode(codec.encode(value)) == value)


def is_last_of_period(codec: Codec, value: date) -> bool:
    try:
        return is_first_of_period(codec, value + value.resolution)
    except OverflowError:
        return True


def descending(name: str, codec: Codec) -> Codec:
    """The same format with each digit d as 9 - d: the latest comes first."""
    return Codec(
        name,
        codec.kind,
        reverse_digits(codec.language),
        lambda value: codec.encode(value).translate(_REVERSED),
        lambda text: codec.decoder(text.translate(_REVERSED)),
        is_descending=True,
        is_exact=codec.is_exact,
    )


def _calendar_period(name: str, kind: type, language: Language, length: int) -> Codec:
    """What an ISO date begins with; it says less than the day."""
    beginning = "0001-01-01"

    def encode(value: Any) -> str:
        day = _to_utc(_check_datetime(value)).date() if kind is datetime else _check_date(value)
        return day.isoformat()[:length]

    def decode(text: str) -> date:
        first = date.fromisoformat(text + beginning[length:])
        return datetime(first.year, first.month, 1, tzinfo=UTC) if kind is datetime else first

    return Codec(name, kind, language, encode, decode, is_exact=False)


def _check_date(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise WrongPartType(value, "a date")
    return value


def _timestamp_encoder(timespec: str, unit: int) -> Callable[[Any], str]:
    finer = ", or let isous keep all of it"

    def encode(value: Any) -> str:
        if _check_datetime(value).microsecond % unit:
            raise PartOutOfRange(value, f"is finer than {timespec}, which are kept here: round it first{finer}")
        return _to_utc(value).isoformat(timespec=timespec).removesuffix("+00:00") + "Z"

    return encode


def _check_datetime(value: Any) -> datetime:
    if not isinstance(value, datetime):
        raise WrongPartType(value, "a datetime")
    if value.utcoffset() is None:
        raise PartOutOfRange(value, "has no time zone: give it one, as in datetime.now(UTC)")
    return value


def _to_utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise PartOutOfRange(value, "is outside the years 1 to 9999 in UTC") from None


def _timestamps(fraction: Language) -> Language:
    sixty = concat(char_class("05"), _DIGIT)
    hour = either(concat(char_class("01"), _DIGIT), concat(literal("2"), char_class("03")))
    time = concat(hour, literal(":"), sixty, literal(":"), sixty)
    return concat(_calendar(literal("-")), literal("T"), time, fraction, literal("Z"))


def _calendar(hyphen: Language) -> Language:
    """Every day from 0001-01-01 to 9999-12-31, and none that is not in the calendar."""
    zero, two = literal("0"), literal("2")
    to_28 = either(concat(zero, char_class("19")), concat(literal("1"), _DIGIT), concat(two, char_class("08")))
    not_february = either(concat(zero, char_class("1", "39")), concat(literal("1"), char_class("02")))
    long_month = either(concat(zero, char_class("1", "3", "5", "78")), concat(literal("1"), char_class("0", "2")))
    days = either(
        concat(_months(), hyphen, to_28),
        concat(not_february, hyphen, either(literal("29"), literal("30"))),
        concat(long_month, hyphen, literal("31")),
    )
    leap_day = concat(literal("02"), hyphen, literal("29"))
    return either(concat(_years(), hyphen, days), concat(_leap_years(), hyphen, leap_day))


def _years() -> Language:
    """0001 to 9999: the first digit that is not 0 stands in one of four places."""
    return either(*(concat(*[literal("0")] * zeros, char_class("19"), *[_DIGIT] * (3 - zeros)) for zeros in range(4)))


def _months() -> Language:
    return either(concat(literal("0"), char_class("19")), concat(literal("1"), char_class("02")))


def _leap_years() -> Language:
    fours = either(
        concat(literal("0"), char_class("4", "8")),
        concat(char_class("2", "4", "6", "8"), char_class("0", "4", "8")),
        concat(char_class("1", "3", "5", "7", "9"), char_class("2", "6")),
    )
    return either(concat(_DIGIT, _DIGIT, fours), concat(fours, literal("00")))
