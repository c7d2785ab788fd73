"""TransactGetItems: up to 100 items by key, as they stood at one moment.

Rules from the AWS API reference; what is refused outright and what cancels the transaction, and in which words, as the
public dynamodb-conformance captures of 2026 and ScyllaDB's suite (run against AWS) show it.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import either, misplaced, no_longer, placed
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import (
    BAD_CAPACITY,
    EMPTY_KEY,
    KEY_MISMATCH,
    NO_SUCH_TABLE,
    collected,
    empty,
    failure,
    missing,
)

SAME_ITEM = "Transaction request cannot include multiple operations on one item"
CANCELLED = "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]"


def get(table: str, key: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"Get": {"TableName": table, "Key": key, **options}}


def read(db: Target, *gets: dict[str, Any], **options: Any) -> dict[str, Any]:
    return db.call("TransactGetItems", {"TransactItems": list(gets), **options})


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced(
        {
            "TransactItems": "List",
            "TransactItems.0": "Value<TransactGetItem>",
            "TransactItems.0.Get": "Structure<Get>",
            "TransactItems.0.Get.Key": "Map<AttributeValue>",
            "TransactItems.0.Get.Key.a": "Value<AttributeValue>",
            "TransactItems.0.Get.TableName": "String",
            "TransactItems.0.Get.ProjectionExpression": "String",
            "ReturnConsumedCapacity": "String",
        }
    ),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("TransactGetItems", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("transactItems")]),
        ({"TransactItems": []}, [empty("transactItems")]),
        ({"TransactItems": [], "ReturnConsumedCapacity": "hi"}, [BAD_CAPACITY, empty("transactItems")]),
        (
            {"TransactItems": [get("abc", {"a": {"S": str(i)}}) for i in range(101)]},
            [failure("transactItems", no_longer(100), r"\[.+\]")],
        ),
        ({"TransactItems": [{}]}, [missing("transactItems.1.member.get")]),
        (
            {"TransactItems": [get("abc", {"a": {"S": "a"}}), {"Get": {"TableName": "abc"}}]},
            [missing("transactItems.2.member.get.key")],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("TransactGetItems", request_)


def test_an_element_names_its_table(db: Target) -> None:
    with refused("ValidationException", re.compile(".*(?i:tableName).*")):
        read(db, {"Get": {"Key": {"a": {"S": "a"}}}})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not be empty;"),
        ({"ProjectionExpression": "!!!"}, 'Invalid ProjectionExpression: Syntax error; token: "!", near: "!!"'),
        (
            {"ExpressionAttributeNames": {"#a": "a"}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {"ProjectionExpression": "a", "ExpressionAttributeNames": {"#b": "b"}},
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}",
        ),
    ],
)
def test_a_bad_projection_in_any_element_comes_before_a_missing_table(
    db: Target, options: dict[str, Any], message: str
) -> None:
    key = {"a": {"S": "a"}}
    with refused("ValidationException", message):
        read(db, get(unique("none"), key), get(unique("none"), key, **options))


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ({}, ["Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"]),
        ({"N": "b"}, ["The parameter cannot be converted to a numeric value: b"]),
        (
            {"N": ""},
            [
                "The parameter cannot be converted to a numeric value",
                "The parameter cannot be converted to a numeric value: ",
            ],
        ),
    ],
)
def test_a_bad_value_in_a_key_comes_before_a_missing_table(
    db: Target, value: dict[str, Any], messages: list[str]
) -> None:
    with refused("ValidationException", either(*messages)):
        read(db, get(unique("none"), {"a": value}))


def test_a_missing_table_is_refused_outright(db: Target, hash_table: str) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        read(db, get(hash_table, {"a": {"S": "a"}}), get(unique("none"), {"a": {"S": "a"}}))


def test_the_same_item_twice_is_refused_outright(db: Target, number_table: str) -> None:
    one, same = {"a": {"S": "a"}, "b": {"N": "1"}}, {"b": {"N": "1.0"}, "a": {"S": "a"}}
    with refused("ValidationException", SAME_ITEM):
        read(db, get(number_table, one), get(number_table, same))


def test_an_unknown_option_comes_before_the_same_item_twice(db: Target, hash_table: str) -> None:
    twice = [get(hash_table, {"a": {"S": "a"}})] * 2
    with refused("ValidationException", collected(BAD_CAPACITY)):
        read(db, *twice, ReturnConsumedCapacity="hi")


def test_an_empty_string_in_a_key_is_refused_outright(db: Target, hash_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        read(db, get(hash_table, {"a": {"S": ""}}))


@pytest.mark.parametrize("key", [{}, {"b": {"S": "a"}}, {"a": {"N": "1"}}, {"a": {"S": "a"}, "b": {"S": "b"}}])
def test_a_key_that_does_not_match_the_schema_cancels_the_transaction(
    db: Target, hash_table: str, key: dict[str, Any]
) -> None:
    gets = [get(hash_table, {"a": {"S": unique()}}), get(hash_table, key)]
    refusal = db.refuse("TransactGetItems", {"TransactItems": gets})
    assert (refusal.code, refusal.message) == (
        "TransactionCanceledException",
        CANCELLED.format("None, ValidationError"),
    )
    assert refusal.fields["CancellationReasons"] == [
        {"Code": "None"},
        {"Code": "ValidationError", "Message": KEY_MISMATCH},
    ]


def test_items_are_answered_in_the_order_asked_and_a_missing_one_as_nothing(
    db: Target, hash_table: str, range_table: str
) -> None:
    item, ranged = {"a": {"S": unique()}, "n": {"N": "1"}}, {"a": {"S": unique()}, "b": {"S": "b"}, "c": {"S": "c"}}
    db.call("PutItem", {"TableName": hash_table, "Item": item})
    db.call("PutItem", {"TableName": range_table, "Item": ranged})
    answer = read(
        db,
        get(range_table, {"a": ranged["a"], "b": ranged["b"]}),
        get(hash_table, {"a": {"S": unique()}}),
        get(hash_table, {"a": item["a"]}),
    )
    assert answer == {"Responses": [{"Item": ranged}, {}, {"Item": item}]}


def test_each_element_has_its_own_projection(db: Target, hash_table: str) -> None:
    item = {"a": {"S": unique()}, "m": {"M": {"x": {"N": "1"}, "y": {"N": "2"}}}, "l": {"L": [{"S": "0"}, {"S": "1"}]}}
    other = {"a": {"S": unique()}, "b": {"S": "b"}}
    for each in (item, other):
        db.call("PutItem", {"TableName": hash_table, "Item": each})
    names = {"#x": "x"}
    answer = read(
        db,
        get(hash_table, {"a": item["a"]}, ProjectionExpression="m.#x, l[1]", ExpressionAttributeNames=names),
        get(hash_table, {"a": other["a"]}, ProjectionExpression="b"),
    )
    assert answer["Responses"] == [
        {"Item": {"m": {"M": {"x": {"N": "1"}}}, "l": {"L": [{"S": "1"}]}}},
        {"Item": {"b": {"S": "b"}}},
    ]


def test_a_hundred_items_are_answered(db: Target, hash_table: str) -> None:
    prefix = unique()
    db.call("PutItem", {"TableName": hash_table, "Item": {"a": {"S": f"{prefix}-99"}}})
    responses = read(db, *(get(hash_table, {"a": {"S": f"{prefix}-{i}"}}) for i in range(100)))["Responses"]
    assert responses == [{}] * 99 + [{"Item": {"a": {"S": f"{prefix}-99"}}}]


def test_more_than_four_megabytes_in_one_answer_are_refused(db: Target, hash_table: str) -> None:
    """Slow for its size: it takes 4 MB to pass the limit. How DynamoDB words it is not recorded anywhere we know."""
    keys = [{"a": {"S": unique()}} for _ in range(11)]
    puts = [{"PutRequest": {"Item": {**key, "b": {"S": "b" * 399_000}}}} for key in keys]
    db.call("BatchWriteItem", {"RequestItems": {hash_table: puts}})
    gets = [get(hash_table, key) for key in keys]
    assert [len(each["Item"]["b"]["S"]) for each in read(db, *gets[:10])["Responses"]] == [399_000] * 10
    refusal = db.refuse("TransactGetItems", {"TransactItems": gets})
    assert refusal.code in {"ValidationException", "TransactionCanceledException"}
    deletes = [{"DeleteRequest": {"Key": key}} for key in keys]
    db.call("BatchWriteItem", {"RequestItems": {hash_table: deletes}})


@pytest.mark.parametrize(("size", "units"), [(10, 2.0), (4095, 2.0), (4097, 4.0)])
def test_a_read_costs_two_units_for_every_four_kilobytes(db: Target, hash_table: str, size: int, units: float) -> None:
    key = {"a": {"S": unique()}}
    padding = size - len("a") - len(key["a"]["S"]) - len("b")
    db.call("PutItem", {"TableName": hash_table, "Item": {**key, "b": {"S": "b" * max(padding, 0)}}})
    projected = get(hash_table, key, ProjectionExpression="a")
    cost = read(db, projected, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert cost == [{"TableName": hash_table, "CapacityUnits": units, "ReadCapacityUnits": units}]


def test_a_missing_item_costs_as_much_as_a_small_one(db: Target, hash_table: str) -> None:
    gets = [get(hash_table, {"a": {"S": unique()}}) for _ in range(2)]
    answer = read(db, *gets, ReturnConsumedCapacity="INDEXES")
    arm = {"CapacityUnits": 4.0, "ReadCapacityUnits": 4.0}
    assert answer["ConsumedCapacity"] == [{"TableName": hash_table, **arm, "Table": arm}]


def test_each_table_has_its_own_figures(db: Target, hash_table: str, range_table: str) -> None:
    gets = [get(hash_table, {"a": {"S": unique()}}), get(range_table, {"a": {"S": unique()}, "b": {"S": "b"}})]
    cost = read(db, *gets, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert {each["TableName"]: each["CapacityUnits"] for each in cost} == {hash_table: 2.0, range_table: 2.0}


def test_the_message_names_every_reason_in_order(db: Target, hash_table: str) -> None:
    gets = [get(hash_table, key) for key in ({"a": {"S": unique()}}, {"b": {"S": "b"}}, {"a": {"S": unique()}})]
    pattern = re.compile(re.escape(CANCELLED.format("None, ValidationError, None")))
    with refused("TransactionCanceledException", pattern):
        read(db, *gets)
