"""The SQL of one table's rows: a row holds key, item, size, expiry and one column for each index's key."""

from functools import lru_cache
from typing import NamedTuple


class RowLayout(NamedTuple):
    """What the rows of a table look like: its number, and its index columns in the schema's order."""

    table: int
    columns: tuple[int, ...]


class StoredRow(NamedTuple):
    item: bytes
    size: int


def create(layout: RowLayout) -> str:
    columns = "".join(f", x{column} BLOB" for column in layout.columns)
    return (
        f"CREATE TABLE t{layout.table} (id INTEGER PRIMARY KEY, key BLOB NOT NULL, item BLOB NOT NULL,"
        f" size INTEGER NOT NULL, expires INTEGER{columns});"
        f"CREATE UNIQUE INDEX t{layout.table}_key ON t{layout.table}(key);"
        f"CREATE INDEX t{layout.table}_expires ON t{layout.table}(expires) WHERE expires IS NOT NULL;"
        + "".join(_create_index(layout.table, column) for column in layout.columns)
    )


def add_column(table: int, column: int) -> str:
    return f"ALTER TABLE t{table} ADD COLUMN x{column} BLOB;" + _create_index(table, column)


def drop_column(table: int, column: int) -> str:
    """The index goes at once; the column stays behind unused, since dropping it would rewrite every row."""
    return f"DROP INDEX t{table}_x{column}"


def drop(table: int) -> str:
    return f"DROP TABLE t{table}"


@lru_cache(maxsize=1024)
def get(table: int) -> str:
    return f"SELECT item, size FROM t{table} INDEXED BY t{table}_key WHERE key = ?"


@lru_cache(maxsize=1024)
def put(layout: RowLayout) -> str:
    names = ["item", "size", "expires", *[f"x{column}" for column in layout.columns]]
    marks = ", ".join("?" * (len(names) + 1))
    updates = ", ".join(f"{name} = excluded.{name}" for name in names)
    return (
        f"INSERT INTO t{layout.table} (key, {', '.join(names)}) VALUES ({marks})"
        f" ON CONFLICT (key) DO UPDATE SET {updates}"
    )


@lru_cache(maxsize=4096)
def update(table: int, changed: tuple[int, ...]) -> str:
    """Rewrites an existing row, and of its index keys only those that changed."""
    columns = "".join(f", x{column} = ?" for column in changed)
    return f"UPDATE t{table} SET item = ?, size = ?, expires = ?{columns} WHERE key = ?"


@lru_cache(maxsize=1024)
def update_item(table: int) -> str:
    return f"UPDATE t{table} SET item = ?, size = ? WHERE key = ?"


@lru_cache(maxsize=1024)
def delete(table: int) -> str:
    return f"DELETE FROM t{table} WHERE key = ?"


@lru_cache(maxsize=4096)
def walk(table: int, column: int | None, has_lower: bool, has_upper: bool, forward: bool) -> str:
    """Rows in key order between an inclusive lower and an exclusive upper bound."""
    by = "key" if column is None else f"x{column}"
    bounds = [f"{by} >= ?"] * has_lower + [f"{by} < ?"] * has_upper
    if column is not None and not bounds:
        bounds = [f"{by} IS NOT NULL"]
    where = f" WHERE {' AND '.join(bounds)}" if bounds else ""
    direction = "" if forward else " DESC"
    return f"SELECT item, size FROM t{table} INDEXED BY t{table}_{by}{where} ORDER BY {by}{direction}"


def _create_index(table: int, column: int) -> str:
    return f"CREATE INDEX t{table}_x{column} ON t{table}(x{column}) WHERE x{column} IS NOT NULL;"
