"""GetItem: what is answered, what it costs, every refusal with its words, and which of several faults is named.

Messages and their order as recorded by dynalite's suite against DynamoDB, brought up to the wording that the
dynamodb-conformance project captured in 2026. Projections have a file of their own.
"""

from __future__ import annotations

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
from tests.conformance.items import Item, key_of, put
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import EMPTY_KEY, KEY_MISMATCH, NO_SUCH_TABLE

INVALID = "One or more parameter values were invalid: "
EMPTY_VALUE = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"


@pytest.mark.parametrize("consistent", [True, False])
def test_an_item_is_found_by_its_key(db: Target, hash_table: str, consistent: bool) -> None:
    item = put(db, hash_table, b={"S": "b"})
    request = {"TableName": hash_table, "Key": key_of(item), "ConsistentRead": consistent}
    assert db.call("GetItem", request) == {"Item": item}


def test_an_item_is_found_by_its_whole_key(db: Target, range_table: str) -> None:
    first = put(db, range_table, b={"S": "1"})
    put(db, range_table, a=first["a"], b={"S": "2"})
    assert db.call("GetItem", {"TableName": range_table, "Key": key_of(first, "a", "b")}) == {"Item": first}


def test_nothing_is_answered_where_nothing_is(db: Target, hash_table: str) -> None:
    assert db.call("GetItem", {"TableName": hash_table, "Key": {"a": {"S": unique()}}}) == {}


@pytest.mark.parametrize(("key", "same"), [("é", "e\u0301"), ("A", "a"), ("a", "a "), ("a", "a\u0000")])
def test_keys_are_compared_byte_by_byte(db: Target, hash_table: str, key: str, same: str) -> None:
    stem = unique()
    put(db, hash_table, a={"S": stem + key})
    assert db.call("GetItem", {"TableName": hash_table, "Key": {"a": {"S": stem + same}}}) == {}


SHAPES = {
    "TableName": "String",
    "Key": "Map<AttributeValue>",
    "Key.x": "Value<AttributeValue>",
    "AttributesToGet": "List",
    "AttributesToGet.0": "String",
    "ConsistentRead": "Boolean",
    "ReturnConsumedCapacity": "String",
    "ProjectionExpression": "String",
    "ExpressionAttributeNames.x": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(SHAPES))
def test_members_of_the_wrong_kind_are_refused_first(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("GetItem", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({}, [broken(None, "tableName", NULL), broken(None, "key", NULL)]),
        ({"TableName": "", "Key": {}}, [broken("", "tableName", no_shorter(1))]),
        ({"TableName": "ab", "Key": {}}, [broken("ab", "tableName", no_shorter(3))]),
        ({"TableName": "a" * 256, "Key": {}}, [broken("a" * 256, "tableName", no_longer(255))]),
        ({"TableName": "abc;", "Key": {}}, [broken("abc;", "tableName", NAME_PATTERN)]),
        (
            {"TableName": "abc", "ReturnConsumedCapacity": "hi", "AttributesToGet": []},
            [
                broken("[]", "attributesToGet", no_shorter(1)),
                broken("hi", "returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE")),
                broken(None, "key", NULL),
            ],
        ),
    ],
)
def test_constraints_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("GetItem", request_)


BAD_KEY: Item = {"a": {}}
ORDER: list[tuple[dict[str, Any], str]] = [
    (
        {"Key": BAD_KEY, "AttributesToGet": ["a"], "ExpressionAttributeNames": {}, "ProjectionExpression": ""},
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}",
    ),
    (
        {"Key": BAD_KEY, "AttributesToGet": ["a"], "ExpressionAttributeNames": {}},
        "ExpressionAttributeNames can only be specified when using expressions",
    ),
    ({"Key": BAD_KEY, "ExpressionAttributeNames": {}, "ProjectionExpression": ""}, EMPTY_VALUE),
    ({"Key": BAD_KEY, "AttributesToGet": ["a", "a"]}, EMPTY_VALUE),
    ({"Key": {}, "AttributesToGet": ["a", "a"]}, INVALID + "Duplicate value in attribute name: a"),
    (
        {"Key": {}, "ExpressionAttributeNames": {}, "ProjectionExpression": ""},
        "ExpressionAttributeNames must not be empty",
    ),
    (
        {"Key": {}, "ExpressionAttributeNames": {"a": "a"}, "ProjectionExpression": ""},
        'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
    ),
    ({"Key": {}, "ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not be empty;"),
    (
        {"Key": {}, "ExpressionAttributeNames": {"#a": "a"}, "ProjectionExpression": "b"},
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}",
    ),
]


@pytest.mark.parametrize(("request_", "message"), ORDER)
def test_of_several_faults_the_first_is_named(db: Target, request_: dict[str, Any], message: str) -> None:
    """Each request has this fault, some that come later, and a table that does not exist."""
    with refused("ValidationException", message):
        db.call("GetItem", {"TableName": "nowhere", **request_})


@pytest.mark.parametrize("key", [{}, {"a": {"N": "1"}}, {"a": {"S": ""}}])
def test_a_missing_table_is_noticed_before_the_key(db: Target, key: Item) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        db.call("GetItem", {"TableName": unique("nowhere"), "Key": key})


@pytest.mark.parametrize(
    "key",
    [
        {},
        {"b": {"S": "a"}},
        {"a": {"S": "a"}, "b": {"S": "a"}},
        {"a": {"B": "abcd"}},
        {"a": {"N": "1"}},
        {"a": {"BOOL": True}},
        {"a": {"NULL": True}},
        {"a": {"SS": ["a"]}},
        {"a": {"NS": ["1"]}},
        {"a": {"BS": ["aaaa"]}},
        {"a": {"M": {}}},
        {"a": {"L": []}},
    ],
)
def test_a_key_that_does_not_fit_the_schema_is_refused(db: Target, hash_table: str, key: Item) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        db.call("GetItem", {"TableName": hash_table, "Key": key})


@pytest.mark.parametrize(
    "key", [{"a": {"S": "a"}}, {"a": {"S": "a"}, "b": {"N": "1"}}, {"a": {"S": "a"}, "c": {"S": "1"}}]
)
def test_a_key_needs_its_sort_key(db: Target, range_table: str, key: Item) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        db.call("GetItem", {"TableName": range_table, "Key": key})


def test_an_empty_string_is_no_key(db: Target, hash_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        db.call("GetItem", {"TableName": hash_table, "Key": {"a": {"S": ""}}})


def test_an_empty_binary_is_no_key(db: Target, binary_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY.replace("string", "binary") + "b"):
        db.call("GetItem", {"TableName": binary_table, "Key": {"a": {"S": "a"}, "b": {"B": ""}}})


def test_a_partition_key_has_at_most_2048_bytes(db: Target, hash_table: str) -> None:
    assert db.call("GetItem", {"TableName": hash_table, "Key": {"a": {"S": "x" * 2048}}}) == {}
    with refused("ValidationException", INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes"):
        db.call("GetItem", {"TableName": hash_table, "Key": {"a": {"S": "x" * 2049}}})


def test_a_sort_key_has_at_most_1024_bytes(db: Target, range_table: str) -> None:
    a = {"S": unique()}
    assert db.call("GetItem", {"TableName": range_table, "Key": {"a": a, "b": {"S": "x" * 1024}}}) == {}
    message = INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
    with refused("ValidationException", message):
        db.call("GetItem", {"TableName": range_table, "Key": {"a": a, "b": {"S": "x" * 1025}}})


@pytest.mark.parametrize(("consistent", "units"), [(False, 0.5), (True, 1)])
def test_nothing_found_costs_as_much_as_a_small_item(
    db: Target, hash_table: str, consistent: bool, units: float
) -> None:
    request = {"TableName": hash_table, "Key": {"a": {"S": unique()}}, "ConsistentRead": consistent}
    total = db.call("GetItem", {**request, "ReturnConsumedCapacity": "TOTAL"})
    indexes = db.call("GetItem", {**request, "ReturnConsumedCapacity": "INDEXES"})
    assert total == {"ConsumedCapacity": {"TableName": hash_table, "CapacityUnits": units}}
    assert indexes == {
        "ConsumedCapacity": {"TableName": hash_table, "CapacityUnits": units, "Table": {"CapacityUnits": units}}
    }


@pytest.mark.parametrize(("size", "units"), [(4096, 1), (4097, 2), (8192, 2), (8193, 3)])
def test_reading_costs_a_unit_for_every_4_kb(db: Target, hash_table: str, size: int, units: int) -> None:
    key = unique()
    put(db, hash_table, a={"S": key}, b={"S": "x" * (size - 1 - len(key) - 1)})
    request = {"TableName": hash_table, "Key": {"a": {"S": key}}, "ReturnConsumedCapacity": "TOTAL"}
    consistent = db.call("GetItem", {**request, "ConsistentRead": True})["ConsumedCapacity"]["CapacityUnits"]
    eventual = db.call("GetItem", request)["ConsumedCapacity"]["CapacityUnits"]
    assert (consistent, eventual) == (units, units / 2)


def test_a_projection_saves_no_capacity(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"S": "x" * 9000}, c={"N": "1"})
    request = {"TableName": hash_table, "Key": key_of(item), "ProjectionExpression": "c"}
    answer = db.call("GetItem", {**request, "ReturnConsumedCapacity": "TOTAL"})
    assert answer["ConsumedCapacity"]["CapacityUnits"] == 1.5
