"""Adding a game: pasted or from a file it is read at once, looked over, and kept with a second tap."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from litestar import Response

from chabudai.apps.shogi import games, heads, quotas, record_texts
from chabudai.apps.shogi.entities import Side
from chabudai.apps.shogi.errors import RecordRefused
from chabudai.apps.shogi.games import GamePreview
from chabudai.apps.shogi.list_pages.cards import RESULTS, SIDES
from chabudai.apps.shogi.list_pages.reading import Reading, Stop, describe_reading, describe_stop
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.records import UnreadableRecord, decode
from chabudai.common.owner import Owner
from chabudai.web.answers import WHOLE_FORM, redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.files import LARGEST_UPLOAD, find_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get, post

_ADD: Final = "/shogi/new"
_UNDO: Final = "/shogi/undo"


@dataclass(frozen=True)
class Sent:
    """The text, and in which encoding its file was; None for what was pasted."""

    text: str
    encoding: str | None = None


@get("/new")
def show_add(owner: Injected[Owner], pages: Injected[Pages], folder: FromQuery[str] = "") -> Response[str]:
    return _show(owner, pages, Form.of(folder=folder[:100]))


@post("/new", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def add(
    owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """`act` is to read, to keep, or to keep as much as can be read. A refusal leaves the text where it is."""
    own_name = context.person.name if context.person else ""
    sent = Sent(form["record"])
    try:
        sent = _read_sent(form)
        if form["act"] == "keep":
            return _keep(owner, form, sent, own_name, context)
        if form["act"] == "keep_part":
            return _keep_part(owner, form, sent, own_name, context)
        preview = games.preview(owner, sent.text, own_name, form["folder"])
    except RecordRefused as refusal:
        return _show(owner, pages, _refilled(form, sent), stop=describe_stop(refusal), status=refusal.status)
    except WebError as refusal:
        if not refusal.concerns_form:
            raise
        again = _refilled(form, sent).with_errors(refusal.details or [(WHOLE_FORM, refusal.message)])
        return _show(owner, pages, again, _preview_again(owner, sent, own_name), status=refusal.status)
    filled = _proposed(form, sent, preview)
    return _show(owner, pages, filled, describe_reading(preview, sent.encoding))


def _read_sent(form: Form) -> Sent:
    upload = find_upload(form, "file")
    if upload is None:
        return Sent(form["record"])
    try:
        decoded = decode(upload.file.read())
    except UnreadableRecord as unreadable:
        raise record_texts.refuse(unreadable) from unreadable
    return Sent(decoded.text.replace("\r\n", "\n"), decoded.encoding)


def _keep(owner: Owner, form: Form, sent: Sent, own_name: str, context: RequestContext) -> Response[str]:
    """The name is held to as it stands there, unless it is the proposed one: that gets a number if it was taken."""
    given: dict[str, Any] = {}
    if form["slug"] and form["slug"] != form["proposed_slug"]:
        given["slug"] = form["slug"]
    if "side" in form:
        side: Side | None = "first" if form["side"] == "first" else "second" if form["side"] == "second" else None
        given["side"] = side
        given["result"] = form["result"] or None
        if form["side"] != form["proposed_side"] and form["result"] == form["proposed_result"]:
            given["result"] = heads.result_for(record_texts.read(sent.text).record, side)
    return _kept(owner, sent.text, given, form, own_name, context)


def _keep_part(owner: Owner, form: Form, sent: Sent, own_name: str, context: RequestContext) -> Response[str]:
    """Until the line at which it stopped."""
    text = sent.text
    try:
        record_texts.read(text)
    except RecordRefused as refusal:
        if refusal.unreadable.readable is None:
            raise
        text = record_texts.compose(refusal.unreadable.readable)
    return _kept(owner, text, {}, form, own_name, context)


def _kept(
    owner: Owner, text: str, given: Mapping[str, Any], form: Form, own_name: str, context: RequestContext
) -> Response[str]:
    outcome = games.keep(owner, text, given, own_name=own_name, folder=form["folder"])
    url = f"/shogi/games/{outcome.game.game_id}"
    sentence = gettext("The game is kept as “%(name)s”.", name=outcome.game.slug)
    return redirect_with_toast(context, url, sentence, outcome.undo.form(_UNDO, _ADD))


def _preview_again(owner: Owner, sent: Sent, own_name: str) -> Reading | None:
    """Beside what is wrong with another field."""
    try:
        return describe_reading(games.preview(owner, sent.text, own_name), sent.encoding)
    except RecordRefused:
        return None


def _refilled(form: Form, sent: Sent) -> Form:
    return Form({**form.values, "record": (sent.text,)}, errors=form.errors)


def _proposed(form: Form, sent: Sent, preview: GamePreview) -> Form:
    said = {"slug": preview.slug, "side": preview.side or "", "result": preview.result or ""}
    return Form.of(
        record=sent.text, folder=form["folder"], **said, **{f"proposed_{name}": each for name, each in said.items()}
    )


def _show(
    owner: Owner,
    pages: Pages,
    form: Form,
    reading: Reading | None = None,
    *,
    stop: Stop | None = None,
    status: int = 200,
) -> Response[str]:
    return pages.page(
        "shogi/add.html",
        status=status,
        form=form,
        errors=form.errors,
        reading=reading,
        stop=stop,
        usage=quotas.find_limits(owner).games,
        sides=[*SIDES.items(), ("", gettext("Neither"))],
        results=[*RESULTS.items(), ("", gettext("Study"))],
    )
