"""DescribeTable: a table's design and state.

Rules from the AWS API reference; messages as recorded against DynamoDB by dynalite's suite and the captures of 2026.
"""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from tests.conformance.faults import NAME_PATTERN, broken, detected, misplaced, no_longer, no_shorter, placed
from tests.conformance.tables import MakeTable, keys
from tests.conformance.target import Target, refused, unique


@pytest.mark.parametrize(("path", "value", "message"), misplaced({"TableName": "String"}))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("DescribeTable", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    with refused("ValidationException", "The parameter 'TableName' is required but was not present in the request"):
        db.call("DescribeTable", {})


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("", [broken("", "tableName", no_shorter(3)), broken("", "tableName", NAME_PATTERN)]),
        ("ab", [broken("ab", "tableName", no_shorter(3))]),
        ("abc;", [broken("abc;", "tableName", NAME_PATTERN)]),
        ("a" * 256, [broken("a" * 256, "tableName", no_longer(255))]),
    ],
    ids=["empty", "short", "bad character", "long"],
)
def test_a_table_name_is_checked_before_the_table_is_looked_for(db: Target, name: str, faults: list[str]) -> None:
    old = "TableName must be at least 3 characters long and at most 255 characters long"
    with refused("ValidationException", re.compile(f"{detected(*faults).pattern}|{re.escape(old)}")):
        db.call("DescribeTable", {"TableName": name})


def test_a_table_that_is_not_there_is_named_in_the_refusal(db: Target) -> None:
    name = unique("never")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        db.call("DescribeTable", {"TableName": name})


def test_table_names_are_case_sensitive(db: Target, hash_table: str) -> None:
    assert db.refuse("DescribeTable", {"TableName": hash_table.upper()}).code == "ResourceNotFoundException"


def test_an_active_table_is_described_whole(db: Target, fresh_table: MakeTable) -> None:
    before = time.time()
    parameters = keys("a:S", "b:B")
    name = fresh_table(**parameters)
    table = db.call("DescribeTable", {"TableName": name})["Table"]
    assert table["TableStatus"] == "ACTIVE"
    assert table["TableName"] == name
    assert table["AttributeDefinitions"] == parameters["AttributeDefinitions"]
    assert table["KeySchema"] == parameters["KeySchema"]
    assert before - 60 < table["CreationDateTime"] < time.time() + 60
    assert table["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert table["BillingModeSummary"]["LastUpdateToPayPerRequestDateTime"] == pytest.approx(
        table["CreationDateTime"], abs=60
    )
    assert not table.keys() & {"GlobalSecondaryIndexes", "LocalSecondaryIndexes", "StreamSpecification", "Tags"}
    assert "TableClassSummary" not in table


def test_a_table_can_be_named_by_its_arn(db: Target, hash_table: str) -> None:
    """Since March 2024 every TableName may be the table's ARN (AWS API reference)."""
    table = db.call("DescribeTable", {"TableName": hash_table})["Table"]
    assert db.call("DescribeTable", {"TableName": table["TableArn"]})["Table"]["TableId"] == table["TableId"]
