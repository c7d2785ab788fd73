"""Measures: amounts as rows keep them, added and taken from each other where their units agree."""

from collections.abc import Iterable
from fractions import Fraction

from chabudai.apps.kondate.amounts import Amount, read_value, write_value
from chabudai.apps.kondate.kitchen.entities import Measure

LARGEST = Fraction(9_999_999)
"""What a row takes; nobody buys more of anything."""


def measure_of(amount: Amount) -> Measure:
    """What one has to have, so the upper end of a range."""
    return Measure(value=write_value(_bounded(amount.most)), unit=amount.unit)


def amount_of(measure: Measure) -> Amount:
    return Amount(read_value(measure.value), measure.unit)


def in_base(measure: Measure) -> Measure:
    """In grams or millilitres where it can be."""
    return measure_of(amount_of(measure).in_base())


def add_up(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """One for each unit, in the order in which they came; several units of one kind are brought to their base."""
    sums: dict[str, Amount] = {}
    for each in map(amount_of, measures):
        base = each.in_base().unit
        before = sums.get(base)
        if before is None:
            sums[base] = each
        elif before.unit == each.unit:
            sums[base] = Amount(before.value + each.value, each.unit)
        else:
            sums[base] = Amount(before.in_base().value + each.in_base().value, base)
    return tuple(measure_of(each) for each in sums.values())


def subtract(wanted: Iterable[Measure], held: Iterable[Measure]) -> tuple[Measure, ...]:
    """What is missing: of each unit by itself, and nothing where there is enough."""
    have = {each.unit: read_value(each.value) for each in map(in_base, add_up(held))}
    missing = []
    for each in add_up(wanted):
        base = in_base(each)
        rest = read_value(base.value) - have.get(base.unit, Fraction(0))
        if base.unit not in have:
            missing.append(each)
        elif rest > 0:
            missing.append(_in_unit_of(each, rest))
    return tuple(missing)


def has_unit(measures: Iterable[Measure], unit: str) -> bool:
    """Whether one of them can be compared with this unit."""
    wanted = Amount(Fraction(1), unit).in_base().unit
    return any(in_base(each).unit == wanted for each in measures)


def _in_unit_of(measure: Measure, base: Fraction) -> Measure:
    """So much of the base, said in the measure's own unit."""
    one = Amount(Fraction(1), measure.unit).in_base().value
    return Measure(value=write_value(_bounded(base / one)), unit=measure.unit)


def _bounded(value: Fraction) -> Fraction:
    """Such that it can be stored: huge numbers end, and odd ones are brought to a fraction that has room."""
    return min(value, LARGEST).limit_denominator(10_000)
