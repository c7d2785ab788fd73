"""Query's pages: Limit, one megabyte, LastEvaluatedKey and where ExclusiveStartKey goes on.

Rules from the AWS API reference and the developer guide (Paginating table query results).
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.items import Item
from tests.conformance.reading import number, pages, put_all, text
from tests.conformance.target import Target, unique
from tests.conformance.waiting import settled


def of_partition(table: str, key: str, **more: Any) -> dict[str, Any]:
    return {
        "TableName": table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": text(key)},
        "ConsistentRead": True,
        **more,
    }


def numbered(db: Target, table: str, count: int, **attributes: Any) -> list[Item]:
    key = unique()
    items = [{"a": text(key), "b": text(f"{at:03}"), "n": number(at), **attributes} for at in range(count)]
    put_all(db, table, items)
    return items


@pytest.mark.parametrize("forward", [True, False])
def test_a_page_ends_after_limit_items_with_the_key_of_the_last(db: Target, range_table: str, forward: bool) -> None:
    items = numbered(db, range_table, 5)
    order = items if forward else items[::-1]
    request = of_partition(range_table, items[0]["a"]["S"], Limit=2, ScanIndexForward=forward)
    first = db.call("Query", request)
    assert first == {
        "Count": 2,
        "ScannedCount": 2,
        "Items": order[:2],
        "LastEvaluatedKey": {"a": order[1]["a"], "b": order[1]["b"]},
    }
    assert [page["Items"] for page in pages(db, "Query", request)] == [order[:2], order[2:4], order[4:]]


def test_the_last_page_has_no_last_evaluated_key(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 3)
    answer = db.call("Query", of_partition(range_table, items[0]["a"]["S"], Limit=4))
    assert (answer["Count"], "LastEvaluatedKey" in answer) == (3, False)


def test_a_limit_of_just_what_is_there_ends_at_the_latest_one_empty_page_later(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 3)
    read = list(pages(db, "Query", of_partition(range_table, items[0]["a"]["S"], Limit=3)))
    assert read[0]["Items"] == items
    assert [page["Items"] for page in read[1:]] in ([], [[]])


def test_limit_is_of_what_is_read_not_of_what_the_filter_leaves(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 5)
    request = of_partition(range_table, items[0]["a"]["S"], Limit=2, FilterExpression="n = :n")
    request["ExpressionAttributeValues"] |= {":n": number(3)}
    first = db.call("Query", request)
    assert (first["Count"], first["ScannedCount"], first["Items"]) == (0, 2, [])
    assert first["LastEvaluatedKey"] == {"a": items[1]["a"], "b": items[1]["b"]}
    assert [item for page in pages(db, "Query", request) for item in page["Items"]] == [items[3]]


def test_a_count_has_pages_too(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 5)
    request = of_partition(range_table, items[0]["a"]["S"], Limit=2, Select="COUNT")
    first = db.call("Query", request)
    assert first == {"Count": 2, "ScannedCount": 2, "LastEvaluatedKey": {"a": items[1]["a"], "b": items[1]["b"]}}
    assert sum(page["Count"] for page in pages(db, "Query", request)) == 5


def test_the_last_evaluated_key_is_whole_whatever_is_projected(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 2)
    answer = db.call("Query", of_partition(range_table, items[0]["a"]["S"], Limit=1, ProjectionExpression="n"))
    assert answer["Items"] == [{"n": number(0)}]
    assert answer["LastEvaluatedKey"] == {"a": items[0]["a"], "b": items[0]["b"]}


@pytest.mark.parametrize("forward", [True, False])
def test_a_start_key_need_not_be_there(db: Target, range_table: str, forward: bool) -> None:
    items = numbered(db, range_table, 4)
    start = {"a": items[0]["a"], "b": text("001x")}
    request = of_partition(range_table, items[0]["a"]["S"], ExclusiveStartKey=start, ScanIndexForward=forward)
    assert db.call("Query", request)["Items"] == (items[2:] if forward else items[1::-1])


def test_a_start_key_goes_on_within_the_key_condition(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 6)
    request = of_partition(range_table, items[0]["a"]["S"], ExclusiveStartKey={"a": items[2]["a"], "b": items[2]["b"]})
    request["KeyConditionExpression"] = "a = :a AND b BETWEEN :b AND :c"
    request["ExpressionAttributeValues"] |= {":b": text("001"), ":c": text("004")}
    assert db.call("Query", request)["Items"] == items[3:5]


def test_an_item_deleted_between_two_pages_does_not_disturb_the_next(db: Target, range_table: str) -> None:
    items = numbered(db, range_table, 4)
    request = of_partition(range_table, items[0]["a"]["S"], Limit=2)
    last = db.call("Query", request)["LastEvaluatedKey"]
    db.call("DeleteItem", {"TableName": range_table, "Key": last})
    assert db.call("Query", {**request, "ExclusiveStartKey": last})["Items"] == items[2:]


def test_a_page_holds_one_megabyte(db: Target, range_table: str) -> None:
    """Whether the item that crosses the limit is in it is not documented; dynalite's suite found it there."""
    items = numbered(db, range_table, 20, filler=text("x" * 60_000))
    request = of_partition(range_table, items[0]["a"]["S"])
    read = list(pages(db, "Query", request))
    within = (1 << 20) // 60_030
    assert read[0]["Count"] in {within, within + 1}
    assert read[0]["LastEvaluatedKey"] == {"a": items[0]["a"], "b": read[0]["Items"][-1]["b"]}
    assert [item for page in read for item in page["Items"]] == items
    # What a filter or a projection leaves out, or a count does not answer, was read all the same.
    for less in ({"Select": "COUNT"}, {"ProjectionExpression": "b"}, {"FilterExpression": "attribute_exists(never)"}):
        answer = db.call("Query", {**request, **less})
        assert answer["ScannedCount"] == read[0]["Count"]
        assert answer["LastEvaluatedKey"] == read[0]["LastEvaluatedKey"]
    assert db.call("Query", {**request, "Limit": 5})["Items"] == items[:5]


@pytest.mark.parametrize(
    ("index", "condition", "key_names"),
    [
        ("index1", "a = :v", "abc"),
        ("index1", "a = :v AND c = :v", "abc"),
        ("index2", "a = :v", "abd"),
        ("index3", "c = :v", "abc"),
        ("index4", "c = :v", "abcd"),
        ("index4", "c = :v AND d = :v", "abcd"),
        ("index5", "d = :v", "abd"),
    ],
)
@pytest.mark.parametrize("forward", [True, False])
def test_pages_of_an_index_go_through_items_with_the_same_index_key(
    db: Target, indexed_table: str, index: str, condition: str, key_names: str, forward: bool
) -> None:
    """LastEvaluatedKey holds the table's key and the index's, or ties would be lost."""
    key = unique()
    same = dict.fromkeys("acd", text(key))
    put_all(db, indexed_table, [{**same, "b": text(str(at))} for at in range(5)])
    request = {
        "TableName": indexed_table,
        "IndexName": index,
        "KeyConditionExpression": condition,
        "ExpressionAttributeValues": {":v": text(key)},
        "ScanIndexForward": forward,
    }
    whole = [item["b"]["S"] for item in settled(db, "Query", request, 5)["Items"]]
    read = list(pages(db, "Query", {**request, "Limit": 2}))
    assert [item["b"]["S"] for page in read for item in page["Items"]] == whole
    assert sorted(whole) == list("01234")
    assert sorted(read[0]["LastEvaluatedKey"]) == list(key_names)
