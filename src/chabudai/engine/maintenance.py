"""What goes on beside the requests: expired items leave, new indexes fill, old stream records go, the log is moved."""

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from chabudai.engine import changes, streams
from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import EngineError
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import Index, TableSchema
from chabudai.engine.storage.sqlite import Fault, Storage
from chabudai.engine.values import Item
from chabudai.items import jsontext

T = TypeVar("T")

SWEEP_SECONDS = 5.0
_BATCH = 500
_log = logging.getLogger(__name__)


class MaintenanceTarget(Protocol):
    """The engine, as its maintenance sees it."""

    def transact(self, work: Callable[[OperationContext], T]) -> T: ...
    def catalog(self) -> Catalog: ...


class BackgroundMaintenance:
    def __init__(self, target: MaintenanceTarget, storage: Storage) -> None:
        self._target = target
        self._storage = storage
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="chabudai-maintenance", daemon=True)
        self._sweeping = threading.Lock()

    def start(self) -> None:
        """Begin at once with what an earlier process left half done."""
        self._thread.start()
        self.wake()

    def wake(self) -> None:
        self._storage.maintenance_due.set()

    def stop(self) -> None:
        self._stopping = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join()

    def sweep(self) -> None:
        """Everything that is due now, to its end."""
        with self._sweeping:
            for table in self._target.catalog().tables.values():
                if table.backfilled_to is not None:
                    self._repeat(partial(_backfill, name=table.name))
                if table.expiry is not None:
                    self._repeat(partial(_expire, name=table.name))
            self._repeat(streams.trim)
            self._target.transact(_delete_outdated)

    def _repeat(self, step: Callable[[OperationContext], bool]) -> None:
        """In small transactions, so that other writers come in between."""
        while not self._stopping and self._target.transact(step):
            pass

    def _run(self) -> None:
        while not self._stopping:
            woken = self._storage.maintenance_due.wait(SWEEP_SECONDS)
            self._storage.maintenance_due.clear()
            if self._stopping:
                return
            try:
                self._storage.checkpoint()
                if not woken or self._has_work():
                    self.sweep()
            except (EngineError, Fault) as error:
                _log.warning("Maintenance is put off: %s", error)
            except Exception:
                _log.exception("Maintenance failed, and will be tried again")

    def _has_work(self) -> bool:
        return any(table.backfilled_to is not None for table in self._target.catalog().tables.values())


def _expire(context: OperationContext, name: str) -> bool:
    """Delete one batch of what has expired; whether there may be more."""
    table = context.catalog.tables.get(name)
    # While rows wait to be looked at again, theirs may still be the expiry by another attribute.
    if table is None or table.expiry is None or table.backfilled_to is not None:
        return False
    now = int(context.clock())
    # An item that expired more than five years ago was never meant to: DynamoDB leaves it alone.
    oldest = now - 5 * 365 * 24 * 60 * 60
    due = context.reader.all(
        f"SELECT key, item, size FROM t{table.id} INDEXED BY t{table.id}_expires"
        " WHERE expires >= ? AND expires < ? LIMIT ?",
        (oldest, now, _BATCH),
    )
    for key, item, size in due:
        changes.remove(context, table, key, changes.StoredItem(jsontext.loads(item), size), by_service=True)
    return len(due) == _BATCH


def _backfill(context: OperationContext, name: str) -> bool:
    """Compute the new columns of one batch of rows; whether there may be more."""
    table = context.catalog.tables.get(name)
    if table is None or table.backfilled_to is None:
        return False
    new = [index for index in table.indexes if index.status == "CREATING"]
    rows = context.reader.all(
        f"SELECT id, key, item FROM t{table.id} WHERE id > ? ORDER BY id LIMIT ?", (table.backfilled_to, _BATCH)
    )
    for row, key, encoded in rows:
        _backfill_row(context, table, new, row, key, jsontext.loads(encoded))
    if len(rows) == _BATCH:
        save_table(context.writer, table.with_(backfilled_to=rows[-1][0]))
        return True
    done = tuple(index.as_active() for index in table.indexes)
    save_table(context.writer, table.with_(indexes=done, backfilled_to=None))
    return False


def _backfill_row(
    context: OperationContext, table: TableSchema, new: list[Index], row: int, key: bytes, item: Item
) -> None:
    columns = [("expires", table.expires(item)), *[(f"x{index.column}", index.key_of(item, key)) for index in new]]
    settings = ", ".join(f"{name} = ?" for name, _ in columns)
    context.writer.execute(f"UPDATE t{table.id} SET {settings} WHERE id = ?", (*[value for _, value in columns], row))


def _delete_outdated(context: OperationContext) -> None:
    """Streams that were closed a day ago, and idempotency tokens whose time is over."""
    now = context.clock()
    context.writer.execute("DELETE FROM streams WHERE closed_at < ?", (now - streams.RETENTION_SECONDS,))
    context.writer.execute("DELETE FROM tokens WHERE expires_at < ?", (now,))
