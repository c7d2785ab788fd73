"""Who will use what is in the fridge: of each food the dish that wants it next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.book.ingredients import amount_of
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.draft import find_recipes
from chabudai.apps.kondate.kitchen.entities import Dish, Measure, Plan, Slot
from chabudai.apps.kondate.kitchen.measures import add_up, measure_of
from chabudai.apps.kondate.kitchen.plans import find_tonight
from chabudai.common.owner import Owner


@dataclass(frozen=True, slots=True)
class Use:
    """`measures` are what the dish wants of it, none where that is only said, 少々."""

    dish: Dish
    slot: Slot
    is_tonight: bool
    measures: tuple[Measure, ...]


def find_uses(owner: Owner, plans: Mapping[Slot, Plan]) -> dict[str, Use]:
    """By the folded names of foods."""
    dishes = list(_in_order(plans, owner.today()))
    recipes = {recipe.recipe_id: recipe for recipe in find_recipes(owner, (dish.recipe_id for _, dish, _ in dishes))}
    found: dict[str, Use] = {}
    for slot, dish, is_tonight in dishes:
        recipe = recipes.get(dish.recipe_id)
        for name, measures in _wanted(recipe, dish.servings).items() if recipe is not None else ():
            found.setdefault(name, Use(dish, slot, is_tonight, measures))
    return found


def _in_order(plans: Mapping[Slot, Plan], today: date) -> Iterator[tuple[Slot, Dish, bool]]:
    """Tonight's first, then by their days, those without one behind; the next plan last."""
    current, following = plans.get("CURRENT"), plans.get("NEXT")
    tonight = {dish.item_id for dish in find_tonight(current, today)}
    dishes = [dish for dish in current.items if dish.is_open] if current is not None else []
    for dish in sorted(dishes, key=lambda dish: (dish.item_id not in tonight, dish.day or date.max)):
        yield "CURRENT", dish, dish.item_id in tonight
    for dish in following.items if following is not None else ():
        if dish.is_open:
            yield "NEXT", dish, False


def _wanted(recipe: Recipe, servings: int) -> dict[str, tuple[Measure, ...]]:
    factor = Fraction(servings, recipe.servings)
    found: dict[str, tuple[Measure, ...]] = {}
    for ingredient in recipe.ingredients:
        name, amount = foods.fold(ingredient.name), amount_of(ingredient)
        more = () if amount is None else (measure_of(amount.times(factor)),)
        found[name] = add_up((*found.get(name, ()), *more))
    return found
