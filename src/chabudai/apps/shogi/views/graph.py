"""The graph of a game's evaluation: one line, drawn under the board as the slider and stretched in the panel."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from chabudai.apps.shogi.evaluation import Mark, graph_height
from chabudai.apps.shogi.views.move_rows import Scores

HEIGHT: Final = 200
_STEP: Final = 4
_RIM: Final = 96


@dataclass(frozen=True, slots=True)
class GraphMark:
    """Where it stands, in hundredths of the width and of the height."""

    ply: int
    x: float
    y: float
    kind: Mark
    text: str


@dataclass(frozen=True, slots=True)
class Graph:
    """`line` and `area` are paths in a box of `width` by HEIGHT; the area lies between the line and the middle."""

    width: int
    line: str
    area: str
    marks: tuple[GraphMark, ...]
    ticks: tuple[tuple[int, float], ...]


def draw_graph(scores: Scores, moves: int, texts: Sequence[str]) -> Graph:
    """`moves` is the length of the main line, which may go on where the scores end."""
    heights = [round(HEIGHT / 2 - graph_height(value) * _RIM) for value in scores.values[: moves + 1]]
    steps = "".join(f"l{_STEP} {after - before}" for before, after in pairwise(heights))
    line = f"M0 {heights[0]}{steps.replace(' -', '-')}" if heights else ""
    marks = tuple(
        GraphMark(ply, ply / max(moves, 1) * 100, heights[ply] / HEIGHT * 100, kind, texts[ply - 1])
        for ply, kind in sorted((scores.marks or {}).items())
        if 0 < ply < len(heights)
    )
    every = 20 if moves > 50 else 10
    ticks = tuple((ply, ply / moves * 100) for ply in range(every, moves - every // 3, every))
    return Graph(max(moves, 1) * _STEP, line, f"{line}V{HEIGHT // 2}H0z" if line else "", marks, ticks)


def knob_height(score: int | None) -> float:
    """Where the knob stands on the slider, in hundredths of its height."""
    return round((HEIGHT / 2 - graph_height(score or 0) * _RIM) / HEIGHT * 100, 1)
