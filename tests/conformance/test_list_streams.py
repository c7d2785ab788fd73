"""ListStreams: the streams there are, one page at a time (AWS API reference of DynamoDB Streams)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import at_least, misplaced, no_shorter, placed
from tests.conformance.following import stream_of, streaming_table
from tests.conformance.tables import MakeTable
from tests.conformance.target import Target, refused
from tests.conformance.waiting import active
from tests.conformance.wording import collected, failure


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced({"TableName": "String", "ExclusiveStartStreamArn": "String", "Limit": "Integer"}),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("ListStreams", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({"Limit": 0}, [failure("limit", at_least(1), "0")]),
        ({"Limit": -1}, [failure("limit", at_least(1), "-1")]),
        ({"TableName": "ab"}, [failure("tableName", no_shorter(3), "ab")]),
        ({"ExclusiveStartStreamArn": "arn"}, [failure("exclusiveStartStreamArn", no_shorter(37), "arn")]),
        (
            {"Limit": 0, "TableName": "ab"},
            [failure("limit", at_least(1), "0"), failure("tableName", no_shorter(3), "ab")],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("ListStreams", request_)


def test_more_than_a_hundred_at_once_are_refused(db: Target) -> None:
    # Seen by ScyllaDB's suite against AWS; the words are not recorded.
    with refused("ValidationException", re.compile(".*100.*")):
        db.call("ListStreams", {"Limit": 101})


def test_a_start_that_is_no_stream_is_refused(db: Target) -> None:
    assert db.refuse("ListStreams", {"ExclusiveStartStreamArn": "x" * 60}).code == "ValidationException"


def test_a_stream_is_listed_with_its_table_and_label(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    description = db.call("DescribeTable", {"TableName": table})["Table"]
    expected = {
        "StreamArn": description["LatestStreamArn"],
        "StreamLabel": description["LatestStreamLabel"],
        "TableName": table,
    }
    assert db.call("ListStreams", {"TableName": table}) == {"Streams": [expected]}
    assert expected in _all(db, {})


def test_a_table_without_a_stream_lists_none(db: Target, hash_table: str) -> None:
    assert db.call("ListStreams", {"TableName": hash_table}) == {"Streams": []}


def test_pages_come_to_all_streams_each_once(db: Target, fresh_table: MakeTable) -> None:
    arns = [stream_of(db, streaming_table(fresh_table, "KEYS_ONLY")) for _ in range(3)]
    listed = [stream["StreamArn"] for stream in _all(db, {"Limit": 1})]
    assert len(listed) == len(set(listed))
    assert set(arns) <= set(listed)


def test_a_page_is_no_longer_than_its_limit(db: Target, fresh_table: MakeTable) -> None:
    for _ in range(2):
        streaming_table(fresh_table, "KEYS_ONLY")
    page = db.call("ListStreams", {"Limit": 1})
    assert len(page["Streams"]) == 1
    assert page["LastEvaluatedStreamArn"] == page["Streams"][0]["StreamArn"]


def test_a_stream_switched_off_stays_listed_beside_its_successor(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table, "KEYS_ONLY")
    first = stream_of(db, table)
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    active(db, table)
    change = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": change})
    active(db, table)
    second = stream_of(db, table)
    assert first != second
    assert {stream["StreamArn"] for stream in _all(db, {"TableName": table})} == {first, second}


def _all(db: Target, request: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    page = db.call("ListStreams", request)
    found += page["Streams"]
    while "LastEvaluatedStreamArn" in page:
        page = db.call("ListStreams", {**request, "ExclusiveStartStreamArn": page["LastEvaluatedStreamArn"]})
        found += page["Streams"]
    return found
