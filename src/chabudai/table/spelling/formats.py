"""Formats: from a field's type and what stands behind the colon in `{field:format}` to the codec that is meant."""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, Literal, get_args, get_origin
from uuid import UUID

from chabudai.table.errors import DesignError, UnfitFormat, UnknownFormat
from chabudai.table.kinds import plain_kind
from chabudai.table.spelling import codecs, moments, numerals
from chabudai.table.spelling.codecs import Codec


@dataclass(frozen=True, slots=True)
class Wish:
    """What a format is asked for: the type, the format as written, its numbers, and the template's delimiter."""

    kind: type
    spec: str
    digits: tuple[int, ...]
    delimiter: str

    @property
    def is_descending(self) -> bool:
        return self.spec.startswith("-")


@dataclass(frozen=True, slots=True)
class Format:
    example: str
    matches: re.Pattern[str]
    kinds: tuple[type, ...]
    codec: Callable[[Wish], Codec]


def codec_for(kind: Any, spec: str | None, delimiter: str) -> Codec:
    """The codec of `{field:spec}`, or of `{field}` when spec is None, for a field of this type."""
    plain = _formatted(kind)
    if spec is None:
        return _default(plain, delimiter)
    known = False
    for each in FORMATS:
        if match := each.matches.fullmatch(spec):
            known = True
            if plain in each.kinds:
                return each.codec(Wish(plain, spec, tuple(map(int, match.groups())), delimiter))
    raise _refusal(plain, spec, known)


def _refusal(kind: Any, spec: str, known: bool) -> DesignError:
    if not known:
        return UnknownFormat(f"{spec!r} is no format. Those known: {_listed(FORMATS)}; with - in front, descending")
    fitting = [each for each in FORMATS if kind in each.kinds]
    advice = f"; for it there are: {_listed(fitting)}" if fitting else ", which takes none"
    return UnfitFormat(f"the format {spec} does not fit {_name(kind)}{advice}")


def _listed(formats: "list[Format] | tuple[Format, ...]") -> str:
    return ", ".join(f"{each.example} ({' or '.join(map(_name, each.kinds))})" for each in formats)


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", None) or str(kind)


def _default(kind: Any, delimiter: str) -> Codec:
    if get_origin(kind) is Literal:
        return _choices(kind, [each for each in get_args(kind) if each is not None])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choices(kind, list(kind))
    default = _DEFAULTS.get(kind)
    if default:
        return default(delimiter)
    fitting = [each for each in FORMATS if kind in each.kinds]
    if fitting:
        raise UnfitFormat(f"{_name(kind)} needs a format here: {_listed(fitting)}")
    raise UnfitFormat(f"{_name(kind)} can't stand in a key; text, numbers, dates, UUIDs, enums and Literals can")


_DEFAULTS: Mapping[Any, Callable[[str], Codec]] = {
    str: codecs.text,
    int: lambda _: numerals.unpadded(),
    bool: lambda _: codecs.choices("bool", bool, {False: "false", True: "true"}, [False, True]),
    UUID: lambda _: codecs.uuid(),
    date: lambda _: moments.day_with_hyphens("yyyy-mm-dd"),
    datetime: lambda _: moments.instant_in_seconds("iso"),
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
    raise UnfitFormat(f"the choice {value!r} has no text of its own; texts and whole numbers have")


def _formatted(kind: Any) -> Any:
    """The type itself, or the one with formats that it is a refinement of."""
    plain = plain_kind(kind)
    if isinstance(plain, type) and not issubclass(plain, Enum):
        return next((each for each in _REFINABLE if issubclass(plain, each)), plain)
    return plain


_REFINABLE = (bool, int, str, float, Decimal, datetime, date, UUID)


def _digits(wish: Wish) -> Codec:
    whole, fraction = (*wish.digits, 0)[:2]
    return numerals.Digits(wish.spec, wish.kind, whole, fraction, "+" in wish.spec, wish.is_descending).codec()


def _moment(make: Callable[[str], Codec]) -> Callable[[Wish], Codec]:
    def codec(wish: Wish) -> Codec:
        ascending = make(wish.spec)
        return moments.descending(wish.spec, ascending) if wish.is_descending else ascending

    return codec


FORMATS: tuple[Format, ...] = (
    Format("escaped", re.compile("escaped"), (str,), lambda wish: codecs.escaped(wish.delimiter)),
    Format("tail", re.compile("tail"), (str,), lambda wish: codecs.tail(wish.delimiter)),
    Format("010", re.compile(r"-?0([1-9]\d*)"), (int,), _digits),
    Format("+010", re.compile(r"-?\+0([1-9]\d*)"), (int,), _digits),
    Format("8.2", re.compile(r"-?([1-9]\d*)\.([1-9]\d*)"), (Decimal, float), _digits),
    Format("+8.2", re.compile(r"-?\+([1-9]\d*)\.([1-9]\d*)"), (Decimal, float), _digits),
    Format("yyyy-mm-dd", re.compile("-?yyyy-mm-dd"), (date,), _moment(moments.day_with_hyphens)),
    Format("yyyymmdd", re.compile("-?yyyymmdd"), (date,), _moment(moments.day_in_digits)),
    Format("iso", re.compile("-?iso"), (datetime,), _moment(moments.instant_in_seconds)),
    Format("isoms", re.compile("-?isoms"), (datetime,), _moment(moments.instant_in_milliseconds)),
)
