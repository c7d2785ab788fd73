"""A game by its link: board, moves, comments and result; never its folder, its tags or other games."""

from litestar import MediaType, Response

from chabudai.apps.shogi.drawing.figure import write_svg
from chabudai.apps.shogi.drawing.png import write_png
from chabudai.apps.shogi.evaluation import MARK_NAMES
from chabudai.apps.shogi.pages.diagrams import draw_position
from chabudai.apps.shogi.pages.opened_game import OpenedGame, tried_moves
from chabudai.apps.shogi.study_pages.position_address import position_url
from chabudai.apps.shogi.views.game_diagram import PNG, SVG
from chabudai.apps.shogi.views.game_page import render_game, render_kept_game
from chabudai.apps.shogi.views.review_table import list_scores
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get
from chabudai.web.security_headers import EMBED_POLICY


@get("/")
def linked_game(
    opened: Injected[OpenedGame],
    pages: Injected[Pages],
    at: FromQuery[str] = "",
    flip: FromQuery[str] = "",
    tab: FromQuery[str] = "moves",
) -> Response[str]:
    page = opened.page(at, flip=flip, tab=tab)
    return render_kept_game(pages, page, opened.settings)


@get("/moves")
def linked_moves(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    view = opened.view(at)
    return pages.page("shogi/move_rows.html", view=view, mark_names=MARK_NAMES, current_at=view.at)


@get("/lines", media_type=MediaType.JSON)
def linked_lines(opened: Injected[OpenedGame]) -> Response[str]:
    """The tree for the script, where it is too long to stand in the page."""
    return Response(opened.view("").lines, media_type=MediaType.JSON)


@get("/engine")
def linked_engine(
    opened: Injected[OpenedGame],
    pages: Injected[Pages],
    at: FromQuery[str] = "",
    moves: FromQuery[str] = "",
    scored: FromQuery[str] = "",
) -> Response[str]:
    page = opened.page(at, tried=tried_moves(opened.view(at), moves))
    return render_game(pages, page, opened.settings, "shogi/engine.html", scored=scored)


@get("/scores")
def linked_scores(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    """The table behind the graph."""
    page = opened.page(at)
    table = list_scores(opened.record, opened.scores, page.view.place.address.ply)
    return render_game(pages, page, opened.settings, "shogi/scores.html", table=table)


@get("/position")
def search_linked_position(
    opened: Injected[OpenedGame], at: FromQuery[str] = "", moves: FromQuery[str] = ""
) -> Response[str]:
    return see_other(position_url(opened.position(at, moves)))


@get("/diagram.svg")
def linked_svg(opened: Injected[OpenedGame], at: FromQuery[str] = "") -> Response[str]:
    return Response(write_svg(draw_position(opened, at)), media_type=SVG)


@get("/diagram.png")
def linked_png(opened: Injected[OpenedGame], at: FromQuery[str] = "") -> Response[bytes]:
    return Response(write_png(draw_position(opened, at, is_png=True)), media_type=PNG)


@get("/embed")
def embed(
    opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "", flip: FromQuery[str] = ""
) -> Response[str]:
    """To stand in a page of another site: no script, no cookie."""
    answer = render_game(pages, opened.page(at, flip=flip), opened.settings, "shogi/embed.html")
    answer.headers["content-security-policy"] = EMBED_POLICY
    return answer
