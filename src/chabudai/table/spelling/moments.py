"""Dates and points in time in keys, in spellings that sort as time passes, or the other way round."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from chabudai.table.errors import OutOfRange, WrongType
from chabudai.table.spelling.codecs import Codec
from chabudai.table.spelling.languages import Language, either, joined, literal, one_of, with_digits_reversed

_DIGIT = one_of("09")
_REVERSED = str.maketrans("0123456789", "9876543210")


def day_with_hyphens(name: str) -> Codec:
    return Codec(name, date, _calendar(literal("-")), lambda value: _date(value).isoformat(), date.fromisoformat)


def day_in_digits(name: str) -> Codec:
    return Codec(
        name,
        date,
        _calendar(literal("")),
        lambda value: _date(value).isoformat().replace("-", ""),
        lambda text: date(int(text[:4]), int(text[4:6]), int(text[6:])),
    )


def instant_in_seconds(name: str) -> Codec:
    return Codec(name, datetime, _instants(literal("")), _instant("seconds", 1_000_000), datetime.fromisoformat)


def instant_in_milliseconds(name: str) -> Codec:
    fraction = joined(literal("."), _DIGIT, _DIGIT, _DIGIT)
    return Codec(name, datetime, _instants(fraction), _instant("milliseconds", 1_000), datetime.fromisoformat)


def descending(name: str, codec: Codec) -> Codec:
    """The same spelling with each digit d as 9 - d: the latest comes first."""
    return Codec(
        name,
        codec.kind,
        with_digits_reversed(codec.language),
        lambda value: codec.encode(value).translate(_REVERSED),
        lambda text: codec.decoder(text.translate(_REVERSED)),
        is_descending=True,
    )


def _date(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise WrongType(value, "a date")
    return value


def _instant(timespec: str, unit: int) -> Callable[[Any], str]:
    def encode(value: Any) -> str:
        if not isinstance(value, datetime):
            raise WrongType(value, "a datetime")
        if value.utcoffset() is None:
            raise OutOfRange(value, "has no time zone")
        if value.microsecond % unit:
            raise OutOfRange(value, f"is finer than {timespec}, which are kept here: round it first")
        return _in_utc(value).isoformat(timespec=timespec).removesuffix("+00:00") + "Z"

    return encode


def _in_utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise OutOfRange(value, "is outside the years 1 to 9999 in UTC") from None


def _instants(fraction: Language) -> Language:
    sixty = joined(one_of("05"), _DIGIT)
    hour = either(joined(one_of("01"), _DIGIT), joined(literal("2"), one_of("03")))
    time = joined(hour, literal(":"), sixty, literal(":"), sixty)
    return joined(_calendar(literal("-")), literal("T"), time, fraction, literal("Z"))


def _calendar(hyphen: Language) -> Language:
    """Every day from 0001-01-01 to 9999-12-31, and none that is not in the calendar."""
    zero, two = literal("0"), literal("2")
    to_28 = either(joined(zero, one_of("19")), joined(literal("1"), _DIGIT), joined(two, one_of("08")))
    any_month = either(joined(zero, one_of("19")), joined(literal("1"), one_of("02")))
    not_february = either(joined(zero, one_of("1", "39")), joined(literal("1"), one_of("02")))
    long_month = either(joined(zero, one_of("1", "3", "5", "78")), joined(literal("1"), one_of("0", "2")))
    days = either(
        joined(any_month, hyphen, to_28),
        joined(not_february, hyphen, either(literal("29"), literal("30"))),
        joined(long_month, hyphen, literal("31")),
    )
    leap_day = joined(literal("02"), hyphen, literal("29"))
    return either(joined(_years(), hyphen, days), joined(_leap_years(), hyphen, leap_day))


def _years() -> Language:
    """0001 to 9999: the first digit that is not 0 stands in one of four places."""
    return either(*(joined(*[literal("0")] * zeros, one_of("19"), *[_DIGIT] * (3 - zeros)) for zeros in range(4)))


def _leap_years() -> Language:
    fours = either(
        joined(literal("0"), one_of("4", "8")),
        joined(one_of("2", "4", "6", "8"), one_of("0", "4", "8")),
        joined(one_of("1", "3", "5", "7", "9"), one_of("2", "6")),
    )
    return either(joined(_DIGIT, _DIGIT, fours), joined(fours, literal("00")))
