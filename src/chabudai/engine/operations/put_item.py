"""PutItem: keep one item whole, if its condition holds."""

from typing import NamedTuple

from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import Stored
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.keys import check_nested, row_of
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    EXPECTED,
    RETURN_VALUES,
    only_condition_from,
    tells_failed_item,
)
from chabudai.engine.operations.writes import Returns, Write, apply, apply_blindly, putting, respond
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
from chabudai.engine.values import admit_item

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
    returns: Returns


def parse(request: Request, catalog: Catalog) -> PutItem:
    check_parameters(request, ("ConditionExpression",), ("Expected", "ConditionalOperator"))
    item, size = admit_item(request["Item"])
    if request.get("ReturnValues") not in (None, "NONE", "ALL_OLD"):
        raise ValidationFailed("ReturnValues can only be ALL_OLD or NONE")
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    condition = only_condition_from(request)
    table = catalog.table(request["TableName"])
    key, columns = row_of(item, table)
    check_nested(condition, table)
    becomes = putting(Stored(item, size, columns))
    write = Write(table, key, item, condition, tells_failed_item(request), becomes)
    return PutItem(write, Returns.from_request(request))


def run(put: PutItem, session: Session) -> Response:
    write = put.write
    if put.returns.nothing and write.condition is None and write.table.stream is None:
        apply_blindly(write, session)
        return {}
    return respond(write, apply(write, session), put.returns, session)


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
