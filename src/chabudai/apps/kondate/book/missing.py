"""What of a recipe is at home, should be there anyway, or is missing: put on the shopping list, and off again."""

from collections.abc import Container, Iterable, Mapping
from typing import Literal, TypeAlias

from chabudai.apps.kondate.book.cookable import Larder, open_larder
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.demand import new_line, want_unplanned
from chabudai.apps.kondate.kitchen.draft import Draft
from chabudai.apps.kondate.kitchen.entities import Plan, ShoppingItem, Want
from chabudai.apps.kondate.kitchen.shopping import finish_list
from chabudai.apps.kondate.kitchen.unplanned import (
    drop_recipe,
    find_unplanned,
    lines_of,
    remember_recipe,
    unplanned_of,
    with_unplanned,
)
from chabudai.common.owner import Owner

Supply: TypeAlias = Literal["home", "buy", "staple"]


def find_supplies(larder: Larder, recipe: Recipe, servings: int) -> Mapping[str, Supply]:
    """Of each food, by its folded name. What is only said, 適量, has to be there too, if it is no staple."""
    missing = {foods.fold(name) for name in larder.look_up(recipe, servings).missing}
    found: dict[str, Supply] = {}
    for each in recipe.ingredients:
        folded = foods.fold(each.name)
        if foods.is_staple(each.name, larder.profile):
            found[folded] = "staple"
        else:
            found[folded] = "home" if folded in larder.items and folded not in missing else "buy"
    return found


def find_listed(recipe: Recipe, servings: int, lines: Iterable[ShoppingItem], plans: Iterable[Plan]) -> set[str]:
    """Foods, by their folded names, that stand on the list for so many servings, or for a plan that has the recipe."""
    dishes = {dish.item_id for plan in plans for dish in plan.items if dish.recipe_id == recipe.recipe_id}
    shown = [line for line in lines if line.is_shown]
    planned = {foods.fold(line.name) for line in shown if any(want.dish_id in dishes for want in line.wants)}
    unplanned = {
        name
        for name, wants in find_unplanned(shown).items()
        if want_unplanned(recipe, servings, name) == _of_recipe(wants, recipe)
    }
    return planned | unplanned


def write_down_missing(
    owner: Owner, recipe: Recipe, servings: int, only: Container[str] | None = None
) -> Outcome[list[str]]:
    """What is to be bought joins the lines of its foods, for so many servings in the place of those before.

    `only` are folded names; None is all that is missing. The names that were put on the list.
    """
    supplies = find_supplies(open_larder(owner), recipe, servings)
    missing = [name for name, supply in supplies.items() if supply == "buy" and (only is None or name in only)]
    finish_list(owner)

    def decide(draft: Draft) -> list[str]:
        remember_recipe(draft, recipe.recipe_id)
        for name in missing:
            _want_food(draft, recipe, servings, name)
        return missing

    return act(owner, "write_down_missing", decide)


def take_off_missing(owner: Owner, recipe: Recipe) -> Outcome[None]:
    """Nothing is bought for it any more, unless a plan has it; what is in the basket stays."""
    return act(owner, "take_off_missing", lambda draft: drop_recipe(draft, recipe.recipe_id))


def _want_food(draft: Draft, recipe: Recipe, servings: int, name: str) -> None:
    """Also where somebody said before that it need not be bought."""
    wants = want_unplanned(recipe, servings, name)
    written = next(each.name for each in recipe.ingredients if foods.fold(each.name) == name)
    lines = lines_of(draft, name) or [new_line(draft, written)]
    for line in lines:
        if line.is_dismissed:
            draft.put(line.model_copy(update={"dismissed_for": ()}))
    others = [want for want in unplanned_of(draft).get(name, ()) if want.dish_id != recipe.recipe_id]
    # The first line of a food counts, and the others follow it.
    first = draft.find(lines[0]) or lines[0]
    draft.put(with_unplanned(first, [*others, *wants]))


def _of_recipe(wants: Iterable[Want], recipe: Recipe) -> tuple[Want, ...]:
    return tuple(want for want in wants if want.dish_id == recipe.recipe_id)
