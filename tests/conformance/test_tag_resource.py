"""TagResource: labels on a table, all of a request's or none.

Rules from the AWS API reference; messages as recorded by dynalite's suite and captured from DynamoDB in 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import NULL, broken, either, misplaced, placed
from tests.conformance.tables import MakeTable
from tests.conformance.tags import TOO_MANY, arn_of, no_such_resource, tag, tags_of
from tests.conformance.target import Target, refused, unique

INVALID = "One or more parameter values were invalid: "
STRUCTURE = {
    "ResourceArn": "String",
    "Tags": "List",
    "Tags.0": "Value<Tag>",
    "Tags.0.Key": "String",
    "Tags.0.Value": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("TagResource", placed(path, value))


def test_a_resource_must_be_named(db: Target) -> None:
    constraint = f"1 validation error detected: {broken(None, 'resourceArn', NULL)}"
    with refused("ValidationException", either("Invalid TableArn", constraint)):
        db.call("TagResource", {"Tags": [tag("k")]})


def test_tags_must_be_given(db: Target, hash_table: str) -> None:
    arn = arn_of(db, hash_table)
    with refused("ValidationException", f"1 validation error detected: {broken(None, 'tags', NULL)}"):
        db.call("TagResource", {"ResourceArn": arn})
    with refused("ValidationException", "Atleast one Tag needs to be provided as Input."):
        db.call("TagResource", {"ResourceArn": arn, "Tags": []})


def test_an_arn_begins_with_arn(db: Target) -> None:
    with refused("ValidationException", INVALID + "ARNs must start with 'arn:': not-an-arn"):
        db.call("TagResource", {"ResourceArn": "not-an-arn", "Tags": [tag("k")]})


def test_the_arn_of_a_table_that_is_not_there_is_refused_after_the_tags_are_checked(
    db: Target, hash_table: str
) -> None:
    arn = arn_of(db, hash_table).replace(hash_table, unique("never"))
    with refused("ValidationException", "The Tag Key provided is invalid, Key: "):
        db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("")]})
    with refused("ResourceNotFoundException", no_such_resource(arn)):
        db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("k")]})


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ([{}], "The Tag Key provided is invalid, Key: null"),
        ([{"Value": "v"}], "The Tag Key provided is invalid, Key: null"),
        ([{"Key": "k"}], "The Tag Value provided is invalid, Value: null"),
        ([tag("")], "The Tag Key provided is invalid, Key: "),
        ([tag("k" * 129)], f"The Tag Key provided is invalid, Key: {'k' * 129}"),
        ([tag("k", "v" * 257)], f"The Tag Value provided is invalid, Value: {'v' * 257}"),
        ([tag("aws:k")], "Tag Key cannot be prefixed with aws:, Key: aws:k"),
        ([tag("k", "1"), tag("k", "2")], "Duplicate Tag Keys provided as input: Duplicate Tag Key found k"),
        ([tag(f"k{i}") for i in range(51)], TOO_MANY),
        *(([tag(bad)], f"The Tag Key provided is invalid, Key: {bad}") for bad in ("#", "a,b", "100%", "🔑", "a\nb")),
        *(
            ([tag("k", bad)], f"The Tag Value provided is invalid, Value: {bad}")
            for bad in ("a&b", "a*b", "(x)", "~a", "<a>", "a;b", "a?b", "a|b", "a\\b", "🔑")
        ),
    ],
)
def test_a_bad_tag_is_refused_and_nothing_is_tagged(
    db: Target, fresh_table: MakeTable, tags: list[dict[str, str]], message: str
) -> None:
    arn = arn_of(db, fresh_table())
    with refused("ValidationException", message):
        db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("good", "tag"), *tags] if len(tags) < 51 else tags})
    assert tags_of(db, arn) == {}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("k" * 128, "v" * 256),
        ("empty", ""),
        ("ключ", "café 表"),
        ("a+b-c=d.e_f:g/h@i", " "),
        ("AWSome", "aws:is fine in a value"),
    ],
)
def test_letters_of_any_script_digits_spaces_and_some_signs_are_accepted(
    db: Target, fresh_table: MakeTable, key: str, value: str
) -> None:
    arn = arn_of(db, fresh_table())
    assert db.call("TagResource", {"ResourceArn": arn, "Tags": [tag(key, value)]}) == {}
    assert tags_of(db, arn) == {key: value}


def test_a_tag_replaces_the_one_with_its_key_and_keys_are_case_sensitive(db: Target, fresh_table: MakeTable) -> None:
    arn = arn_of(db, fresh_table(Tags=[tag("env", "test"), tag("team", "kitchen")]))
    db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("env", "production"), tag("Env", "other")]})
    assert tags_of(db, arn) == {"env": "production", "team": "kitchen", "Env": "other"}


def test_fifty_tags_are_the_most_that_a_table_holds(db: Target, fresh_table: MakeTable) -> None:
    arn = arn_of(db, fresh_table(Tags=[tag(f"k{i}") for i in range(49)]))
    db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("k49")]})
    with refused("ValidationException", TOO_MANY):
        db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("k50")]})
    db.call("TagResource", {"ResourceArn": arn, "Tags": [tag("k0", "replaced")]})
    assert len(tags_of(db, arn)) == 50
