"""Patterns: typed functions that return plans, tried once with made-up arguments when they are declared."""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, NewType
from uuid import UUID

import pytest
from tests.table import closet
from tests.table.closet import Closet, Clothing, clothes, clothes_by_wear

from chabudai import table
from chabudai.store import record_calls
from chabudai.store.errors import StoreClosed
from chabudai.table import Entity, Field, InKey, Insert, Put, Table, Transaction, key, where
from chabudai.table.errors import DesignError, UnknownField
from chabudai.table.plans import Plan


class Shop(Table, name="Shop", pk="PK", sk="SK"): ...


class Item(Entity, table=Shop):
    owner: InKey[str]
    item: InKey[str]
    state: str = "new"

    PK = key("P#{owner}")
    SK = key("I#{item}")


class Desk(Table, name="Desk", pk="PK", sk="SK"): ...


class Letter(Entity, table=Desk):
    home: InKey[str]
    PK = key("H#{home}")
    SK = key("LETTER")


Code = NewType("Code", str)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


def declare(function: Any) -> Any:
    return Shop.pattern("S-1", "a try")(function)


def test_a_pattern_returns_a_plan_that_knows_it() -> None:
    plan = clothes("ann")
    assert str(plan.pattern) == "C-2 (clothes by id)"
    assert plan.pattern is clothes.label
    assert plan.entities == (Clothing,)
    assert repr(clothes) == "<pattern C-2 (clothes by id)>"
    assert vars(clothes)["__name__"] == "clothes"
    assert clothes.table is Closet


def test_a_pattern_is_tried_with_every_choice_of_its_arguments() -> None:
    assert {plan.known["status"] for plan in clothes_by_wear.plans} == {"ACTIVE", "DELETED"}
    assert all(plan.pattern is clothes_by_wear.label for plan in clothes_by_wear.plans)


def test_arguments_of_every_usual_type_can_be_made_up() -> None:
    seen: list[tuple[Any, ...]] = []

    def usual(
        owner: Code,
        number: int,
        amount: Decimal,
        rate: float,
        data: bytes,
        day: date,
        moment: datetime,
        hour: time,
        unique: UUID,
        is_new: bool,
        colour: Colour,
        names: list[str],
        days: Sequence[date],
        pairs: tuple[int, ...],
        tags: frozenset[str],
        rest: dict[str, int],
        anything: Any,
        row: Clothing,
        rows: Sequence[Clothing],
        maybe: int | None,
        limited: Annotated[str, Field(max_length=3)],
    ) -> Plan:
        seen.append(tuple(locals().values())[:21])
        return Item.get(owner=owner, item="x")

    assert len(declare(usual).plans) == len(seen)
    plain = [str, int, Decimal, float, bytes, date, datetime, time, UUID, bool, Colour]
    kinds = [*plain, list, list, tuple, frozenset, dict]
    assert all(isinstance(value, kind) for row in seen for value, kind in zip(row, kinds, strict=False))
    assert {row[9] for row in seen} == {False, True}
    assert {row[10] for row in seen} == set(Colour)
    assert {row[19] for row in seen} == {1, None}
    assert all(isinstance(row[17], Clothing) and len(row[18]) == 2 for row in seen)


def test_when_there_are_too_many_choices_each_comes_once() -> None:
    flags = [f"is_{letter}" for letter in "abcdefgh"]

    def flagged(is_a: bool, is_b: bool, is_c: bool, is_d: bool, is_e: bool, is_f: bool, is_g: bool, is_h: bool) -> Plan:
        chosen = dict(zip(flags, (is_a, is_b, is_c, is_d, is_e, is_f, is_g, is_h), strict=True))
        return Shop.query(Item, owner=",".join(name for name in flags if chosen[name]) or "none")

    assert {plan.known["owner"] for plan in declare(flagged).plans} == {"none", *flags}


def test_an_argument_without_a_type_or_with_one_that_can_not_be_made_up_is_refused() -> None:
    with pytest.raises(DesignError, match=r"S-1 \(a try\): the argument owner has no type"):
        declare(lambda owner: Item.get(owner=owner, item="x"))

    def strange(owner: complex) -> Plan:
        return Item.get(owner=str(owner), item="x")

    with pytest.raises(DesignError, match=r"\(a try\): the argument owner: a complex can't be made up"):
        declare(strange)


def test_a_pattern_that_returns_no_plan_is_refused() -> None:
    def nothing(owner: str) -> Any:
        return owner

    with pytest.raises(DesignError, match=r"S-1 \(a try\): it returned str, where a plan is wanted"):
        declare(nothing)


def test_a_plan_that_can_not_be_made_is_a_mistake_in_the_design() -> None:
    def misspelt(owner: str) -> Plan:
        return Shop.query(Item, ownr=owner)

    with pytest.raises(UnknownField, match=r"S-1 \(a try\): Item has no field 'ownr'; did you mean owner\?"):
        declare(misspelt)


@pytest.mark.parametrize(
    "plan",
    [
        lambda: Shop.query(Item, owner="a").filter(stat="new"),
        lambda: Item.update(owner="a", item="x").set(state="old").when(stat="new"),
        lambda: Item.delete(owner="a", item="x").when(where(state="new") | where(stat="new")),
        lambda: Put(Item(owner="a", item="x")).when(stat="new"),
        lambda: Transaction().step("look", Item.check(owner="a", item="x").when(stat="new")),
    ],
    ids=["query", "update", "delete", "put", "transaction"],
)
def test_a_condition_on_an_unknown_field_is_found_when_the_pattern_is_declared(plan: Any) -> None:
    with pytest.raises(UnknownField, match=r"S-1 \(a try\): Item has no field 'stat'; did you mean state\?"):
        declare(plan)


def test_a_pattern_that_refuses_every_try_says_what_to_try_instead() -> None:
    def checked(code: str) -> Plan:
        if not code.startswith("JP-"):
            raise ValueError("no code of ours")
        return Item.get(owner=code, item="x")

    sentence = r"S-1 \(a try\): tried with \{'code': 'code'\}, it refuses: no code of ours; code: Annotated\[str, Field"
    with pytest.raises(DesignError, match=sentence):
        declare(checked)

    def shown(code: Annotated[str, Field(examples=["JP-1", "JP-2"])]) -> Plan:
        return checked(code)

    assert [plan.key["owner"] for plan in declare(shown).plans] == ["JP-1", "JP-2"] * 2


def test_several_functions_may_serve_one_number() -> None:
    def one(home: str) -> Plan:
        return Desk.query(Letter, home=home)

    found = Desk.pattern("S-9", "one way")(one), Desk.pattern("S-9", "another way")(one)
    design = table.Design("desk", Desk)
    assert design.patterns("S-9") == list(found)
    assert design.patterns("S-8") == []
    assert repr(design) == "<design desk: Desk>"
    Desk.pattern("S-9", "one way")(one)
    with pytest.raises(DesignError, match=r"Desk has two patterns S-9 \(one way\): give one of them a number"):
        table.Design("desk", Desk)


def test_what_a_pattern_asks_is_recorded_under_its_number(memory: table.TypedStore) -> None:
    memory.insert(Clothing(owner="ann", clothing_id="1", name="shirt"))
    with record_calls() as asked:
        memory.one(closet.clothing("ann", "1"))
        memory.page(clothes("ann"))
        memory.transact(closet.wear("ann", date(2026, 1, 2), "1"))
        memory.get(Clothing.get(owner="ann", clothing_id="1"))
    assert [each.pattern for each in asked] == ["C-1", "C-2", "C-7", "C-7", None]


def test_an_error_of_the_store_names_the_pattern(memory: table.TypedStore) -> None:
    @Closet.pattern("C-8", "a new piece")
    def insert(piece: Clothing) -> Insert[Clothing]:
        return Insert(piece)

    Closet.patterns.remove(insert)
    memory.close()
    with pytest.raises(StoreClosed) as refused:
        memory.write(insert(Clothing(owner="ann", clothing_id="1", name="coat")))
    assert "asked for by C-8 (a new piece), of Closet" in refused.value.__notes__[0]


def test_patterns_of_the_seeds_shape_are_plain_functions_with_defaults() -> None:
    assert clothes_by_wear("ann") == clothes_by_wear(owner="ann", status="ACTIVE")


def test_a_pattern_returns_the_kind_of_plan_that_it_is_declared_to() -> None:
    def wrong_kind(owner: str) -> table.Query[Item]:
        return Item.get(owner=owner, item="x")  # type: ignore[return-value]

    def wrong_entity(home: str) -> table.Get[Item]:
        return Letter.get(home=home)  # type: ignore[return-value]

    def any_of_them(owner: str) -> "table.Get[Any] | table.Update[Item]":
        return Item.get(owner=owner, item="x")

    with pytest.raises(DesignError, match=r"declared to return Query\[Item\], and returns Get\[Item\]: say so"):
        declare(wrong_kind)
    with pytest.raises(DesignError, match=r"declared to return Get\[Item\], and returns Get\[Letter\]: say so"):
        declare(wrong_entity)
    assert declare(any_of_them).plans


def test_a_pattern_is_declared_on_the_table_that_it_asks() -> None:
    def letter(home: str) -> table.Get[Letter]:
        return Letter.get(home=home)

    with pytest.raises(DesignError, match=r"on Shop, and its Get is of Desk: declare it by @Desk\.pattern"):
        declare(letter)


def test_pages_of_a_pattern_are_those_of_a_query_and_have_rows() -> None:
    def one(owner: str) -> table.Get[Item]:
        return Item.get(owner=owner, item="x")

    def several(owner: str) -> table.Query[Item]:
        return Shop.query(Item, owner=owner)

    with pytest.raises(DesignError, match=r"rows=5 is for the pages of a Query, and it returns Get: leave it out"):
        Shop.pattern("S-2", "one", rows=5)(one)
    with pytest.raises(DesignError, match=r"rows=0 is no number of rows of a page"):
        Shop.pattern("S-3", "several", rows=0)(several)


def test_a_pattern_makes_a_plan_of_named_arguments_and_awaits_nothing() -> None:
    async def awaited(owner: str) -> table.Get[Item]:
        return Item.get(owner=owner, item="x")

    def any_number(*owners: str) -> table.BatchGet[Item]:
        return Item.batch(owner=owners, item="x")

    def by_name(ids: dict[str, str]) -> table.Get[Item]:
        return Item.get(owner=ids["owner"], item="x")

    def by_position(owner: str, /) -> table.Get[Item]:
        return Item.get(owner=owner, item="x")

    with pytest.raises(DesignError, match=r"nothing is awaited: declare it by def, and await the store"):
        declare(awaited)
    with pytest.raises(DesignError, match=r"\*owners: str takes any number of arguments: take a list"):
        declare(any_number)
    with pytest.raises(DesignError, match=r"tried with \{'ids': \{\}\}, it refuses: KeyError\('owner'\)"):
        declare(by_name)
    assert declare(by_position)("x").key == {"owner": "x", "item": "x"}


def test_a_pattern_that_sets_what_can_not_be_stored_is_found_when_it_is_declared() -> None:
    class Dated(Entity, table=Desk):
        home: InKey[str]
        at: datetime
        PK = key("H#{home}")
        SK = key("DATED")

    def touch(home: str) -> table.Update[Dated]:
        return Dated.update(home=home).set(at=datetime(2026, 1, 2))

    with pytest.raises(DesignError, match=r"Dated\.at: .* has no time zone: give it one, as in datetime\.now\(UTC\)"):
        Desk.pattern("S-4", "touch")(touch)


def test_a_pattern_that_runs_a_store_is_told_before_anything_is_done() -> None:
    with table.open(":memory:") as store:
        store.create(Shop)

        def keep(owner: str) -> Put[Item]:
            return Put(store.put(Item(owner=owner, item="1")))

        with pytest.raises(DesignError, match=r"S-1 \(a try\): it runs a plan, and is only to make one"):
            declare(keep)
        assert store.raw.call("Scan", {"TableName": "Shop"})["Count"] == 0
        assert store.put(Item(owner="ann", item="1")).item == "1"
