"""A day written down: with an outfit at one touch or piece by piece, new or in the place of a record that was there."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from litestar import Response

from chabudai.apps.wardrobe import days, record_input, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import History, Template
from chabudai.apps.wardrobe.errors import NoSuchTemplate
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.closet_pages import base_url, redirect_within, render_page
from chabudai.apps.wardrobe.pages.picker import Picker, choose, is_unfinished, make_picker
from chabudai.apps.wardrobe.pages.wear import done_wearing
from chabudai.apps.wardrobe.thumbs import Card
from chabudai.common.form_fields import FormFields
from chabudai.table import UnreadableItem
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_FORM: Final = FormFields(record_input.FIELDS)
_OFFERED = 6
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OutfitChoice:
    """Outfits to begin with: those of a search, else the last worn. `can_search` where there are more than these."""

    cards: tuple[Card[Template], ...]
    chosen: Template | None
    text: str
    can_search: bool


@get("/record")
def show_new(
    closet: Injected[Closet],
    pages: Injected[Pages],
    day: FromQuery[str] = "",
    template: FromQuery[str] = "",
    clothing: FromQuery[str] = "",
) -> Response[str]:
    """Today, unless another day is asked for; with an outfit's pieces chosen, or one piece."""
    form = Form.of(date=_day_or_today(closet, day), clothing_ids=(clothing,) if clothing else ())
    return _show_form(pages, closet, None, _use_outfit(closet, form, template) if template else form)


@post("/record")
def add(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    if is_unfinished(form):
        return _show_form(pages, closet, None, _use_chosen_outfit(closet, form))

    def act() -> Response[str]:
        made = _record(closet, form)
        return done_wearing(context, closet, _url_showing(closet, made.day), made)

    return submit(form, act, lambda again: _show_form(pages, closet, None, again))


@get("/history/{id_:str}/edit")
def show_edit(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    old = service.history(closet, id_)
    form = Form.of(date=old.day.isoformat(), outfit_id=old.template_id or "", clothing_ids=old.clothing_ids)
    return _show_form(pages, closet, old, form)


@post("/history/{id_:str}/edit")
def edit(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    if is_unfinished(form):
        return _show_form(pages, closet, service.history(closet, id_), _use_chosen_outfit(closet, form))

    def act() -> Response[str]:
        read = service.read_record(_FORM.read(form))
        made = service.edit_record(
            closet, id_, day=read.date, clothing_ids=read.clothing_ids, template_id=read.outfit_id
        )
        return redirect_within(
            context, closet, f"{base_url(closet)}/history/{made.history_id}", gettext("Entry saved.")
        )

    return submit(form, act, lambda again: _show_form(pages, closet, service.history(closet, id_), again))


def _record(closet: Closet, form: Form) -> History:
    """The button of an outfit says which, and the id of the record; else the pieces that are chosen count."""
    outfit, _, history_id = form["wear"].partition(" ")
    if outfit:
        day = days.check_day(form["date"])
        return service.record_template(closet, day=day, template_id=outfit, history_id=history_id or None)
    read = service.read_record(_FORM.read(form))
    return service.record_wear(
        closet, day=read.date, clothing_ids=read.clothing_ids, template_id=read.outfit_id, history_id=read.id
    )


def _use_chosen_outfit(closet: Closet, form: Form) -> Form:
    return _use_outfit(closet, form, form["use"]) if "use" in form else form


def _use_outfit(closet: Closet, form: Form, template_id: str) -> Form:
    """With the pieces of an outfit, but for those in the trash, in the place of what was chosen."""
    pieces = service.outfit(closet, template_id).pieces
    filled = choose(form, [piece.clothing_id for piece in pieces if not piece.is_deleted])
    return replace(filled, values={**filled.values, "outfit_id": (template_id,)})


def _show_form(pages: Pages, closet: Closet, old: History | None, form: Form) -> Response[str]:
    closet.require_edit()
    picker = make_picker(closet, form)
    return render_page(
        pages,
        closet,
        "record_form",
        old=old,
        picker=picker,
        choice=_offer_outfits(closet, form, picker),
        yesterday=closet.today() - _ONE_DAY,
        form=form,
    )


def _offer_outfits(closet: Closet, form: Form, picker: Picker) -> OutfitChoice:
    """Most pieces of the last worn outfits are among the last worn clothes, which can be picked below."""
    text = form["outfit"]
    found = service.templates(closet, "lastWorn", "desc", text=text, rows=_OFFERED, known=picker.others)
    chosen = _find_chosen(closet, [card.row for card in found.cards], form["outfit_id"])
    return OutfitChoice(found.cards, chosen, text, found.cursor is not None or bool(text.strip()))


def _find_chosen(closet: Closet, outfits: list[Template], chosen: str) -> Template | None:
    """The outfit that is chosen, wherever it is by now."""
    for outfit in outfits:
        if outfit.template_id == chosen:
            return outfit
    if chosen:
        with suppress(NoSuchTemplate, UnreadableItem):
            return service.template(closet, chosen)
    return None


def _day_or_today(closet: Closet, text: str) -> str:
    try:
        return days.check_day(text).isoformat()
    except InvalidFields:
        return closet.today().isoformat()


def _url_showing(closet: Closet, day: date) -> str:
    """A day of this week is seen at home, another in its month."""
    base = base_url(closet)
    is_near = 0 <= (closet.today() - day).days < 7
    return base if is_near else f"{base}/calendar?month={day:%Y-%m}"
