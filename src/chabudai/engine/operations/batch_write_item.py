"""BatchWriteItem: up to 25 items put or deleted, each on its own."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from chabudai.engine.capacity import Tally, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import Stored
from chabudai.engine.collections import metrics_by_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.keys import NO_MATCH, key_of_key, row_of
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.writes import Write, add_to, apply, apply_blindly, deleting, putting
from chabudai.engine.schema import TableSchema
from chabudai.engine.session import Session
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
from chabudai.engine.sizes import MAX_ITEM
from chabudai.engine.values import SEVERAL_TYPES, Item, admit_item

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
            shortest=1,
            longest=MAX_WRITES,
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
    admitted = {name: [_admit(each) for each in writes] for name, writes in request["RequestItems"].items()}
    if sum(map(len, admitted.values())) > MAX_WRITES:
        raise ValidationFailed("Too many items requested for the BatchWriteItem call")
    writes = []
    for name, asked in admitted.items():
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


def run(batch: BatchWriteItem, session: Session) -> Response:
    tallies: dict[int, Tally] = {}
    counts = batch.capacity in ("TOTAL", "INDEXES")
    for _, write in batch.writes:
        if counts or write.table.stream is not None:
            add_to(tallies.setdefault(write.table.id, Tally(write.table)), apply(write, session))
        else:
            apply_blindly(write, session)
    response: Response = {"UnprocessedItems": {}}
    capacity = reports(tallies.values(), batch.capacity)
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    if batch.collection_metrics:
        metrics = metrics_by_table(session, [(name, write.table, write.keyed) for name, write in batch.writes])
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return response


def _admit(asked: dict[str, Any]) -> Put | Delete:
    if len(asked) != 1:
        raise ValidationFailed(SEVERAL_TYPES)
    if "DeleteRequest" in asked:
        return Delete(admit_item(asked["DeleteRequest"]["Key"])[0])
    item, size = admit_item(asked["PutRequest"]["Item"])
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    return Put(item, size)


def _write(asked: Put | Delete, table: TableSchema) -> Write:
    if isinstance(asked, Delete):
        return Write(table, key_of_key(asked.key, table), asked.key, None, False, deleting)
    if any(name not in asked.item or kind not in asked.item[name] for name, kind in table.keys):
        raise ValidationFailed(NO_MATCH)
    key, columns = row_of(asked.item, table)
    return Write(table, key, asked.item, None, False, putting(Stored(asked.item, asked.size, columns)))


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
