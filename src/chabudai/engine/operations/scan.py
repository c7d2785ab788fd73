"""Scan: every item of a table or an index, page by page, whole or in parallel segments."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.keys import NO_MATCH, check_nested, refuse_key
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
from chabudai.engine.operations.query import SELECT
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
from chabudai.engine.schema import Index, TableSchema
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

SHAPE = structure(
    "ScanInput",
    Select=SELECT,
    IndexName=INDEX_NAME,
    ReturnConsumedCapacity=CAPACITY,
    TableName=TABLE_NAME,
    ConditionalOperator=OPERATOR,
    TotalSegments=Integer(minimum=1, maximum=1000000),
    AttributesToGet=ATTRIBUTES_TO_GET,
    Limit=Integer(minimum=1),
    ScanFilter=CONDITIONS,
    Segment=Integer(minimum=0, maximum=999999),
    ExclusiveStartKey=ITEM,
    ConsistentRead=Boolean(),
    FilterExpression=Text(),
    ProjectionExpression=Text(),
    ExpressionAttributeValues=VALUES,
    ExpressionAttributeNames=NAMES,
)
_SPREAD = 1 << 32


def parse(request: Request, catalog: Catalog) -> ReadPlan:
    check_parameters(
        request,
        ("ProjectionExpression", "FilterExpression"),
        ("AttributesToGet", "ScanFilter", "ConditionalOperator"),
    )
    check_select(request)
    old_projection = old_projection_from(request)
    old_filter = old_filter_from(request, "ScanFilter")
    start = normalize_start_key(request)
    _check_segments(request)
    placeholders = placeholders_of(request)
    condition = filter_from(request, placeholders) or old_filter
    projection = projection_from(request, placeholders) or old_projection
    placeholders.check_all_used()
    table = catalog.table(request["TableName"])
    consistent = request.get("ConsistentRead", False)
    index = find_index(table, request.get("IndexName"), consistent)
    _check_start(start, table, index)
    fetches = must_fetch(request, table, index, projection)
    lower, upper = _segment(request)
    plan = ReadPlan(
        table=table,
        by_index=index,
        lower=lower,
        upper=upper,
        forward=True,
        limit=request.get("Limit"),
        filter=condition,
        projection=projection,
        counts_only=request.get("Select") == "COUNT",
        fetches=fetches,
        consistent=consistent,
        capacity=request.get("ReturnConsumedCapacity"),
    )
    if start is not None:
        plan = _resume(plan, start, request)
    check_nested(projection, table)
    check_nested(condition, table)
    return plan


def run(plan: ReadPlan, context: OperationContext) -> Response:
    return read(plan, context)


def _check_segments(request: Request) -> None:
    segment, total = request.get("Segment"), request.get("TotalSegments")
    if segment is not None and total is None:
        raise ValidationFailed(
            "The TotalSegments parameter is required but was not present in the request when Segment parameter is"
            " present"
        )
    if total is None:
        return
    if segment is None:
        raise ValidationFailed(
            "The Segment parameter is required but was not present in the request when parameter TotalSegments is"
            " present"
        )
    if segment >= total:
        raise ValidationFailed(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            f"Segment: {segment} is not less than TotalSegments: {total}"
        )


def _check_start(start: Item | None, table: TableSchema, index: Index | None) -> None:
    if start is None:
        return
    if len(start) != len(start_key_names(table, index)):
        raise ValidationFailed(INVALID_START if index else f"{INVALID_START}: {NO_MATCH}")
    if index is not None:
        if any(name not in start for name in index.keys.names):
            raise ValidationFailed(INVALID_START)
        refuse_key({name: start[name] for name in index.keys.names}, index.keys)
    check_table_key(start, table)


def _segment(request: Request) -> tuple[bytes | None, bytes | None]:
    """The segment's share of the spread of partitions."""
    segment, total = request.get("Segment"), request.get("TotalSegments")
    if segment is None or total is None:
        return None, None
    lower, upper = (-(-_SPREAD * at // total) for at in (segment, segment + 1))
    return lower.to_bytes(4, "big"), None if upper == _SPREAD else upper.to_bytes(4, "big")


def _resume(plan: ReadPlan, start: Item, request: Request) -> ReadPlan:
    encoded = encode_start(start, plan.table, plan.by_index)
    if (plan.lower and encoded < plan.lower) or (plan.upper and encoded >= plan.upper):
        raise ValidationFailed(
            f"{INVALID_START}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
            f"TotalSegments: {request['TotalSegments']} Segment: {request['Segment']}"
        )
    return plan._replace(lower=encoded + b"\x00")


OPERATION = Operation(SHAPE, parse, run)
