"""A game by its link: board, moves, comments and result; never its folder, its tags or other games."""

from litestar import Response

from chabudai.apps.shogi.drawing.figure import write_svg
from chabudai.apps.shogi.drawing.png import write_png
from chabudai.apps.shogi.evaluation import MARK_NAMES
from chabudai.apps.shogi.pages.diagrams import SVG, draw_position
from chabudai.apps.shogi.pages.opened_game import OpenedGame, tried_moves
from chabudai.apps.shogi.views.game_page import render_game
from chabudai.web.pages import Pages
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
    return render_game(pages, page, opened.settings, "shogi/own_game.html")


@get("/moves")
def linked_moves(opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "") -> Response[str]:
    view = opened.view(at)
    return pages.page("shogi/move_rows.html", view=view, mark_names=MARK_NAMES, current_at=view.at)


@get("/engine")
def linked_engine(
    opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "", moves: FromQuery[str] = ""
) -> Response[str]:
    page = opened.page(at, tried=tried_moves(opened.view(at), moves))
    return render_game(pages, page, opened.settings, "shogi/engine.html")


@get("/diagram.svg")
def linked_svg(opened: Injected[OpenedGame], at: FromQuery[str] = "") -> Response[str]:
    return Response(write_svg(draw_position(opened, at)), media_type=SVG)


@get("/diagram.png")
def linked_png(opened: Injected[OpenedGame], at: FromQuery[str] = "") -> Response[bytes]:
    return Response(write_png(draw_position(opened, at, is_png=True)), media_type="image/png")


@get("/embed")
def embed(
    opened: Injected[OpenedGame], pages: Injected[Pages], at: FromQuery[str] = "", flip: FromQuery[str] = ""
) -> Response[str]:
    """To stand in a page of another site: no script, no cookie."""
    answer = render_game(pages, opened.page(at, flip=flip), opened.settings, "shogi/embed.html")
    answer.headers["content-security-policy"] = EMBED_POLICY
    return answer
