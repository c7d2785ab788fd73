"""Figures as PNG: the same outlines, filled by Pillow at several times the size and made smaller for soft edges."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from chabudai.apps.shogi.drawing.figure import Area, Dot, Figure, Glyph, Line, Shape, Words, measure
from chabudai.apps.shogi.drawing.outlines import has_outline, outline

SCALE: Final = 2
"""Pixels for each unit of the figure: good for a screen and for a sheet of paper."""
_OVER: Final = 4
_STEPS: Final = 6
_TOKEN: Final = re.compile(r"([Mlhvcz])|(-?\d+)")
_FACES: Final = (
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/opentype/ipafont-mincho/ipam.ttf",
    "/usr/share/fonts/truetype/fonts-japanese-mincho.ttf",
    "/System/Library/Fonts/ヒラギノ明朝 ProN.ttc",
    "C:/Windows/Fonts/yumindb.ttf",
)

Point = tuple[float, float]


def write_png(figure: Figure) -> bytes:
    zoom = SCALE * _OVER
    size = (round(figure.width * zoom), round(figure.height * zoom))
    image = Image.new("L", size, 255)
    draw = ImageDraw.Draw(image)
    for shape in figure.shapes:
        _draw(draw, shape, zoom)
    small = image.resize((size[0] // _OVER, size[1] // _OVER), Image.Resampling.BOX)
    written = BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()


def can_draw(text: str) -> bool:
    """Whether a name can be written on this machine: most have a Japanese face, and a bare server has none."""
    return all(has_outline(each) or each == " " for each in text) or _face(20) is not None


def _draw(draw: ImageDraw.ImageDraw, shape: Shape, zoom: float) -> None:
    match shape:
        case Area(x, y, width, height, fill):
            draw.rectangle((x * zoom, y * zoom, (x + width) * zoom, (y + height) * zoom), fill=_grey(fill))
        case Line(x1, y1, x2, y2, width, colour):
            half = width / 2
            left, right = sorted((x1, x2))
            top, bottom = sorted((y1, y2))
            box = (left - half, top - half, right + half, bottom + half)
            draw.rectangle(tuple(each * zoom for each in box), fill=_grey(colour))
        case Dot(x, y, radius, colour):
            box = (x - radius, y - radius, x + radius, y + radius)
            draw.ellipse(tuple(each * zoom for each in box), fill=_grey(colour))
        case Glyph(character, size, x, y, colour, is_turned):
            _draw_glyph(draw, character, size * zoom, (x * zoom, y * zoom), colour, is_turned=is_turned)
        case Words():
            _draw_words(draw, shape, zoom)


def _draw_glyph(
    draw: ImageDraw.ImageDraw, character: str, size: float, at: Point, colour: str, *, is_turned: bool
) -> None:
    centre_x, centre_y = outline(character).centre
    scale = (-1 if is_turned else 1) * size / 1000
    _fill(draw, character, scale, (at[0] - centre_x * scale, at[1] - centre_y * scale), colour)


def _fill(draw: ImageDraw.ImageDraw, character: str, scale: float, at: Point, colour: str) -> None:
    left, top, right, bottom = (each * scale for each in outline(character).box)
    x, y = int(at[0] + min(left, right)) - 1, int(at[1] + min(top, bottom)) - 1
    mask = Image.new("1", (int(abs(right - left)) + 3, int(abs(bottom - top)) + 3))
    cut = ImageDraw.Draw(mask)
    for points, is_hole in _contours(character):
        cut.polygon([(at[0] + px * scale - x, at[1] + py * scale - y) for px, py in points], fill=not is_hole)
    draw.bitmap((x, y), mask, fill=_grey(colour))


def _draw_words(draw: ImageDraw.ImageDraw, words: Words, zoom: float) -> None:
    size, width = words.size * zoom, measure(words.text, words.size * zoom)
    x = words.x * zoom - (width if words.anchor == "end" else width / 2 if words.anchor == "middle" else 0)
    for each in words.text:
        if has_outline(each):
            _fill(draw, each, size / 1000, (x, words.y * zoom), words.colour)
        elif face := _face(round(size)):
            draw.text((x, words.y * zoom), each, font=face, fill=_grey(words.colour), anchor="ls")
        x += measure(each, size)


@lru_cache(maxsize=8)
def _face(size: int) -> ImageFont.FreeTypeFont | None:
    path = next((each for each in _FACES if Path(each).is_file()), None)
    return ImageFont.truetype(path, size) if path else None


@cache
def _contours(character: str) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """Its curves as short straight lines, in thousandths of an em, the largest first; and whether each is a hole.

    A hole lies in another contour, and runs the other way round.
    """
    traced = sorted((tuple(points) for points in _trace(outline(character).d)), key=lambda each: -abs(_area(each)))
    around = [[other for other in traced[:n] if _is_within(each[0], other)] for n, each in enumerate(traced)]
    return tuple(
        (each, bool(outer) and (_area(each) > 0) != (_area(outer[-1]) > 0))
        for each, outer in zip(traced, around, strict=True)
    )


def _is_within(point: Point, points: tuple[Point, ...]) -> bool:
    """By how often a line to the right of it crosses the contour."""
    x, y = point
    edges = zip(points, (*points[1:], points[0]), strict=True)
    crossed = [(y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 for (x1, y1), (x2, y2) in edges]
    return sum(crossed) % 2 == 1


def _trace(path: str) -> Iterator[list[Point]]:
    points: list[Point] = []
    x = y = 0.0
    for letter, numbers in _commands(path):
        match letter, numbers:
            case "M", [x, y]:
                points = [(x, y)]
            case "l", [dx, dy]:
                x, y = x + dx, y + dy
                points.append((x, y))
            case "h", [dx]:
                x += dx
                points.append((x, y))
            case "v", [dy]:
                y += dy
                points.append((x, y))
            case "c", [*controls]:
                points += _bend((x, y), controls)
                x, y = points[-1]
            case _:
                yield points


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    letter, numbers = "", list[float]()
    for sign, number in _TOKEN.findall(path):
        if number:
            numbers.append(float(number))
            continue
        if letter:
            yield letter, numbers
        letter, numbers = sign, []
    yield letter, numbers


def _bend(start: Point, controls: list[float]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, controls
    bent = []
    for step in range(1, _STEPS + 1):
        t, u = step / _STEPS, 1 - step / _STEPS
        a, b, c = 3 * u * u * t, 3 * u * t * t, t * t * t
        bent.append((x0 + a * x1 + b * x2 + c * x3, y0 + a * y1 + b * y2 + c * y3))
    return bent


def _area(points: tuple[Point, ...]) -> float:
    shifted = (*points[1:], points[0])
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, shifted, strict=True)) / 2


def _grey(colour: str) -> int:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return round(0.299 * red + 0.587 * green + 0.114 * blue)
