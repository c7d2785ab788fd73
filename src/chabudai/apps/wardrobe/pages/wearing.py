"""What is worn with one touch: a piece, an outfit, a suggestion or another day's clothes, today; and all taken back."""

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import History
from chabudai.apps.wardrobe.pages.answers import back
from chabudai.web.errors import Malformed
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.routes import FromPath, Given, post
from chabudai.web.visits import Visit


@post("/wear")
def wear(closet: Given[Closet], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    """The button says what: pieces or one outfit, and the id of the record, so that a double touch counts once."""
    what, _, history_id = form["wear"].partition(" ")
    if not what or not history_id:
        raise Malformed
    return worn(visit, closet, form["next"], _recorded(closet, what, history_id))


@post("/history/{id_:str}/repeat")
def repeat(id_: FromPath[str], closet: Given[Closet], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    made = service.repeat_record(closet, id_, day=closet.today(), history_id=form["history_id"] or None)
    return worn(visit, closet, form["next"], made)


@post("/history/{id_:str}/delete")
def delete(id_: FromPath[str], closet: Given[Closet], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    gone = service.delete_record(closet, id_)
    again = {
        "day": gone.day.isoformat(),
        "pieces": ",".join(gone.clothing_ids),
        "template": gone.template_id or "",
        "history_id": gone.history_id,
    }
    return back(visit, closet, form["next"], gettext("The record is deleted."), ("/history/again", again))


@post("/history/again")
def again(closet: Given[Closet], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    """A deletion taken back."""
    service.record_wear(
        closet,
        day=days.parsed(form["day"]),
        clothing_ids=form["pieces"].split(","),
        template_id=form["template"] or None,
        history_id=form["history_id"] or None,
    )
    return back(visit, closet, form["next"], gettext("The record is back."))


HANDLERS = (wear, repeat, delete, again)


def worn(visit: Visit, closet: Closet, to: str, made: History) -> Response[str]:
    sentence = gettext("Written down for today.") if made.day == closet.today() else gettext("Written down.")
    return back(visit, closet, to, sentence, (f"/history/{made.history_id}/delete", {}))


def _recorded(closet: Closet, what: str, history_id: str) -> History:
    today = closet.today()
    if what.startswith("tp_"):
        return service.record_template(closet, day=today, template_id=what, history_id=history_id)
    return service.record_wear(closet, day=today, clothing_ids=what.split(","), history_id=history_id)
