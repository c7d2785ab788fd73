"""Batches: any number of items by their keys, each read once, in the order that was asked; and items of one moment."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.closet import Closet, Clothing, Label, Note, Notes, Tag, Worn, clothing

from chabudai import store, table
from chabudai.store import Store, record_calls
from chabudai.store.errors import Cancelled
from chabudai.table.errors import ItemNotFound, RetriesExhausted, TransactionTooLarge
from chabudai.table.retries import ConflictRetryPolicy

owners = (f"owner {number}" for number in count())


class Sluggish(Store):
    """Answers `most` keys of a batch at a time and leaves the others; refuses so many transactions before one."""

    def __init__(self, within: Store, most: int = 10**6, conflicts: int = 0) -> None:
        self.within = within
        self.most = most
        self.conflicts = conflicts
        self.batches: list[int] = []

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == "TransactGetItems" and self.conflicts:
            self.conflicts -= 1
            reasons = [{"Code": "None"}, {"Code": "TransactionConflict"}]
            raise Cancelled("TransactionCanceledException", "", {"CancellationReasons": reasons})
        if operation != "BatchGetItem":
            return self.within.call(operation, request)
        ((name, asked),) = request["RequestItems"].items()
        self.batches.append(len(asked["Keys"]))
        now, later = asked["Keys"][: self.most], asked["Keys"][self.most :]
        left = {name: {**asked, "Keys": later}} if later else {}
        if not now:
            return {"Responses": {}, "UnprocessedKeys": left}
        response = self.within.call(operation, {"RequestItems": {name: {**asked, "Keys": now}}})
        return {**response, "UnprocessedKeys": left}

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def raw() -> Iterator[Store]:
    with store.open(":memory:") as opened:
        table.TypedStore(opened).create(Closet, Notes)
        yield opened


@pytest.fixture(scope="module")
def typed(raw: Store) -> table.TypedStore:
    return table.TypedStore(raw)


def fill(typed: table.TypedStore, number: int, name: str = "x") -> tuple[str, list[Clothing]]:
    owner = next(owners)
    return owner, [typed.put(Clothing(owner=owner, clothing_id=str(at), name=name)) for at in range(number)]


@given(asked=st.lists(st.integers(0, 12), max_size=20))
def test_a_batch_has_the_order_that_was_asked_and_none_for_what_is_not_there(
    typed: table.TypedStore, asked: list[int]
) -> None:
    for at in range(10):
        typed.put(Clothing(owner="batch", clothing_id=str(at), name="x"))
    found = typed.batch(Clothing.batch(owner="batch", clothing_id=[str(at) for at in asked]))
    assert [row and row.clothing_id for row in found] == [str(at) if at < 10 else None for at in asked]


def test_a_key_that_is_asked_twice_is_read_once(typed: table.TypedStore) -> None:
    owner, (row,) = fill(typed, 1)
    with record_calls() as asked:
        assert typed.batch(Clothing.batch(owner=owner, clothing_id=["0", "0", "0"])) == [row, row, row]
    assert [(each.operation, each.items) for each in asked] == [("BatchGetItem", 1)]


def test_a_key_that_is_asked_twice_gives_rows_that_share_nothing() -> None:
    class Boards(table.Table, name="Boards", pk="PK"): ...

    class Board(table.Entity, table=Boards):
        id: table.InKey[str]
        marks: dict[str, list[int]] = {}  # noqa: RUF012
        PK = table.key("BOARD#{id}")

    with table.open(":memory:") as typed:
        typed.create(Boards)
        typed.insert(Board(id="1", marks={"a": [1]}))
        one, missing, other = typed.batch(Board.batch(id=["1", "2", "1"]))
        assert one is not None
        assert other is not None
        one.marks["a"].append(2)
        assert (missing, other.marks) == (None, {"a": [1]})


def test_more_than_a_hundred_keys_are_asked_for_in_several_requests(typed: table.TypedStore) -> None:
    owner, rows = fill(typed, 230)
    with record_calls() as asked:
        found = typed.batch(Clothing.batch(owner=owner, clothing_id=[row.clothing_id for row in rows]))
    assert found == rows
    assert [each.items for each in asked] == [100, 100, 30]


def test_no_keys_are_no_request(typed: table.TypedStore) -> None:
    with record_calls() as asked:
        assert typed.batch(Clothing.batch(owner="x", clothing_id=[])) == []
    assert asked == []


def test_answers_that_stop_at_sixteen_megabytes_are_put_together(typed: table.TypedStore) -> None:
    """Slow, since DynamoDB's limit can only be met with 16 MB."""
    owner, rows = fill(typed, 48, "x" * 380_000)
    with record_calls() as asked:
        found = typed.batch(Clothing.batch(owner=owner, clothing_id=[row.clothing_id for row in rows]))
    assert found == rows
    assert len(asked) == 2


def test_keys_that_are_left_are_asked_for_again_after_growing_pauses(raw: Store, typed: table.TypedStore) -> None:
    owner, rows = fill(typed, 12)
    pauses: list[float] = []
    slow = Sluggish(raw, most=3)
    patient = table.TypedStore(
        slow, retry_policy=ConflictRetryPolicy(first_pause=1, longest_pause=100, sleep=pauses.append)
    )
    assert patient.batch(Clothing.batch(owner=owner, clothing_id=[row.clothing_id for row in rows])) == rows
    assert slow.batches == [12, 9, 6, 3]
    assert len(pauses) == 2
    assert all(0 <= pause <= limit for pause, limit in zip(pauses, (1, 2), strict=True))


def test_patience_lasts_as_long_as_something_comes(raw: Store, typed: table.TypedStore) -> None:
    owner, rows = fill(typed, 9)
    patient = table.TypedStore(Sluggish(raw, most=1), retry_policy=ConflictRetryPolicy(tries=2, sleep=lambda _: None))
    assert patient.batch(Clothing.batch(owner=owner, clothing_id=[row.clothing_id for row in rows])) == rows


def test_keys_that_are_left_each_time_are_a_lost_race(raw: Store) -> None:
    patient = table.TypedStore(Sluggish(raw, most=0), retry_policy=ConflictRetryPolicy(tries=3, sleep=lambda _: None))
    with pytest.raises(RetriesExhausted, match="Closet left keys of a batch unread at each of 3 tries"):
        patient.batch(Clothing.batch(owner="x", clothing_id="1"))


def test_a_batch_of_views_asks_for_their_attributes_only(typed: table.TypedStore) -> None:
    owner, _ = fill(typed, 2)
    found = typed.batch(Tag.batch(owner=owner, clothing_id=["1", "0"]))
    assert found == [Tag(owner=owner, clothing_id=at, name="x") for at in ("1", "0")]


def test_every_combination_of_lists_is_a_key(typed: table.TypedStore) -> None:
    owner, rows = fill(typed, 2)
    other, others = fill(typed, 2)
    assert typed.batch(Clothing.batch(owner=[owner, other], clothing_id=["0", "1"]).consistently()) == rows + others


def test_items_of_one_moment_come_as_they_were_asked(typed: table.TypedStore) -> None:
    owner, (shirt, _) = fill(typed, 2)
    label = typed.insert(Label(owner=owner, label_id="l", name="red"))
    with record_calls() as asked:
        found = typed.transact_get(
            Label.get(owner=owner, label_id="l"), clothing(owner, "0"), Clothing.get(owner=owner, clothing_id="9")
        )
    assert found == (label, shirt, None)
    assert [each.operation for each in asked] == ["TransactGetItems"]
    assert typed.transact_get() == ()


def test_an_item_can_be_asked_for_twice_in_one_moment(typed: table.TypedStore) -> None:
    owner, (shirt,) = fill(typed, 1)
    key: dict[str, Any] = {"owner": owner, "clothing_id": "0"}
    tag = Tag(**key, name="x")
    assert typed.transact_get(Tag.get(**key), Clothing.get(**key), Tag.get(**key)) == (tag, shirt, tag)
    assert typed.transact_get(Tag.get(**key), Note.get(owner="x", number=1)) == (tag, None)


def test_more_items_than_a_transaction_takes_are_refused_before_they_are_sent(typed: table.TypedStore) -> None:
    with (
        record_calls() as asked,
        pytest.raises(TransactionTooLarge, match="101 items asked for, and a transaction reads at most 100"),
    ):
        typed.transact_get(*(Clothing.get(owner="x", clothing_id=str(at)) for at in range(101)))
    assert asked == []


def test_a_read_that_others_write_into_is_asked_again(raw: Store, typed: table.TypedStore) -> None:
    owner, (shirt, other) = fill(typed, 2)
    plans = [Clothing.get(owner=owner, clothing_id=str(at)) for at in range(2)]
    patient = table.TypedStore(
        Sluggish(raw, conflicts=3), retry_policy=ConflictRetryPolicy(tries=4, sleep=lambda _: None)
    )
    assert patient.transact_get(*plans) == (shirt, other)
    hasty = table.TypedStore(
        Sluggish(raw, conflicts=3), retry_policy=ConflictRetryPolicy(tries=3, sleep=lambda _: None)
    )
    with pytest.raises(RetriesExhausted, match="2 items were written by others at each of 3 tries"):
        hasty.transact_get(*plans)


def test_one_that_must_be_there_is_missed_by_name(typed: table.TypedStore) -> None:
    sentence = r"C-1 \(one piece\): there is no Clothing\(owner='x', clothing_id='1'\)"
    with pytest.raises(ItemNotFound, match=sentence):
        typed.one(clothing("x", "1"))
    assert typed.get(clothing("x", "1")) is None
    assert typed.get(Worn.get(owner="x", day="2026-01-02", clothing_id="1")) is None
