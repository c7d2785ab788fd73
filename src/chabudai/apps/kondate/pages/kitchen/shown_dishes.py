"""Dishes as pages show them: with a picture on a cloth, the name of their category, and their place on a tray."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.book import categories
from chabudai.apps.kondate.book.entities import Category, Picture, Recipe
from chabudai.apps.kondate.drawing.cloths import choose_cloths
from chabudai.apps.kondate.drawing.tray import Box, Part, find_part, place_dishes
from chabudai.apps.kondate.kitchen.draft import find_recipes
from chabudai.apps.kondate.kitchen.entities import CookLog, Dish, Plan
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.apps.kondate.pictures import FALLBACK, picture_file
from chabudai.common.owner import Owner

_BESIDE: Final[Sequence[tuple[Part, Picture]]] = (
    ("rice", Picture(kind="rice", palette="white")),
    ("pickles", Picture(kind="pickles", palette="radish")),
)
"""What stands on a Japanese table anyway, where there is room for it."""


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """`file` is one of the app's static folder, `cloth` what it stands on."""

    file: str
    cloth: str


@dataclass(frozen=True, slots=True)
class ShownDish:
    """`recipe` is None when it was deleted meanwhile; `log` is there for what was cooked today."""

    dish: Dish
    picture: ShownPicture
    recipe: Recipe | None
    category: Category | None
    log: CookLog | None = None

    @property
    def part(self) -> Part:
        return part_of(self.category, self.dish.picture)

    @property
    def phrases(self) -> tuple[str, ...]:
        return split_phrases(self.dish.title)


@dataclass(frozen=True, slots=True)
class TrayPlace:
    """A vessel on the tray; what is there without being cooked has no `dish_id`."""

    file: str
    box: Box
    dish_id: str = ""
    is_cooked: bool = False


@dataclass(frozen=True, slots=True)
class _Vessel:
    """What is to be placed."""

    part: Part
    file: str
    dish_id: str = ""
    is_cooked: bool = False


@dataclass(frozen=True, slots=True)
class Cupboard:
    """What the dishes of plans and sets are made by: recipes and categories by their ids."""

    recipes: Mapping[str, Recipe]
    categories: Mapping[str, Category]

    def category(self, recipe_id: str) -> Category | None:
        recipe = self.recipes.get(recipe_id)
        return None if recipe is None else self.categories.get(recipe.category_id or "")


def open_cupboard(owner: Owner, recipe_ids: Iterable[str]) -> Cupboard:
    """Two requests: the recipes that are named, and all categories."""
    found = {recipe.recipe_id: recipe for recipe in find_recipes(owner, recipe_ids)}
    return Cupboard(found, {each.category_id: each for each in categories.find_all(owner)})


def show_pictures(pictures: Iterable[Picture | None], across: int = 2) -> list[ShownPicture]:
    """For dishes that stand in rows of `across`."""
    drawn = [picture or FALLBACK for picture in pictures]
    cloths = choose_cloths([picture.kind for picture in drawn], across)
    return [ShownPicture(file_of(picture), cloth) for picture, cloth in zip(drawn, cloths, strict=True)]


def show_dishes(plan: Plan, cupboard: Cupboard, logs: Iterable[CookLog] = ()) -> list[ShownDish]:
    by_id = {log.log_id: log for log in logs}
    pictures = show_pictures(dish.picture for dish in plan.items)
    return [
        ShownDish(
            dish,
            picture,
            cupboard.recipes.get(dish.recipe_id),
            cupboard.category(dish.recipe_id),
            by_id.get(dish.log_id or ""),
        )
        for dish, picture in zip(plan.items, pictures, strict=True)
    ]


def lay_tray(dishes: Sequence[ShownDish]) -> list[TrayPlace]:
    """Tonight's dishes, the farthest first."""
    return _lay(
        [_Vessel(each.part, each.picture.file, each.dish.item_id, each.dish.log_id is not None) for each in dishes]
    )


def lay_set_tray(recipes: Sequence[Recipe], cupboard: Cupboard) -> list[TrayPlace]:
    """Of a set that nobody cooks yet."""
    return _lay(
        [_Vessel(part_of(cupboard.category(each.recipe_id), each.picture), file_of(each.picture)) for each in recipes]
    )


def part_of(category: Category | None, picture: Picture | None) -> Part:
    kind = category.kind if category is not None else None
    return find_part(kind or "main", (picture or FALLBACK).kind)


def file_of(picture: Picture | None) -> str:
    return f"kondate/{picture_file(picture or FALLBACK)}"


def _lay(vessels: Sequence[_Vessel]) -> list[TrayPlace]:
    laid = list(vessels)
    parts = {each.part for each in laid}
    if "main" in parts and "one dish" not in parts:
        laid += [_Vessel(part, file_of(picture)) for part, picture in _BESIDE if part not in parts]
    boxes = place_dishes([each.part for each in laid])
    placed = [
        TrayPlace(each.file, box, each.dish_id, each.is_cooked)
        for each, box in zip(laid, boxes, strict=True)
        if box is not None
    ]
    return sorted(placed, key=lambda each: each.box.y)
