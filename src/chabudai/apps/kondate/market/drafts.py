"""A draft of the book made ready to be published: what is written in it, and whether it may be passed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.entities import Recipe, RecipeSet, RecipeText, SetText
from chabudai.apps.kondate.errors import (
    NoSuchRecipe,
    NoSuchSet,
    NothingToCook,
    NotYoursToPublish,
    PriceRefused,
    SellingNotOn,
)
from chabudai.apps.kondate.kitchen.draft import find_recipes
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market.cards import outline_of
from chabudai.apps.kondate.market.creators import find_named
from chabudai.apps.kondate.market.credits import read_credit
from chabudai.apps.kondate.market.entities import CatalogDish, Creator
from chabudai.common.owner import Owner
from chabudai.common.text import fold_search, is_id

LEAST_PRICE: Final = 100
MOST_PRICE: Final = 3_000


@dataclass(frozen=True, slots=True)
class PublishForm:
    """`price` in whole yen, 0 is free. `author_name` or `source_url` has to be there."""

    price: int = 0
    author_name: str | None = None
    source_url: str | None = None


@dataclass(frozen=True, slots=True)
class ReadyDraft:
    """`fields` of the snapshot; the `dishes` of a set with their texts."""

    kind: Kind
    item_id: str
    fields: Mapping[str, Any]
    dishes: Sequence[Recipe]

    @property
    def title(self) -> str:
        return str(self.fields["title"])

    def dish_rows(self, edition: str) -> list[CatalogDish]:
        return [
            CatalogDish(
                **text_of(dish),
                set_id=self.item_id,
                edition=edition,
                number=number,
                author_name=dish.author_name,
                source_url=dish.source_url,
            )
            for number, dish in enumerate(self.dishes)
        ]


def check_origin(owner: Owner, kind: Kind, item_id: str) -> None:
    """NotYoursToPublish for what may be published by nobody but whoever wrote it, at no price."""
    row, recipes = _find(owner, kind, item_id)
    _check_origin([row, *recipes])


def make_ready(owner: Owner, kind: Kind, item_id: str, form: PublishForm) -> ReadyDraft:
    """Of this person's own recipe or set; what is asked of it is checked first."""
    row, recipes = _find(owner, kind, item_id)
    _check_origin([row, *recipes])
    creator = find_named(owner)
    _check_price([row, *recipes], form.price, creator)
    author, source = read_credit(row, form.author_name, form.source_url)
    shared = {
        "creator_id": owner.username,
        "creator_name": creator.name,
        "author_name": author,
        "source_url": source,
        "price": form.price or None,
    }
    if isinstance(row, Recipe):
        fields = {**text_of(row), **shared}
        return ReadyDraft(kind, item_id, {**fields, "words": _words(row, [row], shared)}, ())
    days = [dish.day for dish in row.dishes]
    outlines = tuple(outline_of(recipe, day) for recipe, day in zip(recipes, days, strict=True))
    minutes = [recipe.minutes for recipe in recipes]
    longest = None if None in minutes else max(each for each in minutes if each is not None)
    fields = {**text_of(row), **shared, "outlines": outlines, "minutes": longest}
    return ReadyDraft(kind, item_id, {**fields, "words": _words(row, recipes, shared)}, recipes)


def text_of(row: RecipeText | SetText) -> dict[str, Any]:
    """What is written in it. A photo stays its owner's: the drawn picture is what is published."""
    names = RecipeText.model_fields if isinstance(row, RecipeText) else SetText.model_fields
    return {name: getattr(row, name) for name in names if name != "image_key"}


def _find(owner: Owner, kind: Kind, item_id: str) -> tuple[Recipe | RecipeSet, list[Recipe]]:
    if kind == "RECIPE":
        recipe = owner.store.get(design.recipe(owner.username, item_id).consistently()) if is_id(item_id) else None
        if recipe is None:
            raise NoSuchRecipe
        return recipe, []
    found = owner.store.get(design.recipe_set(owner.username, item_id).consistently()) if is_id(item_id) else None
    if found is None:
        raise NoSuchSet
    there = {recipe.recipe_id: recipe for recipe in find_recipes(owner, [dish.recipe_id for dish in found.dishes])}
    dishes = tuple(dish for dish in found.dishes if dish.recipe_id in there)
    if not dishes:
        raise NothingToCook
    return found.model_copy(update={"dishes": dishes}), [there[dish.recipe_id] for dish in dishes]


def _check_origin(rows: Sequence[Recipe | RecipeSet]) -> None:
    """Nobody passes on what they bought or what came with the book."""
    if any(row.origin in ("starter", "purchase") for row in rows):
        raise NotYoursToPublish


def _check_price(rows: Sequence[Recipe | RecipeSet], price: int, creator: Creator) -> None:
    """Nobody sells what others wrote."""
    if price == 0:
        return
    if not LEAST_PRICE <= price <= MOST_PRICE:
        raise PriceRefused
    if any(row.origin != "own" for row in rows):
        raise NotYoursToPublish
    if not creator.is_selling:
        raise SellingNotOn


def _words(row: Recipe | RecipeSet, recipes: Sequence[Recipe], shared: Mapping[str, Any]) -> str:
    """Of something paid, what its card shows; else also tags and the names of ingredients."""
    texts = [row.title, row.lead, *(recipe.title for recipe in recipes), shared["author_name"], shared["creator_name"]]
    if shared["price"] is None:
        texts += [*row.tags, *(tag for recipe in recipes for tag in recipe.tags)]
        texts += [each.name for recipe in recipes for each in recipe.ingredients]
    return fold_search(" ".join(dict.fromkeys(text for text in texts if text)))
