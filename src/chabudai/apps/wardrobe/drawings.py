"""Drawings: garments in flat shapes, for the demo's clothes, which nobody has photographed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chabudai.adapters.pictures import Drawing, Ellipse, Polygon, Stroke
from chabudai.adapters.pictures.drawings import DrawnShape, Point

_INK: Mapping[str, str] = {
    "white": "#f7f5f0",
    "grey": "#9a9c9e",
    "black": "#3a3a3d",
    "beige": "#d3bd98",
    "brown": "#8a5e3c",
    "red": "#b5413a",
    "orange": "#cf7440",
    "yellow": "#dfb245",
    "green": "#587d59",
    "blue": "#5d8ab4",
    "navy": "#2f4468",
    "purple": "#77608f",
    "pink": "#d995a0",
    "pattern": "#7d8f6a",
}
_PAPER = "#f4efe6"
_GROUND_OF_WHITE = "#d9dde0"


@dataclass(frozen=True, slots=True)
class Dye:
    """One colour in the three depths that a drawing needs."""

    main: str
    shade: str
    light: str


Garment: TypeAlias = Callable[[Dye], list[DrawnShape]]


def drawing(garment: str, colour: str) -> Drawing:
    main = _INK[colour]
    dye = Dye(main, _mix(main, "#241c14", 0.22), _mix(main, "#ffffff", 0.45))
    ground = _GROUND_OF_WHITE if colour == "white" else _mix(main, _PAPER, 0.82)
    return Drawing(ground, _GARMENTS[garment](dye))


def _tee(dye: Dye) -> list[DrawnShape]:
    outline = [(50, 33), (43, 27), (34, 30), (13, 46), (22, 61), (31, 55), (31, 102)]
    return [Polygon(_whole(outline), dye.main), Stroke([(43, 27), (50, 33), (57, 27)], 1.6, dye.shade)]


def _striped_tee(dye: Dye) -> list[DrawnShape]:
    bands: list[DrawnShape] = [Stroke([(31.5, y), (68.5, y)], 2.6, dye.light) for y in range(46, 102, 8)]
    return [*_tee(dye), *bands]


def _long_sleeves(dye: Dye, hem: float) -> list[DrawnShape]:
    sleeve = [(35, 29), (18, 44), (9, 90), (20, 94), (32, 60)]
    body = [(50, 33), (42, 26), (34, 29), (31, 60), (30, hem)]
    return [Polygon(sleeve, dye.shade), Polygon(_mirror(sleeve), dye.shade), Polygon(_whole(body), dye.main)]


def _shirt(dye: Dye) -> list[DrawnShape]:
    collar = [(42, 25), (50, 33), (43, 40), (38, 29)]
    buttons: list[DrawnShape] = [Ellipse((49, y), (51, y + 2), dye.shade) for y in range(42, 100, 12)]
    front = Stroke([(50, 33), (50, 102)], 0.9, dye.shade)
    return [
        *_long_sleeves(dye, 102),
        front,
        *buttons,
        Polygon(collar, dye.light),
        Polygon(_mirror(collar), dye.light),
    ]


def _knit(dye: Dye) -> list[DrawnShape]:
    ribs: list[DrawnShape] = [Stroke([(x, 97), (x, 104)], 0.8, dye.light) for x in range(33, 69, 4)]
    neck = Stroke([(41, 27), (50, 34), (59, 27)], 3, dye.light)
    hem = Polygon([(30, 96), (70, 96), (70, 105), (30, 105)], dye.shade)
    return [*_long_sleeves(dye, 104), hem, *ribs, neck]


def _cardigan(dye: Dye) -> list[DrawnShape]:
    opening = Polygon([(43, 26), (57, 26), (50, 56)], dye.light)
    buttons: list[DrawnShape] = [Ellipse((49, y), (51.4, y + 2.4), dye.light) for y in range(62, 102, 11)]
    return [*_long_sleeves(dye, 105), opening, Stroke([(50, 56), (50, 105)], 1.4, dye.shade), *buttons]


def _hoodie(dye: Dye) -> list[DrawnShape]:
    hood = Ellipse((37, 12), (63, 38), dye.shade)
    pocket = Polygon([(38, 78), (62, 78), (66, 95), (34, 95)], dye.shade)
    cords: list[DrawnShape] = [Stroke([(x, 33), (x, 52)], 1, dye.light) for x in (46, 54)]
    return [hood, *_long_sleeves(dye, 104), Ellipse((42, 18), (58, 36), dye.light), pocket, *cords]


def _trousers(dye: Dye) -> list[DrawnShape]:
    leg = [(50, 22), (34, 22), (27, 110), (43, 110), (50, 52)]
    band = Polygon([(34, 22), (66, 22), (66.5, 28), (33.5, 28)], dye.shade)
    creases: list[DrawnShape] = [
        Stroke([(50 + side * 9, 32), (50 + side * 15, 106)], 0.7, dye.shade) for side in (-1, 1)
    ]
    return [Polygon(_whole(leg), dye.main), band, Stroke([(50, 28), (50, 52)], 0.9, dye.shade), *creases]


def _shorts(dye: Dye) -> list[DrawnShape]:
    leg = [(50, 36), (32, 36), (25, 86), (46, 88), (50, 64)]
    return [Polygon(_whole(leg), dye.main), Polygon([(32, 36), (68, 36), (68.6, 42), (31.4, 42)], dye.shade)]


def _skirt(dye: Dye) -> list[DrawnShape]:
    pleats: list[DrawnShape] = [Stroke([(50 + at * 3, 34), (50 + at * 8, 98)], 0.9, dye.shade) for at in (-3, -1, 1, 3)]
    band = Polygon([(38, 28), (62, 28), (63, 34), (37, 34)], dye.shade)
    return [Polygon([(38, 28), (62, 28), (82, 100), (18, 100)], dye.main), *pleats, band]


def _dress(dye: Dye) -> list[DrawnShape]:
    outline = [(50, 30), (44, 18), (38, 20), (33, 34), (38, 52), (18, 110)]
    belt = Polygon([(38, 52), (62, 52), (63.5, 57), (36.5, 57)], dye.shade)
    folds: list[DrawnShape] = [Stroke([(50 + at * 4, 60), (50 + at * 12, 108)], 0.8, dye.shade) for at in (-1, 0, 1)]
    return [Polygon(_whole(outline), dye.main), *folds, belt]


def _coat(dye: Dye) -> list[DrawnShape]:
    lapel = [(42, 25), (50, 58), (39, 47), (37, 29)]
    buttons: list[DrawnShape] = [Ellipse((x, y), (x + 2.6, y + 2.6), dye.light) for y in (64, 78, 92) for x in (43, 55)]
    front = Stroke([(50, 56), (50, 114)], 1, dye.shade)
    return [*_long_sleeves(dye, 114), Polygon(lapel, dye.shade), Polygon(_mirror(lapel), dye.shade), front, *buttons]


def _down(dye: Dye) -> list[DrawnShape]:
    seams: list[DrawnShape] = [Stroke([(31, y), (69, y)], 1.1, dye.shade) for y in range(44, 98, 9)]
    collar = Polygon([(39, 16), (61, 16), (63, 30), (37, 30)], dye.shade)
    return [*_long_sleeves(dye, 99), *seams, collar, Stroke([(50, 17), (50, 99)], 1, dye.light)]


def _sneakers(dye: Dye) -> list[DrawnShape]:
    upper = [(14, 58), (36, 52), (56, 66), (84, 74), (88, 84), (12, 84)]
    laces: list[DrawnShape] = [
        Stroke([(38 + at * 6, 55 + at * 4), (33 + at * 6, 62 + at * 4)], 1.6, dye.light) for at in range(4)
    ]
    sole = Polygon([(11, 83), (89, 83), (87, 92), (13, 92)], "#f2eee6")
    return [Polygon(upper, dye.main), Polygon([(14, 58), (26, 55), (26, 84), (12, 84)], dye.shade), sole, *laces]


def _boots(dye: Dye) -> list[DrawnShape]:
    boot = [(30, 26), (56, 26), (56, 74), (82, 84), (84, 98), (30, 98)]
    sole = Polygon([(29, 97), (85, 97), (85, 104), (46, 104), (44, 101), (44, 108), (29, 108)], dye.shade)
    return [Polygon(boot, dye.main), sole, Stroke([(30, 32), (56, 32)], 2.4, dye.shade)]


def _pumps(dye: Dye) -> list[DrawnShape]:
    upper = [(16, 58), (24, 56), (40, 72), (70, 80), (88, 86), (84, 92), (50, 92), (30, 84), (20, 80)]
    return [Polygon(upper, dye.main), Polygon([(17, 78), (26, 82), (23, 104), (19, 104)], dye.shade)]


def _bag(dye: Dye) -> list[DrawnShape]:
    handle = Stroke([(34, 52), (38, 30), (50, 24), (62, 30), (66, 52)], 3, dye.shade)
    flap = Polygon([(22, 50), (78, 50), (76, 66), (24, 66)], dye.shade)
    return [
        handle,
        Polygon([(22, 50), (78, 50), (84, 100), (16, 100)], dye.main),
        flap,
        Ellipse((47, 62), (53, 68), dye.light),
    ]


def _hat(dye: Dye) -> list[DrawnShape]:
    crown = Polygon([(34, 44), (40, 36), (60, 36), (66, 44), (69, 74), (31, 74)], dye.main)
    return [
        Ellipse((8, 64), (92, 88), dye.shade),
        crown,
        Polygon([(31.6, 64), (68.4, 64), (69, 73), (31, 73)], dye.light),
    ]


def _cap(dye: Dye) -> list[DrawnShape]:
    crown = [(20, 76), (22, 62), (30, 50), (46, 44), (60, 49), (69, 61), (72, 76)]
    peak = Polygon([(56, 70), (94, 77), (92, 84), (48, 80)], dye.shade)
    return [Polygon(crown, dye.main), Stroke([(46, 45), (46, 75)], 0.9, dye.shade), peak]


def _scarf(dye: Dye) -> list[DrawnShape]:
    fringe: list[DrawnShape] = [Stroke([(x, 102), (x, 110)], 1, dye.shade) for x in range(55, 71, 3)]
    tail = Polygon([(53, 48), (71, 48), (71, 103), (54, 103)], dye.main)
    ends = [(54, 86), (71, 86), (71, 94), (54, 94)]
    return [
        tail,
        Polygon(ends, dye.light),
        *fringe,
        Ellipse((24, 26), (76, 58), dye.shade),
        Ellipse((33, 30), (67, 48), dye.main),
    ]


def _yukata(dye: Dye) -> list[DrawnShape]:
    sleeve = [(36, 26), (6, 36), (6, 76), (26, 76), (34, 52)]
    body = [(50, 40), (43, 22), (35, 26), (33, 60), (30, 114)]
    collar = Stroke([(43, 22), (56, 62)], 3, dye.light)
    obi = Polygon([(33, 58), (67, 58), (67.4, 72), (32.6, 72)], dye.light)
    both = [Polygon(sleeve, dye.shade), Polygon(_mirror(sleeve), dye.shade), Polygon(_whole(body), dye.main)]
    return [*both, Stroke([(57, 22), (48, 44)], 3, dye.light), collar, obi]


_GARMENTS: Mapping[str, Garment] = {
    "tee": _tee,
    "striped tee": _striped_tee,
    "shirt": _shirt,
    "knit": _knit,
    "cardigan": _cardigan,
    "hoodie": _hoodie,
    "trousers": _trousers,
    "shorts": _shorts,
    "skirt": _skirt,
    "dress": _dress,
    "coat": _coat,
    "down": _down,
    "sneakers": _sneakers,
    "boots": _boots,
    "pumps": _pumps,
    "bag": _bag,
    "hat": _hat,
    "cap": _cap,
    "scarf": _scarf,
    "yukata": _yukata,
}


def _whole(left: Sequence[Point]) -> list[Point]:
    """A left half, from the top of the middle down, with its mirror image."""
    return [*left, *reversed(_mirror(left))]


def _mirror(points: Sequence[Point]) -> list[Point]:
    return [(100 - x, y) for x, y in points]


def _mix(one: str, other: str, share: float) -> str:
    """So much of the other colour in the one."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
