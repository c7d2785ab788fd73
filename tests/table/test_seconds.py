"""Expiry in seconds: whatever a field's type is, DynamoDB gets the number of seconds by which it lets rows expire."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Annotated, Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.designs import entity_named
from tests.table.designs_for_writes import Clock

from chabudai import table
from chabudai.table import (
    As,
    Design,
    DesignError,
    Entity,
    Field,
    Gsi,
    InKey,
    OrNull,
    Query,
    Stored,
    Table,
    TypedStore,
    View,
    gt,
    key,
    le,
    unique,
)
from chabudai.table.attributes import Item
from chabudai.table.doctor import doctor
from chabudai.table.errors import NotUnique, UnreadableItem
from chabudai.table.schema.seconds import exact_seconds, moment_of, round_up, whole_seconds

Moment: TypeAlias = Annotated[datetime, As("isoms")]
MomentOrNull: TypeAlias = OrNull[datetime]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


class Doors(Table, name="Doors", pk="PK", sk="SK", ttl="until"):
    by_end = Gsi("ByEnd", "end_pk", "end_sk")


class Session(Entity, table=Doors):
    token: InKey[str]
    user: str = "ann"
    ends: Annotated[datetime | None, Stored("until")] = None
    one_user = unique("USERS", "USER#{user}")
    PK = key("SESSION#{token}")
    SK = key("SESSION")
    end_pk = key("ENDS")
    end_sk = key("END#{ends:isoms}")


class Ending(View, of=Session):
    token: InKey[str]
    ends: datetime | None = None


@Doors.pattern("1", "sessions in the order of their ends")
def sessions() -> Query[Session]:
    return Doors.by_end.query(Session)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def doors(clock: Clock) -> Iterator[TypedStore]:
    with table.open(":memory:", clock=clock) as store:
        store.create(Doors)
        yield store


def row(store: TypedStore, token: str = "t") -> Item:
    return row_at(store, Session.layout.key({"token": token}))


def row_at(store: TypedStore, place: Item) -> Item:
    found: Item = store.raw.call("GetItem", {"TableName": "Doors", "Key": place})["Item"]
    return found


def test_a_session_that_ends_at_a_time_expires(doors: TypedStore, clock: Clock) -> None:
    doors.insert(Session(token="t", ends=clock.now + timedelta(minutes=1)))
    assert row(doors)["until"] == {"N": str(int(clock.now.timestamp()) + 60)}
    assert doors.get(Session.get(token="t")) is not None
    clock.now += timedelta(minutes=2)
    assert doors.get(Session.get(token="t")) is None
    assert list(doors.all(sessions())) == []
    doors.insert(Session(token="t", ends=clock.now + timedelta(minutes=1)))


def test_the_guard_of_what_expires_expires_with_it(doors: TypedStore, clock: Clock) -> None:
    doors.insert(Session(token="t", ends=clock.now + timedelta(seconds=59, microseconds=1)))
    guard = row_at(doors, {"PK": {"S": "USERS"}, "SK": {"S": "USER#ann"}})
    assert guard["until"] == row(doors)["until"] == {"N": str(int(clock.now.timestamp()) + 60)}
    with pytest.raises(NotUnique):
        doors.insert(Session(token="u"))
    clock.now += timedelta(minutes=2)
    doors.insert(Session(token="u"))


def test_what_is_finer_than_a_second_is_rounded_up_before_it_is_stored(doors: TypedStore) -> None:
    fine = NOON.replace(year=2126, microsecond=1)
    full = NOON.replace(year=2126, second=1)
    made = doors.insert(Session(token="t", ends=fine))
    assert made.ends == full
    assert made == doors.one(Session.get(token="t"))
    assert row(doors)["end_sk"] == {"S": "END#2126-01-02T12:00:01.000Z"}
    later = doors.write(Session.update(token="t").set(ends=fine + timedelta(seconds=5)))
    assert later.ends == full + timedelta(seconds=5)
    assert row(doors)["end_sk"] == {"S": "END#2126-01-02T12:00:06.000Z"}
    assert doors.one(Ending.get(token="t")).ends == later.ends
    doors.write(Session.update(token="t").set(user="bob").when(ends=fine + timedelta(seconds=5)))
    assert doctor(doors, Doors).is_healthy


def test_conditions_and_filters_compare_numbers(doors: TypedStore) -> None:
    end = NOON.replace(year=2126)
    doors.insert(Session(token="t", ends=end))
    for fits, condition in [
        (True, gt(end - timedelta(microseconds=1))),
        (False, gt(end)),
        (True, le(end)),
        (True, le(end + timedelta(microseconds=1))),
        (False, le(end - timedelta(microseconds=1))),
    ]:
        assert bool(list(doors.all(sessions().filter(ends=condition)))) == fits
    assert doors.write(Session.update(token="t").set(user="bob").when(ends=gt(end - timedelta(days=1)))).user == "bob"


@pytest.mark.parametrize(
    ("annotation", "value", "kept"),
    [
        (datetime, NOON, NOON),
        (datetime, NOON.astimezone(timezone(timedelta(hours=9))) - timedelta(microseconds=1), NOON),
        (date, date(2026, 1, 2), date(2026, 1, 2)),
        (float, 1767355199.25, 1767355200.0),
        (Decimal, Decimal("1767355199.000001"), Decimal(1767355200)),
        (int, 1767355200, 1767355200),
        (datetime | None, None, None),
        (MomentOrNull, None, None),
    ],
)
def test_every_type_of_time_is_stored_in_whole_seconds_and_read_back(annotation: Any, value: Any, kept: Any) -> None:
    room = _ending(annotation)
    made = room(id="1", until=value)
    item = room.layout.to_item(room.layout.values(made))
    assert made.until == kept
    assert set(item.get("until", {})) <= {"N", "NULL"}
    assert room.layout._parse_items([item]) == [made]
    assert room.layout._careful.parse(item) == made


def test_a_default_is_rounded_too() -> None:
    until = Field(default_factory=lambda: NOON.replace(microsecond=3))
    assert _ending(datetime, until=until)(id="1").until == NOON + timedelta(seconds=1)
    assert _ending(datetime, until=NOON.replace(microsecond=3))(id="1").until == NOON + timedelta(seconds=1)


def test_a_time_that_was_stored_as_text_before_is_still_read() -> None:
    room = _ending(datetime)
    item = {**room.layout.key({"id": "1"}), "until": {"S": "2026-01-02T12:00:00Z"}}
    assert room.layout.from_item(item).until == NOON


def test_a_number_that_is_no_time_is_told() -> None:
    room = _ending(datetime)
    with pytest.raises(UnreadableItem, match="until"):
        room.layout.from_item({**room.layout.key({"id": "1"}), "until": {"N": "9" * 30}})


@pytest.mark.parametrize("annotation", [str, bool, InKey[datetime], Moment, set[int], datetime | int])
def test_what_can_be_no_number_of_seconds_is_refused(annotation: Any) -> None:
    with pytest.raises(DesignError, match=r"Room.until says when a row of Ending expires \(until\)"):
        _ending(annotation)


def test_an_expiry_that_no_entity_stores_is_refused() -> None:
    class Never(Table, name="Never", pk="PK", ttl="expires"): ...

    class Note(Entity, table=Never):
        id: str
        expires_at: int
        PK = key("NOTE#{id}")

    with pytest.raises(DesignError, match="no entity of Never stores expires"):
        Design("never", Never)


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_in_seconds_is_the_same_time_rounded_up(value: datetime) -> None:
    if value.microsecond and value.year == 9999:
        value = value.replace(microsecond=0)
    assert moment_of(whole_seconds(value)) == round_up(value)
    assert 0 <= (round_up(value) - value).total_seconds() < 1
    exact = exact_seconds(value)
    assert exact <= whole_seconds(value) < exact + 1


def _ending(annotation: Any, **members: Any) -> Any:
    class Ending(Table, name="Ending", pk="PK", ttl="until"): ...

    return entity_named("Room", Ending, {"id": InKey[str], "until": annotation}, PK=key("ROOM#{id}"), **members)
