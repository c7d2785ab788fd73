"""DescribeContinuousBackups: backups are always enabled, point-in-time recovery only when asked for.

AWS API reference: ContinuousBackupsStatus is ENABLED on all tables at creation, PointInTimeRecoveryStatus DISABLED.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import NULL, broken, either, misplaced, placed
from tests.conformance.target import Target, refused, unique


@pytest.mark.parametrize(("path", "value", "message"), misplaced({"TableName": "String"}))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("DescribeContinuousBackups", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    constraint = f"1 validation error detected: {broken(None, 'tableName', NULL)}"
    missing = "The parameter 'TableName' is required but was not present in the request"
    with refused("ValidationException", either(constraint, missing)):
        db.call("DescribeContinuousBackups", {})


def test_a_table_that_is_not_there_has_its_own_error(db: Target) -> None:
    name = unique("never")
    with refused("TableNotFoundException", f"Table not found: {name}"):
        db.call("DescribeContinuousBackups", {"TableName": name})


def test_a_new_table_has_backups_enabled_and_recovery_disabled(db: Target, hash_table: str) -> None:
    answer = db.call("DescribeContinuousBackups", {"TableName": hash_table})
    assert answer == {
        "ContinuousBackupsDescription": {
            "ContinuousBackupsStatus": "ENABLED",
            "PointInTimeRecoveryDescription": {"PointInTimeRecoveryStatus": "DISABLED"},
        }
    }
