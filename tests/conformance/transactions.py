"""Actions of TransactWriteItems in short, and why a transaction was cancelled."""

from __future__ import annotations

from typing import Any

from tests.conformance.target import Refusal, Target
from tests.conformance.wording import CONDITION_FAILED

PASSED: dict[str, Any] = {"Code": "None"}
FAILED: dict[str, Any] = {"Code": "ConditionalCheckFailed", "Message": CONDITION_FAILED}

Action = dict[str, Any]


def put(table: str, item: dict[str, Any], **options: Any) -> Action:
    return {"Put": {"TableName": table, "Item": item, **options}}


def delete(table: str, key: dict[str, Any], **options: Any) -> Action:
    return {"Delete": {"TableName": table, "Key": key, **options}}


def check(table: str, key: dict[str, Any], **options: Any) -> Action:
    return {"ConditionCheck": {"TableName": table, "Key": key, "ConditionExpression": "attribute_exists(a)", **options}}


def update(table: str, key: dict[str, Any], **options: Any) -> Action:
    change: dict[str, Any] = {"UpdateExpression": "SET z = :z", "ExpressionAttributeValues": {":z": {"S": "z"}}}
    return {
        "Update": {"TableName": table, "Key": key, **(options if "UpdateExpression" in options else change | options)}
    }


def write(db: Target, *actions: Action, **options: Any) -> dict[str, Any]:
    return db.call("TransactWriteItems", {"TransactItems": list(actions), **options})


def cancelled(db: Target, *actions: Action) -> list[dict[str, Any]]:
    """The reasons of a transaction that must be cancelled."""
    return reasons_of(db.refuse("TransactWriteItems", {"TransactItems": list(actions)}))


def reasons_of(refusal: Refusal) -> list[dict[str, Any]]:
    """The refusal must be a cancellation, and its message must name the codes of the reasons in order."""
    assert refusal.code == "TransactionCanceledException", refusal
    reasons: list[dict[str, Any]] = refusal.fields["CancellationReasons"]
    codes = ", ".join(reason["Code"] for reason in reasons)
    words = "Transaction cancelled, please refer cancellation reasons for specific reasons"
    assert refusal.message == f"{words} [{codes}]"
    return reasons


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"S": "leaf"}
    for _ in range(levels):
        value = {"M": {"n": value}}
    return value
