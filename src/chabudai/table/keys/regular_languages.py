"""Sets of texts as small regular expressions: what a codec can write, and a text that two of them have in common.

Two sets are compared by what is left of each after the same character (their derivatives), so that every yes comes
with a witness, and every no is certain.
"""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

END = "\U0010ffff"
"""Above every text that begins alike: the upper end of ranges. No key holds it, since it is no character."""

CodePointRange: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CharClass:
    """One character, out of ranges of code points with both ends included."""

    ranges: tuple[CodePointRange, ...]


@dataclass(frozen=True, slots=True)
class Concat:
    parts: "tuple[Language, ...]"


@dataclass(frozen=True, slots=True)
class Either:
    options: "tuple[Language, ...]"


@dataclass(frozen=True, slots=True)
class Star:
    """Any number of times, none included."""

    part: "Language"


Language: TypeAlias = CharClass | Concat | Either | Star

_NO_TEXT = Either(())
_EMPTY_TEXT = Concat(())


def literal(text: str) -> Language:
    return concat(*(CharClass(((ord(character), ord(character)),)) for character in text))


def char_class(*spans: str) -> CharClass:
    """`char_class("af", "09")`: a to f, 0 to 9; a single character stands for itself."""
    return CharClass(tuple((ord(span[0]), ord(span[-1])) for span in spans))


def any_char_except(excluded: str = "") -> CharClass:
    """Every character that a key may hold: neither half a surrogate pair, nor END, nor one of those excluded."""
    ranges: list[CodePointRange] = []
    start = 0
    for point in [*sorted(map(ord, excluded)), 0x110000]:
        ranges += [(max(start, low), min(point - 1, high)) for low, high in ((0, 0xD7FF), (0xE000, 0x10FFFE))]
        start = point + 1
    return CharClass(tuple((low, high) for low, high in ranges if low <= high))


def concat(*parts: Language) -> Language:
    flat: list[Language] = []
    for part in parts:
        if part is _NO_TEXT:
            return _NO_TEXT
        flat += part.parts if isinstance(part, Concat) else (part,)
    return flat[0] if len(flat) == 1 else Concat(tuple(flat))


def either(*options: Language) -> Language:
    flat: dict[Language, None] = {}
    for option in options:
        flat.update(dict.fromkeys(option.options if isinstance(option, Either) else (option,)))
    if not flat:
        return _NO_TEXT
    return next(iter(flat)) if len(flat) == 1 else Either(tuple(flat))


def one_or_more(part: Language) -> Language:
    """At least once."""
    return concat(part, Star(part))


def common_text(left: Language, right: Language) -> str | None:
    """A shortest text that is in both; None when there is none."""
    waiting = deque([(left, right, "")])
    seen = {(left, right)}
    while waiting:
        left, right, text = waiting.popleft()
        if _is_nullable(left) and _is_nullable(right):
            return text
        for character in _next_characters(left, right):
            one, other = _derivative(left, ord(character)), _derivative(right, ord(character))
            if one is not _NO_TEXT and other is not _NO_TEXT and (one, other) not in seen:
                seen.add((one, other))
                waiting.append((one, other, text + character))
    return None


def width(language: Language) -> int | None:
    """The length of every text in it; None when they differ."""
    if isinstance(language, CharClass):
        return 1
    if isinstance(language, Concat):
        widths = [width(part) for part in language.parts]
        return None if None in widths else sum(each or 0 for each in widths)
    if isinstance(language, Either):
        found = {width(option) for option in language.options}
        return found.pop() if len(found) == 1 else None
    return None


def extent(language: Language) -> tuple[str, str]:
    """The first and the last text of a language whose texts are all of one width."""
    first = last = ""
    low = high = language
    while not _is_nullable(low):
        first += chr(min(start for start, _ in _first_ranges(low)))
        last += chr(max(end for _, end in _first_ranges(high)))
        low, high = _derivative(low, ord(first[-1])), _derivative(high, ord(last[-1]))
    return first, last


def to_regex(language: Language) -> str:
    """The same set for `re.fullmatch`, without groups that capture."""
    if isinstance(language, CharClass):
        return _class(language.ranges)
    if isinstance(language, Concat):
        return "".join(_repeat_pattern(to_regex(part), len(list(same))) for part, same in groupby(language.parts))
    if isinstance(language, Either):
        return f"(?:{'|'.join(map(to_regex, language.options))})"
    return f"(?:{to_regex(language.part)})*"


def reverse_digits(language: Language) -> Language:
    """The texts with each digit d as 9 - d. A class of characters has to be of digits only, or without any."""
    if isinstance(language, CharClass):
        nought, nine = ord("0"), ord("9")
        return CharClass(
            tuple(
                (nought + nine - high, nought + nine - low) if nought <= low <= nine else (low, high)
                for low, high in language.ranges
            )
        )
    if isinstance(language, Concat):
        return concat(*map(reverse_digits, language.parts))
    if isinstance(language, Either):
        return either(*map(reverse_digits, language.options))
    return Star(reverse_digits(language.part))


def _is_nullable(language: Language) -> bool:
    if isinstance(language, Concat):
        return all(map(_is_nullable, language.parts))
    if isinstance(language, Either):
        return any(map(_is_nullable, language.options))
    return isinstance(language, Star)


def _derivative(language: Language, point: int) -> Language:
    """What may follow a first character."""
    if isinstance(language, CharClass):
        return _EMPTY_TEXT if any(low <= point <= high for low, high in language.ranges) else _NO_TEXT
    if isinstance(language, Either):
        return either(*(_derivative(option, point) for option in language.options))
    if isinstance(language, Star):
        return concat(_derivative(language.part, point), language)
    if not language.parts:
        return _NO_TEXT
    first, *others = language.parts
    followed = concat(_derivative(first, point), *others)
    return either(followed, _derivative(concat(*others), point)) if _is_nullable(first) else followed


def _next_characters(left: Language, right: Language) -> list[str]:
    """One character for each stretch that both treat alike, the readable ones first."""
    ranges = [*_first_ranges(left), *_first_ranges(right)]
    points = sorted({low for low, _ in ranges} | {high + 1 for _, high in ranges})
    characters = [_readable(low, after - 1) for low, after in pairwise(points)]
    return sorted(characters, key=lambda character: not (character.isascii() and character.isalnum()))


def _first_ranges(language: Language) -> Iterable[CodePointRange]:
    if isinstance(language, CharClass):
        return language.ranges
    if isinstance(language, Either):
        return {found for option in language.options for found in _first_ranges(option)}
    if isinstance(language, Star):
        return _first_ranges(language.part)
    found: list[CodePointRange] = []
    for part in language.parts:
        found += _first_ranges(part)
        if not _is_nullable(part):
            break
    return found


def _readable(low: int, high: int) -> str:
    return next((character for character in "xX1" if low <= ord(character) <= high), chr(low))


def _class(ranges: tuple[CodePointRange, ...]) -> str:
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return re.escape(chr(ranges[0][0]))
    return "[" + "".join(_span(low, high) for low, high in ranges) + "]"


def _span(low: int, high: int) -> str:
    return _escape(low) if low == high else f"{_escape(low)}-{_escape(high)}"


def _escape(point: int) -> str:
    character = chr(point)
    return character if character.isascii() and character.isalnum() else f"\\U{point:08x}"


def _repeat_pattern(pattern: str, times: int) -> str:
    return pattern * times if times == 1 or pattern.endswith("*") else f"{pattern}{{{times}}}"
