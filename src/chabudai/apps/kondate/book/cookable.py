"""What can be cooked from what is in the fridge: all of it there, or one or two things missing; and what it uses up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Ingredient, Profile, Recipe, RecipeSet
from chabudai.apps.kondate.book.ingredients import amount_of
from chabudai.apps.kondate.kitchen import foods, fridge
from chabudai.apps.kondate.kitchen.demand import Stock, find_stocks
from chabudai.apps.kondate.kitchen.entities import FridgeItem, Measure
from chabudai.apps.kondate.kitchen.measures import has_unit, measure_of, subtract
from chabudai.common.owner import Owner

MOST_MISSING: Final = 2


@dataclass(frozen=True, slots=True)
class Cookable:
    """`missing` are names as the recipe writes them; `uses` what it takes out of the fridge, soonest date first."""

    recipe: Recipe
    missing: tuple[str, ...]
    uses: tuple[FridgeItem, ...]

    @property
    def soonest(self) -> date | None:
        return next((item.best_before for item in self.uses if item.best_before is not None), None)


@dataclass(frozen=True, slots=True)
class Larder:
    """What is in a household's fridge and may be eaten, by the folded names of foods."""

    profile: Profile | None
    items: Mapping[str, tuple[FridgeItem, ...]]
    stocks: Mapping[str, Stock]

    def look_up(self, recipe: Recipe, servings: int | None = None) -> Cookable:
        """For as many as eat at home. What is only said, 少々, and staples are there anyway."""
        people = servings or (self.profile.servings if self.profile is not None else recipe.servings)
        factor = Fraction(people, recipe.servings)
        missing: list[str] = []
        uses: list[FridgeItem] = []
        for folded, wanted in _group(recipe.ingredients).items():
            stock = self.stocks.get(folded)
            if stock is not None:
                uses += self.items[folded]
            is_counted = any(each.amount is not None for each in wanted)
            if is_counted and not self._has_enough(wanted, factor, stock):
                missing.append(wanted[0].name)
        return Cookable(recipe, tuple(missing), tuple(sorted(uses, key=_by_date)))

    def _has_enough(self, wanted: Sequence[Ingredient], factor: Fraction, stock: Stock | None) -> bool:
        """Of one food. How much is wanted is reckoned only where some of it is there: a book has thousands of lines."""
        if foods.is_staple(wanted[0].name, self.profile):
            return True
        return stock is not None and _is_enough(list(_measures(wanted, factor)), stock)

    def count_uses(self, recipes_: Iterable[Recipe]) -> int:
        """How many foods of the fridge are wanted by these."""
        wanted = {foods.fold(each.name) for recipe in recipes_ for each in recipe.ingredients}
        return sum(not foods.is_staple(name, self.profile) for name in wanted & self.items.keys())


def open_larder(owner: Owner) -> Larder:
    """Without what is past the day until which it may be eaten."""
    today = owner.today()
    profile = owner.store.get(design.profile(owner.username))
    return fill_larder(profile, [item for item in fridge.find_items(owner) if not item.is_over(today)])


def fill_larder(profile: Profile | None, items: Iterable[FridgeItem]) -> Larder:
    by_name: dict[str, tuple[FridgeItem, ...]] = {}
    kept = tuple(items)
    for item in kept:
        name = foods.fold(item.name)
        by_name[name] = (*by_name.get(name, ()), item)
    return Larder(profile, by_name, find_stocks(kept))


def find_cookable(owner: Owner) -> tuple[tuple[Cookable, ...], ...]:
    """Recipes of which nothing is missing, of which one thing is, and of which two are.

    In each those come first that use what has to be eaten soonest, then those that use most of the fridge.
    """
    larder = open_larder(owner)
    looked_up = [larder.look_up(recipe) for recipe in recipes.find_all(owner)]
    useful = [each for each in looked_up if len(each.missing) <= MOST_MISSING and (each.uses or not each.missing)]
    ranked = sorted(useful, key=lambda each: (each.soonest or date.max, -len(each.uses)))
    return tuple(tuple(each for each in ranked if len(each.missing) == missing) for missing in range(MOST_MISSING + 1))


def count_fridge_uses(owner: Owner, sets: Sequence[RecipeSet], by_id: Mapping[str, Recipe]) -> dict[str, int]:
    """How many foods of the fridge each set uses, by its id; `by_id` are the recipes of all of them."""
    larder = open_larder(owner)
    return {
        each.set_id: larder.count_uses(by_id[dish.recipe_id] for dish in each.dishes if dish.recipe_id in by_id)
        for each in sets
    }


def _group(ingredients: Iterable[Ingredient]) -> dict[str, list[Ingredient]]:
    """By the folded names of foods, in their order."""
    found: dict[str, list[Ingredient]] = {}
    for ingredient in ingredients:
        found.setdefault(foods.fold(ingredient.name), []).append(ingredient)
    return found


def _measures(wanted: Iterable[Ingredient], factor: Fraction) -> Iterator[Measure]:
    for ingredient in wanted:
        amount = amount_of(ingredient)
        if amount is not None:
            yield measure_of(amount.times(factor))


def _is_enough(wanted: Sequence[Measure], stock: Stock) -> bool:
    """Where it is there in a unit that can't be compared, or nobody said how much, it is taken to be enough."""
    if not stock.measures:
        return True
    compared = [each for each in wanted if has_unit(stock.measures, each.unit)]
    return not subtract(compared, stock.measures)


def _by_date(item: FridgeItem) -> tuple[date, str]:
    return item.best_before or date.max, item.item_id
