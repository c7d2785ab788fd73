"""GetShardIterator: a position in a shard, in four ways.

Rules from the AWS API reference of DynamoDB Streams; which fault is which kind of refusal as ScyllaDB's suite (run
against AWS) records it. Where only the kind is known, only the kind is asked for.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import misplaced, no_longer, no_shorter, placed
from tests.conformance.following import describe, first_shard, iterator, records, stream_of, streaming_table
from tests.conformance.items import put
from tests.conformance.tables import MakeTable
from tests.conformance.target import Target, refused
from tests.conformance.wording import collected, failure, missing

UNKNOWN_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/no-such-table/stream/2026-01-01T00:00:00.000"
UNKNOWN_SHARD = "shardId-00000000000000000000-00000000"
FIRST = "1" * 21


def request(**options: Any) -> dict[str, Any]:
    return {"StreamArn": UNKNOWN_ARN, "ShardId": UNKNOWN_SHARD, "ShardIteratorType": "LATEST", **options}


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced({"StreamArn": "String", "ShardId": "String", "ShardIteratorType": "String", "SequenceNumber": "String"}),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("GetShardIterator", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("streamArn"), missing("shardId"), missing("shardIteratorType")]),
        (request(StreamArn="arn"), [failure("streamArn", no_shorter(37), "arn")]),
        (request(ShardId="shard"), [failure("shardId", no_shorter(28), "shard")]),
        (request(ShardId="x" * 66), [failure("shardId", no_longer(65), "x+")]),
        (
            request(ShardIteratorType="AFTER_SEQUENCE_NUMBER", SequenceNumber="1"),
            [failure("sequenceNumber", no_shorter(21), "1")],
        ),
        (
            request(ShardIteratorType="AFTER_SEQUENCE_NUMBER", SequenceNumber="1" * 41),
            [failure("sequenceNumber", no_longer(40), "1+")],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("GetShardIterator", request_)


def test_there_are_no_other_kinds(db: Target) -> None:
    # A fifth kind, AT_TIMESTAMP, has since come to AWS's API model: the list of kinds is not fixed.
    constraint = failure("shardIteratorType", "Member must satisfy enum value set: ", "hi") + r"\[.*TRIM_HORIZON.*\]"
    with refused("ValidationException", collected(constraint)):
        db.call("GetShardIterator", request(ShardIteratorType="hi"))


def test_what_is_no_stream_name_at_all_is_refused(db: Target) -> None:
    with refused("ValidationException", re.compile("Invalid StreamArn.*")):
        db.call("GetShardIterator", request(StreamArn="x" * 60))


def test_an_unknown_stream_is_not_found(db: Target) -> None:
    with refused("ResourceNotFoundException", re.compile("Requested resource not found.*")):
        db.call("GetShardIterator", request())


def test_an_unknown_shard_is_not_found(db: Target, fresh_table: MakeTable) -> None:
    arn = stream_of(db, streaming_table(fresh_table))
    with refused("ResourceNotFoundException", re.compile("Requested resource not found.*")):
        db.call("GetShardIterator", request(StreamArn=arn))


@pytest.mark.parametrize("kind", ["AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"])
def test_two_kinds_want_a_sequence_number(db: Target, fresh_table: MakeTable, kind: str) -> None:
    arn = stream_of(db, streaming_table(fresh_table))
    refusal = db.refuse(
        "GetShardIterator", request(StreamArn=arn, ShardId=first_shard(db, arn), ShardIteratorType=kind)
    )
    assert refusal.code == "ValidationException"


@pytest.mark.parametrize("kind", ["TRIM_HORIZON", "LATEST"])
def test_two_kinds_do_not_want_a_sequence_number(db: Target, fresh_table: MakeTable, kind: str) -> None:
    arn = stream_of(db, streaming_table(fresh_table))
    options = {"StreamArn": arn, "ShardId": first_shard(db, arn), "ShardIteratorType": kind, "SequenceNumber": FIRST}
    assert db.refuse("GetShardIterator", request(**options)).code == "ValidationException"


def test_a_sequence_number_is_a_number(db: Target, fresh_table: MakeTable) -> None:
    arn = stream_of(db, streaming_table(fresh_table))
    options = {"StreamArn": arn, "ShardId": first_shard(db, arn), "SequenceNumber": "x" * 30}
    assert db.refuse("GetShardIterator", request(**options, ShardIteratorType="AT_SEQUENCE_NUMBER")).code == (
        "ValidationException"
    )


@pytest.fixture
def arn(db: Target, fresh_table: MakeTable) -> str:
    """A stream with three records, for the items 0, 1 and 2."""
    table = streaming_table(fresh_table)
    for number in range(3):
        put(db, table, n={"N": str(number)})
    arn = stream_of(db, table)
    assert len(records(db, arn, 3)) == 3
    return arn


def read(db: Target, position: str) -> list[str]:
    return [
        each["dynamodb"]["NewImage"]["n"]["N"] for each in db.call("GetRecords", {"ShardIterator": position})["Records"]
    ]


def test_trim_horizon_begins_with_the_oldest_record(db: Target, arn: str) -> None:
    assert read(db, iterator(db, arn, "TRIM_HORIZON")) == ["0", "1", "2"]


def test_latest_begins_after_the_newest_record(db: Target, arn: str) -> None:
    position = iterator(db, arn, "LATEST")
    assert read(db, position) == []
    table = str(describe(db, arn)["TableName"])
    put(db, table, n={"N": "3"})
    assert read(db, position) == ["3"]


def test_at_and_after_a_sequence_number(db: Target, arn: str) -> None:
    number = records(db, arn, 3)[1]["dynamodb"]["SequenceNumber"]
    assert read(db, iterator(db, arn, "AT_SEQUENCE_NUMBER", SequenceNumber=number)) == ["1", "2"]
    assert read(db, iterator(db, arn, "AFTER_SEQUENCE_NUMBER", SequenceNumber=number)) == ["2"]


def test_the_shards_own_beginning_is_a_sequence_number(db: Target, arn: str) -> None:
    start = describe(db, arn)["Shards"][0]["SequenceNumberRange"]["StartingSequenceNumber"]
    for kind in ("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"):
        assert read(db, iterator(db, arn, kind, SequenceNumber=start))[-2:] == ["1", "2"]


def test_an_iterator_may_be_used_again(db: Target, arn: str) -> None:
    position = iterator(db, arn)
    assert read(db, position) == read(db, position) == ["0", "1", "2"]
