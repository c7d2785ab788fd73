"""One change of one item under a condition, whoever asks for it: PutItem, a batch, a transaction or a statement."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from chabudai.engine import changes
from chabudai.engine.capacity import Tally
from chabudai.engine.changes import Stored
from chabudai.engine.collections import collection_metrics
from chabudai.engine.errors import ConditionFailed, ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.paths import Path, pick
from chabudai.engine.expressions.updates import Update
from chabudai.engine.keys import check_index_key
from chabudai.engine.schema import Index, KeyPart, TableSchema
from chabudai.engine.session import Session
from chabudai.engine.sizes import MAX_ITEM, item_size, text_size, value_size
from chabudai.engine.values import AttributeValue, Item


class Write(NamedTuple):
    table: TableSchema
    key: bytes
    keyed: Item
    """The item, or at least its key attributes."""
    condition: Condition | None
    tells_failed_item: bool
    becomes: Callable[[Stored | None], Stored | None]
    """The row afterwards, from the row before; None when there is none."""


class Outcome(NamedTuple):
    old: Stored | None
    new: Stored | None


class Returns(NamedTuple):
    """What the caller wants to be told of a write."""

    values: str = "NONE"
    paths: tuple[Path, ...] = ()
    capacity: str | None = None
    collection_metrics: bool = False

    @staticmethod
    def from_request(request: Mapping[str, Any], paths: tuple[Path, ...] = ()) -> "Returns":
        if request.keys().isdisjoint(_RETURNING):
            return NOTHING._replace(paths=paths) if paths else NOTHING
        capacity = request.get("ReturnConsumedCapacity")
        return Returns(
            request.get("ReturnValues", "NONE"),
            paths,
            None if capacity == "NONE" else capacity,
            request.get("ReturnItemCollectionMetrics") == "SIZE",
        )

    @property
    def nothing(self) -> bool:
        return self is NOTHING or (self.values == "NONE" and self.capacity is None and not self.collection_metrics)


_RETURNING = ("ReturnValues", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics")
NOTHING = Returns()


def putting(stored: Stored) -> Callable[[Stored | None], Stored]:
    return lambda _: stored


def updating(update: Update, key: Item, table: TableSchema) -> Callable[[Stored | None], Stored | None]:
    """An item that is not there yet begins with its key, unless there would be nothing to add to it."""
    heads = update.heads
    touched = (
        []
        if heads.isdisjoint(table.index_key_names)
        else [(index, part) for index, part in table.index_key_parts if part.name in heads]
    )

    def updated(old: Stored | None) -> Stored | None:
        item = update.apply(old.item if old else key)
        if old is None and update.only_removes:
            return None
        for index, part in touched:
            _check_new_index_key(item.get(part.name), index, part)
        size = item_size(item) if old is None else old.size + _growth(old.item, item, heads)
        if size > MAX_ITEM:
            raise ValidationFailed("Item size to update has exceeded the maximum allowed size")
        return Stored(item, size)

    return updated


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


def deleting(_: Stored | None) -> None:
    return None


def apply(write: Write, session: Session) -> Outcome:
    """Read, check the condition, change the row."""
    old = changes.find(session, write.table, write.key)
    check(write, old)
    new = write.becomes(old)
    if new is not None:
        changes.replace(session, write.table, write.key, old, new)
    elif old is not None:
        changes.remove(session, write.table, write.key, old)
    return Outcome(old, new)


def apply_blindly(write: Write, session: Session) -> None:
    """Put or delete whatever stands there: for writes without a condition, to a table without a stream."""
    new = write.becomes(None)
    if new is not None:
        changes.overwrite(session, write.table, write.key, new)
    else:
        session.writer.delete(write.table.id, write.key)


def check(write: Write, old: Stored | None) -> None:
    """Refuse a write whose condition does not hold, showing the item that stands there when that is wanted."""
    item = old.item if old else None
    if write.condition is not None and not write.condition.holds(item):
        raise ConditionFailed(**({"Item": item} if write.tells_failed_item and item is not None else {}))


def respond(write: Write, outcome: Outcome, returns: Returns, session: Session) -> dict[str, Any]:
    response: dict[str, Any] = {}
    attributes = _attributes(outcome, returns)
    if attributes:
        response["Attributes"] = attributes
    if returns.capacity is not None:
        tally = Tally(write.table)
        add_to(tally, outcome)
        response["ConsumedCapacity"] = tally.report(returns.capacity)
    if returns.collection_metrics:
        metrics = collection_metrics(session, write.table, write.keyed)
        if metrics is not None:
            response["ItemCollectionMetrics"] = metrics
    return response


def add_to(tally: Tally, outcome: Outcome, factor: int = 1) -> None:
    old, new = outcome.old, outcome.new
    tally.add_write(
        old.item if old else None, old.size if old else 0, new.item if new else None, new.size if new else 0, factor
    )


def _attributes(outcome: Outcome, returns: Returns) -> Item | None:
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
