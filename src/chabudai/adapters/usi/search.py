"""One search: what is asked of an engine, and what it has found so far."""

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
    """Gathers lines. A round begins with the best one; what it has not come to yet is known from the round before."""

    most: int
    _round: dict[int, Line] = field(default_factory=dict)
    _before: tuple[Line, ...] = ()

    def add(self, line: Line) -> None:
        if not 1 <= line.rank <= self.most:
            return
        if line.rank == 1:
            self._before, self._round = self.best_first(), {}
        self._round[line.rank] = line

    def best_first(self) -> tuple[Line, ...]:
        """Each first move once."""
        lines: dict[str, Line] = {}
        for line in (*(self._round[rank] for rank in sorted(self._round)), *self._before):
            lines.setdefault(line.moves[0] if line.moves else "", line)
        return tuple(lines.values())[: self.most]
