"""Statements of several engines on one file: reads never wait for a writer, and see each change of a table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.engine.tables import THINGS, definition, put

from chabudai.engine import Engine
from chabudai.engine.errors import WouldBlock
from chabudai.engine.operation_context import OperationContext

SELECT = {"Statement": "SELECT * FROM things WHERE PK = 'a'"}
INSERT = {"Statement": "INSERT INTO things VALUE {'PK': 'b'}"}
ITEM = {"PK": {"S": "a"}}


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    path = tmp_path / "shared.db"
    with Engine.open(path, durability="relaxed") as one, Engine.open(path, durability="relaxed") as other:
        one.call("CreateTable", definition())
        put(one, "a")
        yield one, other


@pytest.mark.parametrize(
    ("operation", "request_", "answer"),
    [
        ("ExecuteStatement", SELECT, {"Items": [ITEM]}),
        ("BatchExecuteStatement", {"Statements": [SELECT]}, {"Responses": [{"TableName": THINGS, "Item": ITEM}]}),
        ("ExecuteTransaction", {"TransactStatements": [SELECT]}, {"Responses": [{"Item": ITEM}]}),
    ],
)
def test_a_read_does_not_wait_for_a_writer(
    pair: tuple[Engine, Engine], operation: str, request_: dict[str, Any], answer: dict[str, Any]
) -> None:
    writing, reading = pair

    def while_writing(_: OperationContext) -> None:
        assert reading.execute(operation, request_, wait=False) == (answer, 0)

    writing.transact(while_writing)


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("ExecuteStatement", INSERT),
        ("BatchExecuteStatement", {"Statements": [INSERT]}),
        ("ExecuteTransaction", {"TransactStatements": [INSERT]}),
    ],
)
def test_a_write_waits_for_a_writer(pair: tuple[Engine, Engine], operation: str, request_: dict[str, Any]) -> None:
    writing, other = pair

    def while_writing(_: OperationContext) -> None:
        with pytest.raises(WouldBlock):
            other.execute(operation, request_, wait=False)

    writing.transact(while_writing)


def test_a_batch_finds_a_table_that_another_process_has_just_made(pair: tuple[Engine, Engine]) -> None:
    one, other = pair
    later = {"Statements": [{"Statement": "SELECT * FROM later WHERE PK = 'a'"}]}
    (missing,) = other.call("BatchExecuteStatement", later)["Responses"]
    assert missing["Error"]["Code"] == "ResourceNotFound"
    one.call("CreateTable", definition("later"))
    assert other.call("BatchExecuteStatement", later) == {"Responses": [{"TableName": "later"}]}
