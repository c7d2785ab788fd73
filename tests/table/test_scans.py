"""A walk through a whole table for one entity: its rows of every partition, and nobody else's."""

from datetime import timedelta

from tests.table.designs_for_writes import Clock

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import Entity, InKey, Table, View, key, unique


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
        by_key = sorted(store.scan(Room), key=lambda room: (room.house, room.number))
        assert by_key == rooms
        assert list(store.scan(House)) == [House(house="a")]
        assert {(door.house, door.number) for door in store.scan(Door)} == {(room.house, room.number) for room in rooms}


def test_a_scan_goes_on_where_a_page_of_the_store_ends() -> None:
    """The store gives a megabyte at a time."""
    with table.open(":memory:") as store:
        store.create(Rooms)
        for number in range(4):
            store.put(Room(house="a", number=number, name=f"{number}", text="x" * 350_000))
        with record_calls() as calls:
            assert [room.number for room in store.scan(Room)] == [0, 1, 2, 3]
        assert [call.operation for call in calls] == ["Scan", "Scan"]
