"""Clothes for programs: listed, looked at, added, changed, photographed, thrown away and taken back."""

from typing import cast

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api.bodies import (
    ClothingBody,
    ClothingChanges,
    ClothingPage,
    NewClothing,
    PhotoBody,
    clothing_body,
    told,
)
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.design import Order, Sort
from chabudai.apps.wardrobe.pages.editing import LARGEST
from chabudai.apps.wardrobe.rules import Details
from chabudai.web.routes import FromPath, FromQuery, Given, JSONBody, delete, get, patch, post, put


@get("/{key:str}/clothes")
def listed(
    closet: Given[Closet],
    sort: FromQuery[Sort] = "created",
    order: FromQuery[Order] = "desc",
    q: FromQuery[str] = "",
    genre: FromQuery[str | None] = None,
    season: FromQuery[str | None] = None,
    colour: FromQuery[str | None] = None,
    worn: FromQuery[bool | None] = None,
    cursor: FromQuery[str | None] = None,
) -> ClothingPage:
    """AP-04: fifty at a time."""
    found = service.clothes(closet, sort, order, Filters(q, genre, season, colour, worn), cursor)
    return ClothingPage(clothes=[clothing_body(piece) for piece in found], cursor=found.cursor)


@get("/{key:str}/trash/clothes")
def in_trash(closet: Given[Closet], cursor: FromQuery[str | None] = None) -> ClothingPage:
    """What was thrown away."""
    found = service.clothes_in_trash(closet, cursor)
    return ClothingPage(clothes=[clothing_body(piece) for piece in found], cursor=found.cursor)


@post("/{key:str}/clothes")
def add(data: JSONBody[NewClothing], closet: Given[Closet]) -> ClothingBody:
    """AP-06."""
    return clothing_body(service.add_clothing(closet, cast(Details, told(data))))


@get("/{key:str}/clothes/{id_:str}")
def look(id_: FromPath[str], closet: Given[Closet]) -> ClothingBody:
    """AP-05, in the trash or not."""
    return clothing_body(service.clothing(closet, id_))


@patch("/{key:str}/clothes/{id_:str}")
def change(id_: FromPath[str], data: JSONBody[ClothingChanges], closet: Given[Closet]) -> ClothingBody:
    """AP-07."""
    return clothing_body(service.edit_clothing(closet, id_, cast(Details, told(data))))


@put("/{key:str}/clothes/{id_:str}/photo", request_max_body_size=2 * LARGEST)
def photograph(id_: FromPath[str], data: JSONBody[PhotoBody], closet: Given[Closet]) -> ClothingBody:
    """In the place of the one before."""
    return clothing_body(service.set_photo(closet, id_, data.content))


@delete("/{key:str}/clothes/{id_:str}/photo", status_code=200)
def remove_photo(id_: FromPath[str], closet: Given[Closet]) -> ClothingBody:
    """Without a photo from now on."""
    return clothing_body(service.remove_photo(closet, id_))


@delete("/{key:str}/clothes/{id_:str}", status_code=200)
def throw_away(id_: FromPath[str], closet: Given[Closet]) -> ClothingBody:
    """AP-08: into the trash."""
    return clothing_body(service.throw_away_clothing(closet, id_))


@post("/{key:str}/clothes/{id_:str}/restore", status_code=200)
def restore(id_: FromPath[str], closet: Given[Closet]) -> ClothingBody:
    """Out of the trash."""
    return clothing_body(service.restore_clothing(closet, id_))


HANDLERS = (listed, in_trash, add, look, change, photograph, remove_photo, throw_away, restore)
