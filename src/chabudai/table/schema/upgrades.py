"""Upgrades: an entity's stored form has a version, and what was stored in an older one is upgraded when read."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from chabudai.table.attributes import AttributeValue, Item, from_item, to_item
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

_NUMBER = re.compile("[1-9][0-9]*")


class UnreadableStamp(ValueError):
    """What an item says of its version is no number of one."""


class FailedUpgrade(ValueError):
    """An upgrade gave back what is no item."""


@dataclass(frozen=True, slots=True)
class SchemaVersion:
    """The first version has no stamp, or 1; `upgrades[0]` makes the second of it, and so on. They see stored names."""

    upgrades: tuple[Upgrade, ...] = ()

    @property
    def number(self) -> int:
        return len(self.upgrades) + 1

    @property
    def attribute(self) -> AttributeValue:
        return {"N": str(self.number)}

    @property
    def is_first(self) -> bool:
        return not self.upgrades

    def stamp(self, item: Item) -> Item:
        return item if self.is_first else {**item, VERSION_ATTRIBUTE: self.attribute}

    def is_current(self, item: Item) -> bool:
        return version_of(item) == self.number

    def is_newer(self, item: Item) -> bool:
        """Whether a program that knows more than this one wrote the item: it is neither read nor written here."""
        return version_of(item) > self.number

    def upgrade(self, item: Item) -> Item:
        """An item that is not newer, as this version has it."""
        number = version_of(item)
        if number == self.number:
            return item
        values = from_item({name: value for name, value in item.items() if name != VERSION_ATTRIBUTE})
        for upgrade in self.upgrades[number - 1 :]:
            values = _upgraded(upgrade, values)
        return self.stamp(to_item(values))

    def sought(self, item: Item) -> frozenset[str]:
        """The attributes that upgrades look for in such an item, whether they find them or not."""
        found: set[str] = set()
        values: dict[str, Any] = from_item({name: value for name, value in item.items() if name != VERSION_ATTRIBUTE})
        for upgrade in self.upgrades[version_of(item) - 1 :]:
            watched = _WatchedRow(values)
            values = _upgraded(upgrade, watched)
            found |= watched.sought
        return frozenset(found)

    def older_forms(self, item: Item) -> Iterator[dict[str, Any]]:
        """What an older item holds, in its own version and in each since. Upgrades may change it in place.

        The last is of this version, but not yet as the entity's own rules make it.
        """
        values = from_item({name: value for name, value in item.items() if name != VERSION_ATTRIBUTE})
        yield values
        for upgrade in self.upgrades[version_of(item) - 1 :]:
            values = _upgraded(upgrade, values)
            yield values


class _WatchedRow(dict[str, Any]):
    """Notes which names it is asked for."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.sought: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.sought.add(name)
        return super().__getitem__(name)

    def __delitem__(self, name: str) -> None:
        self.sought.add(name)
        super().__delitem__(name)

    def __contains__(self, name: object) -> bool:
        self.sought.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.sought.add(name)
        return super().get(name, default)

    def pop(self, name: str, *default: Any) -> Any:
        self.sought.add(name)
        return super().pop(name, *default)

    def setdefault(self, name: str, default: Any = None) -> Any:
        self.sought.add(name)
        return super().setdefault(name, default)


def schema_version_of(upgrades: Sequence[Upgrade]) -> SchemaVersion:
    return SchemaVersion(tuple(upgrades))


def version_of(item: Item) -> int:
    """UnreadableStamp for what is no number of a version."""
    if VERSION_ATTRIBUTE not in item:
        return 1
    stamp = item[VERSION_ATTRIBUTE]
    if not _NUMBER.fullmatch(stamp.get("N", "")):
        raise UnreadableStamp(
            f"its {VERSION_ATTRIBUTE} is stored as {stamp}, and the versions are whole numbers from 1"
        )
    return int(stamp["N"])


def _upgraded(upgrade: Upgrade, values: dict[str, Any]) -> dict[str, Any]:
    made: Any = upgrade(values)
    if isinstance(made, dict):
        return made
    name = getattr(upgrade, "__name__", repr(upgrade))
    given = "nothing" if made is None else f"{made!r}"
    raise FailedUpgrade(f"{name} returned {given}, where the item is wanted: end it with return item")
