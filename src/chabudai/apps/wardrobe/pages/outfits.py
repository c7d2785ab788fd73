"""Outfits: listed with their pictures, looked at, put together, changed and copied."""

from typing import Any, Final

from litestar import Response

from chabudai.apps.wardrobe import outfits, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Template
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.addresses import OutfitsAddress
from chabudai.apps.wardrobe.pages.closet_pages import base_url, redirect_within, render_page
from chabudai.apps.wardrobe.pages.picker import is_unfinished, make_picker
from chabudai.common.form_fields import FormFields
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_FORM: Final = FormFields(outfits.FIELDS)
_LISTED_DAYS = 12


@get("/outfits")
def show_list(closet: Injected[Closet], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    listing = OutfitsAddress.parse(context.query)
    found = service.templates(closet, listing.sort, listing.order, listing.q, listing.is_worn, listing.cursor)
    return render_page(pages, closet, "outfits", listing=listing, found=found)


@get("/outfits/{id_:str}")
def show_one(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    found = service.outfit(closet, id_)
    days = service.days_of_template(closet, id_, rows=_LISTED_DAYS).items
    return render_page(pages, closet, "outfit", outfit=found.template, pieces=found.pieces, days=days)


@get("/outfits/new")
def show_new(closet: Injected[Closet], pages: Injected[Pages], clothing: FromQuery[str] = "") -> Response[str]:
    closet.require_edit()
    return _show_form(pages, closet, None, Form.of(clothing_ids=(clothing,) if clothing else ()))


@post("/outfits")
def add(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    if is_unfinished(form):
        return _show_form(pages, closet, None, form)

    def act() -> Response[str]:
        return _redirect_to_outfit(closet, context, service.add_template(closet, **_read(form)))

    return submit(form, act, lambda again: _show_form(pages, closet, None, again))


@get("/outfits/{id_:str}/edit")
def show_edit(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    closet.require_edit()
    outfit = service.active_template(closet, id_)
    return _show_form(pages, closet, outfit, _FORM.fill(outfit))


@post("/outfits/{id_:str}/edit")
def edit(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    if is_unfinished(form):
        return _show_form(pages, closet, service.template(closet, id_), form)

    def act() -> Response[str]:
        return _redirect_to_outfit(closet, context, service.edit_template(closet, id_, **_read(form)))

    return submit(form, act, lambda again: _show_form(pages, closet, service.template(closet, id_), again))


@post("/outfits/{id_:str}/clone")
def clone(id_: FromPath[str], closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    made = service.clone_template(closet, id_)
    here = f"{base_url(closet)}/outfits/{made.template_id}/edit"
    return redirect_within(context, closet, here, gettext("Outfit duplicated. Change what you like."))


def _read(form: Form) -> dict[str, Any]:
    return {"name": "", **_FORM.read(form)}


def _redirect_to_outfit(closet: Closet, context: RequestContext, outfit: Template) -> Response[str]:
    url = f"{base_url(closet)}/outfits/{outfit.template_id}"
    return redirect_within(context, closet, url, gettext("Saved “%(name)s”.", name=shorten_in_sentence(outfit.name)))


def _show_form(pages: Pages, closet: Closet, outfit: Template | None, form: Form) -> Response[str]:
    closet.require_edit()
    picker = make_picker(closet, form)
    return render_page(pages, closet, "outfit_form", outfit=outfit, picker=picker, form=form, fields=outfits.FIELDS)
