"""UpdateItem: change some attributes of one item, made if it is not there, if its condition holds."""

from typing import NamedTuple

from chabudai.engine.catalog import Catalog
from chabudai.engine.expressions import legacy
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.expressions.updates import Update, parse_update
from chabudai.engine.keys import check_nested, check_updated_names, encode_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    EXPECTED,
    RETURN_VALUES,
    condition_from,
    expected_from,
    key_from,
    placeholders_of,
    returns_failed_item,
)
from chabudai.engine.operations.writes import ReturnOptions, Write, apply, respond, update_transform
from chabudai.engine.shapes import (
    CAPACITY,
    COLLECTION_METRICS,
    ITEM,
    NAMES,
    OPERATOR,
    PACKAGE,
    RETURN_ON_FAILURE,
    TABLE_NAME,
    VALUES,
    AttributeValueShape,
    MapOf,
    Text,
    present,
    structure,
)

SHAPE = structure(
    "UpdateItemInput",
    TableName=TABLE_NAME,
    ReturnConsumedCapacity=CAPACITY,
    ReturnItemCollectionMetrics=COLLECTION_METRICS,
    Key=present(ITEM),
    ReturnValues=RETURN_VALUES,
    ConditionalOperator=OPERATOR,
    Expected=EXPECTED,
    AttributeUpdates=MapOf(
        structure(
            "AttributeValueUpdate",
            is_field=False,
            Action=Text(choices=("ADD", "DELETE", "PUT")),
            Value=AttributeValueShape(is_field=True),
        ),
        PACKAGE + "AttributeValueUpdate",
    ),
    ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
    UpdateExpression=Text(),
    ConditionExpression=Text(),
    ExpressionAttributeValues=VALUES,
    ExpressionAttributeNames=NAMES,
)


class UpdateItem(NamedTuple):
    write: Write
    returns: ReturnOptions


def parse(request: Request, catalog: Catalog) -> UpdateItem:
    check_parameters(
        request,
        ("UpdateExpression", "ConditionExpression"),
        ("AttributeUpdates", "Expected", "ConditionalOperator"),
    )
    key = key_from(request)
    old_update = None if "UpdateExpression" in request else _old_update(request)
    condition = expected_from(request)
    placeholders = placeholders_of(request)
    update = old_update or parse_update(request["UpdateExpression"], placeholders)
    condition = condition_from(request, placeholders) or condition
    placeholders.check_all_used()
    table = catalog.table(request["TableName"])
    encoded = encode_key(key, table)
    check_updated_names(update, table)
    check_nested(condition, table)
    write = Write(table, encoded, key, condition, returns_failed_item(request), update_transform(update, key, table))
    return UpdateItem(write, ReturnOptions.from_request(request, update.paths))


def run(update: UpdateItem, context: OperationContext) -> Response:
    return respond(update.write, apply(update.write, context), update.returns, context)


def _old_update(request: Request) -> Update:
    """Without either kind of update the item is only made to be there."""
    return legacy.parse_attribute_updates(request.get("AttributeUpdates") or {})


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
