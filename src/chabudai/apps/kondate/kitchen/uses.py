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
    """`name` is what the dish calls the food, `measures` what it wants of it, none where that is only said, 少々."""

    name: str
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
            found.setdefault(foods.fold(name), Use(name, dish, slot, is_tonight, measures))
    return found


def find_similar(uses: Mapping[str, Use], name: str) -> Use | None:
    """Of a food that no dish wants by its name, the dish that wants one of its kind: 豆腐 for 絹ごし豆腐."""
    mine, folded = foods.find_food(name), foods.fold(name)
    for known, use in uses.items():
        if (known.endswith(folded) or folded.endswith(known)) and foods.find_food(use.name) == mine != foods.UNKNOWN:
            return use
    return None


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
    """By the name of each food as it is first written."""
    factor = Fraction(servings, recipe.servings)
    found: dict[str, tuple[Measure, ...]] = {}
    names: dict[str, str] = {}
    for ingredient in recipe.ingredients:
        name, amount = names.setdefault(foods.fold(ingredient.name), ingredient.name), amount_of(ingredient)
        more = () if amount is None else (measure_of(amount.times(factor)),)
        found[name] = add_up((*found.get(name, ()), *more))
    return found
