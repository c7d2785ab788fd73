"""UpdateTable and its neighbours over time: decreases, expiry of what was there before, tables in two processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.engine.operations.households import START, STREAM, Clock, create, described, index, opened, put

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError

PROVISIONED: dict[str, Any] = {
    "BillingMode": "PROVISIONED",
    "ProvisionedThroughput": {"ReadCapacityUnits": 20, "WriteCapacityUnits": 20},
}


def lower(engine: Engine, units: int) -> None:
    throughput = {"ReadCapacityUnits": units, "WriteCapacityUnits": 20}
    engine.call("UpdateTable", {"TableName": "things", "ProvisionedThroughput": throughput})


def test_after_four_decreases_in_a_day_there_is_one_an_hour() -> None:
    clock = Clock(START - START % 86_400)
    with opened(clock=clock) as engine:
        create(engine, **PROVISIONED)
        for units in (19, 18, 17, 16):
            lower(engine, units)
        clock.pass_(minutes=59)
        with pytest.raises(DynamoDBError) as caught:
            lower(engine, 15)
        assert caught.value.code == "LimitExceededException"
        assert caught.value.message.endswith(
            "Number of decreases today: 4. Last decrease at Monday, September 21, 2026 at 12:00:00 AM Coordinated"
            " Universal Time. Next decrease can be made at Monday, September 21, 2026 at 1:00:00 AM Coordinated"
            " Universal Time"
        )
        clock.pass_(minutes=1)
        lower(engine, 15)
        assert described(engine)["ProvisionedThroughput"]["NumberOfDecreasesToday"] == 5
        clock.pass_(hours=23)
        assert described(engine)["ProvisionedThroughput"]["NumberOfDecreasesToday"] == 0
        lower(engine, 14)


def test_items_that_were_there_expire_once_expiry_is_enabled_and_the_stream_tells_by_whom() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, StreamSpecification=STREAM)
        put(engine, {"a": {"S": "past"}, "until": {"N": str(int(clock.now) - 1)}})
        put(engine, {"a": {"S": "future"}, "until": {"N": str(int(clock.now) + 3600)}})
        put(engine, {"a": {"S": "a text"}, "until": {"S": "0"}})
        put(engine, {"a": {"S": "milliseconds, five years ago or more"}, "until": {"N": "1"}})
        switch(engine, enabled=True)
        engine.sweep()
        assert keys(engine) == {"future", "a text", "milliseconds, five years ago or more"}
        assert _last_record(engine)["userIdentity"] == {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}
        assert engine.check() == []
        switch(engine, enabled=False)
        clock.pass_(hours=2)
        engine.sweep()
        assert "future" in keys(engine)
        assert engine.check() == []


def switch(engine: Engine, enabled: bool) -> None:
    specification = {"AttributeName": "until", "Enabled": enabled}
    engine.call("UpdateTimeToLive", {"TableName": "things", "TimeToLiveSpecification": specification})


def keys(engine: Engine) -> set[str]:
    return {item["a"]["S"] for item in engine.call("Scan", {"TableName": "things"})["Items"]}


def _last_record(engine: Engine) -> dict[str, Any]:
    arn = described(engine)["LatestStreamArn"]
    [shard] = engine.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
    request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
    place = engine.call("GetShardIterator", request)["ShardIterator"]
    record: dict[str, Any] = engine.call("GetRecords", {"ShardIterator": place})["Records"][-1]
    return record


def test_what_one_process_does_to_a_table_the_other_sees_at_once(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with opened(path) as one, opened(path) as other:
        create(one)
        assert other.call("ListTables", {}) == {"TableNames": ["things"]}
        arn = described(other)["TableArn"]
        other.call("TagResource", {"ResourceArn": arn, "Tags": [{"Key": "k", "Value": "v"}]})
        assert one.call("ListTagsOfResource", {"ResourceArn": arn})["Tags"] == [{"Key": "k", "Value": "v"}]
        put(other, {"a": {"S": "1"}})
        one.call("DeleteTable", {"TableName": "things"})
        with pytest.raises(DynamoDBError) as caught:
            put(other, {"a": {"S": "2"}})
        assert caught.value.code == "ResourceNotFoundException"
        create(other)
        assert one.call("Scan", {"TableName": "things"})["Count"] == 0


def test_a_table_is_what_it_was_after_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with opened(path) as engine:
        create(
            engine,
            StreamSpecification=STREAM,
            GlobalSecondaryIndexes=[index("gsi", "a", ProjectionType="INCLUDE", NonKeyAttributes=["x", "y"])],
            SSESpecification={"Enabled": True},
            TableClass="STANDARD_INFREQUENT_ACCESS",
            OnDemandThroughput={"MaxReadRequestUnits": 7},
            WarmThroughput={"ReadUnitsPerSecond": 13_000},
            DeletionProtectionEnabled=True,
            Tags=[{"Key": "k", "Value": "v"}],
        )
        before = described(engine)
    assert before["SSEDescription"]["SSEType"] == "KMS"
    assert before["OnDemandThroughput"] == {"MaxReadRequestUnits": 7}
    assert before["WarmThroughput"]["WriteUnitsPerSecond"] == 4_000
    with opened(path) as engine:
        assert described(engine) == before


def test_figures_are_exact_for_a_small_table() -> None:
    with opened() as engine:
        create(engine, GlobalSecondaryIndexes=[index("all", "a"), index("keys", "a", ProjectionType="KEYS_ONLY")])
        for number in range(10):
            put(engine, {"a": {"S": str(number)}, "b": {"S": "x" * 100}})
        table = described(engine)
        assert (table["ItemCount"], table["TableSizeBytes"]) == (10, 10 * (2 + 101))
        sizes = {each["IndexName"]: each["IndexSizeBytes"] for each in table["GlobalSecondaryIndexes"]}
        assert sizes == {"all": 10 * (2 + 101), "keys": 10 * 2}


def test_figures_of_a_large_table_are_told_anew_every_six_hours() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine, GlobalSecondaryIndexes=[index("keys", "a", ProjectionType="KEYS_ONLY")])
        for number in range(10):
            put(engine, {"a": {"S": str(number)}})
        # A high row number is what makes a table count as large.
        engine.transact(lambda context: context.writer.execute("UPDATE t1 SET id = id + 100000").fetchall())
        assert described(engine)["ItemCount"] == 10
        assert described(engine)["TableSizeBytes"] == 20
        put(engine, {"a": {"S": "more"}})
        assert described(engine)["ItemCount"] == 10
        clock.pass_(hours=6)
        assert described(engine)["ItemCount"] == 11
        assert described(engine)["GlobalSecondaryIndexes"][0]["ItemCount"] == 11


def test_point_in_time_recovery_reaches_from_its_beginning_to_five_minutes_ago() -> None:
    clock = Clock()
    with opened(clock=clock) as engine:
        create(engine)
        specification = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 7}
        request = {"TableName": "things", "PointInTimeRecoverySpecification": specification}
        engine.call("UpdateContinuousBackups", request)
        clock.pass_(hours=1)
        answer = engine.call("DescribeContinuousBackups", {"TableName": "things"})["ContinuousBackupsDescription"]
        assert answer["PointInTimeRecoveryDescription"] == {
            "PointInTimeRecoveryStatus": "ENABLED",
            "RecoveryPeriodInDays": 7,
            "EarliestRestorableDateTime": START,
            "LatestRestorableDateTime": clock.now - 300,
        }


HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("CreateTable", {"AttributeDefinitions": [None], "KeySchema": [None]}),
    ("CreateTable", {"GlobalSecondaryIndexes": [None]}),
    ("CreateTable", {"Tags": [None]}),
    ("CreateTable", {"GlobalSecondaryIndexes": [index("gsi", "a", ProjectionType="INCLUDE", NonKeyAttributes=[None])]}),
    ("CreateTable", {"BillingMode": "PROVISIONED", "ProvisionedThroughput": {}}),
    ("CreateTable", {"OnDemandThroughput": {"MaxReadRequestUnits": 10**40}}),
    ("CreateTable", {"WarmThroughput": {"ReadUnitsPerSecond": 10**40}}),
    ("CreateTable", {"TableName": "arn:aws:dynamodb:nowhere-1:1:table/things"}),
    ("CreateTable", {"TableName": "arn:aws:dynamodb:ap-northeast-1:000000000000:table/no/such;name"}),
    ("CreateTable", {"ResourcePolicy": "{}"}),
    ("UpdateTable", {"GlobalSecondaryIndexUpdates": [None]}),
    ("UpdateTable", {"AttributeDefinitions": [None], "BillingMode": "PAY_PER_REQUEST"}),
    ("UpdateTable", {"WarmThroughput": {}}),
    ("UpdateTable", {"OnDemandThroughput": {"MaxReadRequestUnits": 10**40}}),
    ("UntagResource", {"ResourceArn": "arn:aws:dynamodb", "TagKeys": [None]}),
    ("TagResource", {"ResourceArn": "arn:", "Tags": [{"Key": "k", "Value": "v"}]}),
    ("GetRecords", {"ShardIterator": "||"}),
    ("GetRecords", {"ShardIterator": "表" * 40}),
]


@pytest.mark.parametrize(("operation", "odd"), HOSTILE)
def test_odd_requests_are_refused_as_invalid(operation: str, odd: dict[str, Any]) -> None:
    with opened() as engine:
        create(engine)
        request: dict[str, Any] = {}
        if operation in ("CreateTable", "UpdateTable"):
            request["TableName"] = "things"
        if operation == "CreateTable":
            request |= {"AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "S"}]}
            request |= {"KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}
        with pytest.raises(DynamoDBError) as caught:
            engine.call(operation, request | odd)
        assert caught.value.code == "ValidationException"
