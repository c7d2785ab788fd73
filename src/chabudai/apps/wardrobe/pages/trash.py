"""What was thrown away, clothes and outfits, and the way in and out of the trash."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Piece
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.closet_pages import redirect_within, render_page
from chabudai.common.text import shorten_in_sentence
from chabudai.common.undo import undo_by
from chabudai.web.context import RequestContext
from chabudai.web.errors import NotFound
from chabudai.web.forms import Form
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post


@dataclass(frozen=True, slots=True)
class TrashKind:
    """Clothes or outfits: what of them is there, as the page shows it with its cursor, and the way in and out."""

    find: Callable[[Closet, str | None], tuple[dict[str, Any], str | None]]
    throw_away: Callable[[Closet, str], Piece]
    restore: Callable[[Closet, str], Piece]


def _find_clothes(closet: Closet, cursor: str | None) -> tuple[dict[str, Any], str | None]:
    found = service.clothes_in_trash(closet, cursor)
    return {"clothes": found.items, "cards": ()}, found.cursor


def _find_outfits(closet: Closet, cursor: str | None) -> tuple[dict[str, Any], str | None]:
    found = service.templates_in_trash(closet, cursor)
    return {"clothes": (), "cards": found.cards}, found.cursor


KINDS: Final = {
    "clothes": TrashKind(_find_clothes, service.throw_away_clothing, service.restore_clothing),
    "outfits": TrashKind(_find_outfits, service.throw_away_template, service.restore_template),
}


@get("/trash")
def show_clothes(closet: Injected[Closet], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _show(closet, pages, context, "clothes")


@get("/trash/{kind:str}")
def show_kind(
    kind: FromPath[str], closet: Injected[Closet], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    return _show(closet, pages, context, kind)


@post("/trash/{kind:str}/{id_:str}")
def throw_away(
    kind: FromPath[str],
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    piece = _kind(kind).throw_away(closet, id_)
    sentence = gettext("Moved “%(name)s” to trash.", name=shorten_in_sentence(piece.name))
    return redirect_within(context, closet, form["next"], sentence, undo_by("undo_throw_away", kind=kind, id_=id_))


@post("/trash/{kind:str}/{id_:str}/restore")
def restore(
    kind: FromPath[str],
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    piece = _kind(kind).restore(closet, id_)
    sentence = gettext("Restored “%(name)s”.", name=shorten_in_sentence(piece.name))
    return redirect_within(context, closet, form["next"], sentence, undo_by("undo_restore", kind=kind, id_=id_))


def undo_throw_away(closet: Closet, kind: str, id_: str) -> None:
    _kind(kind).restore(closet, id_)


def undo_restore(closet: Closet, kind: str, id_: str) -> None:
    _kind(kind).throw_away(closet, id_)


def _kind(name: str) -> TrashKind:
    if name not in KINDS:
        raise NotFound
    return KINDS[name]


def _show(closet: Closet, pages: Pages, context: RequestContext, kind: str) -> Response[str]:
    address = CursorAddress.parse(context.query)
    values, cursor = _kind(kind).find(closet, address.cursor)
    more = None if cursor is None else f"/trash/{kind}?{address.but(cursor=cursor).query}"
    return render_page(pages, closet, "trash", kind=kind, more=more, **values)
