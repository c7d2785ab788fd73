"""Outfits: listed with their pictures, looked at, put together, changed and copied."""

from typing import Any, cast

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import Order, Sort, Template
from chabudai.apps.wardrobe.errors import TemplateInTrash
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.apps.wardrobe.pages.picker import is_on_the_way, picker
from chabudai.web.context import RequestContext
from chabudai.web.errors import Conflict, InvalidInput
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_WORN = {"yes": True, "never": False}
_LISTED_DAYS = 12


@get("/outfits")
def listed(
    closet: Injected[Closet],
    pages: Injected[Pages],
    sort: FromQuery[str] = "created",
    order: FromQuery[str] = "desc",
    q: FromQuery[str] = "",
    worn: FromQuery[str] = "",
    cursor: FromQuery[str] = "",
) -> Response[str]:
    way = (cast(Sort, sort), cast(Order, order))
    found = service.templates(closet, *way, text=q, is_worn=_WORN.get(worn), cursor=cursor or None)
    is_narrowed = bool(q.strip()) or worn in _WORN
    chosen: dict[str, Any] = {"sort": sort, "order": order, "q": q, "worn": worn, "is_narrowed": is_narrowed}
    return shown(pages, closet, "outfits", found=found, **chosen)


@get("/outfits/{id_:str}")
def detail(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    found = service.outfit(closet, id_)
    days = service.days_of_template(closet, id_, rows=_LISTED_DAYS).items
    return shown(pages, closet, "outfit", outfit=found.template, pieces=found.pieces, days=days)


@get("/outfits/new")
def new(closet: Injected[Closet], pages: Injected[Pages], clothing: FromQuery[str] = "") -> Response[str]:
    closet.must_be_mine()
    return _page(pages, closet, None, Form.of(clothingIds=(clothing,) if clothing else ()))


@post("/outfits")
def add(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    if is_on_the_way(form):
        return _page(pages, closet, None, form)
    try:
        made = service.add_template(closet, name=form["name"], clothing_ids=form.all("clothingIds"))
    except (InvalidInput, Conflict) as refusal:
        return _page(pages, closet, None, refused(form, refusal), refusal.status)
    return _saved(closet, context, made)


@get("/outfits/{id_:str}/edit")
def edit_form(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    closet.must_be_mine()
    outfit = service.template(closet, id_)
    if outfit.status != "ACTIVE":
        raise TemplateInTrash(outfit.name)
    return _page(pages, closet, outfit, Form.of(name=outfit.name, clothingIds=outfit.clothing_ids))


@post("/outfits/{id_:str}/edit")
def edit(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    if is_on_the_way(form):
        return _page(pages, closet, service.template(closet, id_), form)
    try:
        changed = service.edit_template(closet, id_, name=form["name"], clothing_ids=form.all("clothingIds"))
    except (InvalidInput, Conflict) as refusal:
        return _page(pages, closet, service.template(closet, id_), refused(form, refusal), refusal.status)
    return _saved(closet, context, changed)


@post("/outfits/{id_:str}/clone")
def clone(id_: FromPath[str], closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    made = service.clone_template(closet, id_)
    here = f"{base_of(closet)}/outfits/{made.template_id}/edit"
    return back(context, closet, here, gettext("Outfit duplicated. Change what you like."))


HANDLERS = (listed, detail, new, add, edit_form, edit, clone)


def _saved(closet: Closet, context: RequestContext, outfit: Template) -> Response[str]:
    saved = gettext("Saved “%(name)s”.", name=outfit.name)
    return back(context, closet, f"{base_of(closet)}/outfits/{outfit.template_id}", saved)


def _page(pages: Pages, closet: Closet, outfit: Template | None, form: Form, status: int = 200) -> Response[str]:
    closet.must_be_mine()
    chosen = picker(closet, form)
    return shown(pages, closet, "outfit_form", status=status, outfit=outfit, picker=chosen, form=form)
