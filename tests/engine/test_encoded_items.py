"""Items as they are stored: a read may be answered with their bytes, and is the same read in all else."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.engine.tables import THINGS, definition, put

from chabudai.engine import Engine
from chabudai.engine.errors import ResourceNotFound, ValidationFailed
from chabudai.items import jsontext

KEY = {"PK": {"S": "a"}}
QUERY = {"TableName": THINGS, "KeyConditionExpression": "PK = :pk", "ExpressionAttributeValues": {":pk": {"S": "a"}}}
WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("GetItem", {"TableName": THINGS, "Key": KEY}),
    ("GetItem", {"TableName": THINGS, "Key": KEY, "ConsistentRead": True, "ReturnConsumedCapacity": "TOTAL"}),
    ("GetItem", {"TableName": THINGS, "Key": {"PK": {"S": "missing"}}}),
    ("Query", QUERY),
    ("Query", {**QUERY, "Select": "COUNT"}),
    ("Scan", {"TableName": THINGS, "Limit": 1, "ReturnConsumedCapacity": "TOTAL"}),
    ("BatchGetItem", {"RequestItems": {THINGS: {"Keys": [KEY, {"PK": {"S": "b"}}]}}}),
    ("TransactGetItems", {"TransactItems": [{"Get": {"TableName": THINGS, "Key": KEY}}]}),
]
IN_PART = [
    ("GetItem", {"TableName": THINGS, "Key": KEY, "ProjectionExpression": "PK"}),
    ("Query", {**QUERY, "FilterExpression": "attribute_exists(weight)"}),
    ("Scan", {"TableName": THINGS, "ProjectionExpression": "PK"}),
]


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.open(":memory:") as engine:
        engine.call("CreateTable", definition())
        put(engine, "a", weight={"N": "1.50"})
        put(engine, "b", tags={"SS": ["x", "y"]})
        yield engine


def decoded(answer: Any) -> Any:
    if isinstance(answer, bytes):
        return jsontext.loads(answer)
    if isinstance(answer, dict):
        return {name: decoded(member) for name, member in answer.items()}
    return [decoded(member) for member in answer] if isinstance(answer, list) else answer


@pytest.mark.parametrize(("operation", "request_"), WHOLE)
def test_decoded_it_is_the_answer_that_is_given_otherwise(
    engine: Engine, operation: str, request_: dict[str, Any]
) -> None:
    assert decoded(engine.call_encoded(operation, request_)) == engine.call(operation, request_)


def test_whole_items_are_bytes(engine: Engine) -> None:
    assert engine.call_encoded("Query", QUERY)["Items"] == [b'{"PK":{"S":"a"},"weight":{"N":"1.5"}}']
    assert isinstance(engine.call_encoded("GetItem", {"TableName": THINGS, "Key": KEY})["Item"], bytes)


@pytest.mark.parametrize(("operation", "request_"), IN_PART)
def test_items_that_had_to_be_looked_into_are_dictionaries(
    engine: Engine, operation: str, request_: dict[str, Any]
) -> None:
    assert engine.call_encoded(operation, request_) == engine.call(operation, request_)


def test_a_read_is_refused_as_ever(engine: Engine) -> None:
    with pytest.raises(ResourceNotFound):
        engine.call_encoded("GetItem", {"TableName": "missing", "Key": KEY})
    with pytest.raises(ValidationFailed):
        engine.call_encoded("GetItem", {"TableName": THINGS, "Key": {}})
