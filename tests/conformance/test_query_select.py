"""Query's Select, in all its forms and conflicts, on the table and on indexes of every projection.

Rules from the AWS API reference (Select); messages as recorded by dynalite's suite and the captures of 2026. Some
regions put "1 validation error detected: " before a conflict.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import either
from tests.conformance.items import Item
from tests.conformance.reading import number, put_all, text
from tests.conformance.target import Target, refused, unique
from tests.conformance.waiting import settled

INVALID = "One or more parameter values were invalid: "


def maybe_counted(message: str) -> re.Pattern[str]:
    return either(message, f"1 validation error detected: {message}")


def stored(db: Target, table: str) -> Item:
    """One item that is in every index of the shared table, with attributes that some of them do not project."""
    key = unique()
    item = {"a": text(key), "b": text("1"), "c": text(key), "d": text(key), "e": number(1), "f": number(2)}
    put_all(db, table, [item])
    return item


def request_for(table: str, index: str | None, key: Item) -> dict[str, Any]:
    """A Query by the partition key of the table or of an index; all of them hold the same text."""
    attribute = {"index3": "c", "index4": "c", "index5": "d"}.get(index or "", "a")
    request = {
        "TableName": table,
        "KeyConditionExpression": f"{attribute} = :v",
        "ExpressionAttributeValues": {":v": key["a"]},
    }
    return request if index is None else {**request, "IndexName": index}


PROJECTED = {"index1": "abcdef", "index2": "abcd", "index3": "abcdef", "index4": "abcde", "index5": "abd"}


@pytest.mark.parametrize(("index", "attributes"), PROJECTED.items())
@pytest.mark.parametrize("select", [None, "ALL_PROJECTED_ATTRIBUTES"])
def test_an_index_answers_what_it_projects(
    db: Target, indexed_table: str, index: str, attributes: str, select: str | None
) -> None:
    item = stored(db, indexed_table)
    request = request_for(indexed_table, index, item)
    answer = settled(db, "Query", request if select is None else {**request, "Select": select}, 1)
    assert answer["Items"] == [{name: item[name] for name in attributes}]


@pytest.mark.parametrize("index", [None, "index1", "index2", "index3"])
def test_all_attributes_are_fetched_for_the_table_local_indexes_and_global_ones_that_project_all(
    db: Target, indexed_table: str, index: str | None
) -> None:
    item = stored(db, indexed_table)
    answer = settled(db, "Query", {**request_for(indexed_table, index, item), "Select": "ALL_ATTRIBUTES"}, 1)
    assert answer["Items"] == [item]


@pytest.mark.parametrize("index", ["index4", "index5"])
def test_a_global_index_may_not_fetch_what_it_does_not_project(db: Target, indexed_table: str, index: str) -> None:
    message = (
        f"Select type ALL_ATTRIBUTES is not supported for global secondary index {index} "
        "because its projection type is not ALL"
    )
    with refused("ValidationException", INVALID + message):
        db.call("Query", {**request_for(indexed_table, index, {"a": text("x")}), "Select": "ALL_ATTRIBUTES"})


@pytest.mark.parametrize("given", [{"ProjectionExpression": "b, f"}, {"AttributesToGet": ["b", "f"]}])
def test_a_local_index_fetches_named_attributes_that_it_does_not_project(
    db: Target, indexed_table: str, given: dict[str, Any]
) -> None:
    item = stored(db, indexed_table)
    request = {"TableName": indexed_table, "IndexName": "index2", **given}
    request["KeyConditions"] = {"a": {"ComparisonOperator": "EQ", "AttributeValueList": [item["a"]]}}
    assert db.call("Query", request)["Items"] == [{"b": item["b"], "f": item["f"]}]


@pytest.mark.parametrize("given", [{"ProjectionExpression": "b, f"}, {"AttributesToGet": ["b", "f"]}])
def test_a_global_index_refuses_named_attributes_that_it_does_not_project(
    db: Target, indexed_table: str, given: dict[str, Any]
) -> None:
    request = {"TableName": indexed_table, "IndexName": "index4", **given}
    request["KeyConditions"] = {"c": {"ComparisonOperator": "EQ", "AttributeValueList": [text("x")]}}
    with refused("ValidationException", INVALID + "Global secondary index index4 does not project [f]"):
        db.call("Query", request)


def test_named_attributes_that_a_global_index_projects_are_answered(db: Target, indexed_table: str) -> None:
    item = stored(db, indexed_table)
    request = {**request_for(indexed_table, "index4", item), "ProjectionExpression": "b, e"}
    assert settled(db, "Query", request, 1)["Items"] == [{"b": item["b"], "e": item["e"]}]


@pytest.mark.parametrize("index", [None, "index1", "index4"])
def test_a_count_comes_without_items(db: Target, indexed_table: str, index: str | None) -> None:
    item = stored(db, indexed_table)
    answer = settled(db, "Query", {**request_for(indexed_table, index, item), "Select": "COUNT"}, 1)
    assert answer == {"Count": 1, "ScannedCount": 1}


def test_a_count_counts_what_the_filter_leaves(db: Target, range_table: str) -> None:
    key = unique()
    put_all(db, range_table, [{"a": text(key), "b": text(str(at)), "n": number(at)} for at in range(5)])
    request = request_for(range_table, None, {"a": text(key)})
    request["ExpressionAttributeValues"] |= {":n": number(2)}
    answer = db.call("Query", {**request, "Select": "COUNT", "FilterExpression": "n < :n", "ConsistentRead": True})
    assert answer == {"Count": 2, "ScannedCount": 5}


def test_specific_attributes_go_with_a_projection(db: Target, range_table: str) -> None:
    key = unique()
    put_all(db, range_table, [{"a": text(key), "b": text("1"), "n": number(1)}])
    request = {**request_for(range_table, None, {"a": text(key)}), "ConsistentRead": True}
    answer = db.call("Query", {**request, "Select": "SPECIFIC_ATTRIBUTES", "ProjectionExpression": "n"})
    assert answer["Items"] == [{"n": number(1)}]


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
    ],
)
def test_select_and_projection_must_agree(db: Target, range_table: str, given: dict[str, Any], message: str) -> None:
    with refused("ValidationException", maybe_counted(message)):
        db.call("Query", {**request_for(range_table, None, {"a": text("x")}), **given})


@pytest.mark.parametrize(
    ("select", "what"),
    [("ALL_ATTRIBUTES", "ALL_ATTRIBUTES"), ("COUNT", "only the Count"), ("ALL_PROJECTED_ATTRIBUTES",) * 2],
)
def test_select_and_the_legacy_list_of_attributes_must_agree(
    db: Target, range_table: str, select: str, what: str
) -> None:
    request: dict[str, Any] = {"TableName": range_table, "Select": select, "AttributesToGet": ["b"]}
    request["KeyConditions"] = {"a": {"ComparisonOperator": "EQ", "AttributeValueList": [text("x")]}}
    with refused(
        "ValidationException", maybe_counted(f"Cannot specify the AttributesToGet when choosing to get {what}")
    ):
        db.call("Query", request)
