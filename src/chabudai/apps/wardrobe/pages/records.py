"""Everything that was worn, latest first, under its months; and one record with each of its pieces."""

from collections.abc import Sequence
from itertools import groupby

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.days import Month
from chabudai.apps.wardrobe.design import History
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.apps.wardrobe.thumbs import Card
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get


@get("/history")
def listed(
    closet: Injected[Closet],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    cursor: FromQuery[str] = "",
    after: FromQuery[str] = "",
) -> Response[str]:
    """`after` is the month with which the list ended so far: what joins it in place needs its heading no more."""
    found = service.records(closet, cursor or None)
    headed = after if context.is_swap else ""
    return shown(pages, closet, "history", months=by_month(found.cards), cursor=found.cursor, headed=headed)


@get("/history/{id_:str}")
def detail(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    found = service.record(closet, id_)
    return shown(pages, closet, "record", record=found, history=found.history)


HANDLERS = (listed, detail)


def by_month(cards: Sequence[Card[History]]) -> tuple[tuple[Month, tuple[Card[History], ...]], ...]:
    found = groupby(cards, lambda card: days.month_of(card.row.day))
    return tuple((month, tuple(some)) for month, some in found)
