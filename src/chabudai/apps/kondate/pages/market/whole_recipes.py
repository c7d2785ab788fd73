"""Recipes as they are read by whoever may: amounts for as many as eat, and steps with what each needs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.market.cards import WholeRecipe
from chabudai.apps.kondate.market.entities import DishOutline
from chabudai.apps.kondate.pages.cooking.step_view import CookView, view_recipe
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures

MOST_SERVINGS: Final = 20


@dataclass(frozen=True, slots=True)
class ReadDish:
    """`view` is None for what has to be bought first: then only its outline is known."""

    outline: DishOutline
    picture: ShownPicture
    view: CookView | None
    author_name: str | None = None
    source_url: str | None = None


def read_dishes(
    outlines: Sequence[DishOutline], recipes: Iterable[WholeRecipe | None], servings: int
) -> list[ReadDish]:
    pictures = show_pictures([outline.picture for outline in outlines], across=1)
    return [
        ReadDish(
            outline,
            picture,
            None if recipe is None else view_recipe(recipe, servings),
            None if recipe is None else recipe.author_name,
            None if recipe is None else recipe.source_url,
        )
        for outline, picture, recipe in zip(outlines, pictures, recipes, strict=False)
    ]


def read_servings(text: str) -> int | None:
    """What is no number of people is none at all."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0
    return number if 1 <= number <= MOST_SERVINGS else None
