"""Adding a game: pasted or from a file it is read at once, looked over, and kept and shown with a second tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from litestar import Response

from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import (
    analyses,
    analysis_requests,
    design,
    games,
    heads,
    imports,
    own_names,
    quotas,
    record_texts,
)
from chabudai.apps.shogi.entities import Side
from chabudai.apps.shogi.errors import AnalysesUsedUp, RecordRefused
from chabudai.apps.shogi.games import GamePreview
from chabudai.apps.shogi.list_pages.cards import RESULTS, name_sides
from chabudai.apps.shogi.list_pages.job_cards import find_open
from chabudai.apps.shogi.list_pages.reading import Reading, Stop, describe_reading, describe_stop
from chabudai.apps.shogi.list_pages.transfers import LARGEST_IMPORT, begin_import, read_files
from chabudai.apps.shogi.messages import gettext
from chabudai.common.owner import Owner
from chabudai.web.answers import WHOLE_FORM, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get, post

_MOST_SAME: Final = 3  # games that are named as the same


@dataclass(frozen=True)
class Sent:
    """The text, and in which encoding its file was; None for what was pasted."""

    text: str
    encoding: str | None = None


@dataclass(frozen=True)
class Adding:
    """One who adds a game: their own name tells which side they are."""

    owner: Owner
    context: RequestContext
    engine: EngineFinder

    @property
    def own_name(self) -> str:
        return self.context.person.name if self.context.person else ""


def provide_adding(owner: Injected[Owner], context: Injected[RequestContext], engine: Injected[EngineFinder]) -> Adding:
    return Adding(owner, context, engine)


@get("/new")
def show_add(adding: Injected[Adding], pages: Injected[Pages], folder: FromQuery[str] = "") -> Response[str]:
    return _show(adding, pages, Form.of(folder=folder[:100]))


@post("/new", status_code=200, request_max_body_size=LARGEST_IMPORT)
def add(adding: Injected[Adding], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """`act` is to read, to keep, or to keep as much as can be read. A refusal leaves the text where it is."""
    sent = Sent(form["record"])
    files = read_files(form)
    try:
        with refuse_when_full():
            if imports.is_many(files):
                likely = own_names.find_likely_name(adding.owner, adding.own_name)
                return begin_import(adding.owner, files, form["folder"], likely)
            sent = _read_sent(form, files)
            if form["act"] == "keep":
                return _keep(adding, form, sent)
            if form["act"] == "keep_part":
                return _kept(adding, record_texts.keep_readable(sent.text), {}, form)
            preview = games.preview(adding.owner, sent.text, adding.own_name, form["folder"])
    except RecordRefused as refusal:
        return _show(adding, pages, _refilled(form, sent), stop=describe_stop(refusal), status=refusal.status)
    except WebError as refusal:
        if not refusal.concerns_form:
            raise
        again = _refilled(form, sent).with_errors(refusal.details or [(WHOLE_FORM, refusal.message)])
        return _show(adding, pages, again, _preview_again(adding, sent), status=refusal.status)
    filled = _proposed(form, sent, preview)
    return _show(adding, pages, filled, describe_reading(preview, sent.encoding))


def _read_sent(form: Form, files: Sequence[tuple[str, bytes]]) -> Sent:
    if not files:
        return Sent(form["record"])
    decoded = record_texts.decode_file(files[0][1])
    return Sent(decoded.text, decoded.encoding)


def _keep(adding: Adding, form: Form, sent: Sent) -> Response[str]:
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
    return _kept(adding, sent.text, given, form)


def _kept(adding: Adding, text: str, given: Mapping[str, Any], form: Form) -> Response[str]:
    outcome = games.keep(adding.owner, text, given, own_name=adding.own_name, folder=form["folder"])
    url = f"/shogi/games/{outcome.game.game_id}"
    return _analyse(adding, outcome.game.game_id, url) if form["analyse"] else see_other(url)


def _analyse(adding: Adding, game_id: str, url: str) -> Response[str]:
    """On to where it is seen to grow; a game stays kept also when there are no analyses left, and that is said."""
    request = analysis_requests.write(analysis_requests.game_request(analysis_requests.THINKING_TIMES[0]))
    try:
        analyses.ask_for_game(adding.owner, game_id, request)
    except AnalysesUsedUp as refusal:
        return warn(adding.context, url, str(refusal.message))
    return see_other(f"{url}?tab=engine")


def _preview_again(adding: Adding, sent: Sent) -> Reading | None:
    """Beside what is wrong with another field."""
    try:
        return describe_reading(games.preview(adding.owner, sent.text, adding.own_name), sent.encoding)
    except RecordRefused:
        return None


def _refilled(form: Form, sent: Sent) -> Form:
    return Form({**form.values, "record": (sent.text,)}, errors=form.errors)


def _proposed(form: Form, sent: Sent, preview: GamePreview) -> Form:
    said = {"slug": preview.slug, "side": preview.side or "", "result": preview.result or ""}
    kept = {"record": sent.text, "folder": form["folder"], "analyse": form["analyse"]}
    return Form.of(**kept, **said, **{f"proposed_{name}": each for name, each in said.items()})


def _show(
    adding: Adding,
    pages: Pages,
    form: Form,
    reading: Reading | None = None,
    *,
    stop: Stop | None = None,
    status: int = 200,
) -> Response[str]:
    owner = adding.owner
    return pages.page(
        "shogi/add.html",
        status=status,
        form=form,
        errors=form.errors,
        reading=reading,
        same=_name_same(owner, reading.same) if reading else [],
        stop=stop,
        usage=quotas.find_limits(owner).games,
        jobs=find_open(owner),
        has_engine=adding.engine() is not None,
        sides=name_sides(reading.handicap if reading else None),
        results=[*RESULTS.items(), ("", gettext("Study"))],
    )


def _name_same(owner: Owner, game_ids: Sequence[str]) -> list[tuple[str, str]]:
    plans = [design.game(owner.username, game_id) for game_id in game_ids[:_MOST_SAME]]
    return [(game.game_id, game.slug) for game in map(owner.store.get, plans) if game is not None]
