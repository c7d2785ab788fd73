"""One search: what is asked of an engine, and what it has found so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from chabudai.adapters.usi.messages import Line

MOST_LINES: Final = 10


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """`seconds` to think, `lines` candidates at most; a state is told at least every `tick` seconds."""

    seconds: float
    lines: int = 1
    tick: float = 0.2

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= 3600 or not 1 <= self.lines <= MOST_LINES:
            raise ValueError(f"Invalid search: {self.seconds} s and {self.lines} lines.")


@dataclass(frozen=True, slots=True)
class SearchState:
    """The candidates, best first. `best_move` is empty where there is none to play; it comes with the last state."""

    lines: tuple[Line, ...] = ()
    best_move: str | None = None
    is_final: bool = False

    @property
    def depth(self) -> int:
        """Of the best candidate."""
        return self.lines[0].depth if self.lines else 0


@dataclass(slots=True)
class FoundLines:
    """Gathers lines, a round of candidates at a time; a round begins with the best one.

    Scores of different depths are not in one order: the last round that has all candidates of one depth is told. Before
    there is one, what a round has not come to yet is known from the round before.
    """

    most: int
    _round: dict[int, Line] = field(default_factory=dict)
    _before: tuple[Line, ...] = ()
    _whole: tuple[Line, ...] = ()

    def add(self, line: Line) -> None:
        if not 1 <= line.rank <= self.most:
            return
        if line.rank == 1:
            self._settle(len(self._whole) or 1)
            self._before, self._round = self._merged(), {}
        self._round[line.rank] = line
        self._settle(len(self._whole) or self.most)

    def best_first(self) -> tuple[Line, ...]:
        """Each first move once."""
        return self._whole or self._merged()

    def _settle(self, fewest: int) -> None:
        lines = _once(self._round[rank] for rank in sorted(self._round))
        if len(lines) >= fewest and len({line.depth for line in lines}) == 1:
            self._whole = lines

    def _merged(self) -> tuple[Line, ...]:
        return _once((*(self._round[rank] for rank in sorted(self._round)), *self._before))[: self.most]


def _once(lines: Iterable[Line]) -> tuple[Line, ...]:
    by_move: dict[str, Line] = {}
    for line in lines:
        by_move.setdefault(line.moves[0] if line.moves else "", line)
    return tuple(by_move.values())
