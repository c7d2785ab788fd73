"""What the dishes of the plans want, and the lines of the shopping list that follow from it.

The list is settled after every change: lines that nothing wants any more go, amounts follow servings and the fridge,
and what a person did to a line (a tick, an amount, a note, "not needed") stays with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from chabudai.apps.kondate.book.entities import Ingredient
from chabudai.apps.kondate.book.ingredients import amount_of as amount_of_ingredient
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import Dish, FridgeItem, Measure, ShoppingItem, Want
from chabudai.apps.kondate.kitchen.measures import add_up, has_unit, measure_of, subtract
from chabudai.table import ulid


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
    """Bring the lines that follow from the plans to what these want now."""
    demands = find_demands(draft)
    mine = [line for line in draft.lines if not line.is_manual]
    by_name: dict[str, list[ShoppingItem]] = {}
    for line in mine:
        by_name.setdefault(foods.fold(line.name), []).append(line)
    stocks = find_stocks(draft.fridge)
    for name in dict.fromkeys([*by_name, *demands]):
        _settle_food(draft, demands.get(name), by_name.get(name, []), stocks.get(name, Stock((), is_there=False)))


def find_demands(draft: Draft) -> Mapping[str, Demand]:
    """By the folded name of the food, in the order of the dishes."""
    found: dict[str, Demand] = {}
    dishes = open_dishes(draft)
    draft.fetch_recipes(dish.recipe_id for dish in dishes)
    for dish in dishes:
        recipe = draft.recipe(dish.recipe_id)
        if recipe is None:
            continue
        factor = Fraction(dish.servings, recipe.servings)
        for ingredient in recipe.ingredients:
            want = _want(dish, ingredient, factor)
            name = foods.fold(ingredient.name)
            known = found.get(name)
            found[name] = Demand(known.name if known else ingredient.name, (*(known.wants if known else ()), want))
    return found


def open_dishes(draft: Draft) -> list[Dish]:
    """Those that are to be shopped for."""
    current, following = draft.plan("CURRENT"), draft.plan("NEXT")
    dishes = [*(current.items if current else ())]
    if following is not None and following.is_shopped:
        dishes += following.items
    return [dish for dish in dishes if dish.is_open]


def find_stocks(fridge: Iterable[FridgeItem]) -> Mapping[str, Stock]:
    found: dict[str, Stock] = {}
    for item in fridge:
        name = foods.fold(item.name)
        counted = [Measure(value=item.amount, unit=item.unit or "")] if item.amount is not None else []
        before = found.get(name, Stock((), is_there=False))
        found[name] = Stock(add_up([*before.measures, *counted]), is_there=True)
    return found


def _settle_food(draft: Draft, demand: Demand | None, lines: list[ShoppingItem], stock: Stock) -> None:
    """At most one line of a food is still to be bought; those in the basket count as if they were at home."""
    basket = [line for line in lines if line.done]
    waiting = [line for line in lines if not line.done]
    for line in basket:
        wants = demand.wants if demand is not None else ()
        draft.put(line.model_copy(update={"wants": wants}))
    missing = None if demand is None else _missing(demand, basket, stock)
    for line in waiting[1:] if missing is not None else waiting:
        draft.drop(line)
    if demand is None or missing is None:
        return
    line = waiting[0] if waiting else _new_line(draft, demand)
    dishes = {want.dish_id for want in demand.wants}
    is_still_dismissed = dishes <= set(line.dismissed_for)
    draft.put(
        line.model_copy(
            update={
                "wants": demand.wants,
                "measures": line.measures if line.is_own_amount else missing,
                "quantity": line.quantity if line.is_own_amount else _only_said(demand, missing),
                "at_home": stock.measures,
                "dismissed_for": line.dismissed_for if is_still_dismissed else (),
            }
        )
    )


def _missing(demand: Demand, basket: list[ShoppingItem], stock: Stock) -> tuple[Measure, ...] | None:
    """What has to be bought: None for nothing, and no measure at all where it is only said that it is needed."""
    held = [*stock.measures, *(measure for line in basket for measure in line.measures)]
    if demand.is_only_said:
        return None if stock.is_there or basket else ()
    if basket and not held:  # bought without saying how much: that was what was wanted
        return None
    return subtract(demand.measures, held) or None


def _only_said(demand: Demand, missing: tuple[Measure, ...]) -> str:
    said = [want.quantity for want in demand.wants if want.measure is None and want.quantity]
    return "" if missing else " + ".join(dict.fromkeys(said))[:80]


def _new_line(draft: Draft, demand: Demand) -> ShoppingItem:
    now = moment(draft.owner)
    return ShoppingItem(
        user_id=draft.owner.username,
        item_id=ulid(),
        name=demand.name,
        shelf=foods.shelf_of(demand.name, draft.profile),
        is_staple=foods.is_staple(demand.name, draft.profile),
        created_at=now,
        updated_at=now,
    )


def _want(dish: Dish, ingredient: Ingredient, factor: Fraction) -> Want:
    amount = amount_of_ingredient(ingredient)
    scaled = None if amount is None else amount.times(factor)
    return Want(
        dish_id=dish.item_id,
        title=dish.title,
        quantity=ingredient.quantity if scaled is None else "",
        measure=None if scaled is None else measure_of(scaled),
    )


def is_known_otherwise(line: ShoppingItem) -> bool:
    """Whether the fridge has some of it, in a unit that can't be compared with what is to be bought."""
    return any(not has_unit(line.measures, held.unit) for held in line.at_home)
