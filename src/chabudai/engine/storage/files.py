"""Opening a database file: making a new one, knowing a foreign, broken, older or newer one, and saying so clearly."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import apsw

from chabudai.engine.errors import (
    BrokenFile,
    DiskFull,
    EngineError,
    FileBusy,
    FileMissing,
    FileNotWritable,
    ForeignFile,
    InternalFailed,
    NewerFormat,
    NoSpaceLeft,
    StorageError,
)
from chabudai.items import jsontext

Synchronous = Literal["normal", "off"]
"""Whether SQLite syncs its checkpoints: without, a lost power line may damage the file."""

APPLICATION_ID = 0x63686162
FORMAT_VERSION = 1
MEMORY = ":memory:"
OWNER_ONLY: Final = 0o600
"""How a new file may be used; SQLite gives its log and its index of it the same."""
_PATIENCE = 10.0

_FIRST_FORMAT = """
CREATE TABLE format (version INTEGER NOT NULL);
CREATE TABLE tables (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, definition BLOB NOT NULL);
CREATE TABLE streams (
  arn TEXT PRIMARY KEY, table_name TEXT NOT NULL, definition BLOB NOT NULL, closed_at REAL
);
CREATE TABLE stream_records (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, arn TEXT NOT NULL, created_at REAL NOT NULL, record BLOB NOT NULL
);
CREATE INDEX stream_records_by_stream ON stream_records (arn, sequence);
CREATE TABLE tokens (token TEXT PRIMARY KEY, digest BLOB NOT NULL, expires_at REAL NOT NULL);
INSERT INTO format VALUES (1);
"""

# The statements that bring a file of version n to version n + 1 stand at n.
MIGRATIONS: dict[int, str] = {0: _FIRST_FORMAT}


def open_database(path: str, synchronous: Synchronous) -> apsw.Connection:
    """The first connection: makes a new file ours, refuses a foreign or newer one, brings an older one up to date."""
    _make(path)
    deadline = time.monotonic() + _PATIENCE
    while True:
        connection = None
        try:
            connection = _open(path)
            _prepare(connection, path, synchronous)
            return connection
        except apsw.Error as error:
            _discard(connection)
            # SQLite does not wait where two that turn the same new file into a database would wait for each other.
            if not isinstance(error, apsw.BusyError) or time.monotonic() > deadline:
                raise opening_error(path, error) from error
        except StorageError:
            _discard(connection)
            raise
        time.sleep(0.005)


def connect(path: str, synchronous: Synchronous) -> apsw.Connection:
    """One more connection to a file that is open already."""
    try:
        return _set_up(_open(path), path, synchronous)
    except apsw.Error as error:
        raise opening_error(path, error) from error


def create(path: str) -> apsw.Connection:
    """A connection to a new, empty file, which must not be there yet."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except FileExistsError:
        raise FileNotWritable(f"{path} is already there, and is not overwritten.") from None
    except OSError:
        raise FileNotWritable(f"{path} can't be made: {_reason(path)}.") from None
    return _open(path)


def check_exists(path: str) -> None:
    if not Path(path).is_file():
        raise FileMissing(f"There is no database file at {path}.")


def opening_error(path: str, error: apsw.Error) -> StorageError:
    match error:
        case apsw.NotADBError():
            return ForeignFile(f"{path} is not a chabudai database: it is not an SQLite file.")
        case apsw.CorruptError():
            return BrokenFile(f"{path} is damaged: {error}. Restore it from a backup.")
        case apsw.FullError():
            return DiskFull(f"There is no space left on the disk of {path}.")
        case apsw.BusyError():
            return FileBusy(f"{path} is locked by another program.")
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError():
            return FileNotWritable(f"{path} can't be opened for writing: {_reason(path)}.")
        case _:
            return StorageError(f"{path} can't be opened: {error}.")


def copying_error(source: str, target: str, error: apsw.Error) -> StorageError:
    return opening_error(source if isinstance(error, apsw.CorruptError) else target, error)


def running_error(path: str, error: apsw.Error) -> EngineError:
    """What a client is told when the storage fails under a request that was fine; the transaction is rolled back."""
    match error:
        case apsw.FullError():
            return NoSpaceLeft(f"There is no space left on the disk of {path}; nothing was written.")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return InternalFailed(f"{path} can't be written to; nothing was written.")
        case apsw.BusyError():
            return InternalFailed(f"{path} is locked by another program; nothing was written.")
        case apsw.CorruptError() | apsw.NotADBError():
            return InternalFailed(f"{path} is damaged: {error}. Restore it from a backup.")
        case _:
            return InternalFailed(f"{path} can't be used: {error}.")


def _make(path: str) -> None:
    """A file that is not there yet, for its owner's eyes only, whatever the umask; SQLite says what is wrong if it
    can't be made."""
    if path != MEMORY:
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


def _open(path: str) -> apsw.Connection:
    connection = apsw.Connection(path, statementcachesize=500)
    connection.set_busy_timeout(int(_PATIENCE * 1000))
    return connection


def _set_up(connection: apsw.Connection, path: str, synchronous: Synchronous) -> apsw.Connection:
    if path != MEMORY:
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", synchronous)
        connection.wal_autocheckpoint(0)
    connection.pragma("cache_size", -16_000)
    connection.pragma("temp_store", "memory")
    return connection


def _prepare(connection: apsw.Connection, path: str, synchronous: Synchronous) -> None:
    """Look before changing anything; look again under the lock, since another process may have been quicker."""
    connection.execute("BEGIN")
    version = _version(connection, path)
    connection.execute("COMMIT")
    if connection.readonly("main"):
        raise FileNotWritable(f"{path} can't be opened for writing: {_reason(path)}.")
    _set_up(connection, path, synchronous)
    if version < FORMAT_VERSION:
        connection.execute("BEGIN IMMEDIATE")
        _migrate(connection, _version(connection, path))
        connection.execute("COMMIT")
    _check_definitions(connection, path)


def _discard(connection: apsw.Connection | None) -> None:
    if connection is not None:
        connection.close()


def _version(connection: apsw.Connection, path: str) -> int:
    """The file's format, 0 when it has none yet; a file that is not ours, or from the future, is refused."""
    objects = connection.execute("SELECT count(*) FROM sqlite_schema").get
    owner = connection.pragma("application_id")
    if owner != APPLICATION_ID:
        if objects or owner:
            raise ForeignFile(f"{path} is not a chabudai database: it is another program's SQLite file.")
        return 0
    if not connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'format'").get:
        return 0
    version = connection.execute("SELECT version FROM format").get
    if not isinstance(version, int) or version < 1:
        raise BrokenFile(f"{path} is damaged: its format version is missing. Restore it from a backup.")
    if version > FORMAT_VERSION:
        raise NewerFormat(
            f"{path} was written by a newer chabudai (format {version}; this one knows up to {FORMAT_VERSION})."
            " Update chabudai to open it."
        )
    return version


def _migrate(connection: apsw.Connection, version: int) -> None:
    connection.pragma("application_id", APPLICATION_ID)
    for step in range(version, FORMAT_VERSION):
        connection.execute(MIGRATIONS[step]).fetchall()
        connection.execute("UPDATE format SET version = ?", (step + 1,))


def _check_definitions(connection: apsw.Connection, path: str) -> None:
    """Without its tables' definitions nothing in a file can be understood."""
    for name, definition in connection.execute("SELECT name, definition FROM tables"):
        try:
            jsontext.loads(definition)
        except jsontext.DecodeError as error:
            raise BrokenFile(
                f"{path} is damaged: the definition of table {name} can't be read ({error}). Restore it from a backup."
            ) from None


def _reason(path: str) -> str:
    folder = Path(path).parent
    if not folder.is_dir():
        return "its folder does not exist"
    if Path(path).is_dir():
        return "it is a folder"
    if not os.access(folder, os.W_OK):
        return "its folder is read-only"
    return "it is read-only" if Path(path).exists() and not os.access(path, os.W_OK) else "the system does not allow it"
