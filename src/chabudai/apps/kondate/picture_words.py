"""Guesses the drawing of a dish from the words of its title, in Japanese or English, and else from its kind."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from chabudai.apps.kondate.book.entities import Picture
from chabudai.apps.kondate.pictures import read_picture

FILE: Final = Path(__file__).with_name("picture_words.txt")
BY_KIND: Final = {
    "main": "pork-saute",
    "side": "greens",
    "soup": "miso",
    "rice": "rice",
    "lunch": "bento",
    "sweet": "pudding",
}
OTHERWISE: Final = "chunky-simmer"
_TO_HIRAGANA: Final = {ord("ァ") + at: ord("ぁ") + at for at in range(ord("ヶ") - ord("ァ"))}


@dataclass(frozen=True, slots=True)
class _Row:
    picture: Picture
    words: tuple[str, ...]
    patterns: tuple[tuple[re.Pattern[str], ...], ...]

    def fits(self, title: str) -> bool:
        """One of its words is there, or all of those that are joined by &."""
        return any(all(each.search(title) for each in together) for together in self.patterns)


def guess_picture(title: str, kind: str = "") -> Picture:
    """`kind` is main, side, soup …; any other text is as none."""
    folded = _fold(title)
    found = next((row.picture for row in _rows() if row.fits(folded)), None)
    return found or read_picture(BY_KIND.get(kind, OTHERWISE))


def find_words(picture: Picture) -> tuple[str, ...]:
    """Words that call for it, its own before those of others of its kind."""
    rows = [row for row in _rows() if row.picture.kind == picture.kind]
    rows.sort(key=lambda row: row.picture != picture)
    return tuple(word for row in rows for word in row.words)


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(_read(FILE.read_text(encoding="utf-8")))


def _read(text: str) -> Iterator[_Row]:
    for line in text.splitlines():
        if line and not line.startswith("#"):
            picture, _, words = line.partition(" ")
            patterns = tuple(tuple(map(_pattern, together.split("&"))) for together in words.split("|"))
            plain = tuple(word for word in words.split("|") if "&" not in word)
            yield _Row(read_picture(picture), plain, patterns)


def _pattern(word: str) -> re.Pattern[str]:
    """English as whole words, one or several of a thing; Japanese wherever it stands."""
    folded = re.escape(_fold(word))
    return re.compile(rf"\b{folded}(?:s|es)?\b" if word[0].isascii() else folded)


def _fold(text: str) -> str:
    """NFKC, without case, katakana as hiragana: エビチリ is えびチリ."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_TO_HIRAGANA)
