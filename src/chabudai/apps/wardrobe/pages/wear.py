"""What is worn with one touch: a piece, an outfit, a suggestion or another day's clothes, today; and all taken back."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from litestar import Response

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import History
from chabudai.apps.wardrobe.errors import NoSuchRecord
from chabudai.apps.wardrobe.messages import gettext, ngettext
from chabudai.apps.wardrobe.pages.closet_pages import base_url, own_url, redirect_within, render_page, undo_form
from chabudai.apps.wardrobe.thumbs import Thumbnail, thumbnails
from chabudai.apps.wardrobe.transfer import HISTORIES
from chabudai.common.undo import Undo, undo_by
from chabudai.web import toasts
from chabudai.web.answers import redirect_with_joined_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.formats import date_text, day_text
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, post
from chabudai.web.toasts import Toast


@post("/wear")
def wear(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """The button says what: a piece, which joins today's record; or an outfit or several pieces, which are one."""
    undo = _record_today(closet, form["wear"])
    url = own_url(closet, form["next"])
    answer = redirect_with_joined_toast(
        context,
        url,
        gettext("Logged for today."),
        undo_form(closet, undo, url),
        group="wear",
        joined=lambda n: ngettext("Logged %(n)s for today.", "Logged %(n)s for today.", n),
    )
    return _render_changed(pages, context, closet, form, url) or answer


@post("/take-off")
def take_off(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """What a button logged today."""
    _take_off_today(closet, form["wear"])
    toasts.leave(context.jar, Toast(gettext("Undone."), kind="note"))
    url = own_url(closet, form["next"])
    return _render_changed(pages, context, closet, form, url) or see_other(url)


@post("/history/{id_:str}/repeat")
def repeat(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    made = service.repeat_record(closet, id_, day=closet.today(), history_id=form["id"] or None)
    return done_wearing(context, closet, form["next"], made)


@post("/history/{id_:str}/delete")
def delete(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    gone = service.delete_record(closet, id_)
    undo = undo_by("undo_delete", record=HISTORIES.write(gone))
    return redirect_within(context, closet, form["next"], gettext("Entry deleted."), undo)


def done_wearing(context: RequestContext, closet: Closet, sent: str, made: History) -> Response[str]:
    undo = undo_by("undo_record", history_id=made.history_id)
    return redirect_within(context, closet, sent, _describe(made.day, closet), undo)


def _describe(day: date, closet: Closet) -> str:
    today = closet.today()
    if day == today:
        return gettext("Logged for today.")
    said = (day_text if day.year == today.year else date_text)(day, closet.zone)
    return gettext("Planned for %(day)s.", day=said) if day > today else gettext("Logged for %(day)s.", day=said)


def undo_record(closet: Closet, history_id: str) -> None:
    service.delete_record(closet, history_id)


def undo_delete(closet: Closet, record: Mapping[str, Any]) -> None:
    """Held to what a file may say of a record."""
    service.restore_record(closet, History(wardrobe_id=closet.wardrobe_id, **HISTORIES.read(record)))


def undo_wear(closet: Closet, history_id: str, clothing_id: str) -> None:
    service.take_off(closet, history_id, clothing_id)


def _take_off_today(closet: Closet, button: str) -> None:
    what, history_id = _read_button(button)
    if what.startswith("tp_"):
        service.take_off_outfit_today(closet, what)
    elif "," in what:
        with suppress(NoSuchRecord):
            service.delete_record(closet, history_id or "")
    else:
        service.take_off_today(closet, what)


def _record_today(closet: Closet, button: str) -> Undo:
    """How it is taken back, also when that is tomorrow."""
    what, history_id = _read_button(button)
    today = closet.today()
    if what.startswith("tp_"):
        made = service.record_template(closet, day=today, template_id=what, history_id=history_id)
    elif "," in what:
        made = service.record_wear(closet, day=today, clothing_ids=what.split(","), history_id=history_id)
    else:
        made = service.wear_today(closet, what)
        return undo_by("undo_wear", history_id=made.history_id, clothing_id=what)
    return undo_by("undo_record", history_id=made.history_id)


def _read_button(button: str) -> tuple[str, str | None]:
    """What is worn, and the id of its record, so that a form that is sent twice counts once."""
    what, _, history_id = button.partition(" ")
    if not what:
        raise BadRequest
    return what, history_id or None


def _render_changed(
    pages: Pages, context: RequestContext, closet: Closet, form: Form, url: str
) -> Response[str] | None:
    """A button's tap shows anew only what it changed: what stands beside it, and on the first page the week."""
    if not (context.is_swap and "part" in form):
        return None
    what, _ = _read_button(form["wear"])
    week = tuple(reversed(service.last_week(closet))) if url == base_url(closet) else ()
    if "," in what:
        pieces = _thumbnails(closet, what.split(","))
        return render_page(pages, closet, "worn", week=week, worn=None, thumbnails=pieces)
    is_outfit = what.startswith("tp_")
    worn_now = service.template(closet, what) if is_outfit else service.clothing(closet, what)
    return render_page(pages, closet, "worn", week=week, worn=worn_now, thumbnails=())


def _thumbnails(closet: Closet, clothing_ids: Sequence[str]) -> tuple[Thumbnail, ...]:
    return tuple(thumbnails(closet, clothing_ids, design.worn_thumbs).values())
