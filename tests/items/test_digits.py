"""Digits and exponent: the number that they are taken from, and nothing else."""

from decimal import Decimal

from hypothesis import given
from tests.engine.strategies import decimals

from chabudai.engine.numbers import canonical
from chabudai.items.digits import digits_and_exponent


@given(decimals())
def test_digits_and_exponent_make_the_number(number: Decimal) -> None:
    if number:
        negative, digits, exponent = digits_and_exponent(canonical(str(number)))
        assert Decimal(f"{'-' if negative else ''}0.{digits}e{exponent}") == number
        assert digits.strip("0") == digits
