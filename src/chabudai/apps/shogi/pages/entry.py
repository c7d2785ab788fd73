"""Entering a game by hand: a board, its handicap or own start position, one move after the other, and an ending."""

from typing import Final

from litestar import Response

from chabudai.apps.shogi import games, record_texts
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.records import (
    EVEN,
    HANDICAPS,
    Ending,
    EndingKind,
    Record,
)
from chabudai.apps.shogi.side_names import EVEN_NAMES, HANDICAP_NAMES
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_settings import BoardSettings
from chabudai.apps.shogi.views.game_page import GamePage, render_game
from chabudai.apps.shogi.views.game_view import view_game
from chabudai.apps.shogi.views.move_rows import Scores
from chabudai.common.owner import Owner
from chabudai.web.answers import submit
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post

_ENDINGS: Final = (
    EndingKind.RESIGNATION,
    EndingKind.MATE,
    EndingKind.REPETITION,
    EndingKind.IMPASSE,
    EndingKind.INTERRUPTION,
)
_LONGEST_NAME: Final = 100


@get("/new/board")
def entry(pages: Injected[Pages], board: Injected[BoardSettings]) -> Response[str]:
    return _show(pages, board, Form())


@post("/new/board", status_code=200)
def keep(
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    board: Injected[BoardSettings],
) -> Response[str]:
    """The draft in the browser stays until the game's page has come."""

    def act() -> Response[str]:
        record = _read(form)
        given = {"side": form["side"] or None}
        outcome = games.keep(owner, record_texts.compose(record), given)
        url = f"/shogi/games/{outcome.game.game_id}"
        return see_other(f"{url}?at={record.moves_count}")

    return submit(form, act, lambda refused: _show(pages, board, refused))


def _show(pages: Pages, board: BoardSettings, form: Form) -> Response[str]:
    record = Record.from_moves([], start=HANDICAPS[EVEN])
    page = GamePage(view_game(record, "", Scores(), is_flipped=False), "/shogi/new/board", "/shogi", "", "", "", "", "")
    endings = [("", gettext("Not yet")), *((kind.value, str(words.ENDINGS[kind])) for kind in _ENDINGS)]
    handicaps = [(sfen, words.HANDICAP_NAMES[name]) for name, sfen in HANDICAPS.items()]
    return render_game(
        pages,
        page,
        board,
        "shogi/entry.html",
        form=form,
        endings=endings,
        handicaps=handicaps,
        names=words.piece_names(),
        side_names=[[str(each.sente), str(each.gote)] for each in (EVEN_NAMES, HANDICAP_NAMES)],
    )


def _read(form: Form) -> Record:
    headers = {"先手": "sente", "後手": "gote", "棋戦": "event"}
    said = {name: " ".join(form[field].split())[:_LONGEST_NAME] for name, field in headers.items()}
    if form["played"]:
        said["開始日時"] = form["played"].replace("-", "/")[:10]
    kind = form["ending"]
    ending = Ending(EndingKind(kind)) if kind in {each.value for each in _ENDINGS} else None
    told = {name: value for name, value in said.items() if value}
    return record_texts.enter(form["moves"].split(), headers=told, start=form["start"], ending=ending)
