"""A game's position as a diagram to be printed or sent: `56手目 △９九馬まで`, with both names."""

from typing import Final

from chabudai.apps.shogi.drawing.diagram import Caption, draw_large
from chabudai.apps.shogi.drawing.figure import Figure
from chabudai.apps.shogi.drawing.png import can_draw
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.records import Record, gives_odds
from chabudai.apps.shogi.views.game_page import player_names, title_of
from chabudai.apps.shogi.views.game_view import GameView

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"


def draw_view(record: Record, view: GameView, *, is_png: bool = False) -> Figure:
    """For a PNG, names that we have no characters for are those of the sides."""
    sente, gote = player_names(record)
    if is_png and not (can_draw(sente) and can_draw(gote)):
        sente, gote = ("下手", "上手") if gives_odds(record.handicap) else ("先手", "後手")
    line = gettext("Move %(n)s, up to %(move)s", n=view.ply, move=view.text) if view.ply else gettext("Start position")
    last = record.nodes[view.place.index].move[2:4] or None
    return draw_large(view.position, Caption(sente, gote, line, title_of(record)), last)
