"""Sizes: DynamoDB's arithmetic, number by number and part by part."""

from base64 import b64encode
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from tests.engine.strategies import decimals, items, values

from chabudai.engine.numbers import canonical
from chabudai.engine.values import normalize_item, normalize_value
from chabudai.items.sizes import item_size, number_size, value_size

few = settings(max_examples=40)
"""Whole items take a while to think up."""


@given(decimals())
def test_a_number_takes_a_byte_for_each_pair_of_digits_one_for_the_exponent_and_one_for_a_minus(
    number: Decimal,
) -> None:
    expected = 1 + pairs(number.copy_abs()) + (number < 0) if number else 1
    assert number_size(canonical(str(number))) == expected


def pairs(number: Decimal) -> int:
    """How many digits a number has in base 100, zeros at both ends left out."""
    whole, _, fraction = format(number, "f").partition(".")
    digits = "0" * (len(whole) % 2) + whole + fraction + "0" * (len(fraction) % 2)
    in_base_100 = [digits[at : at + 2] for at in range(0, len(digits), 2)]
    used = [at for at, pair in enumerate(in_base_100) if pair != "00"]
    return used[-1] - used[0] + 1


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ({"S": ""}, 0),
        ({"S": "abc"}, 3),
        ({"S": "ちゃぶ台"}, 12),
        ({"S": "🍵"}, 4),
        ({"N": "0"}, 1),
        ({"N": "1"}, 2),
        ({"N": "12"}, 2),
        ({"N": "1.2"}, 3),
        ({"N": "-12"}, 3),
        ({"N": "1" + "0" * 125}, 2),
        ({"B": b64encode(b"12345").decode()}, 5),
        ({"BOOL": False}, 1),
        ({"NULL": True}, 1),
        ({"SS": ["a", "bc"]}, 3),
        ({"NS": ["1", "-2"]}, 5),
        ({"BS": [b64encode(b"1").decode(), b64encode(b"234").decode()]}, 4),
        ({"L": []}, 3),
        ({"L": [{"S": "a"}, {"NULL": True}]}, 7),
        ({"M": {}}, 3),
        ({"M": {"name": {"S": "a"}}}, 9),
    ],
)
def test_a_value_has_the_size_that_dynamodb_counts(value: dict[str, Any], size: int) -> None:
    assert value_size(value) == size


@few
@given(items())
def test_an_item_is_as_large_as_its_names_and_values_in_utf_8(item: dict[str, Any]) -> None:
    admitted, _ = normalize_item(item)
    expected = sum(len(name.encode()) + value_size(value) for name, value in admitted.items())
    assert item_size(admitted) == expected


@few
@given(values(), values())
def test_a_list_takes_three_bytes_and_one_for_each_element(one: dict[str, Any], other: dict[str, Any]) -> None:
    elements = [normalize_value(one), normalize_value(other)]
    assert value_size({"L": elements}) == 3 + sum(1 + value_size(element) for element in elements)
