"""Attributes: Python values there and back, in the types that DynamoDB has."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.strategies import decimals

from chabudai.engine.values import normalize_value
from chabudai.table.attributes import from_attribute, from_item, to_attribute, to_item
from chabudai.table.errors import EmptySet, UnreadableItem, UnsupportedValue

Colour = StrEnum("Colour", {"RED": "red"})
Level = IntEnum("Level", {"LOW": 1})
Mixed = Enum("Mixed", {"TEXT": "text"}, type=str)


@dataclass(frozen=True)
class Step:
    title: str
    minutes: int


numbers = decimals().map(lambda number: int(number) if number == number.to_integral_value() else number)
scalars = st.none() | st.booleans() | st.text() | st.binary() | numbers
sets = st.sets(st.text(), min_size=1) | st.sets(numbers, min_size=1) | st.sets(st.binary(), min_size=1)
values = st.recursive(
    scalars | sets,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4),
    max_leaves=8,
)


@given(values)
def test_plain_values_come_back_as_they_were(value: Any) -> None:
    back = from_attribute(to_attribute(value))
    assert back == value
    assert type(back) is type(value)


@given(st.dictionaries(st.text(min_size=1), values))
def test_items_come_back_as_they_were(item: dict[str, Any]) -> None:
    assert from_item(to_item(item)) == item


@given(decimals() | st.floats(-1e125, 1e125).filter(lambda number: number == 0 or abs(number) > 1e-130))
def test_numbers_are_spelled_as_the_engine_spells_them(number: Decimal | float) -> None:
    attribute = to_attribute(number)
    assert normalize_value(attribute) == attribute
    assert float(attribute["N"]) == float(number)


@pytest.mark.parametrize(
    ("value", "attribute"),
    [
        ("text", {"S": "text"}),
        ("", {"S": ""}),
        (True, {"BOOL": True}),
        (None, {"NULL": True}),
        (12, {"N": "12"}),
        (10**125, {"N": "1" + "0" * 125}),
        (0.1, {"N": "0.1"}),
        (1e22, {"N": "10000000000000000000000"}),
        (-0.0, {"N": "0"}),
        (Decimal("1.50"), {"N": "1.5"}),
        (Decimal("1E+3"), {"N": "1000"}),
        (b"\x00\xff", {"B": "AP8="}),
        (bytearray(b"a"), {"B": "YQ=="}),
        (date(2026, 2, 9), {"S": "2026-02-09"}),
        (time(9, 30), {"S": "09:30:00"}),
        (datetime(2026, 2, 9, 10, tzinfo=UTC), {"S": "2026-02-09T10:00:00Z"}),
        (datetime(2026, 2, 9, 10, 0, 0, 500_000, UTC), {"S": "2026-02-09T10:00:00.500000Z"}),
        (datetime(2026, 2, 9, 10, tzinfo=timezone(timedelta(hours=9))), {"S": "2026-02-09T01:00:00Z"}),
        (UUID(int=1), {"S": "00000000-0000-0000-0000-000000000001"}),
        (Colour.RED, {"S": "red"}),
        (Level.LOW, {"N": "1"}),
        (Mixed["TEXT"], {"S": "text"}),
        ([1, "a"], {"L": [{"N": "1"}, {"S": "a"}]}),
        ((), {"L": []}),
        ({"a": {"b": None}}, {"M": {"a": {"M": {"b": {"NULL": True}}}}}),
        (OrderedDict(a=1), {"M": {"a": {"N": "1"}}}),
        (Step("boil", 3), {"M": {"title": {"S": "boil"}, "minutes": {"N": "3"}}}),
        ({"b", "a"}, {"SS": ["a", "b"]}),
        (frozenset({10, 9, Decimal("0.5")}), {"NS": ["0.5", "9", "10"]}),
        ({0.1, Decimal("0.1")}, {"NS": ["0.1"]}),
        ({b"a"}, {"BS": ["YQ=="]}),
        ({Colour.RED}, {"SS": ["red"]}),
    ],
)
def test_values_are_stored_as_documented(value: Any, attribute: dict[str, Any]) -> None:
    assert to_attribute(value) == attribute


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("-inf"),
        Decimal("Infinity"),
        int("1" * 39),
        10**126,
        10**100_000,
        Decimal("1E-131"),
        1e300,
        {"a", 1},
        {True},
        {(1, 2)},
        {1: "a"},
        datetime(2026, 1, 1),
        object(),
        Step,
        [object()],
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_dynamodb_has_no_value_for_is_refused(value: Any) -> None:
    with pytest.raises(UnsupportedValue):
        to_attribute(value)


def test_an_empty_set_is_refused_with_advice() -> None:
    with pytest.raises(EmptySet, match="leave it out, or make it a list"):
        to_attribute(set())


def test_whole_numbers_come_back_as_ints_however_they_are_spelled() -> None:
    for text, number in [("1", 1), ("1.0", 1), ("1E2", 100), ("1.5", Decimal("1.5"))]:
        back = from_attribute({"N": text})
        assert back == number
        assert type(back) is type(number)


@pytest.mark.parametrize("attribute", [{}, {"X": 1}, {"N": "1", "B": ""}])
def test_what_is_no_attribute_value_is_not_read(attribute: dict[str, Any]) -> None:
    with pytest.raises(UnreadableItem, match="is no attribute value"):
        from_attribute(attribute)
