"""What an engine's number says: who stands better, the chance to win, a mark for a bad move, a graph's height."""

import math
from enum import StrEnum
from typing import Final

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.messages import lazy, lazy_plural
from chabudai.apps.shogi.records import Side
from chabudai.web.translations import Text

SLIGHT: Final = 300
BETTER: Final = 800
WINNING: Final = 1500
GRAPH_RIM: Final = 2000
_RATE_SCALE: Final = 600
_INACCURACY: Final = 0.075  # of the chance to win
_MISTAKE: Final = 0.10

_VERDICTS: Final[dict[Side, tuple[tuple[int, Text], ...]]] = {
    Side.SENTE: (
        (WINNING, lazy("Sente is winning")),
        (BETTER, lazy("Sente is better")),
        (SLIGHT, lazy("Sente is slightly better")),
    ),
    Side.GOTE: (
        (WINNING, lazy("Gote is winning")),
        (BETTER, lazy("Gote is better")),
        (SLIGHT, lazy("Gote is slightly better")),
    ),
}
_EVEN: Final = lazy("Even")


class Mark(StrEnum):
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


MARK_NAMES: Final[dict[Mark, Text]] = {Mark.INACCURACY: lazy("Inaccuracy"), Mark.MISTAKE: lazy("Mistake")}


def describe_verdict(value: int) -> Text:
    """`value` is as `Score.value`: sente's, a mate beyond all points."""
    score = Score(value)
    if score.winner is not None:
        return _describe_mate(Side(score.winner), score.mate_in)
    side = Side.SENTE if value > 0 else Side.GOTE
    return next((words for least, words in _VERDICTS[side] if abs(value) >= least), _EVEN)


def format_score(value: int) -> str:
    """+962, −54, 0; a mate is its moves, +#11 for sente's."""
    score = Score(value)
    sign = "+" if value > 0 else "−" if value < 0 else ""
    if not score.is_mate:
        return f"{sign}{abs(value)}"
    return f"{sign}#" if score.mate_in is None else f"{sign}#{score.mate_in}"


def win_rate(value: int) -> float:
    """Sente's chance to win, 0 to 1."""
    score = Score(value)
    if score.is_mate:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + math.exp(-value / _RATE_SCALE))


def lost_rate(before: int, after: int, mover: Side) -> float:
    """How much of the mover's chance to win a move gave away; negative when it gained."""
    lost = win_rate(before) - win_rate(after)
    return lost if mover is Side.SENTE else -lost


def mark_of(lost: float) -> Mark | None:
    if lost >= _MISTAKE:
        return Mark.MISTAKE
    return Mark.INACCURACY if lost >= _INACCURACY else None


def graph_height(value: int) -> float:
    """From -1 (gote's rim) to 1 (sente's); straight between, and a mate at the rim."""
    if Score(value).is_mate:
        return 1.0 if value > 0 else -1.0
    return max(-GRAPH_RIM, min(GRAPH_RIM, value)) / GRAPH_RIM


def seen_by(value: int, side: Side | None) -> int:
    """For the small graph of a list, which shows the owner's side; nobody's is sente's."""
    return -value if side is Side.GOTE else value


def _describe_mate(winner: Side, moves: int | None) -> Text:
    if winner is Side.SENTE:
        if moves is None:
            return lazy("Sente has a mate")
        if moves == 0:
            return lazy("Sente has won")
        return lazy_plural("Sente wins in %(n)s move", "Sente wins in %(n)s moves", moves)
    if moves is None:
        return lazy("Gote has a mate")
    if moves == 0:
        return lazy("Gote has won")
    return lazy_plural("Gote wins in %(n)s move", "Gote wins in %(n)s moves", moves)
