"""Putting what stands in the way of a write in order: an older shape is brought up to date, what has expired goes."""

from typing import Any

from chabudai.store.errors import ConditionFailed
from chabudai.table.asking.batches import Call
from chabudai.table.asking.expressions import Placeholders
from chabudai.table.attributes import Item
from chabudai.table.writing.works import Work


def bring_up_to_date(call: Call, work: Work, item: Item) -> None:
    """Unless it has changed meanwhile: then whoever changed it put it in order, or the next try does."""
    layout = work.layout
    placeholders = Placeholders()
    same = [f"{placeholders.name(name)} = {placeholders.value(value)}" for name, value in item.items()]
    request: dict[str, Any] = {"TableName": layout.table.name, "ConditionExpression": " AND ".join(same)}
    if work.has_expired(item):
        operation, request["Key"] = "DeleteItem", work.key
    else:
        operation, request["Item"] = "PutItem", layout.to_item(layout.values(layout.from_item(item)))
    try:
        call(operation, placeholders.into(request))
    except ConditionFailed:
        return
