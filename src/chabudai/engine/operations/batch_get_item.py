"""BatchGetItem: up to a hundred items of any tables by their keys."""

import re
from dataclasses import dataclass
from typing import Any, cast

from chabudai.engine.capacity import ConsumedCapacity, read_units, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.expressions.projections import Projection
from chabudai.engine.keys import check_nested, encode_key, encode_plain_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.parameters import (
    ATTRIBUTES_TO_GET,
    only_projection_from,
)
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import (
    CAPACITY,
    NAMES,
    PACKAGE,
    TABLE_KEY,
    AttributeValueShape,
    Boolean,
    ListOf,
    MapOf,
    Text,
    present,
    structure,
)
from chabudai.engine.values import Item, normalize_item
from chabudai.items import jsontext

MAX_KEYS = 100
_PLAIN = frozenset({"Keys", "ConsistentRead"})
_PROJECTED = _PLAIN | {"ProjectionExpression", "ExpressionAttributeNames"}
_PLAIN_NAME = re.compile(r"#[A-Za-z0-9_]{1,50}")
_LONGEST_NAME = 200
MAX_ANSWER = 16 * 1024 * 1024
SHAPE = structure(
    "BatchGetItemInput",
    ReturnConsumedCapacity=CAPACITY,
    RequestItems=present(
        MapOf(
            structure(
                "KeysAndAttributes",
                is_field=False,
                Keys=present(
                    ListOf(
                        MapOf(AttributeValueShape(), PACKAGE + "AttributeValue", is_inner=True),
                        min_length=1,
                        max_length=MAX_KEYS,
                    )
                ),
                AttributesToGet=ATTRIBUTES_TO_GET,
                ConsistentRead=Boolean(),
                ProjectionExpression=Text(),
                ExpressionAttributeNames=NAMES,
            ),
            PACKAGE + "KeysAndAttributes",
            min_length=1,
            key=TABLE_KEY,
        )
    ),
)


@dataclass(frozen=True, slots=True)
class TableGets:
    """The keys asked of one table; `asked` is what stands in the request, for what stays unprocessed."""

    name: str
    table: TableSchema
    keys: tuple[bytes, ...]
    projection: Projection | None
    consistent: bool
    asked: dict[str, Any]


@dataclass(frozen=True, slots=True)
class BatchGetItem:
    tables: tuple[TableGets, ...]
    capacity: str | None


def parse(request: Request, catalog: Catalog) -> BatchGetItem:
    normalized = _normalize(request["RequestItems"])
    tables = []
    for name, (asked, keys, projection) in normalized.items():
        table = catalog.table(name)
        encoded = tuple(encode_key(key, table) for key in keys)
        check_nested(projection, table)
        tables.append(TableGets(name, table, encoded, projection, asked.get("ConsistentRead", False), asked))
    return BatchGetItem(tuple(tables), request.get("ReturnConsumedCapacity"))


def shortcut(request: Request, catalog: Catalog) -> BatchGetItem | None:
    """Different keys of strings, of one table, whole items or some attributes: most batches are so."""
    asked_of = request.get("RequestItems")
    if len(request) != 1 or type(asked_of) is not dict or len(asked_of) != 1:
        return None
    name, asked = next(iter(asked_of.items()))
    table = catalog.tables.get(name)
    if table is None or type(asked) is not dict or not asked.keys() <= _PROJECTED:
        return None
    keys, consistent = asked.get("Keys"), asked.get("ConsistentRead", False)
    if type(keys) is not list or not 0 < len(keys) <= MAX_KEYS or type(consistent) is not bool:
        return None
    encoded = tuple([encode_plain_key(key, table) for key in keys])
    if None in encoded or len(set(encoded)) < len(encoded):
        return None
    projection = None
    if not asked.keys() <= _PLAIN:
        projection = _plain_projection(asked)
        if projection is None:
            return None
    return BatchGetItem(
        (TableGets(name, table, cast(tuple[bytes, ...], encoded), projection, consistent, asked),), None
    )


def _plain_projection(asked: dict[str, Any]) -> Projection | None:
    """Attributes as a whole, named as programs do; None for anything else, and for what is refused."""
    names = asked.get("ExpressionAttributeNames")
    if type(names) is not dict or type(asked.get("ProjectionExpression")) is not str:
        return None
    for placeholder, name in names.items():
        if not _PLAIN_NAME.fullmatch(placeholder) or type(name) is not str or not 0 < len(name) <= _LONGEST_NAME:
            return None
    try:
        projection = only_projection_from(asked)
    except ValidationFailed:
        return None
    return None if projection is None or projection.nested else projection


def run(batch: BatchGetItem, context: OperationContext) -> Response:
    responses: dict[str, list[Any]] = {}
    unprocessed: dict[str, Any] = {}
    tallies = []
    room = MAX_ANSWER
    with context.reader.snapshot():
        for gets in batch.tables:
            found, read_bytes, tally, done = _read(gets, context, room)
            room -= read_bytes
            tallies.append(tally)
            responses[gets.name] = found
            if done < len(gets.keys):
                unprocessed[gets.name] = gets.asked | {"Keys": gets.asked["Keys"][done:]}
    response: Response = {"Responses": responses, "UnprocessedKeys": unprocessed}
    capacity = reports(tallies, batch.capacity)
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    return response


def _normalize(asked_of: dict[str, Any]) -> dict[str, tuple[dict[str, Any], list[Item], Projection | None]]:
    normalized = {}
    count = 0
    for name, asked in asked_of.items():
        check_parameters(asked, ("ProjectionExpression",), ("AttributesToGet",))
        projection = only_projection_from(asked)
        keys: list[Item] = []
        seen = set()
        for raw in asked["Keys"]:
            key, _ = normalize_item(raw)
            keys.append(key)
            seen.add(jsontext.dumps_sorted(key))
            if len(seen) != len(keys):
                raise ValidationFailed("Provided list of item keys contains duplicates")
            count += 1
            if count > MAX_KEYS:
                raise ValidationFailed("Too many items requested for the BatchGetItem call")
        normalized[name] = (asked, keys, projection)
    return normalized


def _read(gets: TableGets, context: OperationContext, room: int) -> tuple[list[Any], int, ConsumedCapacity, int]:
    """The items found, the bytes read, what it cost, and how many keys were looked up before the room ran out."""
    tally = ConsumedCapacity(gets.table)
    encoded: list[bytes] = []
    read_bytes = done = 0
    for key in gets.keys:
        row = context.reader.get(gets.table.id, key)
        size = row[1] if row is not None else 0
        if read_bytes + size > room:
            break
        read_bytes += size
        done += 1
        tally.add(read_units(size, gets.consistent))
        if row is not None:
            encoded.append(row[0])
    projection = gets.projection
    if projection is None:
        return context.present(encoded), read_bytes, tally, done
    return [projection.project(item) for item in jsontext.loads_all(encoded)], read_bytes, tally, done


OPERATION = Operation(SHAPE, parse, run, shortcut=shortcut, quick=True)
