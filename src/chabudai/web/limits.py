"""How often something may be done: a window that slides over the last seconds, kept in memory, per key."""

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.web.errors import SlowDown


@dataclass(frozen=True, slots=True)
class Rate:
    times: int
    seconds: float


class Limiter:
    """Counts what is done under each key, and remembers `most_keys` of them; the longest unused is forgotten first."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most_keys: int = 10_000) -> None:
        self._rate = rate
        self._elapsed = _Elapsed(clock)
        self._most_keys = most_keys
        self._done: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, key: str) -> None:
        """Done once more; SlowDown when that is too often, and then it is not counted."""
        with self._lock:
            now = self._elapsed()
            done = self._within_window(key, now)
            if len(done) >= self._rate.times:
                raise SlowDown(max(1, math.ceil(done[0] + self._rate.seconds - now)))
            done.append(now)
            self._forget_oldest()

    def forget(self, key: str) -> None:
        """As if it had never been done: a sign-in that worked makes up for those that did not."""
        with self._lock:
            self._done.pop(key, None)

    def __len__(self) -> int:
        return len(self._done)

    def _within_window(self, key: str, now: float) -> deque[float]:
        done = self._done.setdefault(key, deque())
        self._done.move_to_end(key)
        while done and done[0] <= now - self._rate.seconds:
            done.popleft()
        return done

    def _forget_oldest(self) -> None:
        while len(self._done) > self._most_keys:
            self._done.popitem(last=False)


class _Elapsed:
    """Time that only goes forward: when the clock is set back, it goes on from where it was."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()
        self._total = 0.0

    def __call__(self) -> float:
        now = self._clock()
        self._total += max(0.0, now - self._last)
        self._last = now
        return self._total
