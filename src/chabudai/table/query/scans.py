"""Scans: a whole table, page by page, each page read consistently."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import Item
from chabudai.table.query.batches import CallStore

if TYPE_CHECKING:
    from chabudai.table.schema.tables import Table


def scan_pages(call: CallStore, table: "type[Table]") -> Iterator[list[Item]]:
    request: dict[str, Any] = {"TableName": table.name, "ConsistentRead": True}
    while True:
        response = call("Scan", request)
        yield response["Items"]
        if "LastEvaluatedKey" not in response:
            return
        request["ExclusiveStartKey"] = response["LastEvaluatedKey"]
