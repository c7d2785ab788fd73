"""CreateTable: every refusal, and which comes first.

Rules from the AWS API reference; messages and their order as recorded against DynamoDB by dynalite's suite, and, for
what came later (tags, streams, multi-attribute keys, today's table name rule), by the public captures of 2026.
"""

from __future__ import annotations

import re
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
from tests.conformance.schemas import definitions, schema
from tests.conformance.tables import index, keys
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "
ALL = {"ProjectionType": "ALL"}
UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}

STRUCTURE = {
    "TableName": "String",
    "AttributeDefinitions": "List",
    "AttributeDefinitions.0": "Value<AttributeDefinition>",
    "AttributeDefinitions.0.AttributeName": "String",
    "AttributeDefinitions.0.AttributeType": "String",
    "KeySchema": "List",
    "KeySchema.0": "Value<KeySchemaElement>",
    "KeySchema.0.KeyType": "String",
    "BillingMode": "String",
    "ProvisionedThroughput": "Structure<ProvisionedThroughput>",
    "ProvisionedThroughput.WriteCapacityUnits": "Long",
    "LocalSecondaryIndexes": "List",
    "LocalSecondaryIndexes.0": "Value<LocalSecondaryIndex>",
    "LocalSecondaryIndexes.0.IndexName": "String",
    "LocalSecondaryIndexes.0.Projection": "Structure<Projection>",
    "LocalSecondaryIndexes.0.Projection.NonKeyAttributes": "List",
    "GlobalSecondaryIndexes": "List",
    "GlobalSecondaryIndexes.0": "Value<GlobalSecondaryIndex>",
    "GlobalSecondaryIndexes.0.KeySchema": "List",
    "GlobalSecondaryIndexes.0.KeySchema.0.AttributeName": "String",
    "GlobalSecondaryIndexes.0.ProvisionedThroughput.ReadCapacityUnits": "Long",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("CreateTable", placed(path, value))


def test_a_table_must_be_named(db: Target) -> None:
    with refused("ValidationException", "The parameter 'TableName' is required but was not present in the request"):
        db.call("CreateTable", keys("a:S"))


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
def test_a_table_name_has_3_to_255_letters_digits_and_signs(db: Target, name: str, faults: list[str]) -> None:
    old = "TableName must be at least 3 characters long and at most 255 characters long"
    with refused("ValidationException", re.compile(f"{detected(*faults).pattern}|{re.escape(old)}", re.DOTALL)):
        db.call("CreateTable", {**keys("a:S"), "TableName": name})


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"AttributeDefinitions": None}, [broken(None, "attributeDefinitions", NULL)]),
        ({"KeySchema": None}, [broken(None, "keySchema", NULL)]),
        ({"KeySchema": []}, [broken("[]", "keySchema", no_shorter(1))]),
        (
            {"AttributeDefinitions": [{}]},
            [
                broken(None, "attributeDefinitions.1.member.attributeName", NULL),
                broken(None, "attributeDefinitions.1.member.attributeType", NULL),
            ],
        ),
        (
            {"AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "SS"}]},
            [broken("SS", "attributeDefinitions.1.member.attributeType", one_of("B", "N", "S"))],
        ),
        (
            {"KeySchema": [{"AttributeName": "a", "KeyType": "Woop"}]},
            [broken("Woop", "keySchema.1.member.keyType", one_of("HASH", "RANGE"))],
        ),
        (
            {"KeySchema": [{}]},
            [
                broken(None, "keySchema.1.member.attributeName", NULL),
                broken(None, "keySchema.1.member.keyType", NULL),
            ],
        ),
        (
            {"BillingMode": "FREE"},
            [broken("FREE", "billingMode", one_of("PROVISIONED", "PAY_PER_REQUEST"))],
        ),
        (
            {"ProvisionedThroughput": {}},
            [
                broken(None, "provisionedThroughput.writeCapacityUnits", NULL),
                broken(None, "provisionedThroughput.readCapacityUnits", NULL),
            ],
        ),
        (
            {"ProvisionedThroughput": {"ReadCapacityUnits": -1, "WriteCapacityUnits": 0}},
            [
                broken("0", "provisionedThroughput.writeCapacityUnits", at_least(1)),
                broken("-1", "provisionedThroughput.readCapacityUnits", at_least(1)),
            ],
        ),
        (
            {"StreamSpecification": {}},
            [broken(None, "streamSpecification.streamEnabled", NULL)],
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "ALL"}},
            [
                broken(
                    "ALL",
                    "streamSpecification.streamViewType",
                    one_of("OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES", "NEW_IMAGE"),
                )
            ],
        ),
        (
            {"LocalSecondaryIndexes": [{}]},
            [
                broken(None, "localSecondaryIndexes.1.member.indexName", NULL),
                broken(None, "localSecondaryIndexes.1.member.keySchema", NULL),
                broken(None, "localSecondaryIndexes.1.member.projection", NULL),
            ],
        ),
        (
            {"GlobalSecondaryIndexes": [index("g1", "a", projection=ALL)]},
            [broken("g1", "globalSecondaryIndexes.1.member.indexName", no_shorter(3))],
        ),
        (
            {
                "GlobalSecondaryIndexes": [
                    index("ok-", "a", projection={"ProjectionType": "SOME", "NonKeyAttributes": []}),
                    {"IndexName": "x;y", "KeySchema": [], "Projection": {}},
                ]
            },
            [
                broken(
                    "SOME",
                    "globalSecondaryIndexes.1.member.projection.projectionType",
                    one_of("ALL", "INCLUDE", "KEYS_ONLY"),
                ),
                broken("[]", "globalSecondaryIndexes.1.member.projection.nonKeyAttributes", no_shorter(1)),
                broken("x;y", "globalSecondaryIndexes.2.member.indexName", NAME_PATTERN),
                broken("[]", "globalSecondaryIndexes.2.member.keySchema", no_shorter(1)),
            ],
        ),
    ],
)
def test_constraints_of_the_shapes_are_collected(db: Target, change: dict[str, Any], faults: list[str]) -> None:
    request = {**keys("a:S"), "TableName": unique("never"), **change}
    with refused("ValidationException", detected(*faults)):
        db.call("CreateTable", {name: value for name, value in request.items() if value is not None})


@pytest.mark.parametrize(
    ("name", "constraint"), [("", no_shorter(1)), ("k" * 256, no_longer(255))], ids=["empty", "long"]
)
def test_a_key_attribute_has_a_name_of_1_to_255_characters(db: Target, name: str, constraint: str) -> None:
    """The constraints of the API's own model."""
    faults = [
        broken(name, "attributeDefinitions.1.member.attributeName", constraint),
        broken(name, "keySchema.1.member.attributeName", constraint),
    ]
    with refused("ValidationException", detected(*faults)):
        db.call("CreateTable", {**keys(f"{name}:S"), "TableName": unique("never")})


@pytest.mark.parametrize(
    ("name", "constraint"), [("", no_shorter(1)), ("p" * 256, no_longer(255))], ids=["empty", "long"]
)
def test_a_projected_attribute_has_a_name_of_1_to_255_characters(db: Target, name: str, constraint: str) -> None:
    gsi = index("gsi", "a", projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": [name]})
    request = {**keys("a:S"), "TableName": unique("never"), "GlobalSecondaryIndexes": [gsi]}
    refusal = db.refuse("CreateTable", request)
    assert refusal.code == "ValidationException"
    assert "globalSecondaryIndexes.1.member.projection.nonKeyAttributes" in refusal.message
    assert constraint in refusal.message


def test_an_index_projects_at_most_twenty_named_attributes(db: Target) -> None:
    names = [f"p{i}" for i in range(21)]
    gsi = index("gsi", "a", projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": names})
    fault = broken(
        f"[{', '.join(names)}]", "globalSecondaryIndexes.1.member.projection.nonKeyAttributes", no_longer(20)
    )
    with refused("ValidationException", detected(fault)):
        db.call("CreateTable", {**keys("a:S"), "TableName": unique("never"), "GlobalSecondaryIndexes": [gsi]})


def test_no_more_than_ten_constraint_errors_are_told(db: Target) -> None:
    request = {**keys("a:S", "b:S"), "TableName": unique("never"), "LocalSecondaryIndexes": [{}] * 9}
    refusal = db.refuse("CreateTable", request)
    assert refusal.message.startswith("10 validation errors detected: ")
    assert refusal.message.count("failed to satisfy constraint") == 10


def test_a_key_of_three_attributes_is_too_long_for_a_table(db: Target) -> None:
    request = {**keys("a:S", "b:S"), "TableName": unique("never")}
    request["AttributeDefinitions"] = [*request["AttributeDefinitions"], {"AttributeName": "c", "AttributeType": "S"}]
    request["KeySchema"] = [*request["KeySchema"], {"AttributeName": "c", "KeyType": "RANGE"}]
    wording = re.compile(
        r"1 validation error detected: Value '\[.+\]' at 'keySchema' failed to satisfy constraint: "
        + re.escape(no_longer(2))
    )
    with refused("ValidationException", wording):
        db.call("CreateTable", request)


UNDEFINED = "Some index key attributes are not defined in AttributeDefinitions. Keys: [{}], AttributeDefinitions: [{}]"
NO_DEFINITION = "Invalid KeySchema: Some index key attribute have no definition"
SAME_NAME = "Both the Hash Key and the Range Key element in the KeySchema have the same name"
NOT_HASH = "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"
NOT_RANGE = "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"
NO_MATCH = (
    INVALID + "Number of attributes in KeySchema does not exactly match number of attributes defined in "
    "AttributeDefinitions"
)


@pytest.mark.parametrize(
    ("defined", "key", "message"),
    [
        ([], ["a:HASH"], NO_DEFINITION),
        (["b"], ["a:HASH", "a:HASH"], NO_DEFINITION),
        (["a"], ["a:HASH", "b:RANGE"], NO_DEFINITION),
        (["b"], ["a:HASH"], INVALID + UNDEFINED.format("a", "b")),
        (["A"], ["a:HASH"], INVALID + UNDEFINED.format("a", "A")),
        (["a", "b"], ["a:HASH", "a:RANGE"], SAME_NAME),
        (["a", "b"], ["a:HASH", "a:HASH"], SAME_NAME),
        (["a", "b"], ["a:HASH", "b:HASH"], NOT_RANGE),
        (["a", "b"], ["a:RANGE", "b:HASH"], NOT_HASH),
        (["a", "b"], ["a:RANGE", "b:RANGE"], NOT_HASH),
        (["a"], ["a:RANGE"], NOT_HASH),
        (["a", "b"], ["a:HASH"], NO_MATCH),
        (["a", "c", "b"], ["a:HASH", "b:RANGE"], NO_MATCH),
        (["a", "a"], ["a:HASH"], "Attribute Name is duplicated: a"),
    ],
)
def test_the_key_schema_and_the_attribute_definitions_must_agree(
    db: Target, defined: list[str], key: list[str], message: str
) -> None:
    request = {"TableName": unique("never"), "BillingMode": "PAY_PER_REQUEST"}
    with refused("ValidationException", message):
        db.call("CreateTable", {**request, "AttributeDefinitions": definitions(*defined), "KeySchema": schema(*key)})


NEITHER = INVALID + (
    "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
)
BOTH = INVALID + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"


@pytest.mark.parametrize(
    ("billing", "message"),
    [
        ({}, BOTH),
        ({"BillingMode": "PROVISIONED"}, BOTH),
        ({"BillingMode": "PAY_PER_REQUEST", "ProvisionedThroughput": UNITS}, NEITHER),
        (
            {"ProvisionedThroughput": {"ReadCapacityUnits": 10**12 + 1, "WriteCapacityUnits": 10**12 + 1}},
            f"Given value {10**12 + 1} for ReadCapacityUnits is out of bounds",
        ),
        (
            {"ProvisionedThroughput": {"ReadCapacityUnits": 10**12, "WriteCapacityUnits": 10**12 + 1}},
            f"Given value {10**12 + 1} for WriteCapacityUnits is out of bounds",
        ),
    ],
)
def test_billing_mode_and_throughput_must_agree_and_are_looked_at_before_the_key(
    db: Target, billing: dict[str, Any], message: str
) -> None:
    request = {"TableName": unique("never"), "AttributeDefinitions": [], "KeySchema": schema("a:HASH")}
    with refused("ValidationException", message):
        db.call("CreateTable", {**request, **billing})


def local(name: str, *elements: str, **projection: Any) -> dict[str, Any]:
    return {"IndexName": name, "KeySchema": schema(*elements), "Projection": projection}


@pytest.mark.parametrize(
    ("indexes", "message"),
    [
        ([], INVALID + "List of LocalSecondaryIndexes is empty"),
        ([local("abc", "a:RANGE")], NOT_HASH),
        ([local("abc", "a:HASH", "a:HASH")], SAME_NAME),
        ([local("abc", "a:HASH", "a:RANGE")], SAME_NAME),
        ([local("abc", "a:HASH", "b:HASH")], NOT_RANGE),
        ([local("abc", "b:HASH")], INVALID + "Index KeySchema does not have a range key for index: abc"),
        (
            [local("abc", "b:HASH", "a:RANGE")],
            INVALID + "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
            "abc. index hash key: b, table hash key: a",
        ),
        ([local("abc", "a:HASH", "b:RANGE")], INVALID + "Unknown ProjectionType: null"),
        ([local("abc", "a:HASH", "b:RANGE", NonKeyAttributes=["a"])], INVALID + "Unknown ProjectionType: null"),
        (
            [local("abc", "a:HASH", "b:RANGE", ProjectionType="ALL", NonKeyAttributes=["a"])],
            INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified",
        ),
        (
            [local("abc", "a:HASH", "b:RANGE", ProjectionType="KEYS_ONLY", NonKeyAttributes=["a"])],
            INVALID + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified",
        ),
        (
            [local("abc", "a:HASH", "b:RANGE", ProjectionType="INCLUDE")],
            INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        ([local("abc", "a:HASH", "b:RANGE", **ALL)] * 2, INVALID + "Duplicate index name: abc"),
        (
            [local(f"abc{i}", "a:HASH", "b:RANGE", **ALL) for i in range(6)],
            INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5",
        ),
    ],
)
def test_a_local_index_shares_the_partition_key_and_says_what_it_projects(
    db: Target, indexes: list[dict[str, Any]], message: str
) -> None:
    with refused("ValidationException", message):
        db.call("CreateTable", {**keys("a:S", "b:S"), "TableName": unique("never"), "LocalSecondaryIndexes": indexes})


@pytest.mark.parametrize("kind", ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"])
def test_the_attributes_of_an_index_key_must_be_defined(db: Target, kind: str) -> None:
    indexes = [local("abc", "a:HASH", "c:RANGE")]
    wording = re.compile(
        re.escape(INVALID) + r"Some index key attributes are not defined in AttributeDefinitions\. "
        r"Keys: \[(a, c|c, a)\], AttributeDefinitions: \[(a, b|b, a)\]"
    )
    with refused("ValidationException", wording):
        db.call("CreateTable", {**keys("a:S", "b:S"), "TableName": unique("never"), kind: indexes})


def test_a_local_index_needs_a_table_with_a_sort_key(db: Target) -> None:
    request = {**keys("a:S"), "TableName": unique("never"), "AttributeDefinitions": definitions("a", "b")}
    message = "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"
    with refused("ValidationException", INVALID + message):
        db.call("CreateTable", {**request, "LocalSecondaryIndexes": [local("abc", "c:RANGE")]})


@pytest.mark.parametrize(
    ("indexes", "message"),
    [
        ([], INVALID + "List of GlobalSecondaryIndexes is empty"),
        ([local("abc", "a:RANGE")], NOT_HASH),
        ([local("abc", "a:HASH", "a:RANGE")], SAME_NAME),
        ([local("abc", "b:HASH")], INVALID + "Unknown ProjectionType: null"),
        ([local("abc", "b:HASH", "a:RANGE")], INVALID + "Unknown ProjectionType: null"),
        (
            [local("abc", "a:HASH", ProjectionType="ALL", NonKeyAttributes=["a"])],
            INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified",
        ),
        (
            [local("abc", "a:HASH", ProjectionType="KEYS_ONLY", NonKeyAttributes=["a"])],
            INVALID + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified",
        ),
        (
            [local("abc", "a:HASH", ProjectionType="INCLUDE")],
            INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        (
            [local("abc", "a:HASH", ProjectionType="INCLUDE", NonKeyAttributes=["x", "y", "x"])],
            INVALID + "Duplicate element in NonKeyAttributes: x",
        ),
        (
            [{**local("abc", "a:HASH", **ALL), "ProvisionedThroughput": UNITS}],
            INVALID + "ProvisionedThroughput should not be specified for index: abc "
            "when BillingMode is PAY_PER_REQUEST",
        ),
        ([local("abc", "a:HASH", **ALL)] * 2, INVALID + "Duplicate index name: abc"),
        (
            [local(f"abc{i}", "a:HASH", "b:RANGE", **ALL) for i in range(21)],
            INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20",
        ),
    ],
)
def test_a_global_index_has_a_key_a_projection_and_a_name_of_its_own(
    db: Target, indexes: list[dict[str, Any]], message: str
) -> None:
    with refused("ValidationException", message):
        db.call("CreateTable", {**keys("a:S", "b:S"), "TableName": unique("never"), "GlobalSecondaryIndexes": indexes})


def test_a_local_and_a_global_index_may_not_share_a_name(db: Target) -> None:
    same = [local("abc", "a:HASH", "b:RANGE", **ALL)]
    request = {**keys("a:S", "b:S"), "TableName": unique("never")}
    with refused("ValidationException", INVALID + "Duplicate index name: abc"):
        db.call("CreateTable", {**request, "LocalSecondaryIndexes": same, "GlobalSecondaryIndexes": same})


def test_a_provisioned_table_gives_each_global_index_its_throughput(db: Target) -> None:
    request = {
        **keys("a:S"),
        "TableName": unique("never"),
        "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": UNITS,
    }
    with refused("ValidationException", INVALID + "ProvisionedThroughput is not specified for index: abc"):
        db.call("CreateTable", {**request, "GlobalSecondaryIndexes": [local("abc", "a:HASH", **ALL)]})


def test_an_attribute_that_no_key_uses_may_not_be_defined(db: Target) -> None:
    request = {**keys("a:S"), "TableName": unique("never"), "AttributeDefinitions": definitions("a", "b", "c")}
    wording = re.compile(
        re.escape(INVALID) + r"Some AttributeDefinitions are not used\. AttributeDefinitions: \[[abc, ]+\], "
        r"keys used: \[[ab, ]+\]"
    )
    with refused("ValidationException", wording):
        db.call("CreateTable", {**request, "GlobalSecondaryIndexes": [local("abc", "b:HASH", **ALL)]})


MANY = [*"abcdefghij"]


@pytest.mark.parametrize(
    ("elements", "message"),
    [
        (
            ["a:HASH", "b:RANGE", "c:HASH"],
            INVALID + "All HASH key attributes must precede RANGE key attributes in the KeySchema",
        ),
        (
            [f"{name}:HASH" for name in MANY[:5]],
            INVALID + "The KeySchema exceeds the maximum allowed number of HASH key attributes",
        ),
        (
            ["a:HASH", *(f"{name}:RANGE" for name in MANY[1:6])],
            INVALID + "The KeySchema exceeds the maximum allowed number of RANGE key attributes",
        ),
        (["a:HASH", "b:HASH", "a:HASH"], "The KeySchema contains multiple key attributes with the same name"),
        (["a:HASH", "b:RANGE", "b:RANGE"], "The KeySchema contains multiple key attributes with the same name"),
    ],
)
def test_the_key_of_a_global_index_has_at_most_four_and_four_attributes(
    db: Target, elements: list[str], message: str
) -> None:
    used = sorted({element[0] for element in elements} | {"a"})
    request = {**keys("a:S"), "TableName": unique("never"), "AttributeDefinitions": definitions(*used)}
    with refused("ValidationException", message):
        db.call("CreateTable", {**request, "GlobalSecondaryIndexes": [local("abc", *elements, **ALL)]})


@pytest.mark.parametrize(
    ("specification", "message"),
    [
        ({"StreamEnabled": True}, "Table is being created with a stream enabled, UpdateViewType is required"),
        (
            {"StreamEnabled": False, "StreamViewType": "NEW_IMAGE"},
            "Table is being created with a stream disabled, UpdateViewType should not be specified",
        ),
    ],
)
def test_a_stream_has_a_view_type_exactly_when_it_is_enabled(
    db: Target, specification: dict[str, Any], message: str
) -> None:
    request = {**keys("a:S"), "TableName": unique("never"), "StreamSpecification": specification}
    with refused("ValidationException", INVALID + message):
        db.call("CreateTable", request)


def test_an_unknown_table_class_is_refused(db: Target) -> None:
    message = (
        "Invalid table-class parameter provided. Please try again with a valid table-class value: "
        "[STANDARD, STANDARD_INFREQUENT_ACCESS]."
    )
    constraint = broken("CHEAP", "tableClass", one_of("STANDARD", "STANDARD_INFREQUENT_ACCESS"))
    with refused("ValidationException", either(message, f"1 validation error detected: {constraint}")):
        db.call("CreateTable", {**keys("a:S"), "TableName": unique("never"), "TableClass": "CHEAP"})


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ([{}], "The Tag Key provided is invalid, Key: null"),
        ([{"Key": "k"}], "The Tag Value provided is invalid, Value: null"),
        ([{"Key": "aws:foo", "Value": ""}], "Tag Key cannot be prefixed with aws:, Key: aws:foo"),
        ([{"Key": "x" * 129, "Value": ""}], f"The Tag Key provided is invalid, Key: {'x' * 129}"),
        ([{"Key": "#", "Value": ""}], "The Tag Key provided is invalid, Key: #"),
        (
            [{"Key": f"k{i}", "Value": ""} for i in range(51)],
            "Number of Tags exceed the current limit for the provided ResourceArn",
        ),
        (
            [{"Key": "dup", "Value": "1"}, {"Key": "dup", "Value": "2"}],
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found dup",
        ),
    ],
)
def test_a_table_is_not_made_with_tags_that_break_a_rule(db: Target, tags: list[dict[str, str]], message: str) -> None:
    name = unique("never")
    with refused("ValidationException", message):
        db.call("CreateTable", {**keys("a:S"), "TableName": name, "Tags": tags})
    assert db.refuse("DescribeTable", {"TableName": name}).code == "ResourceNotFoundException"


def test_a_name_in_use_is_refused_after_the_request_has_been_checked(db: Target, hash_table: str) -> None:
    with refused("ResourceInUseException", f"Table already exists: {hash_table}"):
        db.call("CreateTable", {**keys("a:S"), "TableName": hash_table})
    with refused("ValidationException", NO_DEFINITION):
        db.call("CreateTable", {**keys("a:S"), "TableName": hash_table, "AttributeDefinitions": []})
