"""USI: `position startpos moves …` or `position sfen … moves …`, as engines and links spell a game."""

import re
from typing import Final

from .errors import Reason
from .handicaps import EVEN, HANDICAPS
from .legality import is_usi_move
from .reading import Reading
from .record import Record

_WORD: Final = re.compile(r"\S+")
_ENDS: Final = {"resign", "win", "none", "0000"}


def read_usi(text: str) -> Record:
    """Words may run over lines; what follows the moves in a line of its own is left alone only when it is empty."""
    reading = Reading(text)
    words = [(number, found.group()) for number, line in enumerate(reading.lines, 1) for found in _WORD.finditer(line)]
    at = _read_start(reading, words)
    if at < len(words) and words[at][1] == "moves":
        at += 1
    for number, word in words[at:]:
        reading.number = number
        if word in _ENDS:
            break
        if not is_usi_move(word):
            reading.refuse(Reason.UNREADABLE, text=word, move_number=reading.ply + 1)
        reading.play(word, word)
    return reading.finish()


def _read_start(reading: Reading, words: list[tuple[int, str]]) -> int:
    """The position before the moves; returns the place of the word behind it."""
    at = 1 if words[0][1] == "position" else 0
    reading.number = words[min(at, len(words) - 1)][0]
    word = words[at][1] if at < len(words) else ""
    if word == "startpos":
        reading.begin_at_sfen(HANDICAPS[EVEN])
        return at + 1
    if word == "sfen" or "/" in word:
        at += word == "sfen"
        fields = [each for _, each in words[at : at + 4]]
        fields = fields[: fields.index("moves")] if "moves" in fields else fields
        reading.begin_at_sfen(" ".join(fields))
        return at + len(fields)
    if not is_usi_move(word):
        reading.refuse(Reason.UNREADABLE, text=word)
    return at
