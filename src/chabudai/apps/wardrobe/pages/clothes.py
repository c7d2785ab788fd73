"""Clothes as they are looked at: the list with its orders and filters, and one piece with its days and outfits."""

from typing import Any, cast

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.design import Clothing, Order, Sort
from chabudai.apps.wardrobe.pages import charts
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.apps.wardrobe.pages.words import UNWORN
from chabudai.table import Page
from chabudai.web import charts as shapes
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get

_WORN = {"yes": True, "never": False}
_LISTED_DAYS = 6
_LISTED_OUTFITS = 30


@get("/clothes")
def listed(
    closet: Injected[Closet],
    pages: Injected[Pages],
    sort: FromQuery[str] = "created",
    order: FromQuery[str] = "desc",
    q: FromQuery[str] = "",
    genre: FromQuery[str] = "",
    season: FromQuery[str] = "",
    colour: FromQuery[str] = "",
    worn: FromQuery[str] = "",
    unworn: FromQuery[str] = "",
    cursor: FromQuery[str] = "",
) -> Response[str]:
    filters = Filters(q, genre or None, season or None, colour or None, _WORN.get(worn))
    chosen: dict[str, Any] = {
        "sort": sort,
        "order": order,
        "genre": genre,
        "season": season,
        "colour": colour,
        "worn": worn,
    }
    found = _found(closet, sort, order, filters, unworn, cursor or None)
    is_narrowed = filters != Filters() or bool(unworn)
    return shown(pages, closet, "clothes", found=found, q=q, unworn=unworn, is_narrowed=is_narrowed, **chosen)


@get("/clothes/{id_:str}")
def detail(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    piece = service.clothing(closet, id_)
    today = closet.today()
    months = tuple(charts.year_until(days.month_of(today)))
    worn = service.days_worn(closet, id_, months[0].first, months[-1].last)
    return shown(
        pages,
        closet,
        "clothing",
        piece=piece,
        days=service.days_of_clothing(closet, id_, rows=_LISTED_DAYS).items,
        outfits=service.last_templates_with_clothing(closet, id_, _LISTED_OUTFITS),
        charts=shapes,
        squares=charts,
        months=months,
        days_worn=tuple(sorted(worn.items())),
    )


HANDLERS = (listed, detail)


def _found(closet: Closet, sort: str, order: str, filters: Filters, unworn: str, cursor: str | None) -> Page[Clothing]:
    """What waited for some days is a list of its own, longest first."""
    if unworn.isdecimal() and int(unworn) in UNWORN:
        return service.unworn_clothes(closet, int(unworn), cursor)
    return service.clothes(closet, cast(Sort, sort), cast(Order, order), filters, cursor)
