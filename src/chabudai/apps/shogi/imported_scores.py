"""Evaluations that other programs wrote into a record's comments, for the same graph as our own."""

import re
from typing import Final

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.records import Record, Side

_NUMBER: Final = r"([+\-−]?[0-9]{1,6})(?![0-9])"
# ShogiGUI and ShogiHome; ShogiHome's own lines; ぴよ将棋.
_POINTS: Final = (
    re.compile(rf"^\**解析.*?評価値\s*{_NUMBER}", re.MULTILINE),
    re.compile(rf"^\**#評価値\s*=\s*{_NUMBER}", re.MULTILINE),
    re.compile(rf"^\**#指し手\s*\[{_NUMBER}\]", re.MULTILINE),
)
_MATES: Final = (
    re.compile(r"^\**解析.*?評価値\s*(?P<sign>[+\-−])?\s*詰\s*(?P<moves>[0-9]{1,4})?", re.MULTILINE),
    re.compile(r"^\**#詰み\s*=\s*(?P<winner>先手|後手)勝ち(?::(?P<moves>[0-9]{1,4})手)?", re.MULTILINE),
)


def read_scores(record: Record) -> tuple[int | None, ...] | None:
    """One for the start and one after each move of the main line, None where nothing is said; None when nowhere is."""
    scores = tuple(read_score(record.nodes[index].comment) for index in (0, *record.main_line()))
    return scores if any(score is not None for score in scores) else None


def read_score(comment: str) -> int | None:
    """As `Score.value`; of several the last one that the engine said."""
    for pattern in _MATES:
        if found := pattern.search(comment):
            return _mate(found)
    for pattern in _POINTS:
        if numbers := pattern.findall(comment):
            return Score.of_points(int(numbers[-1].replace("−", "-"))).value
    return None


def _mate(found: re.Match[str]) -> int:
    parts = found.groupdict()
    is_gote = parts.get("winner") == "後手" or parts.get("sign") in ("-", "−")
    moves = parts.get("moves")
    return Score.of_mate(Side.GOTE.value if is_gote else Side.SENTE.value, int(moves) if moves else None).value
