"""Clothes as they are looked at: the list with its orders and filters, and one piece with its days and outfits."""

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing
from chabudai.apps.wardrobe.pages import sheets
from chabudai.apps.wardrobe.pages.addresses import ClothesAddress
from chabudai.apps.wardrobe.pages.closet_pages import render_page
from chabudai.common import photos
from chabudai.common.days import Month
from chabudai.table import Page
from chabudai.web import charts
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get

_LISTED_DAYS = 6
_LISTED_OUTFITS = 30


@get("/clothes")
def show_list(closet: Injected[Closet], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    listing = ClothesAddress.parse(context.query)
    return render_page(pages, closet, "clothes", listing=listing, found=_find(closet, listing))


@get("/clothes/{id_:str}")
def show_one(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    piece = service.clothing(closet, id_)
    today = closet.today()
    months = tuple(sheets.year_until(Month.of(today)))
    worn = service.days_worn(closet, id_, months[0].first, months[-1].last)
    return render_page(
        pages,
        closet,
        "clothing",
        piece=piece,
        days=service.days_of_clothing(closet, id_, rows=_LISTED_DAYS).items,
        outfits=service.last_templates_with_clothing(closet, id_, _LISTED_OUTFITS),
        charts=charts,
        squares=sheets,
        months=months,
        days_worn=tuple(sorted(worn.items())),
    )


@get("/photos/{name:str}/{size:str}")
def show_photo(name: FromPath[str], size: FromPath[str], closet: Injected[Closet]) -> Response[bytes]:
    return photos.respond(service.photo(closet, name, photos.parse_size(size)))


def _find(closet: Closet, listing: ClothesAddress) -> Page[Clothing]:
    if listing.unworn is not None:
        return service.unworn_clothes(closet, int(listing.unworn), listing.cursor)
    return service.clothes(closet, listing.sort, listing.order, listing.filters, listing.cursor)
