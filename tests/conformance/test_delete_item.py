"""DeleteItem: what goes, what is answered, every refusal with its words, and which of several faults is named.

Messages and their order as recorded by dynalite's suite against DynamoDB, brought up to the wording that the
dynamodb-conformance project captured in 2026; capacity of indexes as measured by the latter.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import (
    NAME_PATTERN,
    NULL,
    broken,
    detected,
    misplaced,
    no_longer,
    no_shorter,
    one_of,
    placed,
)
from tests.conformance.items import Item, arms, fetch, key_of, put
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import CONDITION_FAILED, EMPTY_KEY, KEY_MISMATCH, NO_SUCH_TABLE

INVALID = "One or more parameter values were invalid: "


def test_an_item_goes_and_nothing_is_answered(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    assert db.call("DeleteItem", {"TableName": hash_table, "Key": key_of(item)}) == {}
    assert fetch(db, hash_table, key_of(item)) is None


def test_deleting_nothing_is_no_fault(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Key": {"a": {"S": unique()}}}
    assert db.call("DeleteItem", request) == {}
    assert db.call("DeleteItem", {**request, "ReturnValues": "ALL_OLD"}) == {}


def test_only_the_item_under_the_whole_key_goes(db: Target, range_table: str) -> None:
    first = put(db, range_table, b={"S": "1"})
    second = put(db, range_table, a=first["a"], b={"S": "2"})
    db.call("DeleteItem", {"TableName": range_table, "Key": key_of(first, "a", "b")})
    assert fetch(db, range_table, key_of(first, "a", "b")) is None
    assert fetch(db, range_table, key_of(second, "a", "b")) == second


def test_all_old_answers_what_went(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"M": {"x": {"L": [{"N": "1"}]}}})
    request = {"TableName": hash_table, "Key": key_of(item), "ReturnValues": "ALL_OLD"}
    assert db.call("DeleteItem", request) == {"Attributes": item}


def test_a_deleted_item_leaves_its_indexes(db: Target, indexed_table: str) -> None:
    item = put(db, indexed_table, b={"S": "b"}, c={"S": unique()}, d={"S": "d"})
    db.call("DeleteItem", {"TableName": indexed_table, "Key": key_of(item, "a", "b")})
    query = {
        "TableName": indexed_table,
        "IndexName": "index1",
        "ConsistentRead": True,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": item["a"]},
    }
    assert db.call("Query", query)["Items"] == []


SHAPES = {
    "TableName": "String",
    "Key": "Map<AttributeValue>",
    "Key.x": "Value<AttributeValue>",
    "Expected": "Map<ExpectedAttributeValue>",
    "Expected.x": "Value<ExpectedAttributeValue>",
    "Expected.x.Exists": "Boolean",
    "Expected.x.Value": "Structure<AttributeValue>",
    "ConditionalOperator": "String",
    "ReturnConsumedCapacity": "String",
    "ReturnItemCollectionMetrics": "String",
    "ReturnValues": "String",
    "ReturnValuesOnConditionCheckFailure": "String",
    "ConditionExpression": "String",
    "ExpressionAttributeValues": "Map<AttributeValue>",
    "ExpressionAttributeValues.x": "Value<AttributeValue>",
    "ExpressionAttributeNames.x": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(SHAPES))
def test_members_of_the_wrong_kind_are_refused_first(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("DeleteItem", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({}, [broken(None, "tableName", NULL), broken(None, "key", NULL)]),
        ({"TableName": "", "Key": {}}, [broken("", "tableName", no_shorter(1))]),
        ({"TableName": "ab", "Key": {}}, [broken("ab", "tableName", no_shorter(3))]),
        ({"TableName": "a" * 256, "Key": {}}, [broken("a" * 256, "tableName", no_longer(255))]),
        ({"TableName": "abc;", "Key": {}}, [broken("abc;", "tableName", NAME_PATTERN)]),
        (
            {"TableName": "abc", "ReturnConsumedCapacity": "hi", "ReturnValues": "hi"},
            [
                broken("hi", "returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE")),
                broken("hi", "returnValues", one_of("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")),
                broken(None, "key", NULL),
            ],
        ),
    ],
)
def test_constraints_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("DeleteItem", request_)


def test_return_values_on_condition_check_failure_has_two_values(db: Target, hash_table: str) -> None:
    message = re.compile(
        "1 validation error detected: Value 'hi' at 'returnValuesOnConditionCheckFailure' failed to satisfy "
        r"constraint: Member must satisfy enum value set: \[(ALL_OLD, NONE|NONE, ALL_OLD)\]"
    )
    request = {"TableName": hash_table, "Key": {"a": {"S": "x"}}, "ReturnValuesOnConditionCheckFailure": "hi"}
    with refused("ValidationException", message):
        db.call("DeleteItem", request)


@pytest.mark.parametrize("value", ["UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"])
def test_only_old_values_can_be_returned(db: Target, hash_table: str, value: str) -> None:
    with refused("ValidationException", "ReturnValues can only be ALL_OLD or NONE"):
        db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": {"S": "x"}}, "ReturnValues": value})


BAD_KEY: Item = {"a": {}}
BAD_EXPECTED: Item = {"a": {}}
ORDER: list[tuple[dict[str, Any], str]] = [
    (
        {
            "Key": BAD_KEY,
            "Expected": BAD_EXPECTED,
            "ExpressionAttributeNames": {},
            "ExpressionAttributeValues": {},
            "ConditionExpression": "",
        },
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}",
    ),
    (
        {"Key": BAD_KEY, "Expected": BAD_EXPECTED, "ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}},
        "ExpressionAttributeNames can only be specified when using expressions",
    ),
    (
        {"Key": BAD_KEY, "Expected": BAD_EXPECTED, "ExpressionAttributeValues": {}},
        "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
    ),
    (
        {"Key": BAD_KEY, "Expected": BAD_EXPECTED},
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ),
    ({"Key": {}, "Expected": BAD_EXPECTED}, INVALID + "Value must be provided when Exists is null for Attribute: a"),
    (
        {"Key": {}, "ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}, "ConditionExpression": ""},
        "ExpressionAttributeNames must not be empty",
    ),
    (
        {"Key": {}, "ExpressionAttributeValues": {}, "ConditionExpression": ""},
        "ExpressionAttributeValues must not be empty",
    ),
    ({"Key": {}, "ConditionExpression": ""}, "Invalid ConditionExpression: The expression can not be empty;"),
]


@pytest.mark.parametrize(("request_", "message"), ORDER)
def test_of_several_faults_the_first_is_named(db: Target, request_: dict[str, Any], message: str) -> None:
    """Each request has this fault, some that come later, and a table that does not exist."""
    with refused("ValidationException", message):
        db.call("DeleteItem", {"TableName": "nowhere", **request_})


def test_a_missing_table_is_noticed_before_the_key(db: Target) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        db.call("DeleteItem", {"TableName": unique("nowhere"), "Key": {}})


@pytest.mark.parametrize(
    "key", [{}, {"b": {"S": "a"}}, {"a": {"S": "a"}, "b": {"S": "a"}}, {"a": {"N": "1"}}, {"a": {"M": {}}}]
)
def test_a_key_that_does_not_fit_the_schema_is_refused(db: Target, hash_table: str, key: Item) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        db.call("DeleteItem", {"TableName": hash_table, "Key": key})


def test_an_empty_string_is_no_key(db: Target, hash_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": {"S": ""}}})


def test_a_failed_condition_keeps_the_item(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"N": "1"})
    request = {
        "TableName": hash_table,
        "Key": key_of(item),
        "ConditionExpression": "b > :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        db.call("DeleteItem", request)
    assert fetch(db, hash_table, key_of(item)) == item


@pytest.mark.parametrize("wanted", ["ALL_OLD", "NONE"])
def test_a_failed_condition_may_show_the_item_that_failed_it(db: Target, hash_table: str, wanted: str) -> None:
    item = put(db, hash_table, b={"N": "1"})
    request = {
        "TableName": hash_table,
        "ConditionExpression": "attribute_exists(nothing)",
        "ReturnValuesOnConditionCheckFailure": wanted,
    }
    there = db.refuse("DeleteItem", {**request, "Key": key_of(item)})
    missing = db.refuse("DeleteItem", {**request, "Key": {"a": {"S": unique()}}})
    assert there.code == missing.code == "ConditionalCheckFailedException"
    assert there.fields.get("Item") == (item if wanted == "ALL_OLD" else None)
    assert "Item" not in missing.fields


@pytest.mark.parametrize(("size", "units"), [(None, 1), (1024, 1), (1025, 2)])
def test_deleting_costs_a_unit_for_every_kb(db: Target, hash_table: str, size: int | None, units: int) -> None:
    key = unique()
    if size:
        put(db, hash_table, a={"S": key}, b={"S": "x" * (size - 1 - len(key) - 1)})
    request = {"TableName": hash_table, "Key": {"a": {"S": key}}}
    answer = db.call("DeleteItem", {**request, "ReturnConsumedCapacity": "INDEXES"})
    assert answer == {
        "ConsumedCapacity": {"TableName": hash_table, "CapacityUnits": units, "Table": {"CapacityUnits": units}}
    }


@pytest.mark.parametrize(
    ("names", "units"),
    [
        ("glp", {"total": 3, "table": 1, "gsi": 1, "lsi": 1}),
        ("g", {"total": 2, "table": 1, "gsi": 1}),
        ("o", {"total": 1, "table": 1}),
    ],
)
def test_each_index_that_held_the_item_is_charged(
    db: Target, ladder_table: str, names: str, units: dict[str, float]
) -> None:
    item = put(db, ladder_table, b={"S": "b"}, **{name: {"S": name} for name in names})
    request = {"TableName": ladder_table, "Key": key_of(item, "a", "b"), "ReturnConsumedCapacity": "INDEXES"}
    assert arms(db.call("DeleteItem", request)) == units


def test_collection_metrics_are_for_tables_with_local_indexes(db: Target, indexed_table: str, range_table: str) -> None:
    key = {"a": {"S": unique()}, "b": {"S": "b"}}
    request = {"Key": key, "ReturnItemCollectionMetrics": "SIZE"}
    metrics = {"ItemCollectionKey": {"a": key["a"]}, "SizeEstimateRangeGB": [0.0, 1.0]}
    assert db.call("DeleteItem", {"TableName": indexed_table, **request}) == {"ItemCollectionMetrics": metrics}
    assert db.call("DeleteItem", {"TableName": range_table, **request}) == {}
