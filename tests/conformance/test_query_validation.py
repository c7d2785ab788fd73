"""Query's refusals, and which comes first when a request has several faults.

Order and messages as recorded against DynamoDB by dynalite's suite; what multi-attribute keys and the newer validation
changed (the number of conditions, operand types, Limit) as captured in October 2026.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import (
    NAME_PATTERN,
    NULL,
    at_least,
    broken,
    detected,
    either,
    misplaced,
    no_longer,
    no_shorter,
    one_of,
    placed,
)
from tests.conformance.reading import number, text
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "
SELECTS = one_of("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
STRUCTURE = {
    "TableName": "String",
    "IndexName": "String",
    "Select": "String",
    "Limit": "Integer",
    "ConsistentRead": "Boolean",
    "ScanIndexForward": "Boolean",
    "ReturnConsumedCapacity": "String",
    "AttributesToGet": "List",
    "AttributesToGet.0": "String",
    "KeyConditionExpression": "String",
    "FilterExpression": "String",
    "ProjectionExpression": "String",
    "ExclusiveStartKey": "Map<AttributeValue>",
    "ExclusiveStartKey.a": "Value<AttributeValue>",
    "ExclusiveStartKey.a.S": "String",
    "KeyConditions": "Map<Condition>",
    "KeyConditions.a": "Value<Condition>",
    "KeyConditions.a.AttributeValueList": "List",
    "KeyConditions.a.ComparisonOperator": "String",
    "QueryFilter": "Map<Condition>",
    "ConditionalOperator": "String",
    "ExpressionAttributeValues": "Map<AttributeValue>",
    "ExpressionAttributeValues.:a.SS": "List",
    "ExpressionAttributeNames.#a": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("Query", placed(path, value))


def on(table: str, condition: str, **values: dict[str, Any]) -> dict[str, Any]:
    """A Query by an expression; `a=text("x")` is the value of `:a`."""
    request = {"TableName": table, "KeyConditionExpression": condition}
    named = {f":{name}": value for name, value in values.items()}
    return {**request, "ExpressionAttributeValues": named} if named else request


def maybe_prefixed(message: str) -> re.Pattern[str]:
    """Newer releases say which expression is meant."""
    return either(message, f"Invalid KeyConditionExpression: {message}")


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({}, [broken(None, "tableName", NULL)]),
        ({"TableName": "abc;"}, [broken("abc;", "tableName", NAME_PATTERN)]),
        ({"TableName": "a" * 256}, [broken("a" * 256, "tableName", no_longer(255))]),
        ({"TableName": "abc", "IndexName": "abc;"}, [broken("abc;", "indexName", NAME_PATTERN)]),
        (
            {"TableName": "abc", "IndexName": ""},
            [broken("", "indexName", NAME_PATTERN), broken("", "indexName", no_shorter(3))],
        ),
        ({"TableName": "abc", "IndexName": "a" * 256}, [broken("a" * 256, "indexName", no_longer(255))]),
        ({"TableName": "abc", "Select": "hi"}, [broken("hi", "select", SELECTS)]),
        (
            {"TableName": "abc", "ReturnConsumedCapacity": "hi"},
            [broken("hi", "returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE"))],
        ),
        ({"TableName": "abc", "AttributesToGet": []}, [broken("[]", "attributesToGet", no_shorter(1))]),
        (
            {"TableName": "abc", "KeyConditions": {"a": {}}},
            [broken(None, "keyConditions.a.member.comparisonOperator", NULL)],
        ),
        (
            {"TableName": "abc;", "IndexName": "abc;", "AttributesToGet": []},
            [
                broken("abc;", "tableName", NAME_PATTERN),
                broken("abc;", "indexName", NAME_PATTERN),
                broken("[]", "attributesToGet", no_shorter(1)),
            ],
        ),
    ],
    ids=str,
)
def test_constraints_of_the_shapes_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("Query", request_)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_is_at_least_one(db: Target, range_table: str, limit: int) -> None:
    shown = f"1 validation error detected: {broken(str(limit), 'limit', at_least(1))}"
    unshown = f"1 validation error detected: Value at 'Limit' failed to satisfy constraint: {at_least(1)}"
    with refused("ValidationException", either(shown, unshown)):
        db.call("Query", {**on(range_table, "a = :a", a=text("x")), "Limit": limit})


LEGACY = {
    "QueryFilter": {"a": {"ComparisonOperator": "EQ", "AttributeValueList": [{}]}},
    "AttributesToGet": ["a", "a"],
    "ConditionalOperator": "OR",
}
BAD_KEY: dict[str, Any] = {"ExclusiveStartKey": {"a": {}}}
EMPTY = {"KeyConditionExpression": "", "FilterExpression": "", "ProjectionExpression": ""}
PLACEHOLDERS: dict[str, Any] = {"ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}}
MIXED = (
    "Can not use both expression and non-expression parameters in the same request: "
    "Non-expression parameters: {%s} Expression parameters: {%s}"
)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {**BAD_KEY, **LEGACY, **EMPTY, **PLACEHOLDERS, "KeyConditions": LEGACY["QueryFilter"]},
            MIXED
            % (
                "AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions",
                "ProjectionExpression, FilterExpression, KeyConditionExpression",
            ),
        ),
        (
            {**LEGACY, "FilterExpression": "", "ProjectionExpression": "", "KeyConditions": LEGACY["QueryFilter"]},
            MIXED % ("AttributesToGet, QueryFilter, ConditionalOperator", "ProjectionExpression, FilterExpression"),
        ),
        (
            {"KeyConditionExpression": "a = :a", "KeyConditions": LEGACY["QueryFilter"]},
            MIXED % ("KeyConditions", "KeyConditionExpression"),
        ),
        (
            {**BAD_KEY, **LEGACY, **PLACEHOLDERS},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {**BAD_KEY, **LEGACY, "ExpressionAttributeValues": {}},
            "ExpressionAttributeValues can only be specified when using expressions: "
            "FilterExpression and KeyConditionExpression are null",
        ),
        (
            {**BAD_KEY, "QueryFilter": LEGACY["QueryFilter"], "AttributesToGet": ["a", "a"]},
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        ),
        (
            {**BAD_KEY, "AttributesToGet": ["a", "a"], "QueryFilter": {}},
            INVALID + "Duplicate value in attribute name: a",
        ),
        (
            {**BAD_KEY, **EMPTY, **PLACEHOLDERS},
            "The provided starting key is invalid: "
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        ),
        ({}, "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."),
        ({**EMPTY, **PLACEHOLDERS}, "ExpressionAttributeNames must not be empty"),
        (
            {**EMPTY, "ExpressionAttributeNames": {"a": "a"}, "ExpressionAttributeValues": {}},
            'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
        ),
        ({**EMPTY, "ExpressionAttributeValues": {}}, "ExpressionAttributeValues must not be empty"),
        (
            {**EMPTY, "ExpressionAttributeValues": {"a": {"S": "b"}}},
            'ExpressionAttributeValues contains invalid key: Syntax error; key: "a"',
        ),
        (
            {**EMPTY, "ExpressionAttributeValues": {":a": {"SS": []}}},
            "ExpressionAttributeValues contains invalid value: " + INVALID + "An string set  may not be empty "
            "for key :a",
        ),
        (EMPTY, "Invalid KeyConditionExpression: The expression can not be empty;"),
        (
            {**EMPTY, "KeyConditionExpression": "a = :a", "ExpressionAttributeValues": {":a": {"S": "N"}}},
            "Invalid FilterExpression: The expression can not be empty;",
        ),
        (
            {
                "KeyConditionExpression": "a = :a",
                "FilterExpression": "b > c",
                "ProjectionExpression": "",
                "ExpressionAttributeValues": {":a": {"S": "N"}},
            },
            "Invalid ProjectionExpression: The expression can not be empty;",
        ),
        (
            {"KeyConditionExpression": "a = :a", "ExpressionAttributeValues": {":b": {"S": "x"}}},
            "Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; "
            "attribute value: :a",
        ),
        (
            {
                "KeyConditionExpression": "a = :a",
                "FilterExpression": "#missing = :a",
                "ExpressionAttributeValues": {":a": {"S": "x"}},
            },
            "Invalid FilterExpression: An expression attribute name used in the document path is not defined; "
            "attribute name: #missing",
        ),
        (
            {
                "KeyConditionExpression": "a = :a",
                "ExpressionAttributeNames": {"#unused": "x"},
                "ExpressionAttributeValues": {":a": {"S": "x"}, ":unused": {"S": "x"}},
            },
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}",
        ),
        (
            {
                "KeyConditionExpression": "a = :a",
                "ExpressionAttributeValues": {":a": {"S": "x"}, ":unused": {"S": "x"}},
            },
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}",
        ),
        (
            {
                "KeyConditionExpression": "a = :a",
                "ProjectionExpression": "b, #b",
                "ExpressionAttributeNames": {"#b": "b"},
                "ExpressionAttributeValues": {":a": {"S": "x"}},
            },
            "Invalid ProjectionExpression: Two document paths overlap with each other; "
            "must remove or rewrite one of these paths; path one: [b], path two: [b]",
        ),
    ],
)
def test_the_request_is_checked_in_dynamodb_s_order_before_the_table_is_looked_for(
    db: Target, request_: dict[str, Any], message: str
) -> None:
    with refused("ValidationException", message):
        db.call("Query", {"TableName": unique("never"), **request_})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"M": {"a": {}}}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        ({"NULL": False}, INVALID + "Null attribute value types must have the value of true"),
        ({"SS": []}, INVALID + "An string set  may not be empty"),
        ({"BS": []}, INVALID + "Binary sets should not be empty"),
        (
            {"S": "a", "N": "1"},
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
            "datatypes",
        ),
    ],
)
def test_a_value_in_the_start_key_is_checked_and_said_to_be_there(
    db: Target, value: dict[str, Any], message: str
) -> None:
    request = {**on(unique("never"), "a = :a", a=text("x")), "ExclusiveStartKey": {"a": value}}
    with refused("ValidationException", f"The provided starting key is invalid: {message}"):
        db.call("Query", request)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"N": "b"}, "The parameter cannot be converted to a numeric value: b"),
        ({"N": ""}, "The parameter cannot be converted to a numeric value"),
        ({"N": "1" * 39}, "Attempting to store more than 38 significant digits in a Number"),
        ({"N": "1e126"}, "Number overflow. Attempting to store a number with magnitude larger than supported range"),
        ({"N": "1e-131"}, "Number underflow. Attempting to store a number with magnitude smaller than supported range"),
        ({"NS": ["1", "1"]}, "Input collection contains duplicates"),
    ],
)
def test_a_number_in_the_start_key_is_checked(db: Target, value: dict[str, Any], message: str) -> None:
    request = {**on(unique("never"), "a = :a", a=text("x")), "ExclusiveStartKey": {"a": value}}
    with refused("ValidationException", message):
        db.call("Query", request)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("a = :a OR b = :a", "Invalid operator used in KeyConditionExpression: OR"),
        ("NOT a = :a", "Invalid operator used in KeyConditionExpression: NOT"),
        ("a <> :a", "Invalid operator used in KeyConditionExpression: <>"),
        ("a IN (:a)", "Invalid operator used in KeyConditionExpression: IN"),
        ("contains(a, :a)", "Invalid operator used in KeyConditionExpression: contains"),
        ("a = :a AND attribute_exists(b)", "Invalid operator used in KeyConditionExpression: attribute_exists"),
        ("a = :a AND attribute_not_exists(b)", "Invalid operator used in KeyConditionExpression: attribute_not_exists"),
        ("size(a) > :a", "KeyConditionExpressions cannot contain nested operations"),
        ("a.b = :a", "KeyConditionExpressions cannot have conditions on nested attributes"),
        ("a[0] = :a", "KeyConditionExpressions cannot have conditions on nested attributes"),
        (
            "a = :a AND b = c",
            "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
        ),
        ("a = :a AND :a < :a", "Invalid condition in KeyConditionExpression: No key attribute specified"),
        (
            ":a BETWEEN a AND b",
            "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its "
            "first operand",
        ),
        (
            "a = :a AND begins_with(:a, b)",
            "Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its "
            "first operand",
        ),
        ("a = :a AND b > :a AND b < :a", "KeyConditionExpressions must only contain one condition per key"),
        ("a = :a AND a = :a", "KeyConditionExpressions must only contain one condition per key"),
    ],
)
def test_a_key_condition_knows_fewer_forms_than_a_filter(db: Target, condition: str, message: str) -> None:
    with refused("ValidationException", maybe_prefixed(message)):
        db.call("Query", on(unique("never"), condition, a=text("x")))


@pytest.mark.parametrize("condition", ["things are not gonna be ok", "a > 4", "a = :a AND", "a == :a", "(a = :a"])
def test_a_syntax_error_is_shown_where_it_is(db: Target, condition: str) -> None:
    with refused(
        "ValidationException", re.compile(r'Invalid KeyConditionExpression: Syntax error; token: ".*", near: ".*"')
    ):
        db.call("Query", on(unique("never"), condition, a=text("x")))


def test_a_reserved_word_needs_a_placeholder(db: Target) -> None:
    message = "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: name"
    with refused("ValidationException", message):
        db.call("Query", on(unique("never"), "name = :a", a=text("x")))


@pytest.mark.parametrize(
    ("condition", "operator", "value"),
    [
        ("a = :a AND begins_with(b, :b)", "begins_with", {"N": "1"}),
        ("a = :a AND begins_with(b, :b)", "begins_with", {"BOOL": True}),
        ("a = :a AND b < :b", "<", {"BOOL": True}),
        ("a = :a AND :b >= b", ">=", {"L": []}),
        ("a = :a AND b BETWEEN :b AND :b", "BETWEEN", {"SS": ["x"]}),
    ],
)
def test_an_operand_that_no_key_could_match_is_refused_before_the_table_is_looked_for(
    db: Target, condition: str, operator: str, value: dict[str, Any]
) -> None:
    [kind] = value
    message = (
        "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
        f"operator or function: {operator}, operand type: {kind}"
    )
    with refused("ValidationException", message):
        db.call("Query", on(unique("never"), condition, a=text("x"), b=value))


def test_clauses_are_checked_in_the_order_in_which_they_are_written(db: Target) -> None:
    undefined = "An expression attribute value used in expression is not defined; attribute value: :missing"
    operand = "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N"
    prefix = "Invalid KeyConditionExpression: "
    with refused("ValidationException", prefix + undefined):
        db.call("Query", on(unique("never"), "a = :missing AND begins_with(b, :n)", n=number(1)))
    with refused("ValidationException", prefix + operand):
        db.call("Query", on(unique("never"), "begins_with(b, :n) AND a = :missing", n=number(1)))


def test_the_bounds_of_between_are_of_one_type_and_in_order(db: Target) -> None:
    between = "Invalid KeyConditionExpression: The BETWEEN operator requires "
    message = (
        "same data type for lower and upper bounds; "
        "lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}"
    )
    with refused("ValidationException", between + message):
        db.call("Query", on(unique("never"), "a BETWEEN :b AND :a", a=text("a"), b=number(1)))
    message = (
        "upper bound to be greater than or equal to lower bound; "
        "lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}"
    )
    with refused("ValidationException", between + message):
        db.call("Query", on(unique("never"), "a BETWEEN :b AND :a", a=text("a"), b=text("b")))


def test_a_table_that_is_not_there_is_refused_before_the_key_is_looked_at(db: Target) -> None:
    for start in ({}, {"b": text("x")}):
        request = {**on(unique("never"), "z = :z", z=number(1)), "ExclusiveStartKey": start}
        with refused("ResourceNotFoundException", "Requested resource not found"):
            db.call("Query", request)


MISSED = "Query condition missed key schema element: "
TYPE_MISMATCH = INVALID + "Condition parameter type does not match schema type"
UNSUPPORTED = "Query key condition not supported"


@pytest.mark.parametrize(
    ("index", "condition", "message"),
    [
        (None, "b = :s", MISSED + "a"),
        (None, "z = :s", MISSED + "a"),
        (None, "a = :s AND c = :s", MISSED + "b"),
        ("index1", "a = :s AND b = :s", MISSED + "c"),
        ("index3", "a = :s", MISSED + "c"),
        ("index4", "c = :s AND b = :s", MISSED + "d"),
        (None, "a > :s", UNSUPPORTED),
        (None, "begins_with(a, :s)", UNSUPPORTED),
        (None, ":s <= a", UNSUPPORTED),
        (None, "a BETWEEN :s AND :s", UNSUPPORTED),
        ("index3", "c < :s", UNSUPPORTED),
        (None, "a = :n", TYPE_MISMATCH),
        (None, "a = :s AND b = :n", TYPE_MISMATCH),
        (None, "a = :s AND b < :n", TYPE_MISMATCH),
        ("index4", "c = :s AND d > :n", TYPE_MISMATCH),
    ],
)
def test_the_key_condition_must_fit_the_key(
    db: Target, indexed_table: str, index: str | None, condition: str, message: str
) -> None:
    values = {"s": text("x"), "n": number(1)}
    used = {name: value for name, value in values.items() if f":{name}" in condition}
    request = on(indexed_table, condition, **used)
    with refused("ValidationException", message):
        db.call("Query", request if index is None else {**request, "IndexName": index})


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("b = :v", {"BOOL": True}),
        ("begins_with(b, :v)", {"S": "1"}),
        ("b = :v", {"NS": ["1"]}),
        ("b > :v", {"B": "AA=="}),
    ],
)
def test_a_value_of_another_key_type_does_not_match_the_schema(
    db: Target, number_table: str, condition: str, value: dict[str, Any]
) -> None:
    with refused("ValidationException", TYPE_MISMATCH):
        db.call("Query", on(number_table, f"a = :a AND {condition}", a=text("x"), v=value))


def test_there_are_no_more_conditions_than_key_attributes(db: Target, hash_table: str, range_table: str) -> None:
    too_many = "The number of query conditions ({}) exceeds the number of key attributes defined in the schema ({})"
    with refused("ValidationException", too_many.format(3, 2)):
        db.call("Query", on(range_table, "a = :a AND b > :a AND c = :a", a=text("x")))
    with refused("ValidationException", too_many.format(2, 1)):
        db.call("Query", on(hash_table, "a = :a AND b = :a", a=text("x")))


def test_an_empty_string_is_no_key(db: Target, range_table: str) -> None:
    message = (
        "One or more parameter values are not valid. "
        "The AttributeValue for a key attribute cannot contain an empty string value. Key: a"
    )
    with refused("ValidationException", message):
        db.call("Query", on(range_table, "a = :a", a=text("")))


BAD_START = "The provided starting key is invalid"
MISMATCH = "The provided key element does not match the schema"


@pytest.mark.parametrize(
    ("index", "start", "message"),
    [
        (None, {}, BAD_START),
        (None, {"a": text("x")}, BAD_START),
        (None, {"b": text("x"), "c": text("x")}, BAD_START),
        (None, {"a": text("x"), "b": text("x"), "c": text("x")}, BAD_START),
        (None, {"a": number(1), "b": text("x")}, MISMATCH),
        (None, {"a": text("x"), "b": number(1)}, MISMATCH),
        ("index1", {"a": text("x"), "b": text("x")}, BAD_START),
        ("index1", {"a": text("x"), "b": text("x"), "c": number(1)}, MISMATCH),
        ("index1", {"a": text("x"), "b": number(1), "c": text("x")}, f"{BAD_START}: {MISMATCH}"),
        ("index3", {"c": text("x")}, BAD_START),
        ("index3", {"a": number(1), "b": text("x"), "c": text("x")}, f"{BAD_START}: {MISMATCH}"),
        ("index4", {"a": text("x"), "b": text("x"), "c": text("x")}, BAD_START),
    ],
)
def test_the_start_key_is_the_whole_key(
    db: Target, indexed_table: str, index: str | None, start: dict[str, Any], message: str
) -> None:
    attribute = "c" if index in {"index3", "index4"} else "a"
    request = {**on(indexed_table, f"{attribute} = :v", v=text("x")), "ExclusiveStartKey": start}
    with refused("ValidationException", message):
        db.call("Query", request if index is None else {**request, "IndexName": index})


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("a = :b", "The provided starting key is outside query boundaries based on provided conditions"),
        ("a = :a AND b > :b", "The provided starting key does not match the range key predicate"),
        ("a = :b AND b > :b", "The provided starting key does not match the range key predicate"),
        ("a = :b AND b < :b", "The query can return at most one row and cannot be restarted"),
    ],
)
def test_the_start_key_lies_within_what_is_asked_for(
    db: Target, range_table: str, condition: str, message: str
) -> None:
    values = {name: text(name) for name in "ab" if f":{name}" in condition}
    request = {**on(range_table, condition, **values), "ExclusiveStartKey": {"a": text("a"), "b": text("a")}}
    with refused("ValidationException", message):
        db.call("Query", request)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("a = :a", "Filter Expression can only contain non-primary key attributes: Primary key attribute: a"),
        (
            "c = :a AND NOT b[1] = :a",
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: b",
        ),
        (
            "attribute_exists(d.x)",
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: d",
        ),
    ],
)
def test_a_filter_may_not_use_the_key_that_is_queried(
    db: Target, indexed_table: str, expression: str, message: str
) -> None:
    with refused("ValidationException", message):
        db.call("Query", {**on(indexed_table, "a = :a", a=text("x")), "FilterExpression": expression})


@pytest.mark.parametrize(
    ("expression", "values", "message"),
    [
        (
            "c > :m",
            {":m": {"M": {}}},
            "Incorrect operand type for operator or function; operator or function: >, operand type: M",
        ),
        (
            "attribute_type(c, :m)",
            {":m": {"S": "X"}},
            "Invalid attribute type name found; type: X, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        ),
        (
            "begins_with(c, :m)",
            {":m": {"N": "1"}},
            "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
        ),
        (
            "contains(c, c)",
            {},
            "The first operand must be distinct from the remaining operands for this operator or function; "
            "operator: contains, first operand: [c]",
        ),
        (
            "begins_with(c)",
            {},
            "Incorrect number of operands for operator or function; operator or function: begins_with, "
            "number of operands: 1",
        ),
    ],
)
def test_a_filter_is_checked_like_a_condition(
    db: Target, expression: str, values: dict[str, Any], message: str
) -> None:
    request = on(unique("never"), "a = :a", a=text("x"))
    request["ExpressionAttributeValues"] |= values
    with refused("ValidationException", f"Invalid FilterExpression: {message}"):
        db.call("Query", {**request, "FilterExpression": expression})


def test_the_index_and_its_consistency_are_looked_at_before_the_key(db: Target, indexed_table: str) -> None:
    request = {**on(indexed_table, "z = :z", z=number(1)), "ExclusiveStartKey": {}, "ConsistentRead": True}
    with refused("ValidationException", "The table does not have the specified index: whatever"):
        db.call("Query", {**request, "IndexName": "whatever"})
    with refused("ValidationException", "Consistent reads are not supported on global secondary indexes"):
        db.call("Query", {**request, "IndexName": "index3"})
    with refused("ValidationException", BAD_START):
        db.call("Query", request)
