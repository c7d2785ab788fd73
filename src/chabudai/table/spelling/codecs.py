"""Codecs: how one field's value becomes text in a key, in the same order, and back. Here: texts, choices, ids."""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from chabudai.table.errors import BrokenTemplate, EmptyPart, ForgedKey, OutOfRange, UnfitFormat, Unreadable, WrongType
from chabudai.table.spelling import languages
from chabudai.table.spelling.languages import END, Language, any_but, either, joined, literal, one_of, some

_ESCAPE = "%"
_HEX = one_of("09", "AF")


@dataclass(frozen=True)
class Codec:
    """One way to write the values of a Python type.

    `sorts`: texts compare (as DynamoDB compares: by UTF-8 bytes) as the values do, or the other way round when
    `is_descending`. `language` is exactly the set of texts that `encode` gives. `encode` refuses with a KeyRefused.
    """

    name: str
    kind: Any
    language: Language = field(repr=False)
    encode: Callable[[Any], str] = field(repr=False, compare=False)
    decoder: Callable[[str], Any] = field(repr=False, compare=False)
    sorts: bool = True
    is_descending: bool = False

    def decode(self, text: str) -> Any:
        """The value behind a text of the language; anything else is Unreadable."""
        if not self._matches(text):
            raise Unreadable(text, self.name)
        return self.decoder(text)

    @cached_property
    def pattern(self) -> str:
        return languages.regex(self.language)

    @cached_property
    def is_fixed_width(self) -> bool:
        return languages.width(self.language) is not None

    @cached_property
    def extent(self) -> tuple[str, str]:
        """Two texts with all that is written between them, both included."""
        return languages.extent(self.language) if self.is_fixed_width else ("", END)

    @cached_property
    def _matches(self) -> Callable[[str], re.Match[str] | None]:
        return re.compile(self.pattern).fullmatch


def text(delimiter: str) -> Codec:
    """Text as it is, which must not hold the delimiter.

    With the delimiter behind it, a text that continues another with a character below the delimiter (for #: a space,
    ! or ") comes before it; `escaped` has no such exception.
    """
    return Codec("text", str, some(any_but(delimiter)), partial(_plain, delimiter), str)


def tail(_delimiter: str) -> Codec:
    """Text that may hold anything, since nothing follows it."""
    return Codec("tail", str, some(any_but()), _admitted, str)


def escaped(delimiter: str) -> Codec:
    """Text with every character up to % and the delimiter as %XX.

    Whatever sorts below % is escaped, so that escapes keep their order among themselves and below all other characters.
    Only a delimiter above % comes out of its place.
    """
    low = one_of("\0" + _ESCAPE).ranges[0]
    hexes = either(joined(one_of("01"), _HEX), joined(literal("2"), one_of("05")))
    if delimiter > _ESCAPE:
        hexes = either(hexes, literal(_hex(delimiter)))
    free = any_but("".join(map(chr, range(low[0], low[1] + 1))) + delimiter)
    special = re.compile(f"[\0-{_ESCAPE}{re.escape(delimiter)}]")
    return Codec(
        "escaped",
        str,
        some(either(free, joined(literal(_ESCAPE), hexes))),
        partial(_escape, special),
        _unescape,
        sorts=delimiter < _ESCAPE,
    )


def choices(name: str, kind: Any, texts: Mapping[Hashable, str], order: Sequence[Any]) -> Codec:
    """A known handful of values with a text each; `order` is what they are compared by, in the order of `texts`."""
    values = {text: value for value, text in texts.items()}
    if len(values) < len(texts):
        raise UnfitFormat(f"two of {', '.join(texts.values())} would be written alike")
    if "" in values:
        raise BrokenTemplate("an empty choice would make another row's key")
    return Codec(
        name,
        kind,
        either(*map(literal, values)),
        partial(_chosen, texts),
        values.__getitem__,
        sorts=_in_order(order, list(texts.values())),
    )


def uuid() -> Codec:
    """A UUID in its usual 36 characters."""
    digit = one_of("09", "af")
    groups = [joined(*[digit] * length) for length in (8, 4, 4, 4, 12)]
    return Codec("uuid", UUID, joined(groups[0], *(joined(literal("-"), each) for each in groups[1:])), _uuid, UUID)


def _plain(delimiter: str, value: Any) -> str:
    text = _admitted(value)
    if delimiter in text:
        raise ForgedKey(text, delimiter)
    return text


def _admitted(value: Any) -> str:
    if not isinstance(value, str):
        raise WrongType(value, "text")
    if not value:
        raise EmptyPart
    # An enum that is also a str would print its own name; its text is wanted.
    text = str.__str__(value)
    if not text.isascii():
        _check_characters(text)
    return text


def _check_characters(text: str) -> None:
    if END in text:
        raise OutOfRange(text, "holds U+10FFFF, which is no character and marks the end of ranges")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise OutOfRange(text, "holds half a surrogate pair, which UTF-8 does not have") from None


def _escape(special: re.Pattern[str], value: Any) -> str:
    return special.sub(lambda match: _ESCAPE + _hex(match[0]), _admitted(value))


def _unescape(text: str) -> str:
    return re.sub(f"{_ESCAPE}(..)", lambda match: chr(int(match[1], 16)), text)


def _hex(character: str) -> str:
    return f"{ord(character):02X}"


def _chosen(texts: Mapping[Hashable, str], value: Any) -> str:
    try:
        return texts[value]
    except (KeyError, TypeError):
        raise OutOfRange(value, f"is none of {', '.join(texts.values())}") from None


def _in_order(order: Sequence[Any], texts: Sequence[str]) -> bool:
    try:
        by_value = sorted(zip(order, texts, strict=True))
    except TypeError:
        return False
    return [text for _, text in by_value] == sorted(texts)


def _uuid(value: Any) -> str:
    if not isinstance(value, UUID):
        raise WrongType(value, "a UUID")
    return str(value)
