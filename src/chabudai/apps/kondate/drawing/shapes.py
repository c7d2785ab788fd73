"""What drawings are made of, as SVG: discs, blobs, strokes, things strewn about; a toned colour is lit from the left.

Coordinates are those of a picture, 120 by 120. `toned` colours and soft shadows become definitions in `write_svg`.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

SIZE: Final = 120
SOFT: Final = ' filter="url(#d)"'
"""A thing's own shadow on what it lies on; not for a straight line, which has no height of its own."""

_TONED: Final = re.compile(r"~(#[0-9a-f]{6})")
_NUMBER: Final = re.compile(r"-?\d+\.\d+")
_GROUP: Final = re.compile(r'<g transform="([^"]*)">((?:(?!</?g[ >]).)+)</g>')
_OUTLINE: Final = re.compile(r' d="[^"]*"')
_GROUND: Final = (
    '<radialGradient id="s"><stop offset=".86" stop-color="#1b0f05" stop-opacity=".34"/>'
    '<stop offset="1" stop-color="#1b0f05" stop-opacity="0"/></radialGradient>'
)
_WELL: Final = (
    '<linearGradient id="w" x1=".15" y1=".1" x2=".85" y2=".9"><stop stop-color="#1b0f05" stop-opacity=".34"/>'
    '<stop offset=".45" stop-color="#1b0f05" stop-opacity=".06"/>'
    '<stop offset="1" stop-color="#fff" stop-opacity=".3"/></linearGradient>'
)
_DROP: Final = (
    '<filter id="d" x="-20%" y="-20%" width="150%" height="160%"><feDropShadow dx=".7" dy="1.7" stdDeviation=".8"'
    ' flood-color="#2a1405" flood-opacity=".42"/></filter>'
)
_BLUR: Final = '<filter id="b" x="-10%" y="-10%" width="120%" height="130%"><feGaussianBlur stdDeviation="2"/></filter>'


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float
    turn: float


def toned(colour: str) -> str:
    """Lighter towards the upper left, darker towards the lower right."""
    return f"~{colour}"


def rimmed(x: float, y: float, radius: float, fill: str, rim: str, width: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{rim}" stroke-width="{width}"/>'


def disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{more}/>'


def ring(x: float, y: float, radius: float, colour: str, width: float, more: str = "") -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="{width}"{more}/>'


def oval(x: float, y: float, across: float, along: float, fill: str, turn: float = 0, more: str = "") -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{along}" fill="{fill}"{_turned(x, y, turn)}{more}/>'


def block(
    x: float, y: float, width: float, height: float, corner: float, fill: str, turn: float = 0, more: str = ""
) -> str:
    """Around its middle."""
    place = f'x="{x - width / 2}" y="{y - height / 2}" width="{width}" height="{height}" rx="{corner}"'
    return f'<rect {place} fill="{fill}"{_turned(x, y, turn)}{more}/>'


def shape(outline: str, fill: str, more: str = "") -> str:
    return f'<path d="{outline}" fill="{fill}"{more}/>'


def line(outline: str, colour: str, width: float, more: str = "") -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{outline}" fill="none" stroke="{colour}" stroke-width="{width}" {ends}{more}/>'


def striped(outline: str, colour: str, width: float, stripe: float, gap: float) -> str:
    """Bars across a stroke, as on a prawn."""
    dashed = f'stroke-width="{width}" stroke-dasharray="{stripe} {gap}"'
    return f'<path d="{outline}" fill="none" stroke="{colour}" {dashed}/>'


def group(content: str, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1, more: str = "") -> str:
    parts = [f"translate({x} {y})" if x or y else "", f"rotate({turn})" if turn else ""]
    parts.append(f"scale({scale})" if scale != 1 else "")
    moved = " ".join(filter(None, parts))
    return f"<g{f' transform={chr(34)}{moved}{chr(34)}' if moved else ''}{more}>{content}</g>"


def fade(opacity: float) -> str:
    return f' opacity="{opacity}"'


def blob(x: float, y: float, radius: float, seed: int, rough: float = 0.14, corners: int = 9) -> str:
    """The outline of something round that nobody measured."""
    chance = random.Random(seed)
    points: list[tuple[float, float]] = []
    for corner in range(corners):
        angle, reach = 2 * math.pi * corner / corners, radius * (1 + chance.uniform(-rough, rough))
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    middles = [_middle(point, points[(at + 1) % corners]) for at, point in enumerate(points)]
    return f"M{_pair(middles[-1])}" + "".join(
        f"q{_pair(_step(middles[at - 1], point))} {_pair(_step(middles[at - 1], middles[at]))}"
        for at, point in enumerate(points)
    )


def scatter(count: int, x: float, y: float, radius: float, seed: int, gap: float = 0) -> Iterator[Spot]:
    """Up to `count` places in a circle, none nearer to another than `gap`."""
    chance, found = random.Random(seed), list[Spot]()
    for _ in range(count * 60):
        if len(found) == count:
            break
        angle, reach = chance.uniform(0, 2 * math.pi), radius * math.sqrt(chance.random())
        u, v = round(x + reach * math.cos(angle), 1), round(y + reach * math.sin(angle), 1)
        if all((u - spot.x) ** 2 + (v - spot.y) ** 2 >= gap * gap for spot in found):
            found.append(Spot(u, v, round(chance.uniform(0, 180))))
    yield from found


def dashes(spots: Iterable[Spot], colour: str, width: float, length: float, more: str = "") -> str:
    """Short strokes, each its own way: grains, sesame, shreds."""
    outline = ""
    for spot in spots:
        angle = math.radians(spot.turn * 2)
        dx, dy = length * math.cos(angle), length * math.sin(angle)
        outline += f"M{spot.x - dx / 2:.1f} {spot.y - dy / 2:.1f}l{dx:.1f} {dy:.1f}"
    return line(outline, colour, width, more)


def strands(spots: Iterable[Spot], colour: str, width: float, length: float, seed: int, more: str = "") -> str:
    """Longer strokes that bend: shreds, noodles, leaves."""
    chance, outline = random.Random(seed), ""
    for spot in spots:
        angle = math.radians(spot.turn * 2)
        dx, dy = length * math.cos(angle), length * math.sin(angle)
        bend = chance.uniform(-0.45, 0.45)
        bent = f"{dx / 2 - dy * bend:.1f} {dy / 2 + dx * bend:.1f}"
        outline += f"M{spot.x - dx / 2:.1f} {spot.y - dy / 2:.1f}q{bent} {dx:.1f} {dy:.1f}"
    return line(outline, colour, width, more)


def coils(x: float, y: float, radius: float, colour: str, width: float, seed: int, count: int) -> str:
    """Arcs around a middle: noodles that were turned on a fork."""
    chance, outline = random.Random(seed), ""
    for at in range(count):
        reach = 4 + (radius - 4) * (at + chance.random()) / count
        start = chance.uniform(0, 2 * math.pi)
        end = start + chance.uniform(0.9, 2.2)
        first = f"{x + reach * math.cos(start):.1f} {y + reach * math.sin(start):.1f}"
        last = f"{x + reach * math.cos(end):.1f} {y + reach * math.sin(end):.1f}"
        outline += f"M{first}A{reach:.1f} {reach:.1f} 0 0 1 {last}"
    return line(outline, colour, width)


def write_svg(body: str, width: float = SIZE, height: float = SIZE) -> str:
    """A whole file: numbers to a tenth, what is drawn several times only once, and the definitions that it asks for."""
    body, repeated = _take_repeated(body)
    body = f"<defs>{repeated}</defs>{body}" if repeated else body
    tones = dict.fromkeys(_TONED.findall(body))
    names = {colour: f"t{at}" for at, colour in enumerate(tones)}
    used = [(_GROUND, "url(#s)"), (_WELL, "url(#w)"), (_DROP, "url(#d)"), (_BLUR, "url(#b)")]
    defs = "".join(text for text, name in used if name in body)
    defs += "".join(_gradient(names[colour], colour) for colour in tones)
    drawn = _TONED.sub(lambda found: f"url(#{names[found[1]]})", body)
    short = _NUMBER.sub(lambda found: _number(float(found[0])), f"<defs>{defs}</defs>{drawn}")
    short = _OUTLINE.sub(lambda found: found[0].replace(" -", "-"), short)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return f"{head}{short}</svg>\n"


def _take_repeated(body: str) -> tuple[str, str]:
    """Groups of the same content become uses of one."""
    counted = Counter(content for _, content in _GROUP.findall(body))
    names = {content: f"u{at}" for at, content in enumerate(one for one, count in counted.items() if count > 1)}

    def use(found: re.Match[str]) -> str:
        name = names.get(found[2])
        return f'<use href="#{name}" transform="{found[1]}"/>' if name else found[0]

    return _GROUP.sub(use, body), "".join(f'<g id="{name}">{content}</g>' for content, name in names.items())


def mix(colour: str, other: str, share: float) -> str:
    """`share` of the other colour in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def _gradient(name: str, colour: str) -> str:
    light, dark = mix(colour, "#fff3dc", 0.26), mix(colour, "#3a1c0a", 0.22)
    stops = (
        f'<stop stop-color="{light}"/><stop offset=".55" stop-color="{colour}"/><stop offset="1" stop-color="{dark}"/>'
    )
    return f'<radialGradient id="{name}" cx=".34" cy=".28" r=".85">{stops}</radialGradient>'


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _number(value: float) -> str:
    text = f"{round(value, 1 if abs(value) >= 1 else 2):g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else "0" if text == "-0" else text


def _turned(x: float, y: float, turn: float) -> str:
    return f' transform="rotate({turn} {x} {y})"' if turn else ""


def _middle(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _step(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    return end[0] - start[0], end[1] - start[1]


def _pair(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
