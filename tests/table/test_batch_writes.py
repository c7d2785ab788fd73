"""Many puts and deletions at once: keys right, rules held, what the store leaves sent again, the rest refused."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from chabudai import store as stores
from chabudai.store import record_calls
from chabudai.table import (
    BatchWrite,
    ConflictRetryPolicy,
    DesignError,
    Entity,
    Field,
    Gsi,
    InKey,
    Insert,
    InvalidFieldValue,
    Put,
    RetriesExhausted,
    RuleViolated,
    Table,
    TypedStore,
    UnreadableItem,
    Version,
    key,
    unique,
)
from chabudai.table.errors import ConflictingWrites


class Depot(Table, name="Depot", pk="PK", sk="SK"):
    by_weight = Gsi("ByWeight", "PK", "weight_sk")


class Box(Entity, table=Depot):
    box_id: InKey[str]
    weight: int = Field(default=0, ge=0)
    made: int = Field(default=1, frozen=True)
    PK = key("BOXES")
    SK = key("BOX#{box_id}")
    weight_sk = key("WEIGHT#{weight:05}")


class Named(Entity, table=Depot):
    name: InKey[str]
    PK = key("NAMED")
    SK = key("NAMED#{name}")
    one = unique("NAMES", "NAME#{name}")


class Counted(Entity, table=Depot):
    counted_id: InKey[str]
    version: Version = 0
    PK = key("COUNTED")
    SK = key("COUNTED#{counted_id}")


class Leaving(stores.Store):
    """Writes only the first of each batch, and leaves the others; or all of them."""

    def __init__(self, store: stores.Store, taken: int) -> None:
        self.store = store
        self.taken = taken

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation != "BatchWriteItem":
            return self.store.call(operation, request)
        ((table, writes),) = request["RequestItems"].items()
        if self.taken:
            self.store.call(operation, {"RequestItems": {table: writes[: self.taken]}})
        left = writes[self.taken :]
        return {"UnprocessedItems": {table: left} if left else {}}

    def close(self) -> None:
        self.store.close()


@pytest.fixture
def raw() -> Iterator[stores.Store]:
    with stores.open(":memory:") as raw:
        TypedStore(raw).create(Depot)
        yield raw


def boxes(number: int) -> tuple[Put[Box], ...]:
    return tuple(Put(Box(box_id=f"{at:03}", weight=at)) for at in range(number))


def weights(store: TypedStore) -> list[int]:
    return [box.weight for box in store.all(Depot.by_weight.query(Box))]


def test_rows_are_written_and_deleted_in_chunks_with_their_keys(raw: stores.Store) -> None:
    store = TypedStore(raw)
    with record_calls() as calls:
        store.batch_write(BatchWrite(boxes(60)))
    assert [each.operation for each in calls] == ["BatchGetItem", "BatchWriteItem", "BatchWriteItem", "BatchWriteItem"]
    assert weights(store) == list(range(60))
    store.batch_write(BatchWrite((Box.delete(box_id="000"), Put(Box(box_id="001", weight=99)))))
    assert weights(store) == [*range(2, 60), 99]


def test_what_the_store_leaves_is_sent_again(raw: stores.Store) -> None:
    policy = ConflictRetryPolicy(sleep=lambda _: None)
    store = TypedStore(Leaving(raw, 7), retry_policy=policy)
    store.batch_write(BatchWrite(boxes(40)))
    assert weights(store) == list(range(40))
    with pytest.raises(RetriesExhausted, match="left 25 rows of a batch unwritten"):
        TypedStore(Leaving(raw, 0), retry_policy=policy).batch_write(BatchWrite(boxes(40)))


def test_the_entitys_rules_hold(raw: stores.Store) -> None:
    store = TypedStore(raw)
    store.insert(Box(box_id="1"))
    with pytest.raises(InvalidFieldValue, match=r"Box\.weight"):
        store.batch_write(BatchWrite((Put(Box(box_id="1").model_copy(update={"weight": -1})),)))
    with pytest.raises(RuleViolated, match="made is frozen"):
        store.batch_write(BatchWrite((Put(Box(box_id="0")), Put(Box(box_id="1", made=2)))))
    assert len(weights(store)) == 1


def test_a_row_of_a_newer_program_is_not_replaced(raw: stores.Store) -> None:
    item = {**Box.layout.to_item(Box.layout.values(Box(box_id="1"))), "_schema_version": {"N": "2"}}
    raw.call("PutItem", {"TableName": "Depot", "Item": item})
    for write in (Put(Box(box_id="1")), Box.delete(box_id="1")):
        with pytest.raises(UnreadableItem, match=r"BOX#1.*newer than the schema version 1"):
            TypedStore(raw).batch_write(BatchWrite((write,)))


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (Put(Named(name="a")), "Named.one keeps guard rows"),
        (Named.delete(name="a"), "Named.one keeps guard rows"),
        (Put(Counted(counted_id="a")), "Counted.version counts its writes"),
        (Insert(Box(box_id="a")), "an Insert wants that nothing is there"),
        (Put(Box(box_id="a")).when(weight=1), "it has a condition"),
        (Box.delete(box_id="a").existing(), "it has a condition"),
    ],
)
def test_what_needs_a_condition_is_refused_with_the_reason(raw: stores.Store, write: Any, reason: str) -> None:
    with pytest.raises(DesignError, match=f"can't be part of a batch.*{reason}.*in a transaction"):
        TypedStore(raw).batch_write(BatchWrite((write,)))


def test_one_row_twice_in_a_batch_is_refused(raw: stores.Store) -> None:
    with pytest.raises(ConflictingWrites, match="is written twice in one batch"):
        TypedStore(raw).batch_write(BatchWrite((Put(Box(box_id="a")), Box.delete(box_id="a"))))
