"""BatchExecuteStatement: up to 25 PartiQL statements, each on one item and each with an answer of its own.

Rules from the AWS API reference; codes, words and figures as in the public dynamodb-conformance captures of 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import misplaced, no_longer, placed
from tests.conformance.items import Item, fetch, put
from tests.conformance.statements import NOT_WELL_FORMED, member
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import (
    BAD_CAPACITY,
    CONDITION_FAILED,
    DUPLICATE_ITEM,
    NO_SUCH_TABLE,
    collected,
    empty,
    failure,
    missing,
)

NO_KEY = "Select statements within BatchExecuteStatement must specify the primary key in the where clause."

Value = dict[str, Any]


def batch(db: Target, *members: dict[str, Any]) -> list[dict[str, Any]]:
    responses: list[dict[str, Any]] = db.call("BatchExecuteStatement", {"Statements": list(members)})["Responses"]
    return responses


def by_key(table: str, key: Value, **options: Any) -> dict[str, Any]:
    return member(f'SELECT * FROM "{table}" WHERE a = ?', key, **options)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced(
        {
            "Statements": "List",
            "Statements.0": "Value<BatchStatementRequest>",
            "Statements.0.Statement": "String",
            "Statements.0.Parameters": "List",
            "Statements.0.ConsistentRead": "Boolean",
            "ReturnConsumedCapacity": "String",
        }
    ),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("BatchExecuteStatement", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("statements")]),
        ({"Statements": [], "ReturnConsumedCapacity": "hi"}, [BAD_CAPACITY, empty("statements")]),
        (
            {"Statements": [{"Statement": f"S{i}"} for i in range(26)]},
            [failure("statements", no_longer(25), r"\[.+\]")],
        ),
        ({"Statements": [{"Statement": "S"}, {}]}, [missing("statements.2.member.statement")]),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("BatchExecuteStatement", request_)


def test_reads_are_answered_in_order(db: Target, hash_table: str) -> None:
    items = [put(db, hash_table, n={"N": str(n)}) for n in range(2)]
    nobody = {"S": unique()}
    responses = batch(db, *(by_key(hash_table, key) for key in (items[1]["a"], nobody, items[0]["a"])))
    assert responses == [
        {"TableName": hash_table, "Item": items[1]},
        {"TableName": hash_table},
        {"TableName": hash_table, "Item": items[0]},
    ]


def test_writes_take_effect_each_on_its_own(db: Target, hash_table: str) -> None:
    new, changed, gone = {"S": unique()}, put(db, hash_table), put(db, hash_table)
    responses = batch(
        db,
        member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?, 'n': 1}}", new),
        member(f'UPDATE "{hash_table}" SET n = 2 WHERE a = ?', changed["a"]),
        member(f'DELETE FROM "{hash_table}" WHERE a = ?', gone["a"]),
    )
    assert responses == [{"TableName": hash_table}] * 3
    assert fetch(db, hash_table, {"a": new}) == {"a": new, "n": {"N": "1"}}
    assert fetch(db, hash_table, {"a": changed["a"]}) == {**changed, "n": {"N": "2"}}
    assert fetch(db, hash_table, {"a": gone["a"]}) is None


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("SLECT * FROM {}", {"Code": "ValidationError", "Message": f"{NOT_WELL_FORMED}Expected data manipulation"}),
        ("SELECT * FROM {} WHERE n = 1", {"Code": "ValidationError", "Message": NO_KEY}),
        ("SELECT * FROM {}", {"Code": "ValidationError", "Message": NO_KEY}),
        ("SELECT * FROM {} WHERE a = 'x' AND attribute_exists(n)", {"Code": "ValidationError", "Message": NO_KEY}),
    ],
)
def test_a_statement_refused_before_it_ran_names_no_table_and_leaves_the_others_alone(
    db: Target, hash_table: str, statement: str, error: dict[str, str]
) -> None:
    item = put(db, hash_table)
    responses = batch(db, member(statement.format(f'"{hash_table}"')), by_key(hash_table, item["a"]))
    assert responses == [{"Error": error}, {"TableName": hash_table, "Item": item}]


@pytest.mark.parametrize("condition", ["c = 'x'", "a = 'p' AND b = 's' AND c = 'x'"])
def test_an_index_is_not_read_in_a_batch(db: Target, indexed_table: str, condition: str) -> None:
    statement = f'SELECT * FROM "{indexed_table}"."index3" WHERE {condition}'
    assert batch(db, member(statement)) == [{"Error": {"Code": "ValidationError", "Message": NO_KEY}}]


def test_half_a_key_is_no_key(db: Target, range_table: str) -> None:
    statement = f"SELECT * FROM \"{range_table}\" WHERE a = 'x'"
    assert batch(db, member(statement)) == [{"Error": {"Code": "ValidationError", "Message": NO_KEY}}]


def test_a_missing_table_is_told_at_its_statement(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    first, second = batch(db, by_key(unique("none"), {"S": "x"}), by_key(hash_table, item["a"]))
    assert first["Error"]["Code"] == "ResourceNotFound"
    assert first["Error"]["Message"].startswith(NO_SUCH_TABLE)
    assert second == {"TableName": hash_table, "Item": item}


def test_a_bad_parameter_is_told_at_its_statement(db: Target, hash_table: str) -> None:
    statement = f"SELECT * FROM \"{hash_table}\" WHERE a = 'x' AND n = ?"
    (response,) = batch(db, member(statement, {"N": "1e99999999999"}))
    message = "The parameter cannot be converted to a numeric value: 1e99999999999"
    assert response["Error"] == {"Code": "ValidationError", "Message": message}


def test_a_statement_that_ran_and_failed_names_its_table(db: Target, hash_table: str) -> None:
    item, other = put(db, hash_table, n={"N": "1"}), put(db, hash_table)
    responses = batch(
        db,
        member(f'UPDATE "{hash_table}" SET z = 1 WHERE a = ? AND n = 2', item["a"]),
        member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", other["a"]),
    )
    assert responses == [
        {"TableName": hash_table, "Error": {"Code": "ConditionalCheckFailed", "Message": CONDITION_FAILED}},
        {"TableName": hash_table, "Error": {"Code": "DuplicateItem", "Message": DUPLICATE_ITEM}},
    ]


@pytest.mark.parametrize("wish", ["ALL_OLD", "NONE", None])
def test_no_response_shows_the_item_of_a_failed_condition(db: Target, hash_table: str, wish: str | None) -> None:
    """The API reference has an Item in the error; AWS has been seen to leave the response's own Item out."""
    item = put(db, hash_table, n={"N": "1"})
    option = {} if wish is None else {"ReturnValuesOnConditionCheckFailure": wish}
    (response,) = batch(db, member(f'UPDATE "{hash_table}" SET z = 1 WHERE a = ? AND n = 2', item["a"], **option))
    assert response["Error"]["Code"] == "ConditionalCheckFailed"
    assert "Item" not in response


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE {} SET n = 2 WHERE a = ? RETURNING ALL NEW *", {"n": {"N": "2"}}),
        ("UPDATE {} SET n = 2 WHERE a = ? RETURNING ALL OLD *", {"n": {"N": "1"}}),
        ("DELETE FROM {} WHERE a = ? RETURNING ALL OLD *", {"n": {"N": "1"}}),
    ],
)
def test_a_write_returns_the_item_when_asked(db: Target, hash_table: str, statement: str, expected: Item) -> None:
    item = put(db, hash_table, n={"N": "1"})
    responses = batch(db, member(statement.format(f'"{hash_table}"'), item["a"]))
    assert responses == [{"TableName": hash_table, "Item": {"a": item["a"], **expected}}]


def test_an_empty_return_is_left_out(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, n={"N": "1"})
    statement = f'UPDATE "{hash_table}" REMOVE n WHERE a = ? RETURNING MODIFIED NEW *'
    assert batch(db, member(statement, item["a"])) == [{"TableName": hash_table}]
    assert fetch(db, hash_table, {"a": item["a"]}) == {"a": item["a"]}


def test_reads_and_writes_do_not_mix(db: Target, hash_table: str) -> None:
    key = {"S": unique()}
    mixed = [by_key(hash_table, {"S": "x"}), member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", key)]
    refusal = db.refuse("BatchExecuteStatement", {"Statements": mixed})
    assert refusal.code == "ValidationException"
    assert fetch(db, hash_table, {"a": key}) is None


def test_twenty_five_statements_are_carried_out(db: Target, range_table: str) -> None:
    hash_key = {"S": unique()}
    statement = f"INSERT INTO \"{range_table}\" VALUE {{'a': ?, 'b': ?}}"
    responses = batch(db, *(member(statement, hash_key, {"S": f"{i:02}"}) for i in range(25)))
    assert responses == [{"TableName": range_table}] * 25
    query = {
        "TableName": range_table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": hash_key},
    }
    assert db.call("Query", {**query, "ConsistentRead": True})["Count"] == 25


@pytest.mark.parametrize(
    ("consistent", "units"), [([None], 0.5), ([False], 0.5), ([True], 1.0), ([True, None], 1.5), ([True, True], 2.0)]
)
def test_each_read_is_paid_by_its_own_consistency(
    db: Target, hash_table: str, consistent: list[bool | None], units: float
) -> None:
    members = [
        by_key(hash_table, put(db, hash_table)["a"], **({} if wish is None else {"ConsistentRead": wish}))
        for wish in consistent
    ]
    request = {"Statements": members, "ReturnConsumedCapacity": "TOTAL"}
    cost = db.call("BatchExecuteStatement", request)["ConsumedCapacity"]
    assert sum(each["CapacityUnits"] for each in cost) == units
    assert {each["TableName"] for each in cost} == {hash_table}
