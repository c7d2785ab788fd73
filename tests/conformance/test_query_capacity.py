"""What a Query costs: four kilobytes a unit, half for an eventually consistent read, from the sum of what was read.

Rules from the developer guide (DynamoDB read and write operations, Read operation capacity units for indexes).
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.reading import put_all, text
from tests.conformance.target import Target, unique
from tests.conformance.waiting import settled

BLOCK = 4096


def of_partition(table: str, key: str, attribute: str = "a", **more: Any) -> dict[str, Any]:
    return {
        "TableName": table,
        "KeyConditionExpression": f"{attribute} = :v",
        "ExpressionAttributeValues": {":v": text(key)},
        "ReturnConsumedCapacity": "TOTAL",
        **more,
    }


def units(db: Target, request: dict[str, Any]) -> float:
    consumed: float = db.call("Query", request)["ConsumedCapacity"]["CapacityUnits"]
    return consumed


@pytest.mark.parametrize(("bytes_", "consistent"), [(BLOCK, 1), (BLOCK + 1, 2), (2 * BLOCK, 2), (2 * BLOCK + 1, 3)])
def test_the_sum_of_the_items_is_rounded_up_once(db: Target, range_table: str, bytes_: int, consistent: float) -> None:
    """Names count too: `a`, `b` and `f` one byte each, in each of two items."""
    key = unique()
    first, second = 1000, bytes_ - 1000 - 2 * (3 + len(key) + 1)
    for at, filler in enumerate((first, second)):
        put_all(db, range_table, [{"a": text(key), "b": text(str(at)), "f": text("x" * filler)}])
    assert units(db, of_partition(range_table, key, ConsistentRead=True)) == consistent
    assert units(db, of_partition(range_table, key)) == consistent / 2


def test_reading_nothing_costs_the_least(db: Target, range_table: str) -> None:
    assert units(db, of_partition(range_table, unique())) == 0.5
    assert units(db, of_partition(range_table, unique(), ConsistentRead=True)) == 1


@pytest.mark.parametrize(
    "less",
    [
        {"FilterExpression": "attribute_exists(never)"},
        {"ProjectionExpression": "b"},
        {"Select": "COUNT"},
    ],
)
def test_what_is_filtered_out_or_not_projected_is_paid_for(db: Target, range_table: str, less: dict[str, Any]) -> None:
    key = unique()
    put_all(db, range_table, [{"a": text(key), "b": text(str(at)), "f": text("x" * 3000)} for at in range(4)])
    assert units(db, of_partition(range_table, key, ConsistentRead=True)) == 3
    assert units(db, of_partition(range_table, key, ConsistentRead=True, **less)) == 3


def test_only_what_the_page_read_is_paid_for(db: Target, range_table: str) -> None:
    key = unique()
    put_all(db, range_table, [{"a": text(key), "b": text(str(at)), "f": text("x" * 4000)} for at in range(4)])
    assert units(db, of_partition(range_table, key, ConsistentRead=True, Limit=1)) == 1


@pytest.mark.parametrize("wish", [None, "NONE"])
def test_nothing_is_told_unasked(db: Target, hash_table: str, wish: str | None) -> None:
    request = of_partition(hash_table, unique(), ReturnConsumedCapacity=wish)
    answer = db.call("Query", {name: value for name, value in request.items() if value is not None})
    assert "ConsumedCapacity" not in answer


def test_the_table_s_share_is_told_apart(db: Target, range_table: str) -> None:
    request = of_partition(range_table, unique(), ReturnConsumedCapacity="INDEXES")
    expected = {"TableName": range_table, "CapacityUnits": 0.5, "Table": {"CapacityUnits": 0.5}}
    assert db.call("Query", request)["ConsumedCapacity"] == expected
    total = db.call("Query", {**request, "ReturnConsumedCapacity": "TOTAL"})["ConsumedCapacity"]
    assert total == {"TableName": range_table, "CapacityUnits": 0.5}


def stored(db: Target, table: str, count: int) -> str:
    key = unique()
    same = dict.fromkeys("acd", text(key))
    put_all(db, table, [{**same, "b": text(str(at)), "f": text("x" * 3000)} for at in range(count)])
    return key


@pytest.mark.parametrize(
    ("index", "attribute", "share"), [("index3", "c", 1.5), ("index4", "c", 0.5), ("index5", "d", 0.5)]
)
def test_a_global_index_is_paid_by_what_it_projects(
    db: Target, indexed_table: str, index: str, attribute: str, share: float
) -> None:
    key = stored(db, indexed_table, 3)
    request = of_partition(indexed_table, key, attribute, IndexName=index, ReturnConsumedCapacity="INDEXES")
    assert settled(db, "Query", request, 3)["ConsumedCapacity"] == {
        "TableName": indexed_table,
        "CapacityUnits": share,
        "Table": {"CapacityUnits": 0},
        "GlobalSecondaryIndexes": {index: {"CapacityUnits": share}},
    }


def test_a_local_index_that_fetches_pays_for_the_items_too(db: Target, indexed_table: str) -> None:
    key = stored(db, indexed_table, 3)
    request = of_partition(
        indexed_table, key, IndexName="index2", ReturnConsumedCapacity="INDEXES", ConsistentRead=True
    )
    assert db.call("Query", request)["ConsumedCapacity"] == {
        "TableName": indexed_table,
        "CapacityUnits": 1,
        "Table": {"CapacityUnits": 0},
        "LocalSecondaryIndexes": {"index2": {"CapacityUnits": 1}},
    }
    assert db.call("Query", {**request, "Select": "ALL_ATTRIBUTES"})["ConsumedCapacity"] == {
        "TableName": indexed_table,
        "CapacityUnits": 4,
        "Table": {"CapacityUnits": 3},
        "LocalSecondaryIndexes": {"index2": {"CapacityUnits": 1}},
    }
