"""A meal set that is put together by rules: a draft that nobody has saved, whose dishes can be exchanged."""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from chabudai.apps.kondate.book import categories, recipes
from chabudai.apps.kondate.book.cookable import Cookable, open_larder
from chabudai.apps.kondate.book.entities import DishKind, Recipe
from chabudai.apps.kondate.errors import NothingToSuggest
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.messages import ngettext
from chabudai.apps.kondate.starter import tag_names
from chabudai.common.owner import Owner

SHORTEST, LONGEST = 2, 5
MOST_DISHES: Final = 7
QUICK: Final = 30
"""Minutes."""
LATELY: Final = timedelta(days=14)
_MAINS: Final[frozenset[DishKind | None]] = frozenset({"main", "rice", None})
_BESIDE: Final[tuple[DishKind, ...]] = ("side", "soup")


@dataclass(frozen=True, slots=True)
class Rules:
    """`days` from 2 to 5; the others are switched on or off."""

    days: int = 3
    fish_once: bool = False
    soonest_first: bool = True
    nothing_of_lately: bool = True
    quick: bool = False
    for_children: bool = False


@dataclass(frozen=True, slots=True)
class SuggestedDish:
    """`day` counts from 1; `uses` are names of foods of the fridge."""

    recipe: Recipe
    day: int
    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`seed` gives the same again as long as the book and the fridge are the same. `lacks_fish`: no fish was found."""

    title: str
    dishes: tuple[SuggestedDish, ...]
    rules: Rules
    seed: int
    lacks_fish: bool = False


@dataclass
class _Choice:
    """What may be chosen, in an order of chance; and what has been."""

    rules: Rules
    pool: list[Cookable]
    kinds: Mapping[str, DishKind | None]
    taken: list[Cookable] = field(default_factory=list)

    def take(self, wanted: Collection[DishKind | None], *, fish: bool | None = None) -> Cookable | None:
        """The best that is left of these kinds: it uses what is soonest, and looks unlike those before."""
        left = [each for each in self.pool if each not in self.taken and self.kind(each.recipe) in wanted]
        if fish is not None:
            left = [each for each in left if is_fish(each.recipe) == fish]
        if not left:
            return None
        used = {foods.fold(item.name) for each in self.taken for item in each.uses}
        alike = {each.recipe.picture.kind for each in self.taken if each.recipe.picture is not None}
        best = min(left, key=lambda each: (_is_alike(each, alike), self._urgency(each, used)))
        self.taken.append(best)
        return best

    def kind(self, recipe: Recipe) -> DishKind | None:
        return self.kinds.get(recipe.category_id or "")

    def _urgency(self, candidate: Cookable, used: Collection[str]) -> tuple[date, int]:
        if not self.rules.soonest_first:
            return date.max, 0
        fresh = [item for item in candidate.uses if foods.fold(item.name) not in used]
        dates = [item.best_before for item in fresh if item.best_before is not None]
        return min(dates, default=date.max), -len(fresh)


def suggest(owner: Owner, rules: Rules, seed: int) -> Suggestion:
    """A main dish for each day, and what goes beside it as far as a set takes. NothingToSuggest if nothing fits."""
    days = min(max(rules.days, SHORTEST), LONGEST)
    choice = _open_choice(owner, rules, seed)
    mains = _choose_mains(choice, days)
    if not mains:
        raise NothingToSuggest
    chosen = [(main, day) for day, main in enumerate(mains, start=1)]
    for kind in _BESIDE:
        for day in range(1, len(mains) + 1):
            beside = choice.take({kind}, fish=False if rules.fish_once else None) if len(chosen) < MOST_DISHES else None
            if beside is not None:
                chosen.append((beside, day))
    dishes = tuple(_dish(each, day) for each, day in sorted(chosen, key=lambda pair: pair[1]))
    title = ngettext("Meals for %(n)s day", "Meals for %(n)s days", len(mains))
    return Suggestion(title, dishes, rules, seed, rules.fish_once and not any(is_fish(each.recipe) for each in mains))


def suggest_instead(owner: Owner, rules: Rules, recipe_ids: Sequence[str], place: int, seed: int) -> Recipe | None:
    """Another dish of the same kind for one of a draft, None if there is none; fish stays fish where it is a rule."""
    choice = _open_choice(owner, rules, seed)
    by_id = {each.recipe_id: each for each in recipes.find_all(owner)}
    old = by_id.get(recipe_ids[place])
    choice.pool = [each for each in choice.pool if each.recipe.recipe_id not in recipe_ids]
    kind = choice.kind(old) if old is not None else None
    wanted: Collection[DishKind | None] = _MAINS if kind in _MAINS else (kind,)
    fish = is_fish(old) if rules.fish_once and old is not None else None
    found = choice.take(wanted, fish=fish)
    return None if found is None else found.recipe


def is_fish(recipe: Recipe) -> bool:
    return any(foods.find_food(each.name).shelf == "fish" for each in recipe.ingredients)


def _choose_mains(choice: _Choice, days: int) -> list[Cookable]:
    """With the rule of fish one of them is fish and no other, wherever it stands among them."""
    if not choice.rules.fish_once:
        found = [choice.take(_MAINS) for _ in range(days)]
        return [each for each in found if each is not None]
    fish = choice.take(_MAINS, fish=True)
    others = [choice.take(_MAINS, fish=False) for _ in range(days - (fish is not None))]
    mains = [each for each in (fish, *others) if each is not None]
    return sorted(mains, key=lambda each: each.soonest or date.max)


def _open_choice(owner: Owner, rules: Rules, seed: int) -> _Choice:
    larder = open_larder(owner)
    kinds: dict[str, DishKind | None] = {each.category_id: each.kind for each in categories.find_all(owner)}
    planned = {dish.recipe_id for plan in find_plans(owner).values() for dish in plan.items if dish.is_open}
    pool = [larder.look_up(recipe) for recipe in _fitting(recipes.find_all(owner), rules, owner.today(), planned)]
    random.Random(seed).shuffle(pool)
    return _Choice(rules, pool, kinds)


def _fitting(every: Iterable[Recipe], rules: Rules, today: date, planned: Collection[str]) -> Iterable[Recipe]:
    children = tag_names("kids")
    for recipe in every:
        is_late = recipe.last_cooked_on is not None and recipe.last_cooked_on > today - LATELY
        if rules.nothing_of_lately and (is_late or recipe.recipe_id in planned):
            continue
        if rules.quick and (recipe.minutes is None or recipe.minutes > QUICK):
            continue
        if rules.for_children and children.isdisjoint(recipe.tags):
            continue
        yield recipe


def _is_alike(candidate: Cookable, pictures: Collection[str]) -> bool:
    return candidate.recipe.picture is not None and candidate.recipe.picture.kind in pictures


def _dish(candidate: Cookable, day: int) -> SuggestedDish:
    return SuggestedDish(candidate.recipe, day, tuple(dict.fromkeys(item.name for item in candidate.uses)))
