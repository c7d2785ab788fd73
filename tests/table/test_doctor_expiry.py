"""The doctor where rows expire: what has expired is as good as gone, and no fault."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from chabudai import table
from chabudai.table import Entity, InKey, Table, TypedStore, key, unique
from chabudai.table.doctor import doctor
from chabudai.table.doctor.reports import DoctorReport

NOW = 1_900_000_000  # ahead of the engine's clock, so that its own deletion of what has expired does not come between


class Seats(Table, name="Seats", pk="PK", sk="SK", ttl="until"): ...


class Seat(Entity, table=Seats):
    number: InKey[int]
    guest: str
    until: int | None = None
    one_guest = unique("GUESTS", "GUEST#{guest}")
    PK = key("SEAT#{number}")
    SK = key("SEAT")


@pytest.fixture
def seats() -> TypedStore:
    store = table.open(":memory:")
    store.create(Seats)
    return TypedStore(store.raw, clock=lambda: datetime.fromtimestamp(NOW, UTC))


def examined(store: TypedStore) -> DoctorReport:
    return doctor(store, Seats, clock=lambda: NOW)


def put_raw(store: TypedStore, item: dict[str, object]) -> None:
    store.raw.call("PutItem", {"TableName": "Seats", "Item": item})


def guard_row(number: int, until: int | None = None) -> dict[str, object]:
    owner = {"PK": {"S": f"SEAT#{number}"}, "SK": {"S": "SEAT"}}
    row = {"PK": {"S": "GUESTS"}, "SK": {"S": "GUEST#ann"}, "_guards": {"M": owner}}
    return row if until is None else {**row, "until": {"N": str(until)}}


def test_a_value_that_another_took_after_its_holder_expired_is_not_contested(seats: TypedStore) -> None:
    seats.insert(Seat(number=1, guest="ann", until=NOW - 10))
    seats.insert(Seat(number=2, guest="ann"))
    assert str(examined(seats)).endswith("all is well")


def test_an_expired_guard_whose_owner_is_deleted_or_has_another_is_no_orphan(seats: TypedStore) -> None:
    seats.insert(Seat(number=1, guest="ann", until=NOW - 10))
    seats.write(Seat.delete(number=1))
    seats.insert(Seat(number=2, guest="bob", until=NOW - 10))
    seats.insert(Seat(number=2, guest="cat"))
    assert str(examined(seats)).endswith("all is well")


def test_an_expired_guard_of_another_is_a_missing_guard_that_is_made(seats: TypedStore) -> None:
    seats.insert(Seat(number=2, guest="ann"))
    put_raw(seats, guard_row(1, until=NOW - 10))
    assert "missing guard" in str(examined(seats))
    doctor(seats, Seats, repair=True, clock=lambda: NOW)
    assert str(examined(seats)).endswith("all is well")


def test_a_lasting_guard_of_a_row_that_has_expired_is_an_orphan_that_goes(seats: TypedStore) -> None:
    seats.insert(Seat(number=1, guest="ann", until=NOW - 10))
    put_raw(seats, guard_row(1))
    assert "it is for SEAT#1 / SEAT, which has expired" in str(examined(seats))
    doctor(seats, Seats, repair=True, clock=lambda: NOW)
    assert str(examined(seats)).endswith("all is well")


def test_what_has_expired_is_told_by_the_stores_own_clock(seats: TypedStore) -> None:
    seats.put(Seat(number=1, guest="Mio", until=NOW + 10))
    later = TypedStore(seats.raw, clock=lambda: datetime.fromtimestamp(NOW + 20, UTC))
    assert [doctor(each, Seats).tables[0].expired for each in (seats, later)] == [0, 2]
