"""Formats: from a field's type and what stands behind the colon in `{field:format}` to the codec that is meant."""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, Literal, get_args, get_origin
from uuid import UUID

from pydantic import AwareDatetime

from chabudai.table.annotations import plain_type
from chabudai.table.errors import DesignError, FormatMismatch, UnknownFormat
from chabudai.table.keys import codecs, dates, numbers
from chabudai.table.keys.codecs import Codec


@dataclass(frozen=True, slots=True)
class FormatRequest:
    """What a format is asked for: the type, the format as written, its numbers, and the template's delimiter."""

    kind: type
    spec: str
    digits: tuple[int, ...]
    delimiter: str

    @property
    def is_descending(self) -> bool:
        return self.spec.startswith("-")


@dataclass(frozen=True, slots=True)
class KeyFormat:
    example: str
    matches: re.Pattern[str]
    kinds: tuple[type, ...]
    codec: Callable[[FormatRequest], Codec]


def codec_for(kind: Any, spec: str | None, delimiter: str) -> Codec:
    """The codec of `{field:spec}`, or of `{field}` when spec is None, for a field of this type."""
    plain = _formattable_type(kind)
    if spec is None:
        return _default_codec(plain, delimiter)
    known = False
    for each in FORMATS:
        if match := each.matches.fullmatch(spec):
            known = True
            if plain in each.kinds:
                return each.codec(FormatRequest(plain, spec, tuple(map(int, match.groups())), delimiter))
    raise _format_error(plain, spec, known)


def beginning_advice(codec: Codec) -> str:
    """What to ask for instead of a text that nothing written so begins with."""
    if codec.is_descending:
        return "it is written the other way round, where a beginning says nothing; between(…) asks for a range"
    if codec.kind in (date, datetime):
        written = codec.encode(dates.EXAMPLE if codec.kind is datetime else dates.EXAMPLE.date())
        return f'it is written as {written}, of which a beginning is wanted, as begins_with("{written[:4]}")'
    if codec.is_fixed_width:
        return f"it is written as {codec.extent[0]} to {codec.extent[1]}, of which a beginning is wanted"
    return "ask for one by equality"


def _format_error(kind: Any, spec: str, known: bool) -> DesignError:
    if not known:
        return UnknownFormat(
            f"{spec!r} is no format. Those known: {_list_formats(FORMATS)}; with - in front, descending"
        )
    fitting = [each for each in FORMATS if kind in each.kinds]
    advice = f"; for it there are: {_list_formats(fitting)}" if fitting else ", which takes none"
    return FormatMismatch(f"the format {spec} does not fit {_name(kind)}{advice}")


def _list_formats(formats: "list[KeyFormat] | tuple[KeyFormat, ...]") -> str:
    return ", ".join(f"{each.example} ({' or '.join(map(_name, each.kinds))})" for each in formats)


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", None) or str(kind)


def _default_codec(kind: Any, delimiter: str) -> Codec:
    if get_origin(kind) is Literal:
        return _choices(kind, [each for each in get_args(kind) if each is not None])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choices(kind, list(kind))
    default = _DEFAULTS.get(kind)
    if default:
        return default(delimiter)
    fitting = [each for each in FORMATS if kind in each.kinds]
    if fitting:
        raise FormatMismatch(f"{_name(kind)} needs a format here: {_list_formats(fitting)}")
    raise FormatMismatch(f"{_name(kind)} can't stand in a key; text, numbers, dates, UUIDs, enums and Literals can")


_DEFAULTS: Mapping[Any, Callable[[str], Codec]] = {
    str: codecs.text,
    int: lambda _: numbers.unpadded(),
    bool: lambda _: codecs.choices("bool", bool, {False: "false", True: "true"}, [False, True]),
    UUID: lambda _: codecs.uuid(),
    date: lambda _: dates.hyphenated_date("yyyy-mm-dd"),
    datetime: lambda _: dates.timestamp_in_seconds("iso"),
}


def _choices(kind: Any, members: list[Hashable]) -> Codec:
    plain = [member.value if isinstance(member, Enum) else member for member in members]
    texts = dict(zip(members, map(_choice_text, plain), strict=True))
    return codecs.choices(_name(kind), kind, texts, plain)


def _choice_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    raise FormatMismatch(f"the choice {value!r} has no text of its own; texts and whole numbers have")


def _formattable_type(kind: Any) -> Any:
    """The type itself, or the one with formats that it is a refinement of."""
    plain = plain_type(kind)
    if plain is AwareDatetime:
        return datetime
    if isinstance(plain, type) and not issubclass(plain, Enum):
        return next((each for each in _REFINABLE if issubclass(plain, each)), plain)
    return plain


_REFINABLE = (bool, int, str, float, Decimal, datetime, date, UUID)


def _digits_codec(request: FormatRequest) -> Codec:
    whole, fraction = (*request.digits, 0)[:2]
    return numbers.Digits(
        request.spec, request.kind, whole, fraction, "+" in request.spec, request.is_descending
    ).codec()


def _date_codec(make: Callable[[str], Codec]) -> Callable[[FormatRequest], Codec]:
    return lambda request: _in_direction(request, make(request.spec))


def _day_codec(make: Callable[[str], Codec]) -> Callable[[FormatRequest], Codec]:
    """A date is written whole, a time by its day in UTC."""
    return lambda request: _in_direction(request, (dates.day if request.kind is datetime else make)(request.spec))


def _period_codec(make: Callable[[str, type], Codec]) -> Callable[[FormatRequest], Codec]:
    return lambda request: _in_direction(request, make(request.spec, request.kind))


def _in_direction(request: FormatRequest, ascending: Codec) -> Codec:
    return dates.descending(request.spec, ascending) if request.is_descending else ascending


FORMATS: tuple[KeyFormat, ...] = (
    KeyFormat("escaped", re.compile("escaped"), (str,), lambda request: codecs.escaped(request.delimiter)),
    KeyFormat("tail", re.compile("tail"), (str,), lambda request: codecs.tail(request.delimiter)),
    KeyFormat("010", re.compile(r"-?0([1-9]\d*)"), (int,), _digits_codec),
    KeyFormat("+010", re.compile(r"-?\+0([1-9]\d*)"), (int,), _digits_codec),
    KeyFormat("8.2", re.compile(r"-?([1-9]\d*)\.([1-9]\d*)"), (Decimal, float), _digits_codec),
    KeyFormat("+8.2", re.compile(r"-?\+([1-9]\d*)\.([1-9]\d*)"), (Decimal, float), _digits_codec),
    KeyFormat("yyyy-mm-dd", re.compile("-?yyyy-mm-dd"), (date, datetime), _day_codec(dates.hyphenated_date)),
    KeyFormat("yyyymmdd", re.compile("-?yyyymmdd"), (date, datetime), _day_codec(dates.compact_date)),
    KeyFormat("yyyy-mm", re.compile("-?yyyy-mm"), (date, datetime), _period_codec(dates.month)),
    KeyFormat("yyyy", re.compile("-?yyyy"), (date, datetime), _period_codec(dates.year)),
    KeyFormat("iso", re.compile("-?iso"), (datetime,), _date_codec(dates.timestamp_in_seconds)),
    KeyFormat("isoms", re.compile("-?isoms"), (datetime,), _date_codec(dates.timestamp_in_milliseconds)),
    KeyFormat("isous", re.compile("-?isous"), (datetime,), _date_codec(dates.timestamp_in_microseconds)),
)
