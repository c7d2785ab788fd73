"""Two processes on one file: what one does to tables the other sees at once, and no increment is lost between them."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.engine.peer import ROOT, Peer, Refused
from tests.engine.tables import THINGS, added_index, definition, get, put

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError, ResourceNotFound, ValidationFailed
from chabudai.engine.operations.operation import Response


class Process(Protocol):
    """An engine, here or in another process."""

    def call(self, operation: str, request: dict[str, Any]) -> Response: ...
    def sweep(self) -> None: ...


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.db"


@pytest.fixture(params=["the other first", "ours first"])
def pair(request: pytest.FixtureRequest, path: Path) -> Iterator[tuple[Process, Process]]:
    """One that changes tables, and one that has to notice; each way round."""
    with Engine.open(path) as ours, Peer(path) as other:
        yield (other, ours) if request.param == "the other first" else (ours, other)


REFUSALS = (DynamoDBError, Refused)
NUMBER_KEY = definition(
    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "N"}],
    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
)
ITEM: dict[str, Any] = {"TableName": THINGS, "Item": {"PK": {"S": "a"}, "color": {"S": "red"}}}
KEY: dict[str, Any] = {"TableName": THINGS, "Key": {"PK": {"S": "a"}}}
RED: dict[str, Any] = {
    "TableName": THINGS,
    "IndexName": "by-color",
    "KeyConditionExpression": "color = :c",
    "ExpressionAttributeValues": {":c": {"S": "red"}},
}


def test_a_table_made_by_one_process_is_used_at_once_by_the_other(pair: tuple[Process, Process]) -> None:
    maker, user = pair
    assert user.call("ListTables", {})["TableNames"] == []
    maker.call("CreateTable", definition())
    user.call("PutItem", ITEM)
    assert maker.call("GetItem", KEY)["Item"] == ITEM["Item"]
    assert user.call("ListTables", {})["TableNames"] == [THINGS]


def test_a_dropped_table_is_gone_at_once_for_the_other(pair: tuple[Process, Process]) -> None:
    maker, user = pair
    maker.call("CreateTable", definition())
    user.call("PutItem", ITEM)
    user.call("GetItem", KEY)
    maker.call("DeleteTable", {"TableName": THINGS})
    for operation, request in (("GetItem", KEY), ("PutItem", ITEM), ("Scan", {"TableName": THINGS})):
        with pytest.raises(REFUSALS, match="ResourceNotFound"):
            user.call(operation, request)


def test_a_table_dropped_and_made_again_with_another_key_is_understood_at_once(pair: tuple[Process, Process]) -> None:
    maker, user = pair
    maker.call("CreateTable", definition())
    user.call("PutItem", ITEM)
    user.call("GetItem", KEY)
    maker.call("DeleteTable", {"TableName": THINGS})
    maker.call("CreateTable", NUMBER_KEY)
    with pytest.raises(REFUSALS, match="ValidationException"):
        user.call("GetItem", KEY)
    with pytest.raises(REFUSALS, match="ValidationException"):
        user.call("PutItem", ITEM)
    user.call("PutItem", {"TableName": THINGS, "Item": {"id": {"N": "7"}}})
    assert maker.call("Scan", {"TableName": THINGS})["Items"] == [{"id": {"N": "7"}}]


def test_an_index_added_by_one_process_is_kept_right_at_once_by_the_other(pair: tuple[Process, Process]) -> None:
    maker, user = pair
    maker.call("CreateTable", definition())
    user.call("PutItem", ITEM)
    with pytest.raises(REFUSALS, match="ValidationException"):
        user.call("Query", RED)
    maker.call("UpdateTable", added_index("by-color", "color"))
    user.call("PutItem", {"TableName": THINGS, "Item": {"PK": {"S": "b"}, "color": {"S": "red"}}})
    with pytest.raises(REFUSALS, match="ValidationException"):
        user.call("PutItem", {"TableName": THINGS, "Item": {"PK": {"S": "c"}, "color": {"N": "1"}}})
    maker.sweep()
    assert user.call("Query", RED)["Count"] == 2
    assert maker.call("Query", RED)["Count"] == 2


def test_an_index_dropped_by_one_process_is_gone_at_once_for_the_other(pair: tuple[Process, Process]) -> None:
    maker, user = pair
    maker.call("CreateTable", definition())
    maker.call("UpdateTable", added_index("by-color", "color"))
    maker.sweep()
    user.call("PutItem", ITEM)
    assert user.call("Query", RED)["Count"] == 1
    deletion: dict[str, Any] = {
        "TableName": THINGS,
        "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "by-color"}}],
    }
    maker.call("UpdateTable", deletion)
    with pytest.raises(REFUSALS, match="ValidationException"):
        user.call("Query", RED)
    user.call("PutItem", {"TableName": THINGS, "Item": {"PK": {"S": "c"}, "color": {"N": "1"}}})


def test_a_read_in_one_process_sees_the_others_last_write(pair: tuple[Process, Process]) -> None:
    writer, reader = pair
    writer.call("CreateTable", definition())
    for n in range(50):
        item = {"PK": {"S": "a"}, "n": {"N": str(n)}}
        writer.call("PutItem", {"TableName": THINGS, "Item": item})
        assert reader.call("GetItem", {**KEY, "ConsistentRead": True})["Item"] == item


@pytest.mark.parametrize("how", ["conditional", "added"])
def test_two_processes_of_four_threads_count_exactly(path: Path, how: str) -> None:
    """Two interpreters start, and make 400 durable writes: a few seconds."""
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
        put(engine, "counter", n={"N": "0"})
    command = [sys.executable, "-m", "tests.engine.counting", str(path), how, "50"]
    others = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)]
    for other in others:
        _, complaints = other.communicate(timeout=120)
        assert complaints == ""
    with Engine.open(path) as engine:
        assert get(engine, "counter") == {"PK": {"S": "counter"}, "n": {"N": "400"}}
        assert engine.check() == []


def test_a_table_that_is_gone_is_told_by_its_own_error(path: Path) -> None:
    with Engine.open(path) as one, Engine.open(path) as other:
        one.call("CreateTable", definition())
        put(other, "a")
        one.call("DeleteTable", {"TableName": THINGS})
        with pytest.raises(ResourceNotFound):
            put(other, "a")
        one.call("CreateTable", NUMBER_KEY)
        with pytest.raises(ValidationFailed):
            put(other, "a")
