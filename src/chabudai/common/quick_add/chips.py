"""Chips: the words of a line that say something, each with its place; whatever is left of the line is a title."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

Span: TypeAlias = tuple[int, int]

LONGEST: Final = 1000  # what is longer is no line that someone typed, and is left as it is
# One character for one, so that places in the plain text are places in the text.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN |= {ord(upper): ord(upper) + 32 for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_PLAIN |= {code: code - 0xFEE0 + 32 for code in range(0xFF21, 0xFF3B)}
_PLAIN |= dict.fromkeys(map(ord, "\u3000\u00a0\t\r\n\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"), ord(" "))
_PLAIN |= {code: ord(" ") for code in (0x1680, 0x202F, 0x205F, *range(0x2000, 0x200B))}

_NEXT_WORD = re.compile(r"[^ ]* +")
_WORD_ENDS: Final = " 、。,.!?"


@dataclass(frozen=True, slots=True)
class Chip:
    """Some words of a line and what they say: `value` is as the app stores it, `kind` one of the app's own."""

    kind: str
    value: str
    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the words from a place on may say, and where they end."""

    kind: str
    value: str
    end: int


Reader: TypeAlias = Callable[[str, str, int], Iterable[Meaning]]
"""All that could begin at a place of a text; given are the text, the same in plain characters, and the place."""
Closer: TypeAlias = Callable[[Meaning, str], Meaning | None]
"""The same with the particle behind it, which ends words whatever follows; None without one. The text is plain."""


def to_plain(text: str) -> str:
    """Narrow and small letters, every white space a space: as long as the text, character by character."""
    return text.translate(_PLAIN)


def is_word_end(plain: str, place: int) -> bool:
    return place == len(plain) or plain[place] in _WORD_ENDS


def find_chips(text: str, read: Reader, close: Closer) -> Iterator[Chip]:
    """Everything that could be one, in the order of the text."""
    if len(text) > LONGEST:
        return
    plain = to_plain(text)
    place = 0
    while place < len(plain):
        run = list(_run(text, plain, place, read, close)) if plain[place] != " " else []
        yield from run
        if run:
            place = run[-1].end
        else:
            match = _NEXT_WORD.match(plain, place)
            place = match.end() if match else len(plain)


def is_left(chip: Chip, left: Collection[Span]) -> bool:
    """Whether it touches one of the spans that are to be left as text."""
    return any(chip.start < end and start < chip.end for start, end in left)


def remove_chips(text: str, chips: Iterable[Chip]) -> str:
    """What is left of a line, with single spaces."""
    pieces, place = [], 0
    for chip in sorted(chips, key=lambda chip: chip.start):
        pieces.append(text[place : chip.start])
        place = chip.end
    return " ".join(" ".join([*pieces, text[place:]]).split())


def _run(text: str, plain: str, place: int, read: Reader, close: Closer) -> list[Chip]:
    """Words without a space between them; only as far as they end where a word can end."""
    found: list[Chip] = []
    complete = 0
    while (meaning := _longest(text, plain, place, read)) is not None:
        closed = close(meaning, plain)
        said = closed or meaning
        found.append(Chip(said.kind, said.value, text[place : said.end], place, said.end))
        place = said.end
        if closed or is_word_end(plain, place):
            complete = len(found)
        if plain[place : place + 1] in ("", " "):
            break
    return found[:complete]


def _longest(text: str, plain: str, place: int, read: Reader) -> Meaning | None:
    return max(read(text, plain, place), key=lambda meaning: meaning.end, default=None)
