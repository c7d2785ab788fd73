"""UpdateTable: one change at a time to billing, stream, protection or class.

Rules from the AWS API reference; messages as recorded by dynalite's suite and captured from DynamoDB in 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import (
    NAME_PATTERN,
    NULL,
    at_least,
    broken,
    detected,
    either,
    misplaced,
    no_longer,
    no_shorter,
    one_of,
    placed,
)
from tests.conformance.tables import MakeTable, index
from tests.conformance.target import Target, refused, unique
from tests.conformance.waiting import active

INVALID = "One or more parameter values were invalid: "
ALL = {"ProjectionType": "ALL"}
PROVISIONED = {"BillingMode": "PROVISIONED", "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
NOTHING_ASKED = (
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, "
    "SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
    "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"
)
STRUCTURE = {
    "TableName": "String",
    "AttributeDefinitions": "List",
    "BillingMode": "String",
    "DeletionProtectionEnabled": "Boolean",
    "ProvisionedThroughput": "Structure<ProvisionedThroughput>",
    "ProvisionedThroughput.ReadCapacityUnits": "Long",
    "StreamSpecification": "Structure<StreamSpecification>",
    "StreamSpecification.StreamEnabled": "Boolean",
    "GlobalSecondaryIndexUpdates": "List",
    "GlobalSecondaryIndexUpdates.0": "Value<GlobalSecondaryIndexUpdate>",
    "GlobalSecondaryIndexUpdates.0.Create": "Structure<CreateGlobalSecondaryIndexAction>",
    "GlobalSecondaryIndexUpdates.0.Create.KeySchema": "List",
    "GlobalSecondaryIndexUpdates.0.Create.Projection": "Structure<Projection>",
    "GlobalSecondaryIndexUpdates.0.Update": "Structure<UpdateGlobalSecondaryIndexAction>",
    "GlobalSecondaryIndexUpdates.0.Delete": "Structure<DeleteGlobalSecondaryIndexAction>",
    "GlobalSecondaryIndexUpdates.0.Delete.IndexName": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("UpdateTable", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    with refused("ValidationException", "The parameter 'TableName' is required but was not present in the request"):
        db.call("UpdateTable", {"BillingMode": "PAY_PER_REQUEST"})


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"TableName": "abc;"}, [broken("abc;", "tableName", NAME_PATTERN)]),
        (
            {"ProvisionedThroughput": {}},
            [
                broken(None, "provisionedThroughput.writeCapacityUnits", NULL),
                broken(None, "provisionedThroughput.readCapacityUnits", NULL),
            ],
        ),
        (
            {"ProvisionedThroughput": {"ReadCapacityUnits": 10**12 + 1, "WriteCapacityUnits": -1}},
            [broken("-1", "provisionedThroughput.writeCapacityUnits", at_least(1))],
        ),
        ({"BillingMode": "FREE"}, [broken("FREE", "billingMode", one_of("PROVISIONED", "PAY_PER_REQUEST"))]),
        (
            {"GlobalSecondaryIndexUpdates": [{"Delete": {}}, {"Delete": {"IndexName": "a;"}}]},
            [
                broken(None, "globalSecondaryIndexUpdates.1.member.delete.indexName", NULL),
                broken("a;", "globalSecondaryIndexUpdates.2.member.delete.indexName", NAME_PATTERN),
                broken("a;", "globalSecondaryIndexUpdates.2.member.delete.indexName", no_shorter(3)),
            ],
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{"Create": {}}]},
            [
                broken(None, "globalSecondaryIndexUpdates.1.member.create.indexName", NULL),
                broken(None, "globalSecondaryIndexUpdates.1.member.create.keySchema", NULL),
                broken(None, "globalSecondaryIndexUpdates.1.member.create.projection", NULL),
            ],
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "x" * 256}}]},
            [broken("x" * 256, "globalSecondaryIndexUpdates.1.member.delete.indexName", no_longer(255))],
        ),
        ({"StreamSpecification": {}}, [broken(None, "streamSpecification.streamEnabled", NULL)]),
    ],
    ids=["name", "no units", "units", "billing", "deletions", "creation", "long name", "stream"],
)
def test_constraints_of_the_shapes_are_collected(db: Target, change: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("UpdateTable", {"TableName": unique("never"), **change})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, NOTHING_ASKED),
        ({"AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "S"}]}, NOTHING_ASKED),
        (
            {"ProvisionedThroughput": {"ReadCapacityUnits": 10**12 + 1, "WriteCapacityUnits": 10**12 + 1}},
            f"Given value {10**12 + 1} for ReadCapacityUnits is out of bounds",
        ),
        (
            {"BillingMode": "PROVISIONED"},
            INVALID + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED",
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{}]},
            INVALID + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
            "GlobalSecondaryIndexUpdate.Delete must not be null",
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "abc"}}, {"Delete": {"IndexName": "abc"}}]},
            INVALID + "Only one global secondary index update per index is allowed simultaneously. Index: abc",
        ),
        (
            {
                "GlobalSecondaryIndexUpdates": [
                    {"Delete": {"IndexName": "abc"}, "Create": index("abd", "a", projection=ALL)}
                ]
            },
            INVALID + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True}},
            INVALID + "If stream is being enabled then UpdateViewType is required",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": False, "StreamViewType": "NEW_IMAGE"}},
            INVALID + "If stream is being disabled, then UpdateViewType must not be specified",
        ),
    ],
)
def test_a_request_that_contradicts_itself_is_refused_before_the_table_is_looked_for(
    db: Target, change: dict[str, Any], message: str
) -> None:
    with refused("ValidationException", message):
        db.call("UpdateTable", {"TableName": unique("never"), **change})


def test_an_empty_list_of_index_updates_is_refused(db: Target) -> None:
    empty = INVALID + "List of GlobalSecondaryIndexUpdates is empty"
    with refused("ValidationException", either(NOTHING_ASKED, empty)):
        db.call("UpdateTable", {"TableName": unique("never"), "GlobalSecondaryIndexUpdates": []})


def test_a_table_that_is_not_there_is_named_in_the_refusal(db: Target) -> None:
    name = unique("never")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        db.call("UpdateTable", {"TableName": name, "BillingMode": "PAY_PER_REQUEST"})


GSI = {
    "AttributeDefinitions": [{"AttributeName": "g", "AttributeType": "S"}],
    "GlobalSecondaryIndexUpdates": [{"Create": index("gsi", "g", projection=ALL)}],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"DeletionProtectionEnabled": True, "BillingMode": "PAY_PER_REQUEST"},
            "DeletionProtection modification must be the only operation in the request",
        ),
        (
            {"TableClass": "STANDARD", "DeletionProtectionEnabled": True},
            "TableClass modification must be the only operation in the request",
        ),
        (
            {"StreamSpecification": STREAM, **PROVISIONED},
            "You cannot modify stream status while updating table IOPS",
        ),
        ({**GSI, **PROVISIONED}, "You cannot create or delete index while updating table IOPS"),
        (
            {**GSI, "StreamSpecification": STREAM},
            "You cannot create or delete index while changing stream status",
        ),
        (
            {**GSI, "DeletionProtectionEnabled": True},
            "DeletionProtection modification must be the only operation in the request",
        ),
    ],
)
def test_one_call_makes_one_change(db: Target, fresh_table: MakeTable, change: dict[str, Any], message: str) -> None:
    table = fresh_table()
    before = db.call("DescribeTable", {"TableName": table})
    with refused("ValidationException", INVALID + message):
        db.call("UpdateTable", {"TableName": table, **change})
    assert db.call("DescribeTable", {"TableName": table}) == before


def test_throughput_can_be_raised_and_lowered(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(**PROVISIONED)
    raised = {"ReadCapacityUnits": 9, "WriteCapacityUnits": 8}
    answer = db.call("UpdateTable", {"TableName": table, "ProvisionedThroughput": raised})["TableDescription"]
    assert answer["TableStatus"] == "UPDATING"
    throughput = active(db, table)["ProvisionedThroughput"]
    assert {name: throughput[name] for name in raised} == raised
    assert throughput["LastIncreaseDateTime"] > 0
    assert throughput["NumberOfDecreasesToday"] == 0
    db.call("UpdateTable", {"TableName": table, **PROVISIONED})
    throughput = active(db, table)["ProvisionedThroughput"]
    assert (throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]) == (5, 5)
    assert throughput["NumberOfDecreasesToday"] == 1
    assert throughput["LastDecreaseDateTime"] > 0


def test_throughput_that_stays_the_same_is_refused(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(**PROVISIONED)
    message = (
        "The provisioned throughput for the table will not change. The requested value equals the current value. "
        "Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5. "
        "Current WriteCapacityUnits provisioned for the table: 5. Requested WriteCapacityUnits: 5. "
        "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )
    for change in (PROVISIONED, {"ProvisionedThroughput": PROVISIONED["ProvisionedThroughput"]}):
        with refused("ValidationException", message):
            db.call("UpdateTable", {"TableName": table, **change})


def test_an_on_demand_table_takes_no_throughput(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    units = {"ProvisionedThroughput": PROVISIONED["ProvisionedThroughput"]}
    message = "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
    for change in (units, {**units, "BillingMode": "PAY_PER_REQUEST"}):
        with refused("ValidationException", INVALID + message):
            db.call("UpdateTable", {"TableName": table, **change})


def test_billing_goes_from_provisioned_to_on_demand_and_back(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(**PROVISIONED)
    db.call("UpdateTable", {"TableName": table, "BillingMode": "PAY_PER_REQUEST"})
    described = active(db, table)
    assert described["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert described["BillingModeSummary"]["LastUpdateToPayPerRequestDateTime"] > 0
    assert described["ProvisionedThroughput"]["ReadCapacityUnits"] == 0
    db.call("UpdateTable", {"TableName": table, **PROVISIONED})
    described = active(db, table)
    assert described["BillingModeSummary"]["BillingMode"] == "PROVISIONED"
    assert described["ProvisionedThroughput"]["WriteCapacityUnits"] == 5


def test_asking_for_on_demand_again_changes_nothing(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    db.call("UpdateTable", {"TableName": table, "BillingMode": "PAY_PER_REQUEST"})
    assert active(db, table)["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"


def test_a_table_that_becomes_provisioned_gives_each_index_its_throughput(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(GlobalSecondaryIndexes=[index("gsi", "a", projection=ALL)])
    with refused("ValidationException", INVALID + "ProvisionedThroughput must be specified for index: gsi"):
        db.call("UpdateTable", {"TableName": table, **PROVISIONED})
    update = {"Update": {"IndexName": "gsi", "ProvisionedThroughput": PROVISIONED["ProvisionedThroughput"]}}
    db.call("UpdateTable", {"TableName": table, **PROVISIONED, "GlobalSecondaryIndexUpdates": [update]})
    [described] = active(db, table)["GlobalSecondaryIndexes"]
    assert described["ProvisionedThroughput"]["ReadCapacityUnits"] == 5


def test_a_stream_can_be_enabled_and_disabled_once_each(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    with refused("ValidationException", f"Table has no stream to disable: TableName: {table}"):
        db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": STREAM})
    described = active(db, table)
    assert described["StreamSpecification"] == STREAM
    stream = described["LatestStreamArn"]
    for again in (STREAM, {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}):
        with refused("ValidationException", f"Table already has an enabled stream: TableName: {table}"):
            db.call("UpdateTable", {"TableName": table, "StreamSpecification": again})
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    described = active(db, table)
    assert "StreamSpecification" not in described
    assert described["LatestStreamArn"] == stream


def test_a_stream_that_is_enabled_again_is_another_one(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(StreamSpecification=STREAM)
    first = active(db, table)["LatestStreamArn"]
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    active(db, table)
    other = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": other})
    described = active(db, table)
    assert described["StreamSpecification"] == other
    assert described["LatestStreamArn"] != first


def test_protection_is_switched_at_once(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    for _ in range(2):
        answer = db.call("UpdateTable", {"TableName": table, "DeletionProtectionEnabled": True})["TableDescription"]
        assert answer["DeletionProtectionEnabled"] is True
    assert db.call("DescribeTable", {"TableName": table})["Table"]["DeletionProtectionEnabled"] is True


def test_the_table_class_can_be_changed(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    db.call("UpdateTable", {"TableName": table, "TableClass": "STANDARD_INFREQUENT_ACCESS"})
    summary = active(db, table)["TableClassSummary"]
    assert summary["TableClass"] == "STANDARD_INFREQUENT_ACCESS"
    assert summary["LastUpdateDateTime"] > 0


def test_an_unknown_table_class_is_refused(db: Target, fresh_table: MakeTable) -> None:
    message = (
        "Invalid table-class parameter provided. Please try again with a valid table-class value: "
        "[STANDARD, STANDARD_INFREQUENT_ACCESS]."
    )
    constraint = broken("CHEAP", "tableClass", one_of("STANDARD", "STANDARD_INFREQUENT_ACCESS"))
    with refused("ValidationException", either(message, f"1 validation error detected: {constraint}")):
        db.call("UpdateTable", {"TableName": fresh_table(), "TableClass": "CHEAP"})
