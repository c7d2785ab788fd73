"""A game's page: at one of its positions, and the parts of it that the script asks for."""

from litestar import Response

from chabudai.apps.shogi import games
from chabudai.apps.shogi.evaluation import MARK_NAMES
from chabudai.apps.shogi.pages.opened_game import OpenedGame, tried_moves
from chabudai.apps.shogi.views.game_page import render_game
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get


@get("/games/{game_id:str}")
def game(
    opened: Injected[OpenedGame],
    pages: Injected[Pages],
    at: FromQuery[str] = "",
    flip: FromQuery[str] = "",
    tab: FromQuery[str] = "moves",
) -> Response[str]:
    """A deleted variation's address shows the last move that is left of it, and says so."""
    if opened.owner is not None and opened.access.is_own:
        games.look_at(opened.owner, opened.access.game)
    page = opened.page(at, flip=flip, tab=tab)
    return render_game(pages, page, opened.settings, "shogi/own_game.html")


@get("/games/{game_id:str}/moves")
def moves(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    """All rows of a long game."""
    view = opened.view(at)
    return pages.page("shogi/move_rows.html", view=view, mark_names=MARK_NAMES, current_at=view.at)


@get("/games/{game_id:str}/engine")
def engine(
    opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "", moves: FromQuery[str] = ""
) -> Response[str]:
    """What the engine says of this position."""
    view = opened.view(at)
    page = opened.page(at, tried=tried_moves(view, moves))
    return render_game(pages, page, opened.settings, "shogi/engine.html")


@get("/games/{game_id:str}/comment")
def comment_form(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    """For browsers without scripts."""
    opened.access.require("write")
    return render_game(pages, opened.page(at), opened.settings, "shogi/comment.html")
