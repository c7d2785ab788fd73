"""Changes at a place within a field: typed, checked by the entity's rules, with keys that follow."""

from collections.abc import Iterator

import pytest
from pydantic import BaseModel, Field, field_validator, model_validator
from tests.table.designs_for_writes import Interrupted, stored

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import (
    ConditionNotMet,
    Entity,
    Gsi,
    InKey,
    InvalidFieldValue,
    RuleViolated,
    Table,
    Transaction,
    TypedStore,
    computed,
    key,
)
from chabudai.table.errors import ConflictingWrites, ImmutableField, UnknownField


class Address(BaseModel):
    city: str = Field(min_length=1)
    zip: str | None = None


class Line(BaseModel):
    sku: str
    quantity: int = Field(default=1, ge=1)


class Span(BaseModel):
    first: int
    last: int

    @model_validator(mode="after")
    def in_order(self) -> "Span":
        if self.last < self.first:
            raise ValueError("the last is before the first")
        return self


class Contact(BaseModel):
    mail: str

    @field_validator("mail")
    @classmethod
    def lower(cls, text: str) -> str:
        return text.lower()


class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_city = Gsi("ByCity", "city_pk", "SK")


def city_of(address: Address) -> str:
    return address.city


class Order(Entity, table=Shop):
    order_id: InKey[str]
    address: Address
    billing: Address | None = None
    lines: list[Line] = Field(default_factory=list)
    prices: dict[str, int] = Field(default_factory=dict)
    notes: dict[str, list[str]] = Field(default_factory=dict)
    span: Span = Span(first=1, last=2)
    contact: Contact = Contact(mail="x")
    few: list[int] = Field(default_factory=list, max_length=2)
    count: int = 0
    city = computed(city_of)

    PK = key("ORDER#{order_id}")
    SK = key("ORDER")
    city_pk = key("CITY#{city}")


ORDER = Order.update(order_id="1")


@pytest.fixture
def shop() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Shop)
        lines = [Line(sku="a"), Line(sku="b", quantity=3)]
        store.insert(Order(order_id="1", address=Address(city="Kyoto"), lines=lines, prices={"JPY": 100}))
        yield store


def test_a_key_made_of_a_place_within_a_field_follows_it(shop: TypedStore) -> None:
    assert shop.write(ORDER.set(**{"address.city": "Nara"})).address.city == "Nara"
    assert stored(shop, Order, order_id="1")["city_pk"] == {"S": "CITY#Nara"}


def test_a_typed_path_says_the_same(shop: TypedStore) -> None:
    shop.write(ORDER.set_at(Order.path_to(lambda order: order.address.city), "Uji"))
    assert stored(shop, Order, order_id="1")["city_pk"] == {"S": "CITY#Uji"}


def test_a_rival_that_moves_the_field_is_seen(shop: TypedStore) -> None:
    way = Interrupted(shop.raw)
    way.rival = lambda: shop.write(ORDER.set(**{"address.zip": "600"}))
    changed = TypedStore(way).write(ORDER.set(**{"address.city": "Nara"}))
    assert (changed.address.city, changed.address.zip) == ("Nara", "600")


def test_a_plain_place_is_changed_by_the_store_itself(shop: TypedStore) -> None:
    with record_calls() as calls:
        changed = shop.write(ORDER.set(**{"prices.JPY": 120, "prices.EUR": 2}).add(**{"prices.USD": 3}))
    assert changed.prices == {"JPY": 120, "EUR": 2, "USD": 3}
    assert [each.operation for each in calls] == ["UpdateItem"]


def test_numbers_are_added_lists_appended_and_members_removed(shop: TypedStore) -> None:
    assert shop.write(ORDER.add(**{"lines[1].quantity": 2})).lines[1].quantity == 5
    assert shop.write(ORDER.append(**{"notes.de": ["a"]})).notes == {"de": ["a"]}
    assert shop.write(ORDER.append(**{"notes.de": ["b"]})).notes == {"de": ["a", "b"]}
    assert shop.write(ORDER.remove("notes.de")).notes == {}
    assert [line.sku for line in shop.write(ORDER.remove("lines[0]")).lines] == ["b"]


def test_limits_hold_within_a_field(shop: TypedStore) -> None:
    with pytest.raises(RuleViolated, match="quantity"):
        shop.write(ORDER.add(**{"lines[1].quantity": -3}))
    with pytest.raises(InvalidFieldValue):
        ORDER.set(**{"lines[1].quantity": 0})
    with pytest.raises(InvalidFieldValue):
        ORDER.set(**{"address.city": ""})


def test_the_rules_of_a_model_within_hold(shop: TypedStore) -> None:
    with pytest.raises(RuleViolated, match="the last is before the first"):
        shop.write(ORDER.set(**{"span.first": 9}))
    assert shop.write(ORDER.set(**{"span.last": 9})).span.last == 9
    assert shop.write(ORDER.set(**{"contact.mail": "A@B"})).contact.mail == "a@b"
    assert stored(shop, Order, order_id="1")["contact"] == {"M": {"mail": {"S": "a@b"}}}


def test_what_is_not_there_is_refused_and_not_made(shop: TypedStore) -> None:
    with pytest.raises(ConditionNotMet, match="there is no billing"):
        shop.write(ORDER.set(**{"billing.city": "Nara"}))
    with pytest.raises(ConditionNotMet, match=r"there is no lines\[7\]"):
        shop.write(ORDER.set(**{"lines[7].sku": "c"}).add(**{"lines[8].quantity": 1}))
    assert stored(shop, Order, order_id="1").get("billing") is None


def test_an_upsert_changes_the_default_of_what_it_makes(shop: TypedStore) -> None:
    made = shop.write(Order.upsert(order_id="2").set(address=Address(city="Ise"), **{"prices.JPY": 5}))
    assert made.prices == {"JPY": 5}
    assert stored(shop, Order, order_id="2")["city_pk"] == {"S": "CITY#Ise"}


def test_two_changes_at_one_place_are_refused(shop: TypedStore) -> None:
    with pytest.raises(ConflictingWrites):
        ORDER.set(**{"address.city": "a"}).set(address=Address(city="b"))
    with pytest.raises(ConflictingWrites):
        ORDER.set(**{"lines[0].sku": "a"}).remove("lines[0]")
    with pytest.raises(ConflictingWrites):
        shop.transact(Transaction().step("a", ORDER.set(**{"prices.A": 1})).step("b", ORDER.set(**{"prices.A": 2})))
    shop.transact(Transaction().step("a", ORDER.set(**{"prices.A": 1})).step("b", ORDER.add(**{"prices.B": 2})))
    assert shop.one(Order.get(order_id="1")).prices == {"JPY": 100, "A": 1, "B": 2}


def test_what_leads_nowhere_is_told_when_the_plan_is_made() -> None:
    with pytest.raises(UnknownField, match="did you mean city"):
        ORDER.set(**{"address.citty": "x"})
    with pytest.raises(UnknownField, match="is no number"):
        ORDER.add(**{"address.city": 1})
    with pytest.raises(ImmutableField, match="has no default"):
        ORDER.remove("address.city")
