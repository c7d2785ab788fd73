"""How much of something an address may take in a while: counted in this process, whose own time it protects."""

import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from threading import Lock

from chabudai.web.errors import TooManyRequests

_MOST_ADDRESSES = 10_000


class Allowance:
    """A bucket for each address, which is full at first and refills steadily within the `window`."""

    def __init__(self, amount: int, window: timedelta, clock: Callable[[], float] = time.monotonic) -> None:
        self._amount = amount
        self._per_second = amount / window.total_seconds()
        self._clock = clock
        self._taken: OrderedDict[str, tuple[float, float]] = OrderedDict()  # when, and what was missing then
        self._lock = Lock()

    def take(self, address: str, wanted: int) -> None:
        """TooManyRequests says when there is enough again; nothing is taken then."""
        with self._lock:
            now = self._clock()
            since, missing = self._taken.get(address, (now, 0.0))
            missing = max(0.0, missing - (now - since) * self._per_second) + wanted
            if missing > self._amount:
                raise TooManyRequests(int((missing - self._amount) / self._per_second) + 1)
            self._taken[address] = (now, missing)
            self._taken.move_to_end(address)
            if len(self._taken) > _MOST_ADDRESSES:
                self._taken.popitem(last=False)
