"""UntagResource: labels taken off a table again.

Rules from the AWS API reference; messages as recorded by dynalite's suite and captured from DynamoDB in 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import NULL, broken, either, misplaced, placed
from tests.conformance.tables import MakeTable
from tests.conformance.tags import TOO_MANY, arn_of, no_such_resource, tag
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "


@pytest.mark.parametrize(
    ("path", "value", "message"), misplaced({"ResourceArn": "String", "TagKeys": "List", "TagKeys.0": "String"})
)
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("UntagResource", placed(path, value))


def test_a_resource_must_be_named(db: Target) -> None:
    constraint = f"1 validation error detected: {broken(None, 'resourceArn', NULL)}"
    with refused("ValidationException", either("Invalid TableArn", constraint)):
        db.call("UntagResource", {"TagKeys": ["k"]})


def test_an_arn_begins_with_arn(db: Target) -> None:
    with refused("ValidationException", INVALID + "ARNs must start with 'arn:': not-an-arn"):
        db.call("UntagResource", {"ResourceArn": "not-an-arn", "TagKeys": ["k"]})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (None, f"1 validation error detected: {broken(None, 'tagKeys', NULL)}"),
        ([], "Atleast one Tag Key needs to be provided as Input."),
        ([""], "The Tag Key provided is invalid, Key: "),
        (["k" * 129], f"The Tag Key provided is invalid, Key: {'k' * 129}"),
        ([f"k{i}" for i in range(51)], TOO_MANY),
    ],
    ids=["absent", "empty", "empty key", "long key", "fifty-one"],
)
def test_tag_keys_are_checked(db: Target, hash_table: str, keys: list[str] | None, message: str) -> None:
    request: dict[str, Any] = {"ResourceArn": arn_of(db, hash_table)}
    with refused("ValidationException", message):
        db.call("UntagResource", request if keys is None else {**request, "TagKeys": keys})


def test_the_arn_of_a_table_that_is_not_there_is_refused(db: Target, hash_table: str) -> None:
    arn = arn_of(db, hash_table).replace(hash_table, unique("never"))
    with refused("ResourceNotFoundException", no_such_resource(arn)):
        db.call("UntagResource", {"ResourceArn": arn, "TagKeys": ["k"]})


def test_named_tags_go_and_unknown_ones_do_not_matter(db: Target, fresh_table: MakeTable) -> None:
    arn = arn_of(db, fresh_table(Tags=[tag(key, key * 2) for key in "abc"]))
    assert db.call("UntagResource", {"ResourceArn": arn, "TagKeys": ["a", "c", "never"]}) == {}
    assert db.call("ListTagsOfResource", {"ResourceArn": arn})["Tags"] == [tag("b", "bb")]
