"""ListTables: names in order, a page at a time.

Rules from the AWS API reference; messages as recorded against DynamoDB by dynalite's suite.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import (
    NAME_PATTERN,
    at_least,
    at_most,
    broken,
    detected,
    misplaced,
    no_longer,
    no_shorter,
    placed,
)
from tests.conformance.tables import MakeTable
from tests.conformance.target import Target, refused, unique

STRUCTURE = {"Limit": "Integer", "ExclusiveStartTableName": "String"}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(STRUCTURE))
def test_json_of_the_wrong_kind_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("ListTables", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({"Limit": 0}, [broken("0", "limit", at_least(1))]),
        ({"Limit": 101}, [broken("101", "limit", at_most(100))]),
        (
            {"ExclusiveStartTableName": ""},
            [
                broken("", "exclusiveStartTableName", NAME_PATTERN),
                broken("", "exclusiveStartTableName", no_shorter(3)),
            ],
        ),
        (
            {"ExclusiveStartTableName": "a;", "Limit": 500},
            [
                broken("a;", "exclusiveStartTableName", NAME_PATTERN),
                broken("a;", "exclusiveStartTableName", no_shorter(3)),
                broken("500", "limit", at_most(100)),
            ],
        ),
        ({"ExclusiveStartTableName": "a" * 256}, [broken("a" * 256, "exclusiveStartTableName", no_longer(255))]),
    ],
    ids=["no limit", "high limit", "empty start", "two faults", "long start"],
)
def test_constraints_of_the_shapes_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("ListTables", request_)


def test_a_limit_of_100_is_accepted(db: Target) -> None:
    assert len(db.call("ListTables", {"Limit": 100})["TableNames"]) <= 100


def test_tables_are_listed_in_order_from_after_a_name(db: Target, fresh_table: MakeTable) -> None:
    prefix = unique("listed")
    names = [fresh_table(TableName=f"{prefix}-{ending}") for ending in ("b", "a", "c")]
    start = {"ExclusiveStartTableName": f"{prefix}-0"}
    assert db.call("ListTables", start)["TableNames"][:3] == sorted(names)
    assert db.call("ListTables", {"ExclusiveStartTableName": f"{prefix}-a"})["TableNames"][:2] == sorted(names)[1:]
    assert db.call("ListTables", {"ExclusiveStartTableName": f"{prefix}-aa"})["TableNames"][:2] == sorted(names)[1:]


def test_a_page_ends_with_the_name_that_the_next_one_starts_after(db: Target, fresh_table: MakeTable) -> None:
    prefix = unique("paged")
    names = [fresh_table(TableName=f"{prefix}-{ending}") for ending in "abc"]
    first = db.call("ListTables", {"ExclusiveStartTableName": f"{prefix}-0", "Limit": 2})
    assert first == {"TableNames": names[:2], "LastEvaluatedTableName": names[1]}
    second = db.call("ListTables", {"ExclusiveStartTableName": names[1], "Limit": 1})
    assert second["TableNames"] == names[2:]


def test_the_last_page_names_no_next_one(db: Target, fresh_table: MakeTable) -> None:
    """Even when the limit is just the number of tables left (observed at DynamoDB)."""
    last = [fresh_table(TableName=unique("zzz-last")) for _ in range(2)]
    answer = db.call("ListTables", {"ExclusiveStartTableName": "zzz-las", "Limit": len(last)})
    assert answer == {"TableNames": sorted(last)}
