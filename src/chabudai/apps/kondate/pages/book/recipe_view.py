"""A recipe as its page shows it: ingredients in their groups with what is at home, steps, and how it went before."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from chabudai.apps.kondate.book import categories, missing
from chabudai.apps.kondate.book.cookable import open_larder
from chabudai.apps.kondate.book.entities import Category, Recipe
from chabudai.apps.kondate.book.missing import Supply
from chabudai.apps.kondate.kitchen import cooking_log, foods, shopping
from chabudai.apps.kondate.kitchen.entities import CookLog, Slot
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.pages.cooking.step_view import Need, StepView, show_need, view_recipe
from chabudai.common.owner import Owner

MOST_SERVINGS: Final = 20


@dataclass(frozen=True, slots=True)
class IngredientRow:
    """`mark` is the letter of what it is mixed with, A or B."""

    need: Need
    supply: Supply
    mark: str


@dataclass(frozen=True, slots=True)
class IngredientGroup:
    """`heading` is empty for what stands by itself, or has a letter before each line instead."""

    heading: str
    rows: tuple[IngredientRow, ...]


@dataclass(frozen=True, slots=True)
class StepNeed:
    """One ingredient of a step, or all that is mixed together."""

    name: str
    amount: str
    is_whole_group: bool = False


@dataclass(frozen=True, slots=True)
class ShownStep:
    step: StepView
    needs: tuple[StepNeed, ...]


@dataclass(frozen=True, slots=True)
class RecipeView:
    """`missing` counts foods to buy, `is_listed` says that all of them are on the list; `planned` are its plans."""

    recipe: Recipe
    servings: int
    groups: tuple[IngredientGroup, ...]
    steps: tuple[ShownStep, ...]
    missing: int
    is_listed: bool
    planned: frozenset[Slot]
    category: Category | None
    memo: CookLog | None


def view(owner: Owner, recipe: Recipe, servings: int) -> RecipeView:
    supplies = missing.find_supplies(open_larder(owner), recipe, servings)
    lacking = {name for name, supply in supplies.items() if supply == "buy"}
    plans = find_plans(owner)
    lines = shopping.find_lines(owner) if lacking else []
    planned: set[Slot] = {
        slot
        for slot, plan in plans.items()
        for dish in plan.items
        if dish.recipe_id == recipe.recipe_id and dish.is_open
    }
    return RecipeView(
        recipe=recipe,
        servings=servings,
        groups=group_ingredients(recipe, servings, supplies),
        steps=tuple(_show_step(step, recipe) for step in view_recipe(recipe, servings).steps),
        missing=len(lacking),
        is_listed=bool(lacking) and lacking <= missing.find_listed(recipe, servings, lines, plans.values()),
        planned=frozenset(planned),
        category=_find_category(owner, recipe.category_id),
        memo=_find_memo(owner, recipe),
    )


def read_servings(text: str, otherwise: int) -> int:
    """What is no number of people from 1 to 20 is as many as is usual."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0
    return number if 1 <= number <= MOST_SERVINGS else otherwise


def group_ingredients(recipe: Recipe, servings: int, supplies: Mapping[str, Supply]) -> tuple[IngredientGroup, ...]:
    factor = Fraction(servings, recipe.servings)
    rows = [
        (
            "" if _is_letter(each.group) else each.group or "",
            IngredientRow(
                show_need(each, factor),
                supplies.get(foods.fold(each.name), "buy"),
                each.group or "" if _is_letter(each.group) else "",
            ),
        )
        for each in recipe.ingredients
    ]
    return tuple(
        IngredientGroup(heading, tuple(row for _, row in group))
        for heading, group in groupby(rows, key=lambda pair: pair[0])
    )


def _show_step(step: StepView, recipe: Recipe) -> ShownStep:
    """Where it needs the whole of a group, the group alone is said: the list says what is in it."""
    sizes = Counter(each.group for each in recipe.ingredients if each.group)
    return ShownStep(step, tuple(_join_groups(step.needs, sizes)))


def _join_groups(needs: Sequence[Need], sizes: Mapping[str, int]) -> list[StepNeed]:
    shown: list[StepNeed] = []
    whole = {name for name, size in sizes.items() if sum(need.group == name for need in needs) == size > 1}
    for need in needs:
        if need.group in whole:
            together = StepNeed(need.group, "", is_whole_group=True)
            shown += [] if together in shown else [together]
        else:
            shown.append(StepNeed(need.name, need.amount))
    return shown


def _is_letter(group: str | None) -> bool:
    return group is not None and len(group) == 1


def _find_category(owner: Owner, category_id: str | None) -> Category | None:
    known = categories.find_all(owner) if category_id is not None else ()
    return next((each for each in known if each.category_id == category_id), None)


def _find_memo(owner: Owner, recipe: Recipe) -> CookLog | None:
    """The latest of the month in which it was last cooked."""
    last = recipe.last_cooked_on
    if last is None:
        return None
    entries = cooking_log.find_month(owner, last.year, last.month)
    with_memo = [each for each in entries if each.recipe_id == recipe.recipe_id and each.memo]
    return with_memo[-1] if with_memo else None
