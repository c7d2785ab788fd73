"""DynamoDB's retry rules, as its SDKs keep them: what is tried again, how often, and after which pauses."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from chabudai.store.errors import RequestRefused, StoreError, StoreFailed, StoreUnreachable, Throttled

T = TypeVar("T")
_TRANSIENT = frozenset({"ReplicatedWriteConflictException", "TransactionInProgressException"})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Ten tries, each pause drawn from a window that doubles. No try begins `seconds` after the first."""

    tries: int = 10
    first_window: float = 0.05
    widest_window: float = 5.0
    seconds: float = 60.0
    pause: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic

    def run(self, attempt: Callable[[], T]) -> T:
        """The first answer, or the last error.

        A write whose answer was lost may be done twice; that is how every SDK of DynamoDB does it.
        """
        deadline = self.clock() + self.seconds
        count = 0
        while True:
            count += 1
            try:
                return attempt()
            except StoreError as error:
                if count >= self.tries or not _is_transient(error):
                    raise
                pause = random.uniform(0, min(self.widest_window, self.first_window * 2 ** (count - 1)))
                if self.clock() + pause >= deadline:
                    raise
            self.pause(pause)


SDK_RETRIES = RetryPolicy()


def _is_transient(error: StoreError) -> bool:
    return isinstance(error, Throttled | StoreFailed | StoreUnreachable) or (
        isinstance(error, RequestRefused) and error.code in _TRANSIENT
    )
