"""Turns at searching: so that many who ask at once do not start as many engines."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class EngineTurns:
    """At most `most` of a kind at once in this process, whichever households they search for; None: all who ask."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._taken: defaultdict[str, int] = defaultdict(int)
        self._lock = Lock()

    @contextmanager
    def take(self, kind: str) -> Iterator[bool]:
        """Whether it is one's turn; then nobody else has this one within."""
        with self._lock:
            is_free = self._most is None or self._taken[kind] < self._most
            self._taken[kind] += is_free
        try:
            yield is_free
        finally:
            with self._lock:
                self._taken[kind] -= is_free
