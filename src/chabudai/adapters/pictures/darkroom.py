"""Where photos are developed: few at once, whatever is sent, so that memory and processors are left for the rest."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Condition
from typing import TypeVar

from chabudai.adapters.pictures.errors import DarkroomFull

T = TypeVar("T")

_NICENESS = 10  # of 19: pages are answered first


class Darkroom:
    """At most `tables` at once, together within `memory` bytes, and at most `waiting` before the door.

    Threads may share one; whoever would wait behind that many is sent away (DarkroomFull).
    """

    def __init__(self, *, tables: int, memory: int, waiting: int) -> None:
        self._free_tables = tables
        self._free_memory = memory
        self._memory = memory
        self._free_places = waiting
        self._changed = Condition()
        self._threads = ThreadPoolExecutor(tables, "chabudai-darkroom", _give_way)

    def develop(self, memory: int, work: Callable[[], T]) -> T:
        """In a thread of the darkroom's own, which gives way to whatever else the process does."""
        with self.enter(memory):
            return self._threads.submit(work).result()

    @contextmanager
    def enter(self, memory: int) -> Iterator[None]:
        """Alone, when it needs more memory than there is for all."""
        needed = min(memory, self._memory)
        self._wait_for(needed)
        try:
            yield
        finally:
            with self._changed:
                self._free_tables += 1
                self._free_memory += needed
                self._changed.notify_all()

    def _wait_for(self, needed: int) -> None:
        with self._changed:
            if not self._free_places:
                raise DarkroomFull("Too many photos wait to be developed.")
            self._free_places -= 1
            try:
                self._changed.wait_for(lambda: self._free_tables and self._free_memory >= needed)
            finally:
                self._free_places += 1
            self._free_tables -= 1
            self._free_memory -= needed


def _give_way() -> None:
    """Of this thread alone, where the system has priorities for each."""
    with suppress(OSError, AttributeError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS)
