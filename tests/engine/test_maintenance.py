"""What goes on beside the requests: expiry, filling of new indexes, a day of stream records, ten minutes of tokens."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.engine.tables import THINGS, added_index, definition, names, put, scan

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError, IdempotentMismatch, TrimmedDataAccess, ValidationFailed
from chabudai.engine.maintenance import BackgroundMaintenance
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.storage.sqlite import Storage

T = TypeVar("T")

NOW = 1_800_000_000
DAY = 24 * 60 * 60
FIVE_YEARS = 5 * 365 * DAY
KEYS_ONLY = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}


class Clock:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = float(NOW)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def open_expiring(path: Path | str, clock: Clock, **more: Any) -> Engine:
    """An engine with a table whose items expire at `useby`."""
    engine = Engine.open(path, clock=clock, runs_maintenance=False)
    engine.call("CreateTable", definition(**more))
    expire_by(engine, "useby", True)
    return engine


def expire_by(engine: Engine, attribute: str, enabled: bool) -> None:
    setting = {"AttributeName": attribute, "Enabled": enabled}
    engine.call("UpdateTimeToLive", {"TableName": THINGS, "TimeToLiveSpecification": setting})


@pytest.mark.parametrize(
    "useby",
    [
        {"N": str(NOW - 1)},
        {"N": str(NOW - 1) + ".9"},
        {"N": str(NOW - FIVE_YEARS + 1)},
    ],
)
def test_what_is_due_is_deleted(clock: Clock, useby: dict[str, str]) -> None:
    with open_expiring(":memory:", clock) as engine:
        put(engine, "due", useby=useby)
        put(engine, "other")
        engine.sweep()
        assert names(scan(engine)) == ["other"]
        assert engine.check() == []


@pytest.mark.parametrize(
    "useby",
    [
        {"N": str(NOW)},
        {"N": str(NOW + 1)},
        {"N": str(NOW - FIVE_YEARS - 1)},
        {"N": "0"},
        {"N": "-1"},
        {"N": str((NOW - 1) * 1000)},
        {"N": "9e125"},
        {"N": "1e-130"},
        {"S": str(NOW - 1)},
        {"NS": [str(NOW - 1)]},
        {"L": [{"N": str(NOW - 1)}]},
        {"NULL": True},
    ],
)
def test_what_is_not_due_too_old_or_no_number_stays(clock: Clock, useby: dict[str, Any]) -> None:
    with open_expiring(":memory:", clock) as engine:
        put(engine, "kept", useby=useby)
        engine.sweep()
        assert names(scan(engine)) == ["kept"]
        assert engine.check() == []


def test_an_item_expires_when_its_time_comes_and_can_be_given_more(clock: Clock) -> None:
    with open_expiring(":memory:", clock) as engine:
        put(engine, "left", useby={"N": str(NOW + 10)})
        put(engine, "renewed", useby={"N": str(NOW + 10)})
        put(engine, "freed", useby={"N": str(NOW + 10)})
        update(engine, "renewed", "SET useby = :later", {":later": {"N": str(NOW + 100)}})
        update(engine, "freed", "REMOVE useby")
        clock.now += 11
        engine.sweep()
        assert names(scan(engine)) == ["freed", "renewed"]


def test_items_that_were_there_before_expire_too(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition())
        for n in range(1200):
            put(engine, f"due {n}", useby={"N": str(NOW - 1)})
        put(engine, "kept", useby={"N": str(NOW + 1)})
        engine.sweep()
        assert len(scan(engine)) == 1201
        expire_by(engine, "useby", True)
        engine.sweep()
        assert names(scan(engine)) == ["kept"]


def test_nothing_expires_by_an_attribute_that_counts_no_longer(clock: Clock) -> None:
    with open_expiring(":memory:", clock) as engine:
        put(engine, "cup", useby={"N": str(NOW + 10)})
        expire_by(engine, "useby", False)
        expire_by(engine, "best-before", True)
        clock.now += 11
        engine.sweep()
        assert names(scan(engine)) == ["cup"]
        assert engine.check() == []


class Switching:
    """An engine whose tables change between its maintenance's look at them and its work on them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.catalog = engine.catalog

    def transact(self, work: Callable[[OperationContext], T]) -> T:
        return self._engine.transact(lambda context: work(self._switched(context)))

    def _switched(self, context: OperationContext) -> OperationContext:
        """Another attribute counts now, and no row has been looked at again yet."""
        table = context.catalog.tables[THINGS].with_(expiry="best-before", backfilled_to=0)
        return context._replace(catalog=replace(context.catalog, tables={THINGS: table}), clock=lambda: NOW + 11)


def test_rows_do_not_expire_by_the_attribute_of_before(clock: Clock) -> None:
    with open_expiring(":memory:", clock) as engine:
        put(engine, "cup", useby={"N": str(NOW + 10)})
        engine.sweep()
        with closing(Storage(":memory:", "relaxed")) as storage:
            BackgroundMaintenance(Switching(engine), storage).sweep()
        assert names(scan(engine)) == ["cup"]


def test_an_expired_items_record_says_that_the_service_deleted_it(clock: Clock) -> None:
    view = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    with open_expiring(":memory:", clock, StreamSpecification=view) as engine:
        put(engine, "due", useby={"N": str(NOW - 1)})
        engine.sweep()
        put(engine, "cup")
        engine.call("DeleteItem", {"TableName": THINGS, "Key": {"PK": {"S": "cup"}}})
        told = records(engine)
        assert [record["eventName"] for record in told] == ["INSERT", "REMOVE", "INSERT", "REMOVE"]
        assert told[1]["userIdentity"] == {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}
        assert told[1]["dynamodb"]["OldImage"] == {"PK": {"S": "due"}, "useby": {"N": str(NOW - 1)}}
        assert "userIdentity" not in told[3]


def test_filling_an_index_goes_on_where_the_file_was_closed(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "household.db"
    with Engine.open(path, durability="relaxed", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition())
        put_two_thousand(engine)
        engine.call("UpdateTable", added_index("by-color", "color"))
        engine.sweep()
    unfill(path, beyond=700)
    with Engine.open(path, durability="relaxed", clock=clock, runs_maintenance=False) as engine:
        with pytest.raises(ValidationFailed, match="backfilling"):
            scan(engine, IndexName="by-color")
        assert engine.check() == []
        put(engine, "item 0001", color={"S": "green"})
        put(engine, "item 0900", color={"S": "green"})
        engine.call("DeleteItem", {"TableName": THINGS, "Key": {"PK": {"S": "item 0002"}}})
        engine.sweep()
        assert index_status(engine) == "ACTIVE"
        assert engine.check() == []
        assert len(scan(engine, IndexName="by-color")) == 1999
        assert query_color(engine, "green") == 2


def unfill(path: Path, beyond: int) -> None:
    """The file as an engine leaves it that is closed when so many rows are filled."""
    file = sqlite3.connect(path)
    file.execute(
        "UPDATE tables SET definition = replace(replace(definition, '\"ACTIVE\"', '\"CREATING\"'),"
        f" '\"backfilled_to\":null', '\"backfilled_to\":{beyond}')"
    )
    file.execute("UPDATE t1 SET x1 = NULL WHERE id > ?", (beyond,))
    file.commit()
    file.close()


def test_closing_in_the_middle_of_filling_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with Engine.open(path, durability="relaxed") as engine:
        engine.call("CreateTable", definition())
        put_two_thousand(engine)
        engine.call("UpdateTable", added_index("by-color", "color"))
    with Engine.open(path, durability="relaxed") as engine:
        assert engine.check() == []
        engine.sweep()
        assert len(scan(engine, IndexName="by-color")) == 2000


def put_two_thousand(engine: Engine) -> None:
    for start in range(0, 2000, 25):
        batch = [{"PutRequest": {"Item": item(n)}} for n in range(start, start + 25)]
        engine.call("BatchWriteItem", {"RequestItems": {THINGS: batch}})


def item(n: int) -> dict[str, Any]:
    return {"PK": {"S": f"item {n:04}"}, "color": {"S": "red" if n % 2 else "blue"}}


def test_an_index_passes_over_items_whose_key_does_not_fit_it(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition())
        put(engine, "fits", color={"S": "red"})
        put(engine, "none")
        put(engine, "number", color={"N": "1"})
        put(engine, "empty", color={"S": ""})
        put(engine, "long", color={"S": "x" * 2049})
        engine.call("UpdateTable", added_index("by-color", "color"))
        engine.sweep()
        assert names(scan(engine, IndexName="by-color")) == ["fits"]
        assert len(scan(engine)) == 5
        assert engine.check() == []
        for color in ({"N": "1"}, {"S": ""}, {"S": "x" * 2049}):
            with pytest.raises(ValidationFailed):
                put(engine, "new", color=color)


def test_stream_records_are_kept_for_a_day_and_no_longer(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition(StreamSpecification=KEYS_ONLY))
        put(engine, "first")
        put(engine, "old")
        second = records(engine)[1]["dynamodb"]["SequenceNumber"]
        clock.now += DAY / 2
        put(engine, "young")
        clock.now += DAY / 2
        beginning = iterator(engine, "TRIM_HORIZON")
        engine.sweep()
        assert keys(records(engine)) == ["first", "old", "young"]
        clock.now += 1
        engine.sweep()
        assert keys(records(engine)) == ["young"]
        with pytest.raises(TrimmedDataAccess):
            iterator(engine, "AT_SEQUENCE_NUMBER", SequenceNumber=second)
        with pytest.raises(TrimmedDataAccess):
            engine.call("GetRecords", {"ShardIterator": beginning})
        clock.now += DAY
        engine.sweep()
        assert records(engine) == []
        put(engine, "new")
        assert keys(records(engine)) == ["new"]


def test_a_thousand_old_records_go_in_one_sweep(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition(StreamSpecification=KEYS_ONLY))
        for n in range(1200):
            put(engine, str(n))
        clock.now += DAY + 1
        engine.sweep()
        assert records(engine) == []


def test_a_closed_stream_is_forgotten_after_a_day(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition(StreamSpecification=KEYS_ONLY))
        put(engine, "old")
        engine.call("DeleteTable", {"TableName": THINGS})
        engine.sweep()
        assert len(engine.call("ListStreams", {})["Streams"]) == 1
        assert keys(records(engine)) == ["old"]
        clock.now += DAY + 1
        engine.sweep()
        assert engine.call("ListStreams", {})["Streams"] == []


def test_a_token_counts_for_ten_minutes(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition())
        for _ in range(3):
            add(engine, 1, "token")
        assert counted(engine) == "1"
        with pytest.raises(IdempotentMismatch):
            add(engine, 2, "token")
        clock.now += 599
        engine.sweep()
        add(engine, 1, "token")
        assert counted(engine) == "1"
        clock.now += 2
        add(engine, 2, "token")
        assert counted(engine) == "3"


def test_spent_tokens_are_removed(tmp_path: Path, clock: Clock) -> None:
    with Engine.open(tmp_path / "household.db", clock=clock) as engine:
        engine.call("CreateTable", definition())
        add(engine, 1, "token")
        assert tokens(engine) == 1
        clock.now += 601
        engine.sweep()
        assert tokens(engine) == 0


def test_a_failed_transaction_does_not_spend_its_token(clock: Clock) -> None:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        engine.call("CreateTable", definition())
        check = {"TableName": THINGS, "Key": {"PK": {"S": "gate"}}, "ConditionExpression": "attribute_exists(PK)"}
        request = {"TransactItems": [{"ConditionCheck": check}], "ClientRequestToken": "token"}
        with pytest.raises(DynamoDBError, match="TransactionCanceledException"):
            engine.call("TransactWriteItems", request)
        put(engine, "gate")
        engine.call("TransactWriteItems", request)


def update(engine: Engine, pk: str, text: str, values: dict[str, Any] | None = None) -> None:
    request: dict[str, Any] = {"TableName": THINGS, "Key": {"PK": {"S": pk}}, "UpdateExpression": text}
    engine.call("UpdateItem", {**request, **({"ExpressionAttributeValues": values} if values else {})})


def add(engine: Engine, amount: int, token: str) -> None:
    action = {
        "TableName": THINGS,
        "Key": {"PK": {"S": "counter"}},
        "UpdateExpression": "ADD n :amount",
        "ExpressionAttributeValues": {":amount": {"N": str(amount)}},
    }
    engine.call("TransactWriteItems", {"TransactItems": [{"Update": action}], "ClientRequestToken": token})


def counted(engine: Engine) -> str:
    return str(scan(engine)[0]["n"]["N"])


def tokens(engine: Engine) -> int:
    return engine.transact(lambda context: int(context.reader.one("SELECT count(*) FROM tokens")))


def index_status(engine: Engine) -> str:
    described = engine.call("DescribeTable", {"TableName": THINGS})["Table"]
    return str(described["GlobalSecondaryIndexes"][0]["IndexStatus"])


def query_color(engine: Engine, color: str) -> int:
    condition = {"KeyConditionExpression": "color = :c", "ExpressionAttributeValues": {":c": {"S": color}}}
    return int(engine.call("Query", {"TableName": THINGS, "IndexName": "by-color", **condition})["Count"])


def iterator(engine: Engine, kind: str, **more: str) -> str:
    arn = engine.call("ListStreams", {})["Streams"][0]["StreamArn"]
    shard = engine.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"][0]["ShardId"]
    asked = {"StreamArn": arn, "ShardId": shard, "ShardIteratorType": kind, **more}
    return str(engine.call("GetShardIterator", asked)["ShardIterator"])


def records(engine: Engine) -> list[dict[str, Any]]:
    return list(engine.call("GetRecords", {"ShardIterator": iterator(engine, "TRIM_HORIZON")})["Records"])


def keys(told: list[dict[str, Any]]) -> list[str]:
    return [record["dynamodb"]["Keys"]["PK"]["S"] for record in told]


def test_what_a_closed_engine_left_to_fill_is_taken_up_in_the_background_at_once(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with Engine.open(path, durability="relaxed", runs_maintenance=False) as engine:
        engine.call("CreateTable", definition())
        put_two_thousand(engine)
        engine.call("UpdateTable", added_index("by-color", "color"))
        assert index_status(engine) == "CREATING"
    with Engine.open(path, durability="relaxed") as engine:
        deadline = time.monotonic() + 60
        while index_status(engine) != "ACTIVE" and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(scan(engine, IndexName="by-color")) == 2000
