"""One change of one row, whatever operation makes it: the row, its index keys, and the stream's record."""

from typing import NamedTuple

from chabudai.engine import streams
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import Columns, TableSchema
from chabudai.engine.values import Item
from chabudai.items import jsontext


class StoredItem(NamedTuple):
    """A row, decoded. Its columns are known when it is about to be kept, not when it was found."""

    item: Item
    size: int
    columns: Columns | None = None


def find(context: OperationContext, table: TableSchema, key: bytes) -> StoredItem | None:
    row = context.reader.get(table.id, key)
    return None if row is None else StoredItem(jsontext.loads(row[0]), row[1])


def overwrite(context: OperationContext, table: TableSchema, key: bytes, new: StoredItem) -> None:
    """Keep the item, whatever stood there before. Only for tables without a stream."""
    columns = new.columns or table.columns_of(new.item, key)
    context.writer.put(table.layout, key, jsontext.dumps(new.item), new.size, columns)


def replace(context: OperationContext, table: TableSchema, key: bytes, old: StoredItem | None, new: StoredItem) -> None:
    """Keep the item in place of the one that was found, or of none."""
    if old is None:
        overwrite(context, table, key, new)
    elif _differs(old.item, new.item, table.index_key_names):
        columns = new.columns or table.columns_of(new.item, key)
        was = table.columns_of(old.item, key)
        context.writer.update(table.layout, key, jsontext.dumps(new.item), new.size, columns, was)
    else:
        context.writer.update_item(table.id, key, jsontext.dumps(new.item), new.size)
    streams.append(context, table, old.item if old else None, new.item, by_service=False)


def remove(
    context: OperationContext, table: TableSchema, key: bytes, old: StoredItem, by_service: bool = False
) -> None:
    context.writer.delete(table.id, key)
    streams.append(context, table, old.item, None, by_service)


def _differs(old: Item, new: Item, names: frozenset[str]) -> bool:
    """Whether any of the attributes that columns are made from has changed."""
    for name in names:
        value, was = new.get(name), old.get(name)
        if value is not was and value != was:
            return True
    return False
