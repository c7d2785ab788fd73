"""Measures as people read them, and how the amount of a line came about."""

from collections.abc import Iterable
from typing import cast

from chabudai.apps.kondate.amounts import show_amount
from chabudai.apps.kondate.amounts.showing import Language
from chabudai.apps.kondate.kitchen.entities import Measure, Provision, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import add_up, amount_of, has_unit
from chabudai.apps.kondate.messages import gettext
from chabudai.web.translations import current_language

_MOST_PARTS = 4


def show_measure(measure: Measure) -> str:
    return show_amount(amount_of(measure), cast(Language, current_language()))


def show_measures(measures: Iterable[Measure]) -> str:
    """Different units stay apart: 1本 + 200g."""
    return " + ".join(map(show_measure, measures))


def show_line_amount(line: ShoppingItem) -> str:
    return show_measures(line.measures) or line.quantity


def show_food_amount(item: Provision) -> str:
    if item.amount is None:
        return item.quantity
    return show_measure(Measure(value=item.amount, unit=item.unit or ""))


def describe_origin(line: ShoppingItem) -> str:
    """What the dishes want one by one, or all of it less what is at home; empty where that says nothing more."""
    parts = [want.measure for want in line.wants if want.measure is not None]
    wanted = add_up(parts)
    held = [measure for measure in line.at_home if has_unit(wanted, measure.unit)]
    otherwise = [measure for measure in line.at_home if not has_unit(wanted, measure.unit)]
    if line.is_own_amount:
        return gettext("planned: %(amount)s", amount=show_measures(wanted)) if wanted else ""
    if held:
        return gettext("%(wanted)s − %(held)s at home", wanted=show_measures(wanted), held=show_measures(held))
    if otherwise:
        return gettext("%(held)s at home", held=show_measures(otherwise))
    return _sum(parts) if len(parts) > 1 else ""


def _sum(parts: list[Measure]) -> str:
    shown = " + ".join(map(show_measure, parts[:_MOST_PARTS]))
    return f"{shown} + …" if len(parts) > _MOST_PARTS else shown
