"""The pieces as bodies of wood: how wide and high each is, and how light falls on it, from the top left."""

from typing import Final

CELL: Final = (60.0, 65.0)
SIZES: Final = {
    "K": (51.0, 57.0),
    "R": (49.5, 55.5),
    "B": (49.5, 55.5),
    "G": (47.5, 53.0),
    "S": (47.5, 53.0),
    "N": (45.0, 52.5),
    "L": (42.0, 52.0),
    "P": (40.0, 49.5),
}
KINDS: Final = tuple(SIZES)
_SHOULDER_HEIGHT: Final = 0.15
_SHOULDER_WIDTH: Final = 0.74
_SHADOW: Final = (1.3, 2.8)

Points = tuple[tuple[float, float], ...]


def face_of(piece: str) -> str:
    """The name of a piece's drawing: `+p` of an SFEN is `p1`."""
    return f"{piece[1:]}1" if piece.startswith("+") else piece


def body(kind: str) -> Points:
    """Around (0, 0), pointing up: top, right shoulder, right foot, left foot, left shoulder."""
    width, height = SIZES[kind]
    foot, top = width / 2, -height / 2
    shoulder, below = foot * _SHOULDER_WIDTH, top + height * _SHOULDER_HEIGHT
    return (0.0, top), (shoulder, below), (foot, -top), (-foot, -top), (-shoulder, below)


def turn(points: Points) -> Points:
    return tuple((-x, -y) for x, y in points)


def draw_body(kind: str, *, is_turned: bool) -> str:
    """With its shadow, the lit edges and the dark ones: a piece that is turned lies under the same light."""
    points = turn(body(kind)) if is_turned else body(kind)
    lit, dark = _edges(points, is_turned=is_turned)
    drop = " ".join(f"{_number(x + _SHADOW[0])},{_number(y + _SHADOW[1])}" for x, y in points)
    return (
        f'<polygon points="{drop}" fill="var(--piece-shadow, #3a2006)" opacity=".3"/>'
        f'<polygon points="{join(points)}" fill="url(#wood) #f6dfae"/>'
        f'<polygon points="{join(points)}" fill="var(--piece-night, none)" stroke="var(--piece-line, #85592a)"'
        ' stroke-width=".9" stroke-linejoin="round"/>'
        f'<polyline points="{join(dark)}" fill="none" stroke="#5c3710" stroke-opacity=".45" stroke-width="1.7"/>'
        f'<polyline points="{join(lit)}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.2"/>'
    )


def join(points: Points) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _edges(points: Points, *, is_turned: bool) -> tuple[Points, Points]:
    """A little inside of the body, that they do not lie on its line."""
    top, right, right_foot, left_foot, left = ((x * 0.945, y * 0.955) for x, y in points)
    if is_turned:
        return (right_foot, left_foot), (left, top, right)
    return (left_foot, left, top), (left_foot, right_foot)


def _number(value: float) -> str:
    return f"{round(value, 1):g}"
