"""Changes at a place within a field: typed, checked by the entity's rules, with keys that follow."""

from collections.abc import Iterator
from time import process_time
from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator
from tests.table.designs_for_writes import Interrupted, stored

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import (
    ConditionNotMet,
    Entity,
    Gsi,
    InKey,
    InvalidFieldValue,
    OmitDefault,
    RuleViolated,
    Table,
    Transaction,
    TypedStore,
    computed,
    key,
)
from chabudai.table.errors import ConflictingWrites, ImmutableField, UnknownField, WrongFieldType


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
    with pytest.raises(ConditionNotMet, match="billing is not there"):
        shop.write(ORDER.set(**{"billing.city": "Nara"}))
    with pytest.raises(ConditionNotMet, match=r"lines\[7\] is not there, .* append to lines to"):
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
    with pytest.raises(WrongFieldType, match="is no number"):
        ORDER.add(**{"address.city": 1})
    with pytest.raises(ImmutableField, match="has no default"):
        ORDER.remove("address.city")


class Plain(Entity, table=Shop):
    plain_id: InKey[str]
    words: list[str] = ["first"]  # noqa: RUF012
    prices: OmitDefault[dict[str, int]] = Field(default_factory=dict)
    PK = key("PLAIN#{plain_id}")
    SK = key("PLAIN")


class Ruled(Plain, table=Shop):
    PK = key("RULED#{plain_id}")
    SK = key("RULED")

    @model_validator(mode="after")
    def any_rule(self) -> "Ruled":
        return self


@pytest.mark.parametrize("kind", [Plain, Ruled])
def test_elements_are_counted_in_the_list_as_it_was_whoever_changes_it(shop: TypedStore, kind: type[Plain]) -> None:
    plan = kind.update(plain_id="1")
    for change, left in (
        (plan.remove("words[0]", "words[1]"), ["c", "d"]),
        (plan.remove("words[0]").set(**{"words[1]": "X"}), ["X", "c", "d"]),
        (plan.set(**{"words[3]": "X"}).remove("words[0]"), ["b", "c", "X"]),
        (plan.remove("words[0]", "words[3]"), ["b", "c"]),
        (plan.remove("words[9]"), ["a", "b", "c", "d"]),
        (plan.remove("words[9]", "words[1]"), ["a", "c", "d"]),
    ):
        shop.put(kind(plain_id="1", words=["a", "b", "c", "d"]))
        assert shop.write(change).words == left


@pytest.mark.parametrize("kind", [Plain, Ruled])
def test_within_a_default_that_is_not_stored_changes_are_made_as_in_the_row_that_is_read(
    shop: TypedStore, kind: type[Plain]
) -> None:
    plan = kind.update(plain_id="1")
    shop.insert(kind(plain_id="1"))
    assert shop.write(plan.remove("prices.EUR")).prices == {}
    assert shop.write(plan.set(**{"prices.JPY": 5})).prices == {"JPY": 5}
    assert shop.write(plan.add(**{"prices.JPY": 1})).prices == {"JPY": 6}
    request = {"TableName": "Shop", "Key": kind.layout.key({"plain_id": "1"}), "UpdateExpression": "REMOVE words"}
    shop.raw.call("UpdateItem", request)
    assert shop.write(plan.set(**{"words[0]": "other"})).words == ["other"]
    shop.raw.call("UpdateItem", request)
    with pytest.raises(ConditionNotMet, match="the condition on prices is not met"):
        shop.write(plan.remove("words[0]").when(prices={}))
    shop.transact(Transaction().step("words", plan.remove("words[0]")))
    assert shop.one(kind.get(plain_id="1")).words == []


def test_many_places_within_a_field_take_time_as_their_number_does() -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK"): ...

    class Doc(Entity, table=Shop):
        d: InKey[str]
        values: dict[str, int] = Field(default_factory=dict)
        PK = key("D#{d}")
        SK = key("D")

    def seconds(places: int) -> float:
        changes = {f"values.k{number}": number for number in range(places)}
        started = process_time()
        Doc.update(d="1").set(**changes)
        return process_time() - started

    least = {places: min(seconds(places) for _ in range(3)) for places in (300, 2400)}
    assert least[2400] < 8 * 3 * least[300]  # eight times as many; in quadratic time it would be 64 times


class Exchange(Entity, table=Shop):
    exchange_id: InKey[str]
    rates: dict[Annotated[str, StringConstraints(to_upper=True)], int] = Field(default_factory=dict)
    PK = key("EXCHANGE#{exchange_id}")
    SK = key("EXCHANGE")


class Lowered(BaseModel):
    model_config = ConfigDict(str_to_lower=True)
    words: dict[str, int] = {}


class Stripped(Entity, table=Shop):
    model_config = ConfigDict(str_strip_whitespace=True)
    stripped_id: InKey[str]
    counts: dict[str, int] = Field(default_factory=dict)
    lowered: Lowered = Lowered()
    PK = key("STRIPPED#{stripped_id}")
    SK = key("STRIPPED")


def test_a_member_of_a_dict_has_the_name_that_the_constructor_gives_it(shop: TypedStore) -> None:
    rates = Exchange.update(exchange_id="1")
    shop.insert(Exchange(exchange_id="1", rates={"jpy": 500}))
    assert shop.write(rates.set(**{"rates.jpy": 600})).rates == {"JPY": 600}
    assert shop.write(rates.add(**{"rates.jpy": 1})).rates == {"JPY": 601}
    assert stored(shop, Exchange, exchange_id="1")["rates"] == {"M": {"JPY": {"N": "601"}}}
    found = Shop.query(Exchange, exchange_id="1").filter(**{"rates.jpy": 601})
    assert shop.count(found) == 1
    typed = Exchange.path_to(lambda exchange: exchange.rates["jpy"])
    assert shop.write(rates.remove_at(typed)).rates == {}


def test_so_it_has_where_the_configuration_of_its_model_changes_texts(shop: TypedStore) -> None:
    plan = Stripped.update(stripped_id="1")
    shop.insert(Stripped(stripped_id="1", counts={" a ": 1}, lowered=Lowered(words={"B": 1})))
    changed = shop.write(plan.set(**{"counts. a ": 2, "lowered.words.B": 3}))
    assert (changed.counts, changed.lowered.words) == ({"a": 2}, {"b": 3})
    assert stored(shop, Stripped, stripped_id="1")["counts"] == {"M": {"a": {"N": "2"}}}
    assert stored(shop, Stripped, stripped_id="1")["lowered"] == {"M": {"words": {"M": {"b": {"N": "3"}}}}}
