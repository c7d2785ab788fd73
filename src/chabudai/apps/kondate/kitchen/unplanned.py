"""What is wanted by recipes that no plan has: such wants stand on the lines of their foods, and nowhere else."""

from collections.abc import Iterable

from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.draft import Draft
from chabudai.apps.kondate.kitchen.entities import ShoppingItem, Want


def find_unplanned(lines: Iterable[ShoppingItem]) -> dict[str, tuple[Want, ...]]:
    """By the name of the food, folded. Several lines of one food say the same: the first of each recipe counts."""
    found: dict[str, tuple[Want, ...]] = {}
    for line in lines:
        name = foods.fold(line.name)
        known = {want.dish_id for want in found.get(name, ())}
        found[name] = (*found.get(name, ()), *(want for want in line.unplanned if want.dish_id not in known))
    return {name: wants for name, wants in found.items() if wants}


def unplanned_of(draft: Draft) -> dict[str, tuple[Want, ...]]:
    """What is wanted now, by the name of the food, folded."""
    found = find_unplanned(draft.lines)
    return {
        name: left
        for name, wants in found.items()
        if (left := tuple(want for want in wants if want.dish_id not in draft.dropped))
    }


def set_unplanned(draft: Draft, folded: str, wants: Iterable[Want]) -> None:
    """On every line of a food; what its planned dishes want is settled afterwards."""
    unplanned = tuple(wants)
    for line in lines_of(draft, folded):
        draft.put(with_unplanned(line, unplanned))


def with_unplanned(line: ShoppingItem, wants: Iterable[Want]) -> ShoppingItem:
    planned = [want for want in line.wants if not want.is_unplanned]
    return line.model_copy(update={"wants": (*planned, *wants)})


def drop_recipe(draft: Draft, recipe_id: str) -> None:
    """Nothing more is to be bought for it; what is in the basket stays. Its lines, however many, follow."""
    draft.dropped |= {recipe_id}


def remember_recipe(draft: Draft, recipe_id: str) -> None:
    """Something is to be bought for it again."""
    draft.dropped -= {recipe_id}


def take_back_unplanned(
    draft: Draft, before: Iterable[ShoppingItem], after: Iterable[ShoppingItem]
) -> dict[str, tuple[Want, ...]]:
    """By food, what is wanted once an act that made the lines `after` of those `before` is taken back.

    What came or went later stays so.
    """
    before, after = tuple(before), tuple(after)
    had, made, now = find_unplanned(before), find_unplanned(after), unplanned_of(draft)
    names = dict.fromkeys(foods.fold(line.name) for line in (*before, *after))
    return {name: _take_back(had.get(name, ()), made.get(name, ()), now.get(name, ())) for name in names}


def _take_back(before: tuple[Want, ...], after: tuple[Want, ...], now: tuple[Want, ...]) -> tuple[Want, ...]:
    had, made, left = _by_recipe(before), _by_recipe(after), _by_recipe(now)
    for recipe_id in dict.fromkeys([*had, *made]):
        if left.get(recipe_id) == made.get(recipe_id):
            left[recipe_id] = had.get(recipe_id, ())
    return tuple(want for wants in left.values() for want in wants)


def lines_of(draft: Draft, folded: str) -> list[ShoppingItem]:
    """Those that dishes want, not those that a person wrote down."""
    return [line for line in draft.lines if not line.is_manual and foods.fold(line.name) == folded]


def _by_recipe(wants: Iterable[Want]) -> dict[str, tuple[Want, ...]]:
    found: dict[str, tuple[Want, ...]] = {}
    for want in wants:
        found[want.dish_id] = (*found.get(want.dish_id, ()), want)
    return found
