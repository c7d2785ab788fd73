"""Taking back what a toast offers: one form for every act of kondate."""

from typing import Final

from litestar import Response

from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.undo import take_back
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import Conflict, InvalidInput, NotFound
from chabudai.web.forms import Form
from chabudai.web.redirects import safe_next
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import UndoForm

UNDO_URL: Final = "/kondate/undo"
MOST_AT_ONCE: Final = 20
"""Acts that one toast told together."""


def undo_form(undo_id: str | None, back_to: str, target: str = "#main") -> UndoForm | None:
    """What a toast offers; None where nothing was changed."""
    return None if undo_id is None else UndoForm(UNDO_URL, {"undo": undo_id, "next": back_to}, target)


@post("/undo", status_code=200)
def undo(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    back_to = safe_next(form["next"], "/kondate")
    try:
        for undo_id in reversed(form.all("undo")[-MOST_AT_ONCE:]):  # the latest first: it may rest on those before it
            take_back(owner, undo_id)
    except (NotFound, Conflict, InvalidInput) as refusal:  # it is over, can't be any more, or a limit is in the way
        return warn(context, back_to, str(refusal.message))
    return redirect_with_toast(context, back_to, gettext("Undone."))
