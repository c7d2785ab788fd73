"""Tables and items in short, for tests that are about something else."""

from collections.abc import Mapping
from typing import Any

from chabudai.engine.engine import Engine
from chabudai.engine.values import Item

THINGS = "things"


def definition(name: str = THINGS, **more: Any) -> dict[str, Any]:
    """CreateTable's parameters for a table with the key PK, a string."""
    return {
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
        **more,
    }


def global_index(name: str, attribute: str) -> dict[str, Any]:
    return {
        "IndexName": name,
        "KeySchema": [{"AttributeName": attribute, "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }


def indexed(name: str, attribute: str) -> dict[str, Any]:
    """CreateTable's parameters for the same table with a global index on a string."""
    return definition(
        AttributeDefinitions=[{"AttributeName": each, "AttributeType": "S"} for each in ("PK", attribute)],
        GlobalSecondaryIndexes=[global_index(name, attribute)],
    )


def added_index(name: str, attribute: str) -> dict[str, Any]:
    """UpdateTable's parameters that add such an index later."""
    return {
        "TableName": THINGS,
        "AttributeDefinitions": [{"AttributeName": attribute, "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": global_index(name, attribute)}],
    }


def put(engine: Engine, pk: str, **attributes: Mapping[str, Any]) -> None:
    engine.call("PutItem", {"TableName": THINGS, "Item": {"PK": {"S": pk}, **attributes}})


def get(engine: Engine, pk: str) -> Item | None:
    found: Item | None = engine.call("GetItem", {"TableName": THINGS, "Key": {"PK": {"S": pk}}}).get("Item")
    return found


def scan(engine: Engine, **more: Any) -> list[Item]:
    """Every item, page after page."""
    items: list[Item] = []
    start: dict[str, Any] = {}
    while True:
        page = engine.call("Scan", {"TableName": THINGS, **more, **start})
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return items
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def names(items: list[Item]) -> list[str]:
    """The items' PK, sorted."""
    return sorted(item["PK"]["S"] for item in items)
