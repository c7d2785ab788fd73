"""The access patterns 4, 5, 6 and 8 of the seed: plans, the shopping list, the fridge and the cooking log."""

from datetime import date, datetime

from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedCookLog,
    DeletedFridgeItem,
    FridgeItem,
    KitchenState,
    Plan,
    ShoppingItem,
    Slot,
    UndoRecord,
)
from chabudai.apps.kondate.main_table import PAGE, MainTable
from chabudai.table import Delete, Get, Insert, Put, Query, begins_with


@MainTable.pattern("4", "what is being cooked, or comes next")
def plan(user_id: str, slot: Slot) -> Get[Plan]:
    return Plan.get(user_id=user_id, slot=slot)


@MainTable.pattern("4", "what is being cooked, and what comes next")
def plans(user_id: str) -> Query[Plan]:
    return MainTable.query(Plan, user_id=user_id)


@MainTable.pattern("4", "lay a plan where there is none")
def add_plan(plan: Plan) -> Insert[Plan]:
    return Insert(plan)


@MainTable.pattern("4", "put a plan in the place of the one before")
def put_plan(plan: Plan) -> Put[Plan]:
    return Put(plan)


@MainTable.pattern("4", "take a plan away")
def delete_plan(plan: Plan) -> Delete[Plan]:
    return Plan.delete(**plan.own_key)


@MainTable.pattern("5", "a person's shopping list")
def shopping(user_id: str) -> Query[ShoppingItem]:
    return MainTable.query(ShoppingItem, user_id=user_id)


@MainTable.pattern("5", "add a line to the shopping list")
def add_shopping(item: ShoppingItem) -> Insert[ShoppingItem]:
    return Insert(item)


@MainTable.pattern("5", "change a line of the shopping list, or put it into the basket")
def put_shopping(item: ShoppingItem) -> Put[ShoppingItem]:
    return Put(item)


@MainTable.pattern("5", "take a line off the shopping list")
def delete_shopping(item: ShoppingItem) -> Delete[ShoppingItem]:
    return ShoppingItem.delete(**item.own_key)


@MainTable.pattern("6", "what is in a person's fridge")
def fridge(user_id: str) -> Query[FridgeItem]:
    return MainTable.query(FridgeItem, user_id=user_id)


@MainTable.pattern("6", "one thing of the fridge")
def fridge_item(user_id: str, item_id: str) -> Get[FridgeItem]:
    return FridgeItem.get(user_id=user_id, item_id=item_id)


@MainTable.pattern("6", "put something into the fridge")
def add_fridge(item: FridgeItem) -> Insert[FridgeItem]:
    return Insert(item)


@MainTable.pattern("6", "change something in the fridge")
def put_fridge(item: FridgeItem) -> Put[FridgeItem]:
    return Put(item)


@MainTable.pattern("6", "take something out of the fridge")
def delete_fridge(item: FridgeItem) -> Delete[FridgeItem]:
    return FridgeItem.delete(**item.own_key)


@MainTable.pattern("6", "what left the fridge, latest first", rows=PAGE)
def deleted_fridge(user_id: str) -> Query[DeletedFridgeItem]:
    return MainTable.query(DeletedFridgeItem, user_id=user_id).descending()


@MainTable.pattern("6", "one thing that left the fridge")
def deleted_fridge_item(user_id: str, deleted_at: datetime, item_id: str) -> Get[DeletedFridgeItem]:
    return DeletedFridgeItem.get(user_id=user_id, deleted_at=deleted_at, item_id=item_id)


@MainTable.pattern("6", "keep what left the fridge, for thirty days")
def add_deleted_fridge(item: DeletedFridgeItem) -> Insert[DeletedFridgeItem]:
    return Insert(item)


@MainTable.pattern("6", "change what is kept of something that left the fridge")
def put_deleted_fridge(item: DeletedFridgeItem) -> Put[DeletedFridgeItem]:
    return Put(item)


@MainTable.pattern("6", "let go of what left the fridge, for good or because it is back")
def drop_deleted_fridge(item: DeletedFridgeItem) -> Delete[DeletedFridgeItem]:
    return DeletedFridgeItem.delete(**item.own_key)


@MainTable.pattern("8", "what was cooked in a month")
def cooked_in(user_id: str, year: int, month: int) -> Query[CookLog]:
    return MainTable.query(CookLog, user_id=user_id, day=begins_with(f"{year:04}-{month:02}"))


@MainTable.pattern("8", "what was cooked on a day")
def cooked_on(user_id: str, day: date) -> Query[CookLog]:
    return MainTable.query(CookLog, user_id=user_id, day=day)


@MainTable.pattern("8", "one entry of the cooking log")
def log_entry(user_id: str, day: date, log_id: str) -> Get[CookLog]:
    return CookLog.get(user_id=user_id, day=day, log_id=log_id)


@MainTable.pattern("8", "log what was cooked")
def add_log(entry: CookLog) -> Insert[CookLog]:
    return Insert(entry)


@MainTable.pattern("8", "change an entry of the cooking log")
def put_log(entry: CookLog) -> Put[CookLog]:
    return Put(entry)


@MainTable.pattern("8", "take an entry out of the cooking log")
def delete_log(entry: CookLog) -> Delete[CookLog]:
    return CookLog.delete(**entry.own_key)


@MainTable.pattern("15", "beyond the seed: one entry that was deleted from the cooking log")
def deleted_log_entry(user_id: str, day: date, log_id: str) -> Get[DeletedCookLog]:
    return DeletedCookLog.get(user_id=user_id, day=day, log_id=log_id)


@MainTable.pattern("15", "beyond the seed: keep what a dish took, after its entry was deleted")
def add_deleted_log(entry: DeletedCookLog) -> Insert[DeletedCookLog]:
    return Insert(entry)


@MainTable.pattern("15", "beyond the seed: change what is kept of an entry that was deleted")
def put_deleted_log(entry: DeletedCookLog) -> Put[DeletedCookLog]:
    return Put(entry)


@MainTable.pattern("15", "beyond the seed: let go of an entry that was deleted, for it is back, or was not cooked")
def drop_deleted_log(entry: DeletedCookLog) -> Delete[DeletedCookLog]:
    return DeletedCookLog.delete(**entry.own_key)


@MainTable.pattern("15", "beyond the seed: what a kitchen has come to, for the home page and for whoever looks again")
def kitchen_state(user_id: str) -> Get[KitchenState]:
    return KitchenState.get(user_id=user_id)


@MainTable.pattern("15", "beyond the seed: what an act changed, while it can be taken back")
def undo_record(user_id: str, undo_id: str) -> Get[UndoRecord]:
    return UndoRecord.get(user_id=user_id, undo_id=undo_id)


@MainTable.pattern("15", "beyond the seed: keep what an act changed, so that it can be taken back")
def add_undo(record: UndoRecord) -> Insert[UndoRecord]:
    return Insert(record)


@MainTable.pattern("15", "beyond the seed: what is left of an act that is taken back in several goes")
def put_undo(record: UndoRecord) -> Put[UndoRecord]:
    return Put(record)


@MainTable.pattern("15", "beyond the seed: an act is taken back once")
def delete_undo(record: UndoRecord) -> Delete[UndoRecord]:
    return UndoRecord.delete(**record.own_key)
