"""What dishes want, of the plans and without one, and the lines of the shopping list that follow from it.

The list is settled after every change: lines that nothing wants any more go, amounts follow servings and the fridge,
and what a person did to a line (a tick, an amount, a note, "not needed") stays with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from chabudai.apps.kondate.book.entities import Ingredient, Recipe
from chabudai.apps.kondate.book.ingredients import amount_of as amount_of_ingredient
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import Dish, FridgeItem, Measure, ShoppingItem, Want
from chabudai.apps.kondate.kitchen.measures import add_up, amount_of_food, measure_of, subtract
from chabudai.apps.kondate.kitchen.unplanned import unplanned_of
from chabudai.table import ulid

MOST_WANTS: Final = 50
"""That a line remembers: more dishes than that would not fit into its row. Its amount is of all of them."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A food, and who wants how much of it. `name` is as the first of them writes it."""

    name: str
    wants: tuple[Want, ...]

    @property
    def measures(self) -> tuple[Measure, ...]:
        return add_up(want.measure for want in self.wants if want.measure is not None)

    @property
    def is_only_said(self) -> bool:
        """少々 and its like, of which no amount can be told."""
        return all(want.measure is None for want in self.wants)


@dataclass(frozen=True, slots=True)
class Stock:
    """What the fridge has of a food: what can be counted, and whether there is anything at all."""

    measures: tuple[Measure, ...]
    is_there: bool


def settle(draft: Draft) -> None:
    """Bring the lines that dishes want to what these want now."""
    demands = find_demands(draft)
    mine = [line for line in draft.lines if not line.is_manual]
    by_name: dict[str, list[ShoppingItem]] = {}
    for line in mine:
        by_name.setdefault(foods.fold(line.name), []).append(line)
    today = draft.owner.today()
    stocks = find_stocks(item for item in draft.fridge if not item.is_over(today))
    for name in dict.fromkeys([*by_name, *demands]):
        _settle_food(draft, demands.get(name), by_name.get(name, []), stocks.get(name, Stock((), is_there=False)))


def find_demands(draft: Draft) -> Mapping[str, Demand]:
    """By the folded name of the food, in the order of the dishes; behind them what is wanted without a plan."""
    found: dict[str, Demand] = {}
    dishes = open_dishes(draft)
    draft.fetch_recipes(dish.recipe_id for dish in dishes)
    for dish in dishes:
        recipe = draft.recipe(dish.recipe_id)
        if recipe is None:
            continue
        factor = Fraction(dish.servings, recipe.servings)
        source = Want(dish_id=dish.item_id, title=dish.title)
        for ingredient in recipe.ingredients:
            if not foods.is_from_tap(ingredient.name, draft.profile):
                _join(found, ingredient.name, _want(source, ingredient, factor))
    _join_unplanned(found, draft, {dish.recipe_id for dish in dishes})
    return found


def _join_unplanned(found: dict[str, Demand], draft: Draft, planned: set[str]) -> None:
    """But for recipes that were planned since: their dishes want it now."""
    names = {foods.fold(line.name): line.name for line in reversed(draft.lines) if not line.is_manual}
    for folded, wants in unplanned_of(draft).items():
        for want in wants:
            if want.dish_id not in planned:
                _join(found, names[folded], want)


def _join(found: dict[str, Demand], name: str, want: Want) -> None:
    folded = foods.fold(name)
    known = found.get(folded, Demand(name, ()))
    found[folded] = Demand(known.name, (*known.wants, want))


def open_dishes(draft: Draft) -> list[Dish]:
    """Those that are to be shopped for."""
    current, following = draft.plan("CURRENT"), draft.plan("NEXT")
    dishes = [*(current.items if current else ())]
    if following is not None and following.is_shopped:
        dishes += following.items
    return [dish for dish in dishes if dish.is_open]


def find_stocks(fridge: Iterable[FridgeItem]) -> Mapping[str, Stock]:
    found: dict[str, list[FridgeItem]] = {}
    for item in fridge:
        found.setdefault(foods.fold(item.name), []).append(item)
    return {
        name: Stock(
            add_up(measure_of(amount_of_food(item)) for item in items if item.amount is not None), is_there=True
        )
        for name, items in found.items()
    }


def _settle_food(draft: Draft, demand: Demand | None, lines: list[ShoppingItem], stock: Stock) -> None:
    """At most one line of a food is still to be bought; those in the basket count as if they were at home."""
    basket = [line for line in lines if line.done]
    waiting = [line for line in lines if not line.done]
    wants = demand.wants[:MOST_WANTS] if demand is not None else ()
    for line in basket:
        _update(draft, line, {"wants": wants})
    missing = None if demand is None else _missing(demand, basket, stock)
    for line in waiting[1:] if missing is not None else waiting:
        draft.drop(line)
    if demand is None or missing is None:
        return
    line = waiting[0] if waiting else new_line(draft, demand.name)
    is_still_dismissed = {want.dish_id for want in wants} <= set(line.dismissed_for)
    derived = {
        "wants": wants,
        "measures": line.measures if line.is_own_amount else missing,
        "quantity": line.quantity if line.is_own_amount else _only_said(demand, missing),
        "at_home": stock.measures,
        "dismissed_for": line.dismissed_for if is_still_dismissed else (),
    }
    _update(draft, line, derived)


def _update(draft: Draft, line: ShoppingItem, values: Mapping[str, object]) -> None:
    """Only where it is other than before: a list has hundreds of lines, and an act changes a few."""
    if draft.find(line) is not line or any(getattr(line, name) != value for name, value in values.items()):
        draft.put(line.model_copy(update=dict(values)))


def _missing(demand: Demand, basket: list[ShoppingItem], stock: Stock) -> tuple[Measure, ...] | None:
    """What has to be bought: None for nothing, and no measure at all where it is only said that it is needed."""
    held = [*stock.measures, *(measure for line in basket for measure in line.measures)]
    if demand.is_only_said:
        return None if stock.is_there or basket else ()
    if basket and not held:  # bought without saying how much: that was what was wanted
        return None
    missing = subtract(demand.measures, held)
    return tuple(foods.round_up(demand.name, measure) for measure in missing) or None


def _only_said(demand: Demand, missing: tuple[Measure, ...]) -> str:
    said = [want.quantity for want in demand.wants if want.measure is None and want.quantity]
    return "" if missing else " + ".join(dict.fromkeys(said))[:80]


def new_line(draft: Draft, name: str) -> ShoppingItem:
    """Of a food that dishes want; how much of it is settled."""
    now = moment(draft.owner)
    return ShoppingItem(
        user_id=draft.owner.username,
        item_id=ulid(),
        name=name,
        shelf=foods.shelf_of(name, draft.profile),
        is_staple=foods.is_staple(name, draft.profile),
        created_at=now,
        updated_at=now,
    )


def want_unplanned(recipe: Recipe, servings: int, folded: str) -> tuple[Want, ...]:
    """What a recipe that no plan has wants of one food, as often as it says so."""
    factor = Fraction(servings, recipe.servings)
    source = Want(dish_id=recipe.recipe_id, title=recipe.title, is_unplanned=True, picture=recipe.picture)
    same = [each for each in recipe.ingredients if foods.fold(each.name) == folded]
    return tuple(_want(source, each, factor) for each in same)


def _want(source: Want, ingredient: Ingredient, factor: Fraction) -> Want:
    """`source` says who wants it."""
    amount = amount_of_ingredient(ingredient)
    scaled = None if amount is None else amount.times(factor)
    said = {
        "quantity": ingredient.quantity if scaled is None else "",
        "measure": None if scaled is None else measure_of(scaled),
    }
    return source.model_copy(update=said)
