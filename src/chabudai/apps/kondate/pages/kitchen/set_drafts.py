"""A set while it is edited: its dishes as the form holds them, changed one step at a time, and shown with pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from chabudai.apps.kondate.book.entities import Recipe, RecipeSet
from chabudai.apps.kondate.book.sets import MOST_DISHES, stamp
from chabudai.apps.kondate.book.suggestion import Rules, suggest_instead
from chabudai.apps.kondate.kitchen.draft import find_recipes
from chabudai.apps.kondate.kitchen.entities import Slot
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.common.owner import Owner
from chabudai.web.forms import Form

_MOST_READ: Final = 20
"""Dishes of a form that are looked at; more than a set takes are told to the person."""


@dataclass(frozen=True, slots=True)
class DraftDish:
    recipe_id: str
    day: int | None = None


@dataclass(frozen=True, slots=True)
class EditorDish:
    """`recipe` is None when it was deleted meanwhile."""

    draft: DraftDish
    recipe: Recipe | None
    picture: ShownPicture


@dataclass(frozen=True, slots=True)
class Editor:
    """`planned` are the plans that were made of this set; `rules` the address of those that made a suggestion."""

    meal_set: RecipeSet | None
    dishes: tuple[EditorDish, ...]
    title: str
    rules: str = ""
    planned: tuple[Slot, ...] = ()

    @property
    def is_full(self) -> bool:
        return len(self.dishes) >= MOST_DISHES

    @property
    def is_starter(self) -> bool:
        return self.meal_set is not None and self.meal_set.origin == "starter"

    @property
    def seen(self) -> str:
        return "" if self.meal_set is None else stamp(self.meal_set)


def open_editor(
    owner: Owner, dishes: Sequence[DraftDish], *, meal_set: RecipeSet | None = None, title: str = "", rules: str = ""
) -> Editor:
    by_id = {recipe.recipe_id: recipe for recipe in find_recipes(owner, [dish.recipe_id for dish in dishes])}
    found = [by_id.get(dish.recipe_id) for dish in dishes]
    pictures = show_pictures((None if recipe is None else recipe.picture for recipe in found), across=1)
    shown = tuple(EditorDish(*each) for each in zip(dishes, found, pictures, strict=True))
    planned = _find_planned(owner, meal_set)
    return Editor(meal_set, shown, title or (meal_set.title if meal_set is not None else ""), rules, planned)


def drafts_of(meal_set: RecipeSet) -> list[DraftDish]:
    return [DraftDish(dish.recipe_id, dish.day) for dish in meal_set.dishes]


def read_drafts(form: Form) -> list[DraftDish]:
    """As they stand in the form; a day that is none is no day."""
    days = form.all("day")
    return [
        DraftDish(recipe_id, _read_day(days[place] if place < len(days) else ""))
        for place, recipe_id in enumerate(form.all("recipe")[:_MOST_READ])
    ]


def change_drafts(owner: Owner, dishes: Sequence[DraftDish], act: str, rules: Rules, seed: int) -> list[DraftDish]:
    """`act` is what a button says: add:ID, or remove, up, down or instead with the dish's place."""
    verb, _, about = act.partition(":")
    changed = list(dishes)
    if verb == "add":
        return changed if len(changed) >= MOST_DISHES else [*changed, DraftDish(about, _next_day(changed))]
    place = int(about) if about.isascii() and about.isdecimal() and len(about) <= 2 else -1
    if not 0 <= place < len(changed):
        return changed
    match verb:
        case "remove":
            changed.pop(place)
        case "up" | "down":
            changed.insert(max(0, place + (1 if verb == "down" else -1)), changed.pop(place))
        case "instead":
            other = suggest_instead(owner, rules, [dish.recipe_id for dish in changed], place, seed)
            if other is not None:
                changed[place] = replace(changed[place], recipe_id=other.recipe_id)
    return changed


def _next_day(dishes: Sequence[DraftDish]) -> int | None:
    """A dish joins the day of the last one; the first is on none."""
    return dishes[-1].day if dishes else None


def _read_day(text: str) -> int | None:
    return int(text) if len(text) == 1 and text in "1234567" else None


def _find_planned(owner: Owner, meal_set: RecipeSet | None) -> tuple[Slot, ...]:
    if meal_set is None or meal_set.origin == "starter":
        return ()
    return tuple(slot for slot, plan in find_plans(owner).items() if plan.set_id == meal_set.set_id)
