"""One change of one row, whatever operation makes it: the row, its index keys, and the stream's record."""

from typing import NamedTuple

from chabudai.engine import jsontext, streams
from chabudai.engine.schema import TableSchema
from chabudai.engine.session import Session
from chabudai.engine.storage.rows import Layout
from chabudai.engine.values import Item


class Stored(NamedTuple):
    """A row as it was found, decoded."""

    item: Item
    size: int


def find(session: Session, table: TableSchema, key: bytes) -> Stored | None:
    row = session.reader.get(table.id, key)
    return None if row is None else Stored(jsontext.loads(row[0]), row[1])


def overwrite(session: Session, table: TableSchema, key: bytes, item: Item, size: int) -> None:
    """Keep the item, whatever stood there before. Only for tables without a stream."""
    session.writer.put(layout(table), key, jsontext.dumps(item), size, table.columns_of(item, key))


def replace(session: Session, table: TableSchema, key: bytes, old: Stored | None, item: Item, size: int) -> None:
    """Keep the item in place of the one that was found, or of none."""
    columns = table.columns_of(item, key)
    encoded = jsontext.dumps(item)
    if old is None:
        session.writer.put(layout(table), key, encoded, size, columns)
    else:
        session.writer.update(layout(table), key, encoded, size, columns, table.columns_of(old.item, key))
    streams.append(session, table, old.item if old else None, item, by_service=False)


def remove(session: Session, table: TableSchema, key: bytes, old: Stored, by_service: bool = False) -> None:
    session.writer.delete(table.id, key)
    streams.append(session, table, old.item, None, by_service)


def layout(table: TableSchema) -> Layout:
    return Layout(table.id, tuple(index.column for index in table.indexes))
