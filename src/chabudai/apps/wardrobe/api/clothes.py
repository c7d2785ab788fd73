"""Clothes for programs: listed, found, added, changed, photographed, thrown away and restored."""

from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api.bodies import (
    ClothingBody,
    ClothingChanges,
    ClothingPage,
    NewClothing,
    OutfitPage,
    PhotoBody,
    WornDays,
    clothing_body,
    worn_days,
)
from chabudai.apps.wardrobe.api.outfits import SearchWords, template_page
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.entities import Clothing, Colour, Genre, Order, Season, Sort
from chabudai.common.bodies import sent_fields
from chabudai.table import Page
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post, put

UnwornDays = Annotated[int, QueryParameter(name="days", ge=1, le=36500, description="For how many days it waits.")]


@get("/{key:str}/clothes")
def list_clothes(
    closet: Injected[Closet],
    q: SearchWords = "",
    sort: FromQuery[Sort] = "created",
    order: FromQuery[Order] = "desc",
    genre: FromQuery[Genre | None] = None,
    season: FromQuery[Season | None] = None,
    colour: FromQuery[Colour | None] = None,
    worn: FromQuery[bool | None] = None,
    cursor: FromQuery[str | None] = None,
) -> ClothingPage:
    """AP-04: fifty at a time."""
    return _page(service.clothes(closet, sort, order, Filters(q, genre, season, colour, worn), cursor))


@get("/{key:str}/never-worn")
def list_never_worn(closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> ClothingPage:
    """What was never worn, fifty at a time."""
    return _page(service.never_worn_clothes(closet, cursor))


@get("/{key:str}/long-unworn")
def list_long_unworn(
    closet: Injected[Closet], days: UnwornDays = 60, cursor: FromQuery[str | None] = None
) -> ClothingPage:
    """What was worn once, but not within so many days; longest ago first, fifty at a time."""
    return _page(service.unworn_clothes(closet, days, cursor))


@get("/{key:str}/trash/clothes")
def list_trash(closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> ClothingPage:
    """What was thrown away, fifty at a time."""
    return _page(service.clothes_in_trash(closet, cursor))


@get("/{key:str}/clothes/{id_:str}/days")
def list_days(id_: FromPath[str], closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> WornDays:
    """The days on which it was worn, latest first."""
    piece = service.clothing(closet, id_)
    return worn_days(service.days_of_clothing(closet, piece.clothing_id, cursor))


@get("/{key:str}/clothes/{id_:str}/outfits")
def list_outfits(id_: FromPath[str], closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> OutfitPage:
    """The outfits that hold it, last worn first."""
    piece = service.clothing(closet, id_)
    return template_page(closet, service.templates_with_clothing(closet, piece.clothing_id, cursor))


@post("/{key:str}/clothes")
def add(data: JSONBody[NewClothing], closet: Injected[Closet]) -> ClothingBody:
    """AP-06."""
    return clothing_body(service.add_clothing(closet, sent_fields(data)))


@get("/{key:str}/clothes/{id_:str}")
def find(id_: FromPath[str], closet: Injected[Closet]) -> ClothingBody:
    """AP-05, in the trash or not."""
    return clothing_body(service.clothing(closet, id_))


@patch("/{key:str}/clothes/{id_:str}")
def edit(id_: FromPath[str], data: JSONBody[ClothingChanges], closet: Injected[Closet]) -> ClothingBody:
    """AP-07."""
    return clothing_body(service.edit_clothing(closet, id_, sent_fields(data)))


@put("/{key:str}/clothes/{id_:str}/photo", request_max_body_size=LARGEST_UPLOAD)
def set_photo(id_: FromPath[str], data: JSONBody[PhotoBody], closet: Injected[Closet]) -> ClothingBody:
    """In the place of the one before."""
    return clothing_body(service.set_photo(closet, id_, data.photo))


@delete("/{key:str}/clothes/{id_:str}/photo", status_code=200)
def remove_photo(id_: FromPath[str], closet: Injected[Closet]) -> ClothingBody:
    """Without a photo from now on."""
    return clothing_body(service.remove_photo(closet, id_))


@delete("/{key:str}/clothes/{id_:str}", status_code=200)
def throw_away(id_: FromPath[str], closet: Injected[Closet]) -> ClothingBody:
    """AP-08: into the trash."""
    return clothing_body(service.throw_away_clothing(closet, id_))


@post("/{key:str}/clothes/{id_:str}/restore", status_code=200)
def restore(id_: FromPath[str], closet: Injected[Closet]) -> ClothingBody:
    """Out of the trash."""
    return clothing_body(service.restore_clothing(closet, id_))


def _page(found: Page[Clothing]) -> ClothingPage:
    return ClothingPage(clothes=[clothing_body(piece) for piece in found], cursor=found.cursor)
