"""Tables for the conformance suite: their parameters in short, made and dropped again."""

from __future__ import annotations

import time
from typing import Any, Protocol

import pytest
from tests.conformance.target import Refusal, Target


class MakeTable(Protocol):
    """Makes a table (key `a`, a string, unless told otherwise) and answers its name; it goes when the test ends."""

    def __call__(self, **parameters: Any) -> str: ...


def keys(*definitions: str) -> dict[str, Any]:
    """CreateTable's key parameters: `keys("a:S", "b:N")`."""
    pairs = [definition.split(":") for definition in definitions]
    roles = ("HASH", "RANGE")
    return {
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in pairs],
        "KeySchema": [{"AttributeName": name, "KeyType": role} for (name, _), role in zip(pairs, roles, strict=False)],
        "BillingMode": "PAY_PER_REQUEST",
    }


def index(name: str, *attributes: str, projection: dict[str, Any]) -> dict[str, Any]:
    """An index's definition over a partition key and perhaps a sort key."""
    roles = ("HASH", "RANGE")
    schema = [{"AttributeName": key, "KeyType": role} for key, role in zip(attributes, roles, strict=False)]
    return {"IndexName": name, "KeySchema": schema, "Projection": projection}


def create_table(db: Target, parameters: dict[str, Any]) -> None:
    """Makes the table and waits until it and its indexes are there, which on AWS takes a while."""
    db.call("CreateTable", parameters)
    for _ in range(600):
        table = db.call("DescribeTable", {"TableName": parameters["TableName"]})["Table"]
        statuses = {table["TableStatus"], *(i["IndexStatus"] for i in table.get("GlobalSecondaryIndexes", []))}
        if statuses == {"ACTIVE"}:
            return
        time.sleep(0.5 if "CREATING" in statuses else 0)
    pytest.fail(f"{parameters['TableName']} never became ACTIVE")


def drop_table(db: Target, name: str) -> None:
    """A table that the test itself has deleted is no failure; deletion protection is lifted."""
    try:
        if db.call("DescribeTable", {"TableName": name})["Table"].get("DeletionProtectionEnabled"):
            db.call("UpdateTable", {"TableName": name, "DeletionProtectionEnabled": False})
        db.call("DeleteTable", {"TableName": name})
    except Refusal as refusal:
        if refusal.code not in {"ResourceNotFoundException", "ResourceInUseException"}:
            raise
