"""An engine at work on a position or on a whole game.

What is found is told every few tenths of a second by a call of `tell`; what that raises ends the search.
"""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Final

from chabudai.adapters.usi import (
    Engine,
    EngineError,
    EnginePosition,
    EngineUnreadable,
    Line,
    Score,
    SearchLimits,
    SearchState,
)
from chabudai.apps.shogi.analysis_answers import Candidate, PositionAnswer
from chabudai.apps.shogi.analysis_requests import PositionRequest
from chabudai.apps.shogi.engine_lines import make_playable
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import Position
from chabudai.apps.shogi.reviews import Review, Unfinished, find_marks, losses

_FIRST_SHARE: Final = 0.3  # of the time of the second search
_MOST_DOUBTFUL: Final = 120  # positions of one game that are looked at again: no player's has as many
_DOUBTFUL: Final = 0.04  # what a move seems to have lost, for it to be looked at again


class Cancelled(Exception):
    """Raised where progress is told: the person wants no more, and what there is counts."""


class BrokenOff(Exception):
    """The engine failed within a game; `review` is what there is until then."""

    def __init__(self, review: Review, error: EngineError) -> None:
        super().__init__(str(error))
        self.review = review
        self.error = error


@dataclass(frozen=True, slots=True)
class MainLine:
    """A game's moves from its start, and the positions between them; `digest` is what its head says of it."""

    start: str
    moves: tuple[str, ...]
    positions: tuple[Position, ...]
    digest: str = ""


def analyse_position(
    engine: Engine, request: PositionRequest, second: float, tell: Callable[[PositionAnswer], None]
) -> PositionAnswer:
    """`second` is how long a second of thinking lasts. A cancelled one answers with what was found."""
    position = Position.from_sfen(request.start)
    for move in request.moves:
        position = position.play_unchecked(move)
    if position.is_mate:
        return PositionAnswer((Candidate(_mated(position), (), 0),), engine.name)
    asked = EnginePosition(request.start, request.moves)
    limits = SearchLimits(request.seconds * second, request.candidates)
    answer = PositionAnswer((), engine.name)
    try:
        with closing(engine.search(asked, limits)) as states:
            for state in states:
                answer = PositionAnswer(_candidates(position, state), engine.name)
                tell(answer)
    except Cancelled:
        return answer
    if not answer.candidates:
        raise EngineUnreadable("The engine named no move that the rules allow.")
    return answer


def review_game(
    engine: Engine, line: MainLine, seconds: float, tell: Callable[[Review], None], begun: Review | None = None
) -> Review:
    """Every position for a short time, then those around doubtful moves for `seconds`. A cancelled one is shorter.

    It goes on with what was begun, if that was by the same engine with the same time. BrokenOff when the engine fails
    after something was found.
    """
    work = _GameReview(engine, line, seconds, tell)
    if begun is not None and work.can_go_on_with(begun):
        work.take_over(begun)
    try:
        with suppress(Cancelled):
            work.run()
    except EngineError as error:
        if not work.scores:
            raise
        raise BrokenOff(work.review(), error) from error
    return work.review()


@dataclass
class _GameReview:
    engine: Engine
    line: MainLine
    seconds: float
    tell: Callable[[Review], None]
    scores: list[int] = field(default_factory=list)
    best: list[str] = field(default_factory=list)
    confirmed: set[int] = field(default_factory=set)
    is_done: bool = False

    def can_go_on_with(self, begun: Review) -> bool:
        left, count = begun.unfinished, len(begun.scores)
        is_same = left is not None and (left.line, left.seconds) == (self.line.digest, self.seconds)
        return (
            is_same and begun.engine == self.engine.name and len(begun.best_moves) == count <= len(self.line.positions)
        )

    def take_over(self, begun: Review) -> None:
        self.scores, self.best = list(begun.scores), list(begun.best_moves)
        self.confirmed = set(begun.unfinished.searched_twice) if begun.unfinished else set()

    def run(self) -> None:
        for at in range(len(self.scores), len(self.line.positions)):
            score, best = self._search(at, self.seconds * _FIRST_SHARE)
            self.scores.append(score)
            self.best.append(best)
        while len(self.confirmed) < _MOST_DOUBTFUL and (doubtful := self._next_doubtful()) is not None:
            self.scores[doubtful], self.best[doubtful] = self._search(doubtful, self.seconds)
            self.confirmed.add(doubtful)
        self.is_done = True

    def review(self) -> Review:
        left = None if self.is_done else Unfinished(self.line.digest, self.seconds, frozenset(self.confirmed))
        return Review(tuple(self.scores), tuple(self.best), self._marks(), self.engine.name, left)

    def _marks(self) -> dict[int, Mark]:
        first = self.line.positions[0].side
        found = find_marks(self.scores, self.best, self.line.moves, first)
        return {number: mark for number, mark in found.items() if {number - 1, number} <= self.confirmed}

    def _next_doubtful(self) -> int | None:
        """A position beside a move that seems to have lost something, and that was searched only once."""
        for number, lost in enumerate(losses(self.scores, self.line.positions[0].side), start=1):
            waiting = {number - 1, number} - self.confirmed
            if lost >= _DOUBTFUL and waiting:
                return min(waiting)
        return None

    def _search(self, at: int, seconds: float) -> tuple[int, str]:
        position = self.line.positions[at]
        if position.is_mate:
            return _mated(position), ""
        asked = EnginePosition(self.line.start, self.line.moves[:at])
        last = SearchState()
        with closing(self.engine.search(asked, SearchLimits(seconds))) as states:
            for last in states:  # noqa: B007 - the last one is what counts
                self.tell(self.review())
        candidates = _candidates(position, last)
        if not candidates:
            raise EngineUnreadable("The engine named no move that the rules allow.")
        return candidates[0].score, candidates[0].moves[0] if candidates[0].moves else ""


def _candidates(position: Position, state: SearchState) -> tuple[Candidate, ...]:
    """Those whose first move the rules allow, each once: 成 and 不成 of one piece are the same to people."""
    found: dict[str, Candidate] = {}
    for line in state.lines:
        candidate = _candidate(position, line)
        if candidate is not None:
            found.setdefault(candidate.moves[0] if candidate.moves else "", candidate)
    return tuple(found.values())


def _candidate(position: Position, line: Line) -> Candidate | None:
    playable = make_playable(position, line.moves, is_mate=line.score.is_mate)
    if line.moves and not playable.moves:
        return None
    return Candidate(line.score.value, playable.moves, line.depth)


def _mated(position: Position) -> int:
    return Score.of_mate(position.side.other.value, 0).value
