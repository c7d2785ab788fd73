"""Streams followed in the tests: a table's stream, its shards, iterators over them, and the records so far."""

from __future__ import annotations

import time
from typing import Any

from tests.conformance.tables import MakeTable
from tests.conformance.target import Target

Record = dict[str, Any]


def streaming_table(fresh_table: MakeTable, view: str = "NEW_AND_OLD_IMAGES", **parameters: Any) -> str:
    return fresh_table(StreamSpecification={"StreamEnabled": True, "StreamViewType": view}, **parameters)


def stream_of(db: Target, table: str) -> str:
    """The ARN of the table's latest stream."""
    return str(db.call("DescribeTable", {"TableName": table})["Table"]["LatestStreamArn"])


def describe(db: Target, arn: str, **options: Any) -> dict[str, Any]:
    description: dict[str, Any] = db.call("DescribeStream", {"StreamArn": arn, **options})["StreamDescription"]
    return description


def first_shard(db: Target, arn: str) -> str:
    return str(describe(db, arn)["Shards"][0]["ShardId"])


def iterator(db: Target, arn: str, kind: str = "TRIM_HORIZON", **options: Any) -> str:
    """An iterator over the first shard, which on a young stream is the only one."""
    request = {"StreamArn": arn, "ShardId": first_shard(db, arn), "ShardIteratorType": kind, **options}
    return str(db.call("GetShardIterator", request)["ShardIterator"])


def records(db: Target, arn: str, count: int, seconds: float = 5.0) -> list[Record]:
    """All records of the first shard, after waiting a moment until there are at least so many."""
    until = time.monotonic() + seconds
    while True:
        found = _read(db, iterator(db, arn))
        if len(found) >= count or time.monotonic() > until:
            return found
        time.sleep(0.1)


def _read(db: Target, position: str | None) -> list[Record]:
    found: list[Record] = []
    while position:
        answer = db.call("GetRecords", {"ShardIterator": position})
        if not answer["Records"]:
            break
        found += answer["Records"]
        position = answer.get("NextShardIterator")
    return found
