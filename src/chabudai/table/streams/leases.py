"""Leases: of several workers only one is at a shard; when it is heard of no more, another takes over."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from chabudai.table.errors import LeaseLost
from chabudai.table.streams.checkpoints import Checkpoint, Checkpoints

_KEPT_SECONDS = 2 * 24 * 60 * 60


class Lease:
    """A worker's hold on a shard. The worker moves its checkpoint, and a thread beside it renews the lease.

    How far the worker has come is noted in memory, and stored by whichever write comes next: a kill in between costs a
    second delivery of what was handled since, and never a change.
    """

    def __init__(self, checkpoints: Checkpoints, checkpoint: Checkpoint, seconds: float) -> None:
        self._checkpoints = checkpoints
        self._checkpoint = checkpoint
        self._seconds = seconds
        self._lock = Lock()
        self._renewed_at = time.monotonic()
        self._read_at = checkpoint.read_at
        self._after = checkpoint.after

    @property
    def checkpoint(self) -> Checkpoint:
        return self._checkpoint

    @property
    def is_held(self) -> bool:
        """Nobody else can have taken over yet."""
        return self.age < self._seconds

    @property
    def is_ahead(self) -> bool:
        """More is handled than the stored checkpoint says."""
        return self._after != self._checkpoint.after

    @property
    def age(self) -> float:
        """Seconds since the checkpoint was stored."""
        return time.monotonic() - self._renewed_at

    def mark_caught_up(self, at: float) -> None:
        """There was nothing more to read; stored with the next renewal."""
        self._read_at = int(at)

    def advance(self, after: str) -> None:
        """Everything up to this record is handled; stored with the next renewal."""
        self._after = after

    def renew(self) -> None:
        """Still at it, and this far."""
        if not self._checkpoint.is_done:
            self._save()

    def finish(self, at: float) -> None:
        """The shard has ended and everything in it is handled."""
        self._save(is_done=True, owner=None, expires_at=int(at) + _KEPT_SECONDS)

    def release(self) -> None:
        """Another may begin at once."""
        if not self._checkpoint.is_done:
            self._save(owner=None)

    def _save(self, **changes: Any) -> None:
        with self._lock:
            started = time.monotonic()
            known = {"read_at": self._read_at, "after": self._after}
            wanted = self._checkpoint.model_copy(update={**known, **changes})
            stored = self._checkpoints.replace(wanted)
            if stored is None:
                self._renewed_at = float("-inf")
                raise LeaseLost(f"another worker has taken over {self._checkpoint.shard}")
            self._checkpoint, self._renewed_at = stored, started


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

    def claim(self, checkpoint: Checkpoint) -> Lease | None:
        """A lease of the shard of this checkpoint, as it was just read or made; None while another has it."""
        if checkpoint.owner not in (None, self._owner) and not self._is_abandoned(checkpoint):
            return None
        stored = self._checkpoints.replace(checkpoint.model_copy(update={"owner": self._owner}))
        if stored is None:
            return None
        self._seen.pop((checkpoint.stream, checkpoint.shard), None)
        return Lease(self._checkpoints, stored, self._seconds)

    def _is_abandoned(self, checkpoint: Checkpoint) -> bool:
        """Whether its owner did not count up for the time of a lease."""
        at = (checkpoint.stream, checkpoint.shard)
        version, since = self._seen.get(at, (None, 0.0))
        if version != checkpoint.version:
            self._seen[at] = (checkpoint.version, self._clock())
            return False
        return self._clock() - since >= self._seconds
