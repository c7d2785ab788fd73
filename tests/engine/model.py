"""What DynamoDB would hold, in plain dictionaries: tables, their indexes, and changes under a condition."""

from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from chabudai.engine.values import Item

Part = tuple[str, str]
"""A key attribute's name and type."""
Key = tuple[str, ...]


@dataclass(frozen=True)
class IndexModel:
    name: str
    hash: tuple[Part, ...]
    range: tuple[Part, ...]
    is_local: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        return (*self.hash, *self.range)

    def holds(self, item: Item) -> bool:
        """An item without a key attribute, or with one of another type, is not in the index."""
        return all(kind in item.get(name, {}) for name, kind in self.parts)

    def definition(self) -> dict[str, Any]:
        return {
            "IndexName": self.name,
            "KeySchema": key_schema(self.hash, self.range),
            "Projection": {"ProjectionType": "ALL"},
        }


@dataclass
class TableModel:
    name: str
    hash: Part
    range: tuple[Part, ...]
    indexes: dict[str, IndexModel]
    items: dict[Key, Item] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[Part, ...]:
        return (self.hash, *self.range)

    def key_of(self, item: Item) -> Key:
        return tuple(item[name][kind] for name, kind in self.parts)

    def members(self, index: IndexModel | None) -> list[Item]:
        return [item for item in self.items.values() if index is None or index.holds(item)]

    def refuses(self, item: Item) -> bool:
        """Whether an index wants another type of an attribute that the item has."""
        return any(
            name in item and kind not in item[name] for index in self.indexes.values() for name, kind in index.parts
        )

    def definition(self) -> dict[str, Any]:
        """CreateTable's parameters."""
        local = [index.definition() for index in self.indexes.values() if index.is_local]
        others = [index.definition() for index in self.indexes.values() if not index.is_local]
        used = {*self.parts, *[part for index in self.indexes.values() for part in index.parts]}
        return {
            "TableName": self.name,
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in sorted(used)],
            "KeySchema": key_schema((self.hash,), self.range),
            "BillingMode": "PAY_PER_REQUEST",
            **({"LocalSecondaryIndexes": local} if local else {}),
            "GlobalSecondaryIndexes": others,
        }


def key_schema(hash_parts: Iterable[Part], range_parts: Iterable[Part]) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": "HASH"} for name, _ in hash_parts] + [
        {"AttributeName": name, "KeyType": "RANGE"} for name, _ in range_parts
    ]


def order(item: Item, parts: Sequence[Part]) -> tuple[Decimal | bytes, ...]:
    """What DynamoDB sorts by: the values of numbers, the bytes of the rest."""
    return tuple(_orderly(kind, item[name][kind]) for name, kind in parts)


def _orderly(kind: str, payload: str) -> Decimal | bytes:
    if kind == "N":
        return Decimal(payload)
    return payload.encode() if kind == "S" else b64decode(payload)


def comparable(item: Item) -> str:
    """The item as text, its sets sorted."""
    return str(sorted((name, str(_sorted(value))) for name, value in item.items()))


def _sorted(value: Mapping[str, Any]) -> object:
    return sorted(value["SS"]) if "SS" in value else value


@dataclass(frozen=True)
class Condition:
    text: str
    holds: Callable[[Item | None], bool]
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Update:
    text: str
    apply: Callable[[Item], Item]
    values: Mapping[str, Any] = field(default_factory=dict)
    only_removes: bool = False


@dataclass(frozen=True)
class Change:
    """A Put, Update, Delete or ConditionCheck of one item: its parameters, and what becomes of the item."""

    kind: str
    table: TableModel
    item: Item
    """The whole of it for a Put, its key for the others."""
    condition: Condition
    update: Update | None = None

    @property
    def key(self) -> Key:
        return self.table.key_of(self.item)

    @property
    def identity(self) -> tuple[str, Key]:
        return self.table.name, self.key

    def parameters(self) -> dict[str, Any]:
        values = {**self.condition.values, **(self.update.values if self.update else {})}
        return {
            "TableName": self.table.name,
            "Item" if self.kind == "Put" else "Key": self.item,
            "ConditionExpression": self.condition.text,
            **({"UpdateExpression": self.update.text} if self.update else {}),
            **({"ExpressionAttributeValues": values} if values else {}),
        }

    def batch_parameters(self) -> dict[str, Any]:
        return {"PutRequest": {"Item": self.item}} if self.kind == "Put" else {"DeleteRequest": {"Key": self.item}}

    def succeeds(self) -> bool:
        return self.condition.holds(self.table.items.get(self.key)) and not self.is_invalid()

    def is_invalid(self) -> bool:
        """Whether it sets an attribute to what an index can't have as its key."""
        if self.update is not None:
            return self.table.refuses(self.update.apply({}))
        return self.kind == "Put" and self.table.refuses(self.item)

    def carry_out(self) -> None:
        items, old = self.table.items, self.table.items.get(self.key)
        if self.kind == "Put":
            items[self.key] = self.item
        elif self.kind == "Delete":
            items.pop(self.key, None)
        elif self.update is not None and not (old is None and self.update.only_removes):
            items[self.key] = self.update.apply(self.item if old is None else old)
