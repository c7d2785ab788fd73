"""GetItem: one item by its key, whole or in part."""

from typing import NamedTuple

from chabudai.engine.capacity import ConsumedCapacity, read_units
from chabudai.engine.catalog import Catalog
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.expressions.projections import Projection
from chabudai.engine.keys import check_nested, encode_key, encode_plain_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.parameters import (
    ATTRIBUTES_TO_GET,
    key_from,
    only_projection_from,
)
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CAPACITY, ITEM, NAMES, TABLE_NAME, Boolean, Text, present, structure
from chabudai.items import jsontext

SHAPE = structure(
    "GetItemInput",
    ReturnConsumedCapacity=CAPACITY,
    AttributesToGet=ATTRIBUTES_TO_GET,
    TableName=TABLE_NAME,
    Key=present(ITEM),
    ConsistentRead=Boolean(),
    ProjectionExpression=Text(),
    ExpressionAttributeNames=NAMES,
)


class GetItem(NamedTuple):
    table: TableSchema
    key: bytes
    projection: Projection | None
    consistent: bool
    capacity: str | None


def parse(request: Request, catalog: Catalog) -> GetItem:
    check_parameters(request, ("ProjectionExpression",), ("AttributesToGet",))
    key = key_from(request)
    projection = only_projection_from(request)
    table = catalog.table(request["TableName"])
    encoded = encode_key(key, table)
    check_nested(projection, table)
    return GetItem(
        table, encoded, projection, request.get("ConsistentRead", False), request.get("ReturnConsumedCapacity")
    )


def shortcut(request: Request, catalog: Catalog) -> GetItem | None:
    """A get by a key of strings, nothing else asked: by far the most common request there is."""
    if len(request) != 2:
        return None
    name = request.get("TableName")
    table = catalog.tables.get(name) if type(name) is str else None
    key = None if table is None else encode_plain_key(request.get("Key"), table)
    return None if table is None or key is None else GetItem(table, key, None, False, None)


def run(get: GetItem, context: OperationContext) -> Response:
    row = context.reader.get(get.table.id, get.key)
    response: Response = {}
    if row is not None:
        encoded = row[0]
        if get.projection is None:
            response["Item"] = context.present((encoded,))[0]
        else:
            response["Item"] = get.projection.project(jsontext.loads(encoded))
    if get.capacity is not None:
        tally = ConsumedCapacity(get.table)
        tally.add(read_units(row[1] if row else 0, get.consistent))
        report = tally.report(get.capacity)
        if report is not None:
            response["ConsumedCapacity"] = report
    return response


OPERATION = Operation(SHAPE, parse, run, shortcut=shortcut, quick=True)
