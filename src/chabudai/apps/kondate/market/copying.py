"""Copying into one's own book: what a link or the catalog shows becomes recipes of one's own, under new ids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.kondate.book import recipes as book
from chabudai.apps.kondate.book import sets
from chabudai.apps.kondate.book.entities import Origin, Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.errors import BookFull, NotBought
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import items
from chabudai.apps.kondate.market.cards import Item, WholeRecipe
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors, translate
from chabudai.table import Insert, Transaction, ulid


@dataclass(frozen=True, slots=True)
class SetFrame:
    """Of a set, what is not in its recipes."""

    title: str
    lead: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CopyOrigin:
    """Where a copy comes from; `origin_id` names what of the catalog it is."""

    origin: Origin
    origin_id: str | None = None


@dataclass(frozen=True, slots=True)
class Copied:
    """`recipe_set` is None where a recipe alone was copied."""

    recipes: tuple[Recipe, ...]
    recipe_set: RecipeSet | None


UNKNOWN: Final = "RECIPE:"
"""Of something bought of which it is not known what it was: nobody else has it."""


def origin_id_of(kind: Kind, item_id: str) -> str:
    """What a copy names as the place that it came from."""
    return f"{kind}:{item_id}"


def copy_item(owner: Owner, kind: Kind, item_id: str) -> Copied:
    """Of the catalog, in the edition that was bought; NotBought for what has to be bought first."""
    return _copy(owner, items.find_item(owner, kind, item_id))


def copy_newest(owner: Owner, kind: Kind, item_id: str) -> Copied:
    """The same as it is published now."""
    return _copy(owner, items.find_newest(owner, kind, item_id))


def copy_recipes(
    owner: Owner, whole: Sequence[WholeRecipe], frame: SetFrame | None, origins: Sequence[CopyOrigin]
) -> Copied:
    """All of them at once, or none: BookFull when they do not all fit. A set is bought as soon as one dish is."""
    now = moment(owner)
    shared: dict[str, Any] = {"user_id": owner.username, "created_at": now, "updated_at": now}
    rows = tuple(_row(each, shared, origin) for each, origin in zip(whole, origins, strict=True))
    most = book.most_recipes(owner)
    added = Transaction().step("book", book.count_recipes(owner, len(rows), most))
    for number, row in enumerate(rows):
        added = added.step(f"recipe {number}", Insert(row))
    with translate(steps={"book": StepErrors(unmet=lambda: BookFull(most))}):
        if frame is None:
            owner.store.transact(added)
            return Copied(rows, None)
        dishes = tuple(SetDish(recipe_id=row.recipe_id, day=each.day) for row, each in zip(rows, whole, strict=True))
        came = next((each for each in origins if each.origin == "purchase"), origins[0])
        text = {"title": frame.title, "lead": frame.lead, "tags": frame.tags, "dishes": dishes}
        place = {"set_id": ulid(), "origin": came.origin, "origin_id": came.origin_id}
        return Copied(rows, sets.insert_with(owner, RecipeSet.model_validate({**shared, **text, **place}), added))


def _copy(owner: Owner, item: Item) -> Copied:
    if item.recipes is None:
        raise NotBought
    kind, card = item.card.kind, item.card
    origin: Origin = "purchase" if item.access in ("bought", "subscribed") else "catalog"
    frame = SetFrame(card.title, card.lead) if kind == "SET" else None
    came = CopyOrigin(origin, origin_id_of(kind, card.item_id))
    return copy_recipes(owner, item.recipes, frame, [came] * len(item.recipes))


def _row(whole: WholeRecipe, shared: dict[str, Any], came: CopyOrigin) -> Recipe:
    names = ("title", "lead", "servings", "minutes", "picture", "tags", "ingredients", "steps")
    text = {name: getattr(whole, name) for name in (*names, "author_name", "source_url")}
    place = {"recipe_id": ulid(), "origin": came.origin, "origin_id": came.origin_id}
    return Recipe.model_validate({**text, **shared, **place})
