"""Keys and guards that once could be left behind, each as a case of its own; test_attack.py draws the others."""

from collections.abc import Iterator

import pytest
from pydantic import field_validator
from tests.table.designs_for_writes import Interrupted, guards, stored

from chabudai import table
from chabudai.table import (
    Delete,
    Entity,
    Gsi,
    InKey,
    Put,
    Table,
    Transaction,
    TypedStore,
    Update,
    computed,
    key,
    unique,
)
from chabudai.table.doctor import doctor


class Cabinet(Table, name="Cabinet", pk="PK", sk="SK"):
    by_size = Gsi("BySize", "size_pk", "size_sk")
    by_mark = Gsi("ByMark", "mark_pk", "mark_sk")


def least_of(things: frozenset[str]) -> str | None:
    return min(things, default=None)


class Drawer(Entity, table=Cabinet):
    """`mark` lives only in two keys, of which one is not there while `size` is None."""

    id: str
    mark: InKey[str | None] = None
    size: int | None = None
    count: int = 0
    things: frozenset[str] = frozenset()
    extras: frozenset[str] = frozenset()
    least = computed(least_of)
    PK = key("DRAWER")
    SK = key("DRAWER#{id}")
    size_pk = key("MARK#{mark}#{size:03}")
    size_sk = key("COUNT#{count:03}")
    mark_pk = key("MARK#{mark}")
    mark_sk = key("LEAST#{least}")


class Peg(Entity, table=Cabinet):
    id: str
    slot: str = "top"
    one_slot = unique("SLOTS", "SLOT#{slot}")
    PK = key("PEG")
    SK = key("PEG#{id}")


@pytest.fixture
def cabinet() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Cabinet)
        yield store


def test_a_field_that_lives_only_in_keys_is_watched_in_all_of_them(cabinet: TypedStore) -> None:
    cabinet.insert(Drawer(id="1", mark="a"))
    way = Interrupted(cabinet.raw)
    way.rival = lambda: cabinet.write(Drawer.update(id="1").set(mark="b"))
    assert TypedStore(way).write(Drawer.update(id="1").set(size=4)).mark == "b"
    row = stored(cabinet, Drawer, id="1")
    assert (row["size_pk"], row["mark_pk"]) == ({"S": "MARK#b#004"}, {"S": "MARK#b"})


def test_a_set_that_is_begun_with_some_is_not_begun_with_nothing(cabinet: TypedStore) -> None:
    cabinet.insert(Drawer(id="1"))
    one = Drawer.update(id="1").add_to_set(things={"b"}, extras={"b"})
    found = cabinet.write(one.if_missing(things={"a"}, extras={"a"}))
    assert found.things == found.extras == {"a", "b"}
    assert stored(cabinet, Drawer, id="1")["mark_sk"] == {"S": "LEAST#a"}


def test_a_sum_that_is_made_begins_where_it_is_told_to_although_a_condition_names_its_default(
    cabinet: TypedStore,
) -> None:
    found = cabinet.write(Drawer.upsert(id="1").add(count=1).if_missing(count=5).when(count=0))
    assert found.count == 6
    assert stored(cabinet, Drawer, id="1")["size_sk"] == {"S": "COUNT#006"}


def test_an_upsert_whose_condition_names_a_default_gives_up_only_a_right_of_its_own(cabinet: TypedStore) -> None:
    cabinet.insert(Peg(id="1"))
    cabinet.write(Peg.upsert(id="2").set(slot="bottom").when(slot="top"))
    assert guards(cabinet.raw, Cabinet) == {"SLOT#top": "PEG#1", "SLOT#bottom": "PEG#2"}
    cabinet.write(Peg.upsert(id="1").set(slot="middle").when(slot="top"))
    assert guards(cabinet.raw, Cabinet) == {"SLOT#middle": "PEG#1", "SLOT#bottom": "PEG#2"}


class Yard(Table, name="Yard", pk="PK", sk="SK"):
    by_colour = Gsi("ByColour", "colour_pk", "colour_sk")


class Stone(Entity, table=Yard):
    """Once it was found by its colour, as bricks are."""

    id: str
    weight: int = 0
    PK = key("STONE")
    SK = key("STONE#{id}")


class Brick(Entity, table=Yard):
    id: str
    colour: str
    PK = key("BRICK")
    SK = key("BRICK#{id}")
    colour_pk = key("COLOUR#{colour}")
    colour_sk = key("BRICK#{id}")


@pytest.mark.parametrize("is_transaction", [False, True])
def test_an_update_takes_away_the_keys_that_nothing_declares_any_more(is_transaction: bool) -> None:
    with table.open(":memory:") as store:
        store.create(Yard)
        old = {"colour_pk": {"S": "COLOUR#red"}, "colour_sk": {"S": "STONE#1"}}
        item = {**Stone.layout.to_item(Stone.layout.values(Stone(id="1"))), **old}
        store.raw.call("PutItem", {"TableName": "Yard", "Item": item})
        change = Stone.update(id="1").add(weight=1)
        if is_transaction:
            store.transact(Transaction().step("weight", change))
        else:
            store.write(change)
        assert stored(store, Stone, id="1").keys() == {"PK", "SK", "id", "weight"}


class Folk(Table, name="Folk", pk="PK", sk="SK"):
    by_nick = Gsi("ByNick", "all_pk", "nick_sk")


class OldPerson(Entity, table=Folk):
    """As a program has it that knows no rule yet."""

    id: InKey[str]
    nick: str
    count: int = 0
    PK = key("PERSON#{id}")
    SK = key("PERSON")
    all_pk = key("ALL")
    nick_sk = key("{nick}#{count:03}")
    one_nick = unique("NICKS", "NICK#{nick}")


class NewFolk(Table, name="Folk", pk="PK", sk="SK"):
    by_nick = Gsi("ByNick", "all_pk", "nick_sk")


class Person(Entity, table=NewFolk):
    id: InKey[str]
    nick: str
    count: int = 0
    PK = key("PERSON#{id}")
    SK = key("PERSON")
    all_pk = key("ALL")
    nick_sk = key("{nick}#{count:03}")
    one_nick = unique("NICKS", "NICK#{nick}")

    @field_validator("nick")
    @classmethod
    def lower(cls, nick: str) -> str:
        return nick.lower()


@pytest.fixture
def folk() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Folk)
        store.insert(OldPerson(id="1", nick="Bob"))
        yield store


@pytest.mark.parametrize("is_repaired", [False, True])
def test_a_rule_that_came_later_counts_in_the_keys_of_rows_from_before_it(folk: TypedStore, is_repaired: bool) -> None:
    doctor(folk, NewFolk, repair=is_repaired)
    for _ in range(2):
        folk.write(Person.update(id="1").add(count=1))
        assert folk.count(NewFolk.by_nick.query(Person, nick="Bob")) == 1


@pytest.mark.parametrize("is_repaired", [False, True])
@pytest.mark.parametrize(
    "plan",
    [Put(Person(id="1", nick="al")), Person.update(id="1").set(nick="al"), Person.delete(id="1")],
    ids=["put", "update", "delete"],
)
def test_a_guard_from_before_a_rule_is_given_up_whoever_made_it(
    folk: TypedStore, plan: Put[Person] | Update[Person] | Delete[Person], is_repaired: bool
) -> None:
    doctor(folk, NewFolk, repair=is_repaired)
    folk.write(plan)
    assert guards(folk.raw, NewFolk) == ({} if isinstance(plan, Delete) else {"NICK#al": "PERSON"})
    assert doctor(folk, NewFolk).is_healthy


def test_a_guard_that_another_has_by_now_stays_with_it(folk: TypedStore) -> None:
    folk.insert(Person(id="2", nick="bob"))
    folk.write(Person.update(id="1").set(nick="al"))
    assert guards(folk.raw, NewFolk) == {"NICK#al": "PERSON", "NICK#bob": "PERSON"}
    assert doctor(folk, NewFolk).is_healthy
