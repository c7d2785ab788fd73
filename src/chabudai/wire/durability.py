"""Answers wait here until what they acknowledge is on the disk; one sync serves all that wait."""

import asyncio
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

_QUICK_SECONDS = 0.002

Release = Callable[[Exception | None], None]


class Syncer:
    """`hold` belongs to the event loop's thread. A quick disk is waited for there, since handing over to a thread and
    back costs more than the sync itself; a slow one is left to a thread, so that reads go on meanwhile."""

    def __init__(self, sync: Callable[[int], None]) -> None:
        self._sync_engine = sync
        self._loop = asyncio.get_running_loop()
        self._newest = 0
        self._waiting: list[Release] = []
        self._syncing: list[Release] = []
        self._gathered = 0
        self._is_busy = False
        self._usual_seconds = 0.0
        self._tickets: SimpleQueue[int | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="chabudai-sync", daemon=True)
        self._thread.start()

    def hold(self, ticket: int, release: Release) -> None:
        """Call `release` once the ticket is synced, with the reason if it cannot be."""
        self._newest = max(self._newest, ticket)
        self._waiting.append(release)
        if not self._is_busy:
            self._is_busy = True
            # Not at once: the writes that this turn of the loop still brings go into the same sync.
            self._loop.call_soon(self._hand_over)

    def close(self) -> None:
        self._tickets.put(None)
        self._thread.join()

    def _hand_over(self) -> None:
        if len(self._waiting) > self._gathered:
            # As long as every turn of the loop brings more writes, one more turn costs less than one more sync.
            self._gathered = len(self._waiting)
            self._loop.call_soon(self._hand_over)
            return
        self._gathered = 0
        self._syncing, self._waiting = self._waiting, []
        if self._usual_seconds < _QUICK_SECONDS:
            self._release(*self._sync(self._newest))
        else:
            self._tickets.put(self._newest)

    def _work(self) -> None:
        while (ticket := self._tickets.get()) is not None:
            self._loop.call_soon_threadsafe(self._release, *self._sync(ticket))

    def _sync(self, ticket: int) -> tuple[Exception | None, float]:
        """Why it failed, if it did, and how long it took."""
        begun = time.perf_counter()
        failure: Exception | None = None
        try:
            self._sync_engine(ticket)
        except Exception as error:  # whatever it is, the clients that wait must be told
            failure = error
        return failure, time.perf_counter() - begun

    def _release(self, failure: Exception | None, seconds: float) -> None:
        self._usual_seconds += (seconds - self._usual_seconds) / 8
        released = self._syncing
        if self._waiting:
            self._loop.call_soon(self._hand_over)
        else:
            self._is_busy = False
        for release in released:
            release(failure)
