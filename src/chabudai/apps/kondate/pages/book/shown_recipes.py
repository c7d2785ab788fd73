"""Recipes as the pages of the book show them: with a drawing on a cloth, or a photo of one's own in its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.common.photos import PhotoSize, photo_name

RECIPES_URL: Final = "/kondate/recipes"
PHOTOS_URL: Final = "/kondate/photos"


@dataclass(frozen=True, slots=True)
class ShownRecipe:
    """`photo` is the address of its own photo, None without one."""

    recipe: Recipe
    picture: ShownPicture
    photo: str | None

    @property
    def url(self) -> str:
        return url_of(self.recipe)

    @property
    def phrases(self) -> tuple[str, ...]:
        return split_phrases(self.recipe.title)


def show_recipes(recipes: Sequence[Recipe], across: int = 2, size: PhotoSize = "thumb") -> list[ShownRecipe]:
    pictures = show_pictures((recipe.picture for recipe in recipes), across)
    return [
        ShownRecipe(recipe, picture, photo_url(recipe.image_key, size))
        for recipe, picture in zip(recipes, pictures, strict=True)
    ]


def url_of(recipe: Recipe) -> str:
    return f"{RECIPES_URL}/{recipe.recipe_id}"


def photo_url(key: str | None, size: PhotoSize) -> str | None:
    name = photo_name(key)
    return None if name is None else f"{PHOTOS_URL}/{name}/{size}"
