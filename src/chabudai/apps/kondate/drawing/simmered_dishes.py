"""Main dishes in a bowl: simmered, stewed, baked."""

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import (
    broccoli,
    carrot_coin,
    cube,
    egg_half,
    leek,
    prawn,
    shiitake,
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
    toned,
)
from chabudai.apps.kondate.drawing.vessels import bowl

_SLICE = "M-15 2q6-9 15-5t14-3q4 7-5 11t-14 2-10-5z"
_POD = "M-14 0q14-9 28 0-14 9-28 0z"


def pod(x: float, y: float, turn: float, scale: float = 1) -> str:
    peas = "".join(disc(at, 0, 1.7, "#a6d077") for at in (-5, 0, 5))
    return group(shape(_POD, toned("#5a993a"), SOFT) + peas, x, y, turn, scale)


def draw_nikujaga(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#9a7040", 51, 8) + shape(blob(60, 61, 42, 2, 0.03), toned("#bb8742"))
    for x, y, turn in ((38, 48, -10), (76, 38, 30), (74, 86, 10), (40, 82, -40)):
        drawn += group(shape(_SLICE, toned("#96593c"), SOFT) + line("M-10 1q9-5 19-2", "#cf9a76", 1.5), x, y, turn)
    drawn += strands(scatter(9, 60, 62, 30, 7, 12), "#efe6cf", 2.2, 14, 4)
    for x, y, seed in ((43, 63, 2), (67, 71, 5), (80, 57, 9), (56, 45, 4), (57, 88, 11)):
        drawn += shape(blob(x, y, 12, seed, 0.15, 7), toned(c.first), SOFT) + line(
            f"M{x - 5} {y - 4}q4-3 8-1", "#fdebb6", 2
        )
    drawn += "".join(
        block(x, y, 13, 11, 3.4, toned(c.second), turn, SOFT)
        for x, y, turn in ((72, 90, 20), (92, 70, -30), (33, 55, 30), (72, 40, 10))
    )
    return drawn + pod(54, 62, -30) + pod(76, 72, 40) + pod(66, 53, 64, 0.9)


def draw_mapo(c: Colours) -> str:
    drawn = (
        bowl(c.glaze, c.rim, "#8f2d12", 51, 8)
        + disc(60, 60, 42.5, toned(c.first))
        + shape(blob(50, 50, 20, 6, 0.2), c.second, fade(0.55))
    )
    spots = (
        (45, 46, 14),
        (66, 42, -20),
        (84, 56, 10),
        (56, 63, 30),
        (38, 67, -8),
        (74, 74, 22),
        (53, 84, -16),
        (88, 76, 34),
    )
    drawn += "".join(cube(x, y, 14.5, turn, "#fff8e8") for x, y, turn in spots)
    crumbs = tuple(scatter(24, 60, 60, 37, 8, 7))
    drawn += dashes(crumbs, "#6a2c15", 4.2, 1.6)
    drawn += dashes(scatter(9, 60, 60, 36, 19, 14), "#f0762e", 3.6, 0.1, fade(0.85))
    return drawn + leek(14, 5, radius=35)


def draw_kakuni(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#5b3115", 50, 8) + disc(60, 60, 41, toned("#6b3a17"))
    for x, y, turn in ((45, 48, 10), (72, 46, -8), (50, 74, -6), (78, 72, 14)):
        one = (
            block(0, 0, 24, 22, 4, toned(c.first), 0, SOFT)
            + block(0, -5, 23, 4.6, 2, c.second, more=fade(0.9))
            + block(0, 4.6, 23, 3, 1.5, c.second, more=fade(0.6))
        )
        drawn += group(one + line("M-8-9q7-2 13 0", "#f3c79a", 1.5, fade(0.9)), x, y, turn)
    drawn += egg_half(60, 90, 8, 1.05) + egg_half(92, 56, 70, 1.0)
    return (
        drawn
        + strands(scatter(12, 60, 59, 7, 5, 2.4), "#fbf8e8", 1.6, 10, 3)
        + line("M30 62q3 6 6 8", "#5d9c3f", 3, SOFT)
        + disc(31, 78, 3.6, toned("#e0b02c"), SOFT)
    )


def draw_chunky_simmer(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#7a5630", 51, 8) + disc(60, 60, 42, toned("#94682f"))
    lotus = (
        disc(0, 0, 10, toned("#e9d3a2"), SOFT)
        + "".join(group(oval(0, -5.6, 1.8, 2.3, "#6a4723"), turn=at * 51) for at in range(7))
        + disc(0, 0, 1.4, "#6a4723")
    )
    for x, y, seed in ((44, 50, 2), (74, 80, 5), (84, 50, 9)):
        drawn += shape(blob(x, y, 11, seed, 0.18, 7), toned("#c98d56"), SOFT) + line(
            f"M{x - 5} {y - 4}q4-3 8 0", "#f0cb9c", 1.8
        )
    drawn += "".join(
        shape(blob(x, y, 9.6, seed, 0.16, 6), toned("#e8dcc2"), SOFT) for x, y, seed in ((58, 80, 4), (38, 72, 8))
    )
    for x, y, turn in ((66, 36, 20), (90, 68, -30), (50, 64, 40), (34, 58, 0)):
        drawn += group(
            shape(
                "M-8-6l14-2 4 8-8 7-11-3z",
                toned(c.first),
                f'{SOFT} stroke="{c.first}" stroke-width="2" stroke-linejoin="round"',
            ),
            x,
            y,
            turn,
        )
    for x, y, turn in ((52, 34, 30), (78, 92, 0), (92, 84, 60)):
        drawn += group(block(0, 0, 16, 7.6, 3, toned("#7d5736"), 0, SOFT), x, y, turn)
    drawn += group(lotus, 64, 60) + group(lotus, 46, 88, 20, 0.82) + group(lotus, 80, 62, 40, 0.7)
    drawn += shape(
        "M62 76l12-4 6 9-9 6z", toned("#857b72"), f'{SOFT} stroke="#857b72" stroke-width="2" stroke-linejoin="round"'
    )
    return drawn + shiitake(78, 36, 8.4) + pod(58, 48, -24, 0.9) + pod(72, 69, 30, 0.8)


def draw_rolled_cabbage(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, c.first, 52, 9) + disc(60, 60, 43, toned(c.first))
    for x, y, turn in ((43, 58, -14), (76, 60, 10)):
        one = shape("M-15-22q15-7 30 0 5 22 0 44-15 7-30 0-5-22 0-44z", toned("#c9dd93"), SOFT)
        one += line("M-12-18q3 18 0 36M0-24q4 24 0 48M11-19q-4 19 0 38", "#f3f8dc", 1.6) + line(
            "M-7-21q5 20 1 42M6-22q-1 22 1 43M-15 2q15 5 30 0", "#94b55f", 1.1, fade(0.8)
        )
        drawn += group(one, x, y, turn)
    drawn += shape("M46 44q14-8 28 0 6 8-4 10-4 8-10 2-8 4-12-2-5-5-2-10z", c.second, fade(0.9) + SOFT) + line(
        "M52 45q8-4 15-1", "#f6a282", 1.6
    )
    return drawn + dashes(scatter(11, 60, 62, 32, 4, 9), "#4c8a3c", 2, 1.2)


def draw_stew(c: Colours) -> str:
    drawn = (
        bowl(c.glaze, c.rim, c.first, 52, 9)
        + disc(60, 60, 43, toned(c.first))
        + line("M32 50q8-12 20-16", "#ffffff", 2.4, fade(0.55))
    )
    for x, y, seed in ((44, 52, 2), (74, 76, 5), (70, 44, 8), (40, 78, 12)):
        drawn += shape(blob(x, y, 10.5, seed, 0.16, 7), toned(c.second), SOFT) + line(
            f"M{x - 4} {y - 4}q4-3 7 0", "#fff1d6", 1.7
        )
    drawn += "".join(
        block(x, y, 13, 11, 4, toned("#f0cc74"), turn, SOFT)
        for x, y, turn in ((58, 66, 18), (86, 58, -30), (56, 90, 30))
    )
    drawn += "".join(carrot_coin(x, y, 6.6) for x, y in ((52, 38), (84, 84), (34, 64), (66, 58)))
    return drawn + broccoli(78, 60, 0.8) + broccoli(48, 72, 0.75) + broccoli(62, 84, 0.7)


def draw_simmered_tofu(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#8a5f30", 51, 8) + disc(60, 60, 42, toned("#a8732f"))
    for x, y, turn in ((44, 48, 8), (74, 46, -8), (46, 74, -8), (76, 74, 10)):
        drawn += block(x, y, 22, 20, 2, toned(c.first), turn, SOFT) + group(
            line("M-7-5h10", "#fffaf0", 1.8), x, y, turn
        )
    for x, y, turn in ((60, 60, 10), (58, 86, -20), (86, 60, 70), (60, 34, -10), (32, 62, 80)):
        drawn += group(shape(_SLICE, toned(c.second), SOFT) + line("M-10 1q9-5 19-2", "#d6a17c", 1.5), x, y, turn, 0.9)
    drawn += "".join(
        group(block(0, 0, 15, 6.6, 3, toned("#f3f4dc"), 0, SOFT) + block(4, 0, 6, 6.6, 3, "#a9cb78"), x, y, turn)
        for x, y, turn in ((62, 70, 40), (36, 86, -20), (84, 88, 10))
    )
    return drawn + leek(7, 4, 60, 58, 10)


def draw_gratin(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#f3dfae", 51, 7) + disc(60, 60, 44, toned(c.first))
    for at, s in enumerate(scatter(15, 60, 60, 36, 5, 10)):
        drawn += group(
            shape(blob(0, 0, 8, at % 3, 0.35, 9), ("#d9953c", "#b5691f", "#eebd62")[at % 3], fade(0.8)),
            s.x,
            s.y,
            s.turn,
        )
    drawn += "".join(
        group(
            line("M-6 3a7 7 0 0 1 12 0", "#fbeec4", 5.4, SOFT) + line("M-6 1a7 7 0 0 1 12 0", "#ffffff", 1.2),
            s.x,
            s.y,
            s.turn * 2,
        )
        for s in scatter(8, 60, 60, 31, 8, 15)
    )
    drawn += "".join(prawn(x, y, turn, 0.9) for x, y, turn in ((47, 50, 0), (76, 64, 120), (56, 82, 250)))
    return (
        drawn
        + dashes(scatter(30, 60, 60, 36, 13, 5), "#8a4c14", 1.8, 1.4, fade(0.6))
        + dashes(scatter(16, 60, 60, 30, 4, 6), c.second, 2.2, 1.2)
    )
