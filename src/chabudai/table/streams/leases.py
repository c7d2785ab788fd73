"""Leases: of several workers only one is at a shard; when it is heard of no more, another takes over."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from chabudai.table.errors import LeaseLost
from chabudai.table.streams.checkpoints import Checkpoints, Place

_KEPT_SECONDS = 2 * 24 * 60 * 60


class Lease:
    """A worker's right to a shard. Its place is moved by the worker, and its life prolonged by a thread beside it."""

    def __init__(self, checkpoints: Checkpoints, place: Place, seconds: float) -> None:
        self._checkpoints = checkpoints
        self._place = place
        self._seconds = seconds
        self._lock = Lock()
        self._renewed_at = time.monotonic()
        self._read_at = place.read_at

    @property
    def place(self) -> Place:
        return self._place

    @property
    def is_held(self) -> bool:
        """Nobody else can have taken over yet."""
        return time.monotonic() - self._renewed_at < self._seconds

    def caught_up(self, at: float) -> None:
        """There was nothing more to read; told with the next beat."""
        self._read_at = int(at)

    def advance(self, after: str) -> None:
        """Everything up to this record is handled."""
        self._keep(after=after)

    def beat(self) -> None:
        """Still at it."""
        if not self._place.is_done:
            self._keep()

    def finish(self, at: float) -> None:
        """The shard has ended and everything in it is handled."""
        self._keep(is_done=True, owner=None, expires_at=int(at) + _KEPT_SECONDS)

    def release(self) -> None:
        """Another may begin at once."""
        if not self._place.is_done:
            self._keep(owner=None)

    def _keep(self, **changes: Any) -> None:
        with self._lock:
            begun = time.monotonic()
            wanted = self._place.model_copy(update={"read_at": self._read_at, **changes})
            kept = self._checkpoints.swap(wanted)
            if kept is None:
                self._renewed_at = float("-inf")
                raise LeaseLost(f"another worker has taken over {self._place.shard}")
            self._place, self._renewed_at = kept, begun


class Leases:
    """Those that one worker may take. Clocks of several machines need not agree: only time that passes here counts."""

    def __init__(
        self,
        checkpoints: Checkpoints,
        owner: str,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._checkpoints = checkpoints
        self._owner = owner
        self._seconds = seconds
        self._clock = clock
        self._seen: dict[tuple[str, str], tuple[int, float]] = {}

    def claim(self, place: Place) -> Lease | None:
        """The right to the shard of this place, as it was just read or made; None while another has it."""
        if place.owner not in (None, self._owner) and not self._is_abandoned(place):
            return None
        kept = self._checkpoints.swap(place.model_copy(update={"owner": self._owner}))
        if kept is None:
            return None
        self._seen.pop((place.stream, place.shard), None)
        return Lease(self._checkpoints, kept, self._seconds)

    def _is_abandoned(self, place: Place) -> bool:
        """Whether its owner did not count up for the time of a lease."""
        at = (place.stream, place.shard)
        version, since = self._seen.get(at, (None, 0.0))
        if version != place.version:
            self._seen[at] = (place.version, self._clock())
            return False
        return self._clock() - since >= self._seconds
