"""Scores that other programs left in a record's comments: ShogiGUI, ShogiHome, ぴよ将棋, floodgate."""

import re
from typing import Final, Literal, NamedTuple

from .record import Record

#: The length of a mate that the comment does not count.
UNCOUNTED_MATE: Final = 999


class Evaluation(NamedTuple):
    """From sente's side: centipawns, or moves to mate (positive when sente mates)."""

    unit: Literal["cp", "mate"]
    value: int


_SCORE = r"[+\-−＋－]?[0-9]{1,7}"
_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\*?(?:解析|対局|検討)\s.*?評価値\s*(?P<cp>{_SCORE})(?!\s*手)",
        r"\*?(?:解析|対局|検討)\s.*?評価値\s*(?P<mating>[+\-−＋－])?詰み?\s*(?P<mate>[0-9]{1,4})?",
        rf"[*#]?評価値\s*=\s*(?P<cp>{_SCORE})",
        r"[*#]?詰み\s*=\s*(?P<mating>先手|後手)勝ち(?::(?P<mate>[0-9]{1,4})手)?",
        rf"#(?:指し手|形勢)\[(?P<cp>{_SCORE})\]",
        rf"\*\s.*?評価値\s*(?P<cp>{_SCORE})",
        rf"\*\s*(?P<cp>{_SCORE})(?=\s|$)",
    )
)


def evaluations(record: Record) -> dict[int, Evaluation]:
    """By the number of moves played on the main line; a comment's first score counts, the others are candidates'."""
    found = {}
    for ply in (0, *record.main_line()):
        if evaluation := _read(record.nodes[ply].comment):
            found[ply] = evaluation
    return found


def _read(comment: str) -> Evaluation | None:
    for line in comment.split("\n"):
        for pattern in _PATTERNS:
            if match := pattern.match(line.strip()):
                return _evaluation(match)
    return None


def _evaluation(match: re.Match[str]) -> Evaluation:
    groups = match.groupdict()
    if "mate" not in groups:
        return Evaluation("cp", int(match["cp"].translate(_PLAIN)))
    length = int(match["mate"] or UNCOUNTED_MATE)
    return Evaluation("mate", -length if match["mating"] in {"-", "−", "－", "後手"} else length)


_PLAIN: Final = str.maketrans("−－＋", "--+")
