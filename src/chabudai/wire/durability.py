"""Answers wait here until what they acknowledge is on the disk; one sync serves all that wait."""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue

Release = Callable[[Exception | None], None]


class Syncer:
    """`hold` belongs to the event loop's thread; the waiting for the disk happens in a thread of its own."""

    def __init__(self, settle: Callable[[int], None]) -> None:
        self._settle = settle
        self._loop = asyncio.get_running_loop()
        self._newest = 0
        self._waiting: list[Release] = []
        self._syncing: list[Release] = []
        self._is_busy = False
        self._tickets: SimpleQueue[int | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="chabudai-sync", daemon=True)
        self._thread.start()

    def hold(self, ticket: int, release: Release) -> None:
        """Call `release` once the ticket is settled, with the reason if it cannot be."""
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
        self._syncing, self._waiting = self._waiting, []
        self._tickets.put(self._newest)

    def _work(self) -> None:
        while (ticket := self._tickets.get()) is not None:
            failure: Exception | None = None
            try:
                self._settle(ticket)
            except Exception as error:  # whatever it is, the clients that wait must be told
                failure = error
            self._loop.call_soon_threadsafe(self._release, failure)

    def _release(self, failure: Exception | None) -> None:
        released = self._syncing
        if self._waiting:
            self._hand_over()
        else:
            self._is_busy = False
        for release in released:
            release(failure)
