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

Range: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One character, out of ranges of code points with both ends included."""

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    parts: "tuple[Language, ...]"


@dataclass(frozen=True, slots=True)
class Either:
    options: "tuple[Language, ...]"


@dataclass(frozen=True, slots=True)
class Repeated:
    """Any number of times, none included."""

    part: "Language"


Language: TypeAlias = OneOf | Joined | Either | Repeated

_NOTHING = Either(())
_EMPTY = Joined(())


def literal(text: str) -> Language:
    return joined(*(OneOf(((ord(character), ord(character)),)) for character in text))


def one_of(*spans: str) -> OneOf:
    """`one_of("af", "09")`: a to f, 0 to 9; a single character stands for itself."""
    return OneOf(tuple((ord(span[0]), ord(span[-1])) for span in spans))


def any_but(excluded: str = "") -> OneOf:
    """Every character that a key may hold: neither half a surrogate pair, nor END, nor one of those excluded."""
    ranges: list[Range] = []
    start = 0
    for point in [*sorted(map(ord, excluded)), 0x110000]:
        ranges += [(max(start, low), min(point - 1, high)) for low, high in ((0, 0xD7FF), (0xE000, 0x10FFFE))]
        start = point + 1
    return OneOf(tuple((low, high) for low, high in ranges if low <= high))


def joined(*parts: Language) -> Language:
    flat: list[Language] = []
    for part in parts:
        if part is _NOTHING:
            return _NOTHING
        flat += part.parts if isinstance(part, Joined) else (part,)
    return flat[0] if len(flat) == 1 else Joined(tuple(flat))


def either(*options: Language) -> Language:
    flat: dict[Language, None] = {}
    for option in options:
        flat.update(dict.fromkeys(option.options if isinstance(option, Either) else (option,)))
    if not flat:
        return _NOTHING
    return next(iter(flat)) if len(flat) == 1 else Either(tuple(flat))


def some(part: Language) -> Language:
    """At least once."""
    return joined(part, Repeated(part))


def shared(left: Language, right: Language) -> str | None:
    """A shortest text that is in both; None when there is none."""
    waiting = deque([(left, right, "")])
    seen = {(left, right)}
    while waiting:
        left, right, text = waiting.popleft()
        if _may_end(left) and _may_end(right):
            return text
        for character in _next_characters(left, right):
            one, other = _after(left, ord(character)), _after(right, ord(character))
            if one is not _NOTHING and other is not _NOTHING and (one, other) not in seen:
                seen.add((one, other))
                waiting.append((one, other, text + character))
    return None


def width(language: Language) -> int | None:
    """The length of every text in it; None when they differ."""
    if isinstance(language, OneOf):
        return 1
    if isinstance(language, Joined):
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
    while not _may_end(low):
        first += chr(min(start for start, _ in _beginnings(low)))
        last += chr(max(end for _, end in _beginnings(high)))
        low, high = _after(low, ord(first[-1])), _after(high, ord(last[-1]))
    return first, last


def regex(language: Language) -> str:
    """The same set for `re.fullmatch`, without groups that capture."""
    if isinstance(language, OneOf):
        return _class(language.ranges)
    if isinstance(language, Joined):
        return "".join(_counted(regex(part), len(list(same))) for part, same in groupby(language.parts))
    if isinstance(language, Either):
        return f"(?:{'|'.join(map(regex, language.options))})"
    return f"(?:{regex(language.part)})*"


def with_digits_reversed(language: Language) -> Language:
    """The texts with each digit d as 9 - d. A class of characters has to be of digits only, or without any."""
    if isinstance(language, OneOf):
        nought, nine = ord("0"), ord("9")
        return OneOf(
            tuple(
                (nought + nine - high, nought + nine - low) if nought <= low <= nine else (low, high)
                for low, high in language.ranges
            )
        )
    if isinstance(language, Joined):
        return joined(*map(with_digits_reversed, language.parts))
    if isinstance(language, Either):
        return either(*map(with_digits_reversed, language.options))
    return Repeated(with_digits_reversed(language.part))


def _may_end(language: Language) -> bool:
    if isinstance(language, Joined):
        return all(map(_may_end, language.parts))
    if isinstance(language, Either):
        return any(map(_may_end, language.options))
    return isinstance(language, Repeated)


def _after(language: Language, point: int) -> Language:
    """What may follow a first character."""
    if isinstance(language, OneOf):
        return _EMPTY if any(low <= point <= high for low, high in language.ranges) else _NOTHING
    if isinstance(language, Either):
        return either(*(_after(option, point) for option in language.options))
    if isinstance(language, Repeated):
        return joined(_after(language.part, point), language)
    if not language.parts:
        return _NOTHING
    first, *others = language.parts
    followed = joined(_after(first, point), *others)
    return either(followed, _after(joined(*others), point)) if _may_end(first) else followed


def _next_characters(left: Language, right: Language) -> list[str]:
    """One character for each stretch that both treat alike, the readable ones first."""
    ranges = [*_beginnings(left), *_beginnings(right)]
    points = sorted({low for low, _ in ranges} | {high + 1 for _, high in ranges})
    characters = [_readable(low, after - 1) for low, after in pairwise(points)]
    return sorted(characters, key=lambda character: not (character.isascii() and character.isalnum()))


def _beginnings(language: Language) -> Iterable[Range]:
    if isinstance(language, OneOf):
        return language.ranges
    if isinstance(language, Either):
        return {found for option in language.options for found in _beginnings(option)}
    if isinstance(language, Repeated):
        return _beginnings(language.part)
    found: list[Range] = []
    for part in language.parts:
        found += _beginnings(part)
        if not _may_end(part):
            break
    return found


def _readable(low: int, high: int) -> str:
    return next((character for character in "xX1" if low <= ord(character) <= high), chr(low))


def _class(ranges: tuple[Range, ...]) -> str:
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return re.escape(chr(ranges[0][0]))
    return "[" + "".join(_span(low, high) for low, high in ranges) + "]"


def _span(low: int, high: int) -> str:
    return _escaped(low) if low == high else f"{_escaped(low)}-{_escaped(high)}"


def _escaped(point: int) -> str:
    character = chr(point)
    return character if character.isascii() and character.isalnum() else f"\\U{point:08x}"


def _counted(pattern: str, times: int) -> str:
    return pattern * times if times == 1 or pattern.endswith("*") else f"{pattern}{{{times}}}"
