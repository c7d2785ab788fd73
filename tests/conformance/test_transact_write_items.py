"""TransactWriteItems: up to 100 puts, updates, deletes and checks, all or none. Refusals have a file of their own.

Rules from the AWS API reference and the developer guide (Amazon DynamoDB Transactions: How it works).
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.items import fetch
from tests.conformance.items import put as keep
from tests.conformance.target import Target, refused, unique
from tests.conformance.transactions import FAILED, PASSED, cancelled, check, delete, nested, put, update, write


def test_every_action_takes_effect(db: Target, hash_table: str, range_table: str) -> None:
    gone, changed, checked = (keep(db, hash_table, n={"N": str(n)}) for n in range(3))
    new = {"a": {"S": unique()}, "b": {"S": "b"}, "c": {"S": "c"}}
    answer = write(
        db,
        delete(hash_table, {"a": gone["a"]}),
        update(hash_table, {"a": changed["a"]}),
        check(hash_table, {"a": checked["a"]}),
        put(range_table, new),
    )
    assert answer == {}
    assert fetch(db, hash_table, {"a": gone["a"]}) is None
    assert fetch(db, hash_table, {"a": changed["a"]}) == {**changed, "z": {"S": "z"}}
    assert fetch(db, hash_table, {"a": checked["a"]}) == checked
    assert fetch(db, range_table, {"a": new["a"], "b": new["b"]}) == new


def test_an_update_of_a_missing_item_makes_it_and_a_put_replaces_the_whole(db: Target, hash_table: str) -> None:
    item, missing_key = keep(db, hash_table, x={"S": "x"}), {"a": {"S": unique()}}
    write(db, put(hash_table, {"a": item["a"], "y": {"S": "y"}}), update(hash_table, missing_key))
    assert fetch(db, hash_table, {"a": item["a"]}) == {"a": item["a"], "y": {"S": "y"}}
    assert fetch(db, hash_table, missing_key) == {**missing_key, "z": {"S": "z"}}


def test_the_same_key_in_two_tables_is_two_items(db: Target, hash_table: str, fresh_table: Any) -> None:
    other, key = fresh_table(), {"a": {"S": unique()}}
    write(db, put(hash_table, key), put(other, key))
    assert fetch(db, hash_table, key) == fetch(db, other, key) == key


def test_thirty_one_levels_of_nesting_are_written(db: Target, hash_table: str) -> None:
    item = {"a": {"S": unique()}, "d": nested(31)}
    write(db, put(hash_table, item))
    assert fetch(db, hash_table, {"a": item["a"]}) == item


def test_every_failed_condition_is_told_in_order_and_nothing_is_written(db: Target, hash_table: str) -> None:
    there, absent, new = keep(db, hash_table, n={"N": "1"}), {"a": {"S": unique()}}, {"a": {"S": unique()}}
    other = keep(db, hash_table, n={"N": "2"})
    reasons = cancelled(
        db,
        put(hash_table, new),
        update(hash_table, absent, ConditionExpression="attribute_exists(a)"),
        check(hash_table, {"a": there["a"]}),
        delete(hash_table, {"a": other["a"]}, ConditionExpression="attribute_not_exists(a)"),
    )
    assert reasons == [PASSED, FAILED, PASSED, FAILED]
    assert fetch(db, hash_table, new) is None
    assert fetch(db, hash_table, absent) is None
    assert fetch(db, hash_table, {"a": other["a"]}) == other


@pytest.mark.parametrize("action", [put, update, delete, check])
@pytest.mark.parametrize("wish", ["ALL_OLD", "NONE", None])
def test_a_failed_condition_shows_the_item_only_when_asked(
    db: Target, hash_table: str, action: Any, wish: str | None
) -> None:
    item = keep(db, hash_table, n={"N": "1"})
    option = {} if wish is None else {"ReturnValuesOnConditionCheckFailure": wish}
    made = action(hash_table, {"a": item["a"]}, ConditionExpression="attribute_not_exists(a)", **option)
    assert cancelled(db, made) == [{**FAILED, "Item": item} if wish == "ALL_OLD" else FAILED]


def test_a_failed_condition_on_a_missing_item_has_none_to_show(db: Target, hash_table: str) -> None:
    made = check(hash_table, {"a": {"S": unique()}}, ReturnValuesOnConditionCheckFailure="ALL_OLD")
    assert cancelled(db, made) == [FAILED]


def test_a_hundred_actions_are_carried_out(db: Target, range_table: str) -> None:
    hash_key = {"S": unique()}
    items = [{"a": hash_key, "b": {"S": f"{i:03}"}} for i in range(100)]
    write(db, *(put(range_table, item) for item in items))
    query = {
        "TableName": range_table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": hash_key},
    }
    assert db.call("Query", {**query, "ConsistentRead": True})["Items"] == items


def test_four_megabytes_of_items_are_the_limit_of_the_request(db: Target, hash_table: str) -> None:
    """Slow for its size: it takes 4 MB to pass the limit. What counts is the request, not what lies in the table."""
    items = [{"a": {"S": unique()}, "b": {"S": "b" * 399_000}} for _ in range(11)]
    puts = [put(hash_table, item) for item in items]
    with refused("ValidationException", re.compile(".*size cannot exceed.*")):
        write(db, *puts)
    assert fetch(db, hash_table, {"a": items[0]["a"]}) is None
    write(db, *puts[:10])
    db.call("PutItem", {"TableName": hash_table, "Item": items[10]})
    write(db, *(delete(hash_table, {"a": item["a"]}) for item in items))
    assert fetch(db, hash_table, {"a": items[10]["a"]}) is None


def test_the_same_token_does_the_work_once(db: Target, hash_table: str) -> None:
    item, token = keep(db, hash_table, n={"N": "0"}), unique()
    values = {":one": {"N": "1"}}
    add = update(hash_table, {"a": item["a"]}, UpdateExpression="ADD n :one", ExpressionAttributeValues=values)
    for _ in range(3):
        assert write(db, add, ClientRequestToken=token) == {}
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "n": {"N": "1"}}
    write(db, add)
    write(db, add, ClientRequestToken=unique())
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "n": {"N": "3"}}


def test_a_repeated_token_costs_the_reading_of_the_item(db: Target, hash_table: str) -> None:
    key, token = {"a": {"S": unique()}}, unique()
    costs = [
        write(db, put(hash_table, key), ClientRequestToken=token, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
        for _ in range(2)
    ]
    assert costs[0] == [{"TableName": hash_table, "CapacityUnits": 2.0, "WriteCapacityUnits": 2.0}]
    assert costs[1] == [{"TableName": hash_table, "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}]


def test_a_token_used_for_something_else_is_refused(db: Target, hash_table: str) -> None:
    token, other = unique(), {"a": {"S": unique()}}
    write(db, put(hash_table, {"a": {"S": unique()}}), ClientRequestToken=token)
    refusal = db.refuse("TransactWriteItems", {"TransactItems": [put(hash_table, other)], "ClientRequestToken": token})
    assert refusal.code == "IdempotentParameterMismatchException"
    assert fetch(db, hash_table, other) is None


@pytest.mark.parametrize(("size", "units"), [(100, 2.0), (1024, 2.0), (1025, 4.0), (2049, 6.0)])
def test_a_write_costs_two_units_for_every_kilobyte(db: Target, hash_table: str, size: int, units: float) -> None:
    key = {"a": {"S": unique()}}
    item = {**key, "b": {"S": "b" * (size - len("a") - len(key["a"]["S"]) - len("b"))}}
    cost = write(db, put(hash_table, item), ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert cost == [{"TableName": hash_table, "CapacityUnits": units, "WriteCapacityUnits": units}]
    # Deleting costs what the item that was there weighs.
    cost = write(db, delete(hash_table, key), ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert cost == [{"TableName": hash_table, "CapacityUnits": units, "WriteCapacityUnits": units}]


def test_the_figures_are_per_table_and_per_index(db: Target, hash_table: str, indexed_table: str) -> None:
    item = {"a": {"S": unique()}, "b": {"S": "b"}, "d": {"S": "d"}}
    actions = [
        put(hash_table, {"a": {"S": unique()}}),
        put(indexed_table, item),
        put(hash_table, {"a": {"S": unique()}}),
    ]
    cost = write(db, *actions, ReturnConsumedCapacity="INDEXES")["ConsumedCapacity"]
    two, four, six = ({"CapacityUnits": units, "WriteCapacityUnits": units} for units in (2.0, 4.0, 6.0))
    figures = {each.pop("TableName"): each for each in cost}
    assert figures == {
        hash_table: {**four, "Table": four},
        indexed_table: {
            **six,
            "Table": two,
            "LocalSecondaryIndexes": {"index2": two},
            "GlobalSecondaryIndexes": {"index5": two},
        },
    }


def test_item_collections_are_measured_for_tables_with_local_indexes(
    db: Target, hash_table: str, indexed_table: str
) -> None:
    hash_key = {"S": unique()}
    actions = [put(hash_table, {"a": hash_key}), put(indexed_table, {"a": hash_key, "b": {"S": "b"}, "c": {"S": "c"}})]
    metrics = write(db, *actions, ReturnItemCollectionMetrics="SIZE")["ItemCollectionMetrics"]
    assert metrics == {indexed_table: [{"ItemCollectionKey": {"a": hash_key}, "SizeEstimateRangeGB": [0.0, 1.0]}]}
