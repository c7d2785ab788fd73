"""Conditions for the conformance suite: one item to ask about, put anew where a condition holds."""

from __future__ import annotations

import re
from typing import Any

from tests.conformance.items import Item, put
from tests.conformance.target import Target, refused

Values = dict[str, Any]
CONDITION = "Invalid ConditionExpression: "
SCALAR_KEYS = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "

ITEM: Item = {
    "n": {"N": "5"},
    "s": {"S": "hello"},
    "b": {"B": "aGVsbG8="},
    "t": {"BOOL": True},
    "z": {"NULL": True},
    "ss": {"SS": ["a", "b"]},
    "ns": {"NS": ["1", "2"]},
    "bs": {"BS": ["YQ==", "Yg=="]},
    "l": {"L": [{"N": "1"}, {"S": "x"}, {"L": [{"N": "2"}]}]},
    "m": {"M": {"x": {"N": "1"}, "y": {"S": "a"}, "deep": {"M": {"er": {"S": "est"}}}}},
}


def check(db: Target, table: str, condition: str, values: Values | None, names: dict[str, str] | None = None) -> None:
    """Puts the item anew where the condition holds."""
    item = put(db, table, **ITEM)
    request: dict[str, Any] = {"TableName": table, "Item": item, "ConditionExpression": condition}
    if values:
        request["ExpressionAttributeValues"] = values
    if names:
        request["ExpressionAttributeNames"] = names
    db.call("PutItem", request)


def v(**value: Any) -> Values:
    """One value under `:v`."""
    return {":v": value}


def two(one: dict[str, Any], other: dict[str, Any]) -> Values:
    return {":v": one, ":w": other}


def refuse(
    db: Target,
    condition: str,
    message: str | re.Pattern[str],
    values: Values | None = None,
    names: dict[str, str] | None = None,
) -> None:
    """Every fault of an expression is found before the table is looked up."""
    request: dict[str, Any] = {"TableName": "nowhere", "Item": {}, "ConditionExpression": condition}
    if values is not None:
        request["ExpressionAttributeValues"] = values
    if names is not None:
        request["ExpressionAttributeNames"] = names
    with refused("ValidationException", message):
        db.call("PutItem", request)
