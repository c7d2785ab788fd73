"""Soft deletion: moved to the trash once, restored once, and every key follows."""

import pytest
from tests.table.designs_for_writes import SHIRT, Clothing, clothes_by_wear, keys, shirt
from tests.table.designs_for_writes import home as home

from chabudai import table
from chabudai.table import DesignError, Entity, Field, Table, Transaction, Trash, TypedStore, key
from chabudai.table.errors import ConditionNotMet, ItemNotFound


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
    assert home.one(Clothing.get(**SHIRT)).deleted_at == 77
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
