"""PutItem: keep one item whole, if its condition holds."""

from typing import NamedTuple

from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import StoredItem
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.keys import check_nested, encode_row
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    EXPECTED,
    RETURN_VALUES,
    only_condition_from,
    returns_failed_item,
)
from chabudai.engine.operations.writes import ReturnOptions, Write, apply, apply_unconditionally, put_transform, respond
from chabudai.engine.shapes import (
    CAPACITY,
    COLLECTION_METRICS,
    ITEM,
    NAMES,
    OPERATOR,
    RETURN_ON_FAILURE,
    TABLE_NAME,
    VALUES,
    Text,
    present,
    structure,
)
from chabudai.engine.values import normalize_item
from chabudai.items.sizes import MAX_ITEM

SHAPE = structure(
    "PutItemInput",
    ReturnConsumedCapacity=CAPACITY,
    TableName=TABLE_NAME,
    Item=present(ITEM),
    ConditionalOperator=OPERATOR,
    Expected=EXPECTED,
    ReturnValues=RETURN_VALUES,
    ReturnItemCollectionMetrics=COLLECTION_METRICS,
    ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
    ConditionExpression=Text(),
    ExpressionAttributeValues=VALUES,
    ExpressionAttributeNames=NAMES,
)


class PutItem(NamedTuple):
    write: Write
    returns: ReturnOptions


def parse(request: Request, catalog: Catalog) -> PutItem:
    check_parameters(request, ("ConditionExpression",), ("Expected", "ConditionalOperator"))
    item, size = normalize_item(request["Item"])
    if request.get("ReturnValues") not in (None, "NONE", "ALL_OLD"):
        raise ValidationFailed("ReturnValues can only be ALL_OLD or NONE")
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    condition = only_condition_from(request)
    table = catalog.table(request["TableName"])
    key, columns = encode_row(item, table)
    check_nested(condition, table)
    transform = put_transform(StoredItem(item, size, columns))
    write = Write(table, key, item, condition, returns_failed_item(request), transform)
    return PutItem(write, ReturnOptions.from_request(request))


def run(put: PutItem, context: OperationContext) -> Response:
    write = put.write
    if put.returns.nothing and write.condition is None and write.table.stream is None:
        apply_unconditionally(write, context)
        return {}
    return respond(write, apply(write, context), put.returns, context)


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
