"""A day written down: with an outfit at one touch or piece by piece, new or in the place of a record that was there."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import History, Template
from chabudai.apps.wardrobe.errors import InvalidDay, NoSuchTemplate
from chabudai.apps.wardrobe.history import history
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.apps.wardrobe.pages.picker import choosing, is_on_the_way, picker
from chabudai.apps.wardrobe.pages.wearing import worn
from chabudai.apps.wardrobe.thumbs import Card
from chabudai.web.context import RequestContext
from chabudai.web.errors import Conflict, InvalidInput
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_STARTS = 6
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Starts:
    """Outfits to begin with: those of a search, else the last worn. `can_search` where there are more than these."""

    cards: tuple[Card[Template], ...]
    chosen: Template | None
    text: str
    can_search: bool


@get("/record")
def new(
    closet: Injected[Closet],
    pages: Injected[Pages],
    day: FromQuery[str] = "",
    template: FromQuery[str] = "",
    clothing: FromQuery[str] = "",
) -> Response[str]:
    """Today, unless another day is asked for; with an outfit's pieces chosen, or one piece."""
    form = Form.of(date=_day_or_today(closet, day), clothingIds=(clothing,) if clothing else ())
    return _page(pages, closet, None, _begun(closet, form, template) if template else form)


@post("/record")
def record(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    if is_on_the_way(form):
        return _page(pages, closet, None, _taken_over(closet, form))
    try:
        made = _recorded(closet, form)
    except (InvalidInput, Conflict) as refusal:
        return _page(pages, closet, None, refused(form, refusal), refusal.status)
    return worn(context, closet, _seen_at(closet, made.day), made)


@get("/history/{id_:str}/edit")
def edit_form(id_: FromPath[str], closet: Injected[Closet], pages: Injected[Pages]) -> Response[str]:
    old = history(closet, id_)
    form = Form.of(date=old.day.isoformat(), template=old.template_id or "", clothingIds=old.clothing_ids)
    return _page(pages, closet, old, form)


@post("/history/{id_:str}/edit")
def edit(
    id_: FromPath[str],
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    if is_on_the_way(form):
        return _page(pages, closet, history(closet, id_), _taken_over(closet, form))
    try:
        made = service.edit_record(
            closet,
            id_,
            day=days.parsed(form["date"]),
            clothing_ids=form.all("clothingIds"),
            template_id=form["template"] or None,
        )
    except (InvalidInput, Conflict) as refusal:
        return _page(pages, closet, history(closet, id_), refused(form, refusal), refusal.status)
    return back(context, closet, f"{base_of(closet)}/history/{made.history_id}", gettext("Entry saved."))


HANDLERS = (new, record, edit_form, edit)


def _recorded(closet: Closet, form: Form) -> History:
    """The button of an outfit says which, and the id of the record; else the pieces that are chosen count."""
    day = days.parsed(form["date"])
    outfit, _, history_id = form["wear"].partition(" ")
    if outfit:
        return service.record_template(closet, day=day, template_id=outfit, history_id=history_id or None)
    return service.record_wear(
        closet,
        day=day,
        clothing_ids=form.all("clothingIds"),
        template_id=form["template"] or None,
        history_id=form["history_id"] or None,
    )


def _taken_over(closet: Closet, form: Form) -> Form:
    return _begun(closet, form, form["use"]) if "use" in form else form


def _begun(closet: Closet, form: Form, template_id: str) -> Form:
    """With the pieces of an outfit, but for those in the trash, in the place of what was chosen."""
    pieces = service.outfit(closet, template_id).pieces
    filled = choosing(form, [piece.clothing_id for piece in pieces if not piece.is_deleted])
    return replace(filled, values={**filled.values, "template": (template_id,)})


def _page(pages: Pages, closet: Closet, old: History | None, form: Form, status: int = 200) -> Response[str]:
    closet.must_be_mine()
    return shown(
        pages,
        closet,
        "record_form",
        status=status,
        old=old,
        picker=picker(closet, form),
        starts=_starts(closet, form),
        yesterday=closet.today() - _ONE_DAY,
        form=form,
    )


def _starts(closet: Closet, form: Form) -> Starts:
    text = form["outfit"]
    found = service.templates(closet, "lastWorn", "desc", text=text, rows=_STARTS)
    chosen = _named(closet, [card.row for card in found.cards], form["template"])
    return Starts(found.cards, chosen, text, found.cursor is not None or bool(text.strip()))


def _named(closet: Closet, outfits: list[Template], chosen: str) -> Template | None:
    """The outfit that is chosen, wherever it is by now."""
    for outfit in outfits:
        if outfit.template_id == chosen:
            return outfit
    if chosen:
        with suppress(NoSuchTemplate):
            return service.template(closet, chosen)
    return None


def _day_or_today(closet: Closet, text: str) -> str:
    try:
        return days.parsed(text).isoformat()
    except InvalidDay:
        return closet.today().isoformat()


def _seen_at(closet: Closet, day: date) -> str:
    """A day of this week is seen at home, another in its month."""
    base = base_of(closet)
    is_near = 0 <= (closet.today() - day).days < 7
    return base if is_near else f"{base}/calendar?month={day:%Y-%m}"
