"""Measures as people read them, and how the amount of a line came about."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from chabudai.apps.kondate.amounts import read_value, round_amount, show_amount, show_exactly, write_value
from chabudai.apps.kondate.kitchen.entities import Measure, Provision, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import add_up, amount_of, has_unit, measure_of
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.readers import reader_language

_MOST_PARTS = 4


def show_measure(measure: Measure) -> str:
    return show_amount(amount_of(measure), reader_language())


def show_measures(measures: Iterable[Measure]) -> str:
    """Different units stay apart: 1本 + 200g."""
    return " + ".join(map(show_measure, measures))


def show_line_amount(line: ShoppingItem) -> str:
    return show_measures(line.measures) or line.quantity


def show_food_amount(item: Provision) -> str:
    if item.amount is None:
        return item.quantity
    return show_measure(Measure(value=item.amount, unit=item.unit or ""))


def describe_origin(line: ShoppingItem, in_basket: Iterable[Measure] = ()) -> str:
    """How what is to be bought came about: what the dishes want, less what is at home and `in_basket` already.

    Empty where that says nothing more than the amount does.
    """
    wants = [want.measure for want in line.wants if want.measure is not None]
    if line.is_own_amount:
        return gettext("planned: %(amount)s", amount=show_measures(add_up(wants))) if wants else ""
    if line.done or not wants:  # what is in the basket, or written down, is as it is
        return ""
    basket = add_up(in_basket)
    sums = [
        _describe_sum(each, *(_of_unit_of(each, some) for some in (wants, line.at_home, basket)))
        for each in line.measures
    ]
    otherwise = [held for held in line.at_home if not has_unit(line.measures, held.unit)]
    return " · ".join(part for part in (*sums, _at_home(otherwise)) if part)


def _describe_sum(bought: Measure, wants: list[Measure], home: list[Measure], basket: list[Measure]) -> str:
    """½本 + 1本, 2本 − 家に1本: what is told adds up to what is to be bought, or says what is used of it."""
    shown_as = _total([_rounded(bought)])
    less = [*home, *basket]
    if less or len(wants) > _MOST_PARTS:
        wants = list(add_up(wants))
    if _total(map(_rounded, wants)) - _total(map(_rounded, less)) == shown_as:
        return _write_sum(wants, home, basket, show_measure) if len(wants) > 1 or less else ""
    rest = _total(wants) - _total(less)
    if not all(_is_simple(read_value(each.value)) for each in (*wants, *less)) or not _is_simple(rest):
        return _at_home(home)
    if rest == shown_as:
        return _write_sum(wants, home, basket, _show_exactly)
    used = _show_exactly(_say_in(rest, bought))
    return (
        f"{_write_sum(wants, home, basket, _show_exactly)} = {used}"
        if less
        else gettext("uses %(amount)s", amount=used)
    )


def _write_sum(wants: list[Measure], home: list[Measure], basket: list[Measure], show: Callable[[Measure], str]) -> str:
    parts = [" + ".join(map(show, wants))]
    if home:
        parts.append(gettext("%(held)s at home", held=" + ".join(map(show, home))))
    if basket:
        parts.append(gettext("%(held)s in the basket", held=" + ".join(map(show, basket))))
    return " − ".join(parts)


def _at_home(measures: list[Measure]) -> str:
    return gettext("%(held)s at home", held=show_measures(measures)) if measures else ""


def _of_unit_of(bought: Measure, measures: Iterable[Measure]) -> list[Measure]:
    return [each for each in measures if has_unit([bought], each.unit)]


def _total(measures: Iterable[Measure]) -> Fraction:
    """In the unit that they have in common: grams, where one of them is of kilograms."""
    return sum((amount_of(each).in_base().value for each in measures), Fraction(0))


def _rounded(measure: Measure) -> Measure:
    return measure_of(round_amount(amount_of(measure)))


def _show_exactly(measure: Measure) -> str:
    return show_exactly(amount_of(measure), reader_language())


def _say_in(total: Fraction, like: Measure) -> Measure:
    """So much of the base, in the unit of another measure."""
    return Measure(value=write_value(total / _total([Measure(value="1", unit=like.unit)])), unit=like.unit)


def _is_simple(value: Fraction) -> bool:
    """Whether one can read it at a glance."""
    return value.denominator <= 16
