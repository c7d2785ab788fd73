"""DescribeTimeToLive: whether items expire, and by which attribute (AWS API reference, dynalite's suite)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import NAME_PATTERN, NULL, broken, detected, either, misplaced, placed
from tests.conformance.target import Target, refused, unique


@pytest.mark.parametrize(("path", "value", "message"), misplaced({"TableName": "String"}))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("DescribeTimeToLive", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    missing = "The parameter 'TableName' is required but was not present in the request"
    constraint = f"1 validation error detected: {broken(None, 'tableName', NULL)}"
    with refused("ValidationException", either(missing, constraint)):
        db.call("DescribeTimeToLive", {})


def test_a_table_name_is_checked_before_the_table_is_looked_for(db: Target) -> None:
    with refused("ValidationException", detected(broken("abc;", "tableName", NAME_PATTERN))):
        db.call("DescribeTimeToLive", {"TableName": "abc;"})


def test_a_table_that_is_not_there_is_named_in_the_refusal(db: Target) -> None:
    name = unique("never")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        db.call("DescribeTimeToLive", {"TableName": name})


def test_a_new_table_has_it_disabled(db: Target, hash_table: str) -> None:
    answer = db.call("DescribeTimeToLive", {"TableName": hash_table})
    assert answer == {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}
