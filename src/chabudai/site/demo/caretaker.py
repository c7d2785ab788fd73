"""The caretaker: keeps the demo's pattern fresh, removes what is over, and looks after the households that are open."""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Self

from chabudai.site.demo.households import DemoHouseholds, Work

INTERVAL: Final = 1.0
SWEEP_INTERVAL: Final = 60.0
_log = logging.getLogger(__name__)


class Caretaker:
    """`with Caretaker(…): …`; intervals are in seconds. Each process has one. What is open is closed in the end."""

    def __init__(self, households: DemoHouseholds, work: Work, renew_patterns: Callable[[], None]) -> None:
        self._households, self._work, self._renew_patterns = households, work, renew_patterns
        self._next_sweep = 0.0
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="chabudai-demo", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()
        self._households.close()

    def _run(self) -> None:
        while not self._stopping.wait(INTERVAL):
            self._try(self._tend)
            if time.monotonic() >= self._next_sweep:
                self._next_sweep = time.monotonic() + SWEEP_INTERVAL
                self._try(self._households.folder.sweep)
                self._try(self._renew_patterns)

    def _tend(self) -> None:
        self._households.tend(self._work)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:
            _log.exception("The demo could not be looked after; it is tried again")
