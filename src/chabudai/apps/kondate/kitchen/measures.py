"""Measures: amounts as rows keep them, added and taken from each other where their units agree."""

from collections.abc import Iterable
from fractions import Fraction

from chabudai.apps.kondate.amounts import LARGEST, SMALLEST, UNITS, Amount, read_value, write_measured
from chabudai.apps.kondate.amounts.grains import GRAIN
from chabudai.apps.kondate.kitchen.entities import NO_AMOUNT, Measure, Provision
from chabudai.web.errors import InvalidFields


def measure_of(amount: Amount) -> Measure:
    """What one has to have, so the upper end of a range. A unit that nobody knows counts things."""
    return Measure(value=write_measured(amount.most), unit=amount.unit if amount.unit in UNITS else "")


def amount_of(measure: Measure) -> Amount:
    return Amount(read_value(measure.value), measure.unit)


def amount_of_food(item: Provision) -> Amount:
    """Nothing where nobody said how much."""
    return Amount(read_value(item.amount or "0"), item.unit if item.unit in UNITS else "")


def check_typed(amount: Amount | None, field: str) -> None:
    """InvalidFields for what nobody has, or has too much of to be told."""
    if amount is not None and not SMALLEST <= amount.most <= LARGEST:
        raise InvalidFields([(field, NO_AMOUNT)])


def add_up(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """One for each unit, in the order in which they came; several units of one kind are brought to their base."""
    return tuple(map(measure_of, _add_up(measures)))


def subtract(wanted: Iterable[Measure], held: Iterable[Measure]) -> tuple[Measure, ...]:
    """What is missing: of each unit by itself, and nothing where there is enough."""
    have = {each.unit: each.value for each in (each.in_base() for each in _add_up(held))}
    missing = []
    for each in _add_up(wanted):
        base = each.in_base()
        rest = base.value - have.get(base.unit, Fraction(0))
        if rest >= GRAIN:
            missing.append(measure_of(each if base.unit not in have else in_unit(rest, each.unit)))
    return tuple(missing)


def has_unit(measures: Iterable[Measure], unit: str) -> bool:
    """Whether one of them can be compared with this unit."""
    wanted = Amount(Fraction(1), unit).in_base().unit
    return any(amount_of(each).in_base().unit == wanted for each in measures)


def in_unit(base: Fraction, unit: str) -> Amount:
    """So much of the base of a unit, said in the unit itself: a grain more where it would be between two."""
    one = Amount(Fraction(1), unit).in_base().value
    return Amount(-(-base // (one * GRAIN)) * GRAIN, unit)


def _add_up(measures: Iterable[Measure]) -> tuple[Amount, ...]:
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
    return tuple(sums.values())
