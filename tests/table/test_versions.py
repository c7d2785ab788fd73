"""Versions and times of writing: fields that every write moves by itself."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

import pytest
from tests.table.designs_for_writes import Clock

from chabudai import table
from chabudai.table import As, Entity, Gsi, Insert, Put, Table, Transaction, TypedStore, UpdatedAt, Version, key
from chabudai.table.doctor import doctor
from chabudai.table.errors import ConditionNotMet, ImmutableField, StepFailed


class Papers(Table, name="Papers", pk="PK"):
    by_time = Gsi("ByTime", "time_pk", "time_sk")


class Paper(Entity, table=Papers):
    id: str
    text: str = ""
    version: Version = 0
    at: Annotated[datetime, As("isoms"), UpdatedAt()] = datetime(1970, 1, 1, tzinfo=UTC)
    PK = key("PAPER#{id}")
    time_pk = key("PAPERS")
    time_sk = key("AT#{at:isoms}#{version:05}")


class Slip(Entity, table=Papers):
    id: str
    at: Annotated[int, UpdatedAt()] = 0
    seen: Annotated[datetime | None, As("iso")] = None
    PK = key("SLIP#{id}")


class Sheet(Entity, table=Papers):
    id: str
    at: Annotated[datetime, UpdatedAt()] = datetime(1970, 1, 1, tzinfo=UTC)
    PK = key("SHEET#{id}")
    time_pk = key("SHEETS")
    time_sk = key("AT#{at:iso}")


CLOCK = Clock(datetime(2026, 11, 15, 12, 0, 0, 123_456, tzinfo=UTC))


@pytest.fixture
def desk() -> TypedStore:
    store = table.open(":memory:", clock=Clock(CLOCK.now))
    store.create(Papers)
    return store


def test_every_write_counts(desk: TypedStore) -> None:
    paper = desk.insert(Paper(id="1"))
    assert paper.version == 1
    paper = desk.put(paper.model_copy(update={"text": "a"}))
    assert paper.version == 2
    paper = desk.write(Paper.update(id="1").set(text="b"))
    assert paper.version == 3
    desk.transact(Transaction().step("edit", Paper.update(id="1").set(text="c")))
    assert desk.one(Paper.get(id="1")).version == 4
    assert desk.write(Paper.upsert(id="2").set(text="d")).version == 1


def test_a_put_of_what_was_read_before_another_wrote_is_refused(desk: TypedStore) -> None:
    read = desk.insert(Paper(id="1"))
    desk.write(Paper.update(id="1").set(text="theirs"))
    with pytest.raises(ConditionNotMet, match="was changed since it was read") as refused:
        desk.put(read.model_copy(update={"text": "ours"}))
    assert refused.value.item["text"] == {"S": "theirs"}
    with pytest.raises(StepFailed, match=r"step 'edit': .*was changed since it was read"):
        desk.transact(Transaction().step("edit", Put(read)))


def test_a_put_of_a_new_one_does_not_replace_another(desk: TypedStore) -> None:
    desk.put(Paper(id="1"))
    with pytest.raises(ConditionNotMet):
        desk.put(Paper(id="1"))


def test_a_put_of_what_was_deleted_meanwhile_is_refused(desk: TypedStore) -> None:
    read = desk.insert(Paper(id="1"))
    desk.write(Paper.delete(id="1"))
    with pytest.raises(ConditionNotMet):
        desk.put(read)


def test_an_update_may_ask_for_the_version_that_was_read(desk: TypedStore) -> None:
    read = desk.insert(Paper(id="1"))
    edit = Paper.update(id="1").set(text="a").when(version=read.version)
    assert desk.write(edit).version == 2
    with pytest.raises(ConditionNotMet):
        desk.write(edit)


def test_the_time_of_a_write_is_kept_and_in_its_key(desk: TypedStore) -> None:
    desk.insert(Paper(id="1"))
    found = desk.write(Paper.update(id="1").set(text="a"))
    assert found.at == CLOCK.now.replace(microsecond=123_000)
    row = desk.raw.call("GetItem", {"TableName": "Papers", "Key": {"PK": {"S": "PAPER#1"}}})["Item"]
    assert row["at"] == {"S": "2026-11-15T12:00:00.123Z"}
    assert row["time_sk"] == {"S": "AT#2026-11-15T12:00:00.123Z#00002"}


def test_a_time_that_a_key_holds_in_seconds_is_kept_in_seconds(desk: TypedStore) -> None:
    assert desk.insert(Sheet(id="1")).at == CLOCK.now.replace(microsecond=0)


def test_a_time_that_is_a_number_is_in_milliseconds(desk: TypedStore) -> None:
    assert desk.put(Slip(id="1")).at == int(CLOCK.now.timestamp() * 1000)


def test_what_is_filled_with_each_write_is_changed_by_nobody_else() -> None:
    slip, paper = Slip.update(id="1"), Paper.update(id="1")
    sentence = r"Slip\.at is filled with each write: leave it out; Put\(…\)\.keeping_time\(\) stores one that is given"
    with pytest.raises(ImmutableField, match=sentence):
        slip.set(at=5)
    with pytest.raises(ImmutableField, match=r"Slip\.at is filled with each write"):
        slip.add(at=5)
    sentence = r"Paper\.version is filled with each write: leave it out; when\(version=…\) holds an update to what was"
    with pytest.raises(ImmutableField, match=sentence):
        paper.set(version=5)
    changes: list[Callable[[], object]] = [
        lambda: paper.add(version=1),
        lambda: paper.remove("version"),
        lambda: paper.remove("at"),
        lambda: Paper.upsert(id="1").if_missing(version=3),
        lambda: Slip.upsert(id="1").add(at=1),
        lambda: paper.set_at(Paper.path_to(lambda row: row.version), 3),
    ]
    for change in changes:
        with pytest.raises(ImmutableField, match="is filled with each write"):
            change()


def test_a_copy_keeps_the_time_of_its_last_write(desk: TypedStore) -> None:
    old = datetime(2020, 1, 2, tzinfo=UTC)
    kept = desk.write(Insert(Paper(id="1", at=old)).keeping_time())
    assert (kept.at, kept.version) == (old, 1)
    desk.transact(
        Transaction()
        .step("copied", Put(kept.model_copy(update={"text": "a"})).keeping_time())
        .step("written", Insert(Paper(id="2", at=old)))
    )
    assert desk.one(Paper.get(id="1")).at == old
    assert desk.one(Paper.get(id="2")).at == CLOCK.now.replace(microsecond=123_000)


def rename_body(row: dict[str, Any]) -> dict[str, Any]:
    row["text"] = row.pop("body")
    return row


class Note(Entity, table=Papers, upgrades=(rename_body,)):
    id: str
    text: str
    version: Version = 0
    PK = key("NOTE#{id}")


WRITES: dict[str, Callable[[TypedStore, Note], object]] = {
    "put": lambda desk, note: desk.put(note),
    "put when": lambda desk, note: desk.write(Put(note).when(text="old")),
    "transaction": lambda desk, note: desk.transact(Transaction().step("note", Put(note))),
    "put after the doctor": lambda desk, note: (doctor(desk, Papers, repair=True), desk.put(note)),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
def test_an_older_row_without_a_version_can_be_put(
    desk: TypedStore, write: Callable[[TypedStore, Note], object]
) -> None:
    old = {"PK": {"S": "NOTE#1"}, "id": {"S": "1"}, "body": {"S": "old"}}
    desk.raw.call("PutItem", {"TableName": "Papers", "Item": old})
    read = desk.one(Note.get(id="1"))
    write(desk, read.model_copy(update={"text": "new"}))
    assert desk.one(Note.get(id="1")) == Note(id="1", text="new", version=1)
    with pytest.raises((ConditionNotMet, StepFailed)):
        write(desk, read.model_copy(update={"text": "of one who read it before"}))
    assert desk.one(Note.get(id="1")).text == "new"
