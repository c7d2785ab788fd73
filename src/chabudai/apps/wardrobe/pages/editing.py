"""A piece of clothing written down, changed, photographed."""

import unicodedata

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import Clothing
from chabudai.apps.wardrobe.errors import ClothingInTrash, InvalidPrice
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.apps.wardrobe.rules import Details
from chabudai.web.context import RequestContext
from chabudai.web.errors import Conflict, InvalidInput, WebError
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post

_TEXTS = ("genre", "colour", "brand", "size")


@get("/clothes/new")
def new(closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    closet.must_be_mine()
    return _page(pages, closet, None, Form())


@post("/clothes", request_max_body_size=LARGEST_UPLOAD)
def add(closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    try:
        made = service.add_clothing(closet, _details(form))
    except InvalidInput as refusal:
        return _page(pages, closet, None, refused(form, refusal), refusal.status)
    return _refused_photo(closet, made, form, pages) or see_other(_url_of(closet, made))


@get("/clothes/{id_:str}/edit")
def edit_form(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    closet.must_be_mine()
    piece = service.clothing(closet, id_)
    if piece.status != "ACTIVE":
        raise ClothingInTrash(piece.name)
    return _page(pages, closet, piece, _filled(piece))


@post("/clothes/{id_:str}/edit", request_max_body_size=LARGEST_UPLOAD)
def edit(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    try:
        changed = service.edit_clothing(closet, id_, _details(form))
    except (InvalidInput, Conflict) as refusal:
        return _page(pages, closet, service.clothing(closet, id_), refused(form, refusal), refusal.status)
    saved = gettext("Saved “%(name)s”.", name=changed.name)
    return _refused_photo(closet, changed, form, pages) or back(context, closet, _url_of(closet, changed), saved)


@post("/clothes/{id_:str}/remove-photo", request_max_body_size=LARGEST_UPLOAD)
def remove_photo(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """From the form of the piece, which comes back with what was typed there and is not saved yet."""
    piece = service.remove_photo(closet, id_)
    if "name" in form:
        return _page(pages, closet, piece, form)
    return back(context, closet, _url_of(closet, piece), gettext("Photo removed."))


HANDLERS = (new, add, edit_form, edit, remove_photo)


def _refused_photo(closet: Closet, piece: Clothing, form: Form, pages: Pages) -> Response[str] | None:
    """The piece is kept by now: with a photo that can't be, its own form comes back, and nothing is added twice."""
    upload = next(iter(form.files.get("photo", ())), None)
    if upload is not None and upload.name:
        try:
            service.set_photo(closet, piece.clothing_id, upload.file.read())
        except WebError as refusal:
            told = form.with_errors([("photo", refusal.message)])
            return _page(pages, closet, piece, told, refusal.status)
    return None


def _url_of(closet: Closet, piece: Clothing) -> str:
    return f"{base_of(closet)}/clothes/{piece.clothing_id}"


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
        raise InvalidPrice
    return int(plain)


def _filled(piece: Clothing) -> Form:
    told = {field: getattr(piece, field) or "" for field in _TEXTS}
    price = "" if piece.price is None else str(piece.price)
    return Form.of(name=piece.name, price=price, seasons=sorted(piece.seasons), **told)
