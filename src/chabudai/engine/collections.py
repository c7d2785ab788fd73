"""Item collections: what shares a partition key in a table with local indexes, and how large it has grown."""

from collections.abc import Iterable
from typing import Any

from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import TableSchema
from chabudai.engine.storage.ordering import prefix_end
from chabudai.engine.values import Item

_GIGABYTE = 1 << 30


def collection_metrics(context: OperationContext, table: TableSchema, item: Item) -> dict[str, Any] | None:
    """ItemCollectionMetrics of an item's partition; None for a table without local indexes."""
    if not table.local_indexes:
        return None
    partition = table.keys.partition(item)
    size = context.reader.one(
        f"SELECT sum(size) FROM t{table.id} WHERE key >= ? AND key < ?", (partition, prefix_end(partition))
    )
    # A local index holds a copy of what it projects: at most all of it.
    lower = (size or 0) * (1 + len(table.local_indexes)) // _GIGABYTE
    name = table.keys.hash[0].name
    return {"ItemCollectionKey": {name: item[name]}, "SizeEstimateRangeGB": [float(lower), float(lower + 1)]}


def metrics_by_table(
    context: OperationContext, written: Iterable[tuple[str, TableSchema, Item]]
) -> dict[str, list[dict[str, Any]]]:
    """One figure for each item collection that was written to, under the name by which its table was called."""
    metrics: dict[str, list[dict[str, Any]]] = {}
    seen = set()
    for name, table, item in written:
        partition = (table.id, table.keys.partition(item))
        if partition not in seen:
            seen.add(partition)
            measured = collection_metrics(context, table, item)
            if measured is not None:
                metrics.setdefault(name, []).append(measured)
    return metrics
