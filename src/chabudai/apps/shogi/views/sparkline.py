"""A game's evaluation as a line for a list: a few points, seen from the side of whoever keeps the game, up is good."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from chabudai.apps.shogi.entities import Side
from chabudai.apps.shogi.evaluation import graph_height, seen_by
from chabudai.apps.shogi.heads import PLAYERS

HEIGHT: Final = 24
_STEP: Final = 3
_POINTS: Final = 25
WIDTH: Final = _STEP * (_POINTS - 1)
_RIM: Final = 11


def draw_sparkline(scores: Sequence[int], moves: int, side: Side | None) -> str:
    """A path in a box of WIDTH by HEIGHT; shorter where the analysis ended before the game did, empty for one score."""
    if len(scores) < 2:
        return ""
    own = PLAYERS[side] if side else None
    last = max(moves, len(scores) - 1, 1)
    places = [round(number * last / (_POINTS - 1)) for number in range(_POINTS)]
    heights = [
        round(HEIGHT / 2 - graph_height(seen_by(scores[place], own)) * _RIM) for place in places if place < len(scores)
    ]
    steps = " ".join(f"{_STEP} {after - before}" for before, after in pairwise(heights))
    return f"M0 {heights[0]}l{steps}".replace(" -", "-") if steps else ""
