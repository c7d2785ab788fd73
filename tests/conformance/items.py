"""Items for the conformance suite: kept, fetched and compared in short."""

from __future__ import annotations

from typing import Any

from tests.conformance.target import Target, unique

Item = dict[str, dict[str, Any]]


def put(db: Target, table: str, **attributes: dict[str, Any]) -> Item:
    """Keeps an item under a key `a` of its own (unless one is given) and answers it."""
    item = {"a": {"S": unique()}, **attributes}
    db.call("PutItem", {"TableName": table, "Item": item})
    return item


def key_of(item: Item, *names: str) -> Item:
    """The item's key: `a` unless named otherwise."""
    return {name: item[name] for name in names or ("a",)}


def fetch(db: Target, table: str, key: Item) -> Item | None:
    item: Item | None = db.call("GetItem", {"TableName": table, "Key": key, "ConsistentRead": True}).get("Item")
    return item


def ordered(value: Any) -> Any:
    """The same value with its sets sorted: DynamoDB keeps no order in a set."""
    if isinstance(value, dict):
        return {
            name: sorted(part) if name in {"SS", "NS", "BS"} and isinstance(part, list) else ordered(part)
            for name, part in value.items()
        }
    return [ordered(part) for part in value] if isinstance(value, list) else value


def arms(answer: dict[str, Any]) -> dict[str, float]:
    """The units of an answer's ConsumedCapacity by name: total, table, and the indexes that were charged."""
    capacity = answer["ConsumedCapacity"]
    units = {"total": capacity["CapacityUnits"], "table": capacity["Table"]["CapacityUnits"]}
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        units |= {name: arm["CapacityUnits"] for name, arm in capacity.get(kind, {}).items()}
    return units
