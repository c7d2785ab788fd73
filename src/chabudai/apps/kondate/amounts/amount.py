"""An exact amount of one unit, and what can be done with it: added, and stored as text."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from chabudai.apps.kondate.amounts.units import UNITS

STORED: Final = r"^[0-9]{1,12}(/[1-9][0-9]{0,11})?$"
"""What `write_value` writes."""
_STORED: Final = re.compile(r"([0-9]{1,12})(?:/([1-9][0-9]{0,11}))?")
_BEYOND: Final = 10**12


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of a unit; up to `upper` where a range was written, 2〜3個. Things without one have ""."""

    value: Fraction
    unit: str = ""
    upper: Fraction | None = None

    @property
    def most(self) -> Fraction:
        """What one has to have so that it is enough."""
        return self.value if self.upper is None else self.upper

    def times(self, factor: Fraction) -> "Amount":
        return Amount(self.value * factor, self.unit, None if self.upper is None else self.upper * factor)

    def in_base(self) -> "Amount":
        """Kilograms as grams, litres as millilitres; others as they are."""
        unit = UNITS.get(self.unit)
        if unit is None or not unit.of:
            return self
        upper = None if self.upper is None else self.upper * unit.times
        return Amount(self.value * unit.times, unit.of, upper)


def add(one: Amount, other: Amount) -> Amount | None:
    """Both together, or None where their units differ: a stalk and 200 grams stay two amounts."""
    first, second = (one, other) if one.unit == other.unit else (one.in_base(), other.in_base())
    if first.unit != second.unit:
        return None
    upper = None if first.upper is None and second.upper is None else first.most + second.most
    return Amount(first.value + second.value, first.unit, upper)


def has_room(value: Fraction) -> bool:
    """Whether it can be stored: neither below nothing, nor of more figures than a row takes."""
    return 0 <= value.numerator < _BEYOND and value.denominator < _BEYOND


def write_value(value: Fraction) -> str:
    """As it is stored: "3/2", "200". ValueError for what has no room."""
    if not has_room(value):
        raise ValueError(f"no room for this amount: {value}")
    return str(value)


@lru_cache(maxsize=8192)
def read_value(text: str) -> Fraction:
    """What `write_value` wrote, "2/4" as well as "1/2"; ValueError for anything else."""
    found = _STORED.fullmatch(text)
    if found is None:
        raise ValueError(f"not an amount: {text!r}")
    return Fraction(int(found[1]), int(found[2] or 1))


@lru_cache(maxsize=8192)
def normalise_value(text: str) -> str:
    """In its lowest terms: a book has thousands of amounts, and few that differ."""
    return write_value(read_value(text))
