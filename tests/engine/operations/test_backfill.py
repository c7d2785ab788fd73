"""A new index's backfill: in small steps, with writes in between, and resumed by whoever opens the file next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.engine.operations.households import Clock, adding, create, described, found_by, opened, put

from chabudai.engine import maintenance
from chabudai.engine.catalog import Catalog
from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError
from chabudai.engine.identity import Identity
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations import update_table
from chabudai.engine.storage.sqlite import Storage, StorageWriter
from chabudai.items import jsontext

T = TypeVar("T")
ROWS = 1200


def transact(storage: Storage, work: Callable[[OperationContext], T]) -> T:
    """Work on a file without an engine, whose maintenance would not wait to be asked."""

    def with_session(writer: StorageWriter) -> T:
        return work(OperationContext(writer, Catalog.load(writer, Identity()), Clock(), jsontext.loads_all))

    return storage.write(with_session)[0]


@pytest.fixture
def interrupted(tmp_path: Path) -> Path:
    """A file in which an index was begun and filled for its first 500 rows of 1200."""
    path = tmp_path / "household.db"
    with opened(path) as engine:
        create(engine)
        for number in range(ROWS):
            put(engine, {"a": {"S": f"{number:04}"}, "g": {"S": "even" if number % 2 == 0 else "odd"}})
    storage = Storage(str(path), "relaxed")
    try:
        transact(storage, _begin_index)
        assert transact(storage, lambda context: maintenance._backfill(context, "things"))
    finally:
        storage.close()
    return path


def _begin_index(context: OperationContext) -> None:
    update_table.run(update_table.parse(adding("by-g", "g"), context.catalog), context)


def _is_filling(engine: Engine) -> bool:
    [index] = described(engine)["GlobalSecondaryIndexes"]
    return bool(index["IndexStatus"] == "CREATING" and index["Backfilling"])


def test_a_backfill_goes_on_where_it_was_interrupted(interrupted: Path) -> None:
    with opened(interrupted) as engine:
        assert _is_filling(engine)
        assert engine.catalog().tables["things"].backfilled_to == 500
        engine.sweep()
        assert described(engine)["TableStatus"] == "ACTIVE"
        assert len(found_by(engine, "by-g", "g", "even")) == ROWS // 2
        assert engine.check() == []


def test_writes_during_a_backfill_are_in_the_index_once(interrupted: Path) -> None:
    with opened(interrupted) as engine:
        put(engine, {"a": {"S": "0001"}, "g": {"S": "late"}})
        put(engine, {"a": {"S": "1100"}, "g": {"S": "late"}})
        put(engine, {"a": {"S": "new"}, "g": {"S": "late"}})
        engine.call("DeleteItem", {"TableName": "things", "Key": {"a": {"S": "0003"}}})
        engine.call("DeleteItem", {"TableName": "things", "Key": {"a": {"S": "1101"}}})
        assert _is_filling(engine)
        engine.sweep()
        assert found_by(engine, "by-g", "g", "late") == {"0001", "1100", "new"}
        assert len(found_by(engine, "by-g", "g", "odd")) == ROWS // 2 - 3
        assert engine.check() == []


def test_while_an_index_is_filled_the_table_is_not_changed(interrupted: Path) -> None:
    with opened(interrupted) as engine:
        changes: list[dict[str, Any]] = [
            {"BillingMode": "PAY_PER_REQUEST"},
            {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}},
            {"DeletionProtectionEnabled": True},
            {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
        ]
        for change in changes:
            with pytest.raises(DynamoDBError) as caught:
                engine.call("UpdateTable", {"TableName": "things", **change})
            assert caught.value.code == "ResourceInUseException"
        with pytest.raises(DynamoDBError, match="Only 1 online index"):
            engine.call("UpdateTable", adding("by-h", "h"))
        with pytest.raises(DynamoDBError, match="Cannot delete table while indexes are being created"):
            engine.call("DeleteTable", {"TableName": "things"})


def test_an_index_that_is_being_filled_can_be_given_up(interrupted: Path) -> None:
    with opened(interrupted) as engine:
        deletion = [{"Delete": {"IndexName": "by-g"}}]
        engine.call("UpdateTable", {"TableName": "things", "GlobalSecondaryIndexUpdates": deletion})
        engine.sweep()
        assert "GlobalSecondaryIndexes" not in described(engine)
        engine.call("UpdateTable", adding("by-g", "g"))
        engine.sweep()
        assert len(found_by(engine, "by-g", "g", "even")) == ROWS // 2
        assert engine.check() == []


def test_another_process_sees_an_index_that_was_added_and_writes_into_it(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with opened(path) as one, opened(path) as other:
        create(one)
        put(other, {"a": {"S": "1"}, "g": {"S": "x"}})
        one.call("UpdateTable", adding("by-g", "g"))
        one.sweep()
        put(other, {"a": {"S": "2"}, "g": {"S": "x"}})
        assert found_by(other, "by-g", "g", "x") == found_by(one, "by-g", "g", "x") == {"1", "2"}


def test_a_key_too_long_for_the_new_index_stays_outside_of_it() -> None:
    with opened() as engine:
        create(engine)
        for length in (2048, 2049):
            put(engine, {"a": {"S": str(length)}, "g": {"S": "x" * length}})
        engine.call("UpdateTable", adding("by-g", "g"))
        engine.sweep()
        page = engine.call("Scan", {"TableName": "things", "IndexName": "by-g"})
        assert [item["a"]["S"] for item in page["Items"]] == ["2048"]
        assert engine.check() == []
