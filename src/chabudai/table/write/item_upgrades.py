"""Item upgrades: before a write, an item of an older schema version is upgraded and one that has expired is deleted."""

from typing import Any

from chabudai.store.errors import ConditionFailed, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.effects import Effects
from chabudai.table.query.expressions import Placeholders
from chabudai.table.write.prepared_write import PreparedWrite


def upgrade_or_delete(prepared: PreparedWrite, item: Item) -> Effects[None]:
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
        yield operation, placeholders.into(request)
    except (ConditionFailed, TransactionConflict):
        return
