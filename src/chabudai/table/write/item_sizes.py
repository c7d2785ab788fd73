"""Item sizes: an item over DynamoDB's 400 KB is refused before it is sent, with what makes it so large."""

from typing import TYPE_CHECKING, Any

import orjson

from chabudai.items.sizes import MAX_ITEM, item_size, value_size
from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan
from chabudai.table.errors import ItemTooLarge

if TYPE_CHECKING:
    from chabudai.table.plans import Put


def check_item_size(item: Item, plan: "Put[Any]") -> None:
    # An item's JSON is never shorter than what DynamoDB counts, and is written in a fraction of the time of counting.
    try:
        if len(orjson.dumps(item)) <= MAX_ITEM:
            return
    except TypeError:  # half a surrogate pair, which the store refuses in its own words
        return
    size = item_size(item)
    if size <= MAX_ITEM:
        return
    name = max(item, key=lambda attribute: value_size(item[attribute]))
    raise ItemTooLarge(
        f"{describe_plan(plan)}: the item would have {size:,} bytes, {value_size(item[name]):,} of them in {name}, and "
        f"DynamoDB takes {MAX_ITEM:,} (400 KB): keep what is long in rows of its own, or in files"
    )
