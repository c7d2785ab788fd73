"""Retries: how often and after which pause a write is tried again when others wrote at the same time."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConflictRetryPolicy:
    """`tries` in all; each pause is drawn below a limit that doubles from `first` to `longest` seconds."""

    tries: int = 40
    first_pause: float = 0.002
    longest_pause: float = 0.25
    sleep: Callable[[float], None] = time.sleep

    def attempts(self) -> Iterator[int]:
        """Numbers from 0, with a pause before each but the first two: the item of a lost race is already at hand."""
        for attempt in range(self.tries):
            if attempt > 1:
                limit = min(self.longest_pause, self.first_pause * 2 ** min(attempt - 2, 16))
                self.sleep(random.uniform(0, limit))
            yield attempt
