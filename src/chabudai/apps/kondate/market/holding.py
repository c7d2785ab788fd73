"""Who holds an item of the catalog: those who saved it and those who bought it, counted on the item itself.

Each count is read, changed and written under a condition, since popularity stands in a key; whoever calls tries again.
"""

from typing import Any, Literal, TypeAlias

from chabudai.apps.kondate.market import editions
from chabudai.apps.kondate.market.entities import CatalogDish, Publication
from chabudai.apps.kondate.market.snapshots import Snapshot, id_of, is_live, kind_of
from chabudai.common.store_errors import failed_step
from chabudai.table import Transaction, TypedStore, Update

Hold: TypeAlias = Literal["saved_count", "bought_count"]


def add_hold(plan: Transaction, row: Snapshot, hold: Hold) -> Transaction:
    """One person more holds it."""
    return plan.step("item", _count(row, hold, 1))


def release(store: TypedStore, plan: Transaction, row: Snapshot | None, hold: Hold) -> str | None:
    """One person less holds it, if it is there, in the moment of the plan; else the name of the step in the way.

    What is published no more goes with the last of them, and all that belongs to it; past editions go with the last who
    bought it.
    """
    if row is None:
        return failed_step(store, plan)
    is_last_buyer = hold == "bought_count" and row.bought_count == 1
    unread = editions.find_past(store, row) if is_last_buyer or _is_last(row) else []
    return editions.failed_step_without(store, _add_release(plan, row, hold), unread)


def _is_last(row: Snapshot) -> bool:
    return not is_live(row) and row.saved_count + row.bought_count <= 1


def _add_release(plan: Transaction, row: Snapshot, hold: Hold) -> Transaction:
    if not _is_last(row):
        return plan.step("item", _count(row, hold, -1))
    counts = {"saved_count": row.saved_count, "bought_count": row.bought_count}
    plan = plan.step("item", type(row).delete(**row.own_key).when(**counts))
    for number, key in enumerate(editions.dish_keys(row)):
        plan = plan.step(f"dish {number}", CatalogDish.delete(**key))
    if row.creator_id:
        kept = Publication.delete(user_id=row.creator_id, target_type=kind_of(row), target_id=id_of(row))
        plan = plan.step("publication", kept)
    return plan


def _count(row: Snapshot, hold: Hold, change: int) -> Update[Any]:
    seen: int = getattr(row, hold)
    update: Update[Any] = type(row).update(**row.own_key).set(**{hold: max(0, seen + change)})
    return update.when(**{hold: seen})
