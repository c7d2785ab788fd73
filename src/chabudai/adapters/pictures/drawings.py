"""Drawings: pictures made of flat shapes, for what has no photo."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chabudai.adapters.pictures import images
from chabudai.adapters.pictures.picture import Picture

Point: TypeAlias = tuple[float, float]

_FINER = 3  # painted larger and then reduced, so that edges are smooth
_LARGE = 480  # pixels of the longer side: flat shapes gain nothing by more
_THUMB_TIMES = 2  # shorter is each side of the thumb
_EFFORT = 2


@dataclass(frozen=True, slots=True)
class Polygon:
    points: Sequence[Point]
    colour: str


@dataclass(frozen=True, slots=True)
class Ellipse:
    corner: Point
    opposite: Point
    colour: str


@dataclass(frozen=True, slots=True)
class Stroke:
    points: Sequence[Point]
    width: float
    colour: str


DrawnShape: TypeAlias = Polygon | Ellipse | Stroke


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a ground 100 wide and `height` high, each over those before it. Colours are `#rrggbb`."""

    ground: str
    shapes: Sequence[DrawnShape]
    height: float = 125


def render_drawing(drawing: Drawing) -> Picture:
    canvas = images.Canvas(100, drawing.height, _LARGE * _FINER, drawing.ground)
    for shape in drawing.shapes:
        match shape:
            case Polygon(points, colour):
                canvas.polygon(points, colour)
            case Ellipse(corner, opposite, colour):
                canvas.ellipse(corner, opposite, colour)
            case Stroke(points, width, colour):
                canvas.stroke(points, width, colour)
    large = images.reduce(canvas.image, _FINER)
    thumb = images.reduce(large, _THUMB_TIMES)
    return Picture(
        images.encode_webp(large, _EFFORT), images.encode_webp(thumb, _EFFORT), images.tint(thumb), *large.size
    )
