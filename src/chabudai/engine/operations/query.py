"""Query: the items of one partition in the order of their sort key, page by page."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions import legacy
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.key_conditions import KeyCondition, match_keys, parse_key_condition
from chabudai.engine.expressions.placeholders import RequestPlaceholders, check_parameters
from chabudai.engine.keys import check_nested, refuse_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.parameters import (
    ATTRIBUTES_TO_GET,
    CONDITIONS,
    filter_from,
    old_filter_from,
    old_projection_from,
    placeholders_of,
    projection_from,
)
from chabudai.engine.operations.ranges import Range, range_of
from chabudai.engine.operations.reads import (
    INVALID_START,
    ReadPlan,
    check_select,
    check_table_key,
    encode_start,
    find_index,
    must_fetch,
    normalize_start_key,
    read,
    start_key_names,
)
from chabudai.engine.schema import Index, Keys, TableSchema
from chabudai.engine.shapes import (
    CAPACITY,
    INDEX_NAME,
    ITEM,
    NAMES,
    OPERATOR,
    TABLE_NAME,
    VALUES,
    Boolean,
    Integer,
    Text,
    structure,
)
from chabudai.engine.values import Item

SELECT = Text(choices=("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"))
SHAPE = structure(
    "QueryInput",
    Select=SELECT,
    IndexName=INDEX_NAME,
    ReturnConsumedCapacity=CAPACITY,
    QueryFilter=CONDITIONS,
    TableName=TABLE_NAME,
    ConditionalOperator=OPERATOR,
    AttributesToGet=ATTRIBUTES_TO_GET,
    Limit=Integer(minimum=1),
    KeyConditions=CONDITIONS,
    ExclusiveStartKey=ITEM,
    ConsistentRead=Boolean(),
    ScanIndexForward=Boolean(),
    KeyConditionExpression=Text(),
    FilterExpression=Text(),
    ProjectionExpression=Text(),
    ExpressionAttributeValues=VALUES,
    ExpressionAttributeNames=NAMES,
)


def parse(request: Request, catalog: Catalog) -> ReadPlan:
    check_parameters(
        request,
        ("ProjectionExpression", "FilterExpression", "KeyConditionExpression"),
        ("AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"),
    )
    check_select(request)
    old_filter = old_filter_from(request, "QueryFilter")
    old_projection = old_projection_from(request)
    start = normalize_start_key(request)
    if "KeyConditions" not in request and "KeyConditionExpression" not in request:
        raise ValidationFailed(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
        )
    placeholders = placeholders_of(request)
    key_condition = _key_condition_from(request, placeholders)
    condition = filter_from(request, placeholders) or old_filter
    projection = projection_from(request, placeholders) or old_projection
    placeholders.check_all_used()
    terms = key_condition.terms
    table = catalog.table(request["TableName"])
    consistent = request.get("ConsistentRead", False)
    index = find_index(table, request.get("IndexName"), consistent)
    keys = index.keys if index else table.keys
    if start is not None:
        _check_start(start, table, index, keys)
    bounds = range_of(*match_keys(terms, keys.hash, keys.range), keys)
    if start is not None:
        has_range = len(terms) > len(keys.hash)
        encoded, partition = encode_start(start, table, index), keys.partition(start)
        bounds = _resume(bounds, encoded, partition, has_range, request.get("ScanIndexForward", True))
    check_nested(projection, table)
    _check_filter(condition, keys, "FilterExpression" in request)
    check_nested(condition, table)
    fetches = must_fetch(request, table, index, projection)
    return ReadPlan(
        table=table,
        by_index=index,
        lower=bounds.lower,
        upper=bounds.upper,
        forward=request.get("ScanIndexForward", True),
        limit=request.get("Limit"),
        filter=condition,
        projection=projection,
        counts_only=request.get("Select") == "COUNT",
        fetches=fetches,
        consistent=consistent,
        capacity=request.get("ReturnConsumedCapacity"),
    )


def run(plan: ReadPlan, context: OperationContext) -> Response:
    return read(plan, context)


def _key_condition_from(request: Request, placeholders: RequestPlaceholders) -> KeyCondition:
    if "KeyConditionExpression" in request:
        return parse_key_condition(request["KeyConditionExpression"], placeholders)
    return legacy.parse_key_conditions(request["KeyConditions"])


def _check_start(start: Item, table: TableSchema, index: Index | None, keys: Keys) -> None:
    if start.keys() != set(start_key_names(table, index)):
        raise ValidationFailed(INVALID_START)
    refuse_key({name: start[name] for name in keys.names}, keys)
    check_table_key(start, table)


def _resume(bounds: Range, start: bytes, partition: bytes, has_range: bool, forward: bool) -> Range:
    """The range behind a starting key, which must lie in the range itself."""
    if start in bounds:
        return bounds.after_key(start, forward)
    if not has_range:
        raise ValidationFailed("The provided starting key is outside query boundaries based on provided conditions")
    if bounds.partition + start[len(partition) :] in bounds:
        raise ValidationFailed("The query can return at most one row and cannot be restarted")
    raise ValidationFailed("The provided starting key does not match the range key predicate")


def _check_filter(condition: Condition | None, keys: Keys, is_expression: bool) -> None:
    """A key attribute is asked for in the key condition, never in the filter."""
    if condition is None:
        return
    for name in keys.names:
        if name in condition.attributes:
            parameter = "Filter Expression" if is_expression else "QueryFilter"
            raise ValidationFailed(
                f"{parameter} can only contain non-primary key attributes: Primary key attribute: {name}"
            )


OPERATION = Operation(SHAPE, parse, run, quick=True)
