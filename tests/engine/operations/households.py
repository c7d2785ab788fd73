"""Engines with a clock that tests set, and tables in short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chabudai.engine.engine import Engine

Item = dict[str, Any]
START = 1_790_000_000.0
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


class Clock:
    """Time stands still until a test moves it."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_(self, *, seconds: float = 0, minutes: float = 0, hours: float = 0) -> None:
        self.now += seconds + 60 * minutes + 3600 * hours


@contextmanager
def opened(path: Path | str = ":memory:", clock: Clock | None = None) -> Iterator[Engine]:
    with Engine.open(path, durability="relaxed", clock=clock or Clock(), runs_maintenance=False) as engine:
        yield engine


def create(engine: Engine, name: str = "things", **parameters: Any) -> None:
    """A table whose key is the string `a`, unless told otherwise."""
    request: dict[str, Any] = {
        "TableName": name,
        "AttributeDefinitions": definitions("a"),
        "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
    }
    engine.call("CreateTable", request | parameters)


def definitions(*names: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def index(name: str, attribute: str, **projection: Any) -> dict[str, Any]:
    return {
        "IndexName": name,
        "KeySchema": [{"AttributeName": attribute, "KeyType": "HASH"}],
        "Projection": projection or {"ProjectionType": "ALL"},
    }


def adding(name: str, attribute: str, table: str = "things") -> dict[str, Any]:
    """UpdateTable's request for one more global index."""
    return {
        "TableName": table,
        "AttributeDefinitions": definitions(attribute),
        "GlobalSecondaryIndexUpdates": [{"Create": index(name, attribute)}],
    }


def put(engine: Engine, item: Item, table: str = "things") -> None:
    engine.call("PutItem", {"TableName": table, "Item": item})


def described(engine: Engine, table: str = "things") -> dict[str, Any]:
    description: dict[str, Any] = engine.call("DescribeTable", {"TableName": table})["Table"]
    return description


def found_by(engine: Engine, name: str, attribute: str, value: str) -> set[str]:
    """The keys of all items that an index finds."""
    request = {
        "TableName": "things",
        "IndexName": name,
        "KeyConditionExpression": f"{attribute} = :value",
        "ExpressionAttributeValues": {":value": {"S": value}},
    }
    found: set[str] = set()
    while True:
        page = engine.call("Query", request)
        found |= {item["a"]["S"] for item in page["Items"]}
        if "LastEvaluatedKey" not in page:
            return found
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
