"""ListTagsOfResource: a table's labels.

Rules from the AWS API reference; messages as recorded by dynalite's suite and captured from DynamoDB in 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import NULL, broken, either, misplaced, placed
from tests.conformance.tables import MakeTable
from tests.conformance.tags import arn_of, no_such_resource, tag
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "


@pytest.mark.parametrize(("path", "value", "message"), misplaced({"ResourceArn": "String", "NextToken": "String"}))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("ListTagsOfResource", placed(path, value))


def test_a_resource_must_be_named(db: Target) -> None:
    constraint = f"1 validation error detected: {broken(None, 'resourceArn', NULL)}"
    with refused("ValidationException", either("Invalid TableArn", constraint)):
        db.call("ListTagsOfResource", {})


def test_an_arn_begins_with_arn(db: Target) -> None:
    with refused("ValidationException", INVALID + "ARNs must start with 'arn:': not-an-arn"):
        db.call("ListTagsOfResource", {"ResourceArn": "not-an-arn"})


def test_the_arn_of_another_service_is_refused(db: Target) -> None:
    arn = "arn:aws:s3:us-east-1:123456789012:bucket/name"
    with refused("ValidationException", INVALID + f"Provided Arn is not a DynamoDB resource arn: {arn}"):
        db.call("ListTagsOfResource", {"ResourceArn": arn})


def test_an_index_has_no_tags_of_its_own(db: Target, indexed_table: str) -> None:
    arn = f"{arn_of(db, indexed_table)}/index/index3"
    message = f"Invalid resource arn provided, only table or stream is accepted. Provided resource arn: {arn}"
    with refused("ValidationException", INVALID + message):
        db.call("ListTagsOfResource", {"ResourceArn": arn})


def test_the_arn_of_a_table_that_is_not_there_is_refused(db: Target, hash_table: str) -> None:
    arn = arn_of(db, hash_table).replace(hash_table, unique("never"))
    with refused("ResourceNotFoundException", no_such_resource(arn)):
        db.call("ListTagsOfResource", {"ResourceArn": arn})


def test_a_table_without_tags_answers_an_empty_list(db: Target, hash_table: str) -> None:
    assert db.call("ListTagsOfResource", {"ResourceArn": arn_of(db, hash_table)}) == {"Tags": []}


def test_every_tag_is_listed(db: Target, fresh_table: MakeTable) -> None:
    tags = [tag("colour", "blue"), tag("empty")]
    answered = db.call("ListTagsOfResource", {"ResourceArn": arn_of(db, fresh_table(Tags=tags))})["Tags"]
    assert sorted(answered, key=lambda each: each["Key"]) == tags
