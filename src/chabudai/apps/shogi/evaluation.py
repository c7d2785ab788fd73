"""What an engine's number says: who stands better, the chance to win, a mark for a bad move, a graph's height."""

import math
from enum import StrEnum
from typing import Final

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.messages import lazy, lazy_plural, pgettext
from chabudai.apps.shogi.records import Side
from chabudai.apps.shogi.side_names import SideNames
from chabudai.web.translations import Text

SLIGHT: Final = 300
BETTER: Final = 800
WINNING: Final = 1500
GRAPH_RIM: Final = 2000
_RATE_SCALE: Final = 600
_INACCURACY: Final = 0.075  # of the chance to win
_MISTAKE: Final = 0.10


class Mark(StrEnum):
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


MARK_NAMES: Final[dict[Mark, Text]] = {Mark.INACCURACY: lazy("Inaccuracy"), Mark.MISTAKE: lazy("Mistake")}


def describe_verdict(value: int, sides: SideNames) -> Text:
    """`value` is as `Score.value`: sente's, a mate beyond all points."""
    score = Score(value)
    if score.winner is not None:
        return _describe_mate(sides.of(Side(score.winner)), score.mate_in)
    side = sides.sente if value > 0 else sides.gote
    if abs(value) >= WINNING:
        return lazy("%(side)s is winning", side=side)
    if abs(value) >= BETTER:
        return lazy("%(side)s is better", side=side)
    return lazy("%(side)s is slightly better", side=side) if abs(value) >= SLIGHT else lazy("Even")


def format_score(value: int) -> str:
    """For programs: +962, −54, 0; a mate is its moves, +#11 for sente's."""
    score = Score(value)
    sign = "+" if value > 0 else "−" if value < 0 else ""
    if not score.is_mate:
        return f"{sign}{abs(value)}"
    return f"{sign}#" if score.mate_in is None else f"{sign}#{score.mate_in}"


def show_score(value: int) -> str:
    """As people read it: a mate is 9手詰 in Japanese."""
    score = Score(value)
    if not score.is_mate:
        return format_score(value)
    sign = "+" if value > 0 else "−"
    if score.mate_in is None:
        return pgettext("score", "%(sign)s#", sign=sign)
    return pgettext("score", "%(sign)s#%(n)s", sign=sign, n=score.mate_in)


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


def _describe_mate(winner: Text, moves: int | None) -> Text:
    if moves is None:
        return lazy("%(side)s has a mate", side=winner)
    if moves == 0:
        return lazy("%(side)s has won", side=winner)
    return lazy_plural("%(side)s wins in %(n)s move", "%(side)s wins in %(n)s moves", moves, side=winner)
