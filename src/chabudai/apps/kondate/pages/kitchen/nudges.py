"""What today says beside the dishes: what is to be bought, and what has to be eaten soon."""

from collections.abc import Iterable
from dataclasses import dataclass

from chabudai.apps.kondate.kitchen import foods, fridge, shopping
from chabudai.apps.kondate.kitchen.entities import FridgeItem, KitchenState
from chabudai.apps.kondate.messages import gettext, ngettext
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownDish
from chabudai.apps.kondate.summary import SOON, say_date
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence

_NAMED = 2
"""Things to be bought that are named."""


@dataclass(frozen=True, slots=True)
class Nudge:
    title: str
    note: str


def describe_shopping(owner: Owner, state: KitchenState) -> Nudge | None:
    """None when nothing is to be bought; the list is not asked for then."""
    if not state.lines_left:
        return None
    names = [shorten_in_sentence(line.name) for line in shopping.find_lines(owner) if line.is_left]
    named = gettext(", ").join(names[:_NAMED])
    note = gettext("%(names)s and more", names=named) if len(names) > _NAMED else named
    return Nudge(ngettext("%(n)s to buy", "%(n)s to buy", max(len(names), 1)), note)


def describe_fridge(owner: Owner, state: KitchenState, dishes: Iterable[ShownDish]) -> Nudge | None:
    """The food with the soonest date, if that is soon, and the dish that will use it."""
    if state.soonest_on is None or (state.soonest_on - owner.today()).days > SOON:
        return None
    soonest = next(iter(fridge.find_items(owner)), None)
    if soonest is None or soonest.best_before is None:
        return None
    days = (soonest.best_before - owner.today()).days
    return Nudge(say_date(shorten_in_sentence(soonest.name), days), _use(soonest, dishes))


def _use(item: FridgeItem, dishes: Iterable[ShownDish]) -> str:
    name = foods.fold(item.name)
    for each in dishes:
        wanted = () if each.recipe is None else each.recipe.ingredients
        if each.dish.is_open and any(foods.fold(ingredient.name) == name for ingredient in wanted):
            return gettext("for “%(title)s”", title=shorten_in_sentence(each.dish.title))
    return gettext("No dish uses it yet")
