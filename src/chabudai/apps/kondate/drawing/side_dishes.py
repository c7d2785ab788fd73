"""Side dishes, salads and pickles."""

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import (
    broccoli,
    carrot_coin,
    cucumber,
    grated,
    leaves,
    leek,
    nori,
    prawn,
    sesame,
    shiitake,
    shiso,
    sprouts,
    tomato,
    tomato_slice,
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
    ring,
    scatter,
    shape,
    strands,
    toned,
)
from chabudai.apps.kondate.drawing.vessels import bowl, glass, oblong, plate, small_bowl


def draw_salad(c: Colours) -> str:
    drawn = glass(c.glaze) + disc(60, 60, 41, "#b6cfc2") + leaves(14, 12, 60, 60, 31)
    if c.name == "pork":
        for x, y, turn in ((52, 48, -10), (70, 52, 20), (58, 66, 5), (74, 70, -20), (46, 64, 40)):
            drawn += group(
                shape("M-15 2q6-10 15-5t14-3q4 8-5 11t-14 2-10-5z", toned(c.first), SOFT)
                + line("M-10 1q9-5 19-2", "#fbeee2", 2.4),
                x,
                y,
                turn,
            )
        drawn += line("M44 52q10-8 18 2t16 4M46 68q12-6 20 0", c.second, 3.2, fade(0.9))
        return (
            drawn
            + sesame(12, 4)
            + cucumber(40, 80, 7.4)
            + cucumber(84, 44, 7.4)
            + tomato(84, 80, 7)
            + tomato(36, 44, 6.4)
        )
    drawn += cucumber(44, 75, 8.6) + cucumber(81, 50, 8.6) + cucumber(58, 39, 8)
    drawn += tomato(72, 75, 7.6) + tomato(42, 51, 7.6) + tomato(85, 67, 6.6)
    return drawn + "".join(disc(s.x, s.y, 2.3, toned("#f4c536")) for s in scatter(10, 60, 60, 23, 4, 9))


def draw_greens(c: Colours) -> str:
    drawn = small_bowl(c.glaze, c.rim, "#6d5238")
    if c.name == "broccoli":
        for x, y, s in ((46, 50, 1.1), (70, 47, 1.15), (58, 66, 1.2), (78, 68, 1), (42, 74, 0.95), (63, 84, 0.9)):
            drawn += broccoli(x, y, s)
        return drawn + strands(scatter(16, 60, 60, 20, 3, 6), "#efcda0", 2, 8, 4, SOFT)
    drawn += shape(blob(60, 61, 29, 4, 0.08, 10), toned("#3b6a30"), SOFT)
    for colour, count, seed in (("#335f2a", 11, 1), (c.first, 12, 2), (c.second, 9, 3)):
        drawn += strands(scatter(count, 60, 60, 22, seed * 7, 6), colour, 4.4, 17, seed)
    drawn += strands(scatter(6, 60, 60, 20, 31, 8), "#cfe3a0", 2, 12, 4)
    if c.name == "fried-tofu":
        for x, y, turn in ((50, 50, 20), (68, 56, -30), (54, 70, 70), (72, 74, 10)):
            drawn += block(x, y, 17, 7.4, 1.8, toned("#dda658"), turn, SOFT) + group(
                line("M-6-1h12", "#f6dba6", 1.5), x, y, turn
            )
        return drawn
    return drawn + sesame(26, 6) + sesame(14, 9, colour="#b9873f")


def draw_shreds(c: Colours) -> str:
    """Kinpira, hijiki, dried daikon: strips, simmered."""
    drawn = small_bowl(c.glaze, c.rim, "#b9a887") + shape(blob(60, 61, 28, 4, 0.09, 10), toned(c.second), SOFT)
    drawn += strands(scatter(26, 60, 60, 23, 3, 5), c.second, 3.4, 17, 3) + strands(
        scatter(24, 60, 60, 23, 5, 5), c.first, 3, 16, 5
    )
    drawn += strands(scatter(11, 60, 60, 22, 7, 8), "#e5792c", 3, 14, 7, SOFT)
    if c.name == "hijiki":
        drawn += "".join(
            oval(s.x, s.y, 4.6, 3.6, toned("#e9c88f"), s.turn, SOFT) for s in scatter(9, 60, 60, 22, 11, 11)
        )
        return drawn + strands(scatter(12, 60, 60, 21, 13, 7), "#4a4038", 2, 9, 9)
    if c.name == "dried-daikon":
        return drawn + "".join(
            block(s.x, s.y, 12, 5, 1.4, toned("#d59a4c"), s.turn, SOFT) for s in scatter(6, 60, 60, 20, 11, 13)
        )
    return drawn + sesame(18, 6) + "".join(ring(s.x, s.y, 2, "#c2271d", 1.5) for s in scatter(4, 60, 60, 18, 2, 12))


def draw_potato_salad(c: Colours) -> str:
    """A mound that was mixed: potatoes, cabbage, tofu."""
    drawn = bowl(c.glaze, c.rim, "#dfe4d2", 47, 8) + leaves(6, 5, 60, 62, 26, 12)
    drawn += shape(blob(60, 60, 28, 6, 0.09, 11), toned(c.first), SOFT)
    for at, s in enumerate(scatter(9, 60, 59, 20, 3, 11)):
        drawn += group(shape(blob(0, 0, 7, at % 2, 0.25, 7), c.second, fade(0.75)), s.x, s.y, s.turn)
    if c.name == "cabbage":
        drawn += strands(scatter(22, 60, 60, 22, 5, 5), "#dcebb0", 2.2, 12, 4) + strands(
            scatter(14, 60, 60, 22, 8, 6), "#a9c977", 1.6, 11, 6
        )
        drawn += strands(scatter(9, 60, 60, 21, 9, 8), "#e5792c", 2.2, 10, 3)
        return drawn + "".join(disc(s.x, s.y, 2.5, toned("#f4c536")) for s in scatter(11, 60, 60, 22, 4, 9))
    if c.name == "tofu":
        drawn += strands(scatter(10, 60, 60, 21, 5, 8), "#3f7a35", 3.6, 12, 4, SOFT) + strands(
            scatter(9, 60, 60, 21, 9, 8), "#e5792c", 2.6, 11, 3, SOFT
        )
        return drawn + sesame(16, 4, colour="#cfa65e")
    drawn += "".join(cucumber(x, y, 5.6) for x, y in ((46, 52), (74, 64), (58, 75)))
    drawn += "".join(block(s.x, s.y, 8, 6, 1.4, toned("#ef9f97"), s.turn, SOFT) for s in scatter(4, 60, 60, 20, 8, 14))
    return (
        drawn
        + "".join(carrot_coin(x, y, 4) for x, y in ((54, 60), (78, 52), (46, 68)))
        + dashes(scatter(10, 60, 60, 20, 12, 6), "#5a4a38", 1.1, 0.3)
    )


def draw_rolled_omelette(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 68) + shiso(26, 46, -20, 0.85)
    for at in range(4):
        x = 36 + at * 17
        one = block(0, 0, 18, 40, 7, toned(c.first), 0, SOFT) + line(
            "M-5-13q11-3 9 9t-6 12q-6-1-4-9t5-4", c.second, 1.7
        )
        drawn += group(one + line("M-6 10v6", "#fff0b4", 2), x, 60, 9)
    return drawn + grated(101, 80, 9)


def draw_tofu_block(c: Colours) -> str:
    """Chilled, or fried and in broth."""
    drawn = bowl(c.glaze, c.rim, c.second, 46, 8) + disc(60, 60, 38, c.second)
    if c.name == "fried":
        drawn += disc(60, 60, 38, toned("#a5692c"))
        for x, y, turn in ((46, 52, 8), (72, 50, -8), (58, 74, 4)):
            drawn += block(x, y, 23, 21, 4, toned("#e6c48a"), turn, SOFT) + group(
                dashes(scatter(12, 0, 0, 8, 4, 3.4), "#c18a42", 2, 2, fade(0.7)) + line("M-7-6h9", "#fff3d6", 1.8),
                x,
                y,
                turn,
            )
        return drawn + grated(60, 60, 9) + leek(7, 4, 60, 58, 9, 2.2)
    drawn += (
        disc(60, 60, 38, "url(#w)")
        + block(60, 60, 46, 44, 4, toned("#fffdf7"), 4, SOFT)
        + line("M60 39l-1 42M39 58l42 3", "#e6dcc8", 1.5)
    )
    drawn += shape(blob(60, 57, 8, 3, 0.16), toned("#efd78f"), SOFT) + leek(11, 4, 60, 57, 15, 2.6)
    drawn += "".join(
        group(shape("M-6 1q4-5 7-2t6-1q-3 5-7 4t-6-1z", "#d9a274", SOFT), s.x, s.y, s.turn * 2)
        for s in scatter(7, 60, 57, 12, 8, 7)
    )
    return drawn + line("M70 74q8 4 12 12", "#5a2f14", 2.4, fade(0.6))


def draw_sunomono(c: Colours) -> str:
    drawn = glass(c.glaze, 45) + disc(60, 60, 36, "#cfe0d2")
    drawn += "".join(
        line(d, "#2f5238", 6, SOFT)
        for d in ("M38 56q8-8 15 0t12 0", "M56 80q9-7 17 0t9-6", "M66 42q8-2 12 8", "M40 72q5 8 12 9")
    )
    drawn += line("M40 54q6-5 11 0M58 79q6-4 12 0", "#6d9a66", 1.4)
    drawn += "".join(
        cucumber(x, y, 9) for x, y in ((50, 46), (66, 55), (48, 66), (62, 73), (77, 66), (72, 44), (57, 58))
    )
    drawn += strands(scatter(14, 60, 60, 20, 5, 6), "#fdf8ea", 2.2, 9, 3, SOFT)
    return drawn + sesame(8, 4)


def draw_aubergine(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#8a6233", 49, 8) + disc(60, 60, 40, toned("#a87a3f"))
    for x, y, turn in ((44, 52, -66), (60, 62, -60), (76, 66, -56), (66, 42, -70)):
        one = shape("M-26 0c0-9 12-11 26-10s26 3 26 10-12 10-26 10S-26 9-26 0z", toned(c.first), SOFT)
        one += line("M-18-6l6 12M-10-8l7 15M-2-8l7 16M7-8l6 15M15-6l4 10", c.second, 1.5) + line(
            "M-18-5q16-4 34-2", "#c9a9d6", 1.4, fade(0.6)
        )
        drawn += group(one, x, y, turn, 0.94)
    drawn += shape(blob(60, 56, 7, 3, 0.18), toned("#f0dd9c"), SOFT) + leek(7, 4, 60, 58, 12, 2.3)
    return drawn + strands(scatter(6, 62, 54, 10, 6, 5), "#d9a274", 2, 7, 3)


def draw_chunks(c: Colours) -> str:
    """Kabocha, simmered."""
    drawn = bowl(c.glaze, c.rim, "#8f6a33", 48, 8) + disc(60, 60, 39, toned("#a8762f"))
    for x, y, turn in ((44, 48, -14), (70, 44, 16), (42, 74, 20), (66, 70, -10), (82, 64, 60), (60, 88, 4)):
        one = shape(
            "M-12-9q12-7 24 0l2 14q-14 9-28 0z",
            toned(c.first),
            f'{SOFT} stroke="{c.first}" stroke-width="2" stroke-linejoin="round"',
        )
        one += shape("M-14 5q14 9 28 0l-.5 4.500q-13.500 8-27 0z", toned(c.second)) + line(
            "M-7-6q7-4 13-1", "#ffe0a0", 1.9
        )
        drawn += group(one, x, y, turn)
    return drawn


def draw_sweet_potato(c: Colours) -> str:
    """Rounds with lemon, or glazed chunks with sesame."""
    drawn = bowl(c.glaze, c.rim, "#e3cf9a", 48, 8)
    if c.name == "lemon":
        drawn += disc(60, 60, 39, toned("#f1dc94"))
        for x, y in ((44, 46), (70, 42), (40, 70), (64, 64), (84, 62), (56, 86), (80, 84)):
            drawn += (
                disc(x, y, 12.5, toned(c.second), SOFT)
                + disc(x, y, 10.8, toned(c.first))
                + line(f"M{x - 6} {y - 3}q3-4 7-4", "#fff3c0", 1.6)
            )
        for x, y, turn in ((56, 54, 0), (74, 74, 30), (48, 80, 60)):
            slice_ = (
                disc(0, 0, 8.6, "#eec23a", SOFT)
                + disc(0, 0, 7.4, "#fffbe2")
                + disc(0, 0, 6.4, "#fae27c")
                + line("M0-6.400v12.800M-5.600-3.200l11.200 6.400M-5.600 3.200l11.200-6.400", "#fffbe2", 1.1)
            )
            drawn += group(slice_, x, y, turn)
        return drawn
    for x, y, turn in (
        (46, 46, -14),
        (70, 42, 30),
        (40, 68, 50),
        (62, 64, -8),
        (82, 62, 70),
        (52, 84, 10),
        (76, 82, -30),
    ):
        one = shape(
            "M-13-7l18-5 9 9-6 13-17 2-7-9z",
            toned(c.first),
            f'{SOFT} stroke="{c.first}" stroke-width="2" stroke-linejoin="round"',
        )
        one += shape("M-13-7l18-5 3 3-19 6z", toned(c.second)) + line("M-6 2q6-4 12-2", "#fff6cf", 2, fade(0.9))
        drawn += group(one, x, y, turn)
    return drawn + sesame(20, 5, 60, 62, 28, "#241c16")


def draw_shredded_salad(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#dfe4d2", 47, 8) + shape(blob(60, 60, 31, 6, 0.07, 11), toned(c.first), SOFT)
    drawn += strands(scatter(34, 60, 60, 26, 3, 4.6), c.second, 2, 19, 3) + strands(
        scatter(34, 60, 60, 26, 5, 4.6), "#ffffff", 2, 18, 5
    )
    if c.name == "beansprouts":
        drawn += "".join(
            oval(s.x, s.y, 2.8, 2, toned("#f0d67c"), s.turn) for s in scatter(14, 60, 60, 25, 8, 8)
        ) + strands(scatter(10, 60, 60, 24, 9, 8), "#e5792c", 2.2, 13, 4)
        return drawn + sesame(14, 4, colour="#b9873f") + dashes(scatter(8, 60, 60, 22, 12, 8), "#5d9c3f", 2, 7)
    drawn += "".join(
        group(shape(blob(0, 0, 6.5, 3, 0.3, 7), toned("#e6bfa0"), SOFT), s.x, s.y, s.turn)
        for s in scatter(7, 60, 58, 13, 3, 7)
    )
    for s in scatter(9, 60, 60, 25, 14, 12):
        drawn += group(
            line("M0 0q1-6 0-11", "#e9f0cf", 1.5)
            + oval(-2.5, -12, 3, 2, "#4f9340", -20)
            + oval(2.5, -12, 3, 2, "#62ad49", 20),
            s.x,
            s.y,
            s.turn * 2,
        )
    return drawn + nori(12, 4, 60, 57, 12)


def draw_tomato_salad(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim, 51)
    for x, y, turn in ((40, 46, 0), (64, 36, 20), (84, 54, 40), (42, 74, 10), (80, 78, 50), (60, 60, 30), (62, 86, 5)):
        drawn += tomato_slice(x, y, 15, turn)
    drawn += dashes(scatter(26, 60, 60, 26, 5, 5), "#fdfaf0", 2.6, 1.6, fade(0.95)) + dashes(
        scatter(12, 60, 60, 26, 9, 6), "#d9b7d2", 1.8, 1.8
    )
    return drawn + strands(scatter(16, 60, 58, 11, 4, 3), "#4d8043", 1.9, 9, 3, SOFT)


def draw_savoury_custard(c: Colours) -> str:
    drawn = (
        bowl(c.glaze, c.rim, c.first, 41, 8)
        + disc(60, 60, 34, toned(c.first))
        + line("M38 48q6-10 16-13", "#fffbe0", 2, fade(0.8))
    )
    drawn += shiitake(50, 66, 9) + prawn(69, 57, 0, 0.85)
    fish_cake = shape("M-9 0a9 9 0 0 1 18 0z", toned("#ee8fa2"), SOFT) + shape("M-7 0a7 7 0 0 1 14 0z", "#fffaf6")
    return drawn + group(fish_cake, 66, 77, 10) + sprouts(56, 52, -20, 0.75)


def draw_pickles(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#dfe6e4", 38, 8) + disc(60, 60, 30, "#eef1ea")
    if c.name == "cabbage":
        for at, s in enumerate(scatter(11, 60, 60, 18, 5, 8)):
            drawn += group(
                shape(
                    "M-10 3q2-10 9-8t7-2 6 4 0 7-9 4-8 0-5-5z", toned(("#dbe9ad", "#f3f6e0", "#b9d27f")[at % 3]), SOFT
                )
                + line("M-6 2q6-5 13-4", "#ffffff", 1.6),
                s.x,
                s.y,
                s.turn * 2,
                0.9,
            )
        return (
            drawn
            + "".join(ring(s.x, s.y, 1.8, "#c2271d", 1.4) for s in scatter(5, 60, 60, 15, 4, 9))
            + strands(scatter(6, 60, 60, 16, 8, 7), "#33503c", 1.5, 8, 3)
        )
    if c.name == "turnip":
        for x, y, turn in ((50, 50, 0), (66, 46, 20), (74, 60, 40), (48, 66, 60), (62, 60, 10), (62, 75, 30)):
            drawn += group(
                disc(0, 0, 12, toned("#fdf6f2"), SOFT)
                + ring(0, 0, 10.6, "#f1c6cb", 1.5)
                + line("M-5 0h10M0-5v10M-4-4l8 8", "#f5e6e0", 1),
                x,
                y,
                turn,
            )
        return (
            drawn
            + dashes(scatter(8, 60, 60, 16, 4, 7), "#eec23a", 2, 4)
            + dashes(scatter(4, 60, 60, 16, 9, 9), "#5d9c3f", 2, 4)
        )
    if c.name == "cucumber":
        for at, s in enumerate(scatter(9, 60, 60, 18, 5, 10)):
            one = shape("M-10-4q9-5 19-1 2 5-1 9-10 4-18 0-3-4 0-8z", toned("#3f7f3a"), SOFT) + shape(
                "M-8 0q8-3 16-1 1 3-1 5-8 3-14 0-2-2-1-4z", toned("#d7e8ae")
            )
            drawn += group(one, s.x, s.y, s.turn * 2 + at)
        return drawn + sesame(14, 4, 60, 60, 18)
    for x, y, turn in ((48, 52, -20), (58, 47, -8), (69, 51, 8), (52, 66, -14), (64, 66, 6), (74, 66, 20)):
        drawn += group(
            shape("M-11 3a11 11 0 0 1 22 0q-11 5-22 0z", toned("#f0bf33"), SOFT)
            + line("M-7 1a8 8 0 0 1 7-6", "#ffe58c", 1.4),
            x,
            y,
            turn,
        )
    return drawn
