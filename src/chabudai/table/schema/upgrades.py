"""Upgrades: an entity's stored form has a version, and what was stored in an older one is upgraded when read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from chabudai.table.attributes import Item, from_item, to_item
from chabudai.table.errors import UnreadableItem

Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

VERSION_ATTRIBUTE = "_schema_version"


@dataclass(frozen=True, slots=True)
class SchemaVersion:
    """The first version has no stamp; `upgrades[0]` makes the second of it, and so on. They see stored names."""

    upgrades: tuple[Upgrade, ...] = ()

    @property
    def number(self) -> int:
        return len(self.upgrades) + 1

    @property
    def is_first(self) -> bool:
        return not self.upgrades

    def stamp(self, item: Item) -> Item:
        return item if self.is_first else {**item, VERSION_ATTRIBUTE: {"N": str(self.number)}}

    def is_current(self, item: Item) -> bool:
        return self.is_first or _number_of(item) == self.number

    def upgrade(self, item: Item) -> Item:
        number = _number_of(item)
        if number == self.number:
            return item
        if number > self.number:
            raise UnreadableItem(
                number, f"is the schema version of a stored item, newer than the {self.number} known here"
            )
        values = from_item({name: value for name, value in item.items() if name != VERSION_ATTRIBUTE})
        for upgrade in self.upgrades[number - 1 :]:
            values = upgrade(values)
        return self.stamp(to_item(values))


def schema_version_of(upgrades: Sequence[Upgrade]) -> SchemaVersion:
    return SchemaVersion(tuple(upgrades))


def _number_of(item: Item) -> int:
    return int(item[VERSION_ATTRIBUTE]["N"]) if VERSION_ATTRIBUTE in item else 1
