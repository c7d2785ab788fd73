"""`check`: whether every row's key, size and index entries are those that its item calls for."""

from collections.abc import Iterator

import apsw

from chabudai.engine import jsontext
from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import DynamoDBError
from chabudai.engine.schema import TableSchema
from chabudai.engine.storage.sqlite import Reader, Storage
from chabudai.engine.values import admit_item

MOST_FAULTS = 100


def inspect(storage: Storage, catalog: Catalog) -> list[str]:
    """The first hundred faults, a sentence each."""
    with storage.reading():
        reader = storage.reader()
        try:
            with reader.snapshot():
                return [fault for fault, _ in zip(_faults(reader, catalog), range(MOST_FAULTS), strict=False)]
        except apsw.Error as error:
            return [f"The file can't be read to its end: {error}."]


def _faults(reader: Reader, catalog: Catalog) -> Iterator[str]:
    for (line,) in reader.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite finds: {line}"
    for table in catalog.tables.values():
        yield from _table_faults(reader, table)


def _table_faults(reader: Reader, table: TableSchema) -> Iterator[str]:
    names = ["expires", *[f"x{index.column}" for index in table.indexes]]
    labels = ["expiry", *[f"index {index.name}" for index in table.indexes]]
    filling = {at for at, index in enumerate(table.indexes, 1) if index.status == "CREATING"}
    if table.backfilled_to is not None:
        filling.add(0)
    for row, key, encoded, size, *columns in reader.execute(
        f"SELECT id, key, item, size, {', '.join(names)} FROM t{table.id}"
    ):
        where = f"Table {table.name}, row {row}"
        try:
            item, true_size = admit_item(jsontext.loads(encoded))
        except (jsontext.DecodeError, DynamoDBError, AttributeError, TypeError) as error:
            yield f"{where}: the item can't be read ({error})."
            continue
        if table.keys.encode(item) != key:
            yield f"{where}: the key is not that of its item."
        if true_size != size:
            yield f"{where}: the size is {size}, but the item's is {true_size}."
        for at, true_value in enumerate(table.columns_of(item, key)):
            if at not in filling and columns[at] != true_value:
                yield f"{where}: the entry in {labels[at]} is not that of its item."
