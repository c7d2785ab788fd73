"""Recipes and sets as programs send and get them. Ingredients and steps are sent as text, and told as read."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from chabudai.apps.kondate.book.categories import CATEGORY_FIELDS
from chabudai.apps.kondate.book.entities import Category, Recipe, RecipeSet
from chabudai.apps.kondate.book.recipes import RECIPE_FIELDS, stamp
from chabudai.apps.kondate.book.sets import SET_FIELDS
from chabudai.apps.kondate.book.sets import stamp as set_stamp
from chabudai.common.bodies import changes_body, entity_body, fill, new_body
from chabudai.web.bodies import Body

_RECIPE = (
    "title", "lead", "servings", "minutes", "ingredients", "steps", "tags", "picture", "category_id", "note",
    "source_url", "author_name", "origin", "cooked_count", "last_cooked_on", "created_at", "updated_at",
)  # fmt: skip
_SET = ("title", "lead", "dishes", "tags", "servings", "origin", "created_at", "updated_at")
Id = Annotated[str, Meta(min_length=1, max_length=200)]


@new_body(RECIPE_FIELDS)
class NewRecipe(Body):
    """`ingredients` has a line for each, `steps` an empty line between them, `tags` spaces or commas."""


@changes_body(RECIPE_FIELDS)
class RecipeChanges(Body):
    """What is left out stays as it is. `seen` is the recipe's `stamp`: if it was edited since, the answer is 409."""

    seen: str | None = None


@entity_body(Recipe, *_RECIPE, id="recipe_id")
class RecipeBody(Body):
    """A recipe of a person's own book. `amount` and `upper` are exact: "3/2"."""

    stamp: str


class SetDishBody(Body):
    """`day` is the number of the day on which it is meant, 1 for the first."""

    recipe_id: Id
    day: Annotated[int, Meta(ge=1, le=7)] | None = None


@new_body(SET_FIELDS)
class NewSet(Body):
    """One to seven dishes, in their order."""

    dishes: Annotated[list[SetDishBody], Meta(min_length=1, max_length=7)]


@changes_body(SET_FIELDS)
class SetChanges(Body):
    """What is left out stays as it is. `seen` is the set's `stamp`: if it was edited since, the answer is 409."""

    dishes: Annotated[list[SetDishBody], Meta(min_length=1, max_length=7)] | UnsetType = UNSET
    seen: str | None = None


@entity_body(RecipeSet, *_SET, id="set_id")
class SetBody(Body):
    """A meal set of a person's own book."""

    stamp: str


@new_body(CATEGORY_FIELDS, "name")
@changes_body(CATEGORY_FIELDS, "colour", "is_hidden")
class NewCategory(Body):
    """Without a colour it gets the one that the fewest have."""


@changes_body(CATEGORY_FIELDS)
class CategoryChanges(Body):
    """`place` moves it among the others, from 0."""

    place: Annotated[int, Meta(ge=0, le=1000)] | None = None


@entity_body(Category, *CATEGORY_FIELDS.names, "kind", "sort_order", id="category_id")
class CategoryBody(Body):
    """A category of the book; `kind` marks the six that everybody begins with."""


def recipe_body(recipe: Recipe) -> RecipeBody:
    return fill(RecipeBody, recipe, stamp=stamp(recipe))


def set_body(row: RecipeSet) -> SetBody:
    return fill(SetBody, row, stamp=set_stamp(row))


def category_body(category: Category) -> CategoryBody:
    return fill(CategoryBody, category)
