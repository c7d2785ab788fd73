"""How big an item and its parts may be, to the byte, whichever operation writes it.

The size of an item is that of its names and values (developer guide: DynamoDB item sizes and formats), and 409,600
bytes are the limit. What each type weighs, and what each operation says one byte beyond, as dynalite's suite and the
public dynamodb-conformance captures of 2026 measured it on DynamoDB.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest
from tests.conformance.items import Item, fetch
from tests.conformance.target import Refusal, Target, refused, unique

LIMIT = 409_600
TOO_BIG = "Item size has exceeded the maximum allowed size"
TOO_BIG_UPDATE = "Item size to update has exceeded the maximum allowed size"


def filled(size: int, weighed: int = 0, **attributes: Any) -> Item:
    """An item of so many bytes, in which the further attributes weigh `weighed`, names included."""
    key = unique()
    return {"a": {"S": key}, **attributes, "p": {"S": "p" * (size - len("a") - len(key) - weighed - len("p"))}}


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ({"S": "text"}, 4),
        ({"S": ""}, 0),
        ({"S": "草"}, 3),
        ({"S": "😀"}, 4),
        ({"B": base64.b64encode(b"12345").decode()}, 5),
        ({"BOOL": True}, 1),
        ({"NULL": True}, 1),
        ({"SS": ["a", "bcd"]}, 4),
        ({"NS": ["1", "-1"]}, 5),
        ({"BS": ["AQI=", "AQID"]}, 5),
        ({"L": []}, 3),
        ({"L": [{"S": "abc"}]}, 7),
        ({"L": [{"S": "a"}, {"S": "b"}]}, 7),
        ({"M": {}}, 3),
        ({"M": {"key": {"S": "abc"}}}, 10),
        ({"M": {"a": {"M": {"b": {"S": "c"}}}}}, 11),
        ({"N": "1"}, 2),
        ({"N": "10"}, 2),
        ({"N": "12"}, 2),
        ({"N": "123"}, 3),
        ({"N": "-1"}, 3),
        ({"N": "123456"}, 4),
        ({"N": "1E125"}, 2),
        ({"N": "3.14159"}, 5),
        ({"N": "0.5"}, 2),
        ({"N": "1" * 38}, 20),
        ({"N": "-" + "1" * 38}, 21),
    ],
)
def test_what_a_value_weighs(db: Target, hash_table: str, value: dict[str, Any], size: int) -> None:
    """An item filled to the limit is kept, and one byte more is refused: neither too heavy nor too light."""
    fits, beyond = (filled(total, len("v") + size, v=value) for total in (LIMIT, LIMIT + 1))
    with refused("ValidationException", TOO_BIG):
        _unenveloped(db, {"TableName": hash_table, "Item": beyond})
    db.call("PutItem", {"TableName": hash_table, "Item": fits})
    db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": fits["a"]}})


def test_names_weigh_too(db: Target, hash_table: str) -> None:
    name = "n" * 1000
    with refused("ValidationException", TOO_BIG):
        _unenveloped(db, {"TableName": hash_table, "Item": filled(LIMIT + 1, 1001, **{name: {"S": "v"}})})
    item = filled(LIMIT, 1001, **{name: {"S": "v"}})
    db.call("PutItem", {"TableName": hash_table, "Item": item})
    db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": item["a"]}})


def test_a_batch_takes_items_up_to_the_limit(db: Target, hash_table: str) -> None:
    fits, beyond = filled(LIMIT), filled(LIMIT + 1)
    with refused("ValidationException", TOO_BIG):
        db.call("BatchWriteItem", {"RequestItems": {hash_table: [{"PutRequest": {"Item": beyond}}]}})
    db.call("BatchWriteItem", {"RequestItems": {hash_table: [{"PutRequest": {"Item": fits}}]}})
    assert fetch(db, hash_table, {"a": fits["a"]}) == fits
    db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": fits["a"]}})


def test_a_put_in_a_transaction_is_refused_outright(db: Target, hash_table: str) -> None:
    """Its size is known from the request, so the transaction does not even begin."""
    fits, beyond = filled(LIMIT), filled(LIMIT + 1)
    with refused("ValidationException", TOO_BIG):
        db.call("TransactWriteItems", {"TransactItems": [{"Put": {"TableName": hash_table, "Item": beyond}}]})
    db.call("TransactWriteItems", {"TransactItems": [{"Put": {"TableName": hash_table, "Item": fits}}]})
    assert fetch(db, hash_table, {"a": fits["a"]}) == fits
    db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": fits["a"]}})


def test_an_update_in_a_transaction_cancels_it(db: Target, hash_table: str) -> None:
    """Its size depends on the item that is there, so it fails as part of the transaction."""
    fits, beyond = filled(LIMIT), filled(LIMIT + 1)
    refusal = db.refuse("TransactWriteItems", {"TransactItems": [_update(hash_table, beyond)]})
    assert refusal.code == "TransactionCanceledException"
    assert refusal.fields["CancellationReasons"] == [{"Code": "ValidationError", "Message": TOO_BIG_UPDATE}]
    db.call("TransactWriteItems", {"TransactItems": [_update(hash_table, fits)]})
    assert fetch(db, hash_table, {"a": fits["a"]}) == fits
    db.call("DeleteItem", {"TableName": hash_table, "Key": {"a": fits["a"]}})


def test_an_update_beyond_the_limit_is_refused(db: Target, hash_table: str) -> None:
    # How near the limit an UpdateItem may come depends on the region: some add the cost of its clauses.
    change = _update(hash_table, filled(LIMIT + 1))["Update"]
    with refused("ValidationException", TOO_BIG_UPDATE):
        db.call("UpdateItem", change)
    half = _update(hash_table, filled(LIMIT // 2))["Update"]
    db.call("UpdateItem", half)
    more = {**half, "UpdateExpression": "SET q = :p"}
    with refused("ValidationException", TOO_BIG_UPDATE):
        db.call("UpdateItem", {**more, "ExpressionAttributeValues": {":p": {"S": "q" * (LIMIT // 2)}}})
    db.call("DeleteItem", {"TableName": hash_table, "Key": half["Key"]})


@pytest.mark.parametrize(("hash_size", "range_size"), [(2048, 1024), (1, 1)])
def test_keys_up_to_their_limits_are_kept(db: Target, range_table: str, hash_size: int, range_size: int) -> None:
    key = {"a": {"S": unique().ljust(hash_size, "k")[-hash_size:]}, "b": {"S": "b" * range_size}}
    db.call("PutItem", {"TableName": range_table, "Item": key})
    assert fetch(db, range_table, key) == key
    db.call("DeleteItem", {"TableName": range_table, "Key": key})


def test_the_limit_of_a_key_counts_bytes_not_characters(db: Target, range_table: str) -> None:
    fits = {"a": {"S": unique()}, "b": {"S": "草" * 341}}
    db.call("PutItem", {"TableName": range_table, "Item": fits})
    assert fetch(db, range_table, fits) == fits
    refusal = db.refuse("GetItem", {"TableName": range_table, "Key": {**fits, "b": {"S": "草" * 342}}})
    assert refusal.message.endswith("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")


def test_a_read_stops_after_a_megabyte(db: Target, range_table: str) -> None:
    """A page ends with the item that reaches 1 MB, in a query and in a PartiQL SELECT alike."""
    hash_key = {"S": unique()}
    items = [{"a": hash_key, "b": {"S": str(i)}, "p": {"S": "p" * 300_000}} for i in range(5)]
    puts = [{"PutRequest": {"Item": item}} for item in items]
    db.call("BatchWriteItem", {"RequestItems": {range_table: puts}})
    query = {
        "TableName": range_table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": hash_key},
    }
    page = db.call("Query", query)
    assert (page["Count"], page["LastEvaluatedKey"]) == (4, {"a": hash_key, "b": {"S": "3"}})
    statement = {"Statement": f'SELECT b FROM "{range_table}" WHERE a = ?', "Parameters": [hash_key]}
    first = db.call("ExecuteStatement", statement)
    assert [item["b"]["S"] for item in first["Items"]] == ["0", "1", "2", "3"]
    second = db.call("ExecuteStatement", {**statement, "NextToken": first["NextToken"]})
    assert [item["b"]["S"] for item in second["Items"]] == ["4"]
    deletes = [{"DeleteRequest": {"Key": {"a": hash_key, "b": item["b"]}}} for item in items]
    db.call("BatchWriteItem", {"RequestItems": {range_table: deletes}})


def _update(table: str, item: Item) -> dict[str, Any]:
    """An update that makes the item."""
    change = {"UpdateExpression": "SET p = :p", "ExpressionAttributeValues": {":p": item["p"]}}
    return {"Update": {"TableName": table, "Key": {"a": item["a"]}, **change}}


def _unenveloped(db: Target, request: dict[str, Any]) -> None:
    """A put whose refusal may stand behind `1 validation error detected: `, as in the newer regions of DynamoDB."""
    try:
        db.call("PutItem", request)
    except Refusal as refusal:
        message = refusal.message.removeprefix("1 validation error detected: ")
        raise Refusal(refusal.code, message, refusal.fields) from refusal
