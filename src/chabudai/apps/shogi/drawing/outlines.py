"""Characters as paths, so that pieces look the same where no such typeface is installed.

They are outlines of Noto Serif CJK JP and Noto Sans CJK JP (SIL Open Font License 1.1), taken once by
`python -m tests.apps.shogi.drawing.bake` and kept in `outlines.json`.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("outlines.json")


@dataclass(frozen=True, slots=True)
class Outline:
    """In thousandths of an em from the base line, downwards; the box is left, top, right, bottom."""

    d: str
    box: tuple[int, int, int, int]
    advance: int

    @property
    def centre(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def outline(name: str) -> Outline:
    """Of a character, or of a Latin letter as `sans K`."""
    return load()[name]


def has_outline(name: str) -> bool:
    return name in load()


def draw_centred(name: str, size: float, x: float = 0, y: float = 0, *, fill: str = "") -> str:
    """An SVG path of the character, its box around (x, y)."""
    glyph = outline(name)
    centre_x, centre_y = glyph.centre
    scale = size / 1000
    place = f"translate({_short(x - centre_x * scale)} {_short(y - centre_y * scale)}) scale({_short(scale, 4)})"
    return f'<path transform="{place}"{f" fill={fill!r}" if fill else ""} d="{glyph.d}"/>'.replace("'", '"')


@cache
def load() -> dict[str, Outline]:
    glyphs = json.loads(FILE.read_text(encoding="utf-8"))["glyphs"]
    return {name: Outline(each["d"], tuple(each["box"]), each["advance"]) for name, each in glyphs.items()}


def _short(value: float, digits: int = 2) -> str:
    return f"{round(value, digits):g}"
