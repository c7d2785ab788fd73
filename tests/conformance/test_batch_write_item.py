"""BatchWriteItem: up to 25 puts and deletes, over several tables, each on its own.

Rules from the AWS API reference; messages and their order as dynalite's suite recorded them from DynamoDB, and where
AWS has changed them since, as the public dynamodb-conformance captures of 2026 show them.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import misplaced, placed
from tests.conformance.items import fetch
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import (
    BAD_CAPACITY,
    BAD_METRICS,
    BAD_TABLE_NAMES,
    EMPTY_KEY,
    KEY_MISMATCH,
    NO_SUCH_TABLE,
    TOO_DEEP,
    collected,
    empty,
    failure,
    missing,
)

INVALID = "One or more parameter values were invalid: "
TOO_BIG = "Item size has exceeded the maximum allowed size"
BAD_LENGTH = failure(
    "requestItems",
    "Map value must satisfy constraint: [Member must have length less than or equal to 25, "
    "Member must have length greater than or equal to 1]",
    r"\{.+\}",
)


def put(item: dict[str, Any]) -> dict[str, Any]:
    return {"PutRequest": {"Item": item}}


def delete(key: dict[str, Any]) -> dict[str, Any]:
    return {"DeleteRequest": {"Key": key}}


def write(db: Target, table: str, *requests: dict[str, Any], **options: Any) -> dict[str, Any]:
    return db.call("BatchWriteItem", {"RequestItems": {table: list(requests)}, **options})


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        *misplaced(
            {
                "RequestItems.abc.0": "Value<WriteRequest>",
                "RequestItems.abc.0.DeleteRequest": "Structure<DeleteRequest>",
                "RequestItems.abc.0.DeleteRequest.Key": "Map<AttributeValue>",
                "RequestItems.abc.0.DeleteRequest.Key.a": "Value<AttributeValue>",
                "RequestItems.abc.0.PutRequest": "Structure<PutRequest>",
                "RequestItems.abc.0.PutRequest.Item": "Map<AttributeValue>",
                "RequestItems.abc.0.PutRequest.Item.a": "Value<AttributeValue>",
                "RequestItems.abc.0.PutRequest.Item.a.N": "String",
                "RequestItems.abc.0.PutRequest.Item.a.BOOL": "Boolean",
                "RequestItems.abc.0.PutRequest.Item.a.L": "List",
                "ReturnConsumedCapacity": "String",
                "ReturnItemCollectionMetrics": "String",
            }
        ),
        ("RequestItems", "hi", "Unexpected field type"),
        ("RequestItems.abc", {}, "Start of structure or map found where not expected"),
    ],
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("BatchWriteItem", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("requestItems")]),
        (
            {"ReturnConsumedCapacity": "hi", "ReturnItemCollectionMetrics": "hi"},
            [BAD_CAPACITY, BAD_METRICS, missing("requestItems")],
        ),
        ({"RequestItems": {"abc": []}}, [BAD_LENGTH]),
        ({"RequestItems": {"abc": [put({"a": {"S": str(i)}}) for i in range(26)]}}, [BAD_LENGTH]),
        ({"RequestItems": {"a": [put({"a": {"S": "a"}})]}}, [BAD_TABLE_NAMES]),
        (
            {"RequestItems": {"abc": [{"PutRequest": {}, "DeleteRequest": {}}]}},
            [
                missing("requestItems.abc.member.1.member.putRequest.item"),
                missing("requestItems.abc.member.1.member.deleteRequest.key"),
            ],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("BatchWriteItem", request_)


def test_an_empty_map_of_tables_is_refused(db: Target) -> None:
    # Regions differ between these two, and have changed from one to the other and back (2026).
    newer = collected(empty("requestItems", r"\{\}")).pattern
    with refused(
        "ValidationException", re.compile(f"The requestItems parameter is required for BatchWriteItem|{newer}")
    ):
        db.call("BatchWriteItem", {"RequestItems": {}})


@pytest.mark.parametrize(
    ("option", "failed"),
    [("ReturnConsumedCapacity", BAD_CAPACITY), ("ReturnItemCollectionMetrics", BAD_METRICS)],
)
def test_an_unknown_option_is_refused_and_nothing_is_written(
    db: Target, hash_table: str, option: str, failed: str
) -> None:
    key = {"a": {"S": unique()}}
    with refused("ValidationException", collected(failed)):
        write(db, hash_table, put(key), **{option: "hi"})
    assert fetch(db, hash_table, key) is None


def test_a_request_of_neither_kind_is_refused(db: Target) -> None:
    # The sentence is about AttributeValues, and it is DynamoDB's (dynalite's suite).
    message = (
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
    )
    with refused("ValidationException", message):
        write(db, "abc", {})


@pytest.mark.parametrize("make", [put, delete])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        ({"a": ""}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
        (
            {"S": "a", "N": "1"},
            "Supplied AttributeValue has more than one datatypes set, "
            "must contain exactly one of the supported datatypes",
        ),
        ({"S": "a", "N": "b"}, "The parameter cannot be converted to a numeric value: b"),
        ({"NULL": False}, f"{INVALID}Null attribute value types must have the value of true"),
        ({"SS": []}, f"{INVALID}An string set  may not be empty"),
        ({"NS": []}, f"{INVALID}An number set  may not be empty"),
        ({"BS": []}, f"{INVALID}Binary sets should not be empty"),
        ({"SS": ["b", "a", "b"]}, f"{INVALID}Input collection [b, a, b] contains duplicates."),
        ({"NS": ["2", "1", "2.0"]}, "Input collection contains duplicates"),
        ({"BS": ["Yg==", "Yg=="]}, f"{INVALID}Input collection [Yg==, Yg==]of type BS contains duplicates."),
        ({"N": ""}, "The parameter cannot be converted to a numeric value"),
        ({"N": "b"}, "The parameter cannot be converted to a numeric value: b"),
        ({"NS": ["1", ""]}, "The parameter cannot be converted to a numeric value"),
        ({"N": "1" * 39}, "Attempting to store more than 38 significant digits in a Number"),
        (
            {"N": "-1.23456789012345678901234567890123456789"},
            "Attempting to store more than 38 significant digits in a Number",
        ),
        ({"N": "1e126"}, "Number overflow. Attempting to store a number with magnitude larger than supported range"),
        ({"N": "-1e126"}, "Number overflow. Attempting to store a number with magnitude larger than supported range"),
        ({"N": "1e-131"}, "Number underflow. Attempting to store a number with magnitude smaller than supported range"),
        ({"L": [{"M": {"x": {"N": "b"}}}]}, "The parameter cannot be converted to a numeric value: b"),
    ],
)
def test_a_bad_value_comes_before_a_missing_table(db: Target, make: Any, value: dict[str, Any], message: str) -> None:
    with refused("ValidationException", message):
        write(db, unique("none"), make({"a": value}))


def test_an_item_too_deep_or_too_big_comes_before_a_missing_table(db: Target) -> None:
    deep: dict[str, Any] = {"S": "leaf"}
    for _ in range(32):
        deep = {"M": {"n": deep}}
    with refused("ValidationException", TOO_DEEP):
        write(db, unique("none"), put({"a": {"S": "a"}, "d": deep}))
    with refused("ValidationException", TOO_BIG):
        write(db, unique("none"), put({"a": {"S": "a"}, "b": {"S": "b" * 409_598}}))


def test_a_missing_table_comes_before_the_schema_and_before_duplicates(db: Target) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        write(db, unique("none"), put({}))
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        write(db, unique("none"), put({"a": {"S": "a"}}), delete({"a": {"S": "a"}}))


@pytest.mark.parametrize("make", [put, delete])
@pytest.mark.parametrize(
    "key",
    [
        {},
        {"b": {"S": "a"}},
        {"a": {"B": "abcd"}},
        {"a": {"N": "1"}},
        {"a": {"BOOL": True}},
        {"a": {"NULL": True}},
        {"a": {"SS": ["a"]}},
        {"a": {"M": {}}},
        {"a": {"L": []}},
    ],
)
def test_a_key_that_does_not_match_the_schema_is_refused_the_same_for_puts_and_deletes(
    db: Target, hash_table: str, make: Any, key: dict[str, Any]
) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        write(db, hash_table, make(key))


def test_a_delete_with_more_than_the_key_is_refused(db: Target, hash_table: str) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        write(db, hash_table, delete({"a": {"S": "a"}, "b": {"S": "b"}}))


@pytest.mark.parametrize("make", [put, delete])
def test_a_missing_sort_key_is_refused(db: Target, range_table: str, make: Any) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        write(db, range_table, make({"a": {"S": "a"}}))


@pytest.mark.parametrize("make", [put, delete])
def test_an_empty_string_is_no_key(db: Target, range_table: str, make: Any) -> None:
    with refused("ValidationException", EMPTY_KEY + "b"):
        write(db, range_table, make({"a": {"S": "a"}, "b": {"S": ""}}))


@pytest.mark.parametrize("make", [put, delete])
def test_a_key_one_byte_too_long_is_refused(db: Target, range_table: str, make: Any) -> None:
    with refused("ValidationException", f"{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes"):
        write(db, range_table, make({"a": {"S": "a" * 2049}, "b": {"S": "b"}}))
    with refused(
        "ValidationException",
        f"{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
    ):
        write(db, range_table, make({"a": {"S": "a"}, "b": {"S": "b" * 1025}}))


def test_an_index_key_of_the_wrong_type_is_refused(db: Target, indexed_table: str) -> None:
    pattern = rf"{re.escape(INVALID)}Type mismatch for Index Key c Expected: S Actual: N IndexName: index\d"
    with refused("ValidationException", re.compile(pattern)):
        write(db, indexed_table, put({"a": {"S": "a"}, "b": {"S": "a"}, "c": {"N": "1"}}))


@pytest.mark.parametrize("first", [put, delete])
@pytest.mark.parametrize("second", [put, delete])
def test_the_same_item_twice_is_refused(db: Target, hash_table: str, first: Any, second: Any) -> None:
    key = {"a": {"S": unique()}}
    with refused("ValidationException", "Provided list of item keys contains duplicates"):
        write(db, hash_table, first(key), put({"a": {"S": unique()}}), second(key))


def test_the_same_number_in_two_spellings_is_the_same_item(db: Target, number_table: str) -> None:
    hash_key = {"S": unique()}
    with refused("ValidationException", "Provided list of item keys contains duplicates"):
        write(db, number_table, put({"a": hash_key, "b": {"N": "10"}}), delete({"a": hash_key, "b": {"N": "1e1"}}))


def test_one_bad_request_keeps_all_others_from_being_written(db: Target, hash_table: str) -> None:
    good = {"a": {"S": unique()}}
    with refused("ValidationException", KEY_MISMATCH):
        write(db, hash_table, put(good), put({"b": {"S": "b"}}))
    assert fetch(db, hash_table, good) is None


def test_twenty_six_requests_over_two_tables_are_too_many(db: Target, hash_table: str, range_table: str) -> None:
    some = [put({"a": {"S": unique()}}) for _ in range(13)]
    others = [put({"a": {"S": unique()}, "b": {"S": "b"}}) for _ in range(13)]
    pattern = re.compile("Too many items requested for the BatchWriteItem call|.*less than or equal to 25.*")
    with refused("ValidationException", pattern):
        db.call("BatchWriteItem", {"RequestItems": {hash_table: some, range_table: others}})


def test_puts_and_deletes_go_to_every_table_named(db: Target, hash_table: str, range_table: str) -> None:
    old, new = {"a": {"S": unique()}, "c": {"S": "old"}}, {"a": {"S": unique()}, "c": {"S": "new"}}
    ranged = {"a": {"S": unique()}, "b": {"S": "b"}, "c": {"S": "c"}}
    db.call("PutItem", {"TableName": hash_table, "Item": old})
    request = {hash_table: [delete({"a": old["a"]}), put(new)], range_table: [put(ranged)]}
    assert db.call("BatchWriteItem", {"RequestItems": request}) == {"UnprocessedItems": {}}
    assert fetch(db, hash_table, {"a": old["a"]}) is None
    assert fetch(db, hash_table, {"a": new["a"]}) == new
    assert fetch(db, range_table, {"a": ranged["a"], "b": ranged["b"]}) == ranged


def test_a_put_replaces_the_whole_item(db: Target, hash_table: str) -> None:
    key = {"a": {"S": unique()}}
    write(db, hash_table, put({**key, "b": {"S": "b"}}))
    write(db, hash_table, put({**key, "c": {"S": "c"}}))
    assert fetch(db, hash_table, key) == {**key, "c": {"S": "c"}}


def test_deleting_what_is_not_there_is_no_fault(db: Target, hash_table: str) -> None:
    assert write(db, hash_table, delete({"a": {"S": unique()}})) == {"UnprocessedItems": {}}


def test_twenty_five_requests_are_carried_out(db: Target, range_table: str) -> None:
    hash_key = {"S": unique()}
    items = [{"a": hash_key, "b": {"S": f"{i:02}"}} for i in range(25)]
    assert write(db, range_table, *(put(item) for item in items)) == {"UnprocessedItems": {}}
    query = {
        "TableName": range_table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": hash_key},
    }
    assert db.call("Query", {**query, "ConsistentRead": True})["Items"] == items
