"""The worker that analyses where the site runs: it takes what waits, and has an engine for it."""

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final, Self

from chabudai.adapters.ids import uuid7
from chabudai.adapters.usi import Engine, EngineNotStarted, UsiEngine
from chabudai.apps.shogi import analyses
from chabudai.apps.shogi.analysis_entities import AnalysisKind
from chabudai.apps.shogi.analysis_runs import AnalysisRun, AnalysisTools, Stopped
from chabudai.apps.shogi.errors import LeaseLost, NoSuchAnalysis

_KINDS: Final[tuple[AnalysisKind, ...]] = ("position", "game")
_log = logging.getLogger(__name__)


class AnalysisWorker:
    """`with AnalysisWorker(tools): …` has a thread for positions and one for whole games, each with its own engine.

    Several may run, also in other processes: a row is one worker's at a time, and no more engines run than may.
    """

    def __init__(self, tools: AnalysisTools) -> None:
        self._stopping = Event()
        self._lanes = [Lane(tools, kind, self._stopping.is_set) for kind in _KINDS]
        self._idle = tools.timing.idle
        self._threads = [
            Thread(target=self._work_until_stopped, args=(lane,), name=f"chabudai-shogi-{lane.kind}", daemon=True)
            for lane in self._lanes
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """What is under way is given back, for another to take at once."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _work_until_stopped(self, lane: "Lane") -> None:
        try:
            while not self._stopping.is_set():
                if not _try_work(lane):
                    lane.close_engine()
                    self._stopping.wait(self._idle)
        finally:
            lane.close_engine()


def _try_work(lane: "Lane") -> bool:
    try:
        return lane.work_once()
    except Exception:
        _log.exception("An analysis could not be taken or written")
        return False


class Lane:
    """One after the other, all that waits of a kind; people take turns."""

    def __init__(
        self, tools: AnalysisTools, kind: AnalysisKind, is_stopping: Callable[[], bool] = lambda: False
    ) -> None:
        self.kind: AnalysisKind = kind
        self._tools = tools
        self._is_stopping = is_stopping
        self._name = uuid7()
        self._engine: UsiEngine | None = None
        self._turns: dict[str, int] = {}
        self._count = 0

    def work_once(self) -> bool:
        """The next one is done, if there is one and it may be searched for now."""
        with self._tools.turns.take(self.kind) as is_ours:
            return is_ours and self._work_once()

    def _work_once(self) -> bool:
        tools = self._tools
        taken = analyses.claim(
            tools.store, tools.clock, self._name, self.kind, tools.timing.lease, tools.engines, self._turns
        )
        if taken is None:
            self._turns.clear()
            return False
        self._count += 1
        self._turns[taken.username] = self._count
        run = AnalysisRun(tools, taken, self._open_engine, self._is_stopping)
        try:
            run.finish(run.answer())
        except (LeaseLost, NoSuchAnalysis):
            _log.info("The analysis %s is another's by now, or gone", taken.analysis_id)
        except Stopped:
            with suppress(LeaseLost):
                analyses.give_back(tools.store, run.held)
        return True

    def close_engine(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _open_engine(self) -> Engine:
        """The one that there is, or a fresh one."""
        if self._engine is None or self._engine.is_closed:
            command = self._tools.find_engine()
            if command is None:
                raise EngineNotStarted("No shogi engine is installed.")
            self._engine = UsiEngine(command, self._tools.timing.engine)
        return self._engine
