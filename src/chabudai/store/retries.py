"""DynamoDB's retry rules, as its SDKs keep them: what is asked again, how often, and after which pauses."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from chabudai.store.errors import Failed, Refused, StoreError, Throttled, Unreachable

T = TypeVar("T")
_PASSING = frozenset({"ReplicatedWriteConflictException", "TransactionInProgressException"})


@dataclass(frozen=True, slots=True)
class Patience:
    """Ten tries, each pause drawn from a window that doubles. No try begins `seconds` after the first."""

    tries: int = 10
    first_window: float = 0.05
    widest_window: float = 5.0
    seconds: float = 60.0
    pause: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic

    def insist(self, attempt: Callable[[], T]) -> T:
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
                if count >= self.tries or not _is_passing(error):
                    raise
                pause = random.uniform(0, min(self.widest_window, self.first_window * 2 ** (count - 1)))
                if self.clock() + pause >= deadline:
                    raise
            self.pause(pause)


AS_THE_SDKS = Patience()


def _is_passing(error: StoreError) -> bool:
    return isinstance(error, Throttled | Failed | Unreachable) or (
        isinstance(error, Refused) and error.code in _PASSING
    )
