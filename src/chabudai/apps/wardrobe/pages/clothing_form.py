"""A piece of clothing written down, changed, photographed."""

from typing import Final

from litestar import Response

from chabudai.apps.wardrobe import clothes, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages import labels
from chabudai.apps.wardrobe.pages.closet_pages import base_url, redirect_within, render_page
from chabudai.common.form_fields import FormFields
from chabudai.common.photos import HEAVIEST, forget_photo, keep_photo, read_photo
from chabudai.common.text import shorten, shorten_in_sentence
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post


def _describe(name: str, piece: Clothing) -> str:
    """A field's value in words; nothing where there is none."""
    value = getattr(piece, name)
    match name:
        case "genre" | "colour" if value:
            return str((labels.GENRES if name == "genre" else labels.COLOURS)[value])
        case "seasons":
            chosen = [str(label) for season, label in labels.SEASONS.items() if season in value]
            return " · ".join(chosen) or gettext("All year")
        case _:
            return shorten(str(value or ""))


_FORM: Final = FormFields(clothes.FIELDS, describe=_describe)


@get("/clothes/new")
def show_new(closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    closet.require_edit()
    return _show_form(pages, closet, None, _FORM.fill_new())


@post("/clothes", request_max_body_size=LARGEST_UPLOAD)
def add(closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    def act() -> Response[str]:
        made = service.add_clothing(closet, _FORM.read(form), read_photo(form, closet.photos))
        return see_other(_url_of(closet, made))

    return submit(form, act, lambda again: _show_again(pages, closet, None, again))


@get("/clothes/{id_:str}/edit")
def show_edit(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    closet.require_edit()
    piece = service.active_clothing(closet, id_)
    return _show_form(pages, closet, piece, _FORM.fill(piece))


@post("/clothes/{id_:str}/edit", request_max_body_size=LARGEST_UPLOAD)
def edit(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """What was changed here alone is changed; what was changed elsewhere too comes back as a question."""
    piece = service.clothing(closet, id_)

    def act() -> Response[str]:
        changed = service.edit_clothing(closet, id_, _FORM.changes(form, piece), read_photo(form, closet.photos))
        sentence = gettext("Saved “%(name)s”.", name=shorten_in_sentence(changed.name))
        return redirect_within(context, closet, _url_of(closet, changed), sentence)

    return submit(_FORM.refill(form, piece), act, lambda again: _show_again(pages, closet, piece, again))


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
        return _show_form(pages, closet, piece, forget_photo(form))
    return redirect_within(context, closet, _url_of(closet, piece), gettext("Photo removed."))


def _url_of(closet: Closet, piece: Clothing) -> str:
    return f"{base_url(closet)}/clothes/{piece.clothing_id}"


def _show_again(pages: Pages, closet: Closet, piece: Clothing | None, form: Form) -> Response[str]:
    return _show_form(pages, closet, piece, keep_photo(form, closet.photos, closet.house.process_photo))


def _show_form(pages: Pages, closet: Closet, piece: Clothing | None, form: Form) -> Response[str]:
    values = {
        "piece": piece,
        "form": form,
        "originals": _FORM.originals,
        "fields": clothes.FIELDS,
        "heaviest": HEAVIEST,
    }
    return render_page(pages, closet, "clothing_form", **values)
