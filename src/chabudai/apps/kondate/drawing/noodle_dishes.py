"""Noodles in broth, cold, fried and with sauce; and what is baked flat: okonomiyaki, toast, sandwiches."""

import random

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import egg_half, leek, nori, parsley, shiso, tomato
from chabudai.apps.kondate.drawing.shapes import (
    SOFT,
    blob,
    block,
    coils,
    dashes,
    disc,
    fade,
    group,
    line,
    oval,
    ring,
    scatter,
    shape,
    strands,
    toned,
)
from chabudai.apps.kondate.drawing.vessels import INK, bowl, glass, oblong, plate, saucer

_WAVES = (
    "M24 66q12-16 32-9t40-5M26 76q14-14 32-7t36-5M34 86q12-11 28-6t24-5M25 55q14-15 32-9t34-6M34 44q12-10 26-7t22-5"
)


def draw_noodle_soup(c: Colours) -> str:
    """Udon with fried tofu; ramen with an egg and pork."""
    drawn = bowl(c.glaze, c.rim, c.second, 52, 8) + disc(60, 60, 43.5, toned(c.second))
    drawn += group(line(_WAVES, mixed_shadow(c.second), 7, fade(0.5)), 0.6, 1.8) + line(_WAVES, c.first, 5.4)
    drawn += line(_WAVES, "#ffffff", 1.1, fade(0.55))
    if c.name == "ramen":
        drawn += egg_half(46, 46, -20, 1.2)
        for x, y in ((74, 46), (84, 62)):
            drawn += (
                disc(x, y, 12, toned("#d9a687"), SOFT)
                + ring(x, y, 9, "#b3775a", 2)
                + shape(blob(x, y, 5, 4, 0.3), "#c58f70")
            )
        drawn += block(36, 70, 18, 26, 1.5, "#22332a", -16, SOFT) + group(
            "".join(line(f"M0 {v}q9-3 18 0", "#d7b06a", 3.6) for v in (0, 4.5, 9)), 46, 78, -8
        )
        return drawn + leek(11, 5, 68, 78, 13, 2.6)
    drawn += shape(
        "M57 34l34 9-17 31z", toned("#d9a052"), f'{SOFT} stroke="#cf9443" stroke-width="3" stroke-linejoin="round"'
    )
    drawn += line("M64 41l17 5-9 16", "#f1cd8d", 1.8) + disc(74, 52, 1, "#b97c2e") + disc(70, 47, 1, "#b97c2e")
    for x, y, turn in ((38, 50, -24), (44, 62, -10)):
        slice_ = shape("M-11 0a11 11 0 0 1 22 0z", toned("#ee8fa2"), SOFT) + shape(
            "M-8.500 0a8.500 8.500 0 0 1 17 0z", "#fffaf6"
        )
        drawn += group(slice_, x, y, turn)
    return drawn + leek(11, 3, 50, 82, 14, 2.8)


def mixed_shadow(broth: str) -> str:
    return {"#d9ab62": "#9a6a2a", "#c07a3a": "#7a4318"}.get(broth, "#6b4a22")


def draw_cold_noodles(c: Colours) -> str:
    """Soba on bamboo, somen in iced water."""
    if c.name == "soba":
        drawn = (
            block(62, 65, 112, 84, 10, INK, more=fade(0.2))
            + block(60, 60, 110, 80, 7, toned("#6a2c1d"))
            + block(60, 60, 101, 71, 4, "#d8b679")
        )
        drawn += line("".join(f"M11 {y}h98" for y in range(29, 94, 5)), "#b58e50", 1.2)
    else:
        drawn = (
            glass("#c3dbe0", 52)
            + disc(60, 60, 42, "#dcebee")
            + line("M24 54q8-5 16 0M84 84q7-4 12 0", "#fff", 2, fade(0.9))
        )
    for x, y in (
        ((38, 48), (66, 44), (46, 70), (74, 68)) if c.name == "soba" else ((44, 46), (72, 46), (46, 72), (72, 72))
    ):
        drawn += group(oval(0, 0, 18, 13, c.first, more=SOFT) + _bundle(c), x, y, -12)
    if c.name == "soba":
        return drawn + nori(16, 4, 56, 55, 17) + saucer(98, 84, "#3f2110", 15) + leek(4, 5, 97, 83, 5, 1.7)
    cubes = "".join(
        block(x, y, 11, 11, 2.5, "#ffffff", turn, fade(0.65))
        for x, y, turn in ((60, 58, 20), (30, 66, 40), (88, 56, -12))
    )
    return (
        drawn
        + cubes
        + shiso(82, 34, -40, 0.5)
        + group(disc(0, 0, 4, toned("#e8939b"), SOFT), 38, 84)
        + leek(4, 6, 62, 88, 6, 2)
    )


def _bundle(c: Colours) -> str:
    drawn = ""
    for colour, width, seed in ((c.second, 1.7, 2), ("#ffffff" if c.name == "somen" else "#c7b19a", 1.3, 5)):
        chance, outline = random.Random(seed), ""
        for at in range(7):
            y = -9 + at * 3 + chance.uniform(-0.8, 0.8)
            reach = 16 * (1 - (y / 13.5) ** 2) ** 0.5
            bend, end = chance.uniform(-6, 3), chance.uniform(-1, 1)
            outline += f"M{-reach:.1f} {y:.1f}q{reach:.1f} {bend:.1f} {2 * reach:.1f} {end:.1f}"
        drawn += line(outline, colour, width)
    return drawn


def draw_yakisoba(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 61, 36, 4, 0.07, 12), "#6e3d17", SOFT)
    for colour, width, seed in (("#8f5423", 2.8, 1), (c.first, 2.8, 3), (c.second, 2.2, 5)):
        drawn += strands(scatter(26, 60, 60, 31, seed * 3, 5), colour, width, 20, seed)
    drawn += "".join(
        shape(blob(s.x, s.y, 6, at, 0.3, 8), toned("#c9de93"), SOFT)
        for at, s in enumerate(scatter(6, 60, 60, 27, 8, 16))
    )
    drawn += "".join(
        group(shape("M-8 2q4-6 8-3t8-2q2 5-4 7t-8 0z", toned("#c78265"), SOFT), s.x, s.y, s.turn)
        for s in scatter(5, 60, 58, 25, 14, 18)
    )
    drawn += dashes(scatter(7, 60, 60, 28, 4, 12), "#e5792c", 3, 8) + dashes(
        scatter(18, 58, 56, 20, 12, 4), "#3f7a3a", 1.6, 0.6
    )
    return drawn + strands(scatter(14, 80, 40, 7, 5, 2.2), "#d8323c", 2, 8, 4)


def draw_pasta(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 60, 35, 2, 0.06, 12), toned(c.first), SOFT)
    for colour, width, seed in zip((mixed(c.first), c.second, "#fff0c8"), (2.8, 2.8, 1.7), (2, 3, 7), strict=True):
        drawn += coils(60, 60, 33, colour, width, seed, 17)
    if c.name == "tomato":
        drawn += "".join(ring(x, y, 6, "#4b9340", 3, SOFT) for x, y in ((43, 50), (79, 71), (67, 39)))
        for x, y in ((55, 76), (82, 53), (42, 68), (60, 56)):
            drawn += disc(x, y, 5.8, toned("#e0907c"), SOFT) + ring(x, y, 5.4, "#b85546", 1)
        return drawn + dashes(scatter(14, 60, 58, 14, 9, 4), "#fff3d2", 1.8, 0.8)
    drawn += "".join(block(s.x, s.y, 9, 6, 1.6, toned("#cf7464"), s.turn, SOFT) for s in scatter(8, 60, 60, 24, 5, 14))
    drawn += "".join(
        group(shape("M-8 0q4-7 9-4t8 4q-5 7-10 4t-7-4z", toned("#4d8a3f"), SOFT), s.x, s.y, s.turn)
        for s in scatter(8, 60, 60, 25, 12, 14)
    )
    return drawn + dashes(scatter(12, 60, 60, 24, 3, 7), "#4a3a2a", 1.2, 0.3)


def mixed(colour: str) -> str:
    return {"#d4602a": "#a93f16", "#f3e3b6": "#d4b878"}.get(colour, "#8a5a2a")


def draw_okonomiyaki(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 60, 38, 3, 0.05, 13), toned("#dcae5e"), SOFT)
    drawn += shape(blob(60, 59, 33, 5, 0.08, 12), toned(c.first)) + line("M34 46q6-10 16-13", "#b5713f", 2.4, fade(0.8))
    zigzag = "M32 50l12-12 0 26 12-34 0 52 12-56 0 56 11-46 0 34 9-20"
    drawn += line(zigzag, "#fff6d8", 2.4)
    drawn += dashes(scatter(60, 60, 60, 27, 12, 3), "#3e7d38", 1.7, 0.5)
    for s in scatter(11, 62, 58, 20, 4, 9):
        drawn += group(
            shape("M-8 1q5-6 9-3t7-1q-3 6-8 5t-8-1z", "#efc79a", SOFT) + line("M-4 0q4-2 8-1", "#c98f5c", 0.9),
            s.x,
            s.y,
            s.turn * 2,
        )
    return drawn


def draw_toast(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim)
    crust = "M32 36q-6-12 8-14h40q14 2 8 14v50q0 6-6 6H38q-6 0-6-6z"
    drawn += group(shape(crust, toned("#b9783a"), SOFT) + group(shape(crust, toned(c.first)), 6, 5.4, 0, 0.9), 0, 2)
    drawn += shape(blob(60, 60, 24, 5, 0.12, 11), c.second, fade(0.9)) + "".join(
        shape(blob(s.x, s.y, 7, at, 0.3), "#ffe9a8", fade(0.85)) for at, s in enumerate(scatter(8, 60, 60, 19, 4, 11))
    )
    drawn += "".join(ring(x, y, 6, "#4b9340", 2.6, SOFT) for x, y in ((48, 50), (72, 66), (52, 76)))
    drawn += "".join(block(s.x, s.y, 9, 5, 1.6, toned("#cf6a58"), s.turn, SOFT) for s in scatter(6, 61, 60, 17, 8, 13))
    return drawn + parsley(10, 3, 60, 60, 20)


def draw_sandwich(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 74)
    for x, turn in ((34, -4), (62, 2), (90, -2)):
        layers = (
            block(0, 0, 24, 52, 3, toned("#e8c48c"), 0, SOFT)
            + block(-8.6, 0, 6.8, 50, 2, toned("#fffaf0"))
            + block(8.6, 0, 6.8, 50, 2, toned("#fdf5e4"))
        )
        layers += block(0, 0, 10.6, 51, 3, toned(c.first)) + dashes(
            (s for s in scatter(60, 0, 0, 24, 5, 3.6) if abs(s.x) < 4), c.second, 2.6, 1.2
        )
        drawn += group(layers, x, 58, turn)
    return drawn + parsley(6, 3, 104, 88, 4) + tomato(16, 84, 4.6)
