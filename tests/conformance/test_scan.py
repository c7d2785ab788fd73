"""Scan: every item of a table or an index, a page or a segment at a time.

Rules from the AWS API reference and the developer guide (Scanning tables, Parallel scan).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.faults import either
from tests.conformance.items import Item
from tests.conformance.reading import number, pages, put_all, text
from tests.conformance.schemas import definitions
from tests.conformance.tables import MakeTable, create_table, drop_table, index, keys
from tests.conformance.target import Target, refused, unique
from tests.conformance.waiting import settled

INVALID = "One or more parameter values were invalid: "
PARTITIONS, ITEMS = 8, 40


@pytest.fixture(scope="module")
def scanned(db: Target) -> Iterator[str]:
    """Forty items in eight partitions; half of them are in `gsi` (KEYS_ONLY) and `lsi` (INCLUDE n)."""
    name = unique("conformance-scanned")
    parameters = keys("a:S", "b:S") | {"TableName": name, "AttributeDefinitions": definitions(*"abg")}
    parameters["GlobalSecondaryIndexes"] = [index("gsi", "g", projection={"ProjectionType": "KEYS_ONLY"})]
    projection = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["n"]}
    parameters["LocalSecondaryIndexes"] = [index("lsi", "a", "g", projection=projection)]
    create_table(db, parameters)
    put_all(db, name, all_items())
    yield name
    drop_table(db, name)


def all_items() -> list[Item]:
    items: list[Item] = []
    for at in range(ITEMS):
        item = {"a": text(f"p{at % PARTITIONS}"), "b": text(f"{at:02}"), "n": number(at), "f": text("filler")}
        items.append(item if at % 2 else {**item, "g": text(f"g{at % 3}")})
    return items


def sort_keys(items: list[Item]) -> list[str]:
    return [item["b"]["S"] for item in items]


def test_every_item_is_found_once_and_partitions_are_in_order(db: Target, scanned: str) -> None:
    answer = db.call("Scan", {"TableName": scanned, "ConsistentRead": True})
    assert answer.keys() == {"Count", "ScannedCount", "Items"}
    assert answer["Count"] == answer["ScannedCount"] == ITEMS
    assert sorted(answer["Items"], key=lambda item: item["b"]["S"]) == all_items()
    partitions = [item["a"]["S"] for item in answer["Items"]]
    assert len([at for at in range(1, ITEMS) if partitions[at] != partitions[at - 1]]) == PARTITIONS - 1
    for partition in set(partitions):
        own = sort_keys([item for item in answer["Items"] if item["a"]["S"] == partition])
        assert own == sorted(own)


def test_an_empty_table_answers_no_items(db: Target, fresh_table: MakeTable) -> None:
    assert db.call("Scan", {"TableName": fresh_table()}) == {"Count": 0, "ScannedCount": 0, "Items": []}


@pytest.mark.parametrize("limit", [1, 7, ITEMS - 1, ITEMS, ITEMS + 1])
def test_pages_add_up_to_the_whole_in_the_same_order(db: Target, scanned: str, limit: int) -> None:
    whole = db.call("Scan", {"TableName": scanned, "ConsistentRead": True})["Items"]
    read = list(pages(db, "Scan", {"TableName": scanned, "ConsistentRead": True, "Limit": limit}))
    assert [item for page in read for item in page["Items"]] == whole
    assert all(page["Count"] <= limit for page in read)
    for page in read[:-1]:
        last = page["Items"][-1]
        assert page["LastEvaluatedKey"] == {"a": last["a"], "b": last["b"]}


def test_limit_is_of_what_is_read_not_of_what_the_filter_leaves(db: Target, scanned: str) -> None:
    request = {
        "TableName": scanned,
        "ConsistentRead": True,
        "FilterExpression": "n = :n",
        "ExpressionAttributeValues": {":n": number(3)},
        "Limit": 9,
    }
    read = list(pages(db, "Scan", request))
    assert [page["ScannedCount"] for page in read[:4]] == [9] * 4
    assert [item["n"] for page in read for item in page["Items"]] == [number(3)]


@pytest.mark.parametrize(
    ("expression", "values", "count"),
    [
        ("n < :n", {":n": number(10)}, 10),
        ("n BETWEEN :n AND :m", {":n": number(10), ":m": number(19)}, 10),
        ("n IN (:n, :m, :s)", {":n": number(10), ":m": number("19.0"), ":s": text("11")}, 2),
        ("attribute_exists(g)", {}, ITEMS // 2),
        ("attribute_not_exists(g)", {}, ITEMS // 2),
        ("a = :a", {":a": text("p1")}, ITEMS // PARTITIONS),
        ("begins_with(b, :b)", {":b": text("1")}, 10),
        ("a = :a OR b = :b", {":a": text("p1"), ":b": text("00")}, ITEMS // PARTITIONS + 1),
        ("NOT a = :a", {":a": text("p1")}, ITEMS - ITEMS // PARTITIONS),
        ("size(f) = :n AND contains(f, :s)", {":n": number(6), ":s": text("ill")}, ITEMS),
        ("attribute_type(n, :s)", {":s": text("S")}, 0),
        (":n >= n", {":n": number(9)}, 10),
    ],
)
def test_a_filter_may_use_any_attribute_the_key_too(
    db: Target, scanned: str, expression: str, values: dict[str, Any], count: int
) -> None:
    request: dict[str, Any] = {"TableName": scanned, "ConsistentRead": True, "FilterExpression": expression}
    answer = db.call("Scan", {**request, "ExpressionAttributeValues": values} if values else request)
    assert (answer["Count"], answer["ScannedCount"]) == (count, ITEMS)
    assert len(answer["Items"]) == count


@pytest.mark.parametrize("given", [{"ProjectionExpression": "b, n"}, {"AttributesToGet": ["b", "n"]}])
def test_only_named_attributes_are_answered(db: Target, scanned: str, given: dict[str, Any]) -> None:
    answer = db.call("Scan", {"TableName": scanned, "ConsistentRead": True, **given})
    expected = [{"b": item["b"], "n": item["n"]} for item in all_items()]
    assert sorted(answer["Items"], key=lambda item: item["b"]["S"]) == expected


def test_a_count_comes_without_items(db: Target, scanned: str) -> None:
    request = {
        "TableName": scanned,
        "Select": "COUNT",
        "ConsistentRead": True,
        "FilterExpression": "attribute_exists(g)",
    }
    assert db.call("Scan", request) == {"Count": ITEMS // 2, "ScannedCount": ITEMS}


@pytest.mark.parametrize(
    ("filter_", "operator", "count"),
    [
        ({"n": ["LT", number(10)]}, None, 10),
        ({"a": ["EQ", text("p1")]}, None, ITEMS // PARTITIONS),
        ({"g": ["NULL"]}, None, ITEMS // 2),
        ({"g": ["NOT_NULL"], "n": ["GE", number(20)]}, None, 10),
        ({"g": ["NOT_NULL"], "n": ["GE", number(20)]}, "AND", 10),
        ({"g": ["NOT_NULL"], "n": ["GE", number(20)]}, "OR", 30),
        ({"b": ["BETWEEN", text("10"), text("19")]}, None, 10),
        ({"f": ["CONTAINS", text("ill")]}, None, ITEMS),
        ({"f": ["NOT_CONTAINS", text("ill")]}, None, 0),
        ({"n": ["IN", number(1), number(2), number(99)]}, None, 2),
        ({"b": ["BEGINS_WITH", text("3")]}, None, 10),
        ({"n": ["NE", number(1)]}, None, ITEMS - 1),
    ],
)
def test_a_scan_filter_leaves_what_matches(
    db: Target, scanned: str, filter_: dict[str, list[Any]], operator: str | None, count: int
) -> None:
    conditions = {
        name: {"ComparisonOperator": how[0], **({"AttributeValueList": how[1:]} if how[1:] else {})}
        for name, how in filter_.items()
    }
    request = {"TableName": scanned, "ConsistentRead": True, "ScanFilter": conditions}
    answer = db.call("Scan", request if operator is None else {**request, "ConditionalOperator": operator})
    assert (answer["Count"], answer["ScannedCount"]) == (count, ITEMS)


@pytest.mark.parametrize("segments", [1, 2, 3, 7, 100])
def test_segments_share_the_items_out_among_them(db: Target, scanned: str, segments: int) -> None:
    found: list[Item] = []
    for segment in range(segments):
        request = {"TableName": scanned, "ConsistentRead": True, "Segment": segment, "TotalSegments": segments}
        part = db.call("Scan", request)["Items"]
        paged = [item for page in pages(db, "Scan", {**request, "Limit": 3}) for item in page["Items"]]
        assert paged == part
        found += part
    assert sorted(found, key=lambda item: item["b"]["S"]) == all_items()


def test_one_partition_is_in_one_segment(db: Target, scanned: str) -> None:
    request = {"TableName": scanned, "ConsistentRead": True, "TotalSegments": 5}
    parts = [db.call("Scan", {**request, "Segment": segment})["Items"] for segment in range(5)]
    partitions = [{item["a"]["S"] for item in part} for part in parts]
    assert sum(map(len, partitions)) == len(set().union(*partitions)) == PARTITIONS


def test_the_highest_segment_is_accepted(db: Target, scanned: str) -> None:
    request = {"TableName": scanned, "Segment": 999_999, "TotalSegments": 1_000_000}
    assert db.call("Scan", request)["Count"] <= ITEMS


def test_a_start_key_belongs_to_its_segment(db: Target, scanned: str) -> None:
    request = {"TableName": scanned, "TotalSegments": 2, "Limit": 1}
    last = db.call("Scan", {**request, "Segment": 0})["LastEvaluatedKey"]
    message = (
        "The provided starting key is invalid: Invalid ExclusiveStartKey. "
        "Please use ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1"
    )
    with refused("ValidationException", message):
        db.call("Scan", {**request, "Segment": 1, "ExclusiveStartKey": last})


@pytest.mark.parametrize(("name", "attributes"), [("gsi", "abg"), ("lsi", "abgn")])
@pytest.mark.parametrize("select", [None, "ALL_PROJECTED_ATTRIBUTES"])
def test_an_index_answers_the_items_it_holds_with_what_it_projects(
    db: Target, scanned: str, name: str, attributes: str, select: str | None
) -> None:
    request = {"TableName": scanned, "IndexName": name}
    answer = settled(db, "Scan", request if select is None else {**request, "Select": select}, ITEMS // 2)
    expected = [{each: item[each] for each in attributes} for item in all_items() if "g" in item]
    assert sorted(answer["Items"], key=lambda item: item["b"]["S"]) == expected


@pytest.mark.parametrize("name", ["gsi", "lsi"])
def test_pages_of_an_index_carry_both_keys(db: Target, scanned: str, name: str) -> None:
    request = {"TableName": scanned, "IndexName": name}
    whole = settled(db, "Scan", request, ITEMS // 2)["Items"]
    read = list(pages(db, "Scan", {**request, "Limit": 3}))
    assert [item for page in read for item in page["Items"]] == whole
    assert sorted(read[0]["LastEvaluatedKey"]) == ["a", "b", "g"]


@pytest.mark.parametrize("name", ["gsi", "lsi"])
def test_an_index_has_segments_too(db: Target, scanned: str, name: str) -> None:
    request = {"TableName": scanned, "IndexName": name, "TotalSegments": 3}
    found = [item for segment in range(3) for item in db.call("Scan", {**request, "Segment": segment})["Items"]]
    assert sorted(sort_keys(found)) == [item["b"]["S"] for item in all_items() if "g" in item]


def test_a_local_index_fetches_all_attributes_and_a_global_one_may_not(db: Target, scanned: str) -> None:
    request = {"TableName": scanned, "Select": "ALL_ATTRIBUTES"}
    answer = db.call("Scan", {**request, "IndexName": "lsi", "ConsistentRead": True})
    assert sorted(answer["Items"], key=lambda item: item["b"]["S"]) == [item for item in all_items() if "g" in item]
    message = (
        "Select type ALL_ATTRIBUTES is not supported for global secondary index gsi "
        "because its projection type is not ALL"
    )
    with refused("ValidationException", INVALID + message):
        db.call("Scan", {**request, "IndexName": "gsi"})


def test_named_attributes_that_a_global_index_does_not_project_are_refused(db: Target, scanned: str) -> None:
    with refused("ValidationException", INVALID + "Global secondary index gsi does not project [n]"):
        db.call("Scan", {"TableName": scanned, "IndexName": "gsi", "ProjectionExpression": "b, n"})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"Select": "SPECIFIC_ATTRIBUTES"},
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
        ),
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES"},
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        ),
        (
            {"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "b"},
            "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES",
        ),
        (
            {"Select": "COUNT", "ProjectionExpression": "b"},
            "Cannot specify the ProjectionExpression when choosing to get only the Count",
        ),
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES", "ProjectionExpression": "b"},
            "Cannot specify the ProjectionExpression when choosing to get ALL_PROJECTED_ATTRIBUTES",
        ),
        (
            {"Select": "COUNT", "AttributesToGet": ["b"]},
            "Cannot specify the AttributesToGet when choosing to get only the Count",
        ),
    ],
)
def test_select_and_projection_must_agree(db: Target, scanned: str, given: dict[str, Any], message: str) -> None:
    with refused("ValidationException", either(message, f"1 validation error detected: {message}")):
        db.call("Scan", {"TableName": scanned, **given})


def test_a_consistent_read_is_for_the_table_and_its_local_indexes_only(db: Target, scanned: str) -> None:
    request = {"TableName": scanned, "ConsistentRead": True}
    assert db.call("Scan", {**request, "IndexName": "lsi"})["Count"] == ITEMS // 2
    with refused("ValidationException", "Consistent reads are not supported on global secondary indexes"):
        db.call("Scan", {**request, "IndexName": "gsi"})
    with refused("ValidationException", "The table does not have the specified index: whatever"):
        db.call("Scan", {**request, "IndexName": "whatever"})


def test_what_is_read_is_paid_for_whatever_is_answered(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    put_all(db, table, [{"a": text(str(at)), "f": text("x" * 3000)} for at in range(6)])
    request = {"TableName": table, "ReturnConsumedCapacity": "INDEXES"}
    for less in (
        {},
        {"FilterExpression": "attribute_exists(never)"},
        {"ProjectionExpression": "a"},
        {"Select": "COUNT"},
    ):
        consumed = db.call("Scan", {**request, "ConsistentRead": True, **less})["ConsumedCapacity"]
        assert consumed == {"TableName": table, "CapacityUnits": 5, "Table": {"CapacityUnits": 5}}
    assert db.call("Scan", request)["ConsumedCapacity"]["CapacityUnits"] == 2.5


def test_the_scan_of_an_index_is_paid_by_what_it_projects(db: Target, scanned: str) -> None:
    request = {"TableName": scanned, "ReturnConsumedCapacity": "INDEXES"}
    assert settled(db, "Scan", {**request, "IndexName": "gsi"}, ITEMS // 2)["ConsumedCapacity"] == {
        "TableName": scanned,
        "CapacityUnits": 0.5,
        "Table": {"CapacityUnits": 0},
        "GlobalSecondaryIndexes": {"gsi": {"CapacityUnits": 0.5}},
    }
    assert db.call("Scan", {**request, "IndexName": "lsi"})["ConsumedCapacity"] == {
        "TableName": scanned,
        "CapacityUnits": 0.5,
        "Table": {"CapacityUnits": 0},
        "LocalSecondaryIndexes": {"lsi": {"CapacityUnits": 0.5}},
    }


def test_a_page_holds_one_megabyte(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    put_all(db, table, [{"a": text(f"{at:02}"), "f": text("x" * 100_000)} for at in range(12)])
    request = {"TableName": table, "ConsistentRead": True}
    read = list(pages(db, "Scan", request))
    assert read[0]["Count"] in {10, 11}
    assert read[0]["LastEvaluatedKey"] == {"a": read[0]["Items"][-1]["a"]}
    assert sorted(item["a"]["S"] for page in read for item in page["Items"]) == [f"{at:02}" for at in range(12)]
    nothing = db.call("Scan", {**request, "FilterExpression": "attribute_exists(never)"})
    assert (nothing["Items"], nothing["ScannedCount"]) == ([], read[0]["Count"])
    assert nothing["LastEvaluatedKey"] == read[0]["LastEvaluatedKey"]
