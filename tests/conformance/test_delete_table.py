"""DeleteTable: a table goes with its items, unless it is protected.

Rules from the AWS API reference; messages as recorded against DynamoDB by dynalite's suite and the captures of 2026.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import NAME_PATTERN, broken, detected, misplaced, no_shorter, placed
from tests.conformance.reading import text
from tests.conformance.tables import MakeTable, index, keys
from tests.conformance.target import Refusal, Target, refused, unique
from tests.conformance.waiting import gone


@pytest.mark.parametrize(("path", "value", "message"), misplaced({"TableName": "String"}))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("DeleteTable", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    with refused("ValidationException", "The parameter 'TableName' is required but was not present in the request"):
        db.call("DeleteTable", {})


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("", [broken("", "tableName", no_shorter(3)), broken("", "tableName", NAME_PATTERN)]),
        ("abc;", [broken("abc;", "tableName", NAME_PATTERN)]),
    ],
)
def test_a_table_name_is_checked_before_the_table_is_looked_for(db: Target, name: str, faults: list[str]) -> None:
    old = "TableName must be at least 3 characters long and at most 255 characters long"
    with refused("ValidationException", re.compile(f"{detected(*faults).pattern}|{re.escape(old)}")):
        db.call("DeleteTable", {"TableName": name})


def test_a_table_that_is_not_there_cannot_be_deleted(db: Target) -> None:
    name = unique("never")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        db.call("DeleteTable", {"TableName": name})


def test_the_answer_is_a_short_description_of_a_table_that_is_going(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(
        **keys("a:S", "b:S"), GlobalSecondaryIndexes=[index("gsi", "b", projection={"ProjectionType": "ALL"})]
    )
    before = db.call("DescribeTable", {"TableName": table})["Table"]
    description = db.call("DeleteTable", {"TableName": table})["TableDescription"]
    assert description["TableStatus"] == "DELETING"
    for same in ("TableName", "TableArn", "TableId", "ProvisionedThroughput", "DeletionProtectionEnabled"):
        assert description[same] == before[same]
    assert {"ItemCount", "TableSizeBytes"} <= description.keys()
    # DynamoDB leaves out the table's design.
    assert not description.keys() & {"AttributeDefinitions", "KeySchema", "CreationDateTime", "GlobalSecondaryIndexes"}


def test_a_deleted_table_is_gone_and_a_new_one_of_its_name_is_empty(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    db.call("PutItem", {"TableName": table, "Item": {"a": text("1")}})
    db.call("DeleteTable", {"TableName": table})
    assert gone(db, table).message == f"Requested resource not found: Table: {table} not found"
    assert db.refuse("GetItem", {"TableName": table, "Key": {"a": text("1")}}).code == "ResourceNotFoundException"
    fresh_table(TableName=table)
    assert db.call("Scan", {"TableName": table, "ConsistentRead": True})["Count"] == 0


def test_deleting_twice_is_refused(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    db.call("DeleteTable", {"TableName": table})
    refusal = db.refuse("DeleteTable", {"TableName": table})
    assert (refusal.code, refusal.message) in {
        ("ResourceNotFoundException", f"Requested resource not found: Table: {table} not found"),
        (
            "ResourceInUseException",
            f"Attempt to change a resource which is still in use: Table is being deleted: {table}",
        ),
    }


def test_a_protected_table_stays(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(DeletionProtectionEnabled=True)
    message = (
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first."
    )
    with refused("ValidationException", message):
        db.call("DeleteTable", {"TableName": table})
    assert db.call("DescribeTable", {"TableName": table})["Table"]["TableStatus"] == "ACTIVE"


def test_a_table_whose_protection_was_lifted_goes(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(DeletionProtectionEnabled=True)
    db.call("UpdateTable", {"TableName": table, "DeletionProtectionEnabled": False})
    assert db.call("DeleteTable", {"TableName": table})["TableDescription"]["TableStatus"] == "DELETING"


def test_tags_go_with_their_table(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(Tags=[{"Key": "k", "Value": "v"}])
    arn = db.call("DescribeTable", {"TableName": table})["Table"]["TableArn"]
    db.call("DeleteTable", {"TableName": table})
    gone(db, table)
    refusal: Refusal = db.refuse("ListTagsOfResource", {"ResourceArn": arn})
    assert refusal.code == "ResourceNotFoundException"
    fresh_table(TableName=table)
    assert db.call("ListTagsOfResource", {"ResourceArn": arn})["Tags"] == []
