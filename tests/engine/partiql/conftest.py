"""A table of each key shape, one with indexes, and ways to run statements on them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chabudai.engine import Engine
from chabudai.engine.errors import DynamoDBError

Run = Callable[..., dict[str, Any]]
Refusal = Callable[..., DynamoDBError]


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.open(":memory:") as engine:
        _create(engine, "Plain", {"pk": "S"}, ["pk"])
        _create(engine, "Numbers", {"pk": "N"}, ["pk"])
        _create(engine, "Music", {"pk": "S", "sk": "S"}, ["pk", "sk"])
        _create(
            engine,
            "Indexed",
            {"pk": "S", "sk": "S", "gpk": "S", "lsk": "S"},
            ["pk", "sk"],
            GlobalSecondaryIndexes=[
                _index("g-all", ["gpk"], {"ProjectionType": "ALL"}),
                _index("g-keys", ["gpk"], {"ProjectionType": "KEYS_ONLY"}),
                _index("g-inc", ["gpk"], {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["kept"]}),
            ],
            LocalSecondaryIndexes=[_index("l-keys", ["pk", "lsk"], {"ProjectionType": "KEYS_ONLY"})],
        )
        yield engine


@pytest.fixture
def run(engine: Engine) -> Run:
    def run(statement: str, *parameters: dict[str, Any], **options: Any) -> dict[str, Any]:
        request = {"Statement": statement, **options}
        if parameters:
            request["Parameters"] = list(parameters)
        return engine.call("ExecuteStatement", request)

    return run


@pytest.fixture
def refusal(run: Run) -> Refusal:
    def refusal(statement: str, *parameters: dict[str, Any], **options: Any) -> DynamoDBError:
        with pytest.raises(DynamoDBError) as refused:
            run(statement, *parameters, **options)
        return refused.value

    return refusal


@pytest.fixture
def put(engine: Engine) -> Callable[..., None]:
    def put(table: str, **attributes: Any) -> None:
        engine.call("PutItem", {"TableName": table, "Item": attributes})

    return put


@pytest.fixture
def get(engine: Engine) -> Callable[..., dict[str, Any] | None]:
    def get(table: str, **key: Any) -> dict[str, Any] | None:
        return engine.call("GetItem", {"TableName": table, "Key": key}).get("Item")

    return get


def _create(engine: Engine, name: str, attributes: dict[str, str], key: list[str], **more: Any) -> None:
    engine.call(
        "CreateTable",
        {
            "TableName": name,
            "AttributeDefinitions": [
                {"AttributeName": each, "AttributeType": kind} for each, kind in attributes.items()
            ],
            "KeySchema": _key_schema(key),
            "BillingMode": "PAY_PER_REQUEST",
            **more,
        },
    )


def _index(name: str, key: list[str], projection: dict[str, Any]) -> dict[str, Any]:
    return {"IndexName": name, "KeySchema": _key_schema(key), "Projection": projection}


def _key_schema(key: list[str]) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(key, ("HASH", "RANGE"), strict=False)]
