"""The worker: reads a table's stream where the app runs, and gives every change to the handlers at least once."""

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, current_thread
from typing import Self

from chabudai.engine import jsontext
from chabudai.store.errors import Closed, StoreError
from chabudai.table.declaring.tables import Table
from chabudai.table.errors import LeaseLost, StreamMissing
from chabudai.table.stores import TypedStore
from chabudai.table.streams.changes import Record
from chabudai.table.streams.checkpoints import Checkpoints, KeptFailure, TableCheckpoints
from chabudai.table.streams.deliveries import Delivery, Pace, Recipients
from chabudai.table.streams.failures import OnFailure, go_on
from chabudai.table.streams.followings import Following, ShardName, Start
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.leases import Leases

_log = logging.getLogger(__name__)
_USUAL = Pace()


class Worker:
    """`with Worker(store, InvitationTable, handlers): …` works in a thread beside; `run` in this one until `stop`.

    Workers of one `name` share the work and the checkpoints, also from several processes. `start_at` counts when there
    is no checkpoint yet. `on_failure` decides about a change that was tried in vain `pace.tries` times.
    """

    def __init__(
        self,
        store: TypedStore,
        table: type[Table],
        handlers: Handlers,
        *,
        name: str = "worker",
        start_at: Start = "TRIM_HORIZON",
        on_failure: OnFailure = go_on,
        pace: Pace = _USUAL,
        checkpoints: Checkpoints | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        handlers.check(table)
        self._name = name
        self._pace = pace
        self._clock = clock
        self._checkpoints = checkpoints or TableCheckpoints(store)
        self._recipients = Recipients(table, handlers, on_failure, self._checkpoints)
        leases = Leases(self._checkpoints, _identity(), pace.lease)
        self._following = Following(store.raw, table, name, start_at, self._checkpoints, leases, clock)
        self._deliveries: dict[ShardName, Delivery] = {}
        self._next_look = 0.0
        self._stopping = Event()
        self._thread: Thread | None = None
        self.fault: Exception | None = None
        """Why the thread has ended without being told to."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Work in a thread; StreamMissing is raised here, and what changes from now on will be seen."""
        self._stopping.clear()
        self._look()
        self._thread = Thread(target=self._live, name=f"chabudai-worker-{self._name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Returns when the change that is being handled is handled; another worker can go on at once."""
        self._stopping.set()
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()

    def run(self) -> None:
        """Work in this thread until `stop`; HandlerFailed when `on_failure` says so."""
        self._stopping.clear()
        self._look()
        self._work()

    def catch_up(self) -> int:
        """Go through what is there, and come back; how many records that were. What others are at is left to them."""
        self._stopping.clear()
        count = 0
        with self._beating():
            while True:
                self._look()
                handled = self._round()
                count += handled
                if not handled and self._is_idle():
                    return count
                self._stopping.wait(self._pause() if not handled else 0)

    def failures(self) -> list[KeptFailure]:
        """Changes that were given up, in the order in which they happened."""
        return self._checkpoints.kept(self._name)

    def retry(self, failure: KeptFailure) -> None:
        """Hand a change that was given up over once more, and forget it; raises what its handler raises."""
        if failure.record is not None:
            self._recipients.handlers.handle(self._recipients.table, Record.of(jsontext.loads(failure.record)))
        self._checkpoints.drop(failure)

    def _live(self) -> None:
        try:
            self._work()
        except Exception as error:
            self.fault = error
            _log.exception("The worker %s has ended", self._name)

    def _work(self) -> None:
        with self._beating():
            while not self._stopping.is_set():
                try:
                    if time.monotonic() >= self._next_look:
                        self._look()
                    self._round()
                except Closed:
                    raise
                except (StoreError, StreamMissing) as trouble:
                    _log.warning("The worker %s tries again later: %s", self._name, trouble)
                self._stopping.wait(self._pause())

    def _look(self) -> None:
        """Take on the shards that nobody is at."""
        self._next_look = time.monotonic() + self._pace.look
        for reader, lease in self._following.claimed(self._deliveries):
            name = (lease.place.stream, lease.place.shard)
            self._deliveries[name] = Delivery(self._recipients, reader, lease, self._pace, self._clock)

    def _round(self) -> int:
        """A page of each shard that is due; how many changes were handled."""
        due = [name for name, each in self._deliveries.items() if each.due <= time.monotonic()]
        return sum(self._deliver(name) for name in due)

    def _deliver(self, name: ShardName) -> int:
        delivery = self._deliveries[name]
        try:
            handled = delivery.turn(lambda: not self._stopping.is_set())
        except LeaseLost as loss:
            _log.warning("The worker %s leaves off: %s", self._name, loss)
            del self._deliveries[name]
            return 0
        except StoreError:
            delivery.due = time.monotonic() + self._pace.first
            raise
        if delivery.lease.place.is_done:
            del self._deliveries[name]
            self._next_look = time.monotonic()
        return handled

    def _is_idle(self) -> bool:
        """Nothing is left in any shard, and none has ended that others follow."""
        is_done = all(delivery.is_caught_up for delivery in self._deliveries.values())
        return is_done and time.monotonic() < self._next_look

    def _pause(self) -> float:
        """Until the next thing is due."""
        dues = [self._next_look, *(delivery.due for delivery in self._deliveries.values())]
        return max(0.0, min(dues) - time.monotonic())

    @contextmanager
    def _beating(self) -> Iterator[None]:
        """Prolong the leases from a thread beside, however long a handler takes; give them back in the end."""
        done = Event()
        thread = Thread(target=self._beat, args=(done,), name=f"chabudai-heartbeat-{self._name}", daemon=True)
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

    def _beat(self, done: Event) -> None:
        while not done.wait(self._pace.lease / 3):
            for delivery in tuple(self._deliveries.values()):
                try:
                    delivery.lease.beat()
                except (LeaseLost, StoreError) as trouble:
                    _log.warning("A lease of the worker %s was not prolonged: %s", self._name, trouble)


def _identity() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
