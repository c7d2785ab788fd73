"""The shelves of a shop as people read them: a name, a seal of one letter, and a colour."""

from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.messages import lazy
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class ShelfName:
    key: str
    name: Text
    seal: str
    colour: str


SHELF_NAMES: Final = {
    each.key: each
    for each in (
        ShelfName("vegetables", lazy("Fruit and vegetables"), "菜", "green"),
        ShelfName("tofu", lazy("Tofu, natto, fish cakes"), "豆", "pale"),
        ShelfName("fish", lazy("Fish"), "魚", "sky"),
        ShelfName("meat", lazy("Meat"), "肉", "red"),
        ShelfName("dairy", lazy("Eggs and dairy"), "乳", "yellow"),
        ShelfName("staples", lazy("Rice, noodles, bread"), "主", "navy"),
        ShelfName("dry", lazy("Dried and tinned"), "乾", "yellow"),
        ShelfName("seasonings", lazy("Seasonings and oil"), "味", "red"),
        ShelfName("frozen", lazy("Frozen"), "凍", "blue"),
        ShelfName("snacks", lazy("Snacks and drinks"), "飲", "pink"),
        ShelfName("household", lazy("Household and other"), "日", "purple"),
    )
}


def name_shelf(shelf: str | None) -> ShelfName:
    """Of a shelf that nobody knows any more, the one for everything else."""
    return SHELF_NAMES.get(shelf or foods.OTHER, SHELF_NAMES[foods.OTHER])
