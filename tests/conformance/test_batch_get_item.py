"""BatchGetItem: many items by key, from several tables.

Rules from the AWS API reference; messages and their order as dynalite's suite recorded them from DynamoDB, and where
AWS has changed them since, as the public dynamodb-conformance captures of 2026 show them.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import JAVA_MAP, either, misplaced, no_longer, placed
from tests.conformance.tables import MakeTable
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import (
    BAD_CAPACITY,
    BAD_TABLE_NAMES,
    EMPTY_KEY,
    KEY_MISMATCH,
    NO_SUCH_TABLE,
    collected,
    empty,
    failure,
    missing,
)

INVALID = "One or more parameter values were invalid: "


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        *misplaced(
            {
                "RequestItems": "Map<KeysAndAttributes>",
                "RequestItems.abc": "Value<KeysAndAttributes>",
                "RequestItems.abc.Keys": "List",
                "RequestItems.abc.AttributesToGet": "List",
                "RequestItems.abc.ConsistentRead": "Boolean",
                "RequestItems.abc.ProjectionExpression": "String",
                "RequestItems.abc.ExpressionAttributeNames.#a": "String",
                "RequestItems.abc.Keys.0.a": "Value<AttributeValue>",
                "RequestItems.abc.Keys.0.a.S": "String",
                "ReturnConsumedCapacity": "String",
            }
        ),
        (
            "RequestItems.abc.ExpressionAttributeNames",
            [],
            "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>",
        ),
        ("RequestItems.abc.Keys.0", [], f"Unrecognized collection type {JAVA_MAP.format('AttributeValue')}"),
        ("RequestItems.abc.Keys.0.a.B", "abc", "Base64 encoded length is expected a multiple of 4 bytes but found: 3"),
    ],
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("BatchGetItem", placed(path, value))


def test_a_wrong_json_type_comes_before_every_constraint(db: Target) -> None:
    request = {"RequestItems": {"a": {"Keys": []}}, "ReturnConsumedCapacity": False}
    with refused("SerializationException", "FALSE_VALUE cannot be converted to String"):
        db.call("BatchGetItem", request)


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("requestItems")]),
        ({"ReturnConsumedCapacity": "hi"}, [BAD_CAPACITY, missing("requestItems")]),
        (
            {"RequestItems": {"a": {}}, "ReturnConsumedCapacity": "hi"},
            [BAD_CAPACITY, BAD_TABLE_NAMES, missing("requestItems.a.member.keys")],
        ),
        ({"RequestItems": {"aa;": {"Keys": [{"a": {"S": "a"}}]}}}, [BAD_TABLE_NAMES]),
        ({"RequestItems": {"abc": {"Keys": []}}}, [empty("requestItems.abc.member.keys")]),
        (
            {"RequestItems": {"abc": {"Keys": [{"a": {"S": str(i)}} for i in range(101)]}}},
            [failure("requestItems.abc.member.keys", no_longer(100), r"\[.+\]")],
        ),
        (
            {"RequestItems": {"abc": {"Keys": [{"a": {"S": "a"}}], "AttributesToGet": []}}},
            [empty("requestItems.abc.member.attributesToGet")],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("BatchGetItem", request_)


def test_an_empty_map_of_tables_is_refused(db: Target) -> None:
    # Regions differ between these two, and have changed from one to the other and back (2026).
    newer = collected(empty("requestItems", r"\{\}")).pattern
    with refused("ValidationException", re.compile(f"The requestItems parameter is required for BatchGetItem|{newer}")):
        db.call("BatchGetItem", {"RequestItems": {}})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"AttributesToGet": ["a"], "ExpressionAttributeNames": {}, "ProjectionExpression": ""},
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}",
        ),
        (
            {"AttributesToGet": ["a"], "ExpressionAttributeNames": {}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        ({"AttributesToGet": ["a", "a"]}, f"{INVALID}Duplicate value in attribute name: a"),
        ({"ExpressionAttributeNames": {}, "ProjectionExpression": ""}, "ExpressionAttributeNames must not be empty"),
        (
            {"ExpressionAttributeNames": {"a": "a"}, "ProjectionExpression": ""},
            'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
        ),
        ({"ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not be empty;"),
        (
            {"ProjectionExpression": "a, a"},
            "Invalid ProjectionExpression: Two document paths overlap with each other; "
            "must remove or rewrite one of these paths; path one: [a], path two: [a]",
        ),
        (
            {"ProjectionExpression": "a", "ExpressionAttributeNames": {"#b": "b"}},
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}",
        ),
    ],
)
def test_a_bad_projection_comes_before_bad_keys_and_a_missing_table(
    db: Target, options: dict[str, Any], message: str
) -> None:
    key = {"a": {"S": "a"}}
    with refused("ValidationException", message):
        db.call("BatchGetItem", {"RequestItems": {"abc": {"Keys": [key, key], **options}}})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        ({"a": ""}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        ({"M": {"a": {}}}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        (
            {"S": "a", "N": "1"},
            "Supplied AttributeValue has more than one datatypes set, "
            "must contain exactly one of the supported datatypes",
        ),
        ({"NULL": False}, f"{INVALID}Null attribute value types must have the value of true"),
        ({"SS": []}, f"{INVALID}An string set  may not be empty"),
        ({"NS": []}, f"{INVALID}An number set  may not be empty"),
        ({"BS": []}, f"{INVALID}Binary sets should not be empty"),
        ({"N": "b"}, "The parameter cannot be converted to a numeric value: b"),
        ({"NS": ["1", "b"]}, "The parameter cannot be converted to a numeric value: b"),
        ({"N": "1" * 39}, "Attempting to store more than 38 significant digits in a Number"),
        (
            {"N": "1e126"},
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        (
            {"N": "-1e-131"},
            "Number underflow. Attempting to store a number with magnitude smaller than supported range",
        ),
    ],
)
def test_a_bad_value_in_a_key_comes_before_a_missing_table(db: Target, value: dict[str, Any], message: str) -> None:
    with refused("ValidationException", message):
        db.call("BatchGetItem", {"RequestItems": {"abc": {"Keys": [{"a": value}]}}})


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        (
            {"N": ""},
            [
                "The parameter cannot be converted to a numeric value",
                "The parameter cannot be converted to a numeric value: ",
            ],
        ),
        (
            {"SS": ["a", "a"]},
            [
                f"{INVALID}Input collection [a, a] contains duplicates.",
                f'{INVALID}Input collection ["a", "a"] contains duplicates.',
            ],
        ),
        (
            {"NS": ["1", "1.0"]},
            ["Input collection contains duplicates", f"{INVALID}Input collection contains duplicates."],
        ),
        (
            {"BS": ["Yg==", "Yg=="]},
            [
                f"{INVALID}Input collection [Yg==, Yg==]of type BS contains duplicates.",
                f'{INVALID}Input collection ["Yg==","Yg=="]of type BS contains duplicates.',
            ],
        ),
    ],
)
def test_a_bad_value_in_a_key_is_worded_in_the_older_or_the_newer_way(
    db: Target, value: dict[str, Any], messages: list[str]
) -> None:
    with refused("ValidationException", either(*messages)):
        db.call("BatchGetItem", {"RequestItems": {"abc": {"Keys": [{"a": value}]}}})


def test_the_same_key_twice_is_refused_whatever_the_order_of_its_attributes(db: Target) -> None:
    keys = [{"a": {"S": "a"}, "b": {"N": "1"}}, {"b": {"N": "1.0"}, "a": {"S": "a"}}]
    with refused("ValidationException", "Provided list of item keys contains duplicates"):
        db.call("BatchGetItem", {"RequestItems": {"abc": {"Keys": keys}}})


def test_the_same_key_in_two_tables_is_no_duplicate(db: Target, hash_table: str, fresh_table: MakeTable) -> None:
    other, key = fresh_table(), {"a": {"S": unique()}}
    answer = db.call("BatchGetItem", {"RequestItems": {t: {"Keys": [key]} for t in (hash_table, other)}})
    assert answer["Responses"] == {hash_table: [], other: []}


def test_a_hundred_and_one_keys_over_two_tables_are_too_many(db: Target) -> None:
    keys = [{"a": {"S": str(i)}} for i in range(101)]
    with refused("ValidationException", "Too many items requested for the BatchGetItem call"):
        db.call("BatchGetItem", {"RequestItems": {"abc": {"Keys": keys[:100]}, "abd": {"Keys": keys[100:]}}})


def test_a_missing_table_comes_before_a_key_that_fits_no_schema(db: Target) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        db.call("BatchGetItem", {"RequestItems": {unique("none"): {"Keys": [{}]}}})


def test_one_missing_table_among_others_refuses_the_whole_batch(db: Target, hash_table: str) -> None:
    tables = (hash_table, unique("none"))
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        db.call("BatchGetItem", {"RequestItems": {table: {"Keys": [{"a": {"S": "a"}}]} for table in tables}})


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
def test_a_key_must_match_the_schema(db: Target, hash_table: str, key: dict[str, Any]) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        db.call("BatchGetItem", {"RequestItems": {hash_table: {"Keys": [key]}}})


def test_an_empty_string_is_no_key(db: Target, hash_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        db.call("BatchGetItem", {"RequestItems": {hash_table: {"Keys": [{"a": {"S": ""}}]}}})


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (
            {"a": {"S": "a" * 2049}, "b": {"S": "b"}},
            f"{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes",
        ),
        (
            {"a": {"S": "a"}, "b": {"S": "b" * 1025}},
            f"{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
        ),
    ],
)
def test_a_key_one_byte_too_long_is_refused(db: Target, range_table: str, key: dict[str, Any], message: str) -> None:
    with refused("ValidationException", message):
        db.call("BatchGetItem", {"RequestItems": {range_table: {"Keys": [key]}}})


def test_only_items_that_exist_are_answered_and_every_table_is_named(
    db: Target, hash_table: str, range_table: str
) -> None:
    items = [{"a": {"S": unique()}, "n": {"N": str(n)}} for n in range(3)]
    for item in items:
        db.call("PutItem", {"TableName": hash_table, "Item": item})
    keys = [{"a": items[0]["a"]}, {"a": {"S": unique()}}, {"a": items[2]["a"]}]
    none = {"Keys": [{"a": {"S": unique()}, "b": {"S": "b"}}]}
    request = {"RequestItems": {hash_table: {"Keys": keys, "ConsistentRead": True}, range_table: none}}
    answer = db.call("BatchGetItem", request)
    assert set(answer) == {"Responses", "UnprocessedKeys"}
    assert _by_key(answer["Responses"][hash_table]) == _by_key([items[0], items[2]])
    assert answer["Responses"][range_table] == []
    assert answer["UnprocessedKeys"] == {}


@pytest.mark.parametrize(
    "projection",
    [
        {"AttributesToGet": ["b", "c"]},
        {"ProjectionExpression": "b, c"},
        {"ProjectionExpression": "#b, c", "ExpressionAttributeNames": {"#b": "b"}},
    ],
)
def test_a_projection_keeps_items_that_have_none_of_it(db: Target, hash_table: str, projection: dict[str, Any]) -> None:
    full, bare = {"a": {"S": unique()}, "b": {"N": "1"}, "c": {"S": "c"}, "d": {"S": "d"}}, {"a": {"S": unique()}}
    for item in (full, bare):
        db.call("PutItem", {"TableName": hash_table, "Item": item})
    keys = [{"a": full["a"]}, {"a": bare["a"]}]
    request = {hash_table: {"Keys": keys, "ConsistentRead": True, **projection}}
    items = db.call("BatchGetItem", {"RequestItems": request})["Responses"][hash_table]
    assert sorted(items, key=len) == [{}, {"b": {"N": "1"}, "c": {"S": "c"}}]


def test_a_hundred_keys_are_answered(db: Target, hash_table: str) -> None:
    prefix = unique()
    keys = [{"a": {"S": f"{prefix}-{i}"}} for i in range(100)]
    for part in range(0, 100, 25):
        puts = [{"PutRequest": {"Item": key}} for key in keys[part : part + 25]]
        db.call("BatchWriteItem", {"RequestItems": {hash_table: puts}})
    request = {hash_table: {"Keys": keys, "ConsistentRead": True}}
    items = db.call("BatchGetItem", {"RequestItems": request})["Responses"][hash_table]
    assert _by_key(items) == _by_key(keys)


def test_beyond_sixteen_megabytes_the_rest_comes_back_unprocessed_with_its_options(db: Target, hash_table: str) -> None:
    """Slow for its size: it takes 17 MB to pass the limit (AWS API reference)."""
    prefix, size, count = unique(), 399_000, 43
    keys = [{"a": {"S": f"{prefix}-{i:02}"}} for i in range(count)]
    for part in range(0, count, 20):
        puts = [{"PutRequest": {"Item": {**key, "b": {"S": "b" * size}}}} for key in keys[part : part + 20]]
        db.call("BatchWriteItem", {"RequestItems": {hash_table: puts}})
    asked = {"Keys": keys, "ConsistentRead": True, "ProjectionExpression": "#a, b"}
    names = {"ExpressionAttributeNames": {"#a": "a"}}
    answer = db.call("BatchGetItem", {"RequestItems": {hash_table: {**asked, **names}}})
    items, rest = answer["Responses"][hash_table], answer["UnprocessedKeys"][hash_table]
    assert 15 * 1024 * 1024 < len(items) * size <= 16 * 1024 * 1024
    assert _by_key([{"a": item["a"]} for item in items] + rest["Keys"]) == _by_key(keys)
    assert rest == {**asked, **names, "Keys": rest["Keys"]}
    for key in keys:
        db.call("DeleteItem", {"TableName": hash_table, "Key": key})


def _by_key(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(items, key=lambda item: str(item["a"]["S"]))
