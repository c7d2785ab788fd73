"""ExecuteTransaction: up to 100 PartiQL statements, all reads or all writes, all of them or none.

Rules from the AWS API reference and the developer guide (Performing transactions with PartiQL); words and figures as
the public dynamodb-conformance captures of 2026 show them.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.faults import misplaced, no_longer, placed
from tests.conformance.items import fetch, put
from tests.conformance.statements import NOT_WELL_FORMED, member
from tests.conformance.target import Target, refused, unique
from tests.conformance.transactions import FAILED, PASSED, reasons_of
from tests.conformance.wording import (
    BAD_CAPACITY,
    DUPLICATE_ITEM,
    NO_SUCH_TABLE,
    collected,
    empty,
    failure,
    missing,
)


def transact(db: Target, *members: dict[str, Any], **options: Any) -> dict[str, Any]:
    return db.call("ExecuteTransaction", {"TransactStatements": list(members), **options})


def cancelled(db: Target, *members: dict[str, Any]) -> list[dict[str, Any]]:
    return reasons_of(db.refuse("ExecuteTransaction", {"TransactStatements": list(members)}))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced(
        {
            "TransactStatements": "List",
            "TransactStatements.0": "Value<ParameterizedStatement>",
            "TransactStatements.0.Statement": "String",
            "TransactStatements.0.Parameters": "List",
            "ClientRequestToken": "String",
            "ReturnConsumedCapacity": "String",
        }
    ),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("ExecuteTransaction", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("transactStatements")]),
        ({"TransactStatements": [], "ReturnConsumedCapacity": "hi"}, [BAD_CAPACITY, empty("transactStatements")]),
        (
            {"TransactStatements": [{"Statement": f"S{i}"} for i in range(101)]},
            [failure("transactStatements", no_longer(100), r"\[.+\]")],
        ),
        ({"TransactStatements": [{}]}, [missing("transactStatements.1.member.statement")]),
        (
            {"TransactStatements": [{"Statement": "S"}], "ClientRequestToken": "x" * 37},
            [failure("clientRequestToken", no_longer(36), "x+")],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("ExecuteTransaction", request_)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SLECT * FROM {}", f"{NOT_WELL_FORMED}Expected data manipulation"),
        (
            "SELECT * FROM {} WHERE n = 1",
            "Select statements within ExecuteTransaction must specify the primary key in the where clause.",
        ),
        (
            "SELECT * FROM {} WHERE a = 'x' AND attribute_exists(n)",
            "Select statements within ExecuteTransaction must specify the primary key in the where clause.",
        ),
        (
            "UPDATE {} SET z = 1 WHERE a = 'x' RETURNING ALL NEW *",
            "RETURNING clause is not supported in ExecuteTransaction.",
        ),
        (
            "EXISTS(SELECT * FROM {} WHERE a = 'x')",
            "EXISTS() must contain a single item read with additional condition",
        ),
    ],
)
def test_a_statement_that_has_no_place_in_a_transaction_is_refused_outright(
    db: Target, hash_table: str, statement: str, message: str
) -> None:
    with refused("ValidationException", f"Validation failed in TransactStatements[0]: {message}"):
        transact(db, member(statement.format(f'"{hash_table}"')))


def test_an_index_is_not_read_in_a_transaction(db: Target, indexed_table: str) -> None:
    message = "Validation failed in TransactStatements[0]: Reads on indices are not supported within transactions."
    with refused("ValidationException", message):
        transact(db, member(f'SELECT * FROM "{indexed_table}"."index3" WHERE c = \'x\''))


def test_a_bad_parameter_is_refused_outright(db: Target, hash_table: str) -> None:
    statement = f"UPDATE \"{hash_table}\" SET n = ? WHERE a = 'x'"
    with refused("ValidationException", "The parameter cannot be converted to a numeric value: abc"):
        transact(db, member(statement, {"N": "abc"}))


def test_a_missing_table_is_told(db: Target) -> None:
    """The API reference has both: a ResourceNotFoundException, and cancellation for the fault of one statement."""
    refusal = db.refuse(
        "ExecuteTransaction",
        {"TransactStatements": [member(f"INSERT INTO \"{unique('none')}\" VALUE {{'a': 'x'}}")]},
    )
    reasons = refusal.fields.get("CancellationReasons", [{"Code": "ResourceNotFound", "Message": refusal.message}])
    assert refusal.code in {"ResourceNotFoundException", "TransactionCanceledException"}
    assert [reason["Code"] for reason in reasons] == ["ResourceNotFound"]
    assert reasons[0]["Message"].startswith(NO_SUCH_TABLE)


def test_reads_and_writes_do_not_mix(db: Target, hash_table: str) -> None:
    key = {"S": unique()}
    mixed = [
        member(f'SELECT * FROM "{hash_table}" WHERE a = ?', {"S": "x"}),
        member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", key),
    ]
    assert db.refuse("ExecuteTransaction", {"TransactStatements": mixed}).code == "ValidationException"
    assert fetch(db, hash_table, {"a": key}) is None


def test_the_same_item_twice_is_refused_outright(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    twice = [member(f'UPDATE "{hash_table}" SET {name} = 1 WHERE a = ?', item["a"]) for name in "xy"]
    with refused("ValidationException", "Transaction request cannot include multiple operations on one item"):
        transact(db, *twice)


def test_reads_are_answered_in_order_and_a_missing_item_as_nothing(db: Target, hash_table: str) -> None:
    items = [put(db, hash_table, n={"N": str(n)}) for n in range(2)]
    statement = f'SELECT * FROM "{hash_table}" WHERE a = ?'
    reads = [member(statement, key) for key in (items[1]["a"], {"S": unique()}, items[0]["a"])]
    assert transact(db, *reads) == {"Responses": [{"Item": items[1]}, {}, {"Item": items[0]}]}


def test_a_read_may_project(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, n={"N": "1"}, s={"S": "s"})
    answer = transact(db, member(f'SELECT n FROM "{hash_table}" WHERE a = ?', item["a"]))
    assert answer == {"Responses": [{"Item": {"n": {"N": "1"}}}]}


def test_writes_take_effect_together_and_answer_an_empty_list(db: Target, hash_table: str) -> None:
    new, changed, gone = {"S": unique()}, put(db, hash_table, n={"N": "1"}), put(db, hash_table)
    answer = transact(
        db,
        member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", new),
        member(f'UPDATE "{hash_table}" SET n = n + 1 WHERE a = ? AND attribute_exists(n)', changed["a"]),
        member(f'DELETE FROM "{hash_table}" WHERE a = ?', gone["a"]),
    )
    assert answer == {"Responses": []}
    assert fetch(db, hash_table, {"a": new}) == {"a": new}
    assert fetch(db, hash_table, {"a": changed["a"]}) == {**changed, "n": {"N": "2"}}
    assert fetch(db, hash_table, {"a": gone["a"]}) is None


def test_exists_is_a_condition_without_a_write(db: Target, hash_table: str) -> None:
    item, new = put(db, hash_table, n={"N": "1"}), {"S": unique()}
    insert = member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", new)
    exists = f'EXISTS(SELECT * FROM "{hash_table}" WHERE a = ? AND n = ?)'
    assert cancelled(db, insert, member(exists, item["a"], {"N": "2"})) == [PASSED, FAILED]
    assert fetch(db, hash_table, {"a": new}) is None
    assert transact(db, insert, member(exists, item["a"], {"N": "1"})) == {"Responses": []}
    assert fetch(db, hash_table, {"a": new}) == {"a": new}


def test_every_failure_is_told_in_order_and_nothing_is_written(db: Target, hash_table: str) -> None:
    item, new = put(db, hash_table, n={"N": "1"}), {"S": unique()}
    reasons = cancelled(
        db,
        member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", new),
        member(f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}", item["a"]),
        member(f'UPDATE "{hash_table}" SET n = 2 WHERE a = ?', {"S": unique()}),
    )
    assert reasons == [PASSED, {"Code": "DuplicateItem", "Message": DUPLICATE_ITEM}, FAILED]
    assert fetch(db, hash_table, {"a": new}) is None
    assert fetch(db, hash_table, {"a": item["a"]}) == item


def test_a_failed_condition_shows_the_item_when_asked(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, n={"N": "1"})
    statement = f'UPDATE "{hash_table}" SET z = 1 WHERE a = ? AND n = 2'
    wish = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    assert cancelled(db, member(statement, item["a"], **wish)) == [{**FAILED, "Item": item}]


def test_a_hundred_statements_are_carried_out(db: Target, range_table: str) -> None:
    hash_key = {"S": unique()}
    statement = f"INSERT INTO \"{range_table}\" VALUE {{'a': ?, 'b': ?}}"
    transact(db, *(member(statement, hash_key, {"S": f"{i:03}"}) for i in range(100)))
    query = {
        "TableName": range_table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": hash_key},
    }
    assert db.call("Query", {**query, "ConsistentRead": True})["Count"] == 100


def test_the_same_token_does_the_work_once_and_then_costs_a_read(db: Target, hash_table: str) -> None:
    item, token = put(db, hash_table, n={"N": "0"}), unique()
    statement = member(f'UPDATE "{hash_table}" SET n = n + 1 WHERE a = ?', item["a"])
    options = {"ClientRequestToken": token, "ReturnConsumedCapacity": "TOTAL"}
    first, again = (transact(db, statement, **options)["ConsumedCapacity"] for _ in range(2))
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "n": {"N": "1"}}
    assert first == [{"TableName": hash_table, "CapacityUnits": 2.0, "WriteCapacityUnits": 2.0}]
    assert again == [{"TableName": hash_table, "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}]


def test_a_token_used_for_something_else_is_refused(db: Target, hash_table: str) -> None:
    token = unique()
    statement = f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?}}"
    transact(db, member(statement, {"S": unique()}), ClientRequestToken=token)
    request = {"TransactStatements": [member(statement, {"S": unique()})], "ClientRequestToken": token}
    assert db.refuse("ExecuteTransaction", request).code == "IdempotentParameterMismatchException"


def test_reading_costs_two_units_for_every_four_kilobytes(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    statement = member(f'SELECT * FROM "{hash_table}" WHERE a = ?', item["a"])
    cost = transact(db, statement, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert cost == [{"TableName": hash_table, "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}]
