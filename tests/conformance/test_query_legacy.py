"""Query by the legacy parameters: KeyConditions, QueryFilter, ConditionalOperator, AttributesToGet.

Rules from the AWS API reference and the developer guide (Legacy conditional parameters); messages as recorded against
DynamoDB by dynalite's suite.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import broken, either, one_of
from tests.conformance.reading import number, put_all, text
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "


def where(operator: str, *values: dict[str, Any]) -> dict[str, Any]:
    return (
        {"ComparisonOperator": operator, "AttributeValueList": list(values)}
        if values
        else {"ComparisonOperator": operator}
    )


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (where("EQ", text("ab")), ["ab"]),
        (where("LT", text("ab")), ["aa", "aab"]),
        (where("LE", text("ab")), ["aa", "aab", "ab"]),
        (where("GT", text("ab")), ["abc", "b"]),
        (where("GE", text("ab")), ["ab", "abc", "b"]),
        (where("BETWEEN", text("aab"), text("abc")), ["aab", "ab", "abc"]),
        (where("BEGINS_WITH", text("aa")), ["aa", "aab"]),
    ],
)
def test_the_sort_key_narrows_by_every_operator(
    db: Target, range_table: str, condition: dict[str, Any], expected: list[str]
) -> None:
    key = text(unique())
    put_all(db, range_table, [{"a": key, "b": text(each)} for each in ("aa", "aab", "ab", "abc", "b")])
    request = {"TableName": range_table, "KeyConditions": {"a": where("EQ", key), "b": condition}}
    answer = db.call("Query", {**request, "ConsistentRead": True})
    assert [item["b"]["S"] for item in answer["Items"]] == expected
    reverse = db.call("Query", {**request, "ConsistentRead": True, "ScanIndexForward": False})
    assert [item["b"]["S"] for item in reverse["Items"]] == expected[::-1]


ITEM = {
    "s": text("hello"),
    "n": number(5),
    "t": {"BOOL": True},
    "z": {"NULL": True},
    "w": {"SS": ["x", "y"]},
    "l": {"L": [text("x"), number(1)]},
}


@pytest.mark.parametrize(
    ("matching", "others"),
    [
        ({"s": where("EQ", text("hello"))}, {"s": where("EQ", text("x"))}),
        ({"s": where("NE", text("x"))}, {"s": where("NE", text("hello"))}),
        ({"n": where("NE", text("5"))}, {"n": where("EQ", text("5"))}),
        ({"n": where("EQ", number("5.0"))}, {"n": where("LT", number(5))}),
        ({"n": where("BETWEEN", number(5), number(6))}, {"n": where("BETWEEN", number(6), number(7))}),
        ({"n": where("IN", number(1), number(5))}, {"n": where("IN", number(1))}),
        ({"s": where("BEGINS_WITH", text("he"))}, {"s": where("BEGINS_WITH", text("el"))}),
        ({"s": where("CONTAINS", text("ell"))}, {"s": where("NOT_CONTAINS", text("ell"))}),
        ({"w": where("CONTAINS", text("x"))}, {"w": where("CONTAINS", text("xy"))}),
        ({"l": where("CONTAINS", number(1))}, {"l": where("CONTAINS", text("1"))}),
        ({"w": where("EQ", {"SS": ["y", "x"]})}, {"w": where("EQ", {"SS": ["x"]})}),
        ({"t": where("EQ", {"BOOL": True})}, {"t": where("EQ", {"BOOL": False})}),
        ({"s": where("NOT_NULL")}, {"s": where("NULL")}),
        ({"missing": where("NULL")}, {"missing": where("NOT_NULL")}),
        ({"z": where("NOT_NULL")}, {"missing": where("EQ", text("x"))}),
        ({"s": where("NOT_NULL"), "n": where("GT", number(4))}, {"s": where("NOT_NULL"), "n": where("GT", number(5))}),
    ],
)
def test_a_query_filter_leaves_what_matches(
    db: Target, range_table: str, matching: dict[str, Any], others: dict[str, Any]
) -> None:
    key = text(unique())
    item = {"a": key, "b": text("1"), **ITEM}
    put_all(db, range_table, [item])
    request = {"TableName": range_table, "KeyConditions": {"a": where("EQ", key)}, "ConsistentRead": True}
    for filter_, count in ((matching, 1), (others, 0)):
        answer = db.call("Query", {**request, "QueryFilter": filter_})
        assert (answer["Count"], answer["ScannedCount"]) == (count, 1)


def test_conditions_are_joined_by_and_unless_or_is_asked_for(db: Target, range_table: str) -> None:
    key = text(unique())
    put_all(db, range_table, [{"a": key, "b": text(str(at)), "n": number(at)} for at in range(4)])
    request = {
        "TableName": range_table,
        "KeyConditions": {"a": where("EQ", key)},
        "QueryFilter": {"n": where("GT", number(2)), "missing": where("NOT_NULL")},
        "ConsistentRead": True,
    }
    for operator, count in ((None, 0), ("AND", 0), ("OR", 1)):
        asked = request if operator is None else {**request, "ConditionalOperator": operator}
        assert db.call("Query", asked)["Count"] == count


def test_named_attributes_are_answered(db: Target, range_table: str) -> None:
    key = text(unique())
    put_all(db, range_table, [{"a": key, "b": text("1"), **ITEM}])
    request = {"TableName": range_table, "KeyConditions": {"a": where("EQ", key)}, "ConsistentRead": True}
    answer = db.call("Query", {**request, "AttributesToGet": ["n", "s", "missing"]})
    assert answer["Items"] == [{"n": number(5), "s": text("hello")}]


def test_expressions_may_filter_and_project_what_key_conditions_ask_for(db: Target, range_table: str) -> None:
    key = text(unique())
    put_all(db, range_table, [{"a": key, "b": text(str(at)), "n": number(at)} for at in range(3)])
    request = {
        "TableName": range_table,
        "KeyConditions": {"a": where("EQ", key)},
        "FilterExpression": "n > :n",
        "ProjectionExpression": "b",
        "ExpressionAttributeValues": {":n": number(1)},
        "ConsistentRead": True,
    }
    assert db.call("Query", request)["Items"] == [{"b": text("2")}]


ARITY = INVALID + "Invalid number of argument(s) for the {} ComparisonOperator"
X = text("x")


@pytest.mark.parametrize("parameter", ["KeyConditions", "QueryFilter"])
@pytest.mark.parametrize(
    "condition",
    [
        *(where(operator) for operator in ("EQ", "NE", "LE", "LT", "GE", "GT", "CONTAINS", "NOT_CONTAINS")),
        *(where(operator) for operator in ("BEGINS_WITH", "IN", "BETWEEN")),
        *(where(operator, X, X) for operator in ("EQ", "NE", "LT", "CONTAINS", "BEGINS_WITH", "NULL")),
        where("NULL", X),
        where("NOT_NULL", X),
        where("BETWEEN", X),
        where("BETWEEN", X, X, X),
    ],
    ids=lambda condition: f"{condition['ComparisonOperator']}-{len(condition.get('AttributeValueList', []))}",
)
def test_each_operator_takes_its_number_of_values(db: Target, parameter: str, condition: dict[str, Any]) -> None:
    request = {"TableName": unique("never"), "KeyConditions": {"a": where("EQ", X)}, parameter: {"a": condition}}
    with refused("ValidationException", ARITY.format(condition["ComparisonOperator"])):
        db.call("Query", request)


KINDS: dict[str, dict[str, Any]] = {
    "N": {"N": "1"},
    "BOOL": {"BOOL": True},
    "NULL": {"NULL": True},
    "SS": {"SS": ["a"]},
    "NS": {"NS": ["1"]},
    "BS": {"BS": ["abcd"]},
    "M": {"M": {}},
    "L": {"L": []},
}
WRONG_KINDS = [
    *((operator, kind) for operator in ("LT", "LE", "GT", "GE", "IN", "BETWEEN") for kind in KINDS if kind != "N"),
    *((operator, kind) for operator in ("CONTAINS", "NOT_CONTAINS") for kind in ("SS", "NS", "BS", "M", "L")),
    *(("BEGINS_WITH", kind) for kind in KINDS),
]


@pytest.mark.parametrize("parameter", ["KeyConditions", "QueryFilter"])
@pytest.mark.parametrize(("operator", "kind"), WRONG_KINDS)
def test_each_operator_takes_its_types(db: Target, parameter: str, operator: str, kind: str) -> None:
    values = [KINDS[kind]] * (2 if operator == "BETWEEN" else 1)
    request = {"TableName": unique("never"), "KeyConditions": {"a": where("EQ", X)}}
    message = f"ComparisonOperator {operator} is not valid for {kind} AttributeValue type"
    with refused("ValidationException", INVALID + message):
        db.call("Query", {**request, parameter: {"a": where(operator, *values)}})


@pytest.mark.parametrize("parameter", ["KeyConditions", "QueryFilter"])
@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (
            where("IN", text("b"), number(1)),
            INVALID + "AttributeValues inside AttributeValueList must be of same type",
        ),
        (
            where("BETWEEN", text("b"), text("a")),
            "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
        ),
        (
            where("EQ", {}),
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        ),
        (where("EQ", {"SS": []}), INVALID + "An string set  may not be empty"),
        (where("EQ", {"NS": ["1", "1"]}), "Input collection contains duplicates"),
        (where("EQ", {"N": "b"}), "The parameter cannot be converted to a numeric value: b"),
    ],
)
def test_the_values_of_a_condition_are_checked(
    db: Target, parameter: str, condition: dict[str, Any], message: str
) -> None:
    request = {"TableName": unique("never"), "KeyConditions": {"a": where("EQ", X)}, parameter: {"a": condition}}
    with refused("ValidationException", message):
        db.call("Query", request)


def test_an_unknown_conditional_operator_is_refused(db: Target) -> None:
    request = {
        "TableName": unique("never"),
        "KeyConditions": {"a": where("EQ", X)},
        "QueryFilter": {"b": where("NULL"), "c": where("NULL")},
        "ConditionalOperator": "XOR",
    }
    old = f"1 validation error detected: {broken('XOR', 'conditionalOperator', one_of('OR', 'AND'))}"
    new = f"Failed to satisfy constraint: {one_of('ALL', 'OR')}"
    with refused("ValidationException", either(old, new)):
        db.call("Query", request)


def test_a_conditional_operator_joins_at_least_two_conditions(db: Target) -> None:
    request = {
        "TableName": unique("never"),
        "KeyConditions": {"a": where("EQ", X)},
        "QueryFilter": {"b": where("NULL")},
        "ConditionalOperator": "OR",
    }
    message = "ConditionalOperator can only be used when Filter or Expected has two or more elements"
    with refused("ValidationException", either(message, INVALID + message)):
        db.call("Query", request)


UNINDEXABLE = "Attempted conditional constraint is not an indexable operation"


@pytest.mark.parametrize(
    "condition",
    [where("NULL"), where("NOT_NULL"), where("NE", X), where("CONTAINS", X), where("NOT_CONTAINS", X), where("IN", X)],
    ids=lambda condition: condition["ComparisonOperator"],
)
def test_a_key_is_not_looked_up_by_what_an_index_cannot_answer(
    db: Target, hash_table: str, range_table: str, condition: dict[str, Any]
) -> None:
    with refused("ValidationException", UNINDEXABLE):
        db.call("Query", {"TableName": hash_table, "KeyConditions": {"a": condition}})
    with refused("ValidationException", UNINDEXABLE):
        db.call("Query", {"TableName": range_table, "KeyConditions": {"a": where("EQ", X), "b": condition}})


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"b": where("EQ", X)}, "Query condition missed key schema element: a"),
        ({"a": where("EQ", X), "c": where("EQ", X)}, "Query condition missed key schema element: b"),
        ({"a": where("LE", X)}, "Query key condition not supported"),
        ({"a": where("BEGINS_WITH", X)}, "Query key condition not supported"),
        ({"a": where("EQ", number(1))}, INVALID + "Condition parameter type does not match schema type"),
    ],
)
def test_key_conditions_must_fit_the_key(
    db: Target, range_table: str, conditions: dict[str, Any], message: str
) -> None:
    with refused("ValidationException", message):
        db.call("Query", {"TableName": range_table, "KeyConditions": conditions})


def test_no_key_condition_at_all_is_refused(db: Target, range_table: str) -> None:
    assert db.refuse("Query", {"TableName": range_table, "KeyConditions": {}}).code == "ValidationException"


@pytest.mark.parametrize(("index", "attribute"), [(None, "a"), (None, "b"), ("index4", "d")])
def test_a_filter_may_not_use_the_key_that_is_queried(
    db: Target, indexed_table: str, index: str | None, attribute: str
) -> None:
    key = "a" if index is None else "c"
    request = {"TableName": indexed_table, "KeyConditions": {key: where("EQ", X)}}
    message = f"QueryFilter can only contain non-primary key attributes: Primary key attribute: {attribute}"
    with refused("ValidationException", message):
        asked = {**request, "QueryFilter": {attribute: where("EQ", X)}}
        db.call("Query", asked if index is None else {**asked, "IndexName": index})
