"""What operations cost, and what they say about item collections.

A read costs a unit for every 4 KB (half of it when eventually consistent), a write one for every 1 KB, at the table and
at each index whose view of the item changes (developer guide: DynamoDB read and write operations). The figures at the
indexes are those measured on DynamoDB in 2026 by the public dynamodb-conformance suite; those of Query, Scan and the
transactions are in their own files.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.items import Item, arms, put
from tests.conformance.tables import MakeTable, index, keys
from tests.conformance.target import Target, unique


def sized(size: int) -> Item:
    key = unique()
    return {"a": {"S": key}, "p": {"S": "p" * (size - len("a") - len(key) - len("p"))}}


def cost(db: Target, operation: str, table: str, **request: Any) -> Any:
    """What the operation on one table says it cost, with the whole answer's figures taken apart by `arms`."""
    answer = db.call(operation, {"TableName": table, "ReturnConsumedCapacity": "INDEXES", **request})
    return arms(answer)


@pytest.mark.parametrize(("size", "units"), [(100, 1), (1024, 1), (1025, 2), (4096, 4), (4097, 5)])
def test_a_write_costs_a_unit_for_every_kilobyte(db: Target, hash_table: str, size: int, units: float) -> None:
    item = sized(size)
    expected = {"total": units, "table": units}
    assert cost(db, "PutItem", hash_table, Item=item) == expected
    assert cost(db, "DeleteItem", hash_table, Key={"a": item["a"]}) == expected
    change = {"UpdateExpression": "SET p = :p", "ExpressionAttributeValues": {":p": item["p"]}}
    assert cost(db, "UpdateItem", hash_table, Key={"a": item["a"]}, **change) == expected


@pytest.mark.parametrize(("before", "after"), [(3000, 100), (100, 3000)])
def test_the_bigger_of_the_old_and_the_new_item_is_paid(db: Target, hash_table: str, before: int, after: int) -> None:
    old, new = sized(before), sized(after)
    db.call("PutItem", {"TableName": hash_table, "Item": old})
    expected = {"total": 3, "table": 3}
    assert cost(db, "PutItem", hash_table, Item={**new, "a": old["a"]}) == expected
    db.call("PutItem", {"TableName": hash_table, "Item": old})
    change = {"UpdateExpression": "SET p = :p", "ExpressionAttributeValues": {":p": new["p"]}}
    assert cost(db, "UpdateItem", hash_table, Key={"a": old["a"]}, **change) == expected


def test_an_update_of_a_small_part_pays_for_the_whole_item(db: Target, hash_table: str) -> None:
    item = sized(2500)
    db.call("PutItem", {"TableName": hash_table, "Item": item})
    change = {"UpdateExpression": "SET n = :n", "ExpressionAttributeValues": {":n": {"N": "1"}}}
    assert cost(db, "UpdateItem", hash_table, Key={"a": item["a"]}, **change) == {"total": 3, "table": 3}


def test_deleting_what_is_not_there_costs_a_unit(db: Target, hash_table: str) -> None:
    assert cost(db, "DeleteItem", hash_table, Key={"a": {"S": unique()}}) == {"total": 1, "table": 1}


@pytest.mark.parametrize(("size", "units"), [(None, 1), (100, 1), (4096, 1), (4097, 2), (8193, 3)])
def test_a_read_costs_a_unit_for_every_four_kilobytes_whatever_is_projected(
    db: Target, hash_table: str, size: int | None, units: float
) -> None:
    item = sized(size or 100)
    if size:
        db.call("PutItem", {"TableName": hash_table, "Item": item})
    for projection in ({}, {"ProjectionExpression": "a"}):
        request = {"Key": {"a": item["a"]}, **projection}
        assert cost(db, "GetItem", hash_table, **request) == {"total": units / 2, "table": units / 2}
        assert cost(db, "GetItem", hash_table, **request, ConsistentRead=True) == {"total": units, "table": units}


def test_what_is_told_is_what_was_asked(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    for operation, request, units in (
        ("PutItem", {"Item": item}, 1.0),
        ("GetItem", {"Key": item}, 0.5),
        ("UpdateItem", {"Key": item}, 1.0),
        ("DeleteItem", {"Key": item}, 1.0),
    ):
        total = {"TableName": hash_table, "CapacityUnits": units}
        shares = {**total, "Table": {"CapacityUnits": units}}
        for wish, expected in (("TOTAL", total), ("INDEXES", shares), ("NONE", None)):
            answer = db.call(operation, {"TableName": hash_table, **request, "ReturnConsumedCapacity": wish})
            assert answer.get("ConsumedCapacity") == expected, (operation, wish)
        assert "ConsumedCapacity" not in db.call(operation, {"TableName": hash_table, **request})


@pytest.fixture
def ladder(fresh_table: MakeTable) -> str:
    """Key (a, b); a GSI `gsi` on g with p beside the keys, an LSI `lsi` on l with everything."""
    parameters = keys("a:S", "b:S")
    parameters["AttributeDefinitions"] += [{"AttributeName": name, "AttributeType": "S"} for name in "gl"]
    some = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["p"]}
    return fresh_table(
        **parameters,
        GlobalSecondaryIndexes=[index("gsi", "g", projection=some)],
        LocalSecondaryIndexes=[index("lsi", "a", "l", projection={"ProjectionType": "ALL"})],
    )


def small(names: str) -> Item:
    return {"a": {"S": unique()}, "b": {"S": "b"}, **{name: {"S": name} for name in names}}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("gp", {"total": 2, "table": 1, "gsi": 1}),
        ("l", {"total": 2, "table": 1, "lsi": 1}),
        ("glp", {"total": 3, "table": 1, "gsi": 1, "lsi": 1}),
        ("o", {"total": 1, "table": 1}),
    ],
)
def test_an_item_is_paid_at_the_indexes_that_hold_it(
    db: Target, ladder: str, names: str, expected: dict[str, float]
) -> None:
    item = small(names)
    assert cost(db, "PutItem", ladder, Item=item) == expected
    assert cost(db, "PutItem", ladder, Item=item) == {"total": 1, "table": 1}, "the same again changes no index"
    assert cost(db, "DeleteItem", ladder, Key={"a": item["a"], "b": item["b"]}) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("SET o = :v", {"total": 2, "table": 1, "lsi": 1}),
        ("SET p = :v", {"total": 3, "table": 1, "gsi": 1, "lsi": 1}),
        ("SET g = :v", {"total": 4, "table": 1, "gsi": 2, "lsi": 1}),
        ("REMOVE g", {"total": 3, "table": 1, "gsi": 1, "lsi": 1}),
        ("SET l = :v", {"total": 3, "table": 1, "lsi": 2}),
        ("REMOVE l", {"total": 2, "table": 1, "lsi": 1}),
    ],
)
def test_a_change_is_paid_where_it_shows_and_twice_where_it_moves_the_item(
    db: Target, ladder: str, change: str, expected: dict[str, float]
) -> None:
    item = small("glpo")
    db.call("PutItem", {"TableName": ladder, "Item": item})
    request: dict[str, Any] = {"Key": {"a": item["a"], "b": item["b"]}, "UpdateExpression": change}
    if ":v" in change:
        request["ExpressionAttributeValues"] = {":v": {"S": "another"}}
    assert cost(db, "UpdateItem", ladder, **request) == expected


def test_the_total_alone_holds_the_indexes_too(db: Target, ladder: str) -> None:
    answer = db.call("PutItem", {"TableName": ladder, "Item": small("glp"), "ReturnConsumedCapacity": "TOTAL"})
    assert answer["ConsumedCapacity"] == {"TableName": ladder, "CapacityUnits": 3.0}


def test_a_batch_of_writes_is_summed_by_table_and_index(db: Target, ladder: str, hash_table: str) -> None:
    puts = [{"PutRequest": {"Item": small(names)}} for names in ("gp", "o", "g")]
    other = [{"PutRequest": {"Item": sized(1500)}}]
    request = {"RequestItems": {ladder: puts, hash_table: other}, "ReturnConsumedCapacity": "INDEXES"}
    answer = db.call("BatchWriteItem", request)
    figures = {each["TableName"]: arms({"ConsumedCapacity": each}) for each in answer["ConsumedCapacity"]}
    assert figures == {ladder: {"total": 5, "table": 3, "gsi": 2}, hash_table: {"total": 2, "table": 2}}


@pytest.mark.parametrize(("consistent", "units"), [(False, 2.0), (True, 4.0)])
def test_a_batch_of_reads_rounds_every_item_for_itself(
    db: Target, hash_table: str, range_table: str, consistent: bool, units: float
) -> None:
    items = [sized(4097), sized(100)]
    for item in items:
        db.call("PutItem", {"TableName": hash_table, "Item": item})
    asked = [{"a": items[0]["a"]}, {"a": items[1]["a"]}, {"a": {"S": unique()}}]
    other = [{"a": {"S": unique()}, "b": {"S": "b"}}]
    request = {
        table: {"Keys": each, "ConsistentRead": consistent}
        for table, each in ((hash_table, asked), (range_table, other))
    }
    answer = db.call("BatchGetItem", {"RequestItems": request, "ReturnConsumedCapacity": "INDEXES"})
    figures = {each["TableName"]: arms({"ConsumedCapacity": each}) for each in answer["ConsumedCapacity"]}
    assert figures == {
        hash_table: {"total": units, "table": units},
        range_table: {"total": units / 4, "table": units / 4},
    }


@pytest.mark.parametrize("operation", ["BatchGetItem", "BatchWriteItem"])
def test_a_batch_tells_nothing_unasked(db: Target, hash_table: str, operation: str) -> None:
    key = {"a": {"S": unique()}}
    asked: Any = {"Keys": [key]} if operation == "BatchGetItem" else [{"PutRequest": {"Item": key}}]
    for option in ({}, {"ReturnConsumedCapacity": "NONE"}):
        assert "ConsumedCapacity" not in db.call(operation, {"RequestItems": {hash_table: asked}, **option})


def test_every_write_tells_the_size_of_the_item_collection_when_asked(db: Target, indexed_table: str) -> None:
    key = {"a": {"S": unique()}, "b": {"S": "b"}}
    expected = {"ItemCollectionKey": {"a": key["a"]}, "SizeEstimateRangeGB": [0.0, 1.0]}
    for operation, part in (("PutItem", "Item"), ("UpdateItem", "Key"), ("DeleteItem", "Key")):
        request = {"TableName": indexed_table, part: key}
        answer = db.call(operation, {**request, "ReturnItemCollectionMetrics": "SIZE"})
        assert answer["ItemCollectionMetrics"] == expected, operation
        for option in ({}, {"ReturnItemCollectionMetrics": "NONE"}):
            assert "ItemCollectionMetrics" not in db.call(operation, {**request, **option})


def test_a_batch_tells_the_sizes_of_its_item_collections(db: Target, indexed_table: str, hash_table: str) -> None:
    hash_keys = [{"S": unique()} for _ in range(2)]
    puts = [{"PutRequest": {"Item": {"a": each, "b": {"S": "b"}}}} for each in hash_keys]
    other = [{"PutRequest": {"Item": {"a": {"S": unique()}}}}]
    request = {"RequestItems": {indexed_table: puts, hash_table: other}, "ReturnItemCollectionMetrics": "SIZE"}
    metrics = db.call("BatchWriteItem", request)["ItemCollectionMetrics"]
    assert list(metrics) == [indexed_table]
    assert sorted(each["ItemCollectionKey"]["a"]["S"] for each in metrics[indexed_table]) == sorted(
        each["S"] for each in hash_keys
    )
    assert all(each["SizeEstimateRangeGB"] == [0.0, 1.0] for each in metrics[indexed_table])


def test_a_table_without_local_indexes_has_no_item_collections(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}, "ReturnItemCollectionMetrics": "SIZE"}
    assert "ItemCollectionMetrics" not in db.call("PutItem", request)
