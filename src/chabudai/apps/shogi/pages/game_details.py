"""What people fill in of a game beside its moves: players, day, event, place, opening, side, result, name and notes."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from litestar import Response

from chabudai.apps.shogi import games
from chabudai.apps.shogi.errors import RecordChanged
from chabudai.apps.shogi.games import GameForm, GameOutcome
from chabudai.apps.shogi.list_pages.cards import RESULTS, name_sides
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.game_edits import undo_by_page
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.apps.shogi.records import ENGLISH_NAMES, opening_name, opening_text
from chabudai.apps.shogi.side_names import names_in
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.game_page import title_of
from chabudai.common.fields import Fields
from chabudai.common.form_fields import ChangedElsewhere, FormFields, Widget
from chabudai.common.retries import retry
from chabudai.common.text import shorten
from chabudai.web import formats
from chabudai.web.answers import redirect_with_toast, refuse
from chabudai.web.context import RequestContext, current_display
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromQuery, Injected, get, post
from chabudai.web.translations import Text

_UNDO: Final = "/shogi/undo"
_NAMES: Final = (
    "slug",
    "first_player",
    "second_player",
    "played",
    "event",
    "place",
    "opening",
    "side",
    "result",
    "memo",
)


def _describe(sides: Mapping[str, Text], name: str, row: Any) -> str:
    """What a field is by now, for whoever has to choose."""
    value = getattr(row, name)
    match name:
        case "side":
            return str(sides[value or ""])
        case "result":
            return str(RESULTS[value]) if value else gettext("Study")
        case "played":
            return formats.day_text(value, current_display().zone) if value else ""
        case "opening":
            return opening_text(value or "", words.language())
        case _:
            return shorten(value or "")


_OPENING: Final = Widget(
    read=lambda form: form["opening"].strip(),
    write=lambda name: opening_text(name or "", words.language()),
    parse=lambda text: opening_name(text, words.language()),
)
_FIELDS: Final = Fields(GameForm, *_NAMES)


def _form_of(opened: OpenedGame) -> FormFields[GameForm]:
    """Which says the sides as they are called in this game."""
    return FormFields(_FIELDS, {"opening": _OPENING}, partial(_describe, dict(name_sides(opened.record.handicap))))


@get("/games/{game_id:str}/details")
def show_details(
    opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "", back: FromQuery[str] = ""
) -> Response[str]:
    return _show(opened, pages, _filled(opened, at=at, next=back))


@get("/games/{game_id:str}/notes")
def show_notes(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    return _show(opened, pages, _filled(opened, at=at, sheet="notes"))


@post("/games/{game_id:str}/details", status_code=200)
def save_details(
    opened: Injected[OpenedGame], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """Only what was changed here is written; what was changed elsewhere too is shown beside what was typed."""
    game_id = opened.access.require("write").game_id
    owner, fields = opened.require_owner(), _form_of(opened)

    def save() -> Response[str]:
        outcome = retry(write, RecordChanged, RecordChanged)
        url = safe_next(form["next"], _game_url(opened, form))
        return redirect_with_toast(context, url, gettext("Saved."), undo_by_page(outcome.undo, _UNDO, url))

    def write() -> GameOutcome:
        game = games.find_game(owner, game_id)
        return games.edit(owner, game_id, fields.changes(form, games.fill_form(game)), game.latest_update)

    def show(again: Form) -> Response[str]:
        return _show(opened, pages, again)

    try:
        with refuse_when_full():
            return save()
    except ChangedElsewhere as refusal:
        now = games.fill_form(games.find_game(owner, game_id))
        return refuse(fields.refill(form, now), refusal, show)
    except WebError as refusal:
        if not refusal.concerns_form:
            raise
        return refuse(fields.preserve(form), refusal, show)


def _filled(opened: OpenedGame, **more: str) -> Form:
    game = opened.access.require("write")
    filled = _form_of(opened).fill(games.fill_form(game))
    return Form({**filled.values, **{name: (value,) for name, value in more.items()}})


def _show(opened: OpenedGame, pages: Pages, form: Form) -> Response[str]:
    return pages.page(
        "shogi/notes.html" if form["sheet"] == "notes" else "shogi/details.html",
        url=opened.url,
        game_url=_game_url(opened, form),
        title=title_of(opened.record),
        originals=[(name, form[name]) for name in _form_of(opened).originals],
        names=names_in(opened.record.handicap),
        sides=name_sides(opened.record.handicap),
        results=[*RESULTS.items(), ("", gettext("Study"))],
        openings=[opening_text(name, words.language()) for name in ENGLISH_NAMES],
        form=form,
        errors=form.errors,
    )


def _game_url(opened: OpenedGame, form: Form) -> str:
    tab = "&tab=memo" if form["sheet"] == "notes" else ""
    return f"{opened.url}?at={opened.view(form['at']).at}{tab}"
