"""The recipe book as something to pick from: searched, with pictures, and no more than a person looks through."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.book import categories, recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.common.owner import Owner

MOST_PICKED: Final = 24


@dataclass(frozen=True, slots=True)
class PickedRecipe:
    recipe: Recipe
    picture: ShownPicture
    category: str


def pick(owner: Owner, words: str, but: Collection[str] = ()) -> list[PickedRecipe]:
    """Those with these words, the best first; without any those that are cooked most, then the newest."""
    known = [each for each in recipes.find_all(owner, "often") if each.recipe_id not in but]
    found = (recipes.search_best_first(known, words[:100]) if words else known)[:MOST_PICKED]
    names = {each.category_id: each.name for each in categories.find_all(owner)}
    pictures = show_pictures((recipe.picture for recipe in found), across=1)
    return [
        PickedRecipe(recipe, picture, names.get(recipe.category_id or "", ""))
        for recipe, picture in zip(found, pictures, strict=True)
    ]
