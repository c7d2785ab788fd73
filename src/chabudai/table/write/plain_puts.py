"""Plain puts: nothing of what stands there is looked at, but whether a newer program stored it.

By far the most puts are, so that nothing is made for them but the item and the request.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from chabudai.table.plans import Insert, Put
from chabudai.table.query.conditions import ALWAYS
from chabudai.table.write.item_sizes import check_item_size
from chabudai.table.write.preparation import PreparedPut, entity_to_put
from chabudai.table.write.prepared_write import single_request

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout


def is_plain_put(plan: Put[Any], layout: "Layout") -> bool:
    if plan.must_exist or plan.condition is not ALWAYS or isinstance(plan, Insert):
        return False
    return not (layout.guards or layout.version is not None or layout.frozen_fields or layout.frozen_in_keys)


def build_plain_put(plan: Put[Any], layout: "Layout", now: datetime) -> tuple[Any, dict[str, Any]]:
    """The entity as it is once it is written, and the request, of which only the item is new each time."""
    entity = entity_to_put(plan, layout, now)
    item = layout.to_item(vars(entity))
    check_item_size(item, plan)
    template = layout.request_templates.get("put")
    if template is None:
        action, _ = PreparedPut(plan, now).build(None)
        template = layout.request_templates["put"] = single_request(action)
    return entity, {**template, "Item": item}
