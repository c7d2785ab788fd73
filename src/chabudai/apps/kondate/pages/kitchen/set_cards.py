"""Sets as cards: their dishes as pictures, for how many days, how long they take, and what of the fridge they use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.book import sets
from chabudai.apps.kondate.book.cookable import count_fridge_uses
from chabudai.apps.kondate.book.entities import Recipe, RecipeSet
from chabudai.apps.kondate.pages.kitchen.shown_dishes import (
    Cupboard,
    ShownPicture,
    TrayPlace,
    lay_set_tray,
    open_cupboard,
    show_pictures,
)
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.common.owner import Owner

_LOOKED_AT: Final = 24
"""Sets of which a suggestion is chosen."""


@dataclass(frozen=True, slots=True)
class SetCard:
    """`recipes` are those that are there still; `uses` counts foods of the fridge that they want."""

    meal_set: RecipeSet
    recipes: tuple[Recipe, ...]
    uses: int = 0
    tray: tuple[TrayPlace, ...] = ()

    @property
    def pictures(self) -> list[ShownPicture]:
        return show_pictures((recipe.picture for recipe in self.recipes), across=len(self.recipes) or 1)

    @property
    def titles(self) -> list[tuple[str, ...]]:
        """Of its dishes, in phrases."""
        return [split_phrases(recipe.title) for recipe in self.recipes]

    @property
    def days(self) -> int:
        """0 where no dish has a day."""
        return len({dish.day for dish in self.meal_set.dishes if dish.day is not None})

    @property
    def minutes(self) -> int:
        return sum(recipe.minutes or 0 for recipe in self.recipes)

    @property
    def longest(self) -> int:
        """Minutes of the dish that takes longest, and very many where one doesn't say."""
        return max((recipe.minutes or 24 * 60 for recipe in self.recipes), default=24 * 60)


def make_cards(owner: Owner, chosen: Sequence[RecipeSet]) -> list[SetCard]:
    """With what each uses of the fridge, in the order given."""
    by_id = sets.find_dishes(owner, chosen)
    uses = count_fridge_uses(owner, chosen, by_id)
    return [SetCard(each, _recipes(each, by_id), uses[each.set_id]) for each in chosen]


def suggest_cards(owner: Owner, most: int, but: str | None = None) -> list[SetCard]:
    """Sets for the next days with the tray of their first: those that use most of the fridge, then the newest."""
    known = [each for each in sets.find_all(owner) if each.set_id != but][:_LOOKED_AT]
    cupboard = open_cupboard(owner, [dish.recipe_id for each in known for dish in each.dishes])
    uses = count_fridge_uses(owner, known, cupboard.recipes)
    dated = sorted(known, key=lambda each: (-uses[each.set_id], all(dish.day is None for dish in each.dishes)))
    cards = [
        SetCard(each, _recipes(each, cupboard.recipes), uses[each.set_id], _tray(each, cupboard)) for each in dated
    ]
    return [card for card in cards if card.recipes][:most]


def _tray(chosen: RecipeSet, cupboard: Cupboard) -> tuple[TrayPlace, ...]:
    """Of the first evening."""
    first = min((dish.day for dish in chosen.dishes if dish.day is not None), default=None)
    named = [cupboard.recipes.get(dish.recipe_id) for dish in chosen.dishes if dish.day == first]
    return tuple(lay_set_tray([recipe for recipe in named if recipe is not None], cupboard))


def _recipes(chosen: RecipeSet, by_id: Mapping[str, Recipe]) -> tuple[Recipe, ...]:
    return tuple(by_id[dish.recipe_id] for dish in chosen.dishes if dish.recipe_id in by_id)
