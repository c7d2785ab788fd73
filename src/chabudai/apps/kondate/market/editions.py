"""Editions that somebody ordered: what was paid for stays as it was, whatever its creator publishes in its place.

An edition that nobody ordered goes when the next one comes; the others go with the last who bought the item.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from chabudai.apps.kondate import design
from chabudai.apps.kondate.market import snapshots
from chabudai.apps.kondate.market.entities import CatalogDish, CatalogRecipe, EndedRecipe, PastRecipe, PastSet
from chabudai.apps.kondate.market.snapshots import Snapshot
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import MOST_STEPS, write_all
from chabudai.table import Delete, Transaction, TypedStore, Update

Past: TypeAlias = PastRecipe | PastSet

_OF_NOW: Final = ("creator_id", "creator_name", "saved_count", "bought_count", "price", "orders", "created_at")
"""What is said of the item itself, and is the same in all editions."""


def past_of(row: Snapshot) -> Past:
    """The row that keeps this edition."""
    fields = {**snapshots.fields_of(row), "creator_id": "", "creator_name": "", "words": ""}
    if isinstance(row, (CatalogRecipe, EndedRecipe)):
        return PastRecipe.model_validate(fields)
    return PastSet.model_validate(fields)


def read_edition(store: TypedStore, row: Snapshot, edition: str | None) -> Snapshot:
    """The item as it was in this edition; as it is now where that was not kept, or none is named."""
    if edition is None or edition == row.edition:
        return row
    past = _find(store, row, edition)
    if past is None:
        return row
    return type(row).model_validate({**snapshots.fields_of(past), **{name: getattr(row, name) for name in _OF_NOW}})


def find_past(store: TypedStore, row: Snapshot) -> list[Past]:
    if isinstance(row, (CatalogRecipe, EndedRecipe)):
        return [*store.all(design.past_recipes(row.recipe_id).consistently())]
    return [*store.all(design.past_sets(row.set_id).consistently())]


def failed_step_without(store: TypedStore, plan: Transaction, past: Sequence[Past]) -> str | None:
    """As `failed_step`; these editions go in the same moment, as many of them as it takes, and then the others."""
    gone: list[Delete[Any]] = [
        delete
        for row in past
        for delete in (*(CatalogDish.delete(**key) for key in dish_keys(row)), type(row).delete(**row.own_key))
    ]
    room = MOST_STEPS - len(plan.steps)
    for number, delete in enumerate(gone[:room]):
        plan = plan.step(f"past {number}", delete)
    failed = failed_step(store, plan)
    if failed is None:
        write_all(store, gone[room:])
    return failed


def drop_names(store: TypedStore, row: Snapshot | Past) -> None:
    """Of whoever wrote it: what is left of somebody who is gone has no name."""
    nameless = {"creator_id": "", "creator_name": "", "author_name": None, "source_url": None, "words": ""}
    dishes = {"author_name": None, "source_url": None}
    changes: list[Update[Any]] = [CatalogDish.update(**key).set(**dishes) for key in dish_keys(row)]
    item: Update[Any] = type(row).update(**row.own_key)
    write_all(store, [*changes, item.set(**nameless)])


def dish_keys(row: Snapshot | Past) -> list[dict[str, Any]]:
    """Of the texts of a set's dishes."""
    if isinstance(row, (CatalogRecipe, EndedRecipe, PastRecipe)) or row.edition is None:
        return []
    return [{"set_id": row.set_id, "edition": row.edition, "number": number} for number in range(len(row.dishes))]


def _find(store: TypedStore, row: Snapshot, edition: str) -> Past | None:
    if isinstance(row, (CatalogRecipe, EndedRecipe)):
        return store.get(design.past_recipe(row.recipe_id, edition).consistently())
    return store.get(design.past_set(row.set_id, edition).consistently())
