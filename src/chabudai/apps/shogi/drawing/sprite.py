"""The sets of pieces as files of drawings: each piece by its letter, as a page's `<use>` asks for it.

`P` is sente's pawn, `P1` its promoted side, `p` and `p1` are gote's, turned. Around (0, 0), in a cell of 60 by 65.
"""

from collections.abc import Callable
from typing import Final

from chabudai.apps.shogi.drawing.outlines import draw_centred
from chabudai.apps.shogi.drawing.shapes import KINDS, SIZES, draw_body
from chabudai.apps.shogi.records.pieces import CAN_PROMOTE

INK: Final = "var(--piece-ink, #1b120a)"
RED: Final = "var(--piece-red, #b01c12)"
ONE: Final = {
    **dict(zip("KRBGSNLP", "玉飛角金銀桂香歩", strict=True)),
    **dict(zip(("R1", "B1", "S1", "N1", "L1", "P1"), "龍馬全圭杏と", strict=True)),
    "k": "王",
}
TWO: Final = {
    **dict(zip("KRBGSNLP", ["玉将", "飛車", "角行", "金将", "銀将", "桂馬", "香車", "歩兵"], strict=True)),
    **dict(zip(("R1", "B1", "S1", "N1", "L1", "P1"), ["龍王", "龍馬", "成銀", "成桂", "成香", "と金"], strict=True)),
    "k": "王将",
}
_GOLD: Final = ("n", "ne", "nw", "e", "w", "s")
_STEPS: Final = {
    "K": ("n", "ne", "nw", "e", "w", "s", "se", "sw"),
    "G": _GOLD,
    "S": ("n", "ne", "nw", "se", "sw"),
    "P": ("n",),
    "R1": ("ne", "nw", "se", "sw"),
    "B1": ("n", "e", "w", "s"),
    **dict.fromkeys(("S1", "N1", "L1", "P1"), _GOLD),
}
_SLIDES: Final = {
    "R": ("n", "e", "w", "s"),
    "R1": ("n", "e", "w", "s"),
    "B": ("ne", "nw", "se", "sw"),
    "B1": ("ne", "nw", "se", "sw"),
    "L": ("n",),
}
_WAYS: Final = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip


def render_sprite(name: str) -> str:
    draw = SETS[name]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><!-- Characters: Noto Serif CJK JP and Noto Sans CJK JP, SIL Open'
        ' Font License 1.1 --><defs><linearGradient id="wood" x1="0" y1="0" x2=".5" y2="1"><stop stop-color="#fff0cf"/>'
        '<stop offset=".55" stop-color="#f6dfae"/><stop offset="1" stop-color="#e5c184"/></linearGradient>\n'
        + "\n".join(_draw_pair(kind, draw) for kind in _faces())
        + "\n</defs></svg>\n"
    )


def _faces() -> list[str]:
    return [*KINDS, *(f"{kind}1" for kind in KINDS if kind in CAN_PROMOTE)]


def _draw_pair(face: str, draw: Callable[[str], str]) -> str:
    """Both sides' of one face; gote's king is another character."""
    if face != "K":
        return _draw_sides(face, draw(face), draw(face))
    return _draw_sides("K", draw("K"), draw("k")) + "\n" + _draw_sides("K2", draw("k"), draw("K"))


def _draw_sides(face: str, upright: str, turned: str) -> str:
    """Sente's and gote's, as long as sente sits below. `K2` and `k2` are the kings of a board that is turned round."""
    kind = face[0]
    return (
        f'<g id="{face}">{draw_body(kind, is_turned=False)}{upright}</g>\n'
        f'<g id="{face.lower()}">{draw_body(kind, is_turned=True)}<g transform="rotate(180)">{turned}</g></g>'
    )


def _draw_one(face: str) -> str:
    kind = face[0].upper()
    return draw_centred(ONE[face], SIZES[kind][0] * 0.655, y=SIZES[kind][1] * 0.075, fill=_colour(face))


def _draw_two(face: str) -> str:
    kind = face[0].upper()
    width, height = SIZES[kind]
    upper, lower = TWO[face][0], TWO[face][1]
    size, colour = width * 0.46, _colour(face)
    return draw_centred(upper, size, y=height * -0.12, fill=colour) + draw_centred(
        lower, size, y=height * 0.265, fill=colour
    )


def _draw_letter(face: str) -> str:
    """The letter, and around it where the piece goes: a dot is one step, a bar goes on."""
    face = face.upper()
    kind = face[0]
    width, height = SIZES[kind]
    y = height * 0.09
    letter = draw_centred(f"sans {kind}", width * 0.5, y=y, fill=_colour(face))
    return letter + _draw_ways(face, width * 0.33, height * 0.29, y)


def _draw_ways(face: str, across: float, along: float, y: float) -> str:
    dots = "".join(
        f'<circle cx="{_across(way, across):.3g}" cy="{y + _WAYS[way][1] * along:.3g}" r="2.3"/>'
        for way in _STEPS.get(face, ())
    )
    bars = "".join(
        f"M{_across(way, across) * 0.88:.3g} {y + _WAYS[way][1] * along * 0.86:.3g}"
        f"l{_across(way, across) * 0.24:.3g} {_WAYS[way][1] * along * 0.3:.3g}"
        for way in _SLIDES.get(face, ())
    )
    leaps = f"M0 {y - along * 0.8:.3g}l-5.5 -7M0 {y - along * 0.8:.3g}l5.5 -7" if face == "N" else ""
    lines = f'<path d="{bars}{leaps}" fill="none" stroke="{_colour(face)}" stroke-width="3" stroke-linecap="round"/>'
    return f'<g fill="{_colour(face)}">{dots}</g>' + (lines if bars or leaps else "")


def _across(way: str, across: float) -> float:
    """A body is narrower at its shoulders."""
    x, y = _WAYS[way]
    return x * across * (0.78 if y < 0 else 1.0)


def _colour(face: str) -> str:
    return RED if face.endswith("1") else INK


SETS: Final[dict[str, Callable[[str], str]]] = {"one": _draw_one, "two": _draw_two, "letters": _draw_letter}
