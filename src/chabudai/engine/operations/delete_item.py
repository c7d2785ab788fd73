"""DeleteItem: remove one item, if its condition holds."""

from typing import NamedTuple

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.keys import check_nested, encode_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    EXPECTED,
    RETURN_VALUES,
    key_from,
    only_condition_from,
    returns_failed_item,
)
from chabudai.engine.operations.writes import ReturnOptions, Write, apply, delete_transform, respond
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

SHAPE = structure(
    "DeleteItemInput",
    ReturnConsumedCapacity=CAPACITY,
    TableName=TABLE_NAME,
    ReturnValues=RETURN_VALUES,
    ReturnItemCollectionMetrics=COLLECTION_METRICS,
    Key=present(ITEM),
    ConditionalOperator=OPERATOR,
    Expected=EXPECTED,
    ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
    ConditionExpression=Text(),
    ExpressionAttributeValues=VALUES,
    ExpressionAttributeNames=NAMES,
)


class DeleteItem(NamedTuple):
    write: Write
    returns: ReturnOptions


def parse(request: Request, catalog: Catalog) -> DeleteItem:
    check_parameters(request, ("ConditionExpression",), ("Expected", "ConditionalOperator"))
    key = key_from(request)
    if request.get("ReturnValues") not in (None, "NONE", "ALL_OLD"):
        raise ValidationFailed("ReturnValues can only be ALL_OLD or NONE")
    condition = only_condition_from(request)
    table = catalog.table(request["TableName"])
    encoded = encode_key(key, table)
    check_nested(condition, table)
    write = Write(table, encoded, key, condition, returns_failed_item(request), delete_transform)
    return DeleteItem(write, ReturnOptions.from_request(request))


def run(delete: DeleteItem, context: OperationContext) -> Response:
    return respond(delete.write, apply(delete.write, context), delete.returns, context)


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
