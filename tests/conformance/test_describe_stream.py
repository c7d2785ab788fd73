"""DescribeStream: a stream's state, its view and its shards.

Rules from the AWS API reference of DynamoDB Streams; the refusals of a changed view as observed on DynamoDB in 2026.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import at_least, misplaced, no_longer, no_shorter, placed
from tests.conformance.following import describe, first_shard, stream_of, streaming_table
from tests.conformance.tables import MakeTable, keys
from tests.conformance.target import Target, refused
from tests.conformance.waiting import active
from tests.conformance.wording import collected, failure, missing

UNKNOWN_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/no-such-table/stream/2026-01-01T00:00:00.000"
VIEWS = ["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced({"StreamArn": "String", "ExclusiveStartShardId": "String", "Limit": "Integer"}),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("DescribeStream", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("streamArn")]),
        ({"StreamArn": "arn"}, [failure("streamArn", no_shorter(37), "arn")]),
        ({"StreamArn": "x" * 1025}, [failure("streamArn", no_longer(1024), "x+")]),
        ({"StreamArn": UNKNOWN_ARN, "Limit": 0}, [failure("limit", at_least(1), "0")]),
        (
            {"Limit": 0, "ExclusiveStartShardId": "shard"},
            [
                missing("streamArn"),
                failure("limit", at_least(1), "0"),
                failure("exclusiveStartShardId", no_shorter(28), "shard"),
            ],
        ),
        (
            {"StreamArn": UNKNOWN_ARN, "ExclusiveStartShardId": "x" * 66},
            [failure("exclusiveStartShardId", no_longer(65), "x+")],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("DescribeStream", request_)


def test_what_is_no_stream_name_at_all_is_refused(db: Target) -> None:
    with refused("ValidationException", re.compile("Invalid StreamArn.*")):
        db.call("DescribeStream", {"StreamArn": "x" * 60})


def test_an_unknown_stream_is_not_found(db: Target, hash_table: str) -> None:
    for arn in (UNKNOWN_ARN, UNKNOWN_ARN.replace("no-such-table", hash_table)):
        with refused("ResourceNotFoundException", f"Requested resource not found: Stream: {arn} not found"):
            db.call("DescribeStream", {"StreamArn": arn})


def test_more_than_a_hundred_shards_at_once_are_refused(db: Target, fresh_table: MakeTable) -> None:
    arn = stream_of(db, streaming_table(fresh_table))
    assert db.refuse("DescribeStream", {"StreamArn": arn, "Limit": 101}).code == "ValidationException"
    assert len(describe(db, arn, Limit=100)["Shards"]) == 1


@pytest.mark.parametrize("view", VIEWS)
def test_a_young_stream_is_enabled_and_has_one_open_shard(db: Target, fresh_table: MakeTable, view: str) -> None:
    table = streaming_table(fresh_table, view, **keys("a:S", "b:N"))
    label = db.call("DescribeTable", {"TableName": table})["Table"]["LatestStreamLabel"]
    arn = stream_of(db, table)
    description = describe(db, arn)
    (shard,) = description.pop("Shards")
    assert isinstance(description.pop("CreationRequestDateTime"), int | float)
    assert description == {
        "StreamArn": arn,
        "StreamLabel": label,
        "StreamStatus": "ENABLED",
        "StreamViewType": view,
        "TableName": table,
        "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}, {"AttributeName": "b", "KeyType": "RANGE"}],
    }
    assert set(shard) == {"ShardId", "SequenceNumberRange"}
    assert re.fullmatch(r"shardId-\d{20}-[0-9a-f]{8}", shard["ShardId"])
    assert set(shard["SequenceNumberRange"]) == {"StartingSequenceNumber"}
    assert re.fullmatch(r"\d{21,40}", shard["SequenceNumberRange"]["StartingSequenceNumber"])


def test_the_name_of_a_stream_is_its_tables_name_and_its_label(db: Target, fresh_table: MakeTable) -> None:
    table = db.call("DescribeTable", {"TableName": streaming_table(fresh_table)})["Table"]
    assert table["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert table["LatestStreamArn"] == f"{table['TableArn']}/stream/{table['LatestStreamLabel']}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}", table["LatestStreamLabel"])


def test_nothing_comes_after_the_last_shard_or_an_unknown_one(db: Target, fresh_table: MakeTable) -> None:
    arn = stream_of(db, streaming_table(fresh_table))
    for shard in (first_shard(db, arn), "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"):
        assert describe(db, arn, ExclusiveStartShardId=shard)["Shards"] == []


def test_a_stream_switched_off_closes_its_shard_and_can_still_be_described(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    arn = stream_of(db, table)
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    described = active(db, table)
    assert "StreamSpecification" not in described
    assert described["LatestStreamArn"] == arn
    description = describe(db, arn)
    assert description["StreamStatus"] == "DISABLED"
    assert "EndingSequenceNumber" in description["Shards"][0]["SequenceNumberRange"]


def test_a_deleted_table_leaves_its_stream_disabled(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    arn = stream_of(db, table)
    db.call("DeleteTable", {"TableName": table})
    assert describe(db, arn)["StreamStatus"] in {"DISABLED", "DISABLING"}


@pytest.mark.parametrize("view", ["KEYS_ONLY", "NEW_AND_OLD_IMAGES"])
def test_the_view_of_a_stream_cannot_be_changed(db: Target, fresh_table: MakeTable, view: str) -> None:
    table = streaming_table(fresh_table, "KEYS_ONLY")
    change = {"StreamEnabled": True, "StreamViewType": view}
    with refused("ValidationException", f"Table already has an enabled stream: TableName: {table}"):
        db.call("UpdateTable", {"TableName": table, "StreamSpecification": change})
    assert describe(db, stream_of(db, table))["StreamViewType"] == "KEYS_ONLY"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"StreamEnabled": False}, "Table has no stream to disable: TableName: {table}"),
        (
            {"StreamEnabled": True},
            "One or more parameter values were invalid: If stream is being enabled then UpdateViewType is required",
        ),
        (
            {"StreamEnabled": False, "StreamViewType": "KEYS_ONLY"},
            "One or more parameter values were invalid: "
            "If stream is being disabled, then UpdateViewType must not be specified",
        ),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(
    db: Target, hash_table: str, change: dict[str, Any], message: str
) -> None:
    with refused("ValidationException", message.format(table=hash_table)):
        db.call("UpdateTable", {"TableName": hash_table, "StreamSpecification": change})
