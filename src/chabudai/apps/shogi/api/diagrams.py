"""Diagrams for programs: a position of a game as a picture, black on white, by its id or by its link."""

from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.shogi.api.parameters import find_place, read_record
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.drawing.figure import Figure, write_svg
from chabudai.apps.shogi.drawing.png import write_png
from chabudai.apps.shogi.permissions import Access
from chabudai.apps.shogi.views.game_diagram import PNG, SVG, draw_view
from chabudai.apps.shogi.views.game_view import view_game
from chabudai.apps.shogi.views.move_rows import Scores
from chabudai.web.routes import Injected, get

AtQuery = Annotated[str, QueryParameter(max_length=2000, description="A place in the record, as `56` or `56-2-3`.")]
_GAME = "/games/{game_id:str}"
_LINK = "/links/{share_code:str}"


@get(f"{_GAME}/diagram.svg", media_type=SVG, **needs("read"))
def draw_svg(access: Injected[Access], at: AtQuery = "0") -> Response[bytes]:
    """With names, hands and the last move."""
    return _svg(access, at)


@get(f"{_GAME}/diagram.png", media_type=PNG, **needs("read"))
def draw_png(access: Injected[Access], at: AtQuery = "0") -> Response[bytes]:
    """The same as pixels."""
    return _png(access, at)


@get(f"{_LINK}/diagram.svg", media_type=SVG, **needs("read"))
def draw_linked_svg(linked: Injected[Access], at: AtQuery = "0") -> Response[bytes]:
    """Of a game by its link."""
    return _svg(linked, at)


@get(f"{_LINK}/diagram.png", media_type=PNG, **needs("read"))
def draw_linked_png(linked: Injected[Access], at: AtQuery = "0") -> Response[bytes]:
    """The same as pixels."""
    return _png(linked, at)


def _svg(access: Access, at: str) -> Response[bytes]:
    return Response(write_svg(_draw(access, at, is_png=False)).encode(), media_type=SVG)


def _png(access: Access, at: str) -> Response[bytes]:
    return Response(write_png(_draw(access, at, is_png=True)), media_type=PNG)


def _draw(access: Access, at: str, *, is_png: bool) -> Figure:
    record = read_record(access.game)
    place = find_place(record, at)
    view = view_game(record, str(place.address), Scores(), is_flipped=False)
    return draw_view(record, view, is_png=is_png)
