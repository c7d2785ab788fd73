"""Diagrams: of any position as a picture for lists, and of a game's position to be printed or sent."""

from typing import Final

from litestar import Response

from chabudai.apps.shogi.drawing.diagram import draw_mini
from chabudai.apps.shogi.drawing.figure import Figure, write_svg
from chabudai.apps.shogi.drawing.png import write_png
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.apps.shogi.records import InvalidSfen, Position
from chabudai.apps.shogi.records.pieces import INDEX
from chabudai.apps.shogi.views.game_diagram import PNG, SVG, draw_view
from chabudai.web.errors import NotFound
from chabudai.web.routes import FromPath, FromQuery, Injected, get

_FOREVER: Final = {"cache-control": "public, max-age=31536000, immutable"}


def diagram_url(position: Position, last: str = "") -> str:
    """The address of a small diagram, for an `<img>`; `last` is the square that was moved to."""
    return f"/shogi/diagram/{position.sfen_without_ply.replace(' ', '_')}.svg" + (f"?last={last}" if last else "")


@get("/diagram/{name:path}")
def diagram(name: FromPath[str], last: FromQuery[str] = "") -> Response[str]:
    """The same for everybody, so it is kept for good; what is no position is not there."""
    sfen = name.removeprefix("/").removesuffix(".svg").replace("_", " ")
    if len(sfen) > 200 or not name.endswith(".svg") or (last and last not in INDEX):
        raise NotFound
    try:
        position = Position.from_sfen(sfen)
    except InvalidSfen:
        raise NotFound from None
    text = write_svg(draw_mini(position, last or None, gettext("Diagram")))
    return Response(text, media_type=SVG, headers=_FOREVER)


@get("/games/{game_id:str}/diagram.svg")
def game_svg(opened: Injected[OpenedGame], at: FromQuery[str] = "") -> Response[str]:
    return Response(write_svg(draw_position(opened, at)), media_type=SVG)


@get("/games/{game_id:str}/diagram.png")
def game_png(opened: Injected[OpenedGame], at: FromQuery[str] = "") -> Response[bytes]:
    return Response(write_png(draw_position(opened, at, is_png=True)), media_type=PNG)


def draw_position(opened: OpenedGame, at: str, *, is_png: bool = False) -> Figure:
    return draw_view(opened.record, opened.view(at), is_png=is_png)
