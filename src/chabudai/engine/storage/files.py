"""Opening a database file: making a new one, knowing a foreign, broken, older or newer one, and saying so clearly."""

import os
from pathlib import Path

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
    StorageError,
)

APPLICATION_ID = 0x63686162
FORMAT_VERSION = 1
MEMORY = ":memory:"

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


def connect(path: str) -> apsw.Connection:
    """A connection set up for use; the file is made if it is not there."""
    try:
        connection = apsw.Connection(path, statementcachesize=500)
        connection.set_busy_timeout(10_000)
        if path != MEMORY:
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "normal")
            connection.wal_autocheckpoint(0)
        connection.pragma("cache_size", -16_000)
        connection.pragma("temp_store", "memory")
    except apsw.Error as error:
        raise opening_error(path, error) from error
    return connection


def prepare(connection: apsw.Connection, path: str) -> None:
    """Make a new file ours, refuse a foreign or newer one, bring an older one up to date."""
    try:
        with connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            if not _is_ours(connection):
                _claim(connection, path)
            _migrate(connection, path)
    except apsw.Error as error:
        raise opening_error(path, error) from error


def check_exists(path: str) -> None:
    if not Path(path).is_file():
        raise FileMissing(f"There is no database file at {path}.")


def opening_error(path: str, error: apsw.Error) -> StorageError:
    match error:
        case apsw.NotADBError():
            return ForeignFile(f"{path} is not a chabudai database: it is no SQLite file.")
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


def running_error(path: str, error: apsw.Error) -> EngineError:
    """What a client is told when the storage fails under a request that was fine; the transaction is rolled back."""
    match error:
        case apsw.FullError():
            return InternalFailed(f"There is no space left on the disk of {path}; nothing was written.")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return InternalFailed(f"{path} can't be written to; nothing was written.")
        case apsw.BusyError():
            return InternalFailed(f"{path} is locked by another program; nothing was written.")
        case apsw.CorruptError() | apsw.NotADBError():
            return InternalFailed(f"{path} is damaged: {error}. Restore it from a backup.")
        case _:
            return InternalFailed(f"{path} can't be used: {error}.")


def _is_ours(connection: apsw.Connection) -> bool:
    return bool(connection.pragma("application_id") == APPLICATION_ID)


def _claim(connection: apsw.Connection, path: str) -> None:
    if connection.execute("SELECT count(*) FROM sqlite_schema").get or connection.pragma("application_id"):
        raise ForeignFile(f"{path} is not a chabudai database: it is another program's SQLite file.")
    connection.pragma("application_id", APPLICATION_ID)


def _migrate(connection: apsw.Connection, path: str) -> None:
    has_format = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'format'").get
    version = connection.execute("SELECT version FROM format").get if has_format else 0
    if not isinstance(version, int):
        raise BrokenFile(f"{path} is damaged: its format version is missing. Restore it from a backup.")
    if version > FORMAT_VERSION:
        raise NewerFormat(
            f"{path} was written by a newer chabudai (format {version}; this one knows up to {FORMAT_VERSION})."
            " Update chabudai to open it."
        )
    for step in range(version, FORMAT_VERSION):
        connection.execute(MIGRATIONS[step]).fetchall()
        connection.execute("UPDATE format SET version = ?", (step + 1,))


def _reason(path: str) -> str:
    folder = Path(path).parent
    if not folder.is_dir():
        return "its folder does not exist"
    if Path(path).is_dir():
        return "it is a folder"
    if not os.access(folder, os.W_OK):
        return "its folder is read-only"
    return "it is read-only" if Path(path).exists() and not os.access(path, os.W_OK) else "the system does not allow it"
