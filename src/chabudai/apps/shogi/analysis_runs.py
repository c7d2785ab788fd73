"""One analysis from the moment that a worker has taken it: read, searched with an engine, told of, and answered."""

import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Final

from chabudai.adapters.clock import Clock
from chabudai.adapters.usi import Engine, EngineError, EngineFinder, EngineTimeouts, EngineTurns
from chabudai.apps.shogi import analyses, analysis_answers, analysis_requests, design
from chabudai.apps.shogi.analysis_answers import AnalysisFailure, PositionAnswer
from chabudai.apps.shogi.analysis_entities import Analysis
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.queues import LEASE
from chabudai.apps.shogi.records import RecordError, parse
from chabudai.apps.shogi.reviews import Review
from chabudai.apps.shogi.searches import BrokenOff, Cancelled, MainLine, analyse_position, review_game
from chabudai.table import TypedStore

_MOST_TRIES: Final = 3
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AnalysisTiming:
    """In seconds; `second` is how long a second of thinking lasts."""

    second: float = 1.0
    idle: float = 1.0  # between two looks at an empty queue
    report: float = 1.5  # between two writes of how far it has come
    lease: timedelta = LEASE
    engine: EngineTimeouts = field(default_factory=EngineTimeouts)


def half_of_cores() -> int:
    """How many engines of a kind suit this machine."""
    return max(1, (os.cpu_count() or 2) // 2)


@dataclass(frozen=True, slots=True)
class AnalysisTools:
    """What analyses are done with; `find_engine` is asked each time that an engine is started.

    `engines` is how many of a kind, positions or games, run at once over all processes that share the table, `turns`
    those in this process, whatever table they are for.
    """

    store: TypedStore
    clock: Clock
    find_engine: EngineFinder
    timing: AnalysisTiming = field(default_factory=AnalysisTiming)
    engines: int = field(default_factory=half_of_cores)
    turns: EngineTurns = field(default_factory=EngineTurns)


class Stopped(Exception):
    """Raised where progress is told: the worker has to go."""


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many positions."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class _GameReview:
    """`failure` is why it broke off."""

    review: Review
    line: MainLine
    failure: AnalysisFailure | None = None


class AnalysisRun:
    """One analysis, from the moment that it is taken."""

    def __init__(
        self, tools: AnalysisTools, held: Analysis, open_engine: Callable[[], Engine], is_stopping: Callable[[], bool]
    ) -> None:
        self.held = held
        self._tools = tools
        self._open_engine = open_engine
        self._is_stopping = is_stopping
        self._next_report = 0.0

    def answer(self) -> PositionAnswer | _GameReview | AnalysisFailure:
        if self.held.tries > _MOST_TRIES:
            return AnalysisFailure("given_up")
        if self.held.cancelled:
            return AnalysisFailure("cancelled")  # its worker died before it could say so
        try:
            return self._answer_position() if self.held.kind == "position" else self._answer_game()
        except EngineError as error:
            if self._is_stopping():
                raise Stopped from error
            return self._describe_failure(error)

    def finish(self, answer: PositionAnswer | _GameReview | AnalysisFailure) -> None:
        match answer:
            case PositionAnswer(candidates=()):
                self._fail(AnalysisFailure("cancelled"))
            case PositionAnswer():
                analyses.succeed(self._tools.store, self.held, analysis_answers.write_position(answer))
            case _GameReview():
                self._keep(answer)
            case AnalysisFailure():
                if not self._keep_begun(answer):
                    self._fail(answer)

    def _answer_position(self) -> PositionAnswer | AnalysisFailure:
        request = analysis_requests.read_position(self.held.request)
        if request is None:
            return AnalysisFailure("unreadable")

        def tell(found: PositionAnswer) -> None:
            self._tell(Progress(0, 1), lambda: analysis_answers.write_position(found))

        return analyse_position(self._open_engine(), request, self._tools.timing.second, tell)

    def _answer_game(self) -> _GameReview | AnalysisFailure:
        game_id = self.held.game_id or "-"
        game, head = self._tools.store.transact_get(
            design.game(self.held.username, game_id), design.head(self.held.username, game_id)
        )
        if game is None or head is None:
            return AnalysisFailure("gone")
        line = _main_line(game, head.line)
        if line is None:
            return AnalysisFailure("unreadable")

        def tell(found: Review) -> None:
            progress = Progress(len(found.scores), len(line.positions))
            self._tell(progress, lambda: analysis_answers.write_review(found, line.moves))

        seconds = analysis_requests.read_game(self.held.request).seconds * self._tools.timing.second
        try:
            return _GameReview(review_game(self._open_engine(), line, seconds, tell, self._find_begun()), line)
        except BrokenOff as broken:
            if self._is_stopping():
                raise Stopped from broken
            return _GameReview(broken.review, line, self._describe_failure(broken.error))

    def _find_begun(self) -> Review | None:
        """By a worker that died with this row, or for one that was asked for before and did not come to its end."""
        begun = analysis_answers.read_review(self.held.response)
        if begun is not None:
            return begun
        kept = analyses.find_scores(self.held.username, self._tools.store, self.held.game_id or "-")
        return None if kept is None else analysis_answers.read_details(kept.scores, kept.response)

    def _keep_begun(self, failure: AnalysisFailure) -> bool:
        """What a worker found of a game before it died stays with the game, though nobody goes on with it now."""
        begun = analysis_answers.read_review(self.held.response) if self.held.kind == "game" else None
        if begun is None or not begun.scores or begun.unfinished is None:
            return False
        return not self._has_more(begun, begun.unfinished.line) and self._end_with_scores(
            begun, begun.unfinished.line, failure, analysis_answers.write_failure(failure)
        )

    def _keep(self, found: _GameReview) -> None:
        """One that was cancelled or broke off keeps what it has, unless the game has more already."""
        if not found.review.scores:
            self._fail(AnalysisFailure("cancelled"))
        elif self._has_more(found.review, found.line.digest):
            self._end_without_scores(found)
        elif not self._end_with_scores(found.review, found.line.digest, found.failure, self._write(found)):
            self._fail(AnalysisFailure("changed"))

    def _has_more(self, found: Review, line: str) -> bool:
        if found.unfinished is None:
            return False
        kept = analyses.find_scores(self.held.username, self._tools.store, self.held.game_id or "-")
        return kept is not None and kept.line == line and len(kept.scores) > len(found.scores)

    def _end_without_scores(self, found: _GameReview) -> None:
        if found.failure is not None:
            self._fail(found.failure)
        else:
            analyses.succeed(self._tools.store, self.held, self._write(found))

    def _end_with_scores(self, review: Review, line: str, failure: AnalysisFailure | None, response: str) -> bool:
        end = analyses.succeed_with_scores if failure is None else analyses.fail_with_scores
        return end(
            self._tools.store,
            self._tools.clock,
            self.held,
            line=line,
            scores=review.scores,
            response=response,
            details=analysis_answers.write_details(review),
        )

    def _write(self, found: _GameReview) -> str:
        if found.failure is not None:
            return analysis_answers.write_failure(found.failure)
        return analysis_answers.write_review(found.review, found.line.moves)

    def _describe_failure(self, error: EngineError) -> AnalysisFailure:
        _log.warning("The analysis %s failed: %s", self.held.analysis_id, error)
        return AnalysisFailure(error.failure, str(error))

    def _fail(self, failure: AnalysisFailure) -> None:
        analyses.fail(self._tools.store, self.held, analysis_answers.write_failure(failure))

    def _tell(self, progress: Progress, write: Callable[[], str]) -> None:
        """Few writes: the lease, how far it is and what there is so far, every second or two."""
        if self._is_stopping():
            raise Stopped
        if time.monotonic() < self._next_report:
            return
        self._next_report = time.monotonic() + self._tools.timing.report
        self.held = analyses.report(
            self._tools.store,
            self._tools.clock,
            self.held,
            done=progress.done,
            total=progress.total,
            response=write(),
            lease=self._tools.timing.lease,
        )
        if self.held.cancelled:
            raise Cancelled


def _main_line(game: Game, digest: str) -> MainLine | None:
    """As much of it as is analysed of a game."""
    try:
        record = parse(game.record, is_kept=True)
    except RecordError:
        return None
    positions = tuple(islice(record.positions(record.main_line()), analyses.MOST_MOVES + 1))
    return MainLine(record.start, record.main_moves[: analyses.MOST_MOVES], positions, digest)
