"""Seconds: a moment as the number of whole seconds since 1970, by which DynamoDB lets rows expire, and back."""

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from chabudai.table.errors import UnreadableItem, UnsupportedValue

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_SECOND = 253_402_300_799  # of the year 9999; milliseconds have been more since 1978
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class WholeSeconds:
    """A field's values have no fraction of a second: one that is given is rounded up, so that nothing ends too soon."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(round_up, handler(source))


def round_up(value: Any) -> Any:
    """The value at its own second or the next; what has no fraction, as None, stays what it is."""
    if isinstance(value, datetime):
        return value.replace(microsecond=0) + timedelta(seconds=1) if value.microsecond else value
    if isinstance(value, (float, Decimal)) and math.isfinite(value):
        return type(value)(math.ceil(value))
    return value


def whole_seconds(value: Any) -> int:
    return math.ceil(exact_seconds(value))


def exact_seconds(value: Any) -> int | float | Decimal:
    """A day begins at midnight in UTC."""
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise UnsupportedValue(value, "has no time zone: give it one, as in datetime.now(UTC)")
        since = value - _EPOCH
        seconds = since.days * 86400 + since.seconds
        return seconds + Decimal(since.microseconds) / _MICROSECONDS if since.microseconds else seconds
    if isinstance(value, date):
        return (datetime(value.year, value.month, value.day, tzinfo=UTC) - _EPOCH).days * 86400
    if isinstance(value, (int, float, Decimal)) and math.isfinite(value):
        if value > _LAST_SECOND:
            raise UnsupportedValue(
                value, "is no number of seconds since 1970, but looks like milliseconds: divide it by 1000"
            )
        return value
    raise UnsupportedValue(value, "is no moment that can be told in seconds")


def moment_of(seconds: int | Decimal) -> datetime:
    try:
        return _EPOCH + timedelta(microseconds=int(seconds * _MICROSECONDS))
    except OverflowError:
        raise UnreadableItem(seconds, "is no number of seconds since 1970 that is a time") from None


def day_of(seconds: int | Decimal) -> date:
    return moment_of(seconds).date()
