"""`python -m tests.apps.shogi.drawing.bake`: take the outlines of the pieces' characters from a free typeface.

The face is Noto Serif CJK JP (and Noto Sans CJK JP for Latin letters), of Debian's fonts-noto-cjk. What is taken is
kept in the repository, with the licence beside it, so that nobody who runs the site needs the face.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTCollection, TTFont

from chabudai.apps.shogi.drawing import outlines
from chabudai.apps.shogi.drawing.sprite import SETS, render_sprite
from chabudai.apps.shogi.drawing.wood import render_board

FOLDER = Path("/usr/share/fonts/opentype/noto")
SERIF = FOLDER / "NotoSerifCJK-Bold.ttc"
SANS = FOLDER / "NotoSansCJK-Bold.ttc"
STATIC = outlines.FILE.parent.parent / "static"
KANJI = "王玉将飛車龍角行馬金銀成桂香歩兵と全圭杏"
NOTATION = "一二三四五六七八九十０１２３４５６７８９0123456789同打不上引右左直寄先後手下目まで持駒なし開始局面▲△☗☖"
LATIN = "KRBGSNLP"
ABOUT = (
    "Outlines of Noto Serif CJK JP Bold and, after 'sans', Noto Sans CJK JP Bold: in thousandths of an em, downwards."
)
LICENCE = (
    "Copyright 2014-2023 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'. SIL Open Font License 1.1."
)


def spell(drawn: Iterable[tuple[str, tuple[tuple[float, float], ...]]]) -> str:
    """A glyph as the data of an SVG path, in whole thousandths of an em and relative to the last point."""
    said, at = [], (0, 0)
    for act, points in drawn:
        placed = [(round(x), round(-y)) for x, y in points]
        moved = [(x - at[0], y - at[1]) for x, y in placed]
        if act == "moveTo":
            said.append("M" + _numbers(placed))
        elif act == "curveTo":
            said.append("c" + _numbers(moved))
        elif act == "lineTo":
            said.append(_line(*moved[0]))
        else:
            said.append("z")
        at = placed[-1] if placed else at
    return "".join(said)


def bake(font: TTFont, character: str) -> dict[str, object]:
    """The path, the box around it (left, top, right, bottom) and how far the next character stands."""
    name = font.getBestCmap()[ord(character)]
    glyph = font.getGlyphSet()[name]
    pen, bounds = DecomposingRecordingPen(font.getGlyphSet()), BoundsPen(font.getGlyphSet())
    glyph.draw(pen)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    box = [round(left), round(-top), round(right), round(-bottom)]
    return {"d": spell(pen.value), "box": box, "advance": round(glyph.width)}


def read_outlines() -> str:
    serif, sans = (_japanese(path) for path in (SERIF, SANS))
    characters = dict.fromkeys(KANJI + NOTATION)
    glyphs = {each: bake(serif, each) for each in characters if ord(each) in serif.getBestCmap()}
    glyphs |= {f"sans {each}": bake(sans, each) for each in LATIN}
    lines = [f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(glyph)}" for name, glyph in glyphs.items()]
    head = f'"about": {json.dumps(ABOUT)},\n"licence": {json.dumps(LICENCE)},\n"glyphs": '
    return "{" + head + "{\n" + ",\n".join(lines) + "\n}}\n"


def _japanese(path: Path) -> TTFont:
    return next(font for font in TTCollection(path).fonts if font["name"].getDebugName(1).endswith("CJK JP"))


def _line(x: int, y: int) -> str:
    if y == 0:
        return f"h{x}"
    return f"v{y}" if x == 0 else "l" + _numbers([(x, y)])


def _numbers(points: list[tuple[int, int]]) -> str:
    """With a space only where no minus parts them."""
    values = [each for point in points for each in point]
    return str(values[0]) + "".join(str(value) if value < 0 else f" {value}" for value in values[1:])


def render_files() -> dict[Path, str]:
    """What is drawn from the outlines, by where it is kept."""
    sprites = {STATIC / "pieces" / f"{name}.svg": render_sprite(name) for name in SETS}
    return sprites | {STATIC / "board.svg": render_board()}


if __name__ == "__main__":
    outlines.FILE.write_text(read_outlines())
    outlines.load.cache_clear()
    for path, text in render_files().items():
        path.write_text(text)
