"""Frozen fields are set once, on every road, wherever they are stored; rows from before they were there can be put."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import model_validator
from tests.table.designs_for_writes import Interrupted

from chabudai import table
from chabudai.table import (
    BatchWrite,
    Entity,
    Field,
    Gsi,
    InKey,
    InvalidFieldValue,
    OmitDefault,
    OrNull,
    Put,
    RuleViolated,
    StepFailed,
    Table,
    Transaction,
    TypedStore,
    key,
)


class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_made = Gsi("ByMade", "made_pk", "made_sk")


class Order(Entity, table=Shop):
    o: InKey[str]
    n: int = 0
    currency: str = Field(default="JPY", frozen=True)
    rate: OrNull[int] = Field(default=None, frozen=True)
    kind: OmitDefault[str] = Field(default="plain", frozen=True)
    PK = key("O#{o}")
    SK = key("O")


class Receipt(Entity, table=Shop):
    """What is frozen lives only in the key of an index."""

    r: InKey[str]
    made: InKey[int] = Field(default=5, frozen=True)
    state: str = "open"
    PK = key("R#{r}")
    SK = key("R")
    made_pk = key("RECEIPTS")
    made_sk = key("{made:013}#{state}")


class Page(Entity, table=Shop):
    """A rule makes what is frozen of another field."""

    p: InKey[str]
    title: str
    n: int = 0
    slug: str = Field(default="", frozen=True)
    PK = key("P#{p}")
    SK = key("P")

    @model_validator(mode="before")
    @classmethod
    def write_slug(cls, values: Any) -> Any:
        return {**values, "slug": values["title"].lower()}


class Label(Entity, table=Shop):
    id: InKey[str]
    words: frozenset[str] = Field(frozen=True)
    price: Decimal = Field(default=Decimal(0), frozen=True)
    sizes: list[dict[str, Decimal]] = Field(default_factory=list, frozen=True)
    PK = key("L#{id}")
    SK = key("L")


@pytest.fixture
def store() -> TypedStore:
    store = table.open(":memory:")
    store.create(Shop)
    return store


def keep(store: TypedStore, **attributes: dict[str, Any]) -> Order:
    item = {"PK": {"S": "O#1"}, "SK": {"S": "O"}, "n": {"N": "1"}, **attributes}
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    found = store.get(Order.get(o="1"))
    assert found is not None
    return found


@pytest.mark.parametrize("attributes", [{}, {"currency": {"S": "JPY"}, "rate": {"NULL": True}, "kind": {"S": "plain"}}])
def test_a_row_that_reads_as_the_default_is_put_again_however_that_is_stored(
    store: TypedStore, attributes: dict[str, Any]
) -> None:
    row = keep(store, **attributes)
    assert store.put(row.model_copy(update={"n": 2})) == store.get(Order.get(o="1"))
    store.batch_write(BatchWrite((Put(row.model_copy(update={"n": 3})),)))


@pytest.mark.parametrize("attributes", [{}, {"currency": {"S": "JPY"}}])
def test_another_value_than_the_default_that_is_read_is_still_refused(
    store: TypedStore, attributes: dict[str, Any]
) -> None:
    row = keep(store, **attributes)
    with pytest.raises(RuleViolated, match="currency is frozen"):
        store.put(row.model_copy(update={"currency": "USD"}))
    row = keep(store, currency={"S": "USD"})
    with pytest.raises(RuleViolated, match="currency is frozen"):
        store.put(row.model_copy(update={"currency": "JPY"}))


def test_what_lives_only_in_the_key_of_an_index_is_frozen_too(store: TypedStore) -> None:
    row = store.insert(Receipt(r="1", made=7))
    other = row.model_copy(update={"made": 9})
    with pytest.raises(RuleViolated, match="made is frozen"):
        store.put(other)
    with pytest.raises(RuleViolated, match="made is frozen"):
        store.batch_write(BatchWrite((Put(other),)))
    with pytest.raises(StepFailed, match="made is frozen"):
        store.transact(Transaction().step("other", Put(other)))
    assert store.put(row.model_copy(update={"state": "paid"})) == store.get(Receipt.get(r="1"))
    store.batch_write(BatchWrite((Put(row), Put(Receipt(r="2")))))
    assert store.put(Receipt(r="3", made=3)).made == 3


def test_a_rival_that_makes_what_lives_in_the_key_of_an_index_is_seen(store: TypedStore) -> None:
    way = Interrupted(store.raw)
    way.rival = lambda: store.insert(Receipt(r="1", made=7))
    with pytest.raises(RuleViolated, match="made is frozen"):
        TypedStore(way).put(Receipt(r="1", made=9))


def test_a_rule_does_not_change_what_is_frozen_by_any_road(store: TypedStore) -> None:
    store.insert(Page(p="1", title="Abc"))
    for title in (Page.update(p="1").set(title="Xyz"), Page.upsert(p="1").set(title="Xyz")):
        with pytest.raises(RuleViolated, match="slug is frozen, and a rule would make 'xyz' of 'abc'"):
            store.write(title)
        with pytest.raises(StepFailed, match="slug is frozen"):
            store.transact(Transaction().step("title", title))
    with pytest.raises(RuleViolated, match="slug is frozen"):
        store.write(Page.update(p="1").set(title="Xyz", n=1).when(slug="abc"))
    assert store.write(Page.update(p="1").set(title="ABC", n=1)).title == "ABC"
    assert store.write(Page.upsert(p="2").set(title="New")).slug == "new"


def test_what_a_rule_makes_of_a_row_from_before_it_was_frozen_is_set_once(store: TypedStore) -> None:
    item = {"PK": {"S": "P#1"}, "SK": {"S": "P"}, "title": {"S": "Abc"}}
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    assert store.write(Page.update(p="1").add(n=1)).slug == "abc"
    with pytest.raises(RuleViolated, match="slug is frozen"):
        store.write(Page.update(p="1").set(title="Xyz"))


def test_what_is_frozen_is_compared_as_the_store_compares_it(store: TypedStore) -> None:
    item = {
        "PK": {"S": "L#1"},
        "SK": {"S": "L"},
        "words": {"SS": ["c", "b", "a"]},
        "price": {"N": "1.50"},
        "sizes": {"L": [{"M": {"b": {"N": "2.0"}, "a": {"N": "1E1"}}}]},
    }
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    row = store.one(Label.get(id="1"))
    store.batch_write(BatchWrite((Put(row),)))
    others: list[dict[str, Any]] = [
        {"words": frozenset("ab")},
        {"price": Decimal(2)},
        {"sizes": [{"a": Decimal(10)}]},
        {"sizes": []},
    ]
    for other in others:
        with pytest.raises(RuleViolated, match="is frozen"):
            store.batch_write(BatchWrite((Put(row.model_copy(update=other)),)))


def test_an_upsert_that_could_never_make_a_row_says_who_can(store: TypedStore) -> None:
    class Ticket(Entity, table=Shop):
        id: InKey[str]
        code: int = Field(frozen=True)
        n: int = 0
        PK = key("T#{id}")
        SK = key("T")

    with pytest.raises(
        InvalidFieldValue, match=r"Ticket\.code: it is frozen and has no default, so no upsert .*insert"
    ):
        store.write(Ticket.upsert(id="1").add(n=1))
