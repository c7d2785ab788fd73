"""How finely a kitchen keeps what it has: whatever is taken and given back stays exact, and can always be stored."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from chabudai.apps.kondate.amounts.amount import read_value, write_value

GRAIN: Final = Fraction(1, 63_000)
"""Every amount of a kitchen is so many of these, of whatever unit: sums and differences are then too.

It divides what is written with three decimals, and halves, thirds, quarters, fifths and so on to tenths, of which
people cook; a thirteenth is brought to the nearest. As many of them as `LARGEST` has are told by twelve figures.
"""
LARGEST: Final = Fraction(9_999_999)
"""Nobody buys more of anything."""
SMALLEST: Final = Fraction(1, 1000)
"""Nobody types less of anything."""


def round_to_grain(value: Fraction) -> Fraction:
    """The nearest amount that a kitchen keeps: what is there at all is never nothing."""
    if value <= 0:
        return Fraction(0)
    if GRAIN.denominator % value.denominator:
        value = Fraction(max(round(value * GRAIN.denominator), 1), GRAIN.denominator)
    return min(value, LARGEST)


def write_measured(value: Fraction) -> str:
    """As a kitchen stores it."""
    return write_value(round_to_grain(value))


@lru_cache(maxsize=8192)
def measure_value(text: str) -> str:
    """What was stored, as finely as a kitchen keeps it."""
    return write_measured(read_value(text))
