"""Drawings: flat shapes become a picture like any other."""

from io import BytesIO

from PIL import Image

from chabudai.adapters.pictures import Drawing, Ellipse, Polygon, Stroke, render_drawing

PAPER, INK = "#f0e8d8", "#204080"


def test_shapes_stand_where_they_were_put_each_over_those_before() -> None:
    shapes: list[Polygon | Ellipse | Stroke] = [
        Polygon([(10, 10), (90, 10), (90, 60), (10, 60)], INK),
        Ellipse((40, 25), (60, 45), "#ffffff"),
        Stroke([(10, 100), (90, 100)], 6, "#c03020"),
    ]
    image = Image.open(BytesIO(render_drawing(Drawing(PAPER, shapes)).large)).convert("RGB")
    scale = image.width / 100
    seen = [
        _hex(image.getpixel((round(x * scale), round(y * scale)))) for x, y in ((5, 5), (20, 30), (50, 35), (50, 100))
    ]
    for one, other in zip(seen, (PAPER, INK, "#ffffff", "#c03020"), strict=True):
        assert _distance(one, other) < 24, seen


def test_a_drawing_has_two_sizes_its_own_proportions_and_a_tint() -> None:
    picture = render_drawing(Drawing(PAPER, (), height=125))
    large, thumb = (Image.open(BytesIO(content)) for content in (picture.large, picture.thumb))
    assert large.size == (picture.width, picture.height)
    assert abs(picture.height / picture.width - 1.25) < 0.01
    assert thumb.width < large.width
    assert _distance(picture.tint, PAPER) < 8


def _hex(pixel: object) -> str:
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{part:02x}" for part in pixel)


def _distance(one: str, other: str) -> int:
    return sum(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (1, 3, 5))
