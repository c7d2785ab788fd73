"""One item of the catalog, for whoever looks at it: its texts only where they may be seen, on every road."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.recipes import is_subscribed
from chabudai.apps.kondate.errors import NoSuchItem, NotAvailableYet
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import editions, snapshots, staged_indexes
from chabudai.apps.kondate.market.cards import Access, Card, Item, WholeRecipe, card_of, whole_of
from chabudai.apps.kondate.market.creators import HOUSE
from chabudai.apps.kondate.market.entities import CatalogRecipe, EndedRecipe, Purchased, Saved
from chabudai.apps.kondate.market.snapshots import Snapshot
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import BatchGet, TypedStore


@dataclass(frozen=True, slots=True)
class Marks:
    """Of some items, by their ids, those that a person has saved and bought."""

    saved: frozenset[str]
    bought: frozenset[str]


def find_item(owner: Owner, kind: Kind, item_id: str) -> Item:
    """NoSuchItem for what is not published, unless this person saved or bought it. NotAvailableYet without GSI1.

    Whoever bought it reads the edition that they bought.
    """
    row = find_row(owner, kind, item_id)
    bought = _find_bought(owner, row)
    shown = row if bought is None else editions.read_edition(owner.store, row, bought.edition)
    return _show(owner, shown, bought, row.changed_at if shown is not row else None)


def find_newest(owner: Owner, kind: Kind, item_id: str) -> Item:
    """The same as it is published now, also for whoever bought an edition before."""
    row = find_row(owner, kind, item_id)
    return _show(owner, row, _find_bought(owner, row), None)


def find_row(owner: Owner, kind: Kind, item_id: str) -> Snapshot:
    """As it is at this moment; what is published no more only for those who hold it."""
    if not is_id(item_id):
        raise NoSuchItem
    unavailable: NotAvailableYet | None = None
    try:
        published_at = _find_place(owner.store, kind, item_id)
    except NotAvailableYet as missing:
        unavailable, published_at = missing, None
    found = None if published_at is None else snapshots.find_live(owner.store, kind, published_at, item_id)
    if found is not None:
        return found
    held = _find_held(owner, kind, item_id)
    row = None if held is None else snapshots.find_snapshot(owner.store, kind, held, item_id)
    if row is None:
        raise unavailable or NoSuchItem
    return row


def find_access(owner: Owner, row: Snapshot) -> Access:
    """Bought and refunded is as never bought. What one saved before it cost something has to be bought."""
    return _judge(owner, row, _find_bought(owner, row))


def read_recipes(store: TypedStore, row: Snapshot) -> tuple[WholeRecipe, ...]:
    """All that is written in it; whoever calls has asked whether it may be seen."""
    if isinstance(row, (CatalogRecipe, EndedRecipe)):
        return (whole_of(row, author_name=row.author_name, source_url=row.source_url),)
    dishes = store.all(design.catalog_dishes(row.set_id, row.edition or "-").consistently())
    days = [dish.day for dish in row.dishes]
    return tuple(
        whole_of(
            dish,
            day=days[dish.number] if dish.number < len(days) else None,
            author_name=dish.author_name or row.author_name,
            source_url=dish.source_url or row.source_url,
        )
        for dish in dishes
    )


def find_marks(owner: Owner, cards: Sequence[Card]) -> Marks:
    """For the hearts and the tags of a list."""
    if not cards:
        return Marks(frozenset(), frozenset())
    keys = [
        {"user_id": owner.username, "target_type": card.kind, "target_id": card.item_id}
        for card in {card.item_id: card for card in cards}.values()
    ]
    saved = owner.store.batch(BatchGet(Saved, tuple(Saved.layout.key_values(key) for key in keys)))
    bought = owner.store.batch(BatchGet(Purchased, tuple(Purchased.layout.key_values(key) for key in keys)))
    return Marks(
        frozenset(row.target_id for row in saved if row is not None),
        frozenset(row.target_id for row in bought if row is not None and row.is_paid),
    )


def _find_bought(owner: Owner, row: Snapshot) -> Purchased | None:
    """What this person holds of it by paying; also of what is free by now."""
    if row.creator_id == owner.username or (row.price is None and row.bought_count == 0):
        return None
    kind, item_id = snapshots.kind_of(row), snapshots.id_of(row)
    bought = owner.store.get(design.purchased(owner.username, kind, item_id).consistently())
    return bought if bought is not None and bought.is_paid else None


def _judge(owner: Owner, row: Snapshot, bought: Purchased | None) -> Access:
    if row.creator_id == owner.username:
        return "own"
    if bought is not None:
        return "bought"
    if row.price is None:
        return "free"
    is_included = row.creator_id == HOUSE and snapshots.kind_of(row) == "SET"
    return "subscribed" if is_included and is_subscribed(owner) else "locked"


def _show(owner: Owner, row: Snapshot, bought: Purchased | None, newer_at: datetime | None) -> Item:
    access = _judge(owner, row, bought)
    return Item(card_of(row), access, None if access == "locked" else read_recipes(owner.store, row), newer_at)


def _find_place(store: TypedStore, kind: Kind, item_id: str) -> datetime | None:
    """When it was published, by its id alone."""
    with staged_indexes.asking("GSI1"):
        if kind == "RECIPE":
            recipe = store.first(design.published_recipe(item_id))
            return None if recipe is None else recipe.created_at
        found = store.first(design.published_set(item_id))
        return None if found is None else found.created_at


def _find_held(owner: Owner, kind: Kind, item_id: str) -> datetime | None:
    """When something that this person saved or bought, or published, was published."""
    saved, bought, own = owner.store.transact_get(
        design.saved_one(owner.username, kind, item_id),
        design.purchased(owner.username, kind, item_id),
        design.publication(owner.username, kind, item_id),
    )
    if saved is not None:
        return saved.published_at
    if bought is not None and bought.is_paid:
        return bought.published_at
    return None if own is None or not own.is_live else own.published_at
