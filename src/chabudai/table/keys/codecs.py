"""Codecs: how one field's value becomes text in a key, in the same order, and back. Here: texts, choices, ids."""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from chabudai.table.errors import (
    DelimiterInValue,
    EmptyPart,
    FormatMismatch,
    InvalidTemplate,
    PartOutOfRange,
    UnreadablePart,
    WrongPartType,
)
from chabudai.table.keys import regular_languages
from chabudai.table.keys.regular_languages import (
    END,
    Language,
    any_char_except,
    char_class,
    concat,
    either,
    literal,
    one_or_more,
)

_ESCAPE = "%"
_HEX = char_class("09", "AF")


@dataclass(frozen=True)
class Codec:
    """One way to write the values of a Python type.

    `sorts`: texts compare (as DynamoDB compares: by UTF-8 bytes) as the values do, or the other way round when
    `is_descending`. `language` is exactly the set of texts that `encode` gives. `encode` raises InvalidKeyValue.
    Where it is not `is_exact`, a text stands for several values, as a month does for its days: it is never read back,
    and `decode` gives the first of them.
    """

    name: str
    kind: Any
    language: Language = field(repr=False)
    encode: Callable[[Any], str] = field(repr=False, compare=False)
    decoder: Callable[[str], Any] = field(repr=False, compare=False)
    sorts: bool = True
    is_descending: bool = False
    is_exact: bool = True

    def decode(self, text: str) -> Any:
        """The value behind a text of the language; anything else is UnreadablePart."""
        if not self.matches(text):
            raise UnreadablePart(text, self.name)
        return self.decoder(text)

    @cached_property
    def pattern(self) -> str:
        return regular_languages.to_regex(self.language)

    @cached_property
    def is_fixed_width(self) -> bool:
        return regular_languages.width(self.language) is not None

    @cached_property
    def extent(self) -> tuple[str, str]:
        """Two texts with all that is written between them, both included."""
        return regular_languages.extent(self.language) if self.is_fixed_width else ("", END)

    @cached_property
    def matches(self) -> Callable[[str], re.Match[str] | None]:
        return re.compile(self.pattern).fullmatch


def text(delimiter: str) -> Codec:
    """Text as it is, which must not hold the delimiter.

    With the delimiter behind it, a text that continues another with a character below the delimiter (for #: a space,
    ! or ") comes before it; `escaped` has no such exception.
    """
    return Codec("text", str, one_or_more(any_char_except(delimiter)), partial(_encode_text, delimiter), str)


def tail(_delimiter: str) -> Codec:
    """Text that may hold anything, since nothing follows it."""
    return Codec("tail", str, one_or_more(any_char_except()), _check_text, str)


def escaped(delimiter: str) -> Codec:
    """Text with every character up to % and the delimiter as %XX.

    Whatever sorts below % is escaped, so that escapes keep their order among themselves and below all other characters.
    Only a delimiter above % comes out of its place.
    """
    low = char_class("\0" + _ESCAPE).ranges[0]
    hexes = either(concat(char_class("01"), _HEX), concat(literal("2"), char_class("05")))
    if delimiter > _ESCAPE:
        hexes = either(hexes, literal(_hex(delimiter)))
    free = any_char_except("".join(map(chr, range(low[0], low[1] + 1))) + delimiter)
    special = re.compile(f"[\0-{_ESCAPE}{re.escape(delimiter)}]")
    return Codec(
        "escaped",
        str,
        one_or_more(either(free, concat(literal(_ESCAPE), hexes))),
        partial(_escape, special),
        _unescape,
        sorts=delimiter < _ESCAPE,
    )


def choices(name: str, kind: Any, texts: Mapping[Hashable, str], order: Sequence[Any]) -> Codec:
    """A known handful of values with a text each; `order` is what they are compared by, in the order of `texts`."""
    values = {text: value for value, text in texts.items()}
    if len(values) < len(texts):
        raise FormatMismatch(f"two of {', '.join(texts.values())} would be written alike")
    if "" in values:
        raise InvalidTemplate("an empty choice would make another row's key")
    # With pydantic's use_enum_values, an entity has the value of an enum's member in its place.
    plain = dict(zip(order, texts.values(), strict=True))
    return Codec(
        name,
        kind,
        either(*map(literal, values)),
        partial(_encode_choice, {**plain, **texts}),
        values.__getitem__,
        sorts=_sorts_alike(order, list(texts.values())),
    )


def uuid() -> Codec:
    """A UUID in its usual 36 characters."""
    digit = char_class("09", "af")
    groups = [concat(*[digit] * length) for length in (8, 4, 4, 4, 12)]
    return Codec(
        "uuid", UUID, concat(groups[0], *(concat(literal("-"), each) for each in groups[1:])), _encode_uuid, UUID
    )


def _encode_text(delimiter: str, value: Any) -> str:
    if type(value) is str and value.isascii() and value and delimiter not in value:
        return value
    text = _check_text(value)
    if delimiter in text:
        raise DelimiterInValue(text, delimiter)
    return text


def _check_text(value: Any) -> str:
    if not isinstance(value, str):
        raise WrongPartType(value, "text")
    if not value:
        raise EmptyPart
    # An enum that is also a str would print its own name; its text is wanted.
    text = str.__str__(value)
    if not text.isascii():
        _check_characters(text)
    return text


def _check_characters(text: str) -> None:
    if END in text:
        raise PartOutOfRange(text, "holds U+10FFFF, which is no character and marks the end of ranges")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PartOutOfRange(text, "holds half a surrogate pair, which UTF-8 does not have") from None


def _escape(special: re.Pattern[str], value: Any) -> str:
    return special.sub(lambda match: _ESCAPE + _hex(match[0]), _check_text(value))


def _unescape(text: str) -> str:
    return re.sub(f"{_ESCAPE}(..)", lambda match: chr(int(match[1], 16)), text)


def _hex(character: str) -> str:
    return f"{ord(character):02X}"


def _encode_choice(texts: Mapping[Hashable, str], value: Any) -> str:
    try:
        return texts[value]
    except (KeyError, TypeError):
        raise PartOutOfRange(value, f"is none of {', '.join(dict.fromkeys(texts.values()))}") from None


def _sorts_alike(order: Sequence[Any], texts: Sequence[str]) -> bool:
    try:
        by_value = sorted(zip(order, texts, strict=True))
    except TypeError:
        return False
    return [text for _, text in by_value] == sorted(texts)


def _encode_uuid(value: Any) -> str:
    if not isinstance(value, UUID):
        raise WrongPartType(value, "a UUID")
    return str(value)
