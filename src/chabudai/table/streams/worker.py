"""The worker: reads a table's stream where the app runs, and gives every change to the handlers at least once."""

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread, current_thread
from typing import Self

from chabudai.items import jsontext
from chabudai.store.errors import StoreClosed, StoreError
from chabudai.table.errors import ChangesTrimmed, DesignError, LeaseLost, StreamMissing
from chabudai.table.schema.tables import Table
from chabudai.table.streams.changes import StreamRecord
from chabudai.table.streams.checkpoints import Checkpoints, StoredFailure, TableCheckpoints
from chabudai.table.streams.deliveries import Delivery, DeliveryTarget, WorkerTiming
from chabudai.table.streams.failures import OnFailure, keep_and_continue
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.leases import Leases
from chabudai.table.streams.shard_assignment import ShardAssigner, ShardName, StreamStart
from chabudai.table.streams.worker_options import check_options
from chabudai.table.typed_store import TypedStore

_log = logging.getLogger(__name__)
_DEFAULT_TIMING = WorkerTiming()


class Worker:
    """`with Worker(store, InvitationTable, handlers): …` works in a thread beside; `run` in this one until `stop`.

    Workers of one `name` share the work and the checkpoints, also from several processes. `on_failure` decides about a
    change that was tried in vain `timing.tries` times. `start_at` counts when the worker has never followed the table:
    with "LATEST" it gets what changes from then on, also when it is stopped before it met any change.
    """

    def __init__(
        self,
        store: TypedStore,
        table: type[Table],
        handlers: Handlers,
        *,
        name: str = "worker",
        start_at: StreamStart = "TRIM_HORIZON",
        on_failure: OnFailure = keep_and_continue,
        timing: WorkerTiming = _DEFAULT_TIMING,
        checkpoints: Checkpoints | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        check_options(store, handlers, name, start_at, on_failure, timing)
        handlers.check(table)
        self._name = name
        self._timing = timing
        self._clock = clock
        self._checkpoints = checkpoints or TableCheckpoints(store)
        self._target = DeliveryTarget(table, handlers, on_failure, self._checkpoints)
        leases = Leases(self._checkpoints, _identity(), timing.lease)
        self._assigner = ShardAssigner(store.raw, table, name, start_at, self._checkpoints, leases, clock)
        self._deliveries: dict[ShardName, Delivery] = {}
        self._next_discovery = 0.0
        self._stopping = Event()
        self._thread: Thread | None = None
        self._working = Lock()
        self.error: Exception | None = None
        """Why the thread has ended without being told to."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Work in a thread; StreamMissing is raised here, and what changes from now on will be seen."""
        self._begin()
        try:
            self._discover_shards()
        except BaseException:
            self._working.release()
            raise
        self._thread = Thread(target=self._run_thread, name=f"chabudai-worker-{self._name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Returns when the change that is being handled is handled; another worker can go on at once."""
        self._stopping.set()
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()

    def run(self) -> None:
        """Work in this thread until `stop`; HandlerFailed when `on_failure` says so."""
        self._begin()
        try:
            self._discover_shards()
            self._work()
        finally:
            self._working.release()

    def catch_up(self) -> int:
        """Go through what is there, and come back; how many records that were. What others are at is left to them."""
        self._begin()
        try:
            return self._catch_up()
        finally:
            self._working.release()

    def failures(self) -> list[StoredFailure]:
        """Changes that were given up, in the order in which they happened."""
        return self._checkpoints.failures(self._name)

    def retry(self, failure: StoredFailure) -> None:
        """Hand a change that was given up over once more, and forget it when it is handled.

        Raises what its handler raises; ChangesTrimmed where the store had dropped it before it was read.
        """
        if failure.record is None:
            raise ChangesTrimmed(
                f"{failure.error}: nothing is left to hand over; look at {self._target.table.name} itself, then "
                "worker.forget(failure)"
            )
        self._target.handlers.handle(self._target.table, StreamRecord.of(jsontext.loads(failure.record)))
        self.forget(failure)

    def forget(self, failure: StoredFailure) -> None:
        """Drop a change that was given up without handing it over."""
        self._checkpoints.remove_failure(failure)

    def _begin(self) -> None:
        """One at a time: two threads of one worker would take the same changes for their own, and lose some."""
        if not self._working.acquire(blocking=False):
            raise DesignError(
                f"the worker {self._name} of {self._target.table.name} works already: stop() it first, or make another "
                "Worker of the same name, which shares the work"
            )
        self._stopping.clear()

    def _catch_up(self) -> int:
        count = 0
        with self._renewing_leases():
            while True:
                self._discover_shards()
                handled = self._deliver_due()
                count += handled
                if not handled and self._is_idle():
                    return count
                self._stopping.wait(self._pause() if not handled else 0)

    def _run_thread(self) -> None:
        try:
            self._work()
        except Exception as error:
            self.error = error
            _log.exception("The worker %s has ended", self._name)
        finally:
            self._working.release()

    def _work(self) -> None:
        with self._renewing_leases():
            while not self._stopping.is_set():
                try:
                    if time.monotonic() >= self._next_discovery:
                        self._discover_shards()
                    self._deliver_due()
                except StoreClosed:
                    raise
                except (StoreError, StreamMissing) as trouble:
                    _log.warning("The worker %s tries again later: %s", self._name, trouble)
                self._stopping.wait(self._pause())

    def _discover_shards(self) -> None:
        """Take on the shards that nobody is at."""
        self._next_discovery = time.monotonic() + self._timing.discovery_interval
        for reader, lease in self._assigner.claim_shards(self._deliveries):
            name = (lease.checkpoint.stream, lease.checkpoint.shard)
            self._deliveries[name] = Delivery(self._target, reader, lease, self._timing, self._clock)

    def _deliver_due(self) -> int:
        """A page of each shard that is due; how many changes were handled."""
        due = [name for name, each in self._deliveries.items() if each.due <= time.monotonic()]
        return sum(self._deliver(name) for name in due)

    def _deliver(self, name: ShardName) -> int:
        delivery = self._deliveries[name]
        try:
            handled = delivery.deliver_page(lambda: not self._stopping.is_set())
        except LeaseLost as loss:
            _log.warning("The worker %s leaves off: %s", self._name, loss)
            del self._deliveries[name]
            return 0
        except StoreError:
            delivery.due = time.monotonic() + self._timing.first_pause
            raise
        if delivery.lease.checkpoint.is_done:
            del self._deliveries[name]
            self._next_discovery = time.monotonic()
        return handled

    def _is_idle(self) -> bool:
        """Nothing is left in any shard, and none has ended that others follow."""
        is_done = all(delivery.is_caught_up for delivery in self._deliveries.values())
        return is_done and time.monotonic() < self._next_discovery

    def _pause(self) -> float:
        """Until the next thing is due."""
        dues = [self._next_discovery, *(delivery.due for delivery in self._deliveries.values())]
        return max(0.0, min(dues) - time.monotonic())

    @contextmanager
    def _renewing_leases(self) -> Iterator[None]:
        """Prolong the leases from a thread beside, however long a handler takes; give them back in the end."""
        done = Event()
        thread = Thread(target=self._renew_until, args=(done,), name=f"chabudai-heartbeat-{self._name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            for delivery in self._deliveries.values():
                with suppress(LeaseLost, StoreError):
                    delivery.lease.release()
            self._deliveries.clear()

    def _renew_until(self, done: Event) -> None:
        while not done.wait(self._timing.lease / 3):
            for delivery in tuple(self._deliveries.values()):
                try:
                    delivery.lease.renew()
                except (LeaseLost, StoreError) as trouble:
                    _log.warning("A lease of the worker %s was not prolonged: %s", self._name, trouble)


def _identity() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
