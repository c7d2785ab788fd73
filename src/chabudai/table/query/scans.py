"""Scans: a whole table, page by page, each page read consistently."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import Item
from chabudai.table.effects import CallStore

if TYPE_CHECKING:
    from chabudai.table.schema.tables import Table


def scan_request(table: "type[Table]", start: Item | None) -> dict[str, Any]:
    """One page, from where the one before ended."""
    request: dict[str, Any] = {"TableName": table.name, "ConsistentRead": True}
    return request if start is None else {**request, "ExclusiveStartKey": start}


def scan_pages(call: CallStore, table: "type[Table]") -> Iterator[list[Item]]:
    start: Item | None = None
    while True:
        response = call("Scan", scan_request(table, start))
        yield response["Items"]
        start = response.get("LastEvaluatedKey")
        if start is None:
            return
