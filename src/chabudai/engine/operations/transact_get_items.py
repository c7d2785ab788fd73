"""TransactGetItems: up to a hundred items as of one moment."""

from dataclasses import dataclass
from typing import Any

from chabudai.engine.capacity import ConsumedCapacity, read_units, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.expressions.projections import Projection
from chabudai.engine.keys import check_nested, check_no_empty_key, encode_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.parameters import key_from, only_projection_from
from chabudai.engine.operations.transactions import MAX_ACTIONS, MAX_BYTES, cancellation_at, check_distinct
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CAPACITY, ITEM, NAMES, TABLE_NAME, ListOf, Text, present, structure
from chabudai.engine.values import Item
from chabudai.items import jsontext

SHAPE = structure(
    "TransactGetItemsInput",
    ReturnConsumedCapacity=CAPACITY,
    TransactItems=present(
        ListOf(
            structure(
                "TransactGetItem",
                is_field=False,
                Get=present(
                    structure(
                        "Get",
                        Key=present(ITEM),
                        TableName=TABLE_NAME,
                        ProjectionExpression=Text(),
                        ExpressionAttributeNames=NAMES,
                    )
                ),
            ),
            min_length=1,
            max_length=MAX_ACTIONS,
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Get:
    table: TableSchema
    key: bytes
    projection: Projection | None


@dataclass(frozen=True, slots=True)
class TransactGetItems:
    gets: tuple[Get, ...]
    capacity: str | None


def parse(request: Request, catalog: Catalog) -> TransactGetItems:
    asked = [element["Get"] for element in request["TransactItems"]]
    normalized = [_normalize(get) for get in asked]
    tables = [catalog.table(get["TableName"]) for get in asked]
    for (key, _), table in zip(normalized, tables, strict=True):
        check_no_empty_key(key, table)
    gets = []
    for position, ((key, projection), table) in enumerate(zip(normalized, tables, strict=True)):
        try:
            gets.append(Get(table, encode_key(key, table), projection))
            check_nested(projection, table)
        except ValidationFailed as error:
            raise cancellation_at(position, len(asked), error) from None
    check_distinct([(get.table, get.key) for get in gets])
    return TransactGetItems(tuple(gets), request.get("ReturnConsumedCapacity"))


def run(transaction: TransactGetItems, context: OperationContext) -> Response:
    tallies: dict[int, ConsumedCapacity] = {}
    responses: list[dict[str, Any]] = []
    total = 0
    with context.reader.snapshot():
        for get in transaction.gets:
            row = context.reader.get(get.table.id, get.key)
            size = row[1] if row is not None else 0
            total += size
            if total > MAX_BYTES:
                raise ValidationFailed("The aggregate size of the items in the transaction cannot exceed 4 MB")
            tallies.setdefault(get.table.id, ConsumedCapacity(get.table)).add(2 * read_units(size, consistent=True))
            responses.append({} if row is None else {"Item": _item(get, row[0], context)})
    response: Response = {"Responses": responses}
    capacity = reports(tallies.values(), transaction.capacity, "Read")
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    return response


def _normalize(get: dict[str, Any]) -> tuple[Item, Projection | None]:
    check_parameters(get, ("ProjectionExpression",), ())
    return key_from(get), only_projection_from(get)


def _item(get: Get, encoded: bytes, context: OperationContext) -> Any:
    if get.projection is None:
        return context.present((encoded,))[0]
    return get.projection.project(jsontext.loads(encoded))


OPERATION = Operation(SHAPE, parse, run, quick=True)
