"""Parameters that many operations share: both API generations of conditions, filters and projections."""

from typing import Any

from chabudai.engine.expressions import legacy
from chabudai.engine.expressions.conditions import Condition, parse_condition
from chabudai.engine.expressions.placeholders import RequestPlaceholders
from chabudai.engine.expressions.projections import Projection, parse_projection
from chabudai.engine.shapes import PACKAGE, AttributeValueShape, Boolean, ListOf, MapOf, Text, present, structure
from chabudai.engine.values import Item, normalize_item

_OPERATORS = Text(
    choices=(
        "IN",
        "NULL",
        "BETWEEN",
        "LT",
        "NOT_CONTAINS",
        "EQ",
        "GT",
        "NOT_NULL",
        "NE",
        "LE",
        "BEGINS_WITH",
        "GE",
        "CONTAINS",
    )
)
EXPECTED = MapOf(
    structure(
        "ExpectedAttributeValue",
        is_field=False,
        AttributeValueList=ListOf(AttributeValueShape()),
        ComparisonOperator=_OPERATORS,
        Exists=Boolean(),
        Value=AttributeValueShape(is_field=True),
    ),
    PACKAGE + "ExpectedAttributeValue",
)
CONDITIONS = MapOf(
    structure(
        "Condition",
        is_field=False,
        AttributeValueList=ListOf(AttributeValueShape()),
        ComparisonOperator=present(_OPERATORS),
    ),
    PACKAGE + "Condition",
)
ATTRIBUTES_TO_GET = ListOf(Text(), min_length=1, max_length=255)
RETURN_VALUES = Text(choices=("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"))


_EXPRESSIONS = frozenset(
    {
        "AttributesToGet",
        "ConditionExpression",
        "ConditionalOperator",
        "Expected",
        "ExpressionAttributeNames",
        "ExpressionAttributeValues",
        "ProjectionExpression",
    }
)


def _is_plain(request: dict[str, Any]) -> bool:
    """Whether a request on one item has no expression of either generation, as most have none."""
    return request.keys().isdisjoint(_EXPRESSIONS)


def placeholders_of(request: dict[str, Any]) -> RequestPlaceholders:
    return RequestPlaceholders.parse(request.get("ExpressionAttributeNames"), request.get("ExpressionAttributeValues"))


def key_from(request: dict[str, Any]) -> Item:
    return normalize_item(request["Key"])[0]


def condition_from(request: dict[str, Any], placeholders: RequestPlaceholders) -> Condition | None:
    if "ConditionExpression" in request:
        return parse_condition(request["ConditionExpression"], placeholders)
    return None


def only_condition_from(request: dict[str, Any]) -> Condition | None:
    """The condition of a request that has no other expression, in either generation."""
    if _is_plain(request):
        return None
    old_condition = expected_from(request)
    placeholders = placeholders_of(request)
    condition = condition_from(request, placeholders) or old_condition
    placeholders.check_all_used()
    return condition


def expected_from(request: dict[str, Any]) -> Condition | None:
    if "Expected" in request or "ConditionalOperator" in request:
        return legacy.parse_expected(request.get("Expected"), request.get("ConditionalOperator"))
    return None


def old_filter_from(request: dict[str, Any], parameter: str) -> Condition | None:
    """Query and Scan each have their own name for the filter of the older generation."""
    if parameter in request or "ConditionalOperator" in request:
        return legacy.parse_filter(request.get(parameter), request.get("ConditionalOperator"))
    return None


def filter_from(request: dict[str, Any], placeholders: RequestPlaceholders) -> Condition | None:
    if "FilterExpression" in request:
        return parse_condition(request["FilterExpression"], placeholders, "FilterExpression")
    return None


def projection_from(request: dict[str, Any], placeholders: RequestPlaceholders) -> Projection | None:
    if "ProjectionExpression" in request:
        return parse_projection(request["ProjectionExpression"], placeholders)
    return None


def only_projection_from(request: dict[str, Any]) -> Projection | None:
    """The projection of a request that has no other expression, in either generation."""
    if _is_plain(request):
        return None
    old_projection = old_projection_from(request)
    placeholders = placeholders_of(request)
    projection = projection_from(request, placeholders) or old_projection
    placeholders.check_all_used()
    return projection


def old_projection_from(request: dict[str, Any]) -> Projection | None:
    if "AttributesToGet" in request:
        return legacy.parse_attributes_to_get(request["AttributesToGet"])
    return None


def returns_failed_item(request: dict[str, Any]) -> bool:
    return request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
