"""Discovering: recipes and sets that others publish, the newest or the most saved, searched and filtered."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.apps.kondate.errors import NotAvailableYet, WordTooShort
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import catalog, saves
from chabudai.apps.kondate.market.cards import Card
from chabudai.apps.kondate.market.catalog import CardPage, CatalogFilter
from chabudai.apps.kondate.market.known_indexes import KnownIndexes
from chabudai.apps.kondate.pages.market.offers import show_offers
from chabudai.apps.kondate.pages.market.places import DISCOVER_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get

_PAGE: Final = 24
"""Cards at once: as many as keep the page small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverAddress(CursorAddress):
    """`shelf` is what others publish, or what of it one saved or bought."""

    PATH: ClassVar[str] = DISCOVER_URL
    NAMES: ClassVar[dict[str, str]] = {"words": "q"}
    NARROWING: ClassVar[tuple[str, ...]] = ("words", "minutes", "price")

    kind: Literal["recipes", "sets"] = "recipes"
    shelf: Literal["all", "saved", "bought"] = "all"
    sort: Literal["newest", "popular"] = "newest"
    words: str = ""
    minutes: Literal["15", "30", "45"] | None = None
    price: Literal["free", "paid"] | None = None

    @property
    def catalog_kind(self) -> Kind:
        return "RECIPE" if self.kind == "recipes" else "SET"

    @property
    def filter(self) -> CatalogFilter:
        return CatalogFilter(None if self.minutes is None else int(self.minutes), self.price)


@dataclass(frozen=True, slots=True)
class Found:
    """`gone` are titles of what was saved and is nowhere any more. `is_short`: no word was long enough."""

    page: CardPage
    gone: tuple[str, ...] = ()
    is_short: bool = False


@get("/discover")
def show_discover(
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    indexes: Injected[KnownIndexes],
    context: Injected[RequestContext],
) -> Response[str]:
    address = DiscoverAddress.parse(context.query)
    try:
        found = _find(owner, address)
    except NotAvailableYet:
        indexes.forget()
        address = replace(address, sort="newest", cursor=None)
        found = _find(owner, address)
    return pages.page(
        "kondate/discover.html",
        shell=shell,
        address=address,
        offers=show_offers(owner, found.page.cards),
        gone=found.gone,
        is_short=found.is_short,
        more=address.but(cursor=found.page.cursor).url if found.page.cursor else None,
        has_popular="GSI2" in indexes,
    )


def _find(owner: Owner, address: DiscoverAddress) -> Found:
    if address.shelf == "saved":
        saved = saves.find_all_saved(owner, address.catalog_kind)
        there = [each.card for each in saved if each.card is not None]
        return Found(_whole(there), tuple(each.row.title for each in saved if each.card is None))
    if address.shelf == "bought":
        return Found(_whole(catalog.find_bought(owner, address.catalog_kind)))
    try:
        return Found(_list(owner.store, address))
    except WordTooShort:
        return Found(_whole([]), is_short=True)


def _list(store: TypedStore, address: DiscoverAddress) -> CardPage:
    kind, only, cursor = address.catalog_kind, address.filter, address.cursor
    if address.words:
        return catalog.search(store, kind, address.words, only, cursor, _PAGE)
    if address.sort == "popular":
        return catalog.find_popular(store, kind, only, cursor, _PAGE)
    return catalog.find_newest(store, kind, only, cursor, _PAGE)


def _whole(cards: list[Card]) -> CardPage:
    return CardPage(tuple(cards), None)
