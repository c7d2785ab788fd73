"""Rows of the catalog by the kind of thing: where a recipe or a set stands while it is published, and afterwards."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeAlias

from chabudai.apps.kondate import design
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market.entities import (
    CatalogRecipe,
    CatalogSet,
    CreatorRecipe,
    CreatorSet,
    EndedRecipe,
    EndedSet,
    Published,
)
from chabudai.table import BatchGet, TypedStore

Live: TypeAlias = CatalogRecipe | CatalogSet
Ended: TypeAlias = EndedRecipe | EndedSet
Snapshot: TypeAlias = Live | Ended


def kind_of(row: Snapshot) -> Kind:
    return "RECIPE" if isinstance(row, (CatalogRecipe, EndedRecipe)) else "SET"


def id_of(row: Snapshot) -> str:
    return row.recipe_id if isinstance(row, (CatalogRecipe, EndedRecipe)) else row.set_id


def is_live(row: Snapshot) -> bool:
    return isinstance(row, (CatalogRecipe, CatalogSet))


def find_live(store: TypedStore, kind: Kind, published_at: datetime, item_id: str) -> Live | None:
    if kind == "RECIPE":
        return store.get(design.catalog_recipe(published_at, item_id).consistently())
    return store.get(design.catalog_set(published_at, item_id).consistently())


def find_ended(store: TypedStore, kind: Kind, published_at: datetime, item_id: str) -> Ended | None:
    if kind == "RECIPE":
        return store.get(design.ended_recipe(published_at, item_id).consistently())
    return store.get(design.ended_set(published_at, item_id).consistently())


def find_snapshot(store: TypedStore, kind: Kind, published_at: datetime, item_id: str) -> Snapshot | None:
    """Published or no more; asked twice, for it may go from one place to the other meanwhile."""
    return (
        find_live(store, kind, published_at, item_id)
        or find_ended(store, kind, published_at, item_id)
        or find_live(store, kind, published_at, item_id)
    )


def find_many(store: TypedStore, kind: Kind, places: Iterable[tuple[datetime, str]]) -> list[Live | None]:
    """What is published of these, in their order, None for the others."""
    if kind == "RECIPE":
        recipes = tuple(CatalogRecipe.layout.key_values({"created_at": at, "recipe_id": each}) for at, each in places)
        return [*store.batch(BatchGet(CatalogRecipe, recipes))] if recipes else []
    sets = tuple(CatalogSet.layout.key_values({"created_at": at, "set_id": each}) for at, each in places)
    return [*store.batch(BatchGet(CatalogSet, sets))] if sets else []


def end(row: Live) -> Ended:
    """The row that stands for it once it is published no more."""
    entity = EndedRecipe if isinstance(row, CatalogRecipe) else EndedSet
    return entity.model_validate(fields_of(row))


def revive(row: Ended, changes: dict[str, Any]) -> Live:
    entity = CatalogRecipe if isinstance(row, EndedRecipe) else CatalogSet
    return entity.model_validate({**fields_of(row), **changes})


def creator_row(row: Live) -> CreatorRecipe | CreatorSet:
    if isinstance(row, CatalogRecipe):
        return CreatorRecipe(
            creator_id=row.creator_id, recipe_id=row.recipe_id, created_at=row.created_at, title=row.title
        )
    return CreatorSet(creator_id=row.creator_id, set_id=row.set_id, created_at=row.created_at, title=row.title)


def fields_of(row: Published) -> dict[str, Any]:
    return {name: getattr(row, name) for name in type(row).model_fields if name != "entity_type"}
