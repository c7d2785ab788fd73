"""Retries: how often and after which pause a write is tried again when others wrote at the same time."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from chabudai.table.errors import DesignError

# Reasons for which a store refuses what it may do a moment later.
TRANSIENT_REASONS = ("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded")


@dataclass(frozen=True, slots=True)
class ConflictRetryPolicy:
    """`tries` in all; each pause is drawn below a limit that doubles from `first` to `longest` seconds."""

    tries: int = 40
    first_pause: float = 0.002
    longest_pause: float = 0.25
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        if not isinstance(self.tries, int) or isinstance(self.tries, bool) or self.tries < 1:
            raise DesignError(f"ConflictRetryPolicy: tries={self.tries!r} is no number of tries: give at least 1")
        for name in ("first_pause", "longest_pause"):
            given: Any = getattr(self, name)
            if not isinstance(given, (int, float)) or isinstance(given, bool) or not 0 <= given < inf:
                raise DesignError(f"ConflictRetryPolicy: {name}={given!r} is no number of seconds: give 0 or more")
        if not callable(self.sleep):
            raise DesignError(
                f"ConflictRetryPolicy: sleep={self.sleep!r} is no function that waits for seconds: give one, as "
                "time.sleep"
            )

    def pauses(self) -> Iterator[float]:
        """Seconds before each try; none before the first two: the item of a lost race is already at hand."""
        for attempt in range(self.tries):
            yield self._draw(attempt - 2) if attempt > 1 else 0.0

    def _draw(self, doublings: int) -> float:
        return random.uniform(0, min(self.longest_pause, self.first_pause * 2 ** min(doublings, 16)))

    def attempts(self) -> Iterator[int]:
        """Numbers from 0, with the pause before each."""
        for attempt, pause in enumerate(self.pauses()):
            if pause:
                self.sleep(pause)
            yield attempt
