"""Who holds an item of the catalog: those who saved it and those who bought it, counted on the item itself.

Each count is read, changed and written under a condition, since popularity stands in a key; whoever calls tries again.
"""

from typing import Any, Literal, TypeAlias

from chabudai.apps.kondate.market.entities import CatalogDish, CatalogSet, EndedSet, Publication
from chabudai.apps.kondate.market.snapshots import Snapshot, id_of, is_live, kind_of
from chabudai.table import Transaction, Update

Hold: TypeAlias = Literal["saved_count", "bought_count"]


def add_hold(plan: Transaction, row: Snapshot, hold: Hold) -> Transaction:
    """One person more holds it."""
    return plan.step("item", _count(row, hold, 1))


def add_release(plan: Transaction, row: Snapshot, hold: Hold) -> Transaction:
    """One person less holds it. What is published no more goes with the last of them, and all that belongs to it."""
    if is_live(row) or row.saved_count + row.bought_count > 1:
        return plan.step("item", _count(row, hold, -1))
    counts = {"saved_count": row.saved_count, "bought_count": row.bought_count}
    plan = plan.step("item", type(row).delete(**row.own_key).when(**counts))
    for number, key in enumerate(dish_keys(row)):
        plan = plan.step(f"dish {number}", CatalogDish.delete(**key))
    if row.creator_id:
        kept = Publication.delete(user_id=row.creator_id, target_type=kind_of(row), target_id=id_of(row))
        plan = plan.step("publication", kept)
    return plan


def dish_keys(row: Snapshot | None) -> list[dict[str, Any]]:
    """Of the texts of a set's dishes."""
    if not isinstance(row, (CatalogSet, EndedSet)) or row.edition is None:
        return []
    return [{"set_id": row.set_id, "edition": row.edition, "number": number} for number in range(len(row.dishes))]


def _count(row: Snapshot, hold: Hold, change: int) -> Update[Any]:
    seen: int = getattr(row, hold)
    update: Update[Any] = type(row).update(**row.own_key).set(**{hold: max(0, seen + change)})
    return update.when(**{hold: seen})
