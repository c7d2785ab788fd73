"""UpdateTimeToLive: which attribute says when an item expires.

Rules from the AWS API reference; messages as captured from DynamoDB in 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import NULL, broken, detected, either, misplaced, no_longer, no_shorter, placed
from tests.conformance.tables import MakeTable
from tests.conformance.target import Refusal, Target, refused, unique

STRUCTURE = {
    "TableName": "String",
    "TimeToLiveSpecification": "Structure<TimeToLiveSpecification>",
    "TimeToLiveSpecification.AttributeName": "String",
    "TimeToLiveSpecification.Enabled": "Boolean",
}
NO_NAME = "The parameter 'TableName' is required but was not present in the request"


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("UpdateTimeToLive", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    constraint = f"1 validation error detected: {broken(None, 'tableName', NULL)}"
    with refused("ValidationException", either(NO_NAME, constraint)):
        db.call("UpdateTimeToLive", {"TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": True}})


@pytest.mark.parametrize(
    ("specification", "faults"),
    [
        (None, [broken(None, "timeToLiveSpecification", NULL)]),
        (
            {},
            [
                broken(None, "timeToLiveSpecification.attributeName", NULL),
                broken(None, "timeToLiveSpecification.enabled", NULL),
            ],
        ),
        ({"Enabled": True}, [broken(None, "timeToLiveSpecification.attributeName", NULL)]),
        ({"AttributeName": "ttl"}, [broken(None, "timeToLiveSpecification.enabled", NULL)]),
        (
            {"AttributeName": "", "Enabled": True},
            [broken("", "timeToLiveSpecification.attributeName", no_shorter(1))],
        ),
        (
            {"AttributeName": "t" * 256, "Enabled": True},
            [broken("t" * 256, "timeToLiveSpecification.attributeName", no_longer(255))],
        ),
    ],
    ids=["absent", "empty", "no attribute", "no switch", "empty name", "long name"],
)
def test_constraints_of_the_shapes_are_collected_before_the_table_is_looked_for(
    db: Target, specification: dict[str, Any] | None, faults: list[str]
) -> None:
    request: dict[str, Any] = {"TableName": unique("never")}
    if specification is not None:
        request["TimeToLiveSpecification"] = specification
    with refused("ValidationException", detected(*faults)):
        db.call("UpdateTimeToLive", request)


def test_a_table_that_is_not_there_is_named_in_the_refusal(db: Target) -> None:
    name = unique("never")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        switch(db, name, "ttl", True)


def switch(db: Target, table: str, attribute: str, enabled: bool) -> dict[str, Any]:
    specification = {"AttributeName": attribute, "Enabled": enabled}
    return db.call("UpdateTimeToLive", {"TableName": table, "TimeToLiveSpecification": specification})


def described(db: Target, table: str) -> dict[str, Any]:
    description: dict[str, Any] = db.call("DescribeTimeToLive", {"TableName": table})["TimeToLiveDescription"]
    return description


def test_enabling_answers_the_specification_and_is_described(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    answer = switch(db, table, "t" * 255, True)
    assert answer == {"TimeToLiveSpecification": {"AttributeName": "t" * 255, "Enabled": True}}
    description = described(db, table)
    assert description["AttributeName"] == "t" * 255
    assert description["TimeToLiveStatus"] in {"ENABLING", "ENABLED"}


def test_enabling_twice_is_refused(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    switch(db, table, "ttl", True)
    with refused("ValidationException", "TimeToLive is already enabled"):
        switch(db, table, "ttl", True)


@pytest.mark.parametrize("enabled", [True, False])
def test_another_attribute_needs_the_first_one_disabled(db: Target, fresh_table: MakeTable, enabled: bool) -> None:
    table = fresh_table()
    switch(db, table, "ttl", True)
    message = "TimeToLive is active on a different AttributeName: current AttributeName is ttl"
    with refused("ValidationException", message):
        switch(db, table, "other", enabled)


def test_disabling_what_was_never_enabled_is_refused(db: Target, fresh_table: MakeTable) -> None:
    with refused("ValidationException", "TimeToLive is already disabled"):
        switch(db, fresh_table(), "ttl", False)


def test_disabling_is_described_unless_dynamodb_asks_for_patience(db: Target, fresh_table: MakeTable) -> None:
    """DynamoDB allows one change in a while; an implementation in one process need not have that patience."""
    table = fresh_table()
    switch(db, table, "ttl", True)
    try:
        answer = switch(db, table, "ttl", False)
    except Refusal as refusal:
        if refusal.message != "Time to live has been modified multiple times within a fixed interval":
            raise
        return
    assert answer == {"TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": False}}
    assert described(db, table)["TimeToLiveStatus"] in {"DISABLING", "DISABLED"}
    with refused("ValidationException", "TimeToLive is already disabled"):
        switch(db, table, "ttl", False)
