"""Waiting for what DynamoDB does a moment later: tables become ACTIVE or go, indexes follow their tables."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import pytest
from tests.conformance.target import Refusal, Target


def active(db: Target, name: str) -> dict[str, Any]:
    """The table's description once it and all its indexes are ACTIVE."""
    for _ in range(3000):
        table: dict[str, Any] = db.call("DescribeTable", {"TableName": name})["Table"]
        statuses = {table["TableStatus"], *(index["IndexStatus"] for index in table.get("GlobalSecondaryIndexes", []))}
        if statuses == {"ACTIVE"}:
            return table
        time.sleep(0.1)
    pytest.fail(f"{name} never became ACTIVE")


def gone(db: Target, name: str) -> Refusal:
    """What DescribeTable says once the table is no more."""
    for _ in range(3000):
        try:
            db.call("DescribeTable", {"TableName": name})
        except Refusal as refusal:
            return refusal
        time.sleep(0.1)
    pytest.fail(f"{name} never went")


def settled(db: Target, operation: str, request: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The answer once it counts that many items."""
    answer = db.call(operation, request)
    for _ in range(20):
        if answer["Count"] == count:
            break
        time.sleep(0.1)
        answer = db.call(operation, request)
    return answer
