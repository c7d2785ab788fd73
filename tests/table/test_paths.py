"""Paths: places within fields, by their Python names, with the type, the stored name and the value that is there."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from tests.table.shop import Address, Line, Order, Parcel, Slip, Stamp, Window

from chabudai.table import present
from chabudai.table.errors import DesignError, InvalidFieldValue, UnknownField
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.nesting import MISSING
from chabudai.table.schema.paths import Path, parse_path

KYOTO = Address(city="Kyoto", post_code="600", floor=None)
ORDER = Order(
    owner="ann",
    order_id="1",
    address=KYOTO,
    billing=Address(city="Nara"),
    lines=[Line(name="tea", quantity=3, sizes=(1, 2), gift=KYOTO), Line(name="cup")],
    prices={"JPY": Decimal("1.5")},
    notes={"a": {"b": [1, "x"]}},
    words=["one", "two"],
    parcel=Parcel(weight=Decimal(3)),
    window={"first": date(2026, 1, 2), "last": date(2026, 1, 3)},
)
PLACES: dict[str, Callable[[Order], Any]] = {
    "address": lambda order: order.address,
    "address.city": lambda order: present(order.address).city,
    "address.post_code": lambda order: present(order.address).post_code,
    "address.floor": lambda order: present(order.address).floor,
    "billing.city": lambda order: order.billing.city,
    "lines[0]": lambda order: order.lines[0],
    "lines[0].quantity": lambda order: order.lines[0].quantity,
    "lines[0].sizes[1]": lambda order: order.lines[0].sizes[1],
    "lines[0].gift.city": lambda order: present(order.lines[0].gift).city,
    "lines[1].quantity": lambda order: order.lines[1].quantity,
    "prices.JPY": lambda order: order.prices["JPY"],
    "notes.a.b[1]": lambda order: order.notes["a"]["b"][1],
    "words[1]": lambda order: order.words[1],
    "limits[1]": lambda order: order.limits[1],
    "parcel.weight": lambda order: present(order.parcel).weight,
    "parcel.tracking": lambda order: present(order.parcel).tracking,
    "window.last": lambda order: present(order.window)["last"],
    "stock": lambda order: order.stock,
}
every_place = pytest.mark.parametrize(("text", "place"), PLACES.items(), ids=list(PLACES))


def attribute_at(path: Path[Any, Any]) -> Any:
    """What the stored item has there."""
    attribute: Any = path.field.encode(getattr(ORDER, path.field.name))
    for step in path.steps:
        attribute = attribute["L"][step.stored] if isinstance(step.stored, int) else attribute["M"].get(step.stored)
    return attribute


@every_place
def test_both_spellings_are_one_path(text: str, place: Callable[[Order], Any]) -> None:
    assert str(Order.path_to(place)) == text
    assert Order.path_to(place) == parse_path(Order.layout, text)


@every_place
def test_a_path_finds_replaces_writes_and_reads_what_is_there(text: str, place: Callable[[Order], Any]) -> None:
    path = parse_path(Order.layout, text)
    whole = getattr(ORDER, path.field.name)
    leaf = path.get(whole)
    assert leaf == place(ORDER)
    assert path.replaced(whole, leaf) == whole
    assert path.encode(path.check(leaf)) == attribute_at(path)
    if leaf is not None:
        assert path.decode(attribute_at(path)) == leaf


def test_another_leaf_leaves_the_rest_as_it_is_and_the_value_itself_unchanged() -> None:
    path = Order.path_to(lambda order: order.lines[0].quantity)
    changed = path.replaced(ORDER.lines, 7)
    assert changed == [ORDER.lines[0].model_copy(update={"quantity": 7}), ORDER.lines[1]]
    assert ORDER.lines[0].quantity == 3
    assert Order.path_to(lambda order: order.prices["EUR"]).replaced(ORDER.prices, Decimal(2)) == {
        "JPY": Decimal("1.5"),
        "EUR": 2,
    }
    assert Order.path_to(lambda order: order.limits[0]).replaced(ORDER.limits, 5) == (5, "a")
    assert Order.path_to(lambda order: order.words[9]).replaced(["a"], "b") == ["a", "b"]
    parcel = Order.path_to(lambda order: present(order.parcel).weight).replaced(ORDER.parcel, Decimal(4))
    assert parcel == Parcel(weight=Decimal(4))


def test_what_is_not_there_is_missing_and_can_t_be_replaced_below_nothing() -> None:
    city = parse_path(Order.layout, "address.city")
    assert city.get(None) is MISSING
    assert parse_path(Order.layout, "lines[5].name").get(ORDER.lines) is MISSING
    assert parse_path(Order.layout, "prices.EUR").get(ORDER.prices) is MISSING
    with pytest.raises(InvalidFieldValue, match=r"address\.city: address is not there, so nothing in it"):
        city.replaced(None, "Kobe")
    with pytest.raises(InvalidFieldValue, match=r"lines\[5\] is not there, so nothing in it"):
        parse_path(Order.layout, "lines[5].name").replaced(ORDER.lines, "x")


def test_a_path_is_written_with_placeholders_and_stored_names() -> None:
    placeholders = Placeholders()
    path = parse_path(Order.layout, "lines[0].gift.post_code")
    assert path.expression(placeholders.name) == "#0[0].#1.#2"
    assert placeholders.into({})["ExpressionAttributeNames"] == {"#0": "lines", "#1": "gift", "#2": "postCode"}
    assert [str(parent) for parent in path.parents] == ["lines", "lines[0]", "lines[0].gift"]


def test_a_leaf_is_held_to_its_own_type() -> None:
    quantity = parse_path(Order.layout, "lines[0].quantity")
    assert quantity.check("3") == 3
    with pytest.raises(InvalidFieldValue, match=r"lines\[0\]\.quantity: .*greater than or equal to 1"):
        quantity.check(0)
    with pytest.raises(InvalidFieldValue, match=r"prices\.JPY"):
        parse_path(Order.layout, "prices.JPY").check("much")
    assert parse_path(Order.layout, "notes.a").check(object) is object


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("adress.city", r"Order has no field 'adress'; did you mean address\?"),
        ("address.citi", r"Order\.address is Address, which has no 'citi'; did you mean city\?"),
        ("lines[0].qantity", r"did you mean quantity\?"),
        ("lines.name", r"Order\.lines is list\[tests.*Line\], within which there is no 'name'"),
        ("address[0]", r"Order\.address is Address, within which there is no 0"),
        ("stock.more", r"Order\.stock is int, within which there is no 'more'"),
        ("words[0].x", r"Order\.words\[0\] is str"),
        ("limits[2]", r"Order\.limits has 2 elements"),
        ("parcel.wait", r"did you mean weight\?"),
        ("window.start", r"Order\.window has no 'start'"),
        ("address..city", r"has no 'address\.\.city': a path is written"),
        ("lines[-1]", r"a path is written"),
        ("tags.a", r"frozenset"),
        ("stamp.root", r"Order\.stamp\.root is stored as Stamp itself decides"),
        ("placed_on.year", r"Order\.placed_on is stored as a text"),
        ("labels[0]", r"Order\.labels is stored with a prefix"),
        ("code.x", r"Order\.code is stored in keys only"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_with_the_reason(text: str, told: str) -> None:
    with pytest.raises(UnknownField, match=told):
        parse_path(Order.layout, text)


@pytest.mark.parametrize(
    "place",
    [
        lambda order: order.address.citi,
        lambda order: order.lines[-1],
        lambda order: order.lines["a"],
        lambda order: order.prices[0],
        lambda order: order.words[True],
        lambda order: order.adress,
        lambda order: order.words[0].upper(),
    ],
)
def test_a_function_that_leads_nowhere_is_refused(place: Callable[[Any], Any]) -> None:
    with pytest.raises(UnknownField):
        Order.path_to(place)


def test_a_function_that_is_no_path_is_refused() -> None:
    with pytest.raises(DesignError, match=r"path_to\(…\) wants a place of the row"):
        Order.path_to(lambda order: "Kyoto")
    with pytest.raises(DesignError, match=r"Order\.address has no value .* present\(…\)"):
        Order.path_to(lambda order: order.address.city if order.address else "")
    with pytest.raises(DesignError, match="present"):
        present(None)
    places: list[Any] = [
        lambda order: list(order.words),
        lambda order: "tea" in order.words,
        lambda order: order.stock + 1,
        lambda order: 1 - order.stock,
        lambda order: order.stock > 1,
        lambda order: order.words(),
    ]
    for place in places:
        with pytest.raises(
            DesignError, match=r"Order\.(words|stock) has no value while its path is written: .* add_at"
        ):
            Order.path_to(place)


def test_a_view_has_paths_too() -> None:
    assert str(Slip.path_to(lambda slip: present(slip.address).city)) == "address.city"


def test_values_of_the_design_are_as_they_seem() -> None:
    assert Stamp(date(2026, 1, 1)).model_dump() == date(2026, 1, 1)
    assert Window(first=date(2026, 1, 1), last=date(2026, 1, 1))["first"] == date(2026, 1, 1)
