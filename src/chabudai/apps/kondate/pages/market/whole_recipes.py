"""Recipes as they are read by whoever may: amounts for as many as eat, and steps with what each needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.market.cards import WholeRecipe
from chabudai.apps.kondate.market.entities import DishOutline
from chabudai.apps.kondate.pages.cooking.step_view import CookView, view_recipe
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures

MOST_SERVINGS: Final = 20


_MOST_LETTERS: Final = 8_000
"""Of all dishes of a set together; where there are more, each is read by itself, so that no page grows too large."""


@dataclass(frozen=True, slots=True)
class ReadDish:
    """`view` is None for what has to be bought first: then only its outline is known; and while it `is_folded`."""

    outline: DishOutline
    picture: ShownPicture
    view: CookView | None
    is_folded: bool = False
    is_open: bool = False
    author_name: str | None = None
    source_url: str | None = None


def read_dishes(
    outlines: Sequence[DishOutline], recipes: Sequence[WholeRecipe | None], servings: int, opened: int | None = None
) -> list[ReadDish]:
    """`opened` is the number of the dish that is read, where they are too long to be on one page."""
    pictures = show_pictures([outline.picture for outline in outlines], across=1)
    is_long = len(recipes) > 1 and sum(map(_count_letters, recipes)) > _MOST_LETTERS
    found: list[ReadDish] = []
    for number, (outline, picture, recipe) in enumerate(zip(outlines, pictures, recipes, strict=False), start=1):
        is_folded = recipe is not None and is_long and number != opened
        if recipe is None or is_folded:
            found.append(ReadDish(outline, picture, None, is_folded))
            continue
        view = view_recipe(recipe, servings)
        found.append(ReadDish(outline, picture, view, False, number == opened, recipe.author_name, recipe.source_url))
    return found


def read_servings(text: str) -> int | None:
    """What is no number of people is none at all."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0
    return number if 1 <= number <= MOST_SERVINGS else None


def read_number(text: str) -> int | None:
    """Of a dish, as it stands in an address."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else None


def _count_letters(recipe: WholeRecipe | None) -> int:
    if recipe is None:
        return 0
    return sum(len(step.text) for step in recipe.steps) + 60 * len(recipe.ingredients)
