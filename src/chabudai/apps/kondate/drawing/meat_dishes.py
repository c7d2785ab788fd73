"""Main dishes of meat on a plate: grilled, fried, stirred in a pan."""

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import (
    broccoli,
    cabbage,
    carrot_coin,
    grated,
    leaves,
    lemon,
    sesame,
    shiso,
    tomato,
)
from chabudai.apps.kondate.drawing.shapes import (
    SOFT,
    blob,
    block,
    dashes,
    disc,
    fade,
    group,
    line,
    oval,
    scatter,
    shape,
    strands,
    striped,
    toned,
)
from chabudai.apps.kondate.drawing.vessels import oblong, plate, saucer

_SLICE = "M-15 2q6-9 15-5t14-3q4 7-5 11t-14 2-10-5z"


def draw_teriyaki(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + cabbage(42, 41, 19) + tomato(70, 29, 7) + tomato(83, 36, 6.4)
    for at in range(5):
        x, y, turn = 31 + at * 14, 80 - at * 4 + abs(at - 2) * 2, -20 + at * 5
        cut = (
            block(0, 0, 16.5, 36, 6, toned(c.first), 0, SOFT)
            + block(-5, 0.5, 6, 34, 3, c.second)
            + block(3, -4, 2.6, 18, 1.3, "#eaa65c", more=fade(0.9))
        )
        drawn += group(cut, x, y, turn)
    return drawn + sesame(16, 5, 60, 72, 26)


def draw_pork_saute(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + cabbage(41, 44, 21, 5) + tomato(66, 28, 6.6)
    for at, (x, y, turn) in enumerate(
        ((44, 76, -20), (60, 84, 5), (76, 80, 20), (88, 66, 40), (70, 64, 10), (56, 66, -12), (80, 52, 60))
    ):
        slice_ = (
            shape(_SLICE, toned((c.first, c.second)[at % 2]), SOFT)
            + line("M-10 1q9-5 19-2", "#f1cfa0", 1.5)
            + line("M-12 4q10 6 22 0", "#f7e6cb", 1.8, fade(0.8))
        )
        drawn += group(slice_, x, y, turn, 1.12)
    return drawn + strands(scatter(9, 68, 72, 18, 4, 9), "#f6e3b4", 2.6, 12, 3, SOFT) + sesame(8, 4, 68, 72, 16)


def draw_karaage(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + leaves(5, 5, 38, 42, 12)
    pieces = ((70, 40, 1, 0), (50, 62, 1.04, 12), (82, 64, 1, 34), (64, 84, 0.98, -24), (37, 84, 0.8, 40))
    for at, (x, y, scale, turn) in enumerate(pieces):
        seed = 2 + at % 2
        one = shape(blob(0, 0, 15, seed, 0.19, 9), toned((c.first, c.second)[at % 2]), SOFT)
        one += shape(blob(-3, -3, 7.5, seed + 3, 0.3, 7), "#f3c987", fade(0.55))
        one += dashes(scatter(8, 0, 0, 11, seed, 4), "#8f5118", 1.6, 2.4, fade(0.6)) + dashes(
            scatter(6, -2, -2, 10, seed + 5, 4), "#fbe3b4", 1.6, 1.6
        )
        drawn += group(one, x, y, turn, scale)
    if c.name == "white":
        drawn += shape(blob(66, 60, 20, 4, 0.22, 11), toned("#fff4cf"), SOFT) + dashes(
            scatter(9, 66, 60, 15, 6, 6), "#f2c233", 2.6, 1.5
        )
        return drawn + dashes(scatter(10, 66, 60, 16, 9, 5), "#5d9c3f", 1.8, 1) + tomato(34, 62, 6)
    return drawn + lemon(93, 88, -30, 1.1) + tomato(34, 64, 6.2)


def draw_hamburg(c: Colours) -> str:
    drawn = (
        plate(c.glaze, c.rim)
        + broccoli(35, 42)
        + broccoli(50, 34, 0.85)
        + carrot_coin(70, 32)
        + carrot_coin(82, 39, 6.4)
    )
    drawn += oval(62, 71, 33, 23, toned("#7d4522"), -6, SOFT) + dashes(
        scatter(22, 62, 71, 20, 5, 5), "#59290f", 2, 2, fade(0.7)
    )
    if c.name == "daikon":
        drawn += shape(blob(62, 67, 16, 5, 0.12, 10), toned("#fbf8ee"), SOFT) + line(
            "M54 62q5-5 10-1M56 70q6 2 12-2M66 66q4-3 7 0", "#d8d0bb", 1.3
        )
        drawn += group(shape("M-8 0q4-6 9-4t7 4q-5 6-10 4t-6-4z", toned("#4d8043"), SOFT), 64, 62, -20, 0.8)
        return drawn + line("M36 78q8 12 26 13t30-10", "#4a2512", 3, fade(0.5))
    sauce = "M36 66c6-16 42-18 52-5 5 10-4 21-14 19-5 0-6 6-12 5s-6-6-12-6-16-3-14-13z"
    return (
        drawn
        + shape(sauce, toned(c.first), SOFT)
        + line("M47 62q11-7 26-4", c.second, 2.6)
        + line("M58 70q8-3 15 2", c.second, 1.8, fade(0.7))
    )


def draw_gyoza(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim)
    for at in range(5):
        x, y = 53 + (4 if at % 2 else 0), 33 + at * 12.4
        body = "M-29 7C-27-8-13-11 0-11S27-8 29 7C17 11-17 11-29 7z"
        one = shape(body, toned("#fbedc9"), SOFT) + shape(
            "M-28 3C-17-3 17-3 28 3l1 4C17 11-17 11-29 7z", toned(c.first)
        )
        one += shape("M-21 4C-11 1 11 1 21 4c-8 3-34 3-42 0z", c.second, fade(0.55)) + line(
            "M-18-6l3 5M-9-9l2 5M0-9.500v5M9-9l-2 5M18-6l-3 5", "#d5b678", 1.4
        )
        drawn += group(one, x, y, -5)
    return drawn + saucer(93, 84, "#4a2712", 14) + disc(96, 81, 2.6, "#d4521f") + disc(91, 87, 1.6, "#d4521f")


def draw_cutlet(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + cabbage(44, 40, 20, 4) + tomato(72, 27, 6.4)
    if c.name == "fish":
        for x, y, turn in ((50, 74, -16), (78, 68, 10)):
            body = "M-30 2C-22-15 10-17 22-3l12-8q4 9 1 19l-13-6C10 16-20 16-30 2z"
            drawn += group(
                shape(body, toned(c.first), SOFT)
                + dashes(scatter(40, -2, 0, 19, 5, 4), c.second, 2, 1.4)
                + dashes(scatter(20, -2, 1, 18, 9, 5), "#8f5118", 1.5, 1.2, fade(0.6)),
                x,
                y,
                turn,
                0.84,
            )
        return drawn + lemon(94, 88, -26)
    cut = ""
    for at in range(5):
        x = -28 + at * 14
        top = (-18, -22, -24, -22, -17)[at]
        cut += block(x, (top + 24) / 2 - 2, 13, 24 - top, 4.5, toned(c.first), 0, SOFT) + block(
            x + 4.6, (top + 24) / 2 - 2, 2.6, 20 - top, 1.2, "#f3ddc2"
        )
        cut += dashes(
            (s for s in scatter(60, x - 1, 2, 22, at + 3, 3.6) if abs(s.x - x + 1) < 4 and top + 2 < s.y < 18),
            c.second,
            2,
            1.2,
        )
    return drawn + group(cut, 62, 74, -8) + lemon(96, 44, 30, 0.9)


def draw_stir_fry(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 61, 35, 4, 0.08, 12), "#5a3115", fade(0.75) + SOFT)
    if c.name == "green":
        drawn += strands(scatter(20, 60, 60, 28, 3, 8), "#8a4a2d", 5, 20, 3, SOFT) + strands(
            scatter(18, 60, 60, 28, 6, 8), "#3f8a35", 5, 19, 5, SOFT
        )
        drawn += strands(scatter(12, 60, 60, 27, 9, 9), "#f0dda6", 4, 17, 7, SOFT) + strands(
            scatter(12, 60, 60, 28, 12, 9), "#a5603c", 4.6, 18, 9, SOFT
        )
        return drawn + strands(scatter(14, 60, 59, 27, 15, 9), "#62ad49", 4, 17, 11) + sesame(8, 3, 60, 60, 22)
    for at, s in enumerate(scatter(12, 60, 60, 28, 5, 12)):
        drawn += group(
            shape("M-10-8l17-3 5 12-13 9-11-6z", toned(("#cfe39c", "#a8cc6c", "#e0edb8")[at % 3]), f"{SOFT}")
            + line("M-5-2q6-4 12-2", "#f6fae4", 1.4),
            s.x,
            s.y,
            s.turn * 2,
        )
    for s in scatter(8, 60, 60, 26, 11, 15):
        drawn += group(
            shape(_SLICE, toned(c.first), SOFT) + line("M-10 1q9-5 19-2", "#f3d9b8", 2.6), s.x, s.y, s.turn * 2, 0.92
        )
    drawn += "".join(block(s.x, s.y, 12, 9, 2, toned("#3f8a35"), s.turn, SOFT) for s in scatter(6, 60, 60, 27, 17, 18))
    return drawn + "".join(disc(s.x, s.y, 1.5, c.second) for s in scatter(9, 60, 60, 28, 4, 9))


def draw_croquette(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + cabbage(44, 40, 20, 6) + tomato(70, 28, 6.4)
    for x, y, turn in ((44, 76, -14), (78, 64, 18)):
        body = (
            oval(0, 0, 24, 16.5, toned(c.first), 0, SOFT)
            + dashes(scatter(56, 0, 0, 20, 5, 3.6), c.second, 2, 1.3)
            + dashes(scatter(26, 1, 1, 19, 9, 4.6), "#8a4c14", 1.6, 1.3, fade(0.55))
        )
        drawn += group(body, x, y, turn)
    return drawn + line("M68 92q8 4 16-2t16-5", "#5a2a14", 4, fade(0.8)) + lemon(98, 40, 34, 0.8)


def draw_stuffed_peppers(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim)
    for x, y, turn in ((44, 40, -34), (76, 42, 24), (36, 72, -14), (64, 68, 6), (88, 72, 30), (60, 92, -70)):
        one = shape("M-16-1c0-11 9-14 17-13s15 6 15 13-6 14-15 14S-16 10-16-1z", toned(c.first), SOFT) + line(
            "M-16-1l-5-1", "#8fbf5c", 3
        )
        one += (
            oval(0, 0, 12.4, 9.6, toned("#8a4b25"))
            + dashes(scatter(10, 0, 0, 9, 4, 4), "#5c2a10", 1.8, 1.6, fade(0.7))
            + shape("M-8-3q7-6 15-1-2 6-8 5t-7-4z", c.second, fade(0.85))
            + line("M-5-3q5-3 9-1", "#f4a37e", 1.2)
        )
        drawn += group(one, x, y, turn, 0.96)
    return drawn


def draw_champuru(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 60, 34, 4, 0.08, 12), toned("#f3cf62"), SOFT)
    for at, s in enumerate(scatter(9, 60, 60, 27, 6, 13)):
        drawn += group(shape(blob(0, 0, 8, at % 2, 0.3, 8), toned(("#f9da6f", "#ffeaa0")[at % 2])), s.x, s.y, s.turn)
    for s in scatter(7, 60, 60, 26, 11, 16):
        drawn += group(
            shape(blob(0, 0, 8, 5, 0.2, 6), toned("#fff6e0"), SOFT) + line("M-4 4q4 2 8 0", "#cf9a4e", 1.8),
            s.x,
            s.y,
            s.turn,
        )
    for s in scatter(11, 60, 60, 29, 5, 13):
        one = line("M-8 4a9 9 0 0 1 16 0", c.first, 5.4, SOFT) + striped(
            "M-8.500 2.500a9 9 0 0 1 17 0", c.second, 2, 1.4, 2.4
        )
        drawn += group(one, s.x, s.y, s.turn * 2)
    for s in scatter(5, 60, 60, 24, 21, 18):
        drawn += group(
            shape(_SLICE, toned("#cf8a72"), SOFT) + line("M-10 1q9-5 19-2", "#f6dfca", 2), s.x, s.y, s.turn, 0.8
        )
    return drawn + strands(scatter(12, 60, 56, 12, 3, 4), "#e9bf93", 2, 8, 4)


def draw_tsukune(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shiso(40, 38, -30, 1) + shiso(80, 36, 20, 0.9)
    for x, y, seed in ((46, 54, 2), (73, 52, 5), (40, 80, 8), (66, 80, 11), (90, 74, 14)):
        drawn += shape(blob(x, y, 14.5, seed, 0.06, 9), toned(c.first), SOFT) + shape(
            blob(x - 2, y - 3, 8, seed + 1, 0.2, 8), c.second, fade(0.5)
        )
        drawn += line(f"M{x - 8} {y - 4}q4-6 10-6", "#f6cd97", 1.8, fade(0.8)) + dashes(
            scatter(4, x, y, 9, seed, 5), "#4d8a3f", 1.8, 1.5
        )
    return drawn + sesame(14, 5, 64, 68, 28) + grated(94, 46, 7)


def draw_skewers(c: Colours) -> str:
    """Yakitori: meat and leek in turn."""
    drawn = oblong(c.glaze, c.rim, 76)
    for y, turn in ((40, -5), (60, -3), (80, -6)):
        drawn += group(block(2, 0, 108, 2.4, 1.2, "#d9b679", 0, SOFT), 58, y, turn)
        for at, x in enumerate((-36, -20, -4, 12, 28)):
            part = block(0, 0, 9, 13, 3, toned("#e9efc6"), 0, SOFT) + line("M-2-4v8", "#8fb35c", 1.6)
            if at % 2 == 0:
                part = shape(blob(0, 0, 9, 4, 0.14, 8), toned(c.first), SOFT) + line("M-5-3q4-4 9-2", c.second, 1.8)
                part += line("M-4 3l7-2", "#4a220c", 1.8, fade(0.6))
            drawn += group(group(part, x, 0), 58, y, turn)
    return drawn + lemon(104, 88, -20, 0.7)
