"""Names, keys and items that the tests of the stores share."""

import secrets
from typing import Any


def unique(prefix: str = "table") -> str:
    return f"{prefix}-{secrets.token_hex(6)}"


def key(pk: str, sk: str = "1") -> dict[str, Any]:
    return {"PK": {"S": pk}, "SK": {"S": sk}}


def put(table: str, pk: str, sk: str = "1", **attributes: dict[str, Any]) -> dict[str, Any]:
    return {"TableName": table, "Item": {**key(pk, sk), **attributes}}


def get(table: str, pk: str, sk: str = "1") -> dict[str, Any]:
    return {"TableName": table, "Key": key(pk, sk), "ConsistentRead": True}


def query(table: str, pk: str) -> dict[str, Any]:
    return {
        "TableName": table,
        "KeyConditionExpression": "PK = :pk",
        "ExpressionAttributeValues": {":pk": {"S": pk}},
    }


def absent(table: str, pk: str, sk: str = "1") -> dict[str, Any]:
    """A put that must not find anything there."""
    return {**put(table, pk, sk), "ConditionExpression": "attribute_not_exists(PK)"}
