"""Sets of texts as small regular expressions: what a codec can write, and a text that two of them have in common.

Two sets are compared by walking through both at once, character by character, so that every yes comes with a witness,
and every no is certain.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
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
    """A shortest text that is in both, a readable one where there are several; None when there is none."""
    one, other = _automaton(left), _automaton(right)
    if one.is_nullable and other.is_nullable:
        return ""
    level = [("", one.first, other.first)]
    seen: set[tuple[int, int]] = set()
    while level:
        found: list[tuple[int, bool, str, int, int]] = []
        for rank, (_, nexts, other_nexts) in enumerate(level):
            for p, q in product(nexts, other_nexts):
                if (p, q) not in seen and (shared := _common_character(one.ranges[p], other.ranges[q])):
                    found.append((rank, *shared, p, q))
        found.sort()
        following: list[tuple[str, list[int], list[int]]] = []
        for rank, _, character, p, q in found:
            text = level[rank][0] + character
            if p in one.last and q in other.last:
                return text
            if (p, q) not in seen:
                seen.add((p, q))
                following.append((text, one.follow[p], other.follow[q]))
        level = following
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


@dataclass(slots=True)
class _Automaton:
    """A language as its classes of characters by position: which come first, which follow which, which may be last."""

    ranges: list[tuple[CodePointRange, ...]]
    follow: list[list[int]]
    first: list[int]
    last: frozenset[int]
    is_nullable: bool


@lru_cache(1024)
def _automaton(language: Language) -> _Automaton:
    ranges: list[tuple[CodePointRange, ...]] = []
    follow: list[list[int]] = []

    def enter(node: Language) -> tuple[list[int], list[int], bool]:
        """The first and the last positions of a part, and whether it may be left out."""
        if isinstance(node, CharClass):
            ranges.append(node.ranges)
            follow.append([])
            return [len(ranges) - 1], [len(ranges) - 1], False
        if isinstance(node, Either):
            options = [enter(option) for option in node.options]
            return (
                [p for first, _, _ in options for p in first],
                [p for _, last, _ in options for p in last],
                any(is_nullable for _, _, is_nullable in options),
            )
        if isinstance(node, Star):
            first, last, _ = enter(node.part)
            for p in last:
                follow[p] += [q for q in first if q not in follow[p]]
            return first, last, True
        first, last, is_nullable = [], [], True
        for part in node.parts:
            part_first, part_last, is_optional = enter(part)
            for p in last:
                follow[p] += [q for q in part_first if q not in follow[p]]
            first += part_first if is_nullable else []
            last = part_last + (last if is_optional else [])
            is_nullable = is_nullable and is_optional
        return first, last, is_nullable

    first, last, is_nullable = enter(language)
    return _Automaton(ranges, follow, first, frozenset(last), is_nullable)


@lru_cache(4096)
def _common_character(left: tuple[CodePointRange, ...], right: tuple[CodePointRange, ...]) -> tuple[bool, str] | None:
    """One that both have, with whether it is none of the readable ones, which come first; None when there is none."""
    stretches = [(max(a, c), min(b, d)) for (a, b), (c, d) in product(left, right)]
    characters = [_readable(low, high) for low, high in stretches if low <= high]
    return min(((not (each.isascii() and each.isalnum()), each) for each in characters), default=None)


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
