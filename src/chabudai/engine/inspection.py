"""`check`: whether every row's key, size and index entries are those that its item calls for."""

from collections.abc import Iterator
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import DynamoDBError
from chabudai.engine.schema import TableSchema
from chabudai.engine.storage.sqlite import Fault, Storage, StorageReader
from chabudai.engine.values import normalize_item
from chabudai.items import jsontext

MOST_FAULTS = 100


def inspect(storage: Storage, catalog: Catalog) -> list[str]:
    """The first hundred faults, a sentence each."""
    with storage.read_lock:
        reader = storage.reader()
        try:
            with reader.snapshot():
                # The tables as of this moment: another process may have changed one since the catalog was read.
                current = Catalog.load(reader, catalog.identity)
                return [fault for fault, _ in zip(_faults(reader, current), range(MOST_FAULTS), strict=False)]
        except (Fault, UnicodeDecodeError) as error:
            return [f"The file can't be read to its end: {error}."]


def _faults(reader: StorageReader, catalog: Catalog) -> Iterator[str]:
    for (line,) in reader.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite finds: {line}"
    present = {name for (name,) in reader.execute("SELECT name FROM sqlite_schema")}
    for table in catalog.tables.values():
        if f"t{table.id}" not in present:
            yield f"Table {table.name}: its rows are missing."
            continue
        for name in (f"t{table.id}_{column}" for column in ("key", *_columns(table))):
            if name not in present:
                yield f"Table {table.name}: the database index {name} is missing."
        yield from _table_faults(reader, table)


def _table_faults(reader: StorageReader, table: TableSchema) -> Iterator[str]:
    filling = {at for at, index in enumerate(table.indexes, 1) if index.status == "CREATING"}
    if table.backfilled_to is not None:
        filling.add(0)
    for row, *stored in reader.execute(f"SELECT id, key, item, size, {', '.join(_columns(table))} FROM t{table.id}"):
        for fault in _row_faults(table, filling, *stored):
            yield f"Table {table.name}, row {row}: {fault}"


def _row_faults(
    table: TableSchema, filling: set[int], key: Any, encoded: Any, size: Any, *columns: Any
) -> Iterator[str]:
    """Whatever stands in the row, of whatever type; columns that are just being filled are left alone."""
    try:
        item = jsontext.loads(encoded)
        normalized, true_size = normalize_item(item)
    except (jsontext.DecodeError, DynamoDBError, AttributeError, TypeError) as error:
        yield f"the item can't be read ({error})."
        return
    if normalized != item:
        yield "the item is not in canonical form."
    true_key = table.keys.encode(normalized)
    if true_key is None or true_key != key:
        yield "the key is not that of its item."
        return
    if true_size != size:
        yield f"the size is {size}, but the item's is {true_size}."
    labels = ("expiry", *[f"index {index.name}" for index in table.indexes])
    for at, true_value in enumerate(table.columns_of(normalized, true_key)):
        if at not in filling and columns[at] != true_value:
            yield f"the entry in {labels[at]} is not that of its item."


def _columns(table: TableSchema) -> list[str]:
    return ["expires", *[f"x{index.column}" for index in table.indexes]]
