"""Diagrams as newspapers print them, characters alone: small ones for lists, large ones with names and hands."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chabudai.apps.shogi.drawing.figure import Area, Dot, Figure, Glyph, Line, Shape, Words
from chabudai.apps.shogi.drawing.shapes import face_of
from chabudai.apps.shogi.drawing.sprite import ONE
from chabudai.apps.shogi.records import Position, Side
from chabudai.apps.shogi.records.pieces import INDEX

_RANKS: Final = "一二三四五六七八九"
_FILES: Final = "９８７６５４３２１"
_NUMBERS: Final = (
    "",
    "",
    "二",
    "三",
    "四",
    "五",
    "六",
    "七",
    "八",
    "九",
    "十",
    *(f"十{each}" for each in "一二三四五六七八"),
)
_HELD: Final = ONE | {"K": "玉"}
_MINI: Final = (10.0, 10.7)
_LARGE: Final = (40.0, 43.5)
_STARS: Final = ((3, 3), (6, 3), (3, 6), (6, 6))


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands around a large diagram: both names, and the line below, `56手目 △９九馬まで`."""

    sente: str = ""
    gote: str = ""
    line: str = ""
    title: str = ""


def draw_mini(position: Position, last: str | None, title: str) -> Figure:
    """To be read at 86 px: no hands, no coordinates, thin lines and large characters."""
    cell_x, cell_y = _MINI
    left, top = 2.0, 2.0
    width, height = left * 2 + cell_x * 9, top * 2 + cell_y * 9
    shapes: list[Shape] = [Area(0, 0, width, height, "#b99c62"), Area(0.6, 0.6, width - 1.2, height - 1.2, "#faf0d8")]
    if last:
        row, column = divmod(INDEX[last], 9)
        shapes.append(Area(left + column * cell_x, top + row * cell_y, cell_x, cell_y, "#e0ad83"))
    shapes += _lines(left, top, _MINI, 0.35, "#c3ab7b")
    shapes += _pieces(position, left, top, _MINI, 9.7, "#b01c12")
    return Figure(width, height, title, tuple(shapes))


def draw_large(position: Position, caption: Caption, last: str | None) -> Figure:
    """Black on white, to be printed: gote's hand at the left, sente's at the right, as they sit."""
    cell_x, cell_y = _LARGE
    left, top = 74.0, 58.0
    board_x, board_y = cell_x * 9, cell_y * 9
    width, height = left + board_x + 100, top + board_y + 64
    shapes: list[Shape] = [Area(0, 0, width, height, "#ffffff")]
    if last:
        row, column = divmod(INDEX[last], 9)
        shapes.append(Area(left + column * cell_x, top + row * cell_y, cell_x, cell_y, "#dddddd"))
    shapes += _lines(left, top, _LARGE, 1.0, "#000000")
    shapes += _frame(left, top, board_x, board_y)
    shapes += [Dot(left + x * cell_x, top + y * cell_y, 3, "#000000") for x, y in _STARS]
    shapes += [Glyph(each, 16, left + (n + 0.5) * cell_x, top - 13, "#000000") for n, each in enumerate(_FILES)]
    shapes += [
        Glyph(each, 16, left + board_x + 15, top + (n + 0.5) * cell_y, "#000000") for n, each in enumerate(_RANKS)
    ]
    shapes += _pieces(position, left, top, _LARGE, 33, "#000000")
    shapes += _hand(position.hand(Side.GOTE), "△", left - 34, top + 12, is_turned=False)
    shapes += _hand(position.hand(Side.SENTE), "▲", left + board_x + 58, top + 12, is_turned=False)
    shapes.append(Words(f"△{caption.gote}", 18, left, 26, "#000000"))
    shapes.append(Words(f"▲{caption.sente}", 18, left + board_x, height - 36, "#000000", "end"))
    shapes.append(Words(caption.line, 18, left, height - 14, "#000000"))
    return Figure(width, height, caption.title, tuple(shapes))


def _lines(left: float, top: float, cell: tuple[float, float], width: float, colour: str) -> list[Shape]:
    right, bottom = left + cell[0] * 9, top + cell[1] * 9
    down: list[Shape] = [Line(left + n * cell[0], top, left + n * cell[0], bottom, width, colour) for n in range(10)]
    across = [Line(left, top + n * cell[1], right, top + n * cell[1], width, colour) for n in range(10)]
    return [*down, *across]


def _frame(left: float, top: float, width: float, height: float) -> list[Shape]:
    right, bottom = left + width, top + height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return [Line(a[0], a[1], b[0], b[1], 2.4, "#000000") for a, b in itertools.pairwise(corners)]


def _pieces(
    position: Position, left: float, top: float, cell: tuple[float, float], size: float, red: str
) -> list[Shape]:
    shapes: list[Shape] = []
    for index, piece in enumerate(position.squares):
        if piece:
            row, column = divmod(index, 9)
            character = ONE["k" if piece == "k" else face_of(piece).upper()]
            colour = red if piece.startswith("+") else "#000000"
            x, y = left + (column + 0.5) * cell[0], top + (row + 0.5) * cell[1]
            shapes.append(Glyph(character, size, x, y, colour, piece.islower()))
    return shapes


def _hand(hand: Mapping[str, int], mark: str, x: float, y: float, *, is_turned: bool) -> list[Shape]:
    """Downwards: the mark, then each kind with its number, `なし` for an empty one."""
    said = "".join(_HELD[kind] + (_NUMBERS[count] if count > 1 else "") for kind, count in hand.items()) or "なし"
    column = [Glyph(mark, 20, x, y, "#000000", is_turned)]
    size = min(22.0, 340 / max(len(said), 1))
    column += [Glyph(each, size, x, y + 28 + n * size * 1.08, "#000000", is_turned) for n, each in enumerate(said)]
    return [*column]
