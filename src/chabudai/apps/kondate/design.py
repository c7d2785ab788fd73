"""The kitchen's access patterns 1 to 10 of the seed, on the rows of `kitchen` and `market`; beyond it says so."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias

from chabudai.apps.kondate.kitchen import (
    Category,
    CookLog,
    DeletedFridgeItem,
    Dish,
    FridgeItem,
    MainTable,
    Plan,
    Profile,
    Provision,
    Recipe,
    RecipeSet,
    Scope,
    ShoppingItem,
    Slot,
)
from chabudai.apps.kondate.market import (
    CatalogRecipe,
    CatalogSet,
    CreatorRecipe,
    CreatorSet,
    Kind,
    News,
    Notification,
    NotificationSettings,
    PaymentMethod,
    Purchase,
    Purchased,
    PushToken,
    Saved,
    Share,
    Shared,
    Subscription,
    Token,
)
from chabudai.table import Delete, Design, Get, Insert, Put, Query, Transaction, Update, begins_with

Changes: TypeAlias = Mapping[str, Any]

PAGE = 30
KEPT_IN_TRASH = timedelta(days=30)


def _held(item: Provision) -> dict[str, Any]:
    """What the fridge and its trash both keep of a thing."""
    return {name: getattr(item, name) for name in Provision.model_fields}


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


@MainTable.pattern("4", "what is being cooked, or comes next")
def plan(user_id: str, slot: Slot) -> Get[Plan]:
    return Plan.get(user_id=user_id, slot=slot)


@MainTable.pattern("4", "what is being cooked, and what comes next")
def plans(user_id: str) -> Query[Plan]:
    return MainTable.query(Plan, user_id=user_id)


@MainTable.pattern("4", "put a plan in the place of the one before")
def put_plan(plan: Plan) -> Put[Plan]:
    return Put(plan)


@MainTable.pattern("4", "change the dishes of a plan, if they are still those that were read")
def change_dishes(seen: Plan, dishes: Sequence[Dish]) -> Update[Plan]:
    return Plan.update(**seen.own_key).set(items=tuple(dishes)).when(items=seen.items)


@MainTable.pattern("5", "a person's shopping list")
def shopping(user_id: str) -> Query[ShoppingItem]:
    return MainTable.query(ShoppingItem, user_id=user_id)


@MainTable.pattern("5", "add a line to the shopping list")
def add_shopping(item: ShoppingItem) -> Insert[ShoppingItem]:
    return Insert(item)


@MainTable.pattern("5", "change a line of the shopping list, or tick it")
def edit_shopping(user_id: str, item_id: str, changes: Changes) -> Update[ShoppingItem]:
    return ShoppingItem.update(user_id=user_id, item_id=item_id).set(**changes)


@MainTable.pattern("5", "take a line off the shopping list")
def delete_shopping(user_id: str, item_id: str) -> Delete[ShoppingItem]:
    return ShoppingItem.delete(user_id=user_id, item_id=item_id).existing()


@MainTable.pattern("6", "what is in a person's fridge")
def fridge(user_id: str) -> Query[FridgeItem]:
    return MainTable.query(FridgeItem, user_id=user_id)


@MainTable.pattern("6", "put something into the fridge")
def add_fridge(item: FridgeItem) -> Insert[FridgeItem]:
    return Insert(item)


@MainTable.pattern("6", "change something in the fridge")
def edit_fridge(user_id: str, item_id: str, changes: Changes) -> Update[FridgeItem]:
    return FridgeItem.update(user_id=user_id, item_id=item_id).set(**changes)


@MainTable.pattern("6", "move something from the fridge into its trash, for thirty days")
def delete_fridge(item: FridgeItem, at: datetime) -> Transaction:
    """The item as it was read: should it have changed since, nothing is done."""
    held = _held(item)
    until = int((at + KEPT_IN_TRASH).timestamp())
    gone = FridgeItem.delete(**item.own_key).when(**{name: held[name] for name in held.keys() - item.own_key.keys()})
    thrown = DeletedFridgeItem(**held, deleted_at=at, expires_at=until)
    return Transaction().step("fridge", gone).step("trash", Insert(thrown))


@MainTable.pattern("6", "what was thrown out of the fridge, latest first")
def deleted_fridge(user_id: str) -> Query[DeletedFridgeItem]:
    return MainTable.query(DeletedFridgeItem, user_id=user_id).descending()


@MainTable.pattern("6", "take something back out of the fridge's trash")
def restore_fridge(deleted: DeletedFridgeItem, at: datetime) -> Transaction:
    gone = DeletedFridgeItem.delete(**deleted.own_key).existing()
    back = FridgeItem(**_held(deleted), updated_at=at)
    return Transaction().step("trash", gone).step("fridge", Insert(back))


@MainTable.pattern("7", "a person's categories for the book or the catalog")
def categories(user_id: str, scope: Scope) -> Query[Category]:
    return MainTable.query(Category, user_id=user_id, scope=scope)


@MainTable.pattern("7", "add a category")
def add_category(category: Category) -> Insert[Category]:
    return Insert(category)


@MainTable.pattern("7", "change a category")
def edit_category(user_id: str, scope: Scope, category_id: str, changes: Changes) -> Update[Category]:
    return Category.update(user_id=user_id, scope=scope, category_id=category_id).set(**changes)


@MainTable.pattern("7", "delete a category")
def delete_category(user_id: str, scope: Scope, category_id: str) -> Delete[Category]:
    return Category.delete(user_id=user_id, scope=scope, category_id=category_id).existing()


@MainTable.pattern("8", "what was cooked in a month")
def cooked_in(user_id: str, year: int, month: int) -> Query[CookLog]:
    return MainTable.query(CookLog, user_id=user_id, day=begins_with(f"{year:04}-{month:02}"))


@MainTable.pattern("8", "what was cooked on a day")
def cooked_on(user_id: str, day: date) -> Query[CookLog]:
    return MainTable.query(CookLog, user_id=user_id, day=day)


@MainTable.pattern("9", "how a person pays")
def payment_methods(user_id: str) -> Query[PaymentMethod]:
    return MainTable.query(PaymentMethod, user_id=user_id)


@MainTable.pattern("9", "what a person bought, latest first", rows=PAGE)
def purchases(user_id: str) -> Query[Purchase]:
    return MainTable.query(Purchase, user_id=user_id).descending()


@MainTable.pattern("9", "a person's subscription")
def subscription(user_id: str) -> Get[Subscription]:
    return Subscription.get(user_id=user_id)


@MainTable.pattern("9", "beyond the seed: whether a person bought something already")
def purchased(user_id: str, kind: Kind, target_id: str) -> Get[Purchased]:
    return Purchased.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("10", "published recipes, newest first", rows=PAGE)
def newest_recipes() -> Query[CatalogRecipe]:
    return MainTable.query(CatalogRecipe).descending()


@MainTable.pattern("10", "published sets, newest first", rows=PAGE)
def newest_sets() -> Query[CatalogSet]:
    return MainTable.query(CatalogSet).descending()


@MainTable.pattern("10", "published recipes, most saved first", rows=PAGE)
def popular_recipes() -> Query[CatalogRecipe]:
    return MainTable.by_popularity.query(CatalogRecipe).descending()


@MainTable.pattern("10", "published sets, most saved first", rows=PAGE)
def popular_sets() -> Query[CatalogSet]:
    return MainTable.by_popularity.query(CatalogSet).descending()


@MainTable.pattern("10", "a creator's published recipes, newest first", rows=PAGE)
def recipes_by(creator_id: str) -> Query[CatalogRecipe]:
    return MainTable.by_creator.query(CatalogRecipe, creator_id=creator_id).descending()


@MainTable.pattern("10", "a creator's published sets, newest first", rows=PAGE)
def sets_by(creator_id: str) -> Query[CatalogSet]:
    return MainTable.by_creator.query(CatalogSet, creator_id=creator_id).descending()


@MainTable.pattern("10", "a published recipe", rows=1)
def published_recipe(recipe_id: str) -> Query[CatalogRecipe]:
    return MainTable.by_id.query(CatalogRecipe, recipe_id=recipe_id)


@MainTable.pattern("10", "a published set", rows=1)
def published_set(set_id: str) -> Query[CatalogSet]:
    return MainTable.by_id.query(CatalogSet, set_id=set_id)


@MainTable.pattern("10", "the names of all that a creator published")
def creator_titles(creator_id: str) -> Query[CreatorRecipe | CreatorSet]:
    return MainTable.query(CreatorRecipe, CreatorSet, creator_id=creator_id)


@MainTable.pattern("11", "rows without a number in the seed: a person's notices, latest first", rows=PAGE)
def notifications(user_id: str) -> Query[Notification]:
    return MainTable.query(Notification, user_id=user_id).descending()


@MainTable.pattern("11", "rows without a number in the seed: what a person wants to be told")
def notification_settings(user_id: str) -> Get[NotificationSettings]:
    return NotificationSettings.get(user_id=user_id)


@MainTable.pattern("11", "rows without a number in the seed: where a person can be told")
def push_tokens(user_id: str) -> Query[PushToken]:
    return MainTable.query(PushToken, user_id=user_id)


@MainTable.pattern("11", "beyond the seed: news for everyone, latest first", rows=PAGE)
def news() -> Query[News]:
    return MainTable.query(News).descending()


@MainTable.pattern("12", "rows without a number in the seed: what a person saved from the catalog")
def saved(user_id: str, kind: Kind) -> Query[Saved]:
    return MainTable.query(Saved, user_id=user_id, target_type=kind)


@MainTable.pattern("12", "rows without a number in the seed: whether a person saved something")
def saved_one(user_id: str, kind: Kind, target_id: str) -> Get[Saved]:
    return Saved.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("13", "rows without a number in the seed: what a link shows")
def share(share_id: str) -> Get[Share]:
    return Share.get(share_id=share_id)


@MainTable.pattern("13", "beyond the seed: the link to something, if it is shared")
def shared(user_id: str, kind: Kind, target_id: str) -> Get[Shared]:
    return Shared.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("14", "beyond the seed: what of the catalog has a word, newest first", rows=PAGE)
def found_by(kind: Kind, token: str) -> Query[Token]:
    return MainTable.query(Token, kind=kind, token=token).descending()


design = Design("kondate", MainTable)
