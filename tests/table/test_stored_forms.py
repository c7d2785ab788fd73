"""Keys, guards and rules see values as they are read back: times in UTC, decimals without zeros at their end."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from pydantic import field_validator, model_validator
from tests.table.designs_for_writes import stored

from chabudai import table
from chabudai.table import (
    BatchWrite,
    Entity,
    Field,
    Gsi,
    InKey,
    InvalidFieldValue,
    NotUnique,
    OmitDefault,
    Put,
    Query,
    Table,
    Transaction,
    TypedStore,
    computed,
    key,
    unique,
)
from chabudai.table.doctor import doctor

JST = timezone(timedelta(hours=9))
EIGHT = datetime(2026, 11, 3, 8, tzinfo=JST)
"""The day before in UTC."""


class Booth(Table, name="Booth", pk="PK", sk="SK"):
    by_label = Gsi("ByLabel", "label_pk", "label_sk")


def day_of(start: datetime) -> date:
    return start.date()


class Booking(Entity, table=Booth):
    booking_id: InKey[str]
    start: datetime = Field(default_factory=lambda: EIGHT)
    room: str = "a"
    day = computed(day_of)
    PK = key("BOOKING#{booking_id}")
    SK = key("BOOKING")
    label_pk = key("DAY#{day}")
    label_sk = key("ROOM#{room}")
    one_room = unique("ROOMS", "{day}#{room}")


class Slot(Entity, table=Booth):
    """A time that lives only in keys, of which another is computed."""

    start: InKey[datetime]
    count: int = 0
    day = computed(day_of)
    PK = key("SLOT#{start}")
    SK = key("SLOT")
    label_pk = key("SLOTS#{day}")
    label_sk = key("{count:03}")


def label_of(price: Decimal) -> str:
    return str(price)


def sign_of(weight: float) -> str:
    return str(weight)


def fees_of(fee: Decimal) -> str:
    return str(fee)


def labels_of(prices: list[Decimal]) -> str:
    return "-".join(map(str, prices)) or "none"


class Parcel(Entity, table=Booth):
    parcel_id: InKey[str]
    price: Decimal = Decimal("1.00")
    weight: float = 0.0
    fee: OmitDefault[Decimal] = Decimal("2.00")
    prices: list[Decimal] = Field(default_factory=list)
    label = computed(label_of)
    sign = computed(sign_of)
    fees = computed(fees_of)
    labels = computed(labels_of)
    PK = key("PARCEL#{parcel_id}")
    SK = key("PARCEL")
    label_pk = key("PRICE#{label}#{sign}")
    label_sk = key("{fees}#{labels}")
    one_label = unique("LABELS", "{label}#{sign}")


class Desk(Entity, table=Booth):
    """Open from nine, by the clock of what is stored."""

    desk_id: InKey[str]
    start: datetime
    count: int = 0
    PK = key("DESK#{desk_id}")
    SK = key("DESK")

    @field_validator("start")
    @classmethod
    def require_open(cls, start: datetime) -> datetime:
        if not 9 <= start.hour < 18:
            raise ValueError("closed then")
        return start


class Local(Entity, table=Booth):
    """A rule that brings what is stored back to the time of a place."""

    local_id: InKey[str]
    start: datetime
    count: int = 0
    day = computed(day_of)
    PK = key("LOCAL#{local_id}")
    SK = key("LOCAL")
    label_pk = key("LOCALS#{day}")
    label_sk = key("{count:03}#{day}")

    @field_validator("start")
    @classmethod
    def in_place(cls, start: datetime) -> datetime:
        return start.astimezone(JST)


class Bill(Entity, table=Booth):
    """A rule over several fields that writes one of them out."""

    bill_id: InKey[str]
    price: Decimal
    text: str = ""
    PK = key("BILL#{bill_id}")
    SK = key("BILL")
    label_pk = key("BILLS#{text}")

    @model_validator(mode="before")
    @classmethod
    def write_out(cls, values: Any) -> Any:
        return {**values, "text": str(values["price"])} if isinstance(values, dict) else values


@Booth.pattern("1", "bookings of a day")
def bookings_on(day: date) -> Query[Booking]:
    return Booth.by_label.query(Booking, day=day)


@pytest.fixture
def booth() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Booth)
        yield store
        report = doctor(store, Booth)
        assert report.is_healthy, report


def test_a_key_is_made_of_the_time_that_is_read_back(booth: TypedStore) -> None:
    made = booth.insert(Booking(booking_id="1", start=EIGHT))
    assert str(made.start) == "2026-11-02 23:00:00+00:00"
    assert booth.count(bookings_on(date(2026, 11, 2))) == 1
    with pytest.raises(NotUnique):
        booth.insert(Booking(booking_id="2", start=EIGHT.astimezone(UTC)))


def test_an_update_makes_keys_and_guards_of_the_time_that_is_read_back(booth: TypedStore) -> None:
    booth.insert(Booking(booking_id="1", start=EIGHT + timedelta(days=3)))
    booth.write(Booking.update(booking_id="1").set(start=EIGHT))
    assert stored(booth, Booking, booking_id="1")["label_pk"] == {"S": "DAY#2026-11-02"}
    booth.transact(Transaction().step("one", Booking.update(booking_id="1").set(room="b", start=EIGHT)))
    booth.write(Booking.upsert(booking_id="2").set(room="c"))
    assert booth.count(bookings_on(date(2026, 11, 2))) == 2
    booth.write(Booking.delete(booking_id="2"))


def test_a_time_that_lives_in_a_key_is_in_utc_in_others_too(booth: TypedStore) -> None:
    booth.insert(Slot(start=EIGHT))
    assert booth.write(Slot.update(start=EIGHT).add(count=1)).count == 1
    booth.write(Slot.upsert(start=EIGHT + timedelta(hours=2)).add(count=2))
    booth.batch_write(BatchWrite((Put(Slot(start=EIGHT + timedelta(hours=4))),)))
    assert booth.count(Booth.by_label.query(Slot, day=date(2026, 11, 2))) == 1


def test_zeros_at_the_end_and_the_sign_of_zero_make_no_other_key(booth: TypedStore) -> None:
    made = booth.insert(Parcel(parcel_id="1", price=Decimal("1.50"), weight=-0.0, prices=[Decimal("1E+2")]))
    assert (str(made.price), str(made.weight), str(made.prices)) == ("1.5", "0.0", "[Decimal('100')]")
    assert stored(booth, Parcel, parcel_id="1")["label_pk"] == {"S": "PRICE#1.5#0.0"}
    with pytest.raises(NotUnique):
        booth.insert(Parcel(parcel_id="2", price=Decimal("1.5")))


def test_sums_lists_and_defaults_make_keys_as_they_are_read_back(booth: TypedStore) -> None:
    booth.write(Parcel.upsert(parcel_id="1"))
    booth.write(Parcel.update(parcel_id="1").add(price=Decimal("0.50"), weight=-0.0))
    booth.write(Parcel.update(parcel_id="1").add(price=Decimal("0.50")).append(prices=[Decimal("3.10")]))
    booth.write(Parcel.update(parcel_id="1").set(fee=Decimal("2.0")))
    booth.write(Parcel.update(parcel_id="1").add(fee=Decimal("0.0")))
    booth.write(Parcel.update(parcel_id="1").remove("price").when(price=Decimal("2.000")))
    booth.put(Parcel(parcel_id="2", price=Decimal("7.0"), fee=Decimal(2)))


def test_what_a_rule_would_refuse_when_it_is_read_is_not_stored(booth: TypedStore) -> None:
    ten, noon = EIGHT + timedelta(hours=2), datetime(2026, 11, 3, 12, tzinfo=UTC)
    with pytest.raises(InvalidFieldValue, match=r"closed then, but it was .*2026, 11, 3, 1, 0"):
        booth.insert(Desk(desk_id="1", start=ten))
    booth.insert(Desk(desk_id="1", start=noon))
    with pytest.raises(InvalidFieldValue, match=r"closed then, but it was .*2026, 11, 3, 1, 0"):
        booth.write(Desk.update(desk_id="1").set(start=ten))
    assert booth.write(Desk.update(desk_id="1").set(count=2)).start == noon


def test_a_rule_that_changes_what_is_read_back_counts_in_keys(booth: TypedStore) -> None:
    made = booth.insert(Local(local_id="1", start=EIGHT.astimezone(UTC)))
    assert made.start.hour == 8
    assert stored(booth, Local, local_id="1")["label_pk"] == {"S": "LOCALS#2026-11-03"}
    booth.write(Local.update(local_id="1").set(start=(EIGHT + timedelta(days=1)).astimezone(UTC)))
    assert stored(booth, Local, local_id="1")["label_pk"] == {"S": "LOCALS#2026-11-04"}
    booth.write(Local.update(local_id="1").add(count=1))
    assert stored(booth, Local, local_id="1")["label_sk"] == {"S": "001#2026-11-04"}


def test_a_rule_over_several_fields_sees_what_is_read_back(booth: TypedStore) -> None:
    assert booth.insert(Bill(bill_id="1", price=Decimal("2.50"))).text == "2.5"
    assert booth.write(Bill.update(bill_id="1").add(price=Decimal("0.50"))).text == "3"
    assert booth.write(Bill.update(bill_id="1").set(price=Decimal("4.0"))).text == "4"
