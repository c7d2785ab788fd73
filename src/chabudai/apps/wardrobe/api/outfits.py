"""Outfits for programs: listed, looked at, put together, changed, copied, thrown away and taken back."""

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.api.bodies import NewOutfit, OutfitBody, OutfitPage, outfit_body
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import Order, Sort, Template
from chabudai.apps.wardrobe.thumbs import cards_of
from chabudai.web.routes import FromPath, FromQuery, Given, JSONBody, delete, get, post, put


@get("/{key:str}/outfits")
def listed(
    closet: Given[Closet],
    sort: FromQuery[Sort] = "created",
    order: FromQuery[Order] = "desc",
    q: FromQuery[str] = "",
    worn: FromQuery[bool | None] = None,
    cursor: FromQuery[str | None] = None,
) -> OutfitPage:
    """AP-09: thirty at a time."""
    found = service.templates(closet, sort, order, q, worn, cursor)
    return OutfitPage(outfits=[outfit_body(card) for card in found.cards], cursor=found.cursor)


@get("/{key:str}/trash/outfits")
def in_trash(closet: Given[Closet], cursor: FromQuery[str | None] = None) -> OutfitPage:
    """What was thrown away."""
    found = service.templates_in_trash(closet, cursor)
    return OutfitPage(outfits=[outfit_body(card) for card in found.cards], cursor=found.cursor)


@post("/{key:str}/outfits")
def add(data: JSONBody[NewOutfit], closet: Given[Closet]) -> OutfitBody:
    """AP-11."""
    return _body(closet, service.add_template(closet, name=data.name, clothing_ids=data.clothing_ids))


@get("/{key:str}/outfits/{id_:str}")
def look(id_: FromPath[str], closet: Given[Closet]) -> OutfitBody:
    """AP-10, in the trash or not."""
    return _body(closet, service.template(closet, id_))


@put("/{key:str}/outfits/{id_:str}")
def change(id_: FromPath[str], data: JSONBody[NewOutfit], closet: Given[Closet]) -> OutfitBody:
    """AP-12."""
    return _body(closet, service.edit_template(closet, id_, name=data.name, clothing_ids=data.clothing_ids))


@post("/{key:str}/outfits/{id_:str}/clone")
def clone(id_: FromPath[str], closet: Given[Closet]) -> OutfitBody:
    """Another of the same clothes."""
    return _body(closet, service.clone_template(closet, id_))


@delete("/{key:str}/outfits/{id_:str}", status_code=200)
def throw_away(id_: FromPath[str], closet: Given[Closet]) -> OutfitBody:
    """AP-13: into the trash."""
    return _body(closet, service.throw_away_template(closet, id_))


@post("/{key:str}/outfits/{id_:str}/restore", status_code=200)
def restore(id_: FromPath[str], closet: Given[Closet]) -> OutfitBody:
    """Out of the trash."""
    return _body(closet, service.restore_template(closet, id_))


HANDLERS = (listed, in_trash, add, look, change, clone, throw_away, restore)


def _body(closet: Closet, outfit: Template) -> OutfitBody:
    (card,) = cards_of(closet, [outfit], design.template_thumbs)
    return outfit_body(card)
