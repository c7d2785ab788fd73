"""The board without its pieces, as a file that pages use: straight-grained wood, lines, stars."""

from random import Random
from typing import Final

from chabudai.apps.shogi.drawing.shapes import CELL

LEFT: Final = 15.0
TOP: Final = 31.0
WIDTH: Final = LEFT + CELL[0] * 9 + 33
HEIGHT: Final = TOP + CELL[1] * 9 + 15
_RIGHT: Final = LEFT + CELL[0] * 9
_BOTTOM: Final = TOP + CELL[1] * 9


def place(row: int, column: int) -> tuple[float, float]:
    """The middle of a square, counted from the top left as one looks at it."""
    return LEFT + (column + 0.5) * CELL[0], TOP + (row + 0.5) * CELL[1]


def render_board() -> str:
    """`#board` has square corners, for a page's style to round; by night a veil lies over the wood."""
    ink = "var(--board-ink, #3d2810)"
    lines = "".join(f"M{LEFT + n * CELL[0]:g} {TOP:g}V{_BOTTOM:g}" for n in range(1, 9))
    lines += "".join(f"M{LEFT:g} {TOP + n * CELL[1]:g}H{_RIGHT:g}" for n in range(1, 9))
    stars = "".join(
        f'<circle cx="{LEFT + x * CELL[0]:g}" cy="{TOP + y * CELL[1]:g}" r="3.9" fill="{ink}"/>'
        for x in (3, 6)
        for y in (3, 6)
    )
    box = f'width="{WIDTH:g}" height="{HEIGHT:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}"><defs>'
        '<linearGradient id="kaya" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#f0cf8d"/>'
        '<stop offset=".5" stop-color="#e8c17a"/><stop offset="1" stop-color="#ddb066"/></linearGradient></defs>'
        f'<g id="board"><rect {box} fill="url(#kaya) #e8c17a"/>{_grain()}'
        f'<rect {box} fill="var(--board-night, none)"/>'
        f'<path d="{lines}" fill="none" stroke="{ink}" stroke-width="1.1"/>'
        f'<rect x="{LEFT:g}" y="{TOP:g}" width="{CELL[0] * 9:g}" height="{CELL[1] * 9:g}" fill="none" stroke="{ink}"'
        f' stroke-width="2.4"/>{stars}</g></svg>\n'
    )


def _grain() -> str:
    """Fine lines from top to bottom that hardly bend, closer at the left, as of wood that was sawn to the heart."""
    random = Random("kaya")
    drawn = []
    x = 3.0
    while x < WIDTH - 2:
        bend, drift = random.uniform(-2.2, 2.2), random.uniform(-1.8, 1.8)
        path = f"M{x:.1f} 0q{bend:.1f} {HEIGHT / 2:.0f} {drift:.1f} {HEIGHT:g}"
        strength, width = random.uniform(0.07, 0.24), random.choice((0.6, 0.8, 1.1, 1.6))
        drawn.append(f'<path d="{path}" stroke-opacity="{strength:.2f}" stroke-width="{width:g}"/>')
        x += random.uniform(5, 9) + x / 90
    return f'<g fill="none" stroke="#a8742c">{"".join(drawn)}</g>'
