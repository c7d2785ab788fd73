"""Text as people type it: one decision for all on spaces, characters that nobody sees, case, width and kana."""

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate
from typing import Final

LONGEST_ID: Final = 200
_MOST_ID_BYTES: Final = 300  # a key has room for three ids
_IN_NO_ID: Final = frozenset("#/\\?%")  # an address would lead elsewhere
_WIDE, _NARROW, _ROOM_IN_SENTENCE = 5, 3, 120  # for 24 characters that are written wide, or 40 others

# What Unicode will never make a character, and engines keep for the ends of ranges.
_NO_CHARACTERS = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane | 0xFFFE)}{chr(plane | 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
# Control characters, halves of pairs, and what turns or hides the text around it. Joiners stay: emoji are made of them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    f"\ufff9-\ufffb\ud800-\udfff{_NO_CHARACTERS}]"
)
_JOINING = re.compile("[\u034f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_LINE_ENDS = re.compile("\r\n?|\x85|\u2028|\u2029")
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by their category, and yet nothing is drawn
_NOTHING_BY_ITSELF = frozenset({"Cf", "Mn", "Me", "Zs", "Zl", "Zp", "Cc"})
_HIRAGANA = str.maketrans({chr(code): chr(code - 0x60) for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)})
_LONGEST_REMEMBERED = 200


def clean_line(text: str) -> str:
    """On one line: every run of white space is one space, none at the ends. Empty when there is nothing to see."""
    cleaned = " ".join(_drop_unseen(text).split())
    return cleaned if _is_seen(cleaned) else ""


def clean_prose(text: str) -> str:
    """With its own line ends, but no empty lines around it."""
    cleaned = _drop_unseen(text).strip()
    return cleaned if _is_seen(cleaned) else ""


def fold_name(name: str) -> str:
    """As two names are compared: without regard to case, width and what only chooses how the characters are drawn."""
    return _fold_case(_JOINING.sub("", name))


def fold_search(text: str) -> str:
    """As it is searched: without regard to case, width, kana and how many spaces there are."""
    return _fold_remembered(text) if len(text) <= _LONGEST_REMEMBERED else _fold(text)


def has_all_words(text: str, words: str) -> bool:
    """Whether every word that is searched for stands somewhere in the text."""
    folded = fold_search(text)
    return all(word in folded for word in fold_search(words).split())


def is_id(text: object) -> bool:
    """Whether anything can have this id; what can't is as unknown as any other."""
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST_ID:
        return False
    if not text.isprintable() or len(text.encode()) > _MOST_ID_BYTES:
        return False
    return not _IN_NO_ID & set(text) and text.strip(". ") != ""


def shorten(text: str, longest: int = 40) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shorten_in_sentence(name: str) -> str:
    """So that a sentence with this name in it is read on three lines of a phone, beside a button."""
    widths = [_WIDE if unicodedata.east_asian_width(each) in "WF" else _NARROW for each in name]
    if sum(widths) <= _ROOM_IN_SENTENCE:
        return name
    fitting = sum(width <= _ROOM_IN_SENTENCE - _NARROW for width in accumulate(widths))
    return f"{name[:fitting]}…"


def _drop_unseen(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    # Composed last: what was dropped may have stood between a letter and its accent.
    return unicodedata.normalize("NFC", _UNSEEN.sub("", _LINE_ENDS.sub("\n", text)))


def _is_seen(text: str) -> bool:
    return any(unicodedata.category(each) not in _NOTHING_BY_ITSELF and each not in _BLANKS for each in text)


# A list of a thousand rows is searched with every letter that is typed.
@lru_cache(maxsize=16384)
def _fold_remembered(text: str) -> str:
    return _fold(text)


def _fold(text: str) -> str:
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(_fold_case(text).translate(_HIRAGANA).split())


def _fold_case(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
