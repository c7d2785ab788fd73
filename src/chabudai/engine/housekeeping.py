"""What goes on beside the requests: expired items leave, new indexes fill, old stream records go, the log is moved."""

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from chabudai.engine import changes, jsontext, streams
from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import EngineError
from chabudai.engine.schema import Index, TableSchema
from chabudai.engine.session import Session
from chabudai.engine.storage.sqlite import Fault, Storage
from chabudai.engine.values import Item

T = TypeVar("T")

SWEEP_SECONDS = 5.0
_BATCH = 500
_log = logging.getLogger(__name__)


class House(Protocol):
    """The engine, as its housekeeper sees it."""

    def transact(self, work: Callable[[Session], T]) -> T: ...
    def catalog(self) -> Catalog: ...


class Housekeeper:
    def __init__(self, house: House, storage: Storage) -> None:
        self._house = house
        self._storage = storage
        self._stopping = False
        self._thread = threading.Thread(target=self._keep, name="chabudai-housekeeper", daemon=True)
        self._sweeping = threading.Lock()

    def start(self) -> None:
        """Begin at once with what an earlier process left half done."""
        self._thread.start()
        self.wake()

    def wake(self) -> None:
        self._storage.attention.set()

    def stop(self) -> None:
        self._stopping = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join()

    def sweep(self) -> None:
        """Everything that is due now, to its end."""
        with self._sweeping:
            for table in self._house.catalog().tables.values():
                if table.backfilled_to is not None:
                    self._repeat(partial(_fill, name=table.name))
                if table.expiry is not None:
                    self._repeat(partial(_expire, name=table.name))
            self._repeat(streams.trim)
            self._house.transact(_forget)

    def _repeat(self, step: Callable[[Session], bool]) -> None:
        """In small transactions, so that other writers come in between."""
        while not self._stopping and self._house.transact(step):
            pass

    def _keep(self) -> None:
        while not self._stopping:
            woken = self._storage.attention.wait(SWEEP_SECONDS)
            self._storage.attention.clear()
            if self._stopping:
                return
            try:
                self._storage.checkpoint()
                if not woken or self._has_work():
                    self.sweep()
            except (EngineError, Fault) as error:
                _log.warning("Housekeeping is put off: %s", error)
            except Exception:
                _log.exception("Housekeeping failed, and will be tried again")

    def _has_work(self) -> bool:
        return any(table.backfilled_to is not None for table in self._house.catalog().tables.values())


def _expire(session: Session, name: str) -> bool:
    """Delete one batch of what has expired; whether there may be more."""
    table = session.catalog.tables.get(name)
    # While rows wait to be looked at again, theirs may still be the expiry by another attribute.
    if table is None or table.expiry is None or table.backfilled_to is not None:
        return False
    now = int(session.clock())
    # An item that expired more than five years ago was never meant to: DynamoDB leaves it alone.
    oldest = now - 5 * 365 * 24 * 60 * 60
    due = session.reader.all(
        f"SELECT key, item, size FROM t{table.id} INDEXED BY t{table.id}_expires"
        " WHERE expires >= ? AND expires < ? LIMIT ?",
        (oldest, now, _BATCH),
    )
    for key, item, size in due:
        changes.remove(session, table, key, changes.Stored(jsontext.loads(item), size), by_service=True)
    return len(due) == _BATCH


def _fill(session: Session, name: str) -> bool:
    """Compute the new columns of one batch of rows; whether there may be more."""
    table = session.catalog.tables.get(name)
    if table is None or table.backfilled_to is None:
        return False
    new = [index for index in table.indexes if index.status == "CREATING"]
    rows = session.reader.all(
        f"SELECT id, key, item FROM t{table.id} WHERE id > ? ORDER BY id LIMIT ?", (table.backfilled_to, _BATCH)
    )
    for row, key, encoded in rows:
        _fill_row(session, table, new, row, key, jsontext.loads(encoded))
    if len(rows) == _BATCH:
        save_table(session.writer, table.with_(backfilled_to=rows[-1][0]))
        return True
    done = tuple(index.activated() for index in table.indexes)
    save_table(session.writer, table.with_(indexes=done, backfilled_to=None))
    return False


def _fill_row(session: Session, table: TableSchema, new: list[Index], row: int, key: bytes, item: Item) -> None:
    columns = [("expires", table.expires(item)), *[(f"x{index.column}", index.key_of(item, key)) for index in new]]
    settings = ", ".join(f"{name} = ?" for name, _ in columns)
    session.writer.execute(f"UPDATE t{table.id} SET {settings} WHERE id = ?", (*[value for _, value in columns], row))


def _forget(session: Session) -> None:
    """Streams that were closed a day ago, and idempotency tokens whose time is over."""
    now = session.clock()
    session.writer.execute("DELETE FROM streams WHERE closed_at < ?", (now - streams.RETENTION_SECONDS,))
    session.writer.execute("DELETE FROM tokens WHERE expires_at < ?", (now,))
