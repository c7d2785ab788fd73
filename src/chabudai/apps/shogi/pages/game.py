"""A game's page: at one of its positions, and the parts of it that the script asks for."""

from litestar import MediaType, Response

from chabudai.apps.shogi import games
from chabudai.apps.shogi.evaluation import MARK_NAMES
from chabudai.apps.shogi.pages.opened_game import OpenedGame, tried_moves
from chabudai.apps.shogi.study_pages.position_address import position_url
from chabudai.apps.shogi.views.game_page import render_game, render_kept_game
from chabudai.apps.shogi.views.last_place import keep_place
from chabudai.apps.shogi.views.review_table import list_scores
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get


@get("/games/{game_id:str}")
def game(
    opened: Injected[OpenedGame],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    at: FromQuery[str] = "",
    flip: FromQuery[str] = "",
    tab: FromQuery[str] = "moves",
) -> Response[str]:
    """A deleted variation's address shows the last move that is left of it, and says so."""
    page = opened.page(at, flip=flip, tab=tab)
    if opened.owner is not None and opened.access.is_own:
        games.look_at(opened.owner, opened.access.game)
        keep_place(context.jar, opened.access.game.game_id, page.view.at)
    return render_kept_game(pages, page, opened.settings)


@get("/games/{game_id:str}/moves")
def moves(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    """The rows of a long game around a move."""
    view = opened.view(at)
    return pages.page("shogi/move_rows.html", view=view, mark_names=MARK_NAMES, current_at=view.at)


@get("/games/{game_id:str}/lines", media_type=MediaType.JSON)
def lines(opened: Injected[OpenedGame]) -> Response[str]:
    """The tree for the script, where it is too long to stand in the page."""
    return Response(opened.view("").lines, media_type=MediaType.JSON)


@get("/games/{game_id:str}/engine")
def engine(
    opened: Injected[OpenedGame],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    at: FromQuery[str] = "",
    moves: FromQuery[str] = "",
    scored: FromQuery[str] = "",
) -> Response[str]:
    """What the engine says of this position; whoever steps there by the script asks this, and is there from now on.

    `scored` is what the script knows of the whole game's analysis.
    """
    view = opened.view(at)
    if opened.access.is_own:
        keep_place(context.jar, opened.access.game.game_id, view.at)
    page = opened.page(at, tried=tried_moves(view, moves))
    return render_game(pages, page, opened.settings, "shogi/engine.html", scored=scored)


@get("/games/{game_id:str}/scores")
def scores_table(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    """The table behind the graph."""
    page = opened.page(at)
    table = list_scores(opened.record, opened.scores, page.view.place.address.ply)
    return render_game(pages, page, opened.settings, "shogi/scores.html", table=table)


@get("/games/{game_id:str}/position")
def search_position(opened: Injected[OpenedGame], at: FromQuery[str] = "", moves: FromQuery[str] = "") -> Response[str]:
    """Where else the position stands in the games of whoever looks."""
    return see_other(position_url(opened.position(at, moves)))


@get("/games/{game_id:str}/comment")
def comment_form(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    """For browsers without scripts."""
    opened.access.require("write")
    return render_game(pages, opened.page(at), opened.settings, "shogi/comment.html")
