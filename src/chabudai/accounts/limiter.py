"""How often something may be done: a window that slides over the last seconds, counted in the table.

There it is one count for all processes and machines that serve one household, and outlives each of them.
"""

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from chabudai.accounts import design
from chabudai.accounts.design import Attempts
from chabudai.accounts.hashing import digest
from chabudai.adapters.clock import TOLERANCE, Clock
from chabudai.common.retries import attempts
from chabudai.table import ConditionNotMet, TypedStore
from chabudai.web.errors import TooManyRequests

_TOLERANCE: Final = TOLERANCE // timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Rate:
    times: int
    window: timedelta


@dataclass(frozen=True, slots=True)
class Limiter:
    """`name` keeps its keys apart from those of others. Only digests of keys are stored: people mistype passwords."""

    store: TypedStore
    clock: Clock
    name: str
    rate: Rate

    def count(self, key: str) -> None:
        """Done once more; TooManyRequests when that is too often, and then it is not counted."""
        for _ in attempts(lambda: TooManyRequests(1)):
            if self._try_to_count(self._subject(key)):
                return

    def forget(self, key: str) -> None:
        """As if it had never been done: a sign-in that worked makes up for those that did not."""
        self.store.write(design.forget_attempts(self._subject(key)))

    def _subject(self, key: str) -> str:
        return digest(f"{self.name} {key}")

    def _try_to_count(self, subject: str) -> bool:
        now = int(self.clock().timestamp() * 1000)
        before = self.store.get(design.attempts_at(subject))
        remembered = self._remembered(before, now)
        recent = [time for time in remembered if now - time < self._milliseconds]
        if len(recent) >= self.rate.times:
            raise TooManyRequests(max(1, math.ceil((recent[0] + self._milliseconds - now) / 1000)))
        expires_at = math.ceil((now + self._milliseconds + _TOLERANCE) / 1000) + 1
        after = Attempts(subject=subject, times=(*remembered, now), expires_at=expires_at)
        try:
            self.store.write(design.note_attempt(after, before, now // 1000))
        except ConditionNotMet:
            return False
        return True

    def _remembered(self, attempts: Attempts | None, now: int) -> list[int]:
        """Also what counts no more by this clock, or lies ahead of it, since it counts by that of another machine.

        What lies further ahead was counted by a clock that has been set back since.
        """
        times = attempts.times if attempts else ()
        return sorted(time for time in times if abs(now - time) < self._milliseconds + _TOLERANCE)

    @property
    def _milliseconds(self) -> int:
        return self.rate.window // timedelta(milliseconds=1)
