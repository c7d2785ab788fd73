"""Streams over time: order, iterators that expire and travel between processes, what is trimmed, what stays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.engine.operations.households import STREAM, Clock, create, described, opened, put

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError


def stream_of(engine: Engine, table: str = "things") -> str:
    arn: str = described(engine, table)["LatestStreamArn"]
    return arn


def iterator(engine: Engine, arn: str, kind: str = "TRIM_HORIZON", **more: Any) -> str:
    [shard] = engine.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
    request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": kind, **more}
    text: str = engine.call("GetShardIterator", request)["ShardIterator"]
    return text


def records(engine: Engine, iterator: str, **more: Any) -> list[dict[str, Any]]:
    page: list[dict[str, Any]] = engine.call("GetRecords", {"ShardIterator": iterator, **more})["Records"]
    return page


def keys_of(found: list[dict[str, Any]]) -> list[str]:
    return [record["dynamodb"]["Keys"]["a"]["S"] for record in found]


def refusal(engine: Engine, operation: str, request: dict[str, Any]) -> str:
    with pytest.raises(DynamoDBError) as caught:
        engine.call(operation, request)
    return caught.value.code


def put_keys(engine: Engine, *keys: str, table: str = "things") -> None:
    for key in keys:
        put(engine, {"a": {"S": key}}, table)


def test_two_tables_writes_interleave_and_each_stream_keeps_its_own_in_order() -> None:
    with opened() as engine:
        for name in ("things", "others"):
            create(engine, name, StreamSpecification=STREAM)
        for number in range(20):
            put_keys(engine, str(number), table="things" if number % 3 else "others")
        found = records(engine, iterator(engine, stream_of(engine)))
        assert keys_of(found) == [str(number) for number in range(20) if number % 3]
        numbers = [record["dynamodb"]["SequenceNumber"] for record in found]
        assert numbers == sorted(numbers)
        assert len({record["eventID"] for record in found}) == len(found)


def test_a_refused_transaction_leaves_no_record() -> None:
    with opened() as engine:
        create(engine, StreamSpecification=STREAM)
        actions = [
            {"Put": {"TableName": "things", "Item": {"a": {"S": "1"}}}},
            {
                "ConditionCheck": {
                    "TableName": "things",
                    "Key": {"a": {"S": "2"}},
                    "ConditionExpression": "attribute_exists(a)",
                }
            },
        ]
        assert refusal(engine, "TransactWriteItems", {"TransactItems": actions}) == "TransactionCanceledException"
        assert records(engine, iterator(engine, stream_of(engine))) == []


def test_an_iterator_made_in_one_process_reads_in_another(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    program = (
        "import json, sys\n"
        "from chabudai.engine.engine import Engine\n"
        "with Engine.open(sys.argv[1]) as engine:\n"
        "    print(json.dumps(engine.call('GetRecords', {'ShardIterator': sys.argv[2]})['Records']))\n"
    )
    with Engine.open(path, durability="relaxed") as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, "1", "2")
        place = iterator(engine, stream_of(engine))
        command = [sys.executable, "-c", program, str(path), place]
        elsewhere = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert json.loads(elsewhere) == records(engine, place)
        assert keys_of(json.loads(elsewhere)) == ["1", "2"]


def test_an_iterator_expires_after_a_quarter_of_an_hour() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        place = iterator(engine, stream_of(engine))
        clock.pass_(minutes=15)
        assert records(engine, place) == []
        clock.pass_(seconds=1)
        assert refusal(engine, "GetRecords", {"ShardIterator": place}) == "ExpiredIteratorException"


@pytest.mark.parametrize("forge", [str.swapcase, lambda text: text[:-4] + "AAA=", lambda text: text.split("|")[2]])
def test_a_forged_iterator_is_refused(forge: Any) -> None:
    with opened() as engine:
        create(engine, StreamSpecification=STREAM)
        place = iterator(engine, stream_of(engine))
        assert refusal(engine, "GetRecords", {"ShardIterator": forge(place)}) == "ValidationException"


def test_an_iterator_of_another_stream_does_not_fit() -> None:
    with opened() as engine:
        for name in ("things", "others"):
            create(engine, name, StreamSpecification=STREAM)
        arn, _, rest = iterator(engine, stream_of(engine)).partition("|")
        other = f"{stream_of(engine, 'others')}|{rest}"
        assert arn != stream_of(engine, "others")
        assert refusal(engine, "GetRecords", {"ShardIterator": other}) == "ValidationException"


def test_a_record_is_kept_for_a_day_and_then_trimmed() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, "old")
        clock.pass_(hours=23, minutes=55)
        put_keys(engine, "young")
        place = iterator(engine, stream_of(engine))
        engine.sweep()
        assert keys_of(records(engine, place)) == ["old", "young"]
        [old, _] = records(engine, place)
        clock.pass_(minutes=6)
        engine.sweep()
        assert keys_of(records(engine, iterator(engine, stream_of(engine)))) == ["young"]
        assert refusal(engine, "GetRecords", {"ShardIterator": place}) == "TrimmedDataAccessException"
        for kind in ("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"):
            put_keys(engine, f"{kind} later")
            assert keys_of(records(engine, iterator(engine, stream_of(engine), kind, SequenceNumber=_first(engine))))
        assert old["dynamodb"]["SequenceNumber"] == _first(engine)


def _first(engine: Engine) -> str:
    [shard] = engine.call("DescribeStream", {"StreamArn": stream_of(engine)})["StreamDescription"]["Shards"]
    number: str = shard["SequenceNumberRange"]["StartingSequenceNumber"]
    return number


def test_a_sequence_number_that_was_trimmed_is_told_so() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, "1", "2", "3")
        arn = stream_of(engine)
        second = records(engine, iterator(engine, arn))[1]["dynamodb"]["SequenceNumber"]
        clock.pass_(hours=24, seconds=1)
        engine.sweep()
        [shard] = engine.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
        for kind in ("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"):
            request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": kind}
            request["SequenceNumber"] = second
            assert refusal(engine, "GetShardIterator", request) == "TrimmedDataAccessException"


def test_more_records_than_one_batch_are_trimmed_at_once() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, *map(str, range(1100)))
        clock.pass_(hours=25)
        put_keys(engine, "young")
        engine.sweep()
        assert keys_of(records(engine, iterator(engine, stream_of(engine)))) == ["young"]


def test_the_stream_of_a_deleted_table_is_readable_to_its_end_for_a_day() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, "1", "2", "3")
        arn = stream_of(engine)
        engine.call("DeleteTable", {"TableName": "things"})
        first = engine.call("GetRecords", {"ShardIterator": iterator(engine, arn), "Limit": 2})
        last = engine.call("GetRecords", {"ShardIterator": first["NextShardIterator"], "Limit": 2})
        assert keys_of(first["Records"]) + keys_of(last["Records"]) == ["1", "2", "3"]
        assert "NextShardIterator" not in last
        assert [each["StreamArn"] for each in engine.call("ListStreams", {"TableName": "things"})["Streams"]] == [arn]
        clock.pass_(hours=24, seconds=1)
        engine.sweep()
        assert refusal(engine, "DescribeStream", {"StreamArn": arn}) == "ResourceNotFoundException"
        assert refusal(engine, "ListStreams", {"TableName": "things"}) == "ResourceNotFoundException"


def test_a_table_made_again_at_the_same_moment_has_another_stream() -> None:
    with opened() as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, "1")
        first = stream_of(engine)
        engine.call("DeleteTable", {"TableName": "things"})
        create(engine, StreamSpecification=STREAM)
        assert stream_of(engine) != first
        assert records(engine, iterator(engine, stream_of(engine))) == []


def test_a_page_of_records_is_at_most_a_megabyte_and_at_least_one_record() -> None:
    with opened() as engine:
        create(engine, StreamSpecification=STREAM)
        for key in "1234":
            put(engine, {"a": {"S": key}, "much": {"S": "x" * 390_000}})
        seen: list[str] = []
        pages = 0
        place = iterator(engine, stream_of(engine))
        while len(seen) < 4:
            page = engine.call("GetRecords", {"ShardIterator": place})
            seen += keys_of(page["Records"])
            place = page["NextShardIterator"]
            pages += 1
        assert seen == ["1", "2", "3", "4"]
        assert pages == 2


def test_an_iterator_at_a_time_points_to_the_first_change_from_then_on() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        put_keys(engine, "1")
        clock.pass_(minutes=1)
        put_keys(engine, "2")
        arn = stream_of(engine)
        assert keys_of(records(engine, iterator(engine, arn, "AT_TIMESTAMP", Timestamp=clock.now - 30))) == ["2"]
        assert keys_of(records(engine, iterator(engine, arn, "AT_TIMESTAMP", Timestamp=0))) == ["1", "2"]
        [shard] = engine.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
        request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "AT_TIMESTAMP"}
        future = request | {"Timestamp": clock.now + 1}
        assert refusal(engine, "GetShardIterator", future) == "ValidationException"
