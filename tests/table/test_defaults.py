"""Defaults: what a row lacks is made anew for it, so that no two rows share an object that one of them could change."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from pydantic import BaseModel
from tests.table.designs import entity_named, of, table_named

from chabudai import table
from chabudai.items import jsontext
from chabudai.table import Entity, Field, InKey, OmitDefault, Table, TypedStore, View, key
from chabudai.table.attributes import Item


class Line(BaseModel):
    goods: list[str] = []


class Shop(Table, name="Shop", pk="PK", sk="SK"): ...


class Customer(Entity, table=Shop):
    customer_id: InKey[str]
    name: str
    basket: list[list[str]] = Field(default=[["a gift"]])
    lines: dict[str, Line] = Field(default={"first": Line(goods=["a gift"])})
    PK = key("CUSTOMER#{customer_id}")
    SK = key("CUSTOMER")


class Basket(View, of=Customer):
    customer_id: InKey[str]
    basket: list[list[str]] = Field(default=[["a view's gift"]])


@pytest.fixture
def shop() -> Iterator[TypedStore]:
    """Two customers whose rows have only a name."""
    with table.open(":memory:") as store:
        store.create(Shop)
        for customer_id in ("a", "b"):
            item = {**Customer.layout.key({"customer_id": customer_id}), "name": {"S": customer_id}}
            store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
        yield store


def test_what_one_customer_puts_into_a_basket_no_other_sees(shop: TypedStore) -> None:
    ann, bob = shop.batch(Customer.batch(customer_id=["a", "b"]))
    assert ann is not None
    assert bob is not None
    ann.basket[0].append("a book")
    ann.lines["first"].goods.append("a book")
    assert (bob.basket, bob.lines) == ([["a gift"]], {"first": Line(goods=["a gift"])})
    again = shop.one(Customer.get(customer_id="a"))
    assert (again.basket, again.lines) == (bob.basket, bob.lines)


def test_what_a_write_returns_is_its_own(shop: TypedStore) -> None:
    for plan in (Customer.update(customer_id="a").set(name="Ann"), Customer.upsert(customer_id="c").set(name="Cy")):
        shop.write(plan).basket[0].append("a book")
    made = shop.put(Customer(customer_id="d", name="Di"))
    made.basket[0].append("a book")
    assert shop.one(Customer.get(customer_id="b")).basket == [["a gift"]]
    assert shop.one(Customer.get(customer_id="c")).basket == [["a gift"]]
    assert Customer(customer_id="e", name="Eve").basket == [["a gift"]]


def test_a_view_makes_its_own_default_anew(shop: TypedStore) -> None:
    ann, bob = shop.batch(Basket.batch(customer_id=["a", "b"]))
    assert ann is not None
    assert bob is not None
    ann.basket[0].append("a book")
    assert bob.basket == [["a view's gift"]]


@pytest.mark.parametrize(
    ("annotation", "default", "change"),
    [
        (list[list[str]], [["x"]], lambda value: value[0].append("y")),
        (dict[str, Any], {"x": {}}, lambda value: value["x"].update(y=1)),
        (set[str], set(), lambda value: value.add("y")),
        (tuple[list[str], ...], (["x"],), lambda value: value[0].append("y")),
        (Line, Line(goods=["x"]), lambda value: value.goods.append("y")),
    ],
    ids=["list", "dict", "set", "tuple", "model"],
)
@pytest.mark.parametrize("road", ["_parse_items", "from_items", "careful"])
def test_no_road_gives_the_same_object_twice(
    annotation: Any, default: Any, change: Callable[[Any], object], road: str
) -> None:
    fields = {"thing_id": InKey[str], "value": of(OmitDefault, annotation)}
    thing = entity_named("Thing", table_named("T"), fields, PK=key("T#{thing_id}"), SK=key("T"), value=default)
    layout = thing.layout
    items: list[Item] = [layout.key({"thing_id": each}) for each in "ab"]
    read = (lambda both: list(map(layout._careful.parse, both))) if road == "careful" else getattr(layout, road)
    one, other = read(items)
    unchanged = deepcopy(other.value)
    change(one.value)
    assert one.value != unchanged
    assert other.value == read(items)[0].value == thing(thing_id="c").value == unchanged


@pytest.mark.parametrize("road", ["_parse_items", "_decode_items", "from_items"])
def test_what_is_said_of_one_row_to_have_been_given_is_said_of_no_other(road: str) -> None:
    thing = entity_named("Thing", table_named("T"), {"thing_id": InKey[str]}, PK=key("T#{thing_id}"), SK=key("T"))
    items: list[Any] = [thing.layout.key({"thing_id": each}) for each in "ab"]
    given = list(map(jsontext.dumps, items)) if road == "_decode_items" else items
    one, other = getattr(thing.layout, road)(given)
    one.model_fields_set.clear()
    assert other.model_fields_set == {"thing_id"}
