"""One change of one row, whatever operation makes it: the row, its index keys, and the stream's record."""

from typing import NamedTuple

from chabudai.engine import jsontext, streams
from chabudai.engine.schema import Columns, TableSchema
from chabudai.engine.session import Session
from chabudai.engine.values import Item


class Stored(NamedTuple):
    """A row, decoded. Its columns are known when it is about to be kept, not when it was found."""

    item: Item
    size: int
    columns: Columns | None = None


def find(session: Session, table: TableSchema, key: bytes) -> Stored | None:
    row = session.reader.get(table.id, key)
    return None if row is None else Stored(jsontext.loads(row[0]), row[1])


def overwrite(session: Session, table: TableSchema, key: bytes, new: Stored) -> None:
    """Keep the item, whatever stood there before. Only for tables without a stream."""
    columns = new.columns or table.columns_of(new.item, key)
    session.writer.put(table.layout, key, jsontext.dumps(new.item), new.size, columns)


def replace(session: Session, table: TableSchema, key: bytes, old: Stored | None, new: Stored) -> None:
    """Keep the item in place of the one that was found, or of none."""
    if old is None:
        overwrite(session, table, key, new)
    elif _differs(old.item, new.item, table.index_key_names):
        columns = new.columns or table.columns_of(new.item, key)
        was = table.columns_of(old.item, key)
        session.writer.update(table.layout, key, jsontext.dumps(new.item), new.size, columns, was)
    else:
        session.writer.update_item(table.id, key, jsontext.dumps(new.item), new.size)
    streams.append(session, table, old.item if old else None, new.item, by_service=False)


def remove(session: Session, table: TableSchema, key: bytes, old: Stored, by_service: bool = False) -> None:
    session.writer.delete(table.id, key)
    streams.append(session, table, old.item, None, by_service)


def _differs(old: Item, new: Item, names: frozenset[str]) -> bool:
    """Whether any of the attributes that columns are made from has changed."""
    for name in names:
        value, was = new.get(name), old.get(name)
        if value is not was and value != was:
            return True
    return False
