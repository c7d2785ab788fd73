"""Everything that was worn, latest first, under its months; and one record with each of its pieces."""

from collections.abc import Sequence
from itertools import groupby

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import History
from chabudai.apps.wardrobe.pages.addresses import HistoryAddress
from chabudai.apps.wardrobe.pages.closet_pages import render_page
from chabudai.apps.wardrobe.thumbs import Card
from chabudai.common.days import Month
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get


@get("/history")
def show_list(closet: Injected[Closet], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    address = HistoryAddress.parse(context.query)
    found = service.records(closet, address.cursor)
    months = group_by_month(found.cards)
    more = None
    if found.cursor is not None:
        more = HistoryAddress(cursor=found.cursor, after=f"{months[-1][0].first:%Y-%m}").url
    headed = address.after if context.is_swap else ""
    return render_page(pages, closet, "history", months=months, more=more, headed=headed)


@get("/history/{id_:str}")
def show_one(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    found = service.record(closet, id_)
    return render_page(pages, closet, "record", record=found, history=found.history)


def group_by_month(cards: Sequence[Card[History]]) -> tuple[tuple[Month, tuple[Card[History], ...]], ...]:
    found = groupby(cards, lambda card: Month.of(card.row.day))
    return tuple((month, tuple(some)) for month, some in found)
