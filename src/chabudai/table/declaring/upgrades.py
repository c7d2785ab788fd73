"""Shapes: an entity's stored form has a number, and what was stored in an older one is brought up to date when read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from chabudai.table.attributes import Item, from_item, to_item
from chabudai.table.errors import NotReadable

Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

ATTRIBUTE = "_shape"


@dataclass(frozen=True, slots=True)
class Shape:
    """The first shape has no mark; `upgrades[0]` makes the second of it, and so on. They see stored names."""

    upgrades: tuple[Upgrade, ...] = ()

    @property
    def number(self) -> int:
        return len(self.upgrades) + 1

    @property
    def is_first(self) -> bool:
        return not self.upgrades

    def mark(self, item: Item) -> Item:
        return item if self.is_first else {**item, ATTRIBUTE: {"N": str(self.number)}}

    def is_current(self, item: Item) -> bool:
        return self.is_first or _number(item) == self.number

    def upgraded(self, item: Item) -> Item:
        number = _number(item)
        if number == self.number:
            return item
        if number > self.number:
            raise NotReadable(number, f"is the shape of a stored item, newer than the {self.number} known here")
        values = from_item({name: value for name, value in item.items() if name != ATTRIBUTE})
        for upgrade in self.upgrades[number - 1 :]:
            values = upgrade(values)
        return self.mark(to_item(values))


def shape_of(upgrades: Sequence[Upgrade]) -> Shape:
    return Shape(tuple(upgrades))


def _number(item: Item) -> int:
    return int(item[ATTRIBUTE]["N"]) if ATTRIBUTE in item else 1
