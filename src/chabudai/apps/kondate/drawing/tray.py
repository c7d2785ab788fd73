"""The tray of an evening: a drawing of wood and chopsticks, and the places on which dishes stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chabudai.apps.kondate.drawing.shapes import SOFT, block, fade, line, toned, write_svg
from chabudai.apps.kondate.drawing.vessels import INK

WIDTH: Final = 400
HEIGHT: Final = 260
Place: TypeAlias = Literal["front left", "front right", "back right", "back left", "middle", "whole"]
Part: TypeAlias = Literal["rice", "soup", "main", "side", "pickles", "one dish"]
Light: TypeAlias = Literal["day", "night"]

_WOOD: Final[dict[Light, tuple[str, str, str, str]]] = {
    "day": ("#96623a", "#c8955e", "#a87541", "#7d2417"),
    "night": ("#54391f", "#755033", "#5b3f27", "#a8442f"),
}
_ONE_DISH: Final = frozenset(
    {"curry", "egg-bowl", "beef-bowl", "omurice", "fried-rice", "chirashi", "zosui", "udon", "cold-noodles", "yakisoba"}
    | {"pasta", "okonomiyaki", "toast", "sandwich", "onigiri", "inari", "bento", "nigiri", "nabe", "oden", "sukiyaki"}
)


@dataclass(frozen=True, slots=True)
class Box:
    """A square on the tray, in its own units."""

    x: float
    y: float
    size: float


BOXES: Final[dict[Place, Box]] = {
    "back left": Box(52, 20, 106),
    "back right": Box(200, 0, 132),
    "front left": Box(44, 110, 112),
    "front right": Box(240, 112, 112),
    "middle": Box(158, 130, 78),
}
BOXES_AROUND: Final[dict[Place, Box]] = {
    "whole": Box(104, 14, 204),
    "back left": Box(28, 24, 92),
    "back right": Box(288, 24, 92),
    "front left": Box(26, 124, 94),
    "front right": Box(284, 122, 98),
}
"""Where one dish takes the middle, as curry or a hot pot does."""

_HOMES: Final[dict[Part, tuple[Place, ...]]] = {
    "rice": ("front left",),
    "soup": ("front right",),
    "main": ("back right", "back left"),
    "side": ("back left", "middle", "back right"),
    "pickles": ("middle", "back left"),
    "one dish": (),
}
_HOMES_AROUND: Final[dict[Part, tuple[Place, ...]]] = {
    "one dish": ("whole",),
    "rice": ("front left",),
    "soup": ("front right",),
    "main": ("back right", "back left"),
    "side": ("back left", "back right"),
    "pickles": ("back right", "front left"),
}


def find_part(recipe_kind: str, picture_kind: str) -> Part:
    """What a dish is on a tray, by the kind of its recipe and of its picture."""
    if picture_kind in _ONE_DISH:
        return "one dish"
    if picture_kind == "pickles":
        return "pickles"
    parts: dict[str, Part] = {"soup": "soup", "rice": "rice", "main": "main"}
    return parts.get(recipe_kind, "side")


def place_dishes(parts: Sequence[Part]) -> tuple[Box | None, ...]:
    """Where each dish stands, in the order given; None where no place is left. A smaller y is farther away."""
    is_meal = "one dish" in parts
    boxes, homes = BOXES_AROUND if is_meal else BOXES, _HOMES_AROUND if is_meal else _HOMES
    taken: set[Place] = set()
    found: list[Box | None] = []
    for part in parts:
        free: list[Place] = [place for place in homes[part] if place not in taken]
        taken.update(free[:1])
        found.append(boxes[free[0]] if free else None)
    return tuple(found)


def render_tray(light: Light) -> str:
    """The tray alone, with chopsticks before the diner, tips to the left."""
    edge, wood, grain, chopstick = _WOOD[light]
    middle = WIDTH / 2
    lines = (
        "M26 52c90-10 160 8 230 2s80-6 118-2M26 88c60 6 130-8 200-2s104 6 148 0M26 126c90-8 180 10 240 4s74-6 108-2"
        "M26 162c70 6 160-8 220 0s84 4 128-2M100 186c60-6 150 4 210-2M40 204c80 8 170-6 320 0"
        "M60 30c70 6 120-4 190 0s70 2 100-2"
    )
    return write_svg(
        block(middle + 2, 132, 366, 234, 26, INK, more=' opacity=".4" filter="url(#b)"')
        + block(middle, 126, 364, 234, 24, toned(edge))
        + block(middle, 126, 346, 216, 16, toned(wood))
        + line(lines, grain, 1.5, fade(0.5))
        + line("M34 214V34q0-10 10-10h300", "#fff", 1.6, fade(0.22))
        + block(110, 222, 14, 15, 5, toned("#56789c"), more=SOFT)
        + line("M84 220.500L318 217M84 224.500L318 226", INK, 3.4, ' opacity=".25" transform="translate(1 2)"')
        + line("M84 220.500L318 217M84 224.500L318 226", chopstick, 3)
        + line("M290 217.400L318 217M290 225.800L318 226", "#22130e", 3.4),
        WIDTH,
        HEIGHT,
    )
