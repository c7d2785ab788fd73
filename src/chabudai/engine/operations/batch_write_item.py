"""BatchWriteItem: up to 25 items put or deleted, each on its own."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from chabudai.engine.capacity import ConsumedCapacity, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import StoredItem
from chabudai.engine.collections import metrics_by_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.keys import NO_MATCH, encode_key, encode_row
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.writes import (
    Write,
    add_to,
    apply,
    apply_unconditionally,
    delete_transform,
    put_transform,
)
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import (
    CAPACITY,
    COLLECTION_METRICS,
    ITEM,
    PACKAGE,
    TABLE_KEY,
    ListOf,
    MapOf,
    present,
    structure,
)
from chabudai.engine.values import SEVERAL_TYPES, Item, normalize_item
from chabudai.items.sizes import MAX_ITEM

MAX_WRITES = 25
SHAPE = structure(
    "BatchWriteItemInput",
    ReturnConsumedCapacity=CAPACITY,
    ReturnItemCollectionMetrics=COLLECTION_METRICS,
    RequestItems=present(
        MapOf(
            ListOf(
                structure(
                    "WriteRequest",
                    is_field=False,
                    DeleteRequest=structure("DeleteRequest", Key=present(ITEM)),
                    PutRequest=structure("PutRequest", Item=present(ITEM)),
                ),
                is_inner=True,
            ),
            f"java.util.List<{PACKAGE}WriteRequest>",
            min_length=1,
            max_length=MAX_WRITES,
            key=TABLE_KEY,
            value_length=(1, MAX_WRITES),
        )
    ),
)


class Put(NamedTuple):
    item: Item
    size: int


class Delete(NamedTuple):
    key: Item


@dataclass(frozen=True, slots=True)
class BatchWriteItem:
    writes: tuple[tuple[str, Write], ...]
    capacity: str | None
    collection_metrics: bool


def parse(request: Request, catalog: Catalog) -> BatchWriteItem:
    normalized = {name: [_normalize(each) for each in writes] for name, writes in request["RequestItems"].items()}
    if sum(map(len, normalized.values())) > MAX_WRITES:
        raise ValidationFailed("Too many items requested for the BatchWriteItem call")
    writes = []
    for name, asked in normalized.items():
        table = catalog.table(name)
        made = [_write(each, table) for each in asked]
        if len({write.key for write in made}) != len(made):
            raise ValidationFailed("Provided list of item keys contains duplicates")
        writes += [(name, write) for write in made]
    return BatchWriteItem(
        tuple(writes),
        request.get("ReturnConsumedCapacity"),
        request.get("ReturnItemCollectionMetrics") == "SIZE",
    )


def run(batch: BatchWriteItem, context: OperationContext) -> Response:
    tallies: dict[int, ConsumedCapacity] = {}
    counts = batch.capacity in ("TOTAL", "INDEXES")
    for _, write in batch.writes:
        if counts or write.table.stream is not None:
            add_to(tallies.setdefault(write.table.id, ConsumedCapacity(write.table)), apply(write, context))
        else:
            apply_unconditionally(write, context)
    response: Response = {"UnprocessedItems": {}}
    capacity = reports(tallies.values(), batch.capacity)
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    if batch.collection_metrics:
        metrics = metrics_by_table(context, [(name, write.table, write.keyed) for name, write in batch.writes])
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return response


def _normalize(asked: dict[str, Any]) -> Put | Delete:
    if len(asked) != 1:
        raise ValidationFailed(SEVERAL_TYPES)
    if "DeleteRequest" in asked:
        return Delete(normalize_item(asked["DeleteRequest"]["Key"])[0])
    item, size = normalize_item(asked["PutRequest"]["Item"])
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    return Put(item, size)


def _write(asked: Put | Delete, table: TableSchema) -> Write:
    if isinstance(asked, Delete):
        return Write(table, encode_key(asked.key, table), asked.key, None, False, delete_transform)
    if any(name not in asked.item or kind not in asked.item[name] for name, kind in table.keys):
        raise ValidationFailed(NO_MATCH)
    key, columns = encode_row(asked.item, table)
    return Write(table, key, asked.item, None, False, put_transform(StoredItem(asked.item, asked.size, columns)))


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
