"""The parameters from before expressions: Expected, ConditionalOperator, AttributeUpdates and AttributesToGet.

Messages as recorded by dynalite's suite against DynamoDB; ConditionalOperator as ExtendDB's suite captured it there in
2026; the types that comparisons take from the API reference and ScyllaDB Alternator's suite, their words as dynalite
has them for ScanFilter.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.items import Item, fetch, key_of, ordered, put
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import CONDITION_FAILED

INVALID = "One or more parameter values were invalid: "
MIXED = "Can not use both expression and non-expression parameters in the same request: "
Expected = dict[str, dict[str, Any]]

ITEM: Item = {
    "n": {"N": "5"},
    "s": {"S": "hello"},
    "b": {"B": "aGVsbG8="},
    "t": {"BOOL": True},
    "ss": {"SS": ["a", "b"]},
    "ns": {"NS": ["1", "2"]},
    "l": {"L": [{"N": "1"}]},
    "m": {"M": {"x": {"N": "1"}}},
}


def compare(operator: str, *values: dict[str, Any]) -> dict[str, Any]:
    """A condition with the operator; without AttributeValueList where there are no values."""
    return {"ComparisonOperator": operator, **({"AttributeValueList": list(values)} if values else {})}


HOLDING: list[Expected] = [
    {},
    {"n": {"Value": {"N": "5.0"}}},
    {"n": {"Exists": True, "Value": {"N": "5"}}},
    {"absent": {"Exists": False}},
    {"n": {"Value": {"N": "5"}, "ComparisonOperator": "EQ"}},
    {"n": compare("EQ", {"N": "5"})},
    {"ss": compare("EQ", {"SS": ["b", "a"]})},
    {"m": compare("EQ", {"M": {"x": {"N": "1"}}})},
    {"t": compare("EQ", {"BOOL": True})},
    {"n": compare("NE", {"N": "6"})},
    {"n": compare("NE", {"S": "5"})},
    {"absent": compare("NE", {"S": "5"})},
    {"n": compare("LE", {"N": "5"})},
    {"n": compare("LT", {"N": "10"})},
    {"n": compare("GE", {"N": "5"})},
    {"s": compare("GT", {"S": "Hello"})},
    {"n": compare("NOT_NULL")},
    {"absent": compare("NULL")},
    {"absent": {"ComparisonOperator": "NULL", "AttributeValueList": []}},
    {"s": compare("CONTAINS", {"S": "ell"})},
    {"ss": compare("CONTAINS", {"S": "a"})},
    {"ns": compare("CONTAINS", {"N": "1.0"})},
    {"l": compare("CONTAINS", {"N": "1"})},
    {"s": compare("NOT_CONTAINS", {"S": "x"})},
    {"ss": compare("NOT_CONTAINS", {"S": "ab"})},
    {"s": compare("BEGINS_WITH", {"S": "he"})},
    {"b": compare("BEGINS_WITH", {"B": "aGU="})},
    {"n": compare("IN", {"N": "4"}, {"N": "5"})},
    {"n": compare("BETWEEN", {"N": "5"}, {"N": "6"})},
    {"s": compare("BETWEEN", {"S": "a"}, {"S": "z"})},
    {"n": compare("EQ", {"N": "5"}), "absent": {"Exists": False}, "s": compare("GE", {"S": "hello"})},
]
FAILING: list[Expected] = [
    {"n": {"Value": {"N": "6"}}},
    {"n": {"Value": {"S": "5"}}},
    {"absent": {"Value": {"S": "5"}}},
    {"n": {"Exists": False}},
    {"n": compare("EQ", {"N": "6"})},
    {"absent": compare("EQ", {"N": "6"})},
    {"n": compare("NE", {"N": "5"})},
    {"n": compare("LT", {"N": "5"})},
    {"n": compare("LT", {"S": "6"})},
    {"absent": compare("LT", {"N": "6"})},
    {"n": compare("NULL")},
    {"absent": compare("NOT_NULL")},
    {"s": compare("CONTAINS", {"S": "ELL"})},
    {"ss": compare("CONTAINS", {"S": "ab"})},
    {"ss": compare("NOT_CONTAINS", {"S": "a"})},
    {"s": compare("BEGINS_WITH", {"S": "ello"})},
    {"n": compare("BEGINS_WITH", {"S": "5"})},
    {"n": compare("IN", {"N": "4"})},
    {"ns": compare("IN", {"N": "1"}, {"N": "2"})},
    {"n": compare("BETWEEN", {"N": "6"}, {"N": "7"})},
    {"n": compare("BETWEEN", {"S": "4"}, {"S": "6"})},
    {"n": compare("EQ", {"N": "5"}), "s": {"Exists": False}},
    {"m.x": {"Value": {"N": "1"}}},
]


@pytest.mark.parametrize("expected", HOLDING)
@pytest.mark.parametrize("operation", ["PutItem", "UpdateItem", "DeleteItem"])
def test_what_is_as_expected_is_written(db: Target, hash_table: str, operation: str, expected: Expected) -> None:
    item = put(db, hash_table, **ITEM)
    subject = {"Item": {"a": item["a"]}} if operation == "PutItem" else {"Key": key_of(item)}
    assert db.call(operation, {"TableName": hash_table, "Expected": expected, **subject}) == {}


@pytest.mark.parametrize("expected", FAILING)
@pytest.mark.parametrize("operation", ["PutItem", "UpdateItem", "DeleteItem"])
def test_what_is_not_as_expected_is_refused(db: Target, hash_table: str, operation: str, expected: Expected) -> None:
    item = put(db, hash_table, **ITEM)
    subject = {"Item": {"a": item["a"]}} if operation == "PutItem" else {"Key": key_of(item)}
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        db.call(operation, {"TableName": hash_table, "Expected": expected, **subject})
    assert ordered(fetch(db, hash_table, key_of(item))) == ordered(item)


@pytest.mark.parametrize(
    ("operator", "wrong", "holds"),
    [("AND", 0, True), ("AND", 1, False), ("OR", 0, True), ("OR", 1, True), ("OR", 2, False)],
)
def test_expectations_are_joined(db: Target, hash_table: str, operator: str, wrong: int, holds: bool) -> None:
    item = put(db, hash_table, **ITEM)
    expected: Expected = {
        "n": {"Value": {"N": "0" if wrong > 1 else "5"}},
        "s": compare("EQ", {"S": "other" if wrong else "hello"}),
    }
    request = {"TableName": hash_table, "Item": item, "Expected": expected, "ConditionalOperator": operator}
    if holds:
        db.call("PutItem", request)
    else:
        with refused("ConditionalCheckFailedException", CONDITION_FAILED):
            db.call("PutItem", request)


def subjects() -> list[tuple[str, dict[str, Any]]]:
    return [("PutItem", {"Item": {}}), ("UpdateItem", {"Key": {}}), ("DeleteItem", {"Key": {}})]


def unfit(operator: str, kind: str) -> str:
    return f"{INVALID}ComparisonOperator {operator} is not valid for {kind} AttributeValue type"


UNORDERED: Item = {
    "SS": {"SS": ["a"]},
    "NS": {"NS": ["1"]},
    "BS": {"BS": ["YQ=="]},
    "BOOL": {"BOOL": True},
    "NULL": {"NULL": True},
    "L": {"L": []},
    "M": {"M": {}},
}
BAD_EXPECTED: list[tuple[dict[str, Any], str]] = [
    ({}, INVALID + "Value must be provided when Exists is null for Attribute: x"),
    ({"Exists": True}, INVALID + "Value must be provided when Exists is true for Attribute: x"),
    ({"Exists": False, "Value": {"S": "a"}}, INVALID + "Value cannot be used when Exists is false for Attribute: x"),
    (
        {"ComparisonOperator": "LT"},
        INVALID + "Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: x",
    ),
    (
        {"Exists": True, "ComparisonOperator": "LT"},
        INVALID + "Exists and ComparisonOperator cannot be used together for Attribute: x",
    ),
    (
        {"AttributeValueList": [{"S": "a"}], "Value": {"S": "a"}, "ComparisonOperator": "LT"},
        INVALID + "Value and AttributeValueList cannot be used together for Attribute: x",
    ),
    (
        {"AttributeValueList": [], "Value": {"S": "a"}},
        INVALID + "Value and AttributeValueList cannot be used together for Attribute: x",
    ),
    (
        {"AttributeValueList": [{"S": "a"}]},
        INVALID + "AttributeValueList can only be used with a ComparisonOperator for Attribute: x",
    ),
    (
        {"AttributeValueList": [{"S": "a"}], "Exists": True},
        INVALID + "AttributeValueList can only be used with a ComparisonOperator for Attribute: x",
    ),
    ({"Value": {}}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
    ({"Value": {"N": "b"}}, "The parameter cannot be converted to a numeric value: b"),
    (compare("EQ", {"N": "b"}), "The parameter cannot be converted to a numeric value: b"),
    *[
        (
            {"ComparisonOperator": operator, "AttributeValueList": [{"N": "1"}] * count},
            f"{INVALID}Invalid number of argument(s) for the {operator} ComparisonOperator",
        )
        for operator, count in [
            ("EQ", 0),
            ("EQ", 2),
            ("NE", 2),
            ("LE", 0),
            ("LT", 2),
            ("GE", 0),
            ("GT", 2),
            ("CONTAINS", 2),
            ("NOT_CONTAINS", 0),
            ("BEGINS_WITH", 0),
            ("NULL", 1),
            ("NOT_NULL", 1),
            ("IN", 0),
            ("BETWEEN", 0),
            ("BETWEEN", 1),
            ("BETWEEN", 3),
        ]
    ],
    (
        {"Value": {"S": "a"}, "ComparisonOperator": "NULL"},
        INVALID + "Invalid number of argument(s) for the NULL ComparisonOperator",
    ),
    (
        {"Value": {"S": "a"}, "ComparisonOperator": "BETWEEN"},
        INVALID + "Invalid number of argument(s) for the BETWEEN ComparisonOperator",
    ),
    *[
        (
            compare(operator, value),
            f"{INVALID}ComparisonOperator {operator} is not valid for {kind} AttributeValue type",
        )
        for operator in ("LT", "LE", "GT", "GE")
        for kind, value in UNORDERED.items()
    ],
    *[
        (
            compare("BEGINS_WITH", value),
            f"{INVALID}ComparisonOperator BEGINS_WITH is not valid for {kind} AttributeValue type",
        )
        for kind, value in {"N": {"N": "1"}, **UNORDERED}.items()
    ],
    (compare("BETWEEN", {"SS": ["a"]}, {"SS": ["b"]}), unfit("BETWEEN", "SS")),
    (compare("IN", {"L": []}, {"L": []}), unfit("IN", "L")),
    ({"Value": {"BOOL": True}, "ComparisonOperator": "GT"}, unfit("GT", "BOOL")),
    (
        compare("IN", {"N": "1"}, {"S": "a"}),
        INVALID + "AttributeValues inside AttributeValueList must be of same type",
    ),
    (
        compare("BETWEEN", {"N": "1"}, {"S": "a"}),
        INVALID + "AttributeValues inside AttributeValueList must be of same type",
    ),
    (
        compare("BETWEEN", {"N": "2"}, {"N": "1"}),
        "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
    ),
]


@pytest.mark.parametrize(("operation", "subject"), subjects())
@pytest.mark.parametrize(("condition", "message"), BAD_EXPECTED)
def test_expectations_have_a_form(
    db: Target, operation: str, subject: dict[str, Any], condition: dict[str, Any], message: str
) -> None:
    """Found before the table is looked up."""
    with refused("ValidationException", message):
        db.call(operation, {"TableName": "nowhere", "Expected": {"x": condition}, **subject})


def test_comparison_operators_are_thirteen(db: Target) -> None:
    message = (
        "1 validation error detected: Value 'XX' at 'expected.x.member.comparisonOperator' failed to satisfy "
        "constraint: Member must satisfy enum value set: "
        "[IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]"
    )
    with refused("ValidationException", message):
        db.call("PutItem", {"TableName": "nowhere", "Item": {}, "Expected": {"x": {"ComparisonOperator": "XX"}}})


@pytest.mark.parametrize(("operation", "subject"), subjects())
@pytest.mark.parametrize("expected", [None, {}])
def test_a_conditional_operator_needs_expectations(
    db: Target, operation: str, subject: dict[str, Any], expected: Expected | None
) -> None:
    request = {"TableName": "nowhere", "ConditionalOperator": "AND", "Expected": expected, **subject}
    with refused("ValidationException", "ConditionalOperator cannot be used without Filter or Expected"):
        db.call(operation, request)


@pytest.mark.parametrize(("operation", "subject"), subjects())
@pytest.mark.parametrize("operator", ["AND", "OR"])
def test_a_conditional_operator_needs_two_expectations(
    db: Target, operation: str, subject: dict[str, Any], operator: str
) -> None:
    expected = {"x": compare("EQ", {"S": "x"})}
    request = {"TableName": "nowhere", "ConditionalOperator": operator, "Expected": expected, **subject}
    message = "ConditionalOperator can only be used when Filter or Expected has two or more elements"
    with refused("ValidationException", message):
        db.call(operation, request)


ONE_EXPECTED = {"x": {"Exists": False}}
CONDITION = {"ConditionExpression": "attribute_exists(x)"}
UPDATES = {"x": {"Value": {"S": "x"}}}


@pytest.mark.parametrize(
    ("operation", "legacy", "expressions", "named"),
    [
        ("PutItem", {"Expected": ONE_EXPECTED}, CONDITION, "Expected"),
        (
            "PutItem",
            {"ConditionalOperator": "OR"},
            CONDITION,
            "ConditionalOperator",
        ),
        (
            "DeleteItem",
            {"ConditionalOperator": "OR", "Expected": ONE_EXPECTED},
            CONDITION,
            "Expected, ConditionalOperator",
        ),
        ("UpdateItem", {"AttributeUpdates": UPDATES}, {"UpdateExpression": "REMOVE x"}, "AttributeUpdates"),
        ("UpdateItem", {"Expected": ONE_EXPECTED}, {"UpdateExpression": "REMOVE x"}, "Expected"),
        (
            "UpdateItem",
            {"AttributeUpdates": UPDATES},
            CONDITION,
            "AttributeUpdates",
        ),
        (
            "UpdateItem",
            {"ConditionalOperator": "AND", "Expected": ONE_EXPECTED, "AttributeUpdates": UPDATES},
            {**CONDITION, "UpdateExpression": "REMOVE x"},
            "AttributeUpdates, Expected, ConditionalOperator",
        ),
        ("GetItem", {"AttributesToGet": ["x"]}, {"ProjectionExpression": "x"}, "AttributesToGet"),
    ],
)
def test_the_two_generations_do_not_mix(
    db: Target, operation: str, legacy: dict[str, Any], expressions: dict[str, Any], named: str
) -> None:
    subject: dict[str, Any] = {"Item": {}} if operation == "PutItem" else {"Key": {}}
    order = ("ProjectionExpression", "UpdateExpression", "ConditionExpression")
    expected = ", ".join(name for name in order if name in expressions)
    message = f"{MIXED}Non-expression parameters: {{{named}}} Expression parameters: {{{expected}}}"
    with refused("ValidationException", message):
        db.call(operation, {"TableName": "nowhere", **subject, **legacy, **expressions})


def action(name: str, value: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"Action": name, **({"Value": value} if value else {})}


CHANGES: list[tuple[Item, dict[str, dict[str, Any]], Item]] = [
    ({}, {"b": {"Value": {"S": "x"}}}, {"b": {"S": "x"}}),
    ({"b": {"N": "1"}}, {"b": action("PUT", {"S": "x"})}, {"b": {"S": "x"}}),
    (
        {"b": {"N": "1"}},
        {"b": action("PUT", {"M": {}}), "c": action("PUT", {"L": []})},
        {"b": {"M": {}}, "c": {"L": []}},
    ),
    ({}, {"b.c": action("PUT", {"S": "x"})}, {"b.c": {"S": "x"}}),
    ({"b": {"N": "1"}}, {"b": action("ADD", {"N": "3"})}, {"b": {"N": "4"}}),
    ({}, {"b": action("ADD", {"N": "3"})}, {"b": {"N": "3"}}),
    ({"b": {"SS": ["x"]}}, {"b": action("ADD", {"SS": ["x", "y"]})}, {"b": {"SS": ["x", "y"]}}),
    ({"b": {"NS": ["1"]}}, {"b": action("ADD", {"NS": ["1.0", "2"]})}, {"b": {"NS": ["1", "2"]}}),
    ({}, {"b": action("ADD", {"BS": ["YQ=="]})}, {"b": {"BS": ["YQ=="]}}),
    ({"b": {"L": [{"N": "1"}]}}, {"b": action("ADD", {"L": [{"N": "2"}]})}, {"b": {"L": [{"N": "1"}, {"N": "2"}]}}),
    ({}, {"b": action("ADD", {"L": [{"N": "2"}]})}, {"b": {"L": [{"N": "2"}]}}),
    ({"b": {"N": "1"}, "c": {"N": "2"}}, {"b": action("DELETE")}, {"c": {"N": "2"}}),
    ({"b": {"N": "1"}}, {"c": action("DELETE")}, {"b": {"N": "1"}}),
    ({"b": {"SS": ["x", "y"]}}, {"b": action("DELETE", {"SS": ["y", "z"]})}, {"b": {"SS": ["x"]}}),
    ({"b": {"SS": ["x"]}}, {"b": action("DELETE", {"SS": ["x"]})}, {}),
    ({"c": {"N": "1"}}, {"b": action("DELETE", {"NS": ["1"]})}, {"c": {"N": "1"}}),
]


@pytest.mark.parametrize(("before", "updates", "after"), CHANGES)
def test_attribute_updates_make_of_an_item(
    db: Target, hash_table: str, before: Item, updates: dict[str, Any], after: Item
) -> None:
    item = put(db, hash_table, **before)
    request = {"TableName": hash_table, "Key": key_of(item), "AttributeUpdates": updates}
    assert db.call("UpdateItem", request) == {}
    assert ordered(fetch(db, hash_table, key_of(item))) == {**key_of(item), **after}


@pytest.mark.parametrize(
    ("returned", "attributes"),
    [
        ("UPDATED_OLD", {"b": {"N": "1"}, "c": {"S": "goes"}}),
        ("UPDATED_NEW", {"b": {"N": "3"}, "d": {"S": "made"}}),
    ],
)
def test_attribute_updates_return_what_they_touched(
    db: Target, hash_table: str, returned: str, attributes: Item
) -> None:
    item = put(db, hash_table, b={"N": "1"}, c={"S": "goes"}, k={"S": "kept"})
    updates = {"b": action("ADD", {"N": "2"}), "c": action("DELETE"), "d": action("PUT", {"S": "made"})}
    request = {"TableName": hash_table, "Key": key_of(item), "AttributeUpdates": updates, "ReturnValues": returned}
    assert db.call("UpdateItem", request) == {"Attributes": attributes}


@pytest.mark.parametrize(
    ("attribute", "update"),
    [
        ("ss", action("DELETE", {"NS": ["1"]})),
        ("ss", action("DELETE", {"BS": ["YQ=="]})),
        ("n", action("DELETE", {"NS": ["1"]})),
        ("ss", action("ADD", {"NS": ["1"]})),
        ("ns", action("ADD", {"N": "1"})),
        ("s", action("ADD", {"N": "1"})),
        ("m", action("ADD", {"L": []})),
    ],
)
def test_attribute_updates_do_not_mix_types(
    db: Target, hash_table: str, attribute: str, update: dict[str, Any]
) -> None:
    item = put(db, hash_table, **ITEM)
    request = {"TableName": hash_table, "Key": key_of(item), "AttributeUpdates": {attribute: update}}
    with refused("ValidationException", "Type mismatch for attribute to update"):
        db.call("UpdateItem", request)


UNFIT_TO_ADD: Item = {
    "S": {"S": "1"},
    "B": {"B": "Yg=="},
    "NULL": {"NULL": True},
    "BOOL": {"BOOL": True},
    "M": {"M": {}},
}
UNFIT_TO_DELETE: Item = {**UNFIT_TO_ADD, "N": {"N": "1"}, "L": {"L": []}}


@pytest.mark.parametrize(
    ("update", "message"),
    [
        ({}, INVALID + "Only DELETE action is allowed when no attribute value is specified"),
        (action("PUT"), INVALID + "Only DELETE action is allowed when no attribute value is specified"),
        (action("ADD"), INVALID + "Only DELETE action is allowed when no attribute value is specified"),
        ({"Value": {}}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        ({"Value": {"N": "b"}}, "The parameter cannot be converted to a numeric value: b"),
        *[
            (action("DELETE", value), f"{INVALID}DELETE action with value is not supported for the type {kind}")
            for kind, value in UNFIT_TO_DELETE.items()
        ],
        *[
            (action("ADD", value), f"{INVALID}ADD action is not supported for the type {kind}")
            for kind, value in UNFIT_TO_ADD.items()
        ],
    ],
)
def test_attribute_updates_have_a_form(db: Target, update: dict[str, Any], message: str) -> None:
    """Found before the table is looked up."""
    with refused("ValidationException", message):
        db.call("UpdateItem", {"TableName": "nowhere", "Key": {}, "AttributeUpdates": {"x": update}})


def test_attribute_updates_know_three_actions(db: Target) -> None:
    """No source has the order in which the message lists them."""
    message = re.compile(
        "1 validation error detected: Value 'XX' at 'attributeUpdates.x.member.action' failed to satisfy constraint: "
        r"Member must satisfy enum value set: \[((ADD|DELETE|PUT)(, )?){3}\]"
    )
    updates = {"x": action("XX", {"S": "x"})}
    with refused("ValidationException", message):
        db.call("UpdateItem", {"TableName": "nowhere", "Key": {}, "AttributeUpdates": updates})


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (["n"], {"n": {"N": "5"}}),
        (["n", "absent", "l"], {"n": {"N": "5"}, "l": {"L": [{"N": "1"}]}}),
        (["absent"], {}),
        (["m.x"], {}),
        (["l[0]"], {}),
    ],
)
def test_attributes_to_get_are_names_and_not_paths(db: Target, hash_table: str, names: list[str], part: Item) -> None:
    item = put(db, hash_table, **ITEM)
    request = {"TableName": hash_table, "Key": key_of(item), "AttributesToGet": names}
    assert db.call("GetItem", request) == {"Item": part}


def test_reserved_words_are_plain_names_here(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, status={"S": "x"})
    request = {"TableName": hash_table, "Key": key_of(item), "AttributesToGet": ["status"]}
    assert db.call("GetItem", request) == {"Item": {"status": {"S": "x"}}}


def test_nothing_to_get_of_nothing(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Key": {"a": {"S": unique()}}, "AttributesToGet": ["n"]}
    assert db.call("GetItem", request) == {}


@pytest.mark.parametrize(
    ("operation", "parameter"),
    [
        ("GetItem", {"AttributesToGet": ["n" * 65536]}),
        ("UpdateItem", {"AttributeUpdates": {"n" * 65536: {"Value": {"S": "x"}}}}),
    ],
    ids=["AttributesToGet", "AttributeUpdates"],
)
def test_attribute_names_have_less_than_64_kb(
    db: Target, hash_table: str, operation: str, parameter: dict[str, Any]
) -> None:
    """ScyllaDB Alternator's suite found the limit at DynamoDB; nobody has written the whole message down."""
    with refused("ValidationException", re.compile(".*6553[56].*")):
        db.call(operation, {"TableName": hash_table, "Key": {"a": {"S": unique()}}, **parameter})
