"""Several games of the list at once: those that are marked move, get a tag, are exported, or go to the trash."""

from io import BytesIO

from litestar import Response

from chabudai.apps.shogi import bulk, transfer
from chabudai.apps.shogi.bulk import BulkOutcome
from chabudai.apps.shogi.list_pages.addresses import GamesAddress
from chabudai.apps.shogi.list_pages.games import render_list
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web import toasts
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest, WebError
from chabudai.web.files import download
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import Toast


@post("/several", status_code=200)
def act_on_several(
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    cursors: Injected[Cursors],
    context: Injected[RequestContext],
) -> Response[str] | Response[bytes]:
    """`act` is what is done to those that are `marked`. Those that are left stay marked, and a toast says why."""
    address = GamesAddress.at(form["next"])
    ids = form.all("marked")
    if not ids:
        return warn(context, address.url, gettext("Select at least one game."))
    if form["act"] == "export":
        target = BytesIO()
        transfer.write_zip_of(owner, target, ids[: bulk.MOST])
        return download(target.getvalue(), f"shogi-{owner.today().isoformat()}.zip", "application/zip")
    try:
        outcome, sentence = _act(owner, form, ids)
    except WebError as refusal:
        if not refusal.concerns_form:
            raise
        reason = refusal.details[0][1] if refusal.details else refusal.message
        toasts.leave(context.jar, Toast(str(reason), kind="fault"))
        return render_list(owner, pages, cursors, address.but(is_selecting=True), ids)
    back_to = address.but(is_selecting=False).url
    undo = outcome.undo.form("/shogi/undo", back_to)
    if not outcome.missed:
        return redirect_with_toast(context, back_to, sentence, undo)
    left = ngettext("%(n)s left unchanged.", "%(n)s left unchanged.", len(outcome.missed))
    toasts.leave(context.jar, Toast(gettext("%(first)s %(second)s", first=sentence, second=left), undo=undo))
    return render_list(owner, pages, cursors, address.but(is_selecting=True), outcome.missed)


def _act(owner: Owner, form: Form, ids: tuple[str, ...]) -> tuple[BulkOutcome, str]:
    match form["act"]:
        case "move":
            outcome = bulk.move(owner, ids, form["to_folder"])
            return outcome, ngettext("Moved %(n)s game.", "Moved %(n)s games.", outcome.done)
        case "tag":
            outcome = bulk.put_tag_on(owner, ids, form["tag_name"])
            return outcome, ngettext("Tagged %(n)s game.", "Tagged %(n)s games.", outcome.done)
        case "trash":
            outcome = bulk.throw_away(owner, ids)
            return outcome, ngettext("Moved %(n)s game to trash.", "Moved %(n)s games to trash.", outcome.done)
        case _:
            raise BadRequest
