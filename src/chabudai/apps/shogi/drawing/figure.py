"""A drawing before it is written: lines, areas, characters and words by their places, for SVG and for PNG alike."""

from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from chabudai.apps.shogi.drawing.outlines import has_outline, outline


@dataclass(frozen=True, slots=True)
class Area:
    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: str


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character with its box around (x, y)."""

    character: str
    size: float
    x: float
    y: float
    colour: str
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text that begins at x, or has its middle or end there; y is its base line. Anything may stand in it."""

    text: str
    size: float
    x: float
    y: float
    colour: str
    anchor: str = "start"


Shape: TypeAlias = Area | Line | Dot | Glyph | Words


@dataclass(frozen=True, slots=True)
class Figure:
    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def write_svg(figure: Figure) -> str:
    """Each character is drawn once and used where it stands."""
    used = sorted({shape.character for shape in figure.shapes if isinstance(shape, Glyph)})
    ids = {character: f"g{n}" for n, character in enumerate(used)}
    glyphs = "".join(f'<path id="{ids[each]}" d="{outline(each).d}"/>' for each in used)
    body = "\n".join(_write(shape, ids) for shape in figure.shapes)
    size = f"{figure.width:g} {figure.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{figure.width:g}"'
        f' height="{figure.height:g}" role="img"><title>{escape(figure.title)}</title>'
        f"<!-- Characters: Noto Serif CJK JP, SIL Open Font License 1.1 --><defs>{glyphs}</defs>\n{body}\n</svg>\n"
    )


def _write(shape: Shape, ids: dict[str, str]) -> str:
    match shape:
        case Area(x, y, width, height, fill):
            return f'<path d="M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z" fill="{fill}"/>'
        case Line(x1, y1, x2, y2, width, colour):
            return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{colour}" stroke-width="{width:g}"/>'
        case Dot(x, y, radius, colour):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
        case Glyph(character, size, x, y, colour, is_turned):
            centre_x, centre_y = outline(character).centre
            scale = (-1 if is_turned else 1) * size / 1000
            place = f"matrix({scale:g} 0 0 {scale:g} {x - centre_x * scale:.5g} {y - centre_y * scale:.5g})"
            return f'<use href="#{ids[character]}" transform="{place}" fill="{colour}"/>'
        case Words(text, size, x, y, colour, anchor):
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
                f' font-family="{_SERIF}" font-weight="600">{escape(text)}</text>'
            )


def measure(text: str, size: float) -> float:
    """How wide a line is: what has no outline here takes a whole em, or half of one if it is Latin."""
    return sum(_advance(each) for each in text) * size / 1000


def _advance(character: str) -> int:
    if has_outline(character):
        return outline(character).advance
    if character == " ":
        return 250
    return 560 if ord(character) < 0x250 else 1000


_SERIF = "Hiragino Mincho ProN, Yu Mincho, Noto Serif JP, Noto Serif CJK JP, serif"
