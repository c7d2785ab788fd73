"""PutItem: keep one item whole, if its condition holds."""

from typing import NamedTuple

from chabudai.engine import changes
from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.keys import check_nested, key_of_item
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    EXPECTED,
    RETURN_VALUES,
    condition_from,
    expected_from,
    placeholders_of,
    tells_failed_item,
)
from chabudai.engine.operations.writes import Returns, Write, apply, putting, respond
from chabudai.engine.session import Session
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
from chabudai.engine.sizes import MAX_ITEM
from chabudai.engine.values import Item, admit_item

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
    item: Item
    size: int
    returns: Returns


def parse(request: Request, catalog: Catalog) -> PutItem:
    check_parameters(request, ("ConditionExpression",), ("Expected", "ConditionalOperator"))
    item, size = admit_item(request["Item"])
    if request.get("ReturnValues") not in (None, "NONE", "ALL_OLD"):
        raise ValidationFailed("ReturnValues can only be ALL_OLD or NONE")
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    condition = expected_from(request)
    placeholders = placeholders_of(request)
    condition = condition_from(request, placeholders) or condition
    placeholders.finish()
    table = catalog.table(request["TableName"])
    key = key_of_item(item, table)
    check_nested(condition, table)
    write = Write(table, key, item, condition, tells_failed_item(request), putting(item, size))
    return PutItem(write, item, size, Returns.from_request(request))


def run(put: PutItem, session: Session) -> Response:
    write = put.write
    if put.returns.nothing and write.condition is None and write.table.stream is None:
        changes.overwrite(session, write.table, write.key, put.item, put.size)
        return {}
    return respond(write, apply(write, session), put.returns, session)


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
