"""Query on indexes: local and global ones, sparse ones, keys of several attributes, consistent reads.

Rules from the developer guide (Global Secondary Indexes, Local Secondary Indexes, Multi-attribute keys pattern); the
behaviour and the messages of multi-attribute keys as captured from DynamoDB in October 2026.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.reading import number, pages, put_all, text
from tests.conformance.schemas import definitions, schema
from tests.conformance.tables import MakeTable, create_table, drop_table, keys
from tests.conformance.target import Target, refused, unique
from tests.conformance.waiting import settled


def on_index(table: str, index: str, condition: str, values: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"TableName": table, "IndexName": index, "KeyConditionExpression": condition}
    return {**request, "ExpressionAttributeValues": values, **more}


def test_a_local_index_orders_a_partition_by_another_attribute(db: Target, indexed_table: str) -> None:
    key = unique()
    order = ["1", "10", "2", "A", "B", "a", "aa", "ab", "b"]
    put_all(db, indexed_table, [{"a": text(key), "b": text(str(-at)), "c": text(c)} for at, c in enumerate(order)])
    put_all(db, indexed_table, [{"a": text(key), "b": text("sparse")}])
    request = on_index(indexed_table, "index1", "a = :a", {":a": text(key)}, ConsistentRead=True)
    assert [item["c"]["S"] for item in db.call("Query", request)["Items"]] == order
    reverse = db.call("Query", {**request, "ScanIndexForward": False})
    assert [item["c"]["S"] for item in reverse["Items"]] == order[::-1]
    between = on_index(
        indexed_table,
        "index1",
        "a = :a AND c BETWEEN :x AND :y",
        {":a": text(key), ":x": text("2"), ":y": text("a")},
        ConsistentRead=True,
    )
    assert [item["c"]["S"] for item in db.call("Query", between)["Items"]] == ["2", "A", "B", "a"]


def test_a_global_index_gathers_items_of_several_partitions(db: Target, indexed_table: str) -> None:
    key = unique()
    put_all(
        db,
        indexed_table,
        [{"a": text(f"{key}{at}"), "b": text("1"), "c": text(key), "d": text(str(9 - at))} for at in range(4)],
    )
    request = on_index(indexed_table, "index4", "c = :c AND d < :d", {":c": text(key), ":d": text("9")})
    assert [item["d"]["S"] for item in settled(db, "Query", request, 3)["Items"]] == ["6", "7", "8"]


def test_an_index_holds_only_items_with_its_whole_key(db: Target, indexed_table: str) -> None:
    key = unique()
    put_all(
        db,
        indexed_table,
        [
            {"a": text(key), "b": text("none")},
            {"a": text(key), "b": text("c"), "c": text(key)},
            {"a": text(key), "b": text("d"), "d": text(key)},
            {"a": text(key), "b": text("both"), "c": text(key), "d": text(key)},
        ],
    )
    expected = {"index1": ["both", "c"], "index2": ["both", "d"], "index3": ["both", "c"], "index4": ["both"]}
    for index, sort_keys in expected.items():
        attribute = "a" if index < "index3" else "c"
        request = on_index(indexed_table, index, f"{attribute} = :v", {":v": text(key)})
        answer = settled(db, "Query", request, len(sort_keys))
        assert sorted(item["b"]["S"] for item in answer["Items"]) == sort_keys


def test_an_item_moves_in_and_out_of_an_index_with_its_attributes(db: Target, indexed_table: str) -> None:
    key, other = unique(), unique()
    item = {"a": text(key), "b": text("1"), "c": text(key)}
    put_all(db, indexed_table, [item])
    old = on_index(indexed_table, "index3", "c = :c", {":c": text(key)})
    new = on_index(indexed_table, "index3", "c = :c", {":c": text(other)})
    assert settled(db, "Query", old, 1)["Items"] == [item]
    put_all(db, indexed_table, [{**item, "c": text(other)}])
    assert settled(db, "Query", old, 0)["Count"] == 0
    assert settled(db, "Query", new, 1)["Count"] == 1
    update = {"TableName": indexed_table, "Key": {"a": text(key), "b": text("1")}, "UpdateExpression": "REMOVE c"}
    db.call("UpdateItem", update)
    assert settled(db, "Query", new, 0)["Count"] == 0


def test_a_consistent_read_is_for_the_table_and_its_local_indexes_only(db: Target, indexed_table: str) -> None:
    key = unique()
    put_all(db, indexed_table, [{"a": text(key), "b": text("1"), "c": text("1")}])
    local = on_index(indexed_table, "index1", "a = :a", {":a": text(key)}, ConsistentRead=True)
    assert db.call("Query", local)["Count"] == 1
    with refused("ValidationException", "Consistent reads are not supported on global secondary indexes"):
        db.call("Query", on_index(indexed_table, "index3", "c = :c", {":c": text(key)}, ConsistentRead=True))
    eventual = on_index(indexed_table, "index3", "c = :c", {":c": text(key)}, ConsistentRead=False)
    assert db.call("Query", eventual)["Count"] == 0


def test_an_unknown_index_is_named_in_the_refusal(db: Target, hash_table: str) -> None:
    with refused("ValidationException", "The table does not have the specified index: whatever"):
        db.call("Query", on_index(hash_table, "whatever", "a = :a", {":a": text("x")}, ConsistentRead=True))


def test_a_filter_may_use_the_table_s_key_on_an_index(db: Target, indexed_table: str) -> None:
    """Only the key that is queried may not be filtered; on an index the table's is an attribute like others."""
    key = unique()
    put_all(db, indexed_table, [{"a": text(f"{key}{at}"), "b": text("1"), "c": text(key)} for at in range(3)])
    request = on_index(indexed_table, "index3", "c = :c", {":c": text(key), ":a": text(f"{key}1")})
    answer = settled(db, "Query", {**request, "FilterExpression": "a = :a"}, 1)
    assert (answer["Items"][0]["a"], answer["ScannedCount"]) == (text(f"{key}1"), 3)


@pytest.fixture(scope="module")
def multi_table(db: Target) -> Iterator[str]:
    """A table whose index `one` has one partition and four sort attributes, `many` four and four of both types."""
    attributes = [*definitions("pk", *"hijkabc"), {"AttributeName": "d", "AttributeType": "S"}]
    attributes.append({"AttributeName": "n", "AttributeType": "N"})
    all_ = {"ProjectionType": "ALL"}
    one = ["h:HASH", *(f"{name}:RANGE" for name in "abcd")]
    many = [*(f"{name}:HASH" for name in "hijk"), "a:RANGE", "n:RANGE", "b:RANGE", "c:RANGE"]
    parameters = keys("pk:S") | {
        "TableName": unique("conformance-multi"),
        "AttributeDefinitions": attributes,
        "GlobalSecondaryIndexes": [
            {"IndexName": "one", "KeySchema": schema(*one), "Projection": all_},
            {"IndexName": "many", "KeySchema": schema(*many), "Projection": all_},
            {
                "IndexName": "two",
                "KeySchema": schema("h:HASH", "i:HASH"),
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            },
        ],
    }
    create_table(db, parameters)
    rows = ["p1 T live b r1", "p2 T live a r2", "p3 T live a r1", "p4 T draft c r1", "p5 F live a r0"]
    for row in rows:
        values = dict(zip(("pk", "a", "b", "c", "d"), map(text, row.split()), strict=True))
        put_all(db, parameters["TableName"], [{"h": text("o1"), **values}])
    put_all(db, parameters["TableName"], [{"pk": text("p6"), "h": text("o1"), "a": text("T"), "b": text("live")}])
    yield parameters["TableName"]
    drop_table(db, parameters["TableName"])


VALUES = {
    ":h": text("o1"),
    ":a": text("T"),
    ":b": text("live"),
    ":c": text("a"),
    ":d": text("r"),
    ":x": text("r1"),
}


def by_one(table: str, condition: str, **more: Any) -> dict[str, Any]:
    used = {name: value for name, value in VALUES.items() if name in condition}
    return on_index(table, "one", condition, used, **more)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("h = :h", ["p5", "p4", "p3", "p2", "p1"]),
        ("h = :h AND a = :a", ["p4", "p3", "p2", "p1"]),
        ("h = :h AND a = :a AND b = :b", ["p3", "p2", "p1"]),
        ("h = :h AND a = :a AND b = :b AND c = :c", ["p3", "p2"]),
        ("h = :h AND a = :a AND b = :b AND c > :c", ["p1"]),
        ("h = :h AND a = :a AND b = :b AND c = :c AND begins_with(d, :d)", ["p3", "p2"]),
        ("h = :h AND a = :a AND b = :b AND c = :c AND d BETWEEN :x AND :x", ["p3"]),
        ("h = :h AND a = :a AND b = :b AND c = :c AND d = :x", ["p3"]),
        ("h = :h AND a = :a AND b < :b", ["p4"]),
        ("h = :h AND a < :a", ["p5"]),
        ("b = :b AND h = :h AND a = :a", ["p3", "p2", "p1"]),
    ],
)
def test_several_sort_attributes_order_and_narrow_one_after_the_other(
    db: Target, multi_table: str, condition: str, expected: list[str]
) -> None:
    answer = settled(db, "Query", by_one(multi_table, condition), len(expected))
    assert [item["pk"]["S"] for item in answer["Items"]] == expected
    reverse = db.call("Query", by_one(multi_table, condition, ScanIndexForward=False))
    assert [item["pk"]["S"] for item in reverse["Items"]] == expected[::-1]


@pytest.mark.parametrize(
    ("condition", "missing", "present"),
    [
        ("h = :h AND a = :a AND c = :c", "b", "c"),
        ("h = :h AND a = :a AND b > :b AND c = :c", "b", "c"),
        ("h = :h AND b = :b", "a", "b"),
    ],
)
def test_sort_attributes_are_given_without_a_gap_and_only_the_last_as_a_range(
    db: Target, multi_table: str, condition: str, missing: str, present: str
) -> None:
    message = (
        f"RANGE key attributes {missing} must have equality conditions specified in the query "
        f"because a condition is present on key attribute {present}"
    )
    with refused("ValidationException", message):
        db.call("Query", by_one(multi_table, condition))


def test_a_page_of_such_an_index_carries_every_key_attribute(db: Target, multi_table: str) -> None:
    for forward in (True, False):
        read = list(pages(db, "Query", by_one(multi_table, "h = :h", Limit=1, ScanIndexForward=forward)))
        found = [item["pk"]["S"] for page in read for item in page["Items"]]
        assert found == (["p5", "p4", "p3", "p2", "p1"] if forward else ["p1", "p2", "p3", "p4", "p5"])
        assert sorted(read[0]["LastEvaluatedKey"]) == ["a", "b", "c", "d", "h", "pk"]


def test_every_partition_attribute_must_be_given(db: Target, multi_table: str) -> None:
    for condition in ("h = :h", "i = :h", "h = :h AND i > :h"):
        refusal = db.refuse("Query", on_index(multi_table, "two", condition, {":h": text("o1")}))
        assert refusal.code == "ValidationException"


def test_four_partition_and_four_sort_attributes_of_both_types_make_a_key(db: Target, multi_table: str) -> None:
    key = unique()
    shared = {**dict.fromkeys("hijk", text(key)), "a": text("same"), "b": text("b"), "c": text("c")}
    put_all(db, multi_table, [{"pk": text(f"{key}{n}"), **shared, "n": number(n)} for n in (10, 9, -1)])
    put_all(db, multi_table, [{"pk": text(f"{key}other"), **shared, "k": text("other"), "n": number(1)}])
    condition = "h = :v AND i = :v AND j = :v AND k = :v"
    request = on_index(multi_table, "many", condition, {":v": text(key)})
    assert [item["n"]["N"] for item in settled(db, "Query", request, 3)["Items"]] == ["-1", "9", "10"]
    narrowed = on_index(
        multi_table,
        "many",
        f"{condition} AND a = :a AND n > :n",
        {":v": text(key), ":a": text("same"), ":n": number(0)},
    )
    assert [item["n"]["N"] for item in db.call("Query", narrowed)["Items"]] == ["9", "10"]
    keys_only = on_index(multi_table, "two", "h = :v AND i = :v", {":v": text(key)})
    assert sorted(settled(db, "Query", keys_only, 4)["Items"][0]) == ["h", "i", "pk"]


def test_a_sort_key_of_an_index_may_be_a_key_of_the_table(db: Target, fresh_table: MakeTable) -> None:
    gsi = {
        "IndexName": "turned",
        "KeySchema": schema("b:HASH", "a:RANGE"),
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }
    table = fresh_table(**keys("a:S", "b:S"), GlobalSecondaryIndexes=[gsi])
    put_all(db, table, [{"a": text(each), "b": text("same"), "c": text("no")} for each in "zyx"])
    answer = settled(db, "Query", on_index(table, "turned", "b = :b", {":b": text("same")}), 3)
    assert answer["Items"] == [{"a": text(each), "b": text("same")} for each in "xyz"]
