"""Sweet things."""

from chabudai.apps.kondate.drawing.colours import Colours
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
    ring,
    scatter,
    shape,
    toned,
)
from chabudai.apps.kondate.drawing.vessels import bowl, glass, oblong, plate


def draw_pudding(c: Colours) -> str:
    if c.name == "milk":
        drawn = glass("#cfdde0", 40) + disc(60, 60, 33, toned(c.first)) + line("M40 48q6-10 16-14", "#ffffff", 2.4)
        drawn += shape(blob(60, 60, 16, 5, 0.2, 10), toned(c.second), SOFT) + shape(
            blob(56, 56, 6, 3, 0.3), "#ef8a8a", fade(0.8)
        )
        leaf = shape("M0 0q-3-9 4-13 6 6 1 13z", toned("#4f9340"), SOFT) + line("M1-2l2-8", "#a3cc7e", 0.9)
        return drawn + group(leaf, 62, 52, -30) + group(leaf, 63, 52, 40)
    drawn = (
        plate(c.glaze, c.rim, 50)
        + shape(blob(61, 64, 35, 4, 0.07, 12), toned("#8a4a14"), SOFT)
        + line("M32 60q3-14 14-22", "#d99a52", 1.8, fade(0.8))
    )
    drawn += (
        disc(60, 61, 26, toned(c.first), SOFT)
        + disc(60, 59, 19, toned(c.second))
        + line("M46 54q4-9 13-11", "#e0a25c", 2.2)
    )
    drawn += group(
        "".join(
            shape(blob(x, y, r, s, 0.2, 8), toned("#fffaf0"))
            for x, y, r, s in ((0, 0, 8, 2), (6, 3, 5, 4), (-6, 3, 5, 6))
        ),
        60,
        59,
        more=SOFT,
    )
    return (
        drawn
        + disc(61, 55, 4.6, toned("#cf2233"), SOFT)
        + line("M61 52q2-6 7-8", "#5a3a1c", 1.2)
        + disc(59.6, 53.6, 1, "#fff", fade(0.8))
    )


def draw_dango(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 74)
    for y, turn in ((44, -8), (62, -6), (80, -9)):
        stick = block(1, 0, 100, 2.6, 1.3, "#d9b679", 0, SOFT)
        balls = "".join(
            disc(x, 0, 9, toned("#fbf1dd"), SOFT)
            + shape(f"M{x - 8.600} -1q2-8 9-8t8 7q-2 5-7 3-5 3-10-2z", toned(c.first))
            + line(f"M{x - 5} -4q3-3 6-2", c.second, 1.5)
            for x in (-26, -8.6, 8.8, 26.2)
        )
        drawn += group(stick + balls, 58, y, turn)
    return drawn


def draw_red_beans(c: Colours) -> str:
    drawn = bowl("#2b1814", c.rim, "#5a1f1a", 48, 8) + disc(60, 60, 40, toned(c.first))
    beans = tuple(scatter(40, 60, 60, 35, 5, 7))
    drawn += dashes(beans, "#45171a", 7.4, 2.4) + dashes(beans, c.second, 6, 2.2)
    drawn += dashes((Spot(s.x - 1, s.y - 1.2, s.turn) for s in beans), "#cf8f88", 1.3, 1.4)
    for x, y in ((47, 50), (70, 48), (60, 68), (80, 68), (43, 73)):
        drawn += (
            disc(x, y, 10.5, toned("#fffaf0"), SOFT)
            + oval(x + 0.5, y + 1, 4.4, 3.6, "#e9dfcb", 0, fade(0.9))
            + line(f"M{x - 6} {y - 4}q3-4 7-4", "#ffffff", 1.6)
        )
    return drawn


def draw_pancakes(c: Colours) -> str:
    drawn = (
        plate(c.glaze, c.rim)
        + disc(63, 66, 34, toned("#d99c48"), SOFT)
        + disc(63, 66, 33, "#f3d394")
        + disc(61, 62, 34, toned("#d99c48"), SOFT)
    )
    drawn += (
        disc(60, 59, 34, "#f6dca6", SOFT)
        + disc(60, 58.5, 32.5, toned(c.first))
        + ring(60, 58.5, 27, "#b5712a", 1.4, fade(0.5))
    )
    syrup = "M40 50c8-12 34-14 42 0 6 10 12 12 8 20-3 5-8 2-10-3-3 10-3 20-9 20s-4-12-9-13-6 8-12 5-2-9-7-12-9-7-3-17z"
    drawn += shape(syrup, toned(c.second), SOFT) + line("M46 50q8-8 18-7", "#f7c67c", 2)
    return drawn + block(60, 55, 17, 15, 2.6, toned("#fbe38b"), 14, SOFT) + line("M54 51l10-2", "#fff8d2", 1.8)


def draw_fruit(c: Colours) -> str:
    drawn = glass(c.glaze, 50) + disc(60, 60, 41, "#dff0ee") + disc(60, 60, 41, "url(#w)", fade(0.5))
    for x, y, turn in ((44, 42, -10), (82, 66, 60), (56, 82, 20)):
        berry = shape("M0-10c8-2 12 4 10 11S3 13 0 13-8 8-10 1-8-12 0-10z", toned(c.first), SOFT) + shape(
            "M0-7c4-1 6 3 5 7S2 8 0 8s-4-4-5-8 1-8 5-7z", "#f6a7a0", fade(0.7)
        )
        drawn += group(berry, x, y, turn)
    for x, y, turn in ((70, 42, 0), (40, 66, 30)):
        drawn += group(
            disc(0, 0, 11, "#7a5a2a", SOFT)
            + disc(0, 0, 10.2, toned(c.second))
            + oval(0, 0, 4.4, 3.4, "#f3f6d8")
            + "".join(group(oval(0, -6, 0.8, 1.4, "#2a2a16"), turn=at * 36) for at in range(10)),
            x,
            y,
            turn,
        )
    for x, y, turn in ((60, 58, -20), (84, 48, 40), (74, 84, 100)):
        drawn += group(
            shape("M-11 3c2-12 18-14 22-2-6 7-17 8-22 2z", toned("#f39a2c"), SOFT)
            + line("M-6 2q3-5 5-6M0 4q1-6 1-9M5 2q0-4-2-7", "#fbc679", 1.1),
            x,
            y,
            turn,
        )
    drawn += "".join(
        disc(x, y, 9, toned("#fff3cd"), SOFT) + ring(x, y, 5, "#ead79e", 1) + disc(x, y, 1.4, "#cdb377")
        for x, y in ((56, 34), (46, 84))
    )
    drawn += "".join(
        disc(x, y, 7.6, toned("#fffdf8"), SOFT) + line(f"M{x - 4} {y - 2}q2-3 5-3", "#fff", 1.4)
        for x, y in ((72, 60), (50, 54), (68, 74), (32, 52))
    )
    return drawn + "".join(ring(s.x, s.y, 1.5, "#ffffff", 0.9, fade(0.9)) for s in scatter(14, 60, 60, 37, 5, 9))


def draw_cake(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim, 51)
    wedge = "M20 60L90 28q13 30 0 62z"
    drawn += shape(wedge, toned(c.second), f'{SOFT} stroke="{c.second}" stroke-width="5" stroke-linejoin="round"')
    drawn += shape(
        "M22 59.500L90 29q12 30 0 58z", toned(c.first), f' stroke="{c.first}" stroke-width="3" stroke-linejoin="round"'
    )
    drawn += line("M30 58L86 34M92 40q5 20 0 42", "#ffffff", 1.8, fade(0.9))
    drawn += "".join(
        disc(x, y, 6.4, toned("#fffdf8"), SOFT) + ring(x, y, 3, "#efe2d0", 1.2)
        for x, y in ((85, 40), (89, 60), (85, 79))
    )
    berry = shape("M0-11c9-2 13 5 11 12S3 14 0 14-9 8-11 1-9-13 0-11z", toned("#d2263a"), SOFT)
    berry += dashes(scatter(11, 0, 1, 8, 4, 4), "#f9c99a", 1.2, 0.4) + disc(-4, -5, 1.6, "#fff", fade(0.75))
    return drawn + group(berry, 66, 58, -80)
