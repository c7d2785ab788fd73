"""What an engine says, line by line: whatever is no sound part of an answer is passed over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from chabudai.adapters.usi.positions import MOVE
from chabudai.adapters.usi.scores import Color, Score

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_OPTION: Final = re.compile(r"option name (?P<name>.+?) type (?P<type>\w+)(?: .*)?")
_LONGEST_LINE: Final = 60  # moves of one candidate


@dataclass(frozen=True, slots=True)
class Line:
    """One candidate and how the engine expects the game to go on; `score` is from sente's side."""

    rank: int
    score: Score
    moves: tuple[str, ...]
    depth: int


def parse_info(text: str, turn: Color) -> Line | None:
    """None for an `info` without a score, and for bounds, which the engine is about to correct."""
    words = text.split()
    if words[:1] != ["info"] or "string" in words or "lowerbound" in words or "upperbound" in words:
        return None
    score = _score(words, turn)
    if score is None:
        return None
    return Line(_number_after(words, "multipv") or 1, score, _moves(words), _number_after(words, "depth") or 0)


def parse_best_move(text: str) -> str | None:
    """The move of `bestmove …`; empty for `resign` and `win`, None when it is nothing of these."""
    words = text.split()
    if len(words) < 2 or words[0] != "bestmove":
        return None
    if words[1] in ("resign", "win", "(none)", "none"):
        return ""
    return words[1] if MOVE.fullmatch(words[1]) else None


def parse_option(text: str) -> str | None:
    found = _OPTION.fullmatch(text.strip())
    return found["name"] if found else None


def _score(words: list[str], turn: Color) -> Score | None:
    match list(_after(words, "score"))[:2]:
        case ["cp", number] if _NUMBER.fullmatch(number):
            return Score.of_points(int(number) if turn == "sente" else -int(number))
        case ["mate", number] if number in ("+", "-") or _NUMBER.fullmatch(number):
            length = None if number in ("+", "-") else abs(int(number))
            is_won = length != 0 and not number.startswith("-")  # `mate 0`: whoever is to move is mated
            return Score.of_mate(turn if is_won else _other(turn), length)
        case _:
            return None


def _moves(words: list[str]) -> tuple[str, ...]:
    return tuple(takewhile(MOVE.fullmatch, list(_after(words, "pv"))[:_LONGEST_LINE]))


def _number_after(words: list[str], name: str) -> int | None:
    word = next(_after(words, name), "")
    return int(word) if _NUMBER.fullmatch(word) else None


def _after(words: list[str], name: str) -> Iterator[str]:
    return iter(words[words.index(name) + 1 :] if name in words else ())


def _other(color: Color) -> Color:
    return "gote" if color == "sente" else "sente"
