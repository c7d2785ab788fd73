"""The catalog as lists of cards: newest, most saved, found by words; a page at a time, filtered, always full."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from chabudai.apps.kondate import design
from chabudai.apps.kondate.main_table import PAGE, Kind
from chabudai.apps.kondate.market import editions, search_tokens, snapshots, staged_indexes
from chabudai.apps.kondate.market.cards import Card, card_of
from chabudai.apps.kondate.market.snapshots import Snapshot
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.table import Page, Query, TypedStore, exists, le, not_exists

MINUTES: Final = (15, 30, 45)
"""The times by which one filters."""


@dataclass(frozen=True, slots=True)
class CatalogFilter:
    """`minutes` at most for the dish that takes longest."""

    minutes: int | None = None
    price: Literal["free", "paid"] | None = None

    def accepts(self, row: Snapshot) -> bool:
        if self.minutes is not None and (row.minutes is None or row.minutes > self.minutes):
            return False
        return self.price is None or (self.price == "paid") == bool(row.price)


@dataclass(frozen=True, slots=True)
class CardPage:
    """`cursor` leads to the next page, None at the end."""

    cards: tuple[Card, ...]
    cursor: str | None


ANYTHING: Final = CatalogFilter()


def find_newest(
    store: TypedStore, kind: Kind, only: CatalogFilter = ANYTHING, cursor: str | None = None, size: int = PAGE
) -> CardPage:
    plan: Query[Any] = design.newest_recipes() if kind == "RECIPE" else design.newest_sets()
    return _page(store, plan, only, cursor, size)


def find_popular(
    store: TypedStore, kind: Kind, only: CatalogFilter = ANYTHING, cursor: str | None = None, size: int = PAGE
) -> CardPage:
    """Most saved first. NotAvailableYet without GSI2."""
    plan: Query[Any] = design.popular_recipes() if kind == "RECIPE" else design.popular_sets()
    with staged_indexes.asking("GSI2"):
        return _page(store, plan, only, cursor, size)


def search(
    store: TypedStore,
    kind: Kind,
    words: str,
    only: CatalogFilter = ANYTHING,
    cursor: str | None = None,
    size: int = PAGE,
) -> CardPage:
    """What has every word, newest first. WordTooShort for a letter alone; without words it is the newest."""
    token = search_tokens.choose_token(words)
    if token is None:
        return find_newest(store, kind, only, cursor, size)
    found: list[Card] = []
    while True:
        with refuse_wrong_cursor():
            page = store.page(design.found_by(kind, token), cursor, size=size - len(found))
        rows = snapshots.find_many(store, kind, [(each.created_at, each.target_id) for each in page])
        kept = [row for row in rows if row is not None and only.accepts(row)]
        found += [card_of(row) for row in kept if search_tokens.matches(row.words, words)]
        cursor = page.cursor
        if cursor is None or len(found) >= size:
            return CardPage(tuple(found), cursor)


def find_bought(owner: Owner, kind: Kind, only: CatalogFilter = ANYTHING) -> list[Card]:
    """What this person has bought, as they bought it, the latest first, also what is published no more."""
    rows = [row for row in owner.store.all(design.all_purchased(owner.username, kind)) if row.is_paid]
    rows.sort(key=lambda row: (row.purchased_at, row.purchase_id), reverse=True)
    places = [(row.published_at, row.target_id) for row in rows if row.published_at is not None]
    live = snapshots.find_many(owner.store, kind, places)
    held = {row.target_id: row.edition for row in rows}
    found = [row or snapshots.find_snapshot(owner.store, kind, *place) for row, place in zip(live, places, strict=True)]
    as_bought = [
        editions.read_edition(owner.store, row, held[snapshots.id_of(row)]) for row in found if row is not None
    ]
    return [card_of(row) for row in as_bought if only.accepts(row)]


def _page(store: TypedStore, plan: Query[Any], only: CatalogFilter, cursor: str | None, size: int) -> CardPage:
    if only.minutes is not None:
        plan = plan.filter(minutes=le(only.minutes))
    if only.price is not None:
        plan = plan.filter(price=exists() if only.price == "paid" else not_exists())
    with refuse_wrong_cursor():
        page: Page[Any] = store.page(plan, cursor, size=size)
    return CardPage(tuple(card_of(row) for row in page), page.cursor)
