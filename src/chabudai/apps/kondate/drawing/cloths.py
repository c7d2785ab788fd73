"""The cloth behind a dish: five tints, each with its night tint; neighbours in a list get different ones."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

Cloth: TypeAlias = Literal["red", "green", "blue", "gold", "wood"]

CLOTHS: Final[tuple[Cloth, ...]] = get_args(Cloth)
TINTS: Final[dict[Cloth, tuple[str, str]]] = {
    "red": ("#f7dfd3", "#4a2b22"),
    "green": ("#e5ebd3", "#2f3826"),
    "blue": ("#dfe7ec", "#28323a"),
    "gold": ("#f8e8bf", "#443618"),
    "wood": ("#efe2cf", "#3b2f23"),
}
"""By day and by night."""

_LEAST_LIKE: Final[dict[str, Cloth]] = {
    "curry": "blue", "greens": "red", "salad": "gold", "tomato-salad": "green", "mapo": "green", "nabe": "blue",
    "rolled-omelette": "blue", "egg-bowl": "green", "fillet": "gold", "whole-fish": "red", "miso": "green",
    "kabocha": "blue", "aubergine": "gold", "potage": "green", "sunomono": "red", "teriyaki": "gold",
    "chilli-prawns": "blue", "gyoza": "green", "pasta": "blue", "kinpira": "red", "pancakes": "blue",
}  # fmt: skip
"""Where a dish stands out best; others take the tint that their name comes to."""


def choose_cloth(kind: str) -> Cloth:
    """The same for a kind of dish on every page."""
    return _LEAST_LIKE.get(kind) or CLOTHS[sum(kind.encode()) % len(CLOTHS)]


def choose_cloths(kinds: Iterable[str], across: int = 1) -> tuple[Cloth, ...]:
    """For dishes in rows of `across`: each its own, or the next tint where its left or upper neighbour has that."""
    chosen: list[Cloth] = []
    for at, kind in enumerate(kinds):
        left = {chosen[at - 1]} if at else set[Cloth]()
        above = {chosen[at - across]} if at >= across else set[Cloth]()
        start = CLOTHS.index(choose_cloth(kind))
        turned = CLOTHS[start:] + CLOTHS[:start]
        chosen.append(next(cloth for cloth in turned if cloth not in left | above))
    return tuple(chosen)


def render_styles() -> str:
    """A sheet that gives `--cloth` to whatever names its cloth: `data-cloth="red"`."""
    rules = (
        f'[data-cloth="{cloth}"] {{ --cloth: light-dark({day}, {night}); }}\n' for cloth, (day, night) in TINTS.items()
    )
    return "/* The cloths behind dishes, by day and by night. */\n" + "".join(rules)
