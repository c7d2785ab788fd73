"""Main dishes of fish and seafood."""

import math

from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.garnishes import grated, leek, lemon, prawn, shiso
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
    strands,
    toned,
)
from chabudai.apps.kondate.drawing.vessels import bowl, oblong, plate, saucer

_FILLET = "M16 68C18 48 40 36 66 38c19 1.500 33 10 34 22 .5 9-9 14-26 15-22 1.500-40 5-51 2-5-1.500-7.500-5-7-9z"


def _holes(reach: float) -> list[Spot]:
    """Of a slice of lotus root: six around one."""
    around = [Spot(reach * math.sin(at * 1.047), -reach * math.cos(at * 1.047), 0) for at in range(6)]
    return [Spot(0, 0, 0), *around]


def draw_fillet(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 76) + shiso(90, 40, -14, 0.95)
    drawn += shape(_FILLET, toned(c.first), SOFT)
    drawn += shape(
        "M16 68C18 48 40 36 66 38c7 .6 13 2 18 4.500C62 40 30 46 22.500 77 17.500 75 15.500 71.500 16 68z",
        toned(c.second),
    )
    drawn += shape(
        "M16 68C18 48 40 36 66 38c4 .3 7 .9 10 1.700C50 38 26 48 19.500 75 16.500 73.500 15.500 71 16 68z",
        "#4d463f",
        fade(0.75),
    )
    drawn += line("M38 58q8 6 5 18M53 51q10 8 6 22M68 48q10 9 6 24M83 50q7 8 4 20", "#fbd2ab", 1.8, fade(0.75))
    drawn += line("M36 69l58-8M44 58l44-6", "#8a3f16", 2.6, fade(0.5)) + line(
        "M30 50q12-9 28-9", "#ffffff", 1.6, fade(0.4)
    )
    if c.name == "yellowtail":
        drawn += shape("M30 74q30 8 64-4 4 8-10 12-26 4-48 0-6-2-6-8z", "#5a2a10", fade(0.5))
        for x, turn in ((86, -20), (96, 10)):
            drawn += group(
                shape("M-13 0q2-5 12-4t13 3q-3 5-12 4t-13-3z", toned("#6aa544"), SOFT)
                + line("M-14 0l-4-1", "#8fbf5c", 1.6),
                x,
                82,
                turn,
            )
        return drawn
    return drawn + grated(98, 80, 9.5) + lemon(26, 42, -24)


def draw_whole_fish(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 72)
    if c.name == "saury":
        body = "M6 58C16 47 50 44 84 53l20-7c-3 6-3 14 1 21l-21-7C50 74 18 72 6 58z"
        drawn += shape(body, toned(c.first), SOFT) + shape(
            "M6 58C16 47 50 44 84 53l14-5c-4 4-8 8-14 9C50 53 22 54 6 58z", toned(c.second)
        )
        drawn += line("M30 60l9-9M44 63l10-12M58 64l9-11M71 62l7-8", "#5b3410", 2.2, fade(0.7))
    else:
        body = "M10 60C24 38 66 34 92 50l16-10c3 8 3 25-1 33l-16-9C66 83 26 82 10 60z"
        drawn += shape(body, toned(c.first), SOFT) + shape(
            "M10 60C24 38 66 34 92 50l9-6c-2 6-7 9-12 11C66 47 34 50 10 60z", toned(c.second)
        )
        drawn += line("M34 49q5 4 3 9M47 45q6 5 4 11M60 44q6 5 4 11M73 46q5 5 4 10", "#24323f", 2) + line(
            "M40 72l12-9M55 75l12-10M70 72l11-9", "#8a5f2a", 2.4, fade(0.8)
        )
    drawn += line("M26 52q-4 8 0 15", "#7d6d55", 1.6) + disc(17.5, 57, 2.6, "#fbf4e2") + disc(17.5, 57, 1.5, "#20180f")
    drawn += line("M30 50q24-7 48-1", "#ffffff", 1.3, fade(0.5))
    return (
        drawn
        + grated(30, 84, 9)
        + group(
            disc(0, 0, 8.4, toned("#5f9a3a"), SOFT)
            + disc(0, 0, 6.4, "#e6efb0")
            + line("M0-5.500v11M-5.500 0h11M-4-4l8 8M4-4l-8 8", "#fbfde2", 1.1),
            94,
            84,
        )
    )


def draw_simmered_fish(c: Colours) -> str:
    """Mackerel in miso, flounder in soy sauce: skin up, scored, in a pool of sauce."""
    skin, shine = ("#54677a", "#a9bac6") if c.name == "miso" else ("#5f5346", "#b0a08a")
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 64, 37, 4, 0.07, 12), toned(c.second), SOFT)
    drawn += line("M31 58q5-16 20-23", "#fff3dc", 2, fade(0.55))
    body = "M-36 7C-33-13-14-21 8-19s32 11 31 21-12 14-30 14-40 3-45-9z"
    fish = shape(body, toned(c.first), SOFT)
    fish += shape("M-36 7C-33-13-14-21 8-19s32 11 31 19C30-4 4-8-14-2S-32 8-36 7z", toned(skin))
    fish += line("M-28 0C-20-12-6-16 8-15M34-2q-8-9-20-11", shine, 2.2, fade(0.8))
    fish += line("M-10-14l14 11M5-15L-9-2M14-13l12 10M26-11L15-1", "#f3e6cf", 2.2)
    fish += line("M-26 9q22-8 58-2M-20 13q20-5 44-1", "#fffaf0", 1.2, fade(0.6))
    drawn += group(fish, 59, 61, -10, 1.24)
    if c.name == "miso":
        drawn += shape("M22 80q10-6 22-2t26-2 28-6q4 8-8 14-26 14-52 6-16-4-16-10z", toned(c.second), SOFT)
        drawn += line("M32 82q10-4 20-1M66 83q10-1 18-5", "#f0cb90", 1.8, fade(0.9))
    drawn += strands(scatter(15, 78, 62, 7, 5, 2.4), "#fbf0c4", 1.8, 11, 4, SOFT)
    if c.name == "miso":
        return drawn + "".join(
            group(block(0, 0, 17, 7, 3.4, toned("#f4f5e0"), 0, SOFT) + block(5, 0, 7, 7, 3.2, "#b5d587"), x, y, turn)
            for x, y, turn in ((84, 30, -30), (92, 39, -10))
        )
    for x, y, turn in ((86, 29, -20), (94, 39, 10), (82, 38, 40)):
        leaf = shape("M-10 0q2-7 9-6t10 6q-4 7-10 6t-9-6z", toned("#4c8a3f"), SOFT) + line("M-6 0h12", "#9ccb77", 1)
        drawn += group(leaf, x, y, turn)
    return drawn


def draw_foil(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim)
    foil = "M16 54l6-16 14-4 8-10 18 4 16-6 14 10 8 14-4 12 6 14-10 12-2 10-18 2-12 6-16-4-14 2-8-12-8-8z"
    drawn += shape(foil, toned("#c9ced1"), SOFT) + line(
        "M22 38l14 10M44 24l4 16M78 22l-6 18M100 46l-16 6M98 86l-16-10M58 98l0-14M24 80l14-8M16 54l16 4", "#f4f7f8", 1.5
    )
    drawn += line("M36 34l4 12M62 28l-2 10M92 32l-12 12M98 70l-14-2M78 96l-6-12M44 94l4-12M20 68l14-2", "#8f979c", 1.3)
    drawn += shape(blob(60, 60, 28, 6, 0.08, 11), "#a8703c", fade(0.35))
    drawn += group(
        shape(_FILLET, toned(c.first), SOFT)
        + shape(
            "M16 68C18 48 40 36 66 38c7 .6 13 2 18 4.500C62 40 30 46 22.500 77 17.500 75 15.500 71.500 16 68z", c.second
        )
        + line("M38 58q8 6 5 18M53 51q10 8 6 22M68 48q10 9 6 24", "#fbd2ab", 2.4, fade(0.8)),
        28,
        26,
        0,
        0.55,
    )
    for x, y in ((46, 44), (54, 41), (70, 44), (50, 76), (60, 79), (72, 76), (80, 68)):
        drawn += line(f"M{x} {y + 3}v6", "#f3ead6", 3) + oval(x, y, 5, 4, toned("#a98a68"), 0, SOFT)
    drawn += block(62, 58, 11, 9, 2, toned("#f8dd7d"), 14, SOFT) + lemon(84, 52, 40, 0.9)
    return drawn + leek(6, 4, 62, 62, 16)


def draw_sashimi(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 78)
    drawn += strands(scatter(34, 46, 46, 14, 3, 3), "#f4f1e4", 1.6, 13, 3) + strands(
        scatter(24, 46, 46, 13, 6, 3.4), "#ffffff", 1.4, 12, 5
    )
    drawn += shiso(80, 40, -8, 1.05) + shiso(34, 50, 30, 0.8)
    for at in range(5):
        x, y = 32 + at * 12, 66 - at * 1.6
        slab = shape("M-9-15q9-6 18 0 3 15 0 30-9 5-18 0-3-15 0-30z", toned(c.first), SOFT) + line(
            "M-5-12q3 12 0 25M1-14q3 14 0 29", "#f2a08a", 1, fade(0.7)
        )
        slab += shape("M-9-15q9-6 18 0l.8 3.500q-10-5-19.600 0z", c.second) + shape(
            "M-9 15q9 5 18 0l.6-3q-10 5-19.200 0z", c.second, fade(0.75)
        )
        drawn += group(slab, x, y, 8)
    drawn += leek(12, 5, 56, 62, 15, 2.2) + shape(blob(56, 56, 5.4, 3, 0.2), toned("#f0dd9c"), SOFT)
    return drawn + saucer(98, 78, "#3a1d0e", 13) + disc(20, 82, 4.4, toned("#9fc05a"), SOFT)


def draw_chilli_prawns(c: Colours) -> str:
    drawn = plate(c.glaze, c.rim) + shape(blob(60, 61, 36, 4, 0.08, 12), toned(c.first), SOFT)
    spots = ((46, 44, 10), (72, 42, 130), (86, 62, 200), (60, 62, 60), (38, 68, 290), (58, 84, 20), (80, 82, 160))
    drawn += "".join(prawn(x, y, turn, 1.08) for x, y, turn in spots)
    drawn += dashes(scatter(16, 60, 61, 31, 5, 8), c.second, 4, 2, fade(0.9))
    return drawn + leek(14, 7, radius=29, size=2)


def draw_simmered_daikon(c: Colours) -> str:
    drawn = bowl(c.glaze, c.rim, "#7a4f24", 51, 8) + disc(60, 60, 42, toned("#94622c"))
    for x, y, turn in ((42, 46, -20), (78, 46, 30), (44, 76, 10), (76, 78, 190)):
        one = shape(
            "M-15 5a15 15 0 0 1 30 0z",
            toned(c.first),
            f'{SOFT} stroke="{c.first}" stroke-width="3" stroke-linejoin="round"',
        )
        drawn += group(one + line("M-9 1a9 9 0 0 1 18 0", "#fff3d2", 1.4, fade(0.8)), x, y, turn)
    if c.name == "squid":
        for x, y, turn in ((60, 56, 0), (62, 82, 40), (34, 62, 80), (88, 64, 20), (60, 34, 60)):
            drawn += group(
                ring(0, 0, 8, c.second, 5.4, SOFT) + line("M-7.500-5a9 9 0 0 1 9-5", "#fff2ea", 1.5), x, y, turn
            )
        for x, y, turn in ((50, 62, 0), (74, 62, 60)):
            drawn += group(line("M0 0q-2 7-7 9M0 0q1 8-1 12M0 0q4 6 8 8", "#c98a7c", 3.4, SOFT), x, y, turn)
        return drawn + strands(scatter(9, 60, 60, 6, 5, 2.4), "#fbf3d0", 1.6, 9, 4)
    drawn += shape(blob(60, 60, 20, 4, 0.2, 11), toned("#c08a4c"), SOFT)
    drawn += dashes(scatter(34, 60, 60, 17, 6, 4.2), c.second, 4, 1.2) + dashes(
        scatter(16, 60, 60, 16, 9, 6), "#d9a878", 1.6, 1
    )
    return drawn + leek(7, 4, 60, 60, 13)


def draw_tempura(c: Colours) -> str:
    drawn = (
        plate(c.glaze, c.rim)
        + shape("M24 30l64-6 10 58-66 14z", "#fffdf6", SOFT)
        + line("M88 24l-8 12 14 8", "#e3dccb", 1.2)
    )
    drawn += group(
        shape("M-22-12q24-12 44 6-4 20-24 20-22-4-20-26z", toned("#4d8043"), SOFT)
        + line("M-20-10q18 4 36 18", "#86ab6c", 1.2),
        82,
        46,
        0,
        0.62,
    )
    drawn += (
        oval(42, 40, 14, 11, toned("#e6b653"), -16, SOFT)
        + oval(42, 40, 10, 7.600, "#e98f2c", -16, fade(0.75))
        + line("M33 34q8-6 17-2", "#f9e2a4", 2.4)
    )
    lotus = disc(0, 0, 13, toned("#efcf7f"), SOFT) + dashes(_holes(7), "#b98a3a", 4.4, 0.1)
    drawn += group(lotus, 90, 56, 0, 0.9)
    for x, y, turn in ((43, 61, -26), (57, 80, -20)):
        one = shape("M-30 0q-2-8 8-9t20 0 22 2q10 2 10 7t-10 7-22 2-20 0-8-9z", toned(c.first), SOFT)
        crumbs = [spot for spot in scatter(60, 0, 0, 27, 5, 3.4) if abs(spot.y) < 6.5]
        one += dashes(crumbs, c.second, 2.6, 2.4) + dashes(crumbs[::4], "#cf9438", 1.8, 2.2)
        one += shape("M29-3l13-8 0 9 4 5-12 1z", toned("#e2562b"), SOFT) + line("M33-2l7-4M33 1h9", "#f7a07a", 1.1)
        drawn += group(one, x, y, turn, 0.92)
    return drawn + saucer(30, 94, "#6a3c17", 12) + shape(blob(31, 93, 4, 3, 0.2), "#fbf8ee")


def draw_fritters(c: Colours) -> str:
    """Fish cakes in a batter with seaweed."""
    drawn = (
        plate(c.glaze, c.rim, 51)
        + shape("M26 34l62-8 8 56-64 12z", "#fffdf6", SOFT)
        + line("M88 26l-7 11 13 7", "#e3dccb", 1.2)
    )
    for x, y, turn in ((44, 46, -30), (70, 42, 20), (46, 72, 24), (72, 66, -24), (64, 86, 6)):
        one = shape("M-19-2q2-8 12-8t20 0q8 3 6 9t-10 9-20 0-8-10z", toned(c.first), SOFT)
        one += (
            dashes(scatter(18, 0, 0, 14, 5, 4), c.second, 2.2, 1.4)
            + oval(15.5, 0, 3, 5.4, "#fdf3dc")
            + oval(15.8, 0, 1.5, 3, "#a5763a")
        )
        drawn += group(one + line("M-12-5q8-4 16-2", "#fff3c8", 1.8), x, y, turn)
    return drawn + lemon(94, 84, -30, 0.8)


def draw_nigiri(c: Colours) -> str:
    drawn = oblong(c.glaze, c.rim, 74)
    toppings = (c.first, "#f59a6a", "#f6e6df", "#f5cb4e", "#ef8f6a")
    for at, (x, y) in enumerate(((30, 46), (58, 44), (86, 46), (40, 74), (69, 74))):
        one = oval(0, 2, 12, 15, toned("#fffdf7"), 0, SOFT) + dashes(scatter(9, 0, 8, 8, 4, 3.4), "#d9cfb9", 1.4, 2.4)
        one += shape("M-10-14q10-6 20 0 3 13 0 25-10 5-20 0-3-12 0-25z", toned(toppings[at]), SOFT)
        if at == 3:
            one += block(0, 0, 22, 6, 1, "#22332a")
        else:
            one += line("M-6-9q4 8 0 16M0-11q4 10 0 20M6-9q4 8 0 16", c.second, 1.2, fade(0.75))
        drawn += group(one, x, y, 14)
    ginger = "".join(
        shape(blob(x, y, 5, at, 0.3, 8), toned("#f6beb0"), SOFT)
        for at, (x, y) in enumerate(((94, 80), (100, 77), (101, 84)))
    )
    return drawn + ginger + disc(18, 80, 4, toned("#9fc05a"), SOFT)
