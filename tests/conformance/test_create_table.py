"""CreateTable: what a table may be, and how the answer describes it.

Rules from the AWS API reference; the refusals are in test_create_table_validation.
"""

from __future__ import annotations

import re

from tests.conformance.schemas import definitions, schema
from tests.conformance.tables import MakeTable, keys
from tests.conformance.tags import arn_of, tag, tags_of
from tests.conformance.target import Target, unique
from tests.conformance.waiting import active


def test_a_table_name_of_255_characters_is_accepted(fresh_table: MakeTable, db: Target) -> None:
    name = fresh_table(TableName=unique("n").ljust(255, "."))
    assert db.call("DescribeTable", {"TableName": name})["Table"]["TableName"] == name


def test_tags_given_at_creation_are_there_and_an_empty_list_is_none(db: Target, fresh_table: MakeTable) -> None:
    tags = [tag(f"k{i}", str(i)) for i in range(50)]
    for given in (tags, []):
        assert tags_of(db, arn_of(db, fresh_table(Tags=given))) == {each["Key"]: each["Value"] for each in given}


def test_the_answer_describes_a_table_that_is_being_created(db: Target) -> None:
    name = unique("conformance-described")
    parameters = keys("a:S", "b:N")
    description = db.call("CreateTable", {**parameters, "TableName": name})["TableDescription"]
    active(db, name)
    db.call("DeleteTable", {"TableName": name})
    assert description["TableStatus"] == "CREATING"
    assert description["TableName"] == name
    assert description["AttributeDefinitions"] == parameters["AttributeDefinitions"]
    assert description["KeySchema"] == parameters["KeySchema"]
    assert description["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert description["ProvisionedThroughput"] == {
        "NumberOfDecreasesToday": 0,
        "ReadCapacityUnits": 0,
        "WriteCapacityUnits": 0,
    }
    assert (description["ItemCount"], description["TableSizeBytes"]) == (0, 0)
    assert description["DeletionProtectionEnabled"] is False
    assert re.fullmatch(rf"arn:aws:dynamodb:[\w-]+:\d+:table/{name}", description["TableArn"])
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", description["TableId"])


def test_a_provisioned_table_keeps_its_throughput_and_names_no_billing_mode(db: Target, fresh_table: MakeTable) -> None:
    units = {"ReadCapacityUnits": 3, "WriteCapacityUnits": 4}
    table = fresh_table(BillingMode="PROVISIONED", ProvisionedThroughput=units)
    described = db.call("DescribeTable", {"TableName": table})["Table"]
    assert described["ProvisionedThroughput"] == {"NumberOfDecreasesToday": 0, **units}
    assert "BillingModeSummary" not in described


def test_indexes_are_described_with_their_keys_projections_and_arns(db: Target, indexed_table: str) -> None:
    described = db.call("DescribeTable", {"TableName": indexed_table})["Table"]
    locals_ = {index["IndexName"]: index for index in described["LocalSecondaryIndexes"]}
    globals_ = {index["IndexName"]: index for index in described["GlobalSecondaryIndexes"]}
    assert set(locals_) == {"index1", "index2"}
    assert set(globals_) == {"index3", "index4", "index5"}
    assert locals_["index2"]["Projection"] == {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["c"]}
    assert globals_["index5"]["Projection"] == {"ProjectionType": "KEYS_ONLY"}
    assert globals_["index4"]["KeySchema"] == schema("c:HASH", "d:RANGE")
    assert globals_["index4"]["IndexStatus"] == "ACTIVE"
    assert globals_["index4"]["IndexArn"] == f"{described['TableArn']}/index/index4"
    assert "IndexStatus" not in locals_["index1"]
    assert "ProvisionedThroughput" not in locals_["index1"]


def test_a_stream_protection_and_a_table_class_can_be_asked_for_at_once(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        DeletionProtectionEnabled=True,
        TableClass="STANDARD_INFREQUENT_ACCESS",
    )
    described = db.call("DescribeTable", {"TableName": table})["Table"]
    assert described["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    label = described["LatestStreamLabel"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}", label)
    assert described["LatestStreamArn"] == f"{described['TableArn']}/stream/{label}"
    assert described["DeletionProtectionEnabled"] is True
    assert described["TableClassSummary"]["TableClass"] == "STANDARD_INFREQUENT_ACCESS"


def test_a_disabled_stream_is_the_same_as_none(db: Target, fresh_table: MakeTable) -> None:
    described = db.call("DescribeTable", {"TableName": fresh_table(StreamSpecification={"StreamEnabled": False})})
    assert "StreamSpecification" not in described["Table"]
    assert "LatestStreamArn" not in described["Table"]


def test_four_and_four_attributes_are_accepted_as_the_key_of_a_global_index(db: Target, fresh_table: MakeTable) -> None:
    elements = [*(f"{name}:HASH" for name in "abcd"), *(f"{name}:RANGE" for name in "efgh")]
    gsi = {"IndexName": "abc", "KeySchema": schema(*elements), "Projection": {"ProjectionType": "ALL"}}
    table = fresh_table(AttributeDefinitions=definitions(*"abcdefgh"), GlobalSecondaryIndexes=[gsi])
    [described] = db.call("DescribeTable", {"TableName": table})["Table"]["GlobalSecondaryIndexes"]
    assert described["KeySchema"] == schema(*elements)
