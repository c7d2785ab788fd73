"""What a row lacks is asked for as it is read: by filters, by conditions, and in rows of an older schema version."""

from typing import Any
from uuid import uuid4

import pytest
from pydantic import BaseModel, field_validator

from chabudai import table
from chabudai.table import (
    ConditionNotMet,
    Entity,
    Field,
    InKey,
    Table,
    TypedStore,
    exists,
    key,
    ne,
    not_exists,
    one_of,
    where,
)


class Shop(Table, name="Shop", pk="PK", sk="SK"): ...


class Floor(BaseModel):
    number: int
    lift: bool = True


class Address(BaseModel):
    city: str
    country: str = "JP"
    street: str | None = None
    floor: Floor | None = None


class Customer(Entity, table=Shop):
    c: InKey[str]
    address: Address | None = None
    n: int = 0
    PK = key("C#{c}")
    SK = key("C")


class Item(Entity, table=Shop):
    i: InKey[str]
    n: int = 1
    kind: str = Field(default_factory=lambda: "tea")
    double: int = Field(default_factory=lambda data: data["n"] * 2)
    PK = key("I#{i}")
    SK = key("I")


class Numbered(Entity, table=Shop):
    i: InKey[str]
    n: int = 0
    number: str = Field(default_factory=lambda: uuid4().hex)
    PK = key("N#{i}")
    SK = key("N")


def rename(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "email": row.pop("mail")}


class Person(Entity, table=Shop, upgrades=(rename,)):
    h: InKey[str]
    n: InKey[int]
    email: str
    vip: bool = False
    PK = key("H#{h}")
    SK = key("P#{n:03}")

    @field_validator("email")
    @classmethod
    def lower(cls, value: str) -> str:
        return value.lower()


@pytest.fixture
def store() -> TypedStore:
    store = table.open(":memory:")
    store.create(Shop)
    return store


def keep(store: TypedStore, pk: str, sk: str, **attributes: Any) -> None:
    item = {"PK": {"S": pk}, "SK": {"S": sk}, **attributes}
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})


@pytest.mark.parametrize(
    "stored",
    [
        {"city": {"S": "Kyoto"}},
        {"city": {"S": "Kyoto"}, "country": {"S": "JP"}, "street": {"NULL": True}},
        {"city": {"S": "Kyoto"}, "floor": {"M": {"number": {"N": "3"}}}},
        {"city": {"S": "Kyoto"}, "country": {"S": "US"}},
    ],
)
def test_a_model_is_found_as_it_is_read_whatever_its_map_lacks(store: TypedStore, stored: dict[str, Any]) -> None:
    keep(store, "C#1", "C", address={"M": stored})
    query = Shop.query(Customer, c="1")
    row = store.first(query)
    assert row is not None
    other = Address(city="Nara")
    assert list(store.all(query.filter(address=row.address))) == [row]
    assert list(store.all(query.filter(address=one_of(other, row.address, None)))) == [row]
    for none in (ne(row.address), other, one_of(other, None)):
        assert list(store.all(query.filter(address=none))) == []
    assert store.write(Customer.update(c="1").set(n=1).when(address=row.address)).n == 1
    with pytest.raises(ConditionNotMet):
        store.write(Customer.update(c="1").set(n=2).when(address=other))


def test_a_model_is_not_found_where_there_is_none(store: TypedStore) -> None:
    keep(store, "C#1", "C")
    query = Shop.query(Customer, c="1")
    assert store.count(query.filter(address=Address(city="Kyoto"))) == 0
    assert store.count(query.filter(address=ne(Address(city="Kyoto")))) == 1


def test_what_a_factory_or_other_fields_make_of_a_missing_value_is_what_a_filter_asks(store: TypedStore) -> None:
    keep(store, "I#1", "I", n={"N": "2"})
    query = Shop.query(Item, i="1")
    rows = list(store.all(query))
    assert rows == [Item(i="1", n=2, kind="tea", double=4)]
    for condition in (where(kind="tea"), where(double=4), where(double=4, n=2), ~where(double=5), where(kind=ne("x"))):
        assert list(store.all(query.filter(condition))) == list(store.scan(Item.scan().filter(condition))) == rows
        assert store.count(query.filter(condition)) == len(store.page(query.filter(condition)).items) == 1
    for condition in (where(kind=ne("tea")), where(double=ne(4)), where(double=5), where(double=4, n=3)):
        assert list(store.all(query.filter(condition))) == list(store.scan(Item.scan().filter(condition))) == []
        assert store.count(query.filter(condition)) == 0


def test_a_row_that_lacks_what_a_factory_makes_can_be_changed_under_a_rule_over_several_fields(
    store: TypedStore,
) -> None:
    keep(store, "I#1", "I", n={"N": "2"})
    changed = store.write(Item.update(i="1").set(n=3).when(kind="tea"))
    assert changed == store.get(Item.get(i="1")) == Item(i="1", n=3, kind="tea", double=6)


def test_no_write_is_done_on_a_condition_that_only_a_reader_could_judge(store: TypedStore) -> None:
    keep(store, "I#1", "I", n={"N": "2"})
    update = Item.update(i="1").set(kind="x")
    for condition in (where(double=4), where(double=ne(5)), ~where(double=5)):
        with pytest.raises(ConditionNotMet, match="has no double, whose default is made of other fields"):
            store.write(update.when(condition))
    store.write(update.when(double=not_exists()))
    assert store.write(update.when(double=exists())).double == 4


def test_an_id_that_is_made_anew_each_time_is_like_nothing_that_can_be_asked(store: TypedStore) -> None:
    keep(store, "N#1", "N", n={"N": "2"})
    query = Shop.query(Numbered, i="1")
    assert store.count(query.filter(number="a")) == 0
    assert store.count(query.filter(number=ne("a"))) == 1


def test_an_older_row_is_asked_for_as_its_validators_have_it(store: TypedStore) -> None:
    keep(store, "H#1", "P#001", mail={"S": "Mio@Example.com"})
    query = Shop.query(Person, h="1")
    rows = list(store.all(query))
    assert [row.email for row in rows] == ["mio@example.com"]
    assert list(store.all(query.filter(email="mio@example.com"))) == rows
    assert store.count(query.filter(email="mio@example.com")) == 1
    assert list(store.all(query.filter(email=ne("mio@example.com")))) == []
