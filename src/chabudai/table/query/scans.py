"""Scans: a whole table, page by page; for one entity, perhaps in segments at the same time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import Item
from chabudai.table.effects import CallStore
from chabudai.table.query.expressions import Placeholders, condition_text, join_and
from chabudai.table.query.key_conditions import prefix_term
from chabudai.table.query.made_defaults import compared_made_defaults, or_missing
from chabudai.table.query.older_rows import with_other_versions
from chabudai.table.query.trash_filters import scan_trash_condition

if TYPE_CHECKING:
    from chabudai.table.plans import Scan
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.tables import Table

MAX_SEGMENTS = 100


def build_scan_request(plan: "Scan[Any]") -> dict[str, Any]:
    """Rows of others are read and paid for, but not sent where the beginnings of keys tell them apart."""
    layout, placeholders = plan.layout, Placeholders()
    request: dict[str, Any] = {"TableName": layout.table.name}
    asked = condition_text(plan.condition, layout, placeholders)
    if asked and not layout.is_view:
        asked = or_missing(asked, compared_made_defaults(plan.condition, layout), placeholders)
    asked = with_other_versions(asked, layout, placeholders)
    hiding = condition_text(scan_trash_condition(plan), layout, placeholders)
    text = join_and(asked, hiding, *_own_keys(layout, placeholders))
    if text:
        request["FilterExpression"] = text
    if layout.is_read_in_part:
        names = dict.fromkeys([*layout.table.primary.attributes, *layout.attributes])
        request["ProjectionExpression"] = ", ".join(map(placeholders.name, names))
    if plan.is_consistent:
        request["ConsistentRead"] = True
    return placeholders.into(request)


def segment_request(plan: "Scan[Any]", segment: int, start: Item | None) -> dict[str, Any]:
    """One page of one segment, from where the one before ended."""
    more: dict[str, Any] = {} if plan.segments == 1 else {"TotalSegments": plan.segments, "Segment": segment}
    if start is not None:
        more["ExclusiveStartKey"] = start
    return {**plan.request, **more}


def scan_pages(call: CallStore, table: "type[Table]") -> Iterator[list[Item]]:
    """Every item of a table, whatever it is; each page is read consistently."""
    request: dict[str, Any] = {"TableName": table.name, "ConsistentRead": True}
    while True:
        response = call("Scan", request)
        yield response["Items"]
        start = response.get("LastEvaluatedKey")
        if start is None:
            return
        request = {**request, "ExclusiveStartKey": start}


def _own_keys(layout: "Layout", placeholders: Placeholders) -> Iterator[str]:
    for key in layout.primary:
        beginning = "" if key.template is None else key.template.segments[0]
        if beginning and isinstance(beginning, str):
            yield prefix_term(key.name, beginning).text(placeholders)
