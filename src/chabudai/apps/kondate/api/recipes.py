"""Recipes of a person for programs; by an id alone also those of the catalog."""

from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.kondate.api.answers import Answer, Listing, UndoBody, listing
from chabudai.apps.kondate.api.catalog_bodies import ItemBody, item_body
from chabudai.apps.kondate.api.recipe_bodies import NewRecipe, RecipeBody, RecipeChanges, recipe_body
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.recipes import Order
from chabudai.apps.kondate.errors import NoSuchItem, NoSuchRecipe
from chabudai.apps.kondate.market import items
from chabudai.common.bodies import sent_fields
from chabudai.common.list_cursors import take_page
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post

PAGE = 30
Words = Annotated[str, QueryParameter(max_length=200, description="Words of title, tags or ingredients.")]


@get("/recipes")
def list_recipes(
    owner: Injected[Owner],
    cursors: Injected[Cursors],
    order: FromQuery[Order] = "newest",
    search: Words = "",
    category: FromQuery[str | None] = None,
    cursor: FromQuery[str | None] = None,
) -> Listing[RecipeBody]:
    """One's own book, 30 at a time. Access pattern 2."""
    rows = recipes.search(recipes.find_all(owner, order), search)
    if category is not None:
        rows = [row for row in rows if row.category_id == category]
    list_ = {"owner": owner.username, "order": order, "search": search, "category": category}
    page, more = take_page(cursors, "recipes", list_, rows, lambda row: row.recipe_id, cursor, PAGE)
    return listing([recipe_body(row) for row in page], more)


@post("/recipes")
def add_recipe(data: JSONBody[NewRecipe], owner: Injected[Owner]) -> Answer[RecipeBody]:
    """Write a recipe into the book; 422 at the quota. Access pattern 2."""
    return Answer(data=recipe_body(recipes.add(owner, sent_fields(data))))


@get("/recipes/{recipe_id:str}")
def find_recipe(recipe_id: FromPath[str], owner: Injected[Owner]) -> Answer[RecipeBody | ItemBody]:
    """One's own; else the published one of this id, as the catalog has it. Access pattern 2, GSI1."""
    try:
        return Answer(data=recipe_body(recipes.find_recipe(owner, recipe_id)))
    except NoSuchRecipe:
        return Answer(data=_published(owner, recipe_id))


@patch("/recipes/{recipe_id:str}")
def edit_recipe(recipe_id: FromPath[str], data: JSONBody[RecipeChanges], owner: Injected[Owner]) -> Answer[RecipeBody]:
    """One's own alone; starter content is copied first (403)."""
    sent = sent_fields(data)
    seen = sent.pop("seen", None)
    return Answer(data=recipe_body(recipes.edit(owner, recipe_id, sent, seen=seen)))


@post("/recipes/{recipe_id:str}/copy")
def copy_recipe(recipe_id: FromPath[str], owner: Injected[Owner]) -> Answer[RecipeBody]:
    """One that can be edited."""
    return Answer(data=recipe_body(recipes.copy(owner, recipe_id)))


@delete("/recipes/{recipe_id:str}", status_code=200)
def delete_recipe(recipe_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """Dishes of a plan that are made by it keep their title."""
    return UndoBody(undo_id=recipes.delete(owner, recipe_id))


def _published(owner: Owner, recipe_id: str) -> ItemBody:
    try:
        return item_body(items.find_item(owner, "RECIPE", recipe_id))
    except NoSuchItem:
        raise NoSuchRecipe from None
