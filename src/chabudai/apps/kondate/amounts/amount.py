"""An exact amount of one unit, and what can be done with it: added, and stored as text."""

from dataclasses import dataclass
from fractions import Fraction

from chabudai.apps.kondate.amounts.units import UNITS


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


def write_value(value: Fraction) -> str:
    """As it is stored: "3/2", "200"."""
    return str(value)


def read_value(text: str) -> Fraction:
    """What `write_value` wrote; ValueError for anything else."""
    try:
        return Fraction(text)
    except ZeroDivisionError as error:
        raise ValueError(f"not an amount: {text!r}") from error
