"""What dishes are served in: plates, bowls, lacquer, glass, pots. Each with its one shadow on the ground."""

from chabudai.apps.kondate.drawing.shapes import block, disc, fade, line, ring, shape, toned

INK = "#1b0f05"
_BLURRED = ' opacity=".36" filter="url(#b)"'


def ground(radius: float) -> str:
    return disc(61.5, 64, radius * 1.05, "url(#s)")


def plate(glaze: str = "#fbf7ee", rim: str = "#d9ccb4", radius: float = 53) -> str:
    """Flat, with a rim: for what is eaten with a sauce, or leans on salad."""
    well = radius - 12
    shine = f"M{60 - radius + 7} 51A{radius - 7} {radius - 7} 0 0 1 49 {60 - radius + 8}"
    return (
        ground(radius)
        + disc(60, 60, radius, toned(glaze))
        + ring(60, 60, radius - 2, rim, 2)
        + disc(60, 60, well, "url(#w)", fade(0.55))
        + line(shine, "#fff", 2.2, fade(0.6))
    )


def bowl(glaze: str, rim: str, inside: str, radius: float = 48, wall: float = 8) -> str:
    """Deep: its upper left wall lies in shadow, the lower right one is lit."""
    inner = radius - wall + 3
    shine = f"M{60 - radius + 1.5} 50A{radius - 1.5} {radius - 1.5} 0 0 1 46 {60 - radius + 4}"
    return (
        ground(radius)
        + disc(60, 60, radius, toned(glaze))
        + ring(60, 60, radius - 1.6, rim, 3.2)
        + disc(60, 60, inner, inside)
        + disc(60, 60, inner, "url(#w)")
        + line(shine, "#fff", 1.6, fade(0.55))
    )


def lacquer(rim: str = "#b23a22") -> str:
    return bowl("#2b1814", rim, "#8f2c1a", 48, 8)


def small_bowl(glaze: str = "#7d8c7c", rim: str = "#b3bfae", inside: str = "#667466") -> str:
    return bowl(glaze, rim, inside, 44, 9)


def glass(tint: str = "#cfe0de", radius: float = 49) -> str:
    shine = f"M{60 - radius + 6} 48A{radius - 6} {radius - 6} 0 0 1 48 {60 - radius + 8}"
    return (
        ground(radius)
        + disc(60, 60, radius, toned(tint))
        + ring(60, 60, radius - 3, "#fff", 2.4, fade(0.85))
        + disc(60, 60, radius - 8, "url(#w)", fade(0.7))
        + line(shine, "#fff", 3, fade(0.8))
    )


def oblong(glaze: str = "#34557f", rim: str = "#8ea9c9", height: float = 68) -> str:
    """A long plate, as for grilled fish."""
    return (
        block(61.5, 64, 109, height + 1, 13, INK, more=_BLURRED)
        + block(60, 60, 108, height, 12, toned(glaze))
        + f'<rect x="10" y="{64 - height / 2}" width="100" height="{height - 8}" rx="9" fill="none" stroke="{rim}"'
        + ' stroke-width="1.6"/>'
        + line(f"M15 {80 - height / 2}v-5a6 6 0 0 1 6-6h24", "#fff", 1.8, fade(0.4))
    )


def casserole(clay: str, rim: str, broth: str) -> str:
    """A pot with two ears, as it stands on the table."""
    ears = "".join(
        block(x + 1.5, 65, 22, 30, 9, INK, more=fade(0.2)) + block(x, 62, 22, 28, 9, toned("#4a3526"))
        for x in (11, 109)
    )
    return (
        ears
        + ground(51)
        + disc(60, 60, 51, toned(clay))
        + ring(60, 60, 47, rim, 3)
        + disc(60, 60, 44.5, broth)
        + disc(60, 60, 44.5, "url(#w)", fade(0.8))
    )


def iron_pan() -> str:
    """Black, for sukiyaki."""
    handle = shape(
        "M8 52h12v18H8a4 4 0 0 1-4-4V56a4 4 0 0 1 4-4zM112 52h-12v18h12a4 4 0 0 0 4-4V56a4 4 0 0 0-4-4z", "#26221f"
    )
    return (
        handle
        + ground(51)
        + disc(60, 60, 51, toned("#37322e"))
        + ring(60, 60, 49, "#5a534c", 1.6)
        + disc(60, 60, 45, "#5a3315")
        + disc(60, 60, 45, "url(#w)")
    )


def lacquer_box(width: float = 106, height: float = 78) -> str:
    return (
        block(61.5, 64.5, width + 2, height + 1, 8, INK, more=_BLURRED)
        + block(60, 60, width, height, 7, toned("#33201a"))
        + block(60, 60, width - 7, height - 7, 4, "#a5361f")
        + block(60, 60, width - 7, height - 7, 4, "url(#w)", more=fade(0.7))
    )


def saucer(x: float, y: float, sauce: str, radius: float = 13) -> str:
    """A little dish beside the dish."""
    return (
        disc(x + 1, y + 2.4, radius, INK, fade(0.2))
        + disc(x, y, radius, toned("#fbf8f0"))
        + ring(x, y, radius - 1, "#5f7fa8", 1.3)
        + disc(x, y, radius - 3.4, toned(sauce))
        + line(f"M{x - 6} {y - 1}a6 6 0 0 1 4-5", "#fff", 1.2, fade(0.5))
    )
