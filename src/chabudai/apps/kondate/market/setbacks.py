"""Errands for many people, one after the other: what fails for one is noted, and tried again later, for them alone."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar

from chabudai.adapters.clock import Clock
from chabudai.table import Entity

E = TypeVar("E", bound=Entity)

FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(minutes=30)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Setback:
    pause: timedelta
    again_at: datetime


class Setbacks:
    """What failed in this process, and when it is tried again: later each time, and at once after a new start."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[str, dict[str, _Setback]] = {}

    def do_each(self, errand: str, rows: Sequence[E], act: Callable[[E], str | None]) -> Iterator[str]:
        """What `act` tells of each row, if anything. `rows` are all that are due of this errand."""
        places = {str(row.own_key): row for row in rows}
        before = self._known.get(errand, {})
        waiting = self._known[errand] = {place: before[place] for place in places if place in before}
        for place, row in places.items():
            if place in waiting and waiting[place].again_at > self._clock():
                continue
            try:
                told = act(row)
            except Exception as failure:
                waiting[place] = self._note(errand, place, waiting.get(place), failure)
                continue
            waiting.pop(place, None)
            if told is not None:
                yield told

    def _note(self, errand: str, place: str, before: _Setback | None, failure: Exception) -> _Setback:
        """With all that is known of it the first time, and in a line from then on."""
        pause = FIRST_PAUSE if before is None else min(before.pause * 2, LONGEST_PAUSE)
        sentence = "%s failed for %s, and is tried again in %s: %r"
        _log.warning(sentence, errand, place, pause, failure, exc_info=failure if before is None else None)
        return _Setback(pause, self._clock() + pause)
