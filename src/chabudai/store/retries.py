"""DynamoDB's retry rules, as its SDKs keep them: what is tried again, how often, and after which pauses."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.store.errors import Cancelled, RequestRefused, StoreError, StoreFailed, StoreUnreachable, Throttled

_TRANSIENT = frozenset({"ReplicatedWriteConflictException", "TransactionInProgressException"})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Ten tries, each pause drawn from a window that doubles. No try begins `seconds` after the first.

    A write whose answer was lost may be done twice; that is how every SDK of DynamoDB does it.
    """

    tries: int = 10
    first_window: float = 0.05
    widest_window: float = 5.0
    seconds: float = 60.0
    clock: Callable[[], float] = time.monotonic

    def begin(self) -> "CallRetries":
        """The retries of one call, which begins now."""
        return CallRetries(self)


class CallRetries:
    """Who sleeps, in a thread or in a task, asks here for how long."""

    def __init__(self, policy: RetryPolicy) -> None:
        self._policy = policy
        self._deadline = policy.clock() + policy.seconds
        self._count = 0
        self._lost_answer = False

    def pause_after(self, error: StoreError) -> float | None:
        """Seconds before the next try; None when the error is the answer."""
        policy = self._policy
        self._count += 1
        error.after_lost_answer = self._lost_answer
        self._lost_answer = self._lost_answer or _may_be_done(error)
        if self._count >= policy.tries or not is_transient(error):
            return None
        pause = random.uniform(0, min(policy.widest_window, policy.first_window * 2 ** (self._count - 1)))
        return pause if policy.clock() + pause < self._deadline else None


SDK_RETRIES = RetryPolicy()


def _may_be_done(error: StoreError) -> bool:
    """Whether the request may have been carried out, though no answer says so."""
    return error.was_sent if isinstance(error, StoreUnreachable) else isinstance(error, StoreFailed)


def is_transient(error: StoreError) -> bool:
    """Whether the same request may well be answered when it is sent again.

    TransactionConflict is not: whoever is told of it reads again first, since another's write is about to be done.
    """
    if isinstance(error, Cancelled):
        return error.is_throttled
    return isinstance(error, Throttled | StoreFailed | StoreUnreachable) or (
        isinstance(error, RequestRefused) and error.code in _TRANSIENT
    )
