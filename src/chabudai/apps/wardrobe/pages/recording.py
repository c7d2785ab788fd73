"""A day written down piece by piece: a new record, or another in the place of one that was there."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import History, Template
from chabudai.apps.wardrobe.errors import DayUnfit, NoSuchTemplate
from chabudai.apps.wardrobe.history import history
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.apps.wardrobe.pages.picker import picker
from chabudai.apps.wardrobe.pages.wearing import worn
from chabudai.web.errors import Conflict, RuleBroken
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Given, get, post
from chabudai.web.visits import Visit


@get("/record")
def new(
    closet: Given[Closet],
    pages: Given[Pages],
    day: FromQuery[str] = "",
    template: FromQuery[str] = "",
    clothing: FromQuery[str] = "",
) -> Response[str]:
    """Today, unless another day is asked for; with an outfit's pieces chosen, or one piece."""
    chosen = service.template(closet, template).clothing_ids if template else (clothing,) if clothing else ()
    form = Form.of(date=_day_or_today(closet, day), template=template, clothingIds=chosen)
    return _page(pages, closet, None, form)


@post("/record")
def record(closet: Given[Closet], form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    if "look" in form:
        return _page(pages, closet, None, form)
    try:
        made = service.record_wear(
            closet,
            day=days.parsed(form["date"]),
            clothing_ids=form.all("clothingIds"),
            template_id=form["template"] or None,
            history_id=form["history_id"] or None,
        )
    except (RuleBroken, Conflict) as refusal:
        return _page(pages, closet, None, refused(form, refusal), refusal.status)
    return worn(visit, closet, _seen_at(closet, made.day), made)


@get("/history/{id_:str}/edit")
def edit_form(id_: FromPath[str], closet: Given[Closet], pages: Given[Pages]) -> Response[str]:
    old = history(closet, id_)
    form = Form.of(date=old.day.isoformat(), template=old.template_id or "", clothingIds=old.clothing_ids)
    return _page(pages, closet, old, form)


@post("/history/{id_:str}/edit")
def edit(
    id_: FromPath[str], closet: Given[Closet], form: Given[Form], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    if "look" in form:
        return _page(pages, closet, history(closet, id_), form)
    try:
        made = service.edit_record(
            closet,
            id_,
            day=days.parsed(form["date"]),
            clothing_ids=form.all("clothingIds"),
            template_id=form["template"] or None,
        )
    except (RuleBroken, Conflict) as refusal:
        return _page(pages, closet, history(closet, id_), refused(form, refusal), refusal.status)
    return back(visit, closet, f"{base_of(closet)}/history/{made.history_id}", gettext("The record is changed."))


HANDLERS = (new, record, edit_form, edit)


def _page(pages: Pages, closet: Closet, old: History | None, form: Form, status: int = 200) -> Response[str]:
    closet.must_be_mine()
    outfits = service.templates(closet, "lastWorn", "desc").cards
    options = _options(closet, [card.row for card in outfits], form["template"])
    context: dict[str, Any] = {"old": old, "picker": picker(closet, form), "outfits": outfits, "form": form}
    return shown(pages, closet, "record_form", status=status, outfit_options=options, **context)


def _options(closet: Closet, outfits: Sequence[Template], chosen: str) -> list[tuple[str, str]]:
    """None, those that were worn last, and the one that is chosen, wherever it is by now."""
    found = {"": "–"} | {outfit.template_id: outfit.name for outfit in outfits}
    if chosen not in found:
        with suppress(NoSuchTemplate):
            found[chosen] = service.template(closet, chosen).name
    return list(found.items())


def _day_or_today(closet: Closet, text: str) -> str:
    try:
        return days.parsed(text).isoformat()
    except DayUnfit:
        return closet.today().isoformat()


def _seen_at(closet: Closet, day: date) -> str:
    """A day of this week is seen at home, another in its month."""
    base = base_of(closet)
    is_near = 0 <= (closet.today() - day).days < 7
    return base if is_near else f"{base}/calendar?month={day:%Y-%m}"
