"""Conditions on places within fields: as Python would answer them of the row that is read, whatever the item lacks."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import count
from typing import Annotated, Any, NotRequired

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel
from tests.table.shop import Address, Line, Order, Shop, Slip
from typing_extensions import TypedDict

from chabudai import table
from chabudai.table import (
    Entity,
    InKey,
    Path,
    Table,
    begins_with,
    between,
    contains,
    exists,
    ge,
    gt,
    key,
    le,
    lt,
    ne,
    not_exists,
    one_of,
    present,
    size,
    where,
    where_at,
)
from chabudai.table.attributes import Item
from chabudai.table.errors import ConditionNotMet, DesignError, InvalidFieldValue, UnknownField
from chabudai.table.query.conditions import Condition, Predicate, eq
from chabudai.table.schema.nesting import MISSING
from chabudai.table.schema.paths import parse_path

rows = count()


@pytest.fixture(scope="module")
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Shop)
        yield opened


def put(store: table.TypedStore, attributes: Item) -> Order:
    """An item with these attributes beside its key, as it is read."""
    order_id = f"{next(rows):05}"
    item = {"PK": {"S": "O#ann"}, "SK": {"S": f"ORDER#{order_id}"}, **attributes}
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    return store.one(Order.get(owner="ann", order_id=order_id))


def is_so(store: table.TypedStore, order: Order, condition: Condition) -> bool:
    """Asked twice: by a filter, and by the condition of a write."""
    found = store.count(Shop.query(Order, owner="ann", order_id=order.order_id).filter(condition)) == 1
    try:
        store.write(Order.update(owner="ann", order_id=order.order_id).set(stock=1).when(condition))
    except ConditionNotMet:
        assert not found
    else:
        assert found
    return found


def absent_or(*values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), *values)


def maps(**members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A map without those that are None."""
    return st.fixed_dictionaries(members).map(
        lambda found: {"M": {name: value for name, value in found.items() if value is not None}}
    )


texts = st.sampled_from(["000", "5", "a", ""]).map(lambda text: {"S": text})
numbers = st.integers(1, 3).map(lambda number: {"N": str(number)})
null = st.just({"NULL": True})
addresses = maps(city=texts, postCode=absent_or(texts), floor=absent_or(numbers, null))
lines = maps(
    name=texts,
    quantity=absent_or(numbers),
    sizes=absent_or(st.lists(numbers, max_size=2).map(lambda found: {"L": found})),
    gift=absent_or(null, addresses),
)
ITEMS = {
    "address": absent_or(addresses),
    "billing": absent_or(addresses),
    "other": absent_or(null, addresses),
    "lines": absent_or(st.lists(lines, max_size=2).map(lambda found: {"L": found})),
    "prices": absent_or(maps(JPY=absent_or(numbers))),
    "notes": absent_or(maps(a=absent_or(null, texts, maps(b=texts)))),
    "words": absent_or(st.lists(texts, max_size=2).map(lambda found: {"L": found})),
}
TEXTS = ("000", "5", "a", "", "b", "Kyoto")
PLACES = {
    "address.city": TEXTS,
    "address.post_code": TEXTS,
    "address.floor": (1, 2, None),
    "billing.city": TEXTS,
    "billing.post_code": TEXTS,
    "billing.floor": (1, 2, None),
    "other.post_code": TEXTS,
    "other.floor": (1, 2, None),
    "lines[0].name": TEXTS,
    "lines[0].quantity": (1, 2, 3),
    "lines[1].quantity": (1, 2, 3),
    "lines[0].sizes[1]": (1, 2, 3),
    "lines[0].gift.post_code": TEXTS,
    "lines[0].gift.floor": (1, 2, None),
    "prices.JPY": (1, 2, 3),
    "notes.a": ("000", "5", None),
    "words[1]": TEXTS,
}
TESTS: dict[str, Callable[..., Any]] = {
    "=": lambda value, other: value == other,
    "<>": lambda value, other: value != other,
    ">": lambda value, other: value > other,
    ">=": lambda value, other: value >= other,
    "<": lambda value, other: value < other,
    "<=": lambda value, other: value <= other,
    "between": lambda value, low, high: low <= value <= high,
    "in": lambda value, *others: value in others,
    "begins_with": lambda value, beginning: value.startswith(beginning),
    "size": lambda value, of: holds(of, len(value)),
}


@st.composite
def predicates(draw: st.DrawFn, place: str) -> Predicate:
    values = [value for value in PLACES[place] if value is not None]
    value, any_value = st.sampled_from(values), st.sampled_from(PLACES[place])
    # To be None alone is to ask whether it is there, which no default answers.
    options = [st.builds(eq, value), st.builds(ne, value), st.builds(one_of, value, any_value)]
    if place != "notes.a":
        options += [st.builds(make, value) for make in (gt, ge, lt, le)]
        options.append(st.builds(between, value, value))
    if values[0] == "000" and place != "notes.a":
        options += [st.builds(begins_with, value), st.builds(lambda one: size(ge(one)), st.integers(0, 4))]
    return draw(st.one_of(options))


def holds(predicate: Predicate, value: Any) -> bool:
    if value is None and predicate.operator not in ("=", "<>", "in"):
        return False
    return bool(TESTS[predicate.operator](value, *predicate.operands))


@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_place_is_compared_as_in_the_row_that_is_read(
    store: table.TypedStore, place: str, data: st.DataObject
) -> None:
    path = parse_path(Order.layout, place)
    attribute = data.draw(ITEMS[path.field.name])
    order = put(store, {} if attribute is None else {path.field.name: attribute})
    found = path.get(getattr(order, path.field.name))
    value = None if found is MISSING else found
    predicate = data.draw(predicates(place))
    condition = data.draw(st.sampled_from([where(**{place: predicate}), where_at(path, predicate)]))
    assert is_so(store, order, condition) is holds(predicate, value)
    assert is_so(store, order, ~condition) is not holds(predicate, value)
    joined = condition & where(stock=one_of(0, 1)) | where(stock=7)
    assert is_so(store, order, joined) is holds(predicate, value)


def test_a_place_exists_when_it_is_there_and_not_null(store: table.TypedStore) -> None:
    there = put(store, {"address": {"M": {"city": {"S": "Kyoto"}, "floor": {"NULL": True}}}})
    assert is_so(store, there, where(**{"address.city": exists()}))
    assert is_so(store, there, where(**{"address.floor": not_exists()}))
    assert is_so(store, there, where(**{"address.floor": None}))
    gone = put(store, {})
    assert is_so(store, gone, where(**{"address.city": None}))
    assert not is_so(store, gone, where(**{"address.city": exists()}))
    assert is_so(store, gone, where(**{"lines[0].name": not_exists()}))


def test_both_spellings_ask_the_same(store: table.TypedStore) -> None:
    order = store.put(
        Order(
            owner="bob",
            order_id="1",
            address=Address(city="Kyoto"),
            lines=[Line(name="tea", quantity=3)],
            prices={"JPY": Decimal(5)},
            notes={"a.b": 1},
        )
    )
    city = Order.path_to(lambda order: present(order.address).city)
    orders = Shop.query(Order, owner="bob")
    for condition in (
        where(**{"address.city": "Kyoto"}),
        where_at(city, "Kyoto"),
        where_at(city, begins_with("Kyo")) & where_at(Order.path_to(lambda order: order.prices["JPY"]), gt(Decimal(4))),
        where_at(Order.path_to(lambda order: order.lines[0].quantity), 3),
        where_at(Order.path_to(lambda order: order.notes["a.b"]), 1),
        where_at(Order.path_to(lambda order: order.stock), 0),
        where(lines=contains(Line(name="tea", quantity=3))) & where(lines=size(1)),
    ):
        assert list(store.all(orders.filter(condition))) == [order]
        assert not list(store.all(orders.filter(~condition)))
    assert store.count(orders.filter(**{"address.city": "Kobe"})) == 0
    changed = Order.update(owner="bob", order_id="1").set(stock=5).when(**{"lines[0].quantity": ge(3)})
    assert store.write(changed).stock == 5


def test_a_field_by_its_path_is_known_as_by_its_name(store: table.TypedStore) -> None:
    stock = Order.path_to(lambda order: order.stock)
    update = Order.update(owner="bob", order_id="1").add(stock=1)
    assert store.explain(update.when(where_at(stock, 5))) == store.explain(update.when(stock=5))


def test_a_condition_is_explained_with_names(store: table.TypedStore) -> None:
    shown = str(store.explain(Order.delete(owner="ann", order_id="1").when(**{"lines[0].gift.post_code": ne("1")})))
    assert "lines[0].gift.postCode <> '1'" in shown


def test_a_value_is_held_to_the_type_of_its_place() -> None:
    orders = Shop.query(Order, owner="ann")
    with pytest.raises(InvalidFieldValue, match=r"lines\[0\]\.quantity: Input should be a valid integer"):
        _ = orders.filter(**{"lines[0].quantity": "many"}).request
    with pytest.raises(InvalidFieldValue, match=r"lines\[0\]\.quantity: Input should be greater than or equal to 1"):
        _ = orders.filter(**{"lines[0].quantity": 0}).request
    with pytest.raises(InvalidFieldValue, match=r"lines\[0\]: what is stored does not sort"):
        _ = orders.filter(**{"lines[0]": gt(Line(name="a"))}).request
    with pytest.raises(UnknownField, match=r"did you mean quantity\?"):
        _ = orders.filter(**{"lines[0].quantty": 1}).request
    with pytest.raises(UnknownField, match=r"did you mean address\?"):
        orders.filter(**{"adress.city": "Kyoto"})


def test_a_path_of_another_entity_is_refused() -> None:
    class Box(Entity, table=Shop):
        box_id: InKey[str]
        stock: int = 0
        PK = key("BOX#{box_id}")
        SK = key("BOX")

    stock: Path[Any, int] = Box.path_to(lambda box: box.stock)
    with pytest.raises(DesignError, match="stock is a path of Box, and was asked of Order"):
        _ = Shop.query(Order, owner="ann").filter(where_at(stock, 1)).request


def test_a_view_is_filtered_by_paths_of_its_entity_and_of_its_own(store: table.TypedStore) -> None:
    store.put(Order(owner="eve", order_id="1", address=Address(city="Kyoto")))
    for path in (
        Order.path_to(lambda order: present(order.address).city),
        Slip.path_to(lambda slip: present(slip.address).city),
    ):
        assert store.count(Shop.query(Slip, owner="eve").filter(where_at(path, "Kyoto"))) == 1


class Inner(BaseModel):
    size: int = 3


class Outer(BaseModel):
    inner: Inner = Inner()
    maybe: Inner | None = Inner(size=5)


def test_defaults_stand_for_what_is_missing_at_every_depth() -> None:
    class Nested(table.Table, name="Nested", pk="PK", sk="SK"): ...

    class Thing(Entity, table=Nested):
        thing_id: InKey[str]
        outer: Outer = Outer(inner=Inner(size=7), maybe=None)
        PK = key("T#{thing_id}")
        SK = key("T")

    with table.open(":memory:") as store:
        store.create(Nested)
        stored: list[Item] = [
            {},
            {"outer": {"M": {}}},
            {"outer": {"M": {"inner": {"M": {}}, "maybe": {"NULL": True}}}},
            {"outer": {"M": {"inner": {"M": {"size": {"N": "9"}}}, "maybe": {"M": {"size": {"N": "1"}}}}}},
        ]
        for at, attributes in enumerate(stored):
            item = {"PK": {"S": f"T#{at}"}, "SK": {"S": "T"}, **attributes}
            store.raw.call("PutItem", {"TableName": "Nested", "Item": item})

        def found(condition: Condition) -> list[int]:
            return [
                at for at in range(len(stored)) if store.count(Nested.query(Thing, thing_id=str(at)).filter(condition))
            ]

        things = [store.one(Thing.get(thing_id=str(at))) for at in range(len(stored))]
        assert [thing.outer.inner.size for thing in things] == [7, 3, 3, 9]
        assert found(where(**{"outer.inner.size": 7})) == [0]
        assert found(where(**{"outer.inner.size": 3})) == [1, 2]
        assert found(where(**{"outer.inner.size": gt(3)})) == [0, 3]
        assert found(where(**{"outer.inner.size": ne(3)})) == [0, 3]
        assert [None if thing.outer.maybe is None else thing.outer.maybe.size for thing in things] == [None, 5, None, 1]
        assert found(where(**{"outer.maybe.size": 5})) == [1]
        assert found(where(**{"outer.maybe.size": ne(5)})) == [0, 2, 3]
        assert found(~where(**{"outer.maybe.size": ne(5)})) == [1]


def test_a_member_of_a_typed_dict_is_asked_for_as_its_validators_have_it() -> None:
    class Desk(Table, name="Desk", pk="PK", sk="SK"): ...

    class Place(TypedDict):
        city: Annotated[str, AfterValidator(str.upper)]
        zip: NotRequired[Annotated[str, AfterValidator(str.upper)]]

    class Customer(Entity, table=Desk):
        c: InKey[str]
        place: Place | None = None
        PK = key("C#{c}")
        SK = key("C")

    with table.open(":memory:") as store:
        store.create(Desk)
        store.insert(Customer(c="1", place={"city": "kyoto", "zip": "a1"}))
        query = Desk.query(Customer, c="1")
        assert store.count(query.filter(**{"place.city": "kyoto", "place.zip": "a1"})) == 1
        assert store.write(Customer.update(c="1").set(**{"place.zip": "b2"})).place == {"city": "KYOTO", "zip": "B2"}
