"""A piece of clothing written down, changed, photographed."""

import unicodedata
from typing import Final

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import Clothing
from chabudai.apps.wardrobe.errors import ClothingInTrash, PriceUnfit
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.apps.wardrobe.rules import Details
from chabudai.web.errors import Conflict, RuleBroken, WebError
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Given, get, post
from chabudai.web.visits import Visit

LARGEST: Final = 16 * 1024 * 1024
"""More than a photo may have, so that one that is too heavy is told so in words."""
_TEXTS = ("genre", "colour", "brand", "size")


@get("/clothes/new")
def new(closet: Given[Closet], pages: Given[Pages]) -> Response[str]:
    closet.must_be_mine()
    return _page(pages, closet, None, Form())


@post("/clothes", request_max_body_size=LARGEST)
def add(closet: Given[Closet], form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    try:
        made = service.add_clothing(closet, _details(form))
    except RuleBroken as refusal:
        return _page(pages, closet, None, refused(form, refusal), refusal.status)
    return _photographed(closet, made, form, pages, visit)


@get("/clothes/{id_:str}/edit")
def edit_form(id_: FromPath[str], closet: Given[Closet], pages: Given[Pages]) -> Response[str]:
    closet.must_be_mine()
    piece = service.clothing(closet, id_)
    if piece.status != "ACTIVE":
        raise ClothingInTrash(piece.name)
    return _page(pages, closet, piece, _filled(piece))


@post("/clothes/{id_:str}/edit", request_max_body_size=LARGEST)
def edit(
    id_: FromPath[str], closet: Given[Closet], form: Given[Form], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    try:
        changed = service.edit_clothing(closet, id_, _details(form))
    except (RuleBroken, Conflict) as refusal:
        return _page(pages, closet, service.clothing(closet, id_), refused(form, refusal), refusal.status)
    return _photographed(closet, changed, form, pages, visit)


@post("/clothes/{id_:str}/remove-photo", request_max_body_size=LARGEST)
def remove_photo(
    id_: FromPath[str], closet: Given[Closet], form: Given[Form], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    """From the form of the piece, which comes back with what was typed there and is not saved yet."""
    piece = service.remove_photo(closet, id_)
    if "name" in form:
        return _page(pages, closet, piece, form)
    return back(visit, closet, f"{base_of(closet)}/clothes/{piece.clothing_id}", gettext("The photo is gone."))


HANDLERS = (new, add, edit_form, edit, remove_photo)


def _photographed(closet: Closet, piece: Clothing, form: Form, pages: Pages, visit: Visit) -> Response[str]:
    """The piece is kept by now: with a photo that can't be, its own form comes back, and nothing is added twice."""
    upload = next(iter(form.files.get("photo", ())), None)
    if upload is not None and upload.name:
        try:
            service.set_photo(closet, piece.clothing_id, upload.file.read())
        except WebError as refusal:
            told = form.refused([("photo", refusal.message)])
            return _page(pages, closet, piece, told, refusal.status)
    saved = gettext("Saved: %(name)s", name=piece.name)
    return back(visit, closet, f"{base_of(closet)}/clothes/{piece.clothing_id}", saved)


def _page(pages: Pages, closet: Closet, piece: Clothing | None, form: Form, status: int = 200) -> Response[str]:
    return shown(pages, closet, "clothing_form", status=status, piece=piece, form=form)


def _details(form: Form) -> Details:
    return Details(
        name=form["name"],
        genre=form["genre"],
        colour=form["colour"],
        brand=form["brand"],
        size=form["size"],
        seasons=form.all("seasons"),
        price=_price(form["price"]),
    )


def _price(text: str) -> int | None:
    """Also in full-width digits, with commas between or a sign before."""
    plain = unicodedata.normalize("NFKC", text).replace(",", "").strip("¥円 ")
    if not plain:
        return None
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 12):
        raise PriceUnfit
    return int(plain)


def _filled(piece: Clothing) -> Form:
    told = {field: getattr(piece, field) or "" for field in _TEXTS}
    price = "" if piece.price is None else str(piece.price)
    return Form.of(name=piece.name, price=price, seasons=sorted(piece.seasons), **told)
