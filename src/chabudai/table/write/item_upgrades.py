"""Item upgrades: before a write, an item of an older schema version is upgraded and one that has expired is deleted."""

from typing import Any

from chabudai.store.errors import ConditionFailed
from chabudai.table.attributes import Item
from chabudai.table.query.batches import CallStore
from chabudai.table.query.expressions import Placeholders
from chabudai.table.write.prepared_write import PreparedWrite


def upgrade_or_delete(call: CallStore, prepared: PreparedWrite, item: Item) -> None:
    """Unless it has changed meanwhile: then whoever changed it upgraded it, or the next try does."""
    layout = prepared.layout
    placeholders = Placeholders()
    same = [f"{placeholders.name(name)} = {placeholders.value(value)}" for name, value in item.items()]
    request: dict[str, Any] = {"TableName": layout.table.name, "ConditionExpression": " AND ".join(same)}
    if prepared.has_expired(item):
        operation, request["Key"] = "DeleteItem", prepared.key
    else:
        operation, request["Item"] = "PutItem", layout.to_item(layout.values(layout.from_item(item)))
    try:
        call(operation, placeholders.into(request))
    except ConditionFailed:
        return
