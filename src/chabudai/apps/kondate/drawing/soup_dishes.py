"""Soups in lacquer and china, and hot pots."""

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import carrot_flower, cube, leek, parsley, shiitake, sprouts
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
from chabudai.apps.kondate.drawing.vessels import bowl, casserole, iron_pan, lacquer

_RUFFLE = "M-12 3q3-10 10-8t7-3 8 3 1 9-9 5-10 0-7-6z"


def pool(colour: str, swirl: str, radius: float = 40) -> str:
    """The soup itself, with clouds of miso in it."""
    clouds = ((52, 53, 18, 2), (74, 71, 13, 6), (46, 76, 9, 9))
    return disc(60, 60, radius, toned(colour)) + "".join(
        shape(blob(x, y, r, seed, 0.24, 8), swirl, fade(0.7)) for x, y, r, seed in clouds
    )


def draw_miso(c: Colours) -> str:
    drawn = lacquer(c.rim) + pool(c.first, c.second)
    if c.name == "clam":
        for x, y, turn in ((46, 50, -20), (72, 46, 30), (60, 70, 160), (80, 68, 80), (42, 74, 210)):
            shell = shape("M-13 4C-13-8-5-12 1-12s13 5 13 15C6 8-6 9-13 4z", toned("#6d6258"), SOFT)
            shell += line("M-9 1q9-9 19-1M-6-4q7-5 13 1", "#b3a695", 1.2)
            shell += shape("M-10 4q10-6 22 0-10 5-22 0z", toned("#fbe7c4")) + oval(1, 4, 5.5, 2.4, "#eebd7c")
            drawn += group(shell, x, y, turn)
        return drawn + leek(8, 21)
    if c.name == "daikon":
        drawn += strands(scatter(24, 60, 60, 30, 5, 6), "#f7efd8", 2.6, 14, 2) + strands(
            scatter(10, 60, 60, 28, 9, 8), "#fffdf5", 2.6, 13, 4
        )
        for x, y, turn in ((44, 46, 20), (74, 52, -30), (50, 74, 70), (78, 74, 10), (62, 58, 100)):
            drawn += block(x, y, 17, 6.5, 1.6, toned("#dca556"), turn, SOFT) + group(
                line("M-6-.5h12", "#f3d498", 1.6), x, y, turn
            )
        return drawn + leek(5, 9)
    drawn += "".join(
        line(d, "#2f5238", 5.5, SOFT)
        for d in ("M33 66q7-7 13 1t11 2", "M70 42q9-3 10 6t8 5", "M55 87q6-7 13-2", "M82 70q5 3 5 9")
    )
    drawn += line("M35 64q6-5 10 1M72 42q6-1 7 5", "#5f8a5c", 1.3)
    drawn += "".join(
        cube(x, y, 11.5, turn) for x, y, turn in ((50, 48, 12), (67, 58, -18), (44, 74, 32), (77, 74, 8), (62, 37, 40))
    )
    return drawn + leek(9, 21, radius=31)


def draw_chunky_soup(c: Colours) -> str:
    """Tonjiru and kenchin: vegetables above the broth."""
    drawn = lacquer(c.rim) + pool(c.first, c.second)
    carrot, daikon = ("#e27a2e", "#f6b476"), ("#fbf6e6", "#dcd2b6")
    halves = (
        (73, 45, 20, carrot), (47, 83, -30, carrot), (85, 62, 80, carrot),
        (51, 41, -15, daikon), (35, 70, 60, daikon), (66, 67, 10, daikon),
    )  # fmt: skip
    if c.name == "miso":
        for x, y, turn in ((47, 56, -8), (75, 78, 14), (66, 33, 30)):
            drawn += group(
                shape("M-14 2q8-9 15-4t13-2q3 6-5 10t-12 0-11-4z", toned("#d99a86"), SOFT)
                + line("M-9 1q9-4 18-1", "#f7ddcb", 2),
                x,
                y,
                turn,
            )
    else:
        drawn += "".join(
            cube(x, y, 10, turn) for x, y, turn in ((46, 56, 22), (76, 77, -14), (62, 32, 40), (60, 84, 10))
        )
    drawn += "".join(
        group(
            shape("M-9 2a9 9 0 0 1 18 0z", toned(fill), SOFT) + line("M-5.500.500a6 6 0 0 1 5.500-5", edge, 1.2),
            x,
            y,
            turn,
        )
        for x, y, turn, (fill, edge) in halves
    )
    drawn += dashes(scatter(7, 60, 60, 27, 13, 15), "#6a4a2e", 4, 9, SOFT)
    drawn += group(disc(0, 0, 7, toned("#e9ddc6"), SOFT) + ring(0, 0, 5, "#cdbd9d", 1), 58, 56)
    return drawn + leek(10, 9, radius=30)


def draw_egg_soup(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#e9d9ae", 48, 8) + disc(60, 60, 40, toned(c.first))
    for at, s in enumerate(scatter(12, 60, 60, 30, 6, 12)):
        drawn += shape(blob(s.x, s.y, 8 - at % 3, at + 2, 0.4, 9), c.second, fade(0.95))
        drawn += line(f"M{s.x - 6} {s.y}q3-5 7-2t6 1", "#fff8d8", 1.8)
    return drawn + sprouts(64, 60, 20, 0.85) + dashes(scatter(7, 60, 60, 28, 4, 12), "#5d9c3f", 2, 6)


def draw_potage(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, c.first, 50, 9) + disc(60, 60, 42, toned(c.first))
    if c.name == "tomato":
        for colour, seed in (("#e27a2e", 2), ("#dfe6a8", 5), ("#c9de93", 8), ("#f3dfae", 11)):
            drawn += "".join(
                block(s.x, s.y, 7, 7, 1.6, toned(colour), s.turn, SOFT) for s in scatter(6, 60, 60, 31, seed, 16)
            )
        drawn += "".join(
            block(s.x, s.y, 10, 4.5, 1.4, toned("#cf6a58"), s.turn, SOFT) for s in scatter(5, 60, 60, 26, 17, 18)
        )
        return drawn + parsley(10, 3) + dashes(scatter(10, 60, 60, 16, 6, 4), "#fff3d2", 1.8, 0.6)
    drawn += line("M38 58c8-20 40-18 42 0s-26 22-30 8 20-14 18-4-8 6-8 2", c.second, 3, fade(0.85))
    if c.name == "corn":
        drawn += "".join(
            shape(f"M{s.x - 3} {s.y + 2}q0-5 3-6 3 1 3 6-3 2-6 0z", toned("#f6c12f"), SOFT)
            for s in scatter(9, 60, 60, 26, 4, 12)
        )
    return drawn + parsley(12, 8, 60, 60, 16)


def draw_hot_pot(c: Colours) -> str:
    drawn = casserole(c.glaze, c.rim, c.first) + shape(blob(60, 60, 42, 2, 0.03), toned(c.first))
    if c.name == "tofu":
        drawn += block(62, 62, 40, 26, 2, "#33503c", 12, fade(0.75))
        drawn += "".join(
            cube(x, y, 19, turn) for x, y, turn in ((44, 46, 8), (70, 44, -10), (50, 72, -6), (76, 70, 12))
        )
        drawn += "".join(
            line(d, "#5d9c3f", 3, SOFT)
            for d in ("M82 84q6-10 4-22", "M86 88q9-8 9-22", "M78 88q2-10-2-20", "M90 78q3-5 3-10")
        )
        return drawn + leek(9, 4, 40, 86, 9) + carrot_flower(90, 46, 0.8) + carrot_flower(30, 62, 0.8)
    cabbage = ((37, 46, -10, "#b9d589"), (49, 34, 30, "#dcebb6"), (31, 62, -50, "#d3e5a8"), (44, 56, 20, "#c4dc98"))
    for x, y, turn, fill in cabbage:
        drawn += group(shape(_RUFFLE, toned(fill), SOFT) + line("M-8 3q7-6 16-5", "#f9fbe8", 2), x, y, turn)
    if c.name == "kimchi":
        for x, y, turn in ((40, 48, 10), (52, 40, -30), (34, 64, 50), (62, 58, 0), (48, 62, 100)):
            drawn += group(
                shape(_RUFFLE, toned(c.second), SOFT) + line("M-7 2q7-5 14-4", "#f6b58a", 1.6), x, y, turn, 0.85
            )
        for x, y, turn in ((76, 42, 20), (86, 56, 60), (70, 74, -10)):
            drawn += group(
                shape("M-14 2q8-9 15-4t13-2q3 6-5 10t-12 0-11-4z", toned("#e0a48f"), SOFT)
                + line("M-9 1q9-4 18-1", "#f9e2d0", 2),
                x,
                y,
                turn,
            )
        drawn += "".join(
            line(d, "#4f9340", 3.2, SOFT) for d in ("M60 90q12-2 22-12", "M66 94q12-4 20-14", "M56 86q8-2 14-8")
        )
    else:
        for x, y, seed in ((76, 41, 2), (88, 57, 4), (70, 56, 6)):
            drawn += group(
                shape(blob(0, 0, 10, 2, 0.07), toned(c.second), SOFT)
                + dashes(scatter(6, 0, 0, 7, 4, 4), "#f0d3ae", 1.2, 1.5),
                x,
                y,
                seed * 40,
            )
        drawn += carrot_flower(55, 60) + carrot_flower(76, 72) + carrot_flower(38, 72)
        drawn += "".join(
            group(block(0, 0, 17, 7, 3.4, toned("#f6f8e6"), 0, SOFT) + block(5, 0, 7, 7, 3.2, "#b5d587"), x, y, turn)
            for x, y, turn in ((70, 92, -10), (94, 70, 70), (62, 42, 40))
        )
        drawn += shiitake(84, 80) + shiitake(62, 30, 9)
    return drawn + "".join(cube(x, y, 14, turn) for x, y, turn in ((46, 80, 10), (60, 86, -14), (58, 72, 28)))


def draw_oden(c: Colours) -> str:
    drawn = casserole(c.glaze, c.rim, c.first) + shape(blob(60, 60, 42, 2, 0.03), toned(c.first))
    for x, y in ((42, 46), (76, 78)):
        drawn += (
            disc(x, y, 13, toned("#ecd9ae"), SOFT)
            + ring(x, y, 11, "#d8bd84", 1.2)
            + line(f"M{x - 5} {y}h10M{x} {y - 5}v10", "#cfae70", 1.4)
        )
    for x, y in ((66, 40), (40, 74)):
        drawn += disc(x, y, 10.5, toned("#e9c592"), SOFT) + line(f"M{x - 5} {y - 3}a7 7 0 0 1 5-4", "#fff3dc", 1.8)
    drawn += shape(
        "M52 92l12-20 12 20z", toned("#8d8479"), f'{SOFT} stroke="#8d8479" stroke-width="3" stroke-linejoin="round"'
    ) + dashes(scatter(9, 64, 86, 6, 3, 3), "#55504a", 1.2, 0.4)
    drawn += group(
        block(0, 0, 27, 10, 5, toned(c.second), 0, SOFT)
        + block(-3, 0, 7, 10, 0, "#a8662a", more=fade(0.55))
        + block(7, 0, 4, 10, 0, "#a8662a", more=fade(0.4))
        + oval(13, 0, 2.4, 4, "#6a3f1c"),
        86,
        54,
        -24,
    )
    drawn += shape(
        "M54 56h18l4 9-13 8-12-8z",
        toned("#fffdf6"),
        f'{SOFT} stroke="#fffdf6" stroke-width="3" stroke-linejoin="round"',
    )
    drawn += oval(34, 60, 8, 6, toned("#bf7c38"), 30, SOFT) + oval(88, 68, 9, 6.5, toned("#bf7c38"), -30, SOFT)
    drawn += line("M54 30q5 6 10 0M59 33q-4-7-1-10M59 33q5-6 3-11", "#2f4a34", 4.4, SOFT)
    return drawn


def draw_sukiyaki(c: Colours) -> str:
    drawn = iron_pan() + disc(60, 60, 43, toned("#6a3c17"))
    for at, s in enumerate(scatter(11, 45, 47, 22, 4, 10)):
        slice_ = shape("M-13 2q5-9 13-5t13-3q3 7-5 10t-13 2-8-4z", toned((c.first, c.second, "#a5664a")[at % 3]), SOFT)
        drawn += group(slice_ + line("M-8 1q7-4 15-2", "#e3b497", 1.3), s.x, s.y, s.turn)
    drawn += strands(scatter(20, 80, 40, 13, 3, 3.6), "#e9dcc0", 2.2, 16, 3, SOFT)
    for x, y, turn in ((82, 64, 8), (66, 74, -12), (86, 80, -6)):
        drawn += block(x, y, 17, 13, 1.6, toned("#f7edd6"), turn, SOFT) + group(
            line("M-6-4h12M-6 4h12", "#9a6a38", 2.4), x, y, turn
        )
    drawn += "".join(
        group(block(0, 0, 20, 7, 3.4, toned("#f3f4dc"), 0, SOFT) + block(6, 0, 8, 7, 3.2, "#a9cb78"), x, y, turn)
        for x, y, turn in ((40, 78, -30), (46, 88, -10), (62, 58, 50))
    )
    for x, y, turn in ((28, 66, 30), (34, 74, 80), (26, 76, -20)):
        drawn += group(
            shape("M-10 0q2-7 5-4 1-6 5-3 2-5 5 0 5 0 5 5-4 7-9 5t-11-3z", toned("#447f3a"), SOFT), x, y, turn
        )
    return drawn + shiitake(60, 40, 9) + shiitake(58, 92, 8)
