"""The access patterns 1, 2, 3 and 7 of the seed: a person, their recipes, sets and categories."""

from chabudai.apps.kondate.book.entities import Category, Limited, Profile, Recipe, RecipeSet, Scope, Tally
from chabudai.apps.kondate.main_table import PAGE, Changes, MainTable
from chabudai.apps.kondate.market.entities import CatalogRecipe, CatalogSet
from chabudai.table import Delete, Get, Insert, Query, Update


@MainTable.pattern("1", "a person's profile")
def profile(user_id: str) -> Get[Profile]:
    return Profile.get(user_id=user_id)


@MainTable.pattern("1", "change a profile")
def edit_profile(user_id: str, changes: Changes) -> Update[Profile]:
    return Profile.update(user_id=user_id).set(**changes)


@MainTable.pattern("2", "a person's recipes, newest first", rows=PAGE)
def recipes(user_id: str) -> Query[Recipe]:
    return MainTable.query(Recipe, user_id=user_id).descending()


@MainTable.pattern("2", "one recipe of a person")
def recipe(user_id: str, recipe_id: str) -> Get[Recipe]:
    return Recipe.get(user_id=user_id, recipe_id=recipe_id)


@MainTable.pattern("2", "a recipe by its id alone: its owner's, and the published one", rows=2)
def recipe_by_id(recipe_id: str) -> Query[Recipe | CatalogRecipe]:
    return MainTable.by_id.query(Recipe, CatalogRecipe, recipe_id=recipe_id)


@MainTable.pattern("2", "add a recipe")
def add_recipe(recipe: Recipe) -> Insert[Recipe]:
    return Insert(recipe)


@MainTable.pattern("2", "change a recipe")
def edit_recipe(user_id: str, recipe_id: str, changes: Changes) -> Update[Recipe]:
    return Recipe.update(user_id=user_id, recipe_id=recipe_id).set(**changes)


@MainTable.pattern("2", "delete a recipe")
def delete_recipe(user_id: str, recipe_id: str) -> Delete[Recipe]:
    return Recipe.delete(user_id=user_id, recipe_id=recipe_id).existing()


@MainTable.pattern("3", "a person's sets, newest first", rows=PAGE)
def sets(user_id: str) -> Query[RecipeSet]:
    return MainTable.query(RecipeSet, user_id=user_id).descending()


@MainTable.pattern("3", "one set of a person")
def recipe_set(user_id: str, set_id: str) -> Get[RecipeSet]:
    return RecipeSet.get(user_id=user_id, set_id=set_id)


@MainTable.pattern("3", "a set by its id alone: its owner's, and the published one", rows=2)
def set_by_id(set_id: str) -> Query[RecipeSet | CatalogSet]:
    return MainTable.by_id.query(RecipeSet, CatalogSet, set_id=set_id)


@MainTable.pattern("3", "add a set")
def add_set(recipe_set: RecipeSet) -> Insert[RecipeSet]:
    return Insert(recipe_set)


@MainTable.pattern("3", "change a set")
def edit_set(user_id: str, set_id: str, changes: Changes) -> Update[RecipeSet]:
    return RecipeSet.update(user_id=user_id, set_id=set_id).set(**changes)


@MainTable.pattern("3", "delete a set")
def delete_set(user_id: str, set_id: str) -> Delete[RecipeSet]:
    return RecipeSet.delete(user_id=user_id, set_id=set_id).existing()


@MainTable.pattern("7", "a person's categories for the book or the catalog")
def categories(user_id: str, scope: Scope) -> Query[Category]:
    return MainTable.query(Category, user_id=user_id, scope=scope)


@MainTable.pattern("7", "add a category")
def add_category(category: Category) -> Insert[Category]:
    return Insert(category)


@MainTable.pattern("7", "change a category")
def edit_category(user_id: str, scope: Scope, category_id: str, changes: Changes) -> Update[Category]:
    return Category.update(user_id=user_id, scope=scope, category_id=category_id).set(**changes)


@MainTable.pattern("15", "beyond the seed: what holds a limit of how many a person keeps")
def tally(user_id: str, kind: Limited) -> Get[Tally]:
    return Tally.get(user_id=user_id, kind=kind)


@MainTable.pattern("7", "delete a category")
def delete_category(user_id: str, scope: Scope, category_id: str) -> Delete[Category]:
    return Category.delete(user_id=user_id, scope=scope, category_id=category_id).existing()
