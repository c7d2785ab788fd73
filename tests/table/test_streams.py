"""Streams: records become changes of entities, and find the functions that want to know of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.engine.operations.households import START, Clock
from tests.table.invitations import HouseTable, Invitation, Person
from tests.table.shards import FIRST, LEFT, RIGHT, SplitStore

from chabudai.engine import Engine
from chabudai.store.embedded import EmbeddedStore
from chabudai.table import DesignError, Entity, Table, TypedStore, key
from chabudai.table.creation import create_table_request
from chabudai.table.errors import ChangesTrimmed, NotInStream, StreamMissing, UnreadableItem
from chabudai.table.streams.changes import Change, Insertion, Modification, Removal, StreamRecord, change_of
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.shards import ShardReader, latest_stream, shards_of


class QuietTable(Table, name="QuietTable", pk="PK"):
    """A table without a stream."""


class Note(Entity, table=QuietTable):
    note_id: str
    PK = key("NOTE#{note_id}")


class House:
    """A store in memory whose clock the test moves, with the table of the design."""

    def __init__(self, view: str = "NEW_AND_OLD_IMAGES") -> None:
        self.clock = Clock()
        self.engine = Engine.open(":memory:", clock=self.clock, runs_maintenance=False)
        self.store = TypedStore(EmbeddedStore(self.engine), clock=lambda: datetime.fromtimestamp(self.clock(), UTC))
        stream = {"StreamEnabled": True, "StreamViewType": view}
        self.store.raw.call("CreateTable", create_table_request(HouseTable) | {"StreamSpecification": stream})
        expiry = {"Enabled": True, "AttributeName": "expiresAt"}
        self.store.raw.call("UpdateTimeToLive", {"TableName": "HouseTable", "TimeToLiveSpecification": expiry})

    def raw_records(self) -> list[dict[str, Any]]:
        """Everything that the stream has."""
        return self.reader().read(1000)

    def changes(self) -> list[Change[Any]]:
        found = [change_of(HouseTable, StreamRecord.of(each)) for each in self.raw_records()]
        return [change for change in found if change is not None]

    def reader(self, after: str | None = None, since: int | None = None) -> ShardReader:
        [shard] = shards_of(self.store.raw, latest_stream(self.store.raw, HouseTable)) or []
        return ShardReader(self.store.raw, shard, after, since)


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.store.close()


def invitation(number: int = 1, **more: Any) -> Invitation:
    return Invitation(house="h", invitation_id=f"i{number}", address="ann@example.org", **more)


def keys_of(records: list[dict[str, Any]]) -> list[str]:
    return [record["dynamodb"]["Keys"]["SK"]["S"] for record in records]


def test_a_change_has_the_entity_as_it_was_and_as_it_is(house: House) -> None:
    house.store.insert(invitation())
    house.store.write(Invitation.update(house="h", invitation_id="i1").add(visits=1))
    house.store.write(Invitation.delete(house="h", invitation_id="i1"))
    made, changed, removed = house.changes()
    visited = invitation(visits=1)
    assert (made.kind, made.old, made.new) == ("insert", None, invitation())
    assert (changed.kind, changed.old, changed.new) == ("modify", invitation(), visited)
    assert (removed.kind, removed.old, removed.new) == ("remove", visited, None)
    for change in (made, changed, removed):
        assert change.entity is Invitation
        assert change.key == {"house": "h", "invitation_id": "i1"}
        assert change.at == datetime.fromtimestamp(START, UTC)
        assert not change.is_expiry
    assert made.sequence < changed.sequence < removed.sequence
    assert len({made.id, changed.id, removed.id}) == 3


def test_what_expires_is_told_from_what_is_deleted(house: House) -> None:
    house.store.insert(invitation(1, expires_at=int(START) + 60))
    house.store.insert(invitation(2, expires_at=int(START) + 60))
    house.store.write(Invitation.delete(house="h", invitation_id="i2"))
    house.clock.pass_(minutes=2)
    house.engine.sweep()
    *_, deleted, expired = house.changes()
    assert (deleted.kind, deleted.is_expiry, deleted.key["invitation_id"]) == ("remove", False, "i2")
    assert (expired.kind, expired.is_expiry, expired.key["invitation_id"]) == ("remove", True, "i1")
    assert expired.old == invitation(1, expires_at=int(START) + 60)


@pytest.mark.parametrize(
    ("identity", "is_expiry"),
    [
        ({"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}, True),
        ({"principalId": "dynamodb.amazonaws.com", "type": "Service"}, True),
        ({"principalId": "someone", "type": "Service"}, False),
        (None, False),
    ],
)
def test_get_records_and_a_lambda_event_spell_who_did_it_differently(
    house: House, identity: dict[str, str] | None, is_expiry: bool
) -> None:
    house.store.insert(invitation())
    house.store.write(Invitation.delete(house="h", invitation_id="i1"))
    told = house.raw_records()[-1] | {"eventSourceARN": "arn:aws:dynamodb:eu-west-1:1:table/HouseTable/stream/x"}
    assert StreamRecord.of(told | {"userIdentity": identity}).is_expiry is is_expiry


def test_a_time_may_come_as_boto3_gives_it(house: House) -> None:
    house.store.insert(invitation())
    [told] = house.raw_records()
    moment = datetime(2026, 7, 1, 12, tzinfo=UTC)
    told["dynamodb"]["ApproximateCreationDateTime"] = moment
    assert StreamRecord.of(told).at == moment


@pytest.mark.parametrize(
    ("view", "has_old", "has_new"),
    [("NEW_AND_OLD_IMAGES", True, True), ("NEW_IMAGE", False, True), ("OLD_IMAGE", True, False), ("KEYS_ONLY", 0, 0)],
)
def test_an_image_that_the_view_leaves_out_is_not_there_and_the_key_is_known(
    view: str, has_old: bool, has_new: bool
) -> None:
    house = House(view)
    house.store.insert(invitation())
    house.store.write(Invitation.update(house="h", invitation_id="i1").add(visits=1))
    _, change = house.changes()
    assert change.kind == "modify"
    assert change.old_image == (invitation() if has_old else None)
    assert change.new_image == (invitation(visits=1) if has_new else None)
    assert change.key == {"house": "h", "invitation_id": "i1"}
    for name, is_held in (("old", has_old), ("new", has_new)):
        with nullcontext() if is_held else pytest.raises(NotInStream, match=f"HouseTable does not hold the {name} "):
            getattr(change, name)
    house.store.close()


def test_a_change_of_one_kind_has_what_that_kind_has(house: House) -> None:
    handlers = Handlers()
    seen: list[tuple[int | None, int | None]] = []

    @handlers.on(Invitation, "insert")
    def made(change: Insertion[Invitation]) -> None:
        seen.append((change.old, change.new.visits))

    @handlers.on(Invitation, "modify")
    def changed(change: Modification[Invitation]) -> None:
        seen.append((change.old.visits, change.new.visits))

    @handlers.on(Invitation, "remove")
    def removed(change: Removal[Invitation]) -> None:
        seen.append((change.old.visits, change.new))

    house.store.insert(invitation())
    house.store.write(Invitation.update(house="h", invitation_id="i1").add(visits=1))
    house.store.write(Invitation.delete(house="h", invitation_id="i1"))
    deliver(house, handlers)
    assert seen == [(None, 0), (0, 1), (1, None)]


def test_who_wants_every_kind_of_change_gets_none_for_an_image_that_the_view_leaves_out() -> None:
    house, handlers = House("NEW_IMAGE"), Handlers()
    seen: list[tuple[str, bool, bool]] = []

    @handlers.on(Invitation)
    def every(change: Change[Invitation]) -> None:
        seen.append((change.kind, change.old is None, change.new is None))

    house.store.insert(invitation())
    house.store.write(Invitation.update(house="h", invitation_id="i1").add(visits=1))
    house.store.write(Invitation.delete(house="h", invitation_id="i1"))
    deliver(house, handlers)
    assert seen == [("insert", True, False), ("modify", True, False), ("remove", True, True)]
    house.store.close()


def test_an_image_of_an_older_shape_is_brought_up_to_date(house: House) -> None:
    item = {"PK": {"S": "H#h"}, "SK": {"S": "INVITATION#i1"}, "invitationId": {"S": "i1"}, "mail": {"S": "old@x.org"}}
    house.store.raw.call("PutItem", {"TableName": "HouseTable", "Item": item})
    [change] = house.changes()
    assert change.new is not None
    assert change.new.address == "old@x.org"


def foreign(house: House) -> None:
    item = {"PK": {"S": "H#h"}, "SK": {"S": "LETTER#1"}}
    house.store.raw.call("PutItem", {"TableName": "HouseTable", "Item": item})


def deliver(house: House, handlers: Handlers) -> list[bool]:
    return [handlers.handle(HouseTable, StreamRecord.of(told)) for told in house.raw_records()]


def test_rows_of_no_entity_are_skipped_unless_someone_wants_them(house: House) -> None:
    handlers = Handlers()
    handlers.on(Invitation)(lambda _change: None)
    foreign(house)
    assert deliver(house, handlers) == [False]
    seen: list[StreamRecord] = []
    handlers.on_unknown(seen.append)
    assert deliver(house, handlers) == [True]
    assert seen[0].keys == {"PK": {"S": "H#h"}, "SK": {"S": "LETTER#1"}}
    assert seen[0].new == seen[0].keys


def test_rows_that_guard_uniqueness_are_nobodys_business(house: House) -> None:
    handlers = Handlers()
    seen: list[Any] = []
    handlers.on_unknown(seen.append)
    handlers.on(Person)(seen.append)
    house.store.insert(Person(house="h", person_id="p1", name="Ann"))
    assert sorted(deliver(house, handlers)) == [False, True]
    assert [each.new.name for each in seen] == ["Ann"]


def test_a_row_that_cannot_be_read_troubles_only_those_who_want_it(house: House) -> None:
    item = {"PK": {"S": "H#h"}, "SK": {"S": "PERSON#p1"}, "personId": {"S": "p1"}}
    house.store.raw.call("PutItem", {"TableName": "HouseTable", "Item": item})
    handlers = Handlers()
    handlers.on(Invitation)(lambda _change: None)
    assert deliver(house, handlers) == [False]
    handlers.on(Person)(lambda _change: None)
    with pytest.raises(UnreadableItem, match="name"):
        deliver(house, handlers)


def test_handlers_are_called_for_their_entity_and_kind_in_the_order_of_their_registration(house: House) -> None:
    handlers = Handlers()
    seen: list[tuple[str, str]] = []

    @handlers.on(Invitation)
    def every(change: Change[Invitation]) -> None:
        seen.append(("every", change.kind))

    @handlers.on(Invitation, "insert", "remove")
    def ends(change: Change[Invitation]) -> None:
        seen.append(("ends", change.kind))

    @handlers.on(Person)
    def person(change: Change[Person]) -> None:
        seen.append(("person", change.kind))

    house.store.insert(invitation())
    house.store.write(Invitation.update(house="h", invitation_id="i1").add(visits=1))
    house.store.write(Invitation.delete(house="h", invitation_id="i1"))
    deliver(house, handlers)
    assert seen == [
        ("every", "insert"),
        ("ends", "insert"),
        ("every", "modify"),
        ("every", "remove"),
        ("ends", "remove"),
    ]


def test_what_can_never_be_called_is_refused_when_it_is_declared() -> None:
    with pytest.raises(DesignError, match="'create' is no kind of change"):
        Handlers().on(Invitation, "create")  # type: ignore[call-overload]
    handlers = Handlers()
    handlers.on(Note)(lambda _change: None)
    with pytest.raises(DesignError, match="QuietTable has no stream"):
        handlers.as_lambda(QuietTable)
    with pytest.raises(DesignError, match=r"no handler .* of HouseTable"):
        handlers.as_lambda(HouseTable)


def test_as_a_lambda_it_reports_the_first_failure_and_handles_nothing_behind_it(house: House) -> None:
    handlers = Handlers()
    seen: list[str] = []
    broken = {"i2"}

    @handlers.on(Invitation)
    def handle(change: Change[Invitation]) -> None:
        if change.key["invitation_id"] in broken:
            raise OSError("no mail today")
        seen.append(change.key["invitation_id"])

    for number in (1, 2, 3):
        house.store.insert(invitation(number))
    event = {"Records": house.raw_records()}
    entry = handlers.as_lambda(HouseTable)
    second = event["Records"][1]["dynamodb"]["SequenceNumber"]
    assert entry(event, None) == {"batchItemFailures": [{"itemIdentifier": second}]}
    assert seen == ["i1"]
    broken.clear()
    assert entry({"Records": event["Records"][1:]}, None) == {"batchItemFailures": []}
    assert seen == ["i1", "i2", "i3"]


def test_a_reader_goes_on_where_it_was_when_its_iterator_has_expired(house: House) -> None:
    reader = house.reader()
    for number in (1, 2):
        house.store.insert(invitation(number))
    assert keys_of(reader.read(1)) == ["INVITATION#i1"]
    house.clock.pass_(minutes=16)
    house.store.insert(invitation(3))
    assert keys_of(reader.read(10)) == ["INVITATION#i2", "INVITATION#i3"]
    assert reader.read(10) == []


def test_a_reader_that_began_at_the_end_loses_nothing_when_its_iterator_has_expired(house: House) -> None:
    house.store.insert(invitation(1))
    house.clock.pass_(minutes=1)
    reader = house.reader(since=int(house.clock.now))
    reader.skip_to_end()
    house.clock.pass_(minutes=16)
    house.store.insert(invitation(2))
    assert keys_of(reader.read(1)) == ["INVITATION#i2"]


def test_a_reader_tells_what_was_trimmed_and_can_restart(house: House) -> None:
    for number in (1, 2, 3):
        house.store.insert(invitation(number))
    after = house.raw_records()[1]["dynamodb"]["SequenceNumber"]
    house.clock.pass_(hours=25)
    house.store.insert(invitation(4))
    house.engine.sweep()
    reader = house.reader(after)
    with pytest.raises(ChangesTrimmed, match="gone unread"):
        reader.read(10)
    reader.restart()
    assert keys_of(reader.read(10)) == ["INVITATION#i4"]


def test_a_reader_comes_to_the_end_of_a_stream_that_was_switched_off(house: House) -> None:
    house.store.insert(invitation())
    reader = house.reader()
    request = {"TableName": "HouseTable", "StreamSpecification": {"StreamEnabled": False}}
    house.store.raw.call("UpdateTable", request)
    assert keys_of(reader.read(10)) == ["INVITATION#i1"]
    assert reader.is_at_end
    assert reader.read(10) == []


def test_a_table_that_has_no_stream_is_told_so(house: House) -> None:
    request = {"TableName": "HouseTable", "StreamSpecification": {"StreamEnabled": False}}
    house.store.raw.call("UpdateTable", request)
    with pytest.raises(StreamMissing, match="stream of HouseTable is not enabled"):
        latest_stream(house.store.raw, HouseTable)
    with pytest.raises(StreamMissing, match="QuietTable is not there"):
        latest_stream(house.store.raw, QuietTable)


def test_shards_are_listed_parents_first_from_every_page(house: House) -> None:
    split = SplitStore(house.store.raw, split=0)
    found = shards_of(split, latest_stream(split, HouseTable)) or []
    assert [(shard.id, shard.parent, shard.is_open) for shard in found] == [
        (FIRST, None, False),
        (RIGHT, FIRST, True),
        (LEFT, FIRST, True),
    ]
