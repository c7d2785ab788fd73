"""Every text in the look can be read: WCAG's 4.5 : 1, by day and by night, in every accent and colour."""

import re
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from chabudai.web.packages import WEB

# With the accents that apps bring of their own, as people get it.
SHEETS = (WEB.static / "site.css", *sorted(WEB.folder.parent.rglob("static/accent.css")))
CSS = re.sub(r"/\*.*?\*/", "", "".join(path.read_text() for path in SHEETS), flags=re.DOTALL)
THEMES = ("light", "dark")
ACCENTS = ("wood", *dict.fromkeys(re.findall(r'\[data-accent="([\w-]+)"\]', CSS)))
COLOURS = ("blue", "sky", "green", "yellow", "red", "navy", "purple", "pink", "pale", "dark")
PAIRS = [
    *product(("ink", "ink-soft", "accent", "danger"), ("paper", "surface")),
    *product(("ink", "ink-soft"), ("sunken", "accent-wash", "danger-wash")),
    ("accent", "accent-wash"),
    ("danger", "danger-wash"),
    ("on-accent", "accent-fill"),
    ("on-fill", "danger-fill"),
    ("paper", "ink"),
    ("wood", "paper"),
]

Tokens = Mapping[str, str]
Colour = tuple[float, float, float]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("accent", ACCENTS)
@pytest.mark.parametrize(("text", "background"), PAIRS)
def test_every_pair_of_text_and_background_can_be_read(text: str, background: str, accent: str, theme: str) -> None:
    assert ratio(f"var(--{text})", f"var(--{background})", tokens(accent), theme) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_label_can_be_read_in_each_of_its_colours(colour: str, theme: str) -> None:
    assert ratio("var(--hue)", "var(--hue-wash)", tokens(colour=colour), theme) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_the_pale_dot_is_told_from_the_dark_one(theme: str) -> None:
    pale, dark = (
        re.search(r"background: ([^;]+);", body)
        for colour in ("pale", "dark")
        for selector, body in rules(CSS)
        if selector == f'.dot[data-colour="{colour}"]'
    )
    assert pale is not None
    assert dark is not None
    assert ratio(pale[1], dark[1], tokens(), theme) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("accent", ACCENTS)
def test_a_rule_that_sets_both_colours_sets_two_that_can_be_read_together(accent: str, theme: str) -> None:
    both = [(selector, found) for selector, body in rules(CSS) if (found := _both_colours(body))]
    faint = [selector for selector, (text, ground) in both if ratio(text, ground, tokens(accent), theme) < 4.5]
    assert len(both) > 15
    assert faint == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["paper", "surface"])
def test_the_frame_of_a_field_can_be_seen(ground: str, theme: str) -> None:
    assert ratio("var(--line-strong)", f"var(--{ground})", tokens(), theme) >= 3


def test_what_is_pointed_at_in_a_toast_has_no_wash_of_the_page() -> None:
    """Its ground is the page's ink: a wash for paper would take the light cross on it away."""
    assert [body for selector, body in rules(CSS) if selector == ".toast" and "--accent-wash: #" in body]


def test_every_colour_that_is_declared_is_measured() -> None:
    assert {"ai", "matsuba", "kaki", "yamabuki", "shu"} < set(ACCENTS)
    assert set(re.findall(r'\[data-colour="(\w+)"\]', CSS)) == set(COLOURS)


def test_the_measure_itself_knows_black_from_white() -> None:
    assert ratio("#ffffff", "#000000", {}, "light") == pytest.approx(21)
    assert ratio("#777777", "#ffffff", {}, "light") == pytest.approx(4.48, abs=0.01)
    assert colour_of("color-mix(in srgb, #ffffff 25%, #000000)", {}, "light") == pytest.approx((63.75, 63.75, 63.75))


def rules(css: str) -> Iterator[tuple[str, str]]:
    """What stands outside of any @media, as selector and body."""
    return ((each[1].strip(), each[2]) for each in re.finditer(r"([^{}]+)\{([^{}]*)\}", _without_conditions(css)))


def tokens(accent: str = "wood", colour: str = "") -> Tokens:
    """Every custom property as an element with this accent and this colour has it."""
    matching = {":root", "[data-accent]", f'[data-accent="{accent}"]'}
    if colour:
        matching |= {"[data-colour]", f'[data-colour="{colour}"]'}
    bodies = [body for selector, body in rules(CSS) if matching & {each.strip() for each in selector.split(",")}]
    return {name: value.strip() for body in bodies for name, value in re.findall(r"--([\w-]+):([^;]+);", body)}


def ratio(text: str, background: str, known: Tokens, theme: str) -> float:
    light, dark = sorted((_luminance(colour_of(each, known, theme)) for each in (text, background)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colour_of(value: str, known: Tokens, theme: str) -> Colour:
    if found := re.fullmatch(r"var\(--([\w-]+)(?:, .+)?\)", value):
        return colour_of(known[found[1]], known, theme)
    if found := re.fullmatch(r"light-dark\(([^,]+), ([^,]+)\)", value):
        return colour_of(found[1 + THEMES.index(theme)], known, theme)
    if found := re.fullmatch(r"color-mix\(in srgb, (.+) (\d+)%, (.+)\)", value):
        part = int(found[2]) / 100
        pairs = zip(colour_of(found[1], known, theme), colour_of(found[3], known, theme), strict=True)
        red, green, blue = (part * one + (1 - part) * other for one, other in pairs)
        return red, green, blue
    red, green, blue = bytes.fromhex(value.removeprefix("#"))
    return red, green, blue


def _both_colours(body: str) -> tuple[str, str] | None:
    text = re.search(r"(?:^|[;\s])color: (var\([^;]+\));", body)
    ground = re.search(r"background(?:-color)?: (var\([^;]+\));", body)
    if text is None or ground is None or "--hue" in text[1]:
        return None
    return text[1], ground[1]


def _without_conditions(css: str) -> str:
    return re.sub(r"@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
