"""All rows of a person's own partition, whichever part of the app writes them."""

from typing import Final

from chabudai.apps.kondate.book.entities import Category, Profile, Recipe, RecipeSet, Tally
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedCookLog,
    DeletedFridgeItem,
    FridgeItem,
    KitchenState,
    Plan,
    ShoppingItem,
    UndoRecord,
)
from chabudai.apps.kondate.main_table import MainTable
from chabudai.apps.kondate.market.entities import (
    Checkout,
    Creator,
    Notification,
    NotificationSettings,
    PaymentMethod,
    Publication,
    Purchase,
    Purchased,
    PushToken,
    Saved,
    Shared,
    Subscription,
    ToldNotice,
)
from chabudai.table import Entity, Query

OWN_ENTITIES: Final[tuple[type[Entity], ...]] = (
    Profile, Recipe, RecipeSet, Category, Plan, ShoppingItem, FridgeItem, DeletedFridgeItem, CookLog, DeletedCookLog,
    KitchenState, UndoRecord, PaymentMethod, Purchase, Purchased, Subscription, Notification, PushToken,
    NotificationSettings, Saved, Shared, Checkout, Creator, Publication, ToldNotice, Tally,
)  # fmt: skip


@MainTable.pattern("17", "beyond the seed: everything of a person")
def everything(user_id: str) -> Query[Entity]:
    return MainTable.query(*OWN_ENTITIES, user_id=user_id)
