"""Scan's refusals, and which comes first when a request has several faults.

Order and messages as recorded against DynamoDB by dynalite's suite and the captures of 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import (
    NAME_PATTERN,
    NULL,
    at_least,
    at_most,
    broken,
    detected,
    either,
    misplaced,
    no_shorter,
    one_of,
    placed,
)
from tests.conformance.reading import number, text
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "
STRUCTURE = {
    "TableName": "String",
    "IndexName": "String",
    "Select": "String",
    "Limit": "Integer",
    "Segment": "Integer",
    "TotalSegments": "Integer",
    "ConsistentRead": "Boolean",
    "ReturnConsumedCapacity": "String",
    "AttributesToGet": "List",
    "FilterExpression": "String",
    "ProjectionExpression": "String",
    "ExclusiveStartKey": "Map<AttributeValue>",
    "ExclusiveStartKey.a": "Value<AttributeValue>",
    "ScanFilter": "Map<Condition>",
    "ScanFilter.a": "Value<Condition>",
    "ScanFilter.a.AttributeValueList": "List",
    "ScanFilter.a.AttributeValueList.0.NS.0": "String",
    "ScanFilter.a.ComparisonOperator": "String",
    "ConditionalOperator": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("Scan", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({}, [broken(None, "tableName", NULL)]),
        ({"TableName": "abc;"}, [broken("abc;", "tableName", NAME_PATTERN)]),
        ({"TableName": "abc", "IndexName": "a;b"}, [broken("a;b", "indexName", NAME_PATTERN)]),
        ({"TableName": "abc", "Limit": 0}, [broken("0", "limit", at_least(1))]),
        ({"TableName": "abc", "Segment": -1, "TotalSegments": 2}, [broken("-1", "segment", at_least(0))]),
        (
            {"TableName": "abc", "Segment": 1_000_000, "TotalSegments": 2},
            [broken("1000000", "segment", at_most(999_999))],
        ),
        ({"TableName": "abc", "Segment": 0, "TotalSegments": 0}, [broken("0", "totalSegments", at_least(1))]),
        (
            {"TableName": "abc", "Segment": 0, "TotalSegments": 1_000_001},
            [broken("1000001", "totalSegments", at_most(1_000_000))],
        ),
        (
            {"TableName": "abc", "ReturnConsumedCapacity": "hi", "AttributesToGet": [], "Limit": -1, "Segment": -1},
            [
                broken("hi", "returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE")),
                broken("[]", "attributesToGet", no_shorter(1)),
                broken("-1", "limit", at_least(1)),
                broken("-1", "segment", at_least(0)),
            ],
        ),
        (
            {"TableName": "abc", "ScanFilter": {"a": {}}},
            [broken(None, "scanFilter.a.member.comparisonOperator", NULL)],
        ),
        (
            {"TableName": "abc", "Select": "hi"},
            [
                broken(
                    "hi", "select", one_of("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
                )
            ],
        ),
    ],
    ids=str,
)
def test_constraints_of_the_shapes_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("Scan", request_)


BAD_FILTER = {"ScanFilter": {"a": {"ComparisonOperator": "EQ", "AttributeValueList": [{}]}}}
BAD_KEY: dict[str, Any] = {"ExclusiveStartKey": {"a": {}}}
NEEDED = "The {} parameter is required but was not present in the request when {} is present"
EMPTY_VALUE = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {
                **BAD_FILTER,
                **BAD_KEY,
                "AttributesToGet": ["a", "a"],
                "ConditionalOperator": "OR",
                "FilterExpression": "",
                "ProjectionExpression": "",
                "ExpressionAttributeNames": {},
                "ExpressionAttributeValues": {},
                "Segment": 1,
            },
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet, ScanFilter, ConditionalOperator} "
            "Expression parameters: {ProjectionExpression, FilterExpression}",
        ),
        (
            {**BAD_FILTER, "ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {**BAD_FILTER, "ExpressionAttributeValues": {}},
            "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null",
        ),
        (
            {"ProjectionExpression": "a", "ExpressionAttributeValues": {":a": text("x")}},
            "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null",
        ),
        ({**BAD_FILTER, **BAD_KEY, "AttributesToGet": ["a", "a"]}, INVALID + "Duplicate value in attribute name: a"),
        ({**BAD_FILTER, **BAD_KEY, "Segment": 1}, EMPTY_VALUE),
        ({**BAD_KEY, "Segment": 1}, f"The provided starting key is invalid: {EMPTY_VALUE}"),
        (
            {"Segment": 1, "FilterExpression": ""},
            NEEDED.format("TotalSegments", "Segment parameter"),
        ),
        (
            {"Segment": 0},
            NEEDED.format("TotalSegments", "Segment parameter"),
        ),
        (
            {"TotalSegments": 1, "FilterExpression": ""},
            NEEDED.format("Segment", "parameter TotalSegments"),
        ),
        (
            {"Segment": 5, "TotalSegments": 5, "FilterExpression": ""},
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            "Segment: 5 is not less than TotalSegments: 5",
        ),
        (
            {"FilterExpression": "", "ProjectionExpression": "", "ExpressionAttributeNames": {}},
            "ExpressionAttributeNames must not be empty",
        ),
        (
            {"FilterExpression": "", "ProjectionExpression": ""},
            "Invalid FilterExpression: The expression can not be empty;",
        ),
        ({"ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not be empty;"),
        (
            {"FilterExpression": "a = :a", "ExpressionAttributeValues": {":a": text("x"), ":b": text("x")}},
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:b}",
        ),
        (
            {"ProjectionExpression": "a, a.b"},
            "Invalid ProjectionExpression: Two document paths overlap with each other; "
            "must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
        ),
        (
            {"ProjectionExpression": "b[0], b.c"},
            "Invalid ProjectionExpression: Two document paths conflict with each other; "
            "must remove or rewrite one of these paths; path one: [b, [0]], path two: [b, c]",
        ),
        (
            {"FilterExpression": "b > :m", "ExpressionAttributeValues": {":m": {"BOOL": True}}},
            "Invalid FilterExpression: Incorrect operand type for operator or function; "
            "operator or function: >, operand type: BOOL",
        ),
        (
            {
                "FilterExpression": "b BETWEEN :x AND :n",
                "ExpressionAttributeValues": {":x": text("x"), ":n": number(1)},
            },
            "Invalid FilterExpression: The BETWEEN operator requires same data type for lower and upper bounds; "
            "lower bound operand: AttributeValue: {S:x}, upper bound operand: AttributeValue: {N:1}",
        ),
    ],
)
def test_the_request_is_checked_in_dynamodb_s_order_before_the_table_is_looked_for(
    db: Target, request_: dict[str, Any], message: str
) -> None:
    with refused("ValidationException", message):
        db.call("Scan", {"TableName": unique("never"), **request_})


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({"ComparisonOperator": "EQ"}, "Invalid number of argument(s) for the EQ ComparisonOperator"),
        (
            {"ComparisonOperator": "NULL", "AttributeValueList": [text("x")]},
            "Invalid number of argument(s) for the NULL ComparisonOperator",
        ),
        (
            {"ComparisonOperator": "BETWEEN", "AttributeValueList": [text("x")]},
            "Invalid number of argument(s) for the BETWEEN ComparisonOperator",
        ),
        (
            {"ComparisonOperator": "GE", "AttributeValueList": [{"M": {}}]},
            "ComparisonOperator GE is not valid for M AttributeValue type",
        ),
        (
            {"ComparisonOperator": "CONTAINS", "AttributeValueList": [{"SS": ["x"]}]},
            "ComparisonOperator CONTAINS is not valid for SS AttributeValue type",
        ),
        (
            {"ComparisonOperator": "BEGINS_WITH", "AttributeValueList": [number(1)]},
            "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type",
        ),
        (
            {"ComparisonOperator": "IN", "AttributeValueList": [text("x"), number(1)]},
            "AttributeValues inside AttributeValueList must be of same type",
        ),
    ],
)
def test_a_scan_filter_is_checked(db: Target, condition: dict[str, Any], message: str) -> None:
    with refused("ValidationException", INVALID + message):
        db.call("Scan", {"TableName": unique("never"), "ScanFilter": {"a": condition}})


def test_an_unknown_comparison_operator_is_refused(db: Target) -> None:
    operators = "[IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]"
    constraint = f"Member must satisfy enum value set: {operators}"
    fault = broken("LIKE", "scanFilter.a.member.comparisonOperator", constraint)
    with refused("ValidationException", f"1 validation error detected: {fault}"):
        db.call("Scan", {"TableName": unique("never"), "ScanFilter": {"a": {"ComparisonOperator": "LIKE"}}})


def test_a_table_that_is_not_there_is_refused_before_the_start_key_is_looked_at(db: Target) -> None:
    with refused("ResourceNotFoundException", "Requested resource not found"):
        db.call("Scan", {"TableName": unique("never"), "ExclusiveStartKey": {}})


BAD_START = "The provided starting key is invalid"
MISMATCH = "The provided key element does not match the schema"


@pytest.mark.parametrize(
    ("index", "start", "message"),
    [
        (None, {}, f"{BAD_START}: {MISMATCH}"),
        (None, {"a": text("x")}, f"{BAD_START}: {MISMATCH}"),
        (None, {"a": text("x"), "z": text("x")}, f"{BAD_START}: {MISMATCH}"),
        (None, {"a": text("x"), "b": number(1)}, f"{BAD_START}: {MISMATCH}"),
        (None, {"a": text("x"), "b": text("x"), "c": text("x")}, f"{BAD_START}: {MISMATCH}"),
        ("index1", {"a": text("x"), "b": text("x")}, BAD_START),
        ("index3", {"a": text("x"), "b": text("x")}, BAD_START),
        ("index3", {"c": text("x")}, BAD_START),
        ("index3", {"a": number(1), "b": text("x"), "c": text("x")}, f"{BAD_START}: {MISMATCH}"),
    ],
)
def test_the_start_key_is_the_whole_key(
    db: Target, indexed_table: str, index: str | None, start: dict[str, Any], message: str
) -> None:
    request = {"TableName": indexed_table, "ExclusiveStartKey": start}
    with refused("ValidationException", message):
        db.call("Scan", request if index is None else {**request, "IndexName": index})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"FilterExpression": "attribute_exists(a.b)"},
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: a",
        ),
        (
            {"ProjectionExpression": "b[0]"},
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: b",
        ),
        (
            {"ProjectionExpression": "d.x"},
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: d",
        ),
    ],
)
def test_a_key_attribute_has_no_parts(db: Target, indexed_table: str, given: dict[str, Any], message: str) -> None:
    with refused("ValidationException", message):
        db.call("Scan", {"TableName": indexed_table, **given})


def test_an_unknown_conditional_operator_is_refused(db: Target) -> None:
    request = {
        "TableName": unique("never"),
        "ScanFilter": {"b": {"ComparisonOperator": "NULL"}, "c": {"ComparisonOperator": "NULL"}},
        "ConditionalOperator": "XOR",
    }
    old = f"1 validation error detected: {broken('XOR', 'conditionalOperator', one_of('OR', 'AND'))}"
    new = f"Failed to satisfy constraint: {one_of('ALL', 'OR')}"
    with refused("ValidationException", either(old, new)):
        db.call("Scan", request)
