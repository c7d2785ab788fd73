"""Deliveries: one shard's changes given to the handlers in order, again after a pause when one could not be handled."""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Any, get_args

from chabudai.items import jsontext
from chabudai.table.errors import ChangesTrimmed, DesignError, HandlerFailed
from chabudai.table.schema.tables import Table
from chabudai.table.streams.changes import StreamRecord
from chabudai.table.streams.checkpoints import Checkpoints, StoredFailure
from chabudai.table.streams.failures import Failure, FailureAction, OnFailure, error_repr, error_text
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.leases import Lease
from chabudai.table.streams.shards import ShardReader

_RETENTION = 24 * 60 * 60
_NOW = float("-inf")
_LARGEST_PAGE = 1000  # records, as DynamoDB has it
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerTiming:
    """In seconds, but for `tries` (of one change, before it is given up) and `page_size` (records read at once).

    A pause before the next try doubles from `first_pause` to `longest_pause`. A checkpoint is stored at the end of each
    page, and within one every `checkpoint_interval`: a killed worker hands over again what it handled since. With 0 it
    is stored after each change.
    """

    idle_pause: float = 0.5
    discovery_interval: float = 10.0
    lease: float = 20.0
    tries: int = 8
    first_pause: float = 0.5
    longest_pause: float = 60.0
    page_size: int = 100
    checkpoint_interval: float = 1.0

    def __post_init__(self) -> None:
        for name in ("idle_pause", "discovery_interval", "first_pause", "longest_pause", "checkpoint_interval"):
            if not _is_number(getattr(self, name)) or getattr(self, name) < 0:
                raise DesignError(
                    f"WorkerTiming: {name}={getattr(self, name)!r} is no number of seconds: give 0 or more"
                )
        if not _is_number(self.lease) or self.lease <= 0:
            raise DesignError(
                f"WorkerTiming: lease={self.lease!r} is no time for which a shard is held: give seconds, more than 0"
            )
        if not _is_count(self.tries):
            raise DesignError(f"WorkerTiming: tries={self.tries!r} is no number of tries: give at least 1")
        if not _is_count(self.page_size) or self.page_size > _LARGEST_PAGE:
            raise DesignError(
                f"WorkerTiming: page_size={self.page_size!r} is no number of records that are read at once: give 1 to "
                f"{_LARGEST_PAGE}"
            )

    def pause(self, tries: int) -> float:
        return min(self.longest_pause, self.first_pause * 2.0 ** min(tries - 1, 30))


@dataclass(frozen=True, slots=True)
class DeliveryTarget:
    """Whom a table's changes are for, and what is done with those that nobody could take."""

    table: type[Table]
    handlers: Handlers
    on_failure: OnFailure
    checkpoints: Checkpoints


class Delivery:
    """`due` is when it may go on, by the monotonic clock; `clock` tells Unix seconds.

    It `is_caught_up` when the last look found nothing new.
    """

    def __init__(
        self,
        target: DeliveryTarget,
        reader: ShardReader,
        lease: Lease,
        timing: WorkerTiming,
        clock: Callable[[], float],
    ) -> None:
        self._target = target
        self._reader = reader
        self._timing = timing
        self._clock = clock
        self._waiting: deque[Mapping[str, Any]] = deque()
        self._tries = 0
        self.lease = lease
        self.due = _NOW
        self.is_caught_up = False

    def deliver_page(self, may_go_on: Callable[[], bool]) -> int:
        """Go through one page; how many records that were. LeaseLost, HandlerFailed or StoreError end it."""
        self.due = _NOW
        if not self.lease.is_held or self.lease.is_ahead:
            self.lease.renew()
        if not self._waiting:
            self._waiting.extend(self._read())
        count = 0
        while self._waiting and self.lease.is_held and may_go_on() and self._deliver(self._waiting[0]):
            self.lease.advance(self._waiting.popleft()["dynamodb"]["SequenceNumber"])
            count += 1
            if self._waiting and self.lease.age >= self._timing.checkpoint_interval:
                self.lease.renew()
        self._store_progress()
        return count

    def _read(self) -> list[dict[str, Any]]:
        try:
            records = self._reader.read(self._timing.page_size)
        except ChangesTrimmed as loss:
            if self._report_loss(loss):
                self._reader.restart()
            else:
                self.due = time.monotonic() + self._timing.longest_pause
            return []
        self.is_caught_up = not records and not self._reader.is_at_end
        if self.is_caught_up:
            self.lease.mark_caught_up(self._clock())
            self.due = time.monotonic() + self._timing.idle_pause
        return records

    def _store_progress(self) -> None:
        if not self._waiting and self._reader.is_at_end:
            self.lease.finish(self._clock())
        elif self.lease.is_ahead:
            self.lease.renew()

    def _deliver(self, raw: Mapping[str, Any]) -> bool:
        """Whether the next may follow."""
        record = StreamRecord.of(raw)
        try:
            self._target.handlers.handle(self._target.table, record)
        except Exception as error:
            return self._record_attempt(raw, record.sequence, error)
        self._tries = 0
        return True

    def _record_attempt(self, raw: Mapping[str, Any], sequence: str, error: Exception) -> bool:
        self._tries += 1
        _log.warning("The change %s was tried %s times: %s", sequence, self._tries, error_repr(error))
        if self._tries < self._timing.tries:
            self.due = time.monotonic() + self._timing.pause(self._tries)
            return False
        if not self._give_up(self._failure(raw, sequence, error)):
            self.due = time.monotonic() + self._timing.longest_pause
            return False
        self._tries = 0
        return True

    def _give_up(self, failure: Failure) -> bool:
        """Whether the failure was taken note of; what nobody took note of is tried again."""
        try:
            verdict = self._target.on_failure(failure)
        except Exception:
            _log.exception("Nobody could take note of %s", failure)
            return False
        if verdict not in get_args(FailureAction):
            raise DesignError(
                f"on_failure gave {verdict!r} for {failure}: return 'continue' or 'stop', as keep_and_continue and "
                "stop of chabudai.table.streams do"
            ) from failure.error
        if verdict == "stop":
            raise HandlerFailed(f"the worker stopped at {failure}", failure) from failure.error
        checkpoint = self.lease.checkpoint
        self._target.checkpoints.add_failure(
            StoredFailure(
                worker=checkpoint.worker,
                stream=checkpoint.stream,
                shard=checkpoint.shard,
                sequence=failure.sequence,
                error=error_text(failure.error)[:2000],
                tries=failure.tries,
                at=_to_milliseconds(self._clock()),
                record=None if failure.raw is None else jsontext.dumps(dict(failure.raw)).decode(),
            )
        )
        return True

    def _failure(self, raw: Mapping[str, Any] | None, sequence: str, error: Exception) -> Failure:
        checkpoint = self.lease.checkpoint
        return Failure(self._target.table, checkpoint.stream, checkpoint.shard, sequence, raw, error, self._tries)

    def _report_loss(self, loss: ChangesTrimmed) -> bool:
        """Only a shard that was not read for a day can have lost any: of a quiet one, all that is gone was handled."""
        checkpoint = self.lease.checkpoint
        if checkpoint.read_at is not None and self._clock() - checkpoint.read_at < _RETENTION:
            return True
        return self._give_up(self._failure(None, checkpoint.after or "0", loss))


def _is_number(given: Any) -> bool:
    return isinstance(given, (int, float)) and not isinstance(given, bool) and isfinite(given)


def _is_count(given: Any) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 1


def _to_milliseconds(moment: float) -> datetime:
    return datetime.fromtimestamp(int(moment * 1000) / 1000, UTC)
