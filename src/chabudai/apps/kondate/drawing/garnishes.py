"""What lies on or beside a dish: rings of leek, sesame, tofu, tomatoes, lemon, leaves, grated radish."""

import math

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
    ring,
    scatter,
    shape,
    strands,
    striped,
    toned,
)

_SEEDS = tuple(Spot(2.9 * math.cos(angle), 2.9 * math.sin(angle), 0) for angle in (0.4, 1.45, 2.5, 3.55, 4.6, 5.65))


def leek(count: int, seed: int, x: float = 60, y: float = 60, radius: float = 28, size: float = 2.4) -> str:
    """Cut into rings."""
    return "".join(
        rimmed(spot.x, spot.y, size, "#edf3d6", "#7ba653", 1.3) for spot in scatter(count, x, y, radius, seed, size * 3)
    )


def sesame(count: int, seed: int, x: float = 60, y: float = 60, radius: float = 20, colour: str = "#f6e7bd") -> str:
    return dashes(scatter(count, x, y, radius, seed, 4), colour, 1.8, 1.5)


def cube(x: float, y: float, size: float, turn: float = 0, colour: str = "#fffaee") -> str:
    return block(x, y, size, size, 1.8, toned(colour), turn, SOFT)


def tomato(x: float, y: float, radius: float = 6.5) -> str:
    shine = (
        f"M{x - radius * 0.55} {y - radius * 0.1}a{radius * 0.6} {radius * 0.6} 0 0 1 {radius * 0.45} {-radius * 0.5}"
    )
    return disc(x, y, radius, toned("#d63f2b"), SOFT) + line(shine, "#fff", 1.5, fade(0.8))


def tomato_slice(x: float, y: float, radius: float = 14, turn: float = 0) -> str:
    pips = (Spot(7.4 * math.sin(at * 1.257), -7.4 * math.cos(at * 1.257), at * 36) for at in range(5))
    inside = disc(0, 0, 12, "#e8604a") + dashes(pips, "#f3a05e", 6, 1.6) + disc(0, 0, 2.8, "#f6b9a0")
    return group(disc(0, 0, 14, toned("#d23a28"), SOFT) + inside, x, y, turn, round(radius / 14, 2))


def lemon(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """A wedge."""
    wedge = shape("M-11 0a11 11 0 0 1 22 0z", "#e6b62a", SOFT) + shape("M-9-.9a9 9 0 0 1 18 0z", "#fbe68f")
    return group(wedge + line("M0-1v-7.500M-1-1l-5.500-5M1-1l5.500-5", "#fffae0", 1.2), x, y, turn, scale)


def shiso(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    edge = "M-20 1l5-7 2 1 3-6 3 2 4-4 3 3 5-2 2 3 5 0 1 3 7 6-7 6-1 3-5 0-2 3-5-2-3 3-4-4-3 2-3-6-2 1z"
    veins = line("M-22 1L18 0M-8 0l6-7M-8 1l6 7M2 0l6-6M2 0l6 6M10 0l4-4M10 0l4 4", "#8db873", 1)
    return group(shape(edge, toned("#4d8043"), SOFT) + veins, x, y, turn, scale)


def grated(x: float, y: float, radius: float = 9) -> str:
    """Grated daikon, with a drop of soy sauce."""
    curls = line(f"M{x - 4} {y - 2}q3-4 6-1M{x - 3} {y + 3}q4 0 6-2", "#d9d2be", 1.1)
    drop = disc(x + 1, y - 1, radius * 0.24, "#7a4318", fade(0.75))
    return shape(blob(x, y, radius, 5, 0.12), toned("#fbf8ee"), SOFT) + curls + drop


def leaves(count: int, seed: int, x: float = 60, y: float = 60, radius: float = 30, size: float = 11) -> str:
    """Lettuce, torn."""
    greens, drawn = ("#5c9246", "#7fb257", "#a3cb74", "#4a803e"), ""
    for at, spot in enumerate(scatter(count, x, y, radius, seed, size)):
        leaf = shape(blob(0, 0, size * (0.9 + at % 4 / 12), seed * 31 + at % 4, 0.26), toned(greens[at % 4]), SOFT)
        drawn += group(leaf + line("M-5 3q4-5 10-5", "#e0edc2", 1.1, fade(0.8)), spot.x, spot.y, spot.turn)
    return drawn


def cabbage(x: float, y: float, radius: float = 17, seed: int = 3) -> str:
    """A heap, finely shredded."""
    heap = shape(blob(x, y, radius, seed, 0.13), toned("#bdd58c"), SOFT)
    for colour, width, more in (("#93b962", 1.4, 1), ("#dfecb8", 1.6, 2), ("#f6fae4", 1.5, 3)):
        heap += strands(scatter(12, x, y, radius - 4, seed * 7 + more, 4), colour, width, 11, more)
    return heap


def cucumber(x: float, y: float, radius: float = 8) -> str:
    """A slice."""
    seeds = dashes(_SEEDS, "#f6f9df", 1.6, 0.1)
    one = disc(0, 0, 8, "#4b8a41", SOFT) + disc(0, 0, 6.8, toned("#d9eab3")) + disc(0, 0, 4, "#c3da92") + seeds
    return group(one, x, y, 0, round(radius / 8, 2))


def carrot_flower(x: float, y: float, scale: float = 1) -> str:
    petals = (Spot(4.5 * math.cos(at * 1.257), 4.5 * math.sin(at * 1.257), 0) for at in range(5))
    flower = dashes(petals, "#e5792c", 7.4, 0.1, SOFT) + disc(0, 0, 3, "#f39a4f") + disc(0, 0, 1.2, "#fbc78c")
    return group(flower, x, y, 0, scale)


def carrot_coin(x: float, y: float, radius: float = 7) -> str:
    coin = disc(0, 0, 7, toned("#e2772b"), SOFT) + ring(0, 0, 3.9, "#f4a968", 1.3)
    return group(coin, x, y, 0, round(radius / 7, 2))


def shiitake(x: float, y: float, radius: float = 9.5) -> str:
    reach, side = radius * 0.62, radius * 0.54
    star = f"M{x - reach} {y}h{reach * 2}M{x - side * 0.6} {y - side}l{side * 1.2} {side * 2}"
    star += f"M{x + side * 0.6} {y - side}l{-side * 1.2} {side * 2}"
    return disc(x, y, radius, toned("#74492b"), SOFT) + line(star, "#f5e6c8", 1.9)


def broccoli(x: float, y: float, scale: float = 1) -> str:
    buds = ((-6, -1, 6), (0, -6, 6.5), (6, -1, 6), (0, 2, 6))
    heads = "".join(
        disc(u, v, r, toned(colour))
        for (u, v, r), colour in zip(buds, ("#3f7f3a", "#54963f", "#37752f", "#68a84c"), strict=True)
    )
    stalk = shape("M-3 2h6l1.500 10q-4.500 2-9 0z", "#a9cb78")
    return group(
        group(stalk + heads, more=SOFT) + dashes(scatter(14, 0, -1, 8, 4, 2.4), "#9ccb77", 1.2, 0.2), x, y, 0, scale
    )


def sprouts(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """A sprig of mitsuba: three leaves and a stalk."""
    one = shape("M0-2C-7-5-7-14 0-18 7-14 7-5 0-2z", toned("#4f8f3f")) + line("M0-3v-10", "#a3cc7e", 1)
    sprig = line("M0-2q1 8-3 15", "#86b35c", 1.8) + "".join(group(one, turn=angle) for angle in (-72, 0, 72))
    return group(sprig, x, y, turn, scale, SOFT)


def nori(count: int, seed: int, x: float, y: float, radius: float) -> str:
    return dashes(scatter(count, x, y, radius, seed, 3), "#1f2b22", 1.7, 8)


def parsley(count: int, seed: int, x: float = 60, y: float = 60, radius: float = 20) -> str:
    return dashes(scatter(count, x, y, radius, seed, 5), "#4c8a3c", 2.2, 1.2)


def egg_half(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    return group(
        oval(0, 0, 11, 8.5, toned("#fffaf0"), more=SOFT) + disc(-1, 0, 5.2, toned("#f2a92c")), x, y, turn, scale
    )


def prawn(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """Cooked and curled, with its tail."""
    curl = "M-8 5a10 10 0 1 1 15 3"
    body = line(curl, "#ee8058", 9.4, SOFT) + line(curl, "#ffc9a8", 6.4) + striped(curl, "#f08a60", 9, 1.5, 3.8)
    tail = shape("M5 6l10-3-2 5 1 5-8-2z", toned("#d9481f"))
    return group(body + line("M-8.500 1a10 10 0 0 1 9-10", "#fff4ea", 1.6) + tail, x, y, turn, scale)
