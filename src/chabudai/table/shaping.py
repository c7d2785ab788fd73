"""Bringing a stored item of an older shape up to date in its place, before it is changed."""

from collections.abc import Callable, Mapping
from typing import Any

from chabudai.store.errors import ConditionFailed
from chabudai.table.attributes import Item
from chabudai.table.expressions import Placeholders
from chabudai.table.writes import Work


def bring_up_to_date(call: Callable[[str, Mapping[str, Any]], dict[str, Any]], work: Work, item: Item) -> None:
    """Unless it has changed meanwhile: then whoever changed it brought it up to date, or the next try does."""
    layout = work.layout
    entity = layout.from_item(item)
    placeholders = Placeholders()
    same = [f"{placeholders.name(name)} = {placeholders.value(value)}" for name, value in item.items()]
    request = {
        "TableName": layout.table.name,
        "Item": layout.to_item(layout.values(entity)),
        "ConditionExpression": " AND ".join(same),
    }
    try:
        call("PutItem", placeholders.into(request))
    except ConditionFailed:
        return
