"""Dishes of rice: in a bowl, under a topping, fried, pressed into shape."""

import math

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import nori, prawn, sesame, shiso, sprouts
from chabudai.apps.kondate.drawing.shapes import (
    SOFT,
    Spot,
    blob,
    block,
    dashes,
    disc,
    fade,
    group,
    line,
    oval,
    rimmed,
    scatter,
    shape,
    strands,
    toned,
)
from chabudai.apps.kondate.drawing.vessels import bowl, lacquer_box, oblong, plate


def rice_heap(x: float, y: float, radius: float, colour: str = "#fffdf7", seed: int = 3) -> str:
    heap = shape(blob(x, y, radius, seed, 0.05, 12), toned(colour), SOFT)
    count = round(radius * 1.3)
    shade = dashes(scatter(count, x, y, radius - 5, seed + 1, 4.6), "#c9bb9c", 1.5, 3, fade(0.6))
    return heap + shade + dashes(scatter(count, x, y, radius - 5, seed + 9, 4.6), "#ffffff", 1.7, 3.2)


def draw_rice(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#efe9dc", 46, 7) + rice_heap(60, 60, 35, c.first)
    if c.name == "mixed":
        drawn += "".join(
            shape(blob(spot.x, spot.y, 4.6, at, 0.2, 7), toned("#c48a55"), SOFT)
            for at, spot in enumerate(scatter(7, 60, 60, 25, 3, 14))
        )
        drawn += dashes(scatter(12, 60, 60, 27, 12, 9), "#7d5432", 2.6, 7) + dashes(
            scatter(9, 60, 60, 26, 8, 10), "#e5792c", 2.4, 6
        )
        return drawn + dashes(scatter(6, 60, 60, 24, 21, 10), "#5f9a3f", 2.4, 4)
    if c.name == "plum":
        return drawn + disc(60, 59, 7, toned("#c2352f"), SOFT) + line("M56 57q2-3 5-3M58 62q3 1 5-1", "#ef9a8e", 1.2)
    return drawn


def draw_egg_bowl(c: Colours) -> str:
    """Oyakodon, and its kin with a cutlet."""
    drawn = bowl(c.glaze, c.rim, "#e8c473", 51, 8) + shape(blob(60, 60, 42, 5, 0.03, 12), toned("#f3bd3d"))
    drawn += "".join(
        shape(blob(x, y, r, seed, 0.25, 8), "#ffdf7d")
        for x, y, r, seed in ((44, 46, 13, 2), (78, 64, 14, 4), (56, 82, 12, 7), (74, 38, 10, 9))
    )
    drawn += "".join(
        shape(blob(x, y, r, seed, 0.28, 8), "#fff6dc", fade(0.95))
        for x, y, r, seed in ((52, 56, 8, 2), (82, 54, 7, 4), (66, 72, 7, 7), (38, 66, 6, 9))
    )
    if c.name == "cutlet":
        drawn += group(
            "".join(
                block(-26 + 13 * at, 0, 12.4, (34, 42, 46, 42, 34)[at], 3, toned(c.first), 0, SOFT)
                + block(-22 + 13 * at, 0, 2.4, (30, 38, 42, 38, 30)[at], 1.2, "#f6e2c6")
                for at in range(5)
            )
            + dashes(scatter(40, -2, 0, 26, 4, 6), c.second, 2, 1.2),
            60,
            60,
            -14,
        )
        drawn += "".join(
            group(shape(blob(0, 0, 9, at, 0.3, 8), "#ffdf7d", fade(0.92)), x, y)
            for at, (x, y) in enumerate(((44, 52), (70, 70), (76, 46), (50, 76)))
        )
    else:
        drawn += "".join(
            shape(blob(x, y, r, seed, 0.18, 7), toned(c.first), SOFT) + line(f"M{x - 4} {y - 3}q4-3 7 0", c.second, 1.6)
            for x, y, r, seed in (
                (46, 62, 9, 3),
                (67, 48, 9.5, 6),
                (77, 74, 9, 8),
                (45, 80, 8, 2),
                (52, 38, 8, 5),
                (84, 48, 7, 11),
            )
        )
        drawn += line("M32 58q6-7 12-3M60 66q7 5 14 0M84 62q-3 8-9 8M58 88q6 3 11-1", "#f9ecca", 2.8)
    return drawn + sprouts(61, 62)


def draw_beef_bowl(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#efe6d2", 51, 8) + rice_heap(60, 60, 40)
    drawn += shape(blob(58, 56, 33, 7, 0.1, 11), "#6b3c22", fade(0.5))
    for at, spot in enumerate(scatter(12, 58, 56, 26, 4, 12)):
        slice_ = "M-11 2q4-8 11-5t11-2q3 6-4 9t-11 2-7-4z"
        colour = (c.first, c.second, "#93603f")[at % 3]
        drawn += group(
            shape(slice_, toned(colour), SOFT) + line("M-6 1q6-4 12-2", "#d9a981", 1.1), spot.x, spot.y, spot.turn
        )
    drawn += strands(scatter(8, 58, 56, 27, 9, 12), "#f3dfae", 2.8, 13, 3)
    return (
        drawn
        + strands(scatter(16, 78, 78, 8, 5, 2.4), "#d8323c", 2, 9, 4)
        + strands(scatter(8, 78, 78, 6, 8, 2), "#ef6a6e", 1.4, 7, 5)
    )


def draw_curry(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim)
    pool = "M60 20c23 0 40 17 40 40S83 100 60 100c-6-9-12-17-11-27s12-16 10-27-6-16 1-26z"
    drawn += shape(pool, toned(c.first), SOFT) + shape(
        "M66 25c16 3 27 15 29 30-12-3-23-13-29-30z", c.second, fade(0.45)
    )
    drawn += rice_heap(41, 60, 25)
    drawn += "".join(
        block(x, y, 13, 11, 4, toned("#ecc264"), turn, SOFT)
        for x, y, turn in ((77, 45, 18), (85, 68, -30), (66, 84, 40))
    )
    drawn += "".join(
        block(x, y, 10.5, 9.5, 3, toned("#e27a2e"), turn, SOFT)
        for x, y, turn in ((70, 60, -12), (80, 83, 20), (90, 54, 50))
    )
    drawn += "".join(
        shape(blob(x, y, 6.5, seed, 0.2), toned("#6a3a1c"), SOFT)
        for x, y, seed in ((71, 34, 2), (76, 73, 5), (61, 71, 7))
    )
    return drawn + "".join(disc(spot.x, spot.y, 2.1, toned("#b92d25")) for spot in scatter(9, 31, 40, 6.5, 3, 3.8))


def draw_omurice(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim)
    body = "M18 64C22 42 44 32 64 33s38 12 39 28-20 29-42 29S15 82 18 64z"
    drawn += shape(body, toned(c.first), SOFT) + shape(
        "M27 56C34 44 50 39 66 39c-16 4-28 10-36 22-3 3-5-1-3-5z", "#fff3b4", fade(0.8)
    )
    drawn += line("M30 74q30 14 62 0", "#d99a25", 1.4, fade(0.6))
    drawn += line("M36 62q6-11 11 0t11 0 11 0 11 0 8-3", c.second, 5.4, SOFT) + line("M37 60q5-8 9 0", "#f08a6a", 1.4)
    broccoli_leaf = "".join(disc(x, y, r, toned("#4b8f3c")) for x, y, r in ((88, 30, 6), (95, 35, 5.5), (86, 37, 5)))
    return drawn + group(broccoli_leaf, more=SOFT)


def draw_fried_rice(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 60, 36, 4, 0.06, 12), toned(c.first), SOFT)
    drawn += dashes(scatter(60, 60, 59, 31, 5, 4), c.second, 2, 3.4) + dashes(
        scatter(34, 60, 59, 30, 11, 5), "#fff3cf", 1.9, 3.2
    )
    drawn += "".join(
        shape(blob(spot.x, spot.y, 4.4, at, 0.25, 7), toned("#f7cf4e"))
        for at, spot in enumerate(scatter(10, 60, 59, 29, 17, 11))
    )
    drawn += "".join(
        block(spot.x, spot.y, 6, 6, 1.4, toned("#b9624d"), spot.turn, SOFT) for spot in scatter(9, 60, 59, 27, 23, 13)
    )
    return drawn + dashes(scatter(20, 60, 59, 30, 31, 7), "#5d9c3f", 2.2, 2.2)


def draw_chirashi(c: Colours) -> str:
    drawn = (
        bowl(c.glaze, c.rim, "#efe2c4", 53, 8)
        + shape(blob(60, 60, 43, 3, 0.04, 12), toned("#fffdf7"), SOFT)
        + dashes(scatter(20, 60, 60, 38, 4, 5), "#e2d8c2", 1.7, 3)
    )
    drawn += strands(scatter(40, 60, 60, 36, 4, 4), "#f6cd45", 2.6, 11, 4)
    for spot in scatter(5, 60, 60, 31, 2, 22):
        drawn += prawn(spot.x, spot.y, spot.turn * 2, 0.8)
    for x, y in ((60, 60), (82, 42), (38, 76)):
        roe = tuple(scatter(8, x, y, 6.5, 5, 4))
        drawn += dashes(roe, "#d9481a", 5, 0.1) + dashes(
            (Spot(s.x - 0.8, s.y - 0.9, 0) for s in roe), "#ffc9a6", 1.6, 0.1
        )
    for x, y, turn in ((44, 44, -30), (76, 76, 30), (60, 30, 0), (88, 62, 70), (32, 58, 60)):
        drawn += group(
            shape("M-11 0q11-8 22 0-11 8-22 0z", toned("#5d9f3d"), SOFT) + line("M-7 0h14", "#a9d27f", 1), x, y, turn
        )
    holes = (Spot(4.4 * math.sin(at * 1.047), -4.4 * math.cos(at * 1.047), 0) for at in range(6))
    lotus = disc(0, 0, 8, toned("#fbf3df"), SOFT) + dashes(holes, "#c9b68c", 3.2, 0.1)
    return drawn + group(lotus, 52, 84) + group(lotus, 78, 56) + nori(9, 6, 60, 60, 18)


def draw_porridge(c: Colours) -> str:
    """Rice in a soup: with egg, or with salmon and tea."""
    drawn = bowl(c.glaze, c.rim, c.first, 48, 8) + shape(blob(60, 61, 38, 5, 0.03, 12), toned(c.first))
    drawn += dashes(scatter(70, 60, 60, 36, 5, 4), "#fffbe9", 2.2, 3.4, fade(0.8))
    if c.name == "egg":
        drawn += "".join(
            shape(blob(spot.x, spot.y, 8, at, 0.35, 9), c.second, fade(0.92))
            for at, spot in enumerate(scatter(9, 60, 60, 28, 6, 13))
        )
        return drawn + "".join(rimmed(s.x, s.y, 2.3, "#edf3d6", "#6fa046", 1.3) for s in scatter(13, 60, 60, 26, 12, 7))
    drawn += shape(blob(60, 58, 20, 9, 0.12), "#fffdf6")
    drawn += dashes(scatter(26, 60, 58, 17, 5, 4), "#ddd0b4", 1.6, 3.2)
    drawn += "".join(
        shape(blob(s.x, s.y, 5, at, 0.25, 7), toned(c.second), SOFT)
        for at, s in enumerate(scatter(10, 60, 57, 15, 3, 7))
    )
    return drawn + nori(12, 4, 60, 56, 13) + sesame(8, 3, 60, 58, 14) + disc(72, 50, 3.4, toned("#9cbf4f"), SOFT)


def draw_onigiri(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 70) + shiso(24, 40, -24, 0.8)
    for x, y, turn in ((42, 60, -6), (79, 62, 7)):
        ball = shape(
            "M0-26c4 0 7 3 9 6l17 27c4 7 1 14-7 15H-19c-8-1-11-8-7-15L-9-20c2-3 5-6 9-6z", toned(c.first), SOFT
        )
        ball += dashes(scatter(30, 0, 2, 18, 6, 4.6), "#d5c9ae", 1.5, 3, fade(0.7)) + dashes(
            scatter(20, 0, -2, 16, 9, 5), "#ffffff", 1.7, 3
        )
        sheet = shape("M-11 0h22v20q0 2-2 2h-18q-2 0-2-2z", toned(c.second)) + line(
            "M-7 4v14M0 3v16M7 4v14", "#3b5143", 0.9, fade(0.7)
        )
        drawn += group(ball + sheet, x, y, turn)
    return drawn + group(
        "".join(shape(f"M{at * 4 - 9} 6a8 8 0 0 1 13-9l-12 10z", toned("#efbf35"), SOFT) for at in range(3)),
        104,
        82,
        0,
        0.9,
    )


def draw_inari(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 74)
    for x, y, turn in ((33, 48, -8), (62, 46, 3), (89, 50, 9), (40, 76, 5), (71, 76, -6)):
        pouch = shape("M-13-7q13-6 26 0 4 7 0 15-13 5-26 0-4-8 0-15z", toned(c.first), SOFT)
        pouch += shape("M-11-6q11-4 22 0-11 5-22 0z", c.second, fade(0.85)) + line(
            "M-8 2q4 2 7 0M2 4q4 1 7-1", "#8f5720", 1.1, fade(0.6)
        )
        drawn += group(pouch, x, y, turn)
    return (
        drawn
        + strands(scatter(14, 98, 79, 6, 5, 2.2), "#e8939b", 2, 8, 4)
        + strands(scatter(6, 98, 79, 5, 8, 2), "#f6c3c4", 1.4, 6, 5)
    )


def draw_bento(c: Colours) -> str:
    drawn = lacquer_box()
    drawn += block(37, 60, 46, 66, 3, "#fffaf0")
    stripes = ((26, c.first, "#7a4726"), (42, "#f4c63f", "#ffe58c"), (54, c.second, "#9ccf74"))
    for (x, colour, light), width in zip(stripes, (20, 13, 11), strict=True):
        drawn += block(x, 60, width, 64, 2, toned(colour)) + dashes(
            (s for s in scatter(90, x, 60, 30, 5, 3.2) if abs(s.x - x) < width / 2 - 1.8), light, 2, 1.8
        )
    drawn += block(62, 60, 2.6, 69, 0, "#33201a")
    drawn += block(86, 78, 44, 2.6, 0, "#33201a")
    for x, y in ((75, 41), (90, 41), (76, 61), (93, 61)):
        drawn += shape(blob(x, y, 8.4, round(x), 0.2, 8), toned("#bb7430"), SOFT) + line(
            f"M{x - 4} {y - 2}q4-4 7-1", "#ecbb76", 1.6
        )
    drawn += oval(75, 86, 8, 5.6, toned("#f5cb4e"), 0, SOFT) + line("M71 86q4-4 8 0", "#d99f2b", 1.2)
    drawn += disc(90, 86, 5.6, toned("#d63f2b"), SOFT) + disc(101, 86, 4.6, toned("#4f9340"), SOFT)
    return drawn + disc(88.4, 84, 1.3, "#fff", fade(0.7))
