"""One SQLite file (or memory) under all tables: snapshots to read, one writer at a time, one sync for many commits."""

import os
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

import apsw

from chabudai.engine.errors import InternalFailed, SyncFailed, WouldBlock
from chabudai.engine.storage import files, rows
from chabudai.engine.storage.rows import RowLayout, StoredRow

Durability = Literal["full", "relaxed"]
T = TypeVar("T")

_PATIENCE = 60.0
_MOMENT = 0.002
"""A write takes a tenth of it: to wait so long is cheaper than to hand over to a thread that may wait."""
_CHECKPOINT_PAGES = 4000
_LONG_LOG_PAGES = 12000


class StaleSchema(Exception):
    """The file's tables are not those that the request was parsed with: parse it again."""


class StorageReader:
    """Reads of one connection, each of what was committed before it began."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self.execute = connection.execute

    def generation(self) -> int:
        """Grows whenever any process changes a table's definition."""
        return self.execute("PRAGMA user_version").get  # type: ignore[no-any-return]

    def get(self, table: int, key: bytes) -> StoredRow | None:
        for row in self.execute(rows.get(table), (key,)):
            return row  # type: ignore[no-any-return]
        return None

    def walk(
        self, table: int, column: int | None, lower: bytes | None, upper: bytes | None, forward: bool
    ) -> Generator[StoredRow, None, None]:
        """Rows from lower (inclusive) to upper (exclusive). Close the iterator when it is left early."""
        bounds = [bound for bound in (lower, upper) if bound is not None]
        cursor = self.execute(rows.walk(table, column, lower is not None, upper is not None, forward), bounds)
        try:
            yield from cursor
        finally:
            cursor.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reads within see the same moment; also faster than as many single reads."""
        if self.connection.in_transaction:
            yield
            return
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.execute("COMMIT")

    def all(self, sql: str, bindings: Sequence[Any] = ()) -> list[Any]:
        return self.execute(sql, bindings).fetchall()

    def one(self, sql: str, bindings: Sequence[Any] = ()) -> Any:
        """The first row's only column, or the row when it has several; None without a row."""
        return self.execute(sql, bindings).get


class StorageWriter(StorageReader):
    """Reads and writes within the one open write transaction."""

    known_generation = -1
    """The generation within the transaction, known without reading it again when nobody else has written."""
    _version: int | None = None

    def on_begin(self) -> None:
        if self._version is None or self.connection.data_version() != self._version:
            self.known_generation = self.generation()

    def on_commit(self) -> None:
        self._version = self.connection.data_version()

    def on_rollback(self) -> None:
        self._version = None

    def put(self, layout: RowLayout, key: bytes, item: bytes, size: int, columns: Sequence[Any]) -> None:
        self.execute(rows.put(layout), (key, item, size, *columns))

    def update(
        self, layout: RowLayout, key: bytes, item: bytes, size: int, columns: Sequence[Any], was: Sequence[Any]
    ) -> None:
        """As put on a row that is known to exist, whose columns held `was`."""
        changed = [at for at in range(1, len(columns)) if columns[at] != was[at]]
        sql = rows.update(layout.table, tuple(layout.columns[at - 1] for at in changed))
        self.execute(sql, (item, size, columns[0], *[columns[at] for at in changed], key))

    def update_item(self, table: int, key: bytes, item: bytes, size: int) -> None:
        """As update, when no column changes."""
        self.execute(rows.update_item(table), (item, size, key))

    def delete(self, table: int, key: bytes) -> None:
        self.execute(rows.delete(table), (key,))

    def script(self, sql: str) -> None:
        """Statements that change what tables there are; every process parses its requests anew."""
        self.execute(sql).fetchall()
        self.bump_generation()

    def bump_generation(self) -> None:
        self.known_generation = (self.generation() + 1) & 0x7FFFFFFF
        self.execute(f"PRAGMA user_version = {self.known_generation}").fetchall()


class Storage:
    """The file: who may read and write it when, and when what was written is safe."""

    def __init__(self, path: str, durability: Durability) -> None:
        self.path = path
        self.is_memory = path == files.MEMORY
        self._synchronous: files.Synchronous = "off" if durability == "relaxed" else "normal"
        self._connection = files.open_database(path, self._synchronous)
        self._writer = StorageWriter(self._connection)
        self._write_lock = threading.RLock()
        self.read_lock: AbstractContextManager[object] = self._write_lock if self.is_memory else nullcontext()
        """Memory has one connection for all threads; a file has one for each, and readers never wait."""
        self._may_wait = True
        self._readers = threading.local()
        self._connections = weakref.WeakSet([self._connection])
        """Those of threads that still run: a thread's connection is closed with it."""
        self._connections_lock = threading.Lock()
        self._is_closed = False
        self._is_synced = durability == "full" and not self.is_memory
        self._sync_lock = threading.Lock()
        self._committed = 0
        self._synced = 0
        self._sync_failure: OSError | None = None
        self._wal: int | None = None
        self._wal_pages = 0
        self._checkpoint_at = _CHECKPOINT_PAGES
        self.maintenance_due = threading.Event()
        """Set when the write-ahead log has grown: somebody should `checkpoint`."""
        self._connection.set_busy_handler(self._wait_for_writer)
        if not self.is_memory:
            self._connection.set_wal_hook(self._on_commit)

    def reader(self) -> StorageReader:
        if self.is_memory:
            return self._writer
        try:
            return self._readers.reader  # type: ignore[no-any-return]
        except AttributeError:
            self._readers.reader = StorageReader(self._connect())
            return self._readers.reader  # type: ignore[no-any-return]

    def write(self, work: Callable[[StorageWriter], T], wait: bool = True) -> tuple[T, int]:
        """Do the work in one transaction, kept whole or not at all; with the ticket to `sync`.

        Without `wait`, WouldBlock is raised when another thread or process is writing, and not just for a moment.
        """
        if self._sync_failure is not None:
            raise SyncFailed(f"{self.path} could not be synced to its disk ({self._sync_failure}); open it again.")
        if not self._write_lock.acquire(timeout=-1 if wait else _MOMENT):
            raise WouldBlock
        try:
            self._begin(wait)
            try:
                self._writer.on_begin()
                result = work(self._writer)
                self._connection.execute("COMMIT")
                self._writer.on_commit()
            except BaseException:
                self._roll_back()
                raise
            self._committed += 1
            return result, self._committed if self._is_synced else 0
        finally:
            self._write_lock.release()

    def sync(self, ticket: int) -> None:
        """Return once the ticket's commit is on the disk. Whoever syncs, syncs for all that committed before."""
        if not self._is_synced or self._synced >= ticket:
            return
        with self._sync_lock:
            if self._synced >= ticket:
                return
            if self._sync_failure is not None:
                raise SyncFailed(f"{self.path} could not be synced to its disk ({self._sync_failure}).")
            reached = self._committed
            try:
                _sync(self._wal_file())
            except OSError as error:
                self._sync_failure = error
                raise SyncFailed(f"{self.path} could not be synced to its disk ({error}).") from error
            self._synced = reached

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log to the database; from a background thread, so that no writer pays.

        Only a log that is moved to its end begins anew. When writers have let it grow far beyond that, they wait
        for the rest to be moved: little, since most of it just was.
        """
        if self.is_memory:
            return
        self._checkpoint()
        if self._wal_pages > _LONG_LOG_PAGES:
            with self._write_lock:
                self._checkpoint()

    def _checkpoint(self) -> None:
        self.reader().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def backup(self, target: str) -> None:
        """A whole copy as of one moment, while others read and write; nothing is left of one that fails."""
        copy = files.create(target)
        try:
            self._copy_into(copy)
        except BaseException as error:
            copy.close()
            Path(target).unlink()
            if isinstance(error, apsw.Error):
                raise files.copying_error(self.path, target, error) from error
            raise
        copy.close()

    def close(self) -> None:
        """Wait for the write under way and sync it; whoever comes afterwards is told that the file is closed."""
        with self._write_lock:
            self._is_closed = True
            with suppress(SyncFailed):
                self.sync(self._committed)
            with self._sync_lock:
                for connection in self._other_connections():
                    _close(connection)
                _close(self._connection)
                if self._wal is not None:
                    os.close(self._wal)
                    self._wal = None

    def _copy_into(self, copy: apsw.Connection) -> None:
        reader = self.reader()
        with self.read_lock, reader.snapshot():
            # Reading holds the moment: otherwise the copy would begin anew after every write.
            reader.generation()
            with copy.backup("main", reader.connection, "main") as backup:
                while not backup.done:
                    backup.step(2000)

    def _connect(self) -> apsw.Connection:
        connection = files.connect(self.path, self._synchronous)
        with self._connections_lock:
            if self._is_closed:
                connection.close()
                raise InternalFailed(f"{self.path} has been closed.")
            self._connections.add(connection)
        return connection

    def _other_connections(self) -> list[apsw.Connection]:
        with self._connections_lock:
            return [connection for connection in self._connections if connection is not self._connection]

    def _begin(self, wait: bool) -> None:
        self._may_wait = wait
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except apsw.BusyError:
            if not wait:
                raise WouldBlock from None
            raise

    def _roll_back(self) -> None:
        self._writer.on_rollback()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _wait_for_writer(self, tries: int) -> bool:
        """Another process writes: look again soon, for a minute at most."""
        if tries * 0.002 > (_PATIENCE if self._may_wait else _MOMENT):
            return False
        time.sleep(0.0005 if tries < 20 else 0.002)
        return True

    def _on_commit(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        if pages < self._wal_pages:
            self._checkpoint_at = _CHECKPOINT_PAGES
        self._wal_pages = pages
        if pages >= self._checkpoint_at:
            self._checkpoint_at = pages + _CHECKPOINT_PAGES
            self.maintenance_due.set()
        return apsw.SQLITE_OK

    def _wal_file(self) -> int:
        if self._wal is None:
            self._wal = os.open(self.path + "-wal", os.O_RDONLY)
        return self._wal


def _close(connection: apsw.Connection) -> None:
    """A statement that another thread is just now in is waited for; its next one finds the connection closed."""
    while True:
        try:
            return connection.close()
        except apsw.ThreadingViolationError:
            time.sleep(0.0005)


def _sync(file: int) -> None:
    fullsync = getattr(os, "fdatasync", os.fsync)
    fullsync(file)


Fault = apsw.Error
"""Whatever SQLite reports."""


def is_stale(fault: Fault) -> bool:
    """Whether the fault is what a statement meets when its table or index was dropped by another process."""
    text = str(fault)
    return isinstance(fault, apsw.SQLError) and ("no such table" in text or "no such index" in text)
