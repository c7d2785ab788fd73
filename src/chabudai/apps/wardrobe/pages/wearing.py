"""What is worn with one touch: a piece, an outfit, a suggestion or another day's clothes, today; and all taken back."""

from collections.abc import Sequence
from contextlib import suppress

from litestar import Response

from chabudai.apps.wardrobe import days, design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import History
from chabudai.apps.wardrobe.errors import NoSuchRecord
from chabudai.apps.wardrobe.messages import gettext, ngettext
from chabudai.apps.wardrobe.pages.answers import back, base_of, shown, within
from chabudai.apps.wardrobe.thumbs import Small, smalls
from chabudai.web import toasts
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, post
from chabudai.web.toasts import Toast, UndoForm


@post("/wear")
def wear(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """The button says what: a piece, which joins today's record; or an outfit or several pieces, which are one."""
    worn_now = form["wear"]
    _record_today(closet, worn_now)
    url = within(closet, form["next"])
    undo = UndoForm(f"{base_of(closet)}/take-off", {"wear": worn_now, "next": url})
    toast = Toast(gettext("Logged for today."), undo=undo, group="wear")
    toasts.leave(context.jar, toast, lambda n: ngettext("Logged %(n)s for today.", "Logged %(n)s for today.", n))
    return _answer(pages, context, closet, form, url)


@post("/take-off")
def take_off(
    closet: Injected[Closet], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """What a button or a toast logged today, the latest first."""
    for worn_now in reversed(form.all("wear")):
        _take_back_today(closet, worn_now)
    toasts.leave(context.jar, Toast(gettext("Undone."), kind="note"))
    return _answer(pages, context, closet, form, within(closet, form["next"]))


@post("/history/{id_:str}/repeat")
def repeat(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    made = service.repeat_record(closet, id_, day=closet.today(), history_id=form["history_id"] or None)
    return worn(context, closet, form["next"], made)


@post("/history/{id_:str}/delete")
def delete(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    gone = service.delete_record(closet, id_)
    again = {
        "day": gone.day.isoformat(),
        "pieces": ",".join(gone.clothing_ids),
        "template": gone.template_id or "",
        "history_id": gone.history_id,
    }
    return back(context, closet, form["next"], gettext("Entry deleted."), ("/history/again", again))


@post("/history/again")
def again(closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """A deletion taken back."""
    service.record_wear(
        closet,
        day=days.parsed(form["day"]),
        clothing_ids=form["pieces"].split(","),
        template_id=form["template"] or None,
        history_id=form["history_id"] or None,
    )
    return back(context, closet, form["next"], gettext("Entry restored."))


HANDLERS = (wear, take_off, repeat, delete, again)


def worn(context: RequestContext, closet: Closet, to: str, made: History) -> Response[str]:
    sentence = gettext("Logged for today.") if made.day == closet.today() else gettext("Logged.")
    return back(context, closet, to, sentence, (f"/history/{made.history_id}/delete", {}))


def _record_today(closet: Closet, button: str) -> None:
    what, history_id = _read(button)
    today = closet.today()
    if what.startswith("tp_"):
        service.record_template(closet, day=today, template_id=what, history_id=history_id)
    elif "," in what:
        service.record_wear(closet, day=today, clothing_ids=what.split(","), history_id=history_id)
    else:
        service.wear_today(closet, what)


def _take_back_today(closet: Closet, button: str) -> None:
    what, history_id = _read(button)
    if what.startswith("tp_"):
        service.take_off_outfit_today(closet, what)
    elif "," in what:
        with suppress(NoSuchRecord):
            service.delete_record(closet, history_id or "")
    else:
        service.take_off_today(closet, what)


def _read(button: str) -> tuple[str, str | None]:
    """What is worn, and the id of its record, so that a form that is sent twice counts once."""
    what, _, history_id = button.partition(" ")
    if not what:
        raise BadRequest
    return what, history_id or None


def _answer(pages: Pages, context: RequestContext, closet: Closet, form: Form, url: str) -> Response[str]:
    """A button's tap shows anew only what it changed: what stands beside it, and on the first page the week."""
    if not (context.is_swap and "part" in form):
        return see_other(url)
    what, _ = _read(form["wear"])
    week = tuple(reversed(service.last_week(closet))) if url == base_of(closet) else ()
    if "," in what:
        return shown(pages, closet, "worn", week=week, worn=None, smalls=_smalls(closet, what.split(",")))
    is_outfit = what.startswith("tp_")
    worn_now = service.template(closet, what) if is_outfit else service.clothing(closet, what)
    return shown(pages, closet, "worn", week=week, worn=worn_now, smalls=())


def _smalls(closet: Closet, clothing_ids: Sequence[str]) -> tuple[Small, ...]:
    return tuple(smalls(closet, clothing_ids, design.worn_thumbs).values())
