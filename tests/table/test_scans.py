"""A walk through a whole table for one entity: its rows of every partition, and nobody else's."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from tests.table.designs_for_writes import Clock

from chabudai import table
from chabudai.store import record_calls
from chabudai.store.errors import StoreError
from chabudai.table import (
    DesignError,
    Entity,
    InKey,
    InvalidValue,
    Query,
    Scan,
    Table,
    TypedStore,
    UnreadableRow,
    View,
    begins_with,
    key,
    ne,
    unique,
)
from chabudai.table.errors import UnknownField, UnreadableItem


class Rooms(Table, name="Rooms", pk="PK", sk="SK", ttl="until"): ...


class Room(Entity, table=Rooms):
    house: InKey[str]
    number: InKey[int]
    name: str
    text: str = ""
    until: int | None = None
    PK = key("HOUSE#{house}")
    SK = key("ROOM#{number:03}")
    one_name = unique("HOUSE#{house}", "NAME#{name}")


class House(Entity, table=Rooms):
    house: InKey[str]
    PK = key("HOUSE#{house}")
    SK = key("HOUSE")


class Door(View, of=Room):
    house: str
    number: int
    name: str


def test_a_scan_gives_the_rows_of_one_entity_in_every_partition_without_those_that_have_expired() -> None:
    clock = Clock()
    with table.open(":memory:", clock=clock) as store:
        store.create(Rooms)
        rooms = [Room(house=house, number=number, name=f"{number}") for house in ("a", "b") for number in (1, 2)]
        for row in (House(house="a"), *rooms, Room(house="b", number=3, name="3", until=int(clock().timestamp()) + 10)):
            store.put(row)
        clock.now += timedelta(seconds=60)
        by_key = sorted(store.scan(Room.scan()), key=lambda room: (room.house, room.number))
        assert by_key == rooms
        assert list(store.scan(House.scan())) == [House(house="a")]
        assert {(door.house, door.number) for door in store.scan(Door.scan())} == {
            (room.house, room.number) for room in rooms
        }


def test_a_scan_goes_on_where_a_page_of_the_store_ends() -> None:
    """The store gives a megabyte at a time."""
    with table.open(":memory:") as store:
        store.create(Rooms)
        for number in range(4):
            store.put(Room(house="a", number=number, name=f"{number}", text="x" * 350_000))
        with record_calls() as calls:
            assert [room.number for room in store.scan(Room.scan())] == [0, 1, 2, 3]
        assert [call.operation for call in calls] == ["Scan", "Scan"]


@pytest.fixture
def full() -> Iterator[TypedStore]:
    """Three hundred rooms of thirty houses, so large that a segment has several pages."""
    with table.open(":memory:") as store:
        store.create(Rooms)
        for house in range(30):
            store.put(House(house=f"{house}"))
            for number in range(10):
                store.put(Room(house=f"{house}", number=number, name=f"{house} {number}", text="x" * 30_000))
        yield store


def test_segments_at_the_same_time_give_every_row_once(full: TypedStore) -> None:
    alone = {(room.house, room.number) for room in full.scan(Room.scan())}
    assert len(alone) == 300
    for segments in (2, 4, 9):
        with record_calls() as calls:
            rooms = list(full.scan(Room.scan().in_segments(segments)))
        assert len(rooms) == 300
        assert {(room.house, room.number) for room in rooms} == alone
        assert {call.operation for call in calls} == {"Scan"}
        assert len(calls) >= segments
    assert len(list(full.scan(House.scan().in_segments(3)))) == 30


def test_who_stops_early_stops_the_threads_and_nothing_is_read_far_ahead(full: TypedStore) -> None:
    before = threading.active_count()
    with record_calls() as calls:
        rooms = full.scan(Room.scan().in_segments(3))
        assert threading.active_count() == before
        next(rooms)
        rooms.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
    assert len(calls) <= 10
    with record_calls() as calls:
        next(full.scan(Room.scan()))
    assert len(calls) == 1


def test_a_refusal_in_one_segment_ends_them_all(full: TypedStore) -> None:
    before = threading.active_count()
    inner = full.raw.call

    def call(operation: str, request: Any) -> dict[str, Any]:
        if request.get("Segment") == 2:
            raise StoreError("not this one")
        return inner(operation, request)

    full.raw.call = call  # type: ignore[method-assign]
    with pytest.raises(StoreError, match="not this one"):
        list(full.scan(Room.scan().in_segments(4)))
    assert threading.active_count() == before


def test_a_filter_is_asked_where_the_rows_are(full: TypedStore) -> None:
    with record_calls() as calls:
        assert [room.name for room in full.scan(Room.scan().filter(name="3 7"))] == ["3 7"]
    assert sum(call.items for call in calls) == 1
    found = full.scan(Room.scan().filter(name=begins_with("4 ")).filter(name=ne("4 1")).in_segments(2))
    assert sorted(room.number for room in found) == [0, 2, 3, 4, 5, 6, 7, 8, 9]
    with pytest.raises(UnknownField, match="Room has no field 'nam'"):
        Room.scan().filter(nam="x")
    with pytest.raises(DesignError, match=r"Room.house lives only in keys"):
        Room.scan().filter(house="x")


def test_rows_of_others_are_not_sent_and_a_view_asks_for_its_own_attributes(full: TypedStore) -> None:
    with record_calls() as calls:
        assert len(list(full.scan(House.scan()))) == 30
    assert sum(call.items for call in calls) == 30
    assert "ConsistentRead" not in House.scan().request
    assert House.scan().consistently().request["ConsistentRead"] is True
    asked = Door.scan().request
    names = {asked["ExpressionAttributeNames"][name] for name in asked["ProjectionExpression"].split(", ")}
    assert "text" not in names
    assert names >= {"PK", "SK", "name", "until"}


def test_rows_that_can_not_be_read_are_as_the_store_is_told() -> None:
    with table.open(":memory:") as store:
        store.create(Rooms)
        store.put(Room(house="a", number=1, name="1"))
        item = {"PK": {"S": "HOUSE#a"}, "SK": {"S": "ROOM#002"}}
        store.raw.call("PutItem", {"TableName": "Rooms", "Item": item})
        for segments in (1, 3):
            with pytest.raises(UnreadableItem, match="name is missing"):
                list(store.scan(Room.scan().in_segments(segments)))
        told: list[UnreadableRow] = []
        lenient = TypedStore(store.raw, report_unreadable=told.append)
        assert [room.number for room in lenient.scan(Room.scan().in_segments(2))] == [1]
        assert [row.key for row in told] == [item]


def test_a_number_of_segments_is_from_one_to_a_hundred() -> None:
    for number in (0, 101):
        with pytest.raises(InvalidValue, match="is no number of segments: from 1 to 100"):
            Room.scan().in_segments(number)


def test_explain_says_what_a_scan_costs() -> None:
    with table.open(":memory:") as store:
        told = store.explain(Room.scan().filter(name="x").in_segments(2))
    assert told.operations == ("Scan", "Scan")
    assert str(told) == (
        "no pattern\n"
        "  Scan Rooms\n"
        "    FilterExpression: ((name = 'x') OR (attribute_exists(_schema_version) AND _schema_version <> 1)) AND "
        "(begins_with(PK, 'HOUSE#')) AND (begins_with(SK, 'ROOM#'))\n"
        "    in 2 segments at the same time\n"
        "    the whole table is read and paid for, page by page"
    )


def test_a_pattern_may_scan_only_when_it_says_so() -> None:
    class Halls(Table, name="Halls", pk="PK"): ...

    class Hall(Entity, table=Halls):
        name: InKey[str]
        PK = key("HALL#{name}")

    with pytest.raises(DesignError, match=r"H-1 \(all halls\): it returns a Scan.*for exports and jobs, never"):

        @Halls.pattern("H-1", "all halls")
        def halls() -> Scan[Hall]:
            return Hall.scan()

    @Halls.pattern("H-1", "all halls, for the export", scans=True)
    def exported() -> Scan[Hall]:
        return Hall.scan().in_segments(2)

    @Halls.pattern("H-2", "one hall", scans=True)
    def one(name: str) -> Query[Hall]:
        return Halls.query(Hall, name=name)

    with table.open(":memory:") as store:
        store.create(Halls)
        store.put(Hall(name="a"))
        with record_calls() as calls:
            assert list(store.scan(exported())) == list(store.all(one("a"))) == [Hall(name="a")]
        assert sorted(call.pattern or "" for call in calls) == ["H-1", "H-1", "H-2"]


def test_the_asyncio_twin_reads_segments_in_tasks_and_ends_them() -> None:
    async def ask() -> tuple[int, set[int], int]:
        async with table.open_async(":memory:") as store:
            await store.create(Rooms)
            for number in range(60):
                await store.put(Room(house=f"{number % 7}", number=number, name=f"{number}", text="x" * 50_000))
            found = [room.number async for room in store.scan(Room.scan().in_segments(4))]
            rooms = store.scan(Room.scan().in_segments(3))
            await anext(rooms)
            await rooms.aclose()  # type: ignore[attr-defined]
            return len(found), set(found), len(asyncio.all_tasks())

    assert asyncio.run(ask()) == (60, set(range(60)), 1)
