"""Which indexes can be asked, remembered for some seconds: a list knows what to offer without asking each time."""

import time
from collections.abc import Callable
from typing import Final

from chabudai.apps.kondate.market import staged_indexes
from chabudai.table import TypedStore

_REMEMBERED: Final = 10.0
"""Seconds."""


class KnownIndexes:
    """Threads may share one: at worst two of them ask at once."""

    def __init__(self, store: TypedStore, seconds: Callable[[], float] = time.monotonic) -> None:
        self._store, self._seconds = store, seconds
        self._known: tuple[float, frozenset[str]] | None = None

    def __contains__(self, index: str) -> bool:
        return index in self._find()

    def forget(self) -> None:
        """After one could not be asked."""
        self._known = None

    def _find(self) -> frozenset[str]:
        known, now = self._known, self._seconds()
        if known is None or now - known[0] > _REMEMBERED:
            known = self._known = now, staged_indexes.enabled(self._store)
        return known[1]
