"""Outfits for programs: listed, found, put together, changed, copied, thrown away and restored."""

from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.wardrobe import design, service, thumbs
from chabudai.apps.wardrobe.api.bodies import (
    NewOutfit,
    OutfitBody,
    OutfitPage,
    Pieces,
    WornDays,
    outfit_body,
    thumb_bodies,
    worn_days,
)
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Order, Sort, Template
from chabudai.apps.wardrobe.thumbs import Cards
from chabudai.common.bodies import sent_fields
from chabudai.table import Page
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post, put

SearchWords = Annotated[str, QueryParameter(name="q", max_length=80, description="Words that the name must all hold.")]


@get("/{key:str}/outfits")
def list_outfits(
    closet: Injected[Closet],
    q: SearchWords = "",
    sort: FromQuery[Sort] = "created",
    order: FromQuery[Order] = "desc",
    worn: FromQuery[bool | None] = None,
    cursor: FromQuery[str | None] = None,
) -> OutfitPage:
    """AP-09: thirty at a time."""
    return _page(service.templates(closet, sort, order, q, worn, cursor))


@get("/{key:str}/trash/outfits")
def list_trash(closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> OutfitPage:
    """What was thrown away, thirty at a time."""
    return _page(service.templates_in_trash(closet, cursor))


@get("/{key:str}/outfits/{id_:str}/pieces")
def list_pieces(id_: FromPath[str], closet: Injected[Closet]) -> Pieces:
    """All that it is made of, beyond the four that its thumbs show."""
    return Pieces(pieces=thumb_bodies(service.outfit(closet, id_).pieces))


@get("/{key:str}/outfits/{id_:str}/days")
def list_days(id_: FromPath[str], closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> WornDays:
    """The days on which it was worn, latest first."""
    outfit = service.template(closet, id_)
    return worn_days(service.days_of_template(closet, outfit.template_id, cursor))


@post("/{key:str}/outfits")
def add(data: JSONBody[NewOutfit], closet: Injected[Closet]) -> OutfitBody:
    """AP-11."""
    return _body(closet, service.add_template(closet, **sent_fields(data)))


@get("/{key:str}/outfits/{id_:str}")
def find(id_: FromPath[str], closet: Injected[Closet]) -> OutfitBody:
    """AP-10, in the trash or not."""
    return _body(closet, service.template(closet, id_))


@put("/{key:str}/outfits/{id_:str}")
def edit(id_: FromPath[str], data: JSONBody[NewOutfit], closet: Injected[Closet]) -> OutfitBody:
    """AP-12."""
    return _body(closet, service.edit_template(closet, id_, **sent_fields(data)))


@post("/{key:str}/outfits/{id_:str}/clone")
def clone(id_: FromPath[str], closet: Injected[Closet]) -> OutfitBody:
    """Another of the same clothes."""
    return _body(closet, service.clone_template(closet, id_))


@delete("/{key:str}/outfits/{id_:str}", status_code=200)
def throw_away(id_: FromPath[str], closet: Injected[Closet]) -> OutfitBody:
    """AP-13: into the trash."""
    return _body(closet, service.throw_away_template(closet, id_))


@post("/{key:str}/outfits/{id_:str}/restore", status_code=200)
def restore(id_: FromPath[str], closet: Injected[Closet]) -> OutfitBody:
    """Out of the trash."""
    return _body(closet, service.restore_template(closet, id_))


def template_page(closet: Closet, found: Page[Template]) -> OutfitPage:
    return _page(thumbs.card_page(closet, found, design.template_thumbs))


def _page(found: Cards[Template]) -> OutfitPage:
    return OutfitPage(outfits=[outfit_body(card) for card in found.cards], cursor=found.cursor)


def _body(closet: Closet, outfit: Template) -> OutfitBody:
    (card,) = thumbs.cards_of(closet, [outfit], design.template_thumbs)
    return outfit_body(card)
