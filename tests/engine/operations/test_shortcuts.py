"""The short ways of plain requests: what they understand is what the long way does, and the rest is left to it."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.engine.tables import THINGS, definition

from chabudai.engine import Engine
from chabudai.engine.operations import batch_get_item, get_item


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine.open(":memory:") as engine:
        engine.call("CreateTable", definition())
        for name in ("a", "b", "鍵"):
            engine.call("PutItem", {"TableName": THINGS, "Item": {"PK": {"S": name}, "n": {"N": "1"}}})
        yield engine


def _batch(*names: str, **more: Any) -> dict[str, Any]:
    return {"RequestItems": {THINGS: {"Keys": [{"PK": {"S": name}} for name in names], **more}}}


@pytest.mark.parametrize(
    "request_",
    [
        _batch("a"),
        _batch("b", "a", "none", "鍵"),
        _batch("a", ConsistentRead=True),
        _batch("a", ConsistentRead=False),
        _batch(*(f"{number}" for number in range(100))),
        _batch("a", "b", ProjectionExpression="#k, #n", ExpressionAttributeNames={"#k": "PK", "#n": "n"}),
    ],
    ids=range(6),
)
def test_a_plain_batch_is_understood_as_on_the_long_way(engine: Engine, request_: dict[str, Any]) -> None:
    catalog = engine.catalog()
    short = batch_get_item.shortcut(request_, catalog)
    assert short is not None
    assert short == batch_get_item.parse(request_, catalog)


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"RequestItems": None},
        {"RequestItems": []},
        {"RequestItems": {}},
        {"RequestItems": {"other": {"Keys": [{"PK": {"S": "a"}}]}}},
        {"RequestItems": {THINGS: None}},
        {"RequestItems": {THINGS: {"Keys": None}}},
        {"RequestItems": {THINGS: {"Keys": [None]}}},
        {"RequestItems": {THINGS: {"Keys": [{"PK": {"N": "1"}}]}}},
        {"RequestItems": {THINGS: {"Keys": [{"PK": {"S": "a"}, "SK": {"S": "a"}}]}}},
        {**_batch("a"), "ReturnConsumedCapacity": "TOTAL"},
        _batch(),
        _batch(""),
        _batch("a\x00"),
        _batch("\ud800"),
        _batch("x" * 3000),
        _batch("a", "a"),
        _batch(*(f"{number}" for number in range(101))),
        _batch("a", ConsistentRead="yes"),
        _batch("a", ProjectionExpression="n"),
        _batch("a", ExpressionAttributeNames={"#n": "n"}),
        _batch("a", ProjectionExpression="#n.x", ExpressionAttributeNames={"#n": "n"}),
        _batch("a", ProjectionExpression="#n, #n", ExpressionAttributeNames={"#n": "n"}),
        _batch("a", ProjectionExpression="#n", ExpressionAttributeNames={"#n": "n", "#m": "m"}),
        _batch("a", ProjectionExpression="#n", ExpressionAttributeNames={"#n": ""}),
        _batch("a", ProjectionExpression="#n", ExpressionAttributeNames={"#n": 1}),
        _batch("a", ProjectionExpression="#n", ExpressionAttributeNames={"n": "n"}),
        _batch("a", ProjectionExpression="#n", ExpressionAttributeNames=None),
        _batch("a", ProjectionExpression="", ExpressionAttributeNames={"#n": "n"}),
    ],
    ids=range(29),
)
def test_what_needs_a_closer_look_is_left_to_the_long_way(engine: Engine, request_: dict[str, Any]) -> None:
    assert batch_get_item.shortcut(request_, engine.catalog()) is None


@pytest.mark.parametrize("name", ["a", "鍵", "none", "x" * 1000])
def test_a_plain_get_is_understood_as_on_the_long_way(engine: Engine, name: str) -> None:
    request = {"TableName": THINGS, "Key": {"PK": {"S": name}}}
    catalog = engine.catalog()
    short = get_item.shortcut(request, catalog)
    assert short is not None
    assert short == get_item.parse(request, catalog)


@pytest.mark.parametrize("name", ["", "a\x00", "\ud800", "x" * 3000])
def test_a_key_that_is_not_so_plain_is_not(engine: Engine, name: str) -> None:
    assert get_item.shortcut({"TableName": THINGS, "Key": {"PK": {"S": name}}}, engine.catalog()) is None
