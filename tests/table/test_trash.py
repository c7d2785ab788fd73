"""Soft deletion: moved to the trash once, restored once, and every key follows."""

from enum import Enum
from typing import Any

import pytest
from tests.table.designs_for_writes import SHIRT, Clothing, clothes_by_wear, keys, shirt
from tests.table.designs_for_writes import home as home

from chabudai import table
from chabudai.table import DesignError, Entity, Field, Table, Transaction, Trash, TypedStore, View, key, unique
from chabudai.table.attributes import Item
from chabudai.table.doctor import doctor
from chabudai.table.errors import ConditionNotMet, InvalidFieldValue, ItemNotFound, NotUnique


class Place(Enum):
    SHELF = "shelf"
    BIN = "bin"


class Letters(Table, name="Letters", pk="PK"):
    pass


class Letter(Entity, table=Letters, trash=Trash(at="gone_at")):
    id: str
    gone_at: int | None = None
    PK = key("LETTER#{id}")


def test_what_is_thrown_away_moves_to_another_list_and_back(home: TypedStore) -> None:
    home.insert(shirt(wear_count=3))
    gone = home.write(Clothing.move_to_trash(77, **SHIRT))
    assert (gone.status, gone.deleted_at) == ("DELETED", 77)
    assert keys(home) == ("W#w#CLOTH#DELETED", "WEAR#0000000003#1")
    assert list(home.all(clothes_by_wear("w"))) == []
    assert home.write(Clothing.restore(**SHIRT)) == shirt(wear_count=3)
    assert list(home.all(clothes_by_wear("w"))) == [shirt(wear_count=3)]


def test_nothing_is_thrown_away_or_taken_back_twice(home: TypedStore) -> None:
    home.insert(shirt())
    with pytest.raises(ConditionNotMet):
        home.write(Clothing.restore(**SHIRT))
    home.write(Clothing.move_to_trash(77, **SHIRT))
    with pytest.raises(ConditionNotMet):
        home.write(Clothing.move_to_trash(78, **SHIRT))
    assert home.one(Clothing.get(**SHIRT).with_trash()).deleted_at == 77
    home.write(Clothing.restore(**SHIRT))
    with pytest.raises(ConditionNotMet):
        home.write(Clothing.restore(**SHIRT))


def test_what_is_not_there_is_not_thrown_away(home: TypedStore) -> None:
    with pytest.raises(ItemNotFound):
        home.write(Clothing.move_to_trash(77, **SHIRT))
    assert home.get(Clothing.get(**SHIRT)) is None


def test_a_time_alone_is_enough() -> None:
    with table.open(":memory:") as store:
        store.create(Letters)
        store.insert(Letter(id="1"))
        assert store.write(Letter.move_to_trash(5, id="1")).gone_at == 5
        with pytest.raises(ConditionNotMet):
            store.write(Letter.move_to_trash(6, id="1"))
        store.transact(Transaction().step("back", Letter.restore(id="1")))
        assert store.one(Letter.get(id="1")).gone_at is None
        with pytest.raises(ConditionNotMet):
            store.write(Letter.restore(id="1"))


def test_without_a_status_it_needs_a_time_to_be_in_the_trash() -> None:
    with pytest.raises(InvalidFieldValue, match=r"Letter\.gone_at: it says that it is in the trash, .*: give the time"):
        Letter.move_to_trash(None, id="1")
    assert Clothing.move_to_trash(None, **SHIRT).sets["status"] == "DELETED"


def test_an_entity_without_trash_says_so() -> None:
    class Stamps(Table, name="Stamps", pk="PK"):
        pass

    class Stamp(Entity, table=Stamps):
        id: str
        PK = key("STAMP#{id}")

    with pytest.raises(DesignError, match=r"Stamp has no trash: declare it with trash=Trash"):
        Stamp.move_to_trash(1, id="1")


def test_trash_that_could_not_be_emptied_again_is_refused_when_it_is_declared() -> None:
    class Coins(Table, name="Coins", pk="PK"):
        pass

    with pytest.raises(DesignError, match=r"Coin\.gone_at says when it was moved to the trash, and so has to be None"):

        class Coin(Entity, table=Coins, trash=Trash(at="gone_at")):
            id: str
            gone_at: int = Field(default=0)
            PK = key("COIN#{id}")


class Shelves(Table, name="Shelves", pk="PK", sk="SK"): ...


class Jar(Entity, table=Shelves, trash=Trash("gone_at", frees_unique=True)):
    id: str
    name: str
    gone_at: int | None = None
    one_name = unique("NAMES", "NAME#{name}")
    PK = key("JAR#{id}")
    SK = key("JAR")


class Cup(Entity, table=Shelves, trash=Trash("gone_at", "place", Place.SHELF, Place.BIN, frees_unique=True)):
    id: str
    name: str
    gone_at: int | None = None
    place: Place = Place.SHELF
    one_name = unique("CUPS", "NAME#{name}")
    PK = key("CUP#{id}")
    SK = key("CUP")


@pytest.mark.parametrize("kind", [Jar, Cup])
def test_what_is_unique_is_free_while_its_owner_is_in_the_trash(kind: Any) -> None:
    with table.open(":memory:") as store:
        store.create(Shelves)
        store.insert(kind(id="1", name="honey"))
        with pytest.raises(NotUnique):
            store.insert(kind(id="2", name="honey"))
        store.write(kind.move_to_trash(5, id="1"))
        store.insert(kind(id="2", name="honey"))
        with pytest.raises(NotUnique, match="one_name"):
            store.write(kind.restore(id="1"))
        store.write(kind.update(id="1").set(name="salt"))
        store.insert(kind(id="3", name="salt"))
        store.write(kind.delete(id="2"))
        store.write(kind.update(id="1").set(name="honey"))
        assert doctor(store, Shelves).is_healthy
        assert store.write(kind.restore(id="1")).gone_at is None
        with pytest.raises(NotUnique):
            store.insert(kind(id="2", name="honey"))
        assert doctor(store, Shelves).is_healthy
        store.write(kind.move_to_trash(6, id="1"))
        store.write(kind.delete(id="1"))
        store.insert(kind(id="4", name="honey"))
        assert doctor(store, Shelves).is_healthy


def test_the_doctor_takes_away_a_guard_of_one_in_the_trash() -> None:
    with table.open(":memory:") as store:
        store.create(Shelves)
        store.insert(Jar(id="1", name="honey"))
        store.raw.call("PutItem", {"TableName": "Shelves", "Item": jar_item(gone_at=5)})
        assert dict(doctor(store, Shelves, repair=True).tables[0].repaired) == {"orphan guard": 1}
        store.insert(Jar(id="2", name="honey"))


def test_an_item_tells_whether_it_is_in_the_trash() -> None:
    assert not Jar.layout.is_trashed(jar_item())
    assert Jar.layout.is_trashed(jar_item(gone_at=5))
    for place in Place:
        cup = Cup.layout.to_item(dict(Cup(id="1", name="x", place=place)))
        assert Cup.layout.is_trashed(cup) == (place is Place.BIN)
        assert JustCup.layout.is_trashed(cup) == (place is Place.BIN)
    assert not Cup.layout.is_trashed(Cup.layout.key({"id": "1"}))
    assert "place" in JustCup.layout.attributes
    assert not Notes.layout.is_trashed({})


def test_trash_that_frees_what_is_not_unique_is_refused() -> None:
    class Coins(Table, name="Coins", pk="PK", sk="SK"): ...

    with pytest.raises(DesignError, match="Coin has nothing unique that its trash could free"):

        class Coin(Entity, table=Coins, trash=Trash(at="gone_at", frees_unique=True)):
            id: str
            gone_at: int | None = None
            PK = key("COIN#{id}")
            SK = key("COIN")


class JustCup(View, of=Cup):
    id: str


class Notes(Entity, table=Shelves):
    id: str
    PK = key("NOTE#{id}")
    SK = key("NOTE")


def jar_item(**values: Any) -> Item:
    return Jar.layout.to_item(dict(Jar(id="1", name="honey", **values)))
