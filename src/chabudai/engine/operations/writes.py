"""One change of one item under a condition, whoever asks for it: PutItem, a batch, a transaction or a statement."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from chabudai.engine import changes
from chabudai.engine.capacity import ConsumedCapacity
from chabudai.engine.changes import StoredItem
from chabudai.engine.collections import collection_metrics
from chabudai.engine.errors import ConditionalCheckFailed, ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.paths import Path, pick
from chabudai.engine.expressions.updates import Update
from chabudai.engine.keys import check_index_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import Index, KeyPart, TableSchema
from chabudai.engine.values import AttributeValue, Item
from chabudai.items.sizes import MAX_ITEM, item_size, text_size, value_size


class Write(NamedTuple):
    table: TableSchema
    key: bytes
    keyed: Item
    """The item, or at least its key attributes."""
    condition: Condition | None
    returns_failed_item: bool
    transform: Callable[[StoredItem | None], StoredItem | None]
    """The row afterwards, from the row before; None when there is none."""


class WriteOutcome(NamedTuple):
    old: StoredItem | None
    new: StoredItem | None


class ReturnOptions(NamedTuple):
    """What the caller wants to be told of a write."""

    values: str = "NONE"
    paths: tuple[Path, ...] = ()
    capacity: str | None = None
    collection_metrics: bool = False

    @staticmethod
    def from_request(request: Mapping[str, Any], paths: tuple[Path, ...] = ()) -> "ReturnOptions":
        if request.keys().isdisjoint(_RETURNING):
            return NOTHING._replace(paths=paths) if paths else NOTHING
        capacity = request.get("ReturnConsumedCapacity")
        return ReturnOptions(
            request.get("ReturnValues", "NONE"),
            paths,
            None if capacity == "NONE" else capacity,
            request.get("ReturnItemCollectionMetrics") == "SIZE",
        )

    @property
    def nothing(self) -> bool:
        return self is NOTHING or (self.values == "NONE" and self.capacity is None and not self.collection_metrics)


_RETURNING = ("ReturnValues", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics")
NOTHING = ReturnOptions()


def put_transform(stored: StoredItem) -> Callable[[StoredItem | None], StoredItem]:
    return lambda _: stored


def update_transform(update: Update, key: Item, table: TableSchema) -> Callable[[StoredItem | None], StoredItem | None]:
    """An item that is not there yet begins with its key, unless there would be nothing to add to it."""
    heads = update.heads
    touched = (
        []
        if heads.isdisjoint(table.index_key_names)
        else [(index, part) for index, part in table.index_key_parts if part.name in heads]
    )

    def update_row(old: StoredItem | None) -> StoredItem | None:
        item = update.apply(old.item if old else key)
        if old is None and update.only_removes:
            return None
        for index, part in touched:
            _check_new_index_key(item.get(part.name), index, part)
        size = item_size(item) if old is None else old.size + _growth(old.item, item, heads)
        if size > MAX_ITEM:
            raise ValidationFailed("Item size to update has exceeded the maximum allowed size")
        return StoredItem(item, size)

    return update_row


def _growth(old: Item, new: Item, names: frozenset[str]) -> int:
    """How much larger the attributes of these names have become."""
    growth = 0
    for name in names:
        was, value = old.get(name), new.get(name)
        if was is None or value is None:
            growth += text_size(name) * ((value is not None) - (was is not None))
        growth += (0 if value is None else value_size(value)) - (0 if was is None else value_size(was))
    return growth


def _check_new_index_key(value: AttributeValue | None, index: Index, part: KeyPart) -> None:
    """A type that could be seen in the request was refused before; this one only shows in the computed value."""
    if value is not None and part.type not in value:
        raise ValidationFailed("The update expression attempted to update the secondary index key to unsupported type")
    check_index_key(value, index, part)


def delete_transform(_: StoredItem | None) -> None:
    return None


def apply(write: Write, context: OperationContext) -> WriteOutcome:
    """Read, check the condition, change the row."""
    old = changes.find(context, write.table, write.key)
    check(write, old)
    new = write.transform(old)
    if new is not None:
        changes.replace(context, write.table, write.key, old, new)
    elif old is not None:
        changes.remove(context, write.table, write.key, old)
    return WriteOutcome(old, new)


def apply_unconditionally(write: Write, context: OperationContext) -> None:
    """Put or delete whatever stands there: for writes without a condition, to a table without a stream."""
    new = write.transform(None)
    if new is not None:
        changes.overwrite(context, write.table, write.key, new)
    else:
        context.writer.delete(write.table.id, write.key)


def check(write: Write, old: StoredItem | None) -> None:
    """Refuse a write whose condition does not hold, showing the item that stands there when that is wanted."""
    item = old.item if old else None
    if write.condition is not None and not write.condition.holds(item):
        raise ConditionalCheckFailed(**({"Item": item} if write.returns_failed_item and item is not None else {}))


def respond(write: Write, outcome: WriteOutcome, returns: ReturnOptions, context: OperationContext) -> dict[str, Any]:
    response: dict[str, Any] = {}
    attributes = _attributes(outcome, returns)
    if attributes:
        response["Attributes"] = attributes
    if returns.capacity is not None:
        tally = ConsumedCapacity(write.table)
        add_to(tally, outcome)
        response["ConsumedCapacity"] = tally.report(returns.capacity)
    if returns.collection_metrics:
        metrics = collection_metrics(context, write.table, write.keyed)
        if metrics is not None:
            response["ItemCollectionMetrics"] = metrics
    return response


def add_to(tally: ConsumedCapacity, outcome: WriteOutcome, factor: int = 1) -> None:
    old, new = outcome.old, outcome.new
    tally.add_write(
        old.item if old else None, old.size if old else 0, new.item if new else None, new.size if new else 0, factor
    )


def _attributes(outcome: WriteOutcome, returns: ReturnOptions) -> Item | None:
    old = outcome.old.item if outcome.old else None
    new = outcome.new.item if outcome.new else None
    match returns.values:
        case "ALL_OLD":
            return old
        case "ALL_NEW":
            return new
        case "UPDATED_OLD" if old is not None:
            return pick(old, returns.paths)
        case "UPDATED_NEW" if new is not None:
            return pick(new, returns.paths)
        case _:
            return None
