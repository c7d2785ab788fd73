"""Creators: the name and text under which a person publishes, whether they sell, and what they have published."""

from collections.abc import Mapping
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import CreatorNameMissing, NoSuchCreator
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import snapshots, staged_indexes
from chabudai.apps.kondate.market.cards import Card, card_of
from chabudai.apps.kondate.market.entities import CatalogRecipe, CatalogSet, Creator
from chabudai.common.fields import Fields
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.store_errors import write_if_met
from chabudai.common.text import is_id
from chabudai.table import ItemNotFound, Page, Query, TypedStore, Update

HOUSE: Final = "@house"
"""The creator that the site itself is; nobody's username has an @."""
CREATOR_FIELDS: Final = Fields(Creator, "name", "text", "is_selling")


def find_own(owner: Owner) -> Creator | None:
    return owner.store.get(design.creator(owner.username).consistently())


def find_creator(store: TypedStore, creator_id: str) -> Creator:
    found = store.get(design.creator(creator_id)) if is_id(creator_id) else None
    if found is None:
        raise NoSuchCreator
    return found


def find_named(owner: Owner) -> Creator:
    """CreatorNameMissing for whoever has not said under which name they publish."""
    found = find_own(owner)
    if found is None:
        raise CreatorNameMissing
    return found


def edit_creator(owner: Owner, given: Mapping[str, Any]) -> Creator:
    """The fields are CREATOR_FIELDS; a new name stands on everything published from then on, and on what was."""
    before = find_own(owner)
    if before is None:
        fields = CREATOR_FIELDS.check_new(given)
        now = moment(owner)
        row = Creator.model_validate({"user_id": owner.username, "created_at": now, "updated_at": now, **fields})
        return owner.store.put(row)
    update: Update[Creator] = Creator.update(user_id=owner.username).set(**CREATOR_FIELDS.check(given))
    after = owner.store.write(update)
    spread_name(owner.store, after)
    return after


def spread_name(store: TypedStore, creator: Creator) -> None:
    """On everything that they published; done again, it changes what is left."""
    for publication in list(store.all(design.publications(creator.user_id).consistently())):
        kind, item_id = publication.target_type, publication.target_id
        row = snapshots.find_snapshot(store, kind, publication.published_at, item_id)
        if row is not None and row.creator_name != creator.name:
            update: Update[Any] = type(row).update(**row.own_key).set(creator_name=creator.name)
            try:
                write_if_met(store, update)
            except ItemNotFound:
                continue  # published no more, or again, in this moment; it takes the name from there


def find_published(
    store: TypedStore, creator_id: str, kind: Kind, cursor: str | None = None
) -> tuple[list[Card], str | None]:
    """Newest first, a page, and the cursor of the next. NotAvailableYet without GSI3."""
    find_creator(store, creator_id)
    plan: Query[CatalogRecipe] | Query[CatalogSet]
    plan = design.recipes_by(creator_id) if kind == "RECIPE" else design.sets_by(creator_id)
    with staged_indexes.asking("GSI3"), refuse_wrong_cursor():
        page: Page[Any] = store.page(plan, cursor)
    return [card_of(row) for row in page], page.cursor
