"""The demo's games as data: moves, times, endings, and for some of them what an engine said, one JSON object a line.

They were played by an engine at several strengths, from openings that people play. `demo_stories.py` says who plays.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import HANDICAPS, Ending, EndingKind, Record
from chabudai.apps.shogi.reviews import Review

PATH: Final = Path(__file__).with_name("demo_games.jsonl")


@dataclass(frozen=True, slots=True)
class DemoGame:
    """`seconds` is how long each move took."""

    handicap: str
    moves: tuple[str, ...]
    seconds: tuple[int, ...]
    ending: EndingKind
    review: Review | None

    def record(self, headers: Mapping[str, str]) -> Record:
        played = Record.from_moves(
            self.moves, headers=headers, start=HANDICAPS[self.handicap], ending=Ending(self.ending)
        )
        totals = [0, 0]
        nodes = list(played.nodes)
        for number, index in enumerate(played.main_line()):
            totals[number % 2] += self.seconds[number]
            nodes[index] = replace(nodes[index], seconds=self.seconds[number], total=totals[number % 2])
        return Record(played.headers, played.start, tuple(nodes))


@cache
def load() -> Mapping[str, DemoGame]:
    """By their names."""
    lines = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    return MappingProxyType({line["name"]: _read(line) for line in lines})


def _read(line: Mapping[str, Any]) -> DemoGame:
    return DemoGame(
        line["handicap"],
        tuple(line["moves"].split()),
        tuple(map(int, line["seconds"].split())),
        EndingKind(line["ending"]),
        _review(line["review"]) if "review" in line else None,
    )


def _review(said: Mapping[str, Any]) -> Review:
    marks = {int(number): Mark(mark) for number, mark in said["marks"].items()}
    best = tuple("" if move == "-" else move for move in said["best"].split())
    return Review(tuple(map(int, said["scores"].split())), best, MappingProxyType(marks), said["engine"])
