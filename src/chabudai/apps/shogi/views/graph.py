"""The graph of a game's evaluation: one line, drawn under the board as the slider and stretched in the panel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from chabudai.apps.shogi.evaluation import Mark, graph_height
from chabudai.apps.shogi.views.move_rows import Scores

HEIGHT: Final = 200
_STEP: Final = 4
_RIM: Final = 96
_MOST_POINTS: Final = 300  # of a line that is as wide as a phone or two
_TICKS: Final = (20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_TICKS: Final = 12


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


def draw_graph(scores: Scores, moves: int, texts: Mapping[int, str]) -> Graph:
    """`moves` is the length of the main line, which may go on where the scores end; `texts` are the marked moves."""
    values = scores.values[: moves + 1]
    line = _draw_line(values)
    marks = tuple(
        GraphMark(ply, ply / max(moves, 1) * 100, _height(values[ply]) / HEIGHT * 100, kind, texts[ply])
        for ply, kind in sorted((scores.marks or {}).items())
        if 0 < ply < len(values)
    )
    ticks = tuple((ply, ply / moves * 100) for ply in _ticked_plies(moves))
    return Graph(max(moves, 1) * _STEP, line, f"{line}V{HEIGHT // 2}H0z" if line else "", marks, ticks)


def knob_height(score: int | None) -> float:
    """Where the knob stands on the slider, in hundredths of its height."""
    return round((HEIGHT / 2 - graph_height(score or 0) * _RIM) / HEIGHT * 100, 1)


def _draw_line(values: Sequence[int]) -> str:
    """Of a very long game not every score has a point of its own."""
    if not values:
        return ""
    last, every = len(values) - 1, ceil(len(values) / _MOST_POINTS)
    points = [(ply, _height(values[ply])) for ply in (*range(0, last, every), last)]
    steps = "".join(
        f"l{_STEP * (ply - before)} {height - from_height}" for (before, from_height), (ply, height) in pairwise(points)
    )
    return f"M0 {points[0][1]}{steps}".replace(" -", "-")


def _height(value: int) -> int:
    return round(HEIGHT / 2 - graph_height(value) * _RIM)


def _ticked_plies(moves: int) -> range:
    """Longer numbers take more room, and at the right end stands how many moves there are."""
    most, until = (_MOST_TICKS, 0.78) if moves < 1000 else (_MOST_TICKS // 2, 0.65)
    every = 10 if moves <= 50 else next((each for each in _TICKS if moves <= each * most), _TICKS[-1])
    return range(every, int(moves * until) + 1, every)
