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
from chabudai.adapters.usi import Engine, EngineError, EngineFinder, EngineTimeouts
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


@dataclass(frozen=True, slots=True)
class AnalysisTools:
    """What analyses are done with; `find_engine` is asked each time that an engine is started.

    `engines` is how many of a kind, positions or games, run at once over all processes that share the table.
    """

    store: TypedStore
    clock: Clock
    find_engine: EngineFinder
    timing: AnalysisTiming = field(default_factory=AnalysisTiming)
    engines: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) // 2))


class Stopped(Exception):
    """Raised where progress is told: the worker has to go."""


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many positions."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class _GameReview:
    """`digest` is what the game's head said of its main line when that was read; `failure` is why it broke off."""

    review: Review
    line: MainLine
    digest: str
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
        line = _main_line(game)
        if line is None:
            return AnalysisFailure("unreadable")

        def tell(found: Review) -> None:
            progress = Progress(len(found.scores), len(line.positions))
            self._tell(progress, lambda: analysis_answers.write_review(found, line.moves))

        seconds = analysis_requests.read_game(self.held.request).seconds * self._tools.timing.second
        try:
            return _GameReview(review_game(self._open_engine(), line, seconds, tell), line, head.line)
        except BrokenOff as broken:
            if self._is_stopping():
                raise Stopped from broken
            return _GameReview(broken.review, line, head.line, self._describe_failure(broken.error))

    def _keep(self, found: _GameReview) -> None:
        """One that was cancelled or broke off keeps what it has, unless the game has more already."""
        if not found.review.scores:
            self._fail(AnalysisFailure("cancelled"))
        elif self._has_more(found):
            self._end_without_scores(found)
        elif not self._end_with_scores(found):
            self._fail(AnalysisFailure("changed"))

    def _has_more(self, found: _GameReview) -> bool:
        if len(found.review.scores) == len(found.line.positions):
            return False
        kept = analyses.find_scores(self.held.username, self._tools.store, self.held.game_id or "-")
        return kept is not None and kept.line == found.digest and len(kept.scores) > len(found.review.scores)

    def _end_without_scores(self, found: _GameReview) -> None:
        if found.failure is not None:
            self._fail(found.failure)
        else:
            response = analysis_answers.write_review(found.review, found.line.moves)
            analyses.succeed(self._tools.store, self.held, response)

    def _end_with_scores(self, found: _GameReview) -> bool:
        end = analyses.succeed_with_scores if found.failure is None else analyses.fail_with_scores
        return end(
            self._tools.store,
            self._tools.clock,
            self.held,
            line=found.digest,
            scores=found.review.scores,
            response=(
                analysis_answers.write_review(found.review, found.line.moves)
                if found.failure is None
                else analysis_answers.write_failure(found.failure)
            ),
            details=analysis_answers.write_details(found.review),
        )

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


def _main_line(game: Game) -> MainLine | None:
    """As much of it as is analysed of a game."""
    try:
        record = parse(game.record, is_kept=True)
    except RecordError:
        return None
    positions = tuple(islice(record.positions(record.main_line()), analyses.MOST_MOVES + 1))
    return MainLine(record.start, record.main_moves[: analyses.MOST_MOVES], positions)
