"""ExecuteTransaction: all statements or none, and why not."""

from collections.abc import Callable
from typing import Any

import pytest

from chabudai.engine import Engine
from chabudai.engine.errors import DynamoDBError

Put = Callable[..., None]
Get = Callable[..., dict[str, Any] | None]
KEY = {"pk": {"S": "a"}, "sk": {"S": "1"}}
WHERE = " WHERE pk = 'a' AND sk = '1'"
UPDATE = "UPDATE Music SET n = 2" + WHERE
SELECT = "SELECT * FROM Music" + WHERE
IN_FIRST = "Validation failed in TransactStatements[0]: "
NO_MATCH = "The provided key element does not match the schema"
BY_KEY = "Select statements within ExecuteTransaction must specify the primary key in the where clause."
NO_CHECK = "EXISTS() must contain a single item read with additional condition"


def transact(engine: Engine, *statements: str | dict[str, Any], **options: Any) -> dict[str, Any]:
    members = [{"Statement": each} if isinstance(each, str) else each for each in statements]
    return engine.call("ExecuteTransaction", {"TransactStatements": members, **options})


def refused(engine: Engine, *statements: str | dict[str, Any], **options: Any) -> DynamoDBError:
    with pytest.raises(DynamoDBError) as refusal:
        transact(engine, *statements, **options)
    return refusal.value


def reasons(error: DynamoDBError) -> list[tuple[str, str | None]]:
    assert error.code == "TransactionCanceledException"
    return [(reason["Code"], reason.get("Message")) for reason in error.fields["CancellationReasons"]]


@pytest.fixture(autouse=True)
def song(put: Put) -> None:
    put("Music", **KEY, n={"N": "1"}, kind={"S": "right"})


def test_reads_answer_in_order(engine: Engine) -> None:
    answered = transact(
        engine,
        "SELECT n FROM Music WHERE pk IN ['a'] AND sk IN ['1']",
        "SELECT * FROM Plain WHERE pk = 'gone'",
        ReturnConsumedCapacity="TOTAL",
    )
    assert answered["Responses"] == [{"Item": {"n": {"N": "1"}}}, {}]
    assert [each["ReadCapacityUnits"] for each in answered["ConsumedCapacity"]] == [2.0, 2.0]


def test_writes_are_all_done(engine: Engine, get: Get) -> None:
    answered = transact(
        engine,
        "INSERT INTO Music VALUE {'pk': 'a', 'sk': '2'}",
        {"Statement": "UPDATE Music SET n = n + ?" + WHERE + " AND n = 1", "Parameters": [{"N": "5"}]},
        "DELETE FROM Plain WHERE pk = 'gone' AND n = 1",
        ReturnConsumedCapacity="TOTAL",
    )
    assert answered["Responses"] == []
    assert [each["WriteCapacityUnits"] for each in answered["ConsumedCapacity"]] == [4.0, 2.0]
    assert get("Music", pk={"S": "a"}, sk={"S": "2"}) is not None
    assert (get("Music", **KEY) or {})["n"] == {"N": "6"}


def test_one_failure_undoes_everything_and_each_failure_is_told(engine: Engine, get: Get) -> None:
    error = refused(
        engine,
        "INSERT INTO Music VALUE {'pk': 'a', 'sk': '2'}",
        "INSERT INTO Music VALUE {'pk': 'a', 'sk': '1'}",
        "UPDATE Plain SET n = 1 WHERE pk = 'gone'",
        "UPDATE Music SET n = n + kind WHERE pk = 'b' AND sk = '1'",
    )
    assert reasons(error) == [
        ("None", None),
        ("DuplicateItem", "Duplicate primary key exists in table"),
        ("ConditionalCheckFailed", "The conditional request failed"),
        ("ConditionalCheckFailed", "The conditional request failed"),
    ]
    assert error.message == (
        "Transaction cancelled, please refer cancellation reasons for specific reasons"
        " [None, DuplicateItem, ConditionalCheckFailed, ConditionalCheckFailed]"
    )
    assert get("Music", pk={"S": "a"}, sk={"S": "2"}) is None


def test_a_failed_condition_can_show_the_item(engine: Engine) -> None:
    error = refused(
        engine,
        {"Statement": UPDATE + " AND n = 7", "ReturnValuesOnConditionCheckFailure": "ALL_OLD"},
    )
    (reason,) = error.fields["CancellationReasons"]
    assert reason["Item"] == {**KEY, "n": {"N": "1"}, "kind": {"S": "right"}}


@pytest.mark.parametrize(
    ("where", "holds"),
    [
        ("pk = 'a' AND sk = '1' AND n = 1", True),
        ("(pk = 'a' AND sk = '1') AND absent IS MISSING", True),
        ("pk = 'a' AND sk = '1' AND n IS MISSING", False),
        ("pk = 'a' AND sk = '1' AND pk = 'b' AND n = 1", False),
        ("pk = 'gone' AND sk = '1' AND n IS MISSING", False),
    ],
)
def test_exists_lets_the_others_through_or_not(engine: Engine, put: Put, where: str, holds: bool) -> None:
    put("Plain", pk={"S": "x"})
    statements = (f"EXISTS(SELECT * FROM Music WHERE {where})", "UPDATE Plain SET n = 1 WHERE pk = 'x'")
    if holds:
        transact(engine, *statements)
    else:
        assert reasons(refused(engine, *statements)) == [
            ("ConditionalCheckFailed", "The conditional request failed"),
            ("None", None),
        ]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SELECT * FROM Music WHERE", "Statement wasn't well formed, can't be processed: Unexpected term"),
        (SELECT + " AND kind = 'right'", BY_KEY),
        (SELECT + " AND pk = 'b'", BY_KEY),
        ("SELECT * FROM Music WHERE pk = 'a'", BY_KEY),
        ("SELECT * FROM Indexed.\"g-all\" WHERE gpk = 'x'", "Reads on indices are not supported within transactions."),
        (
            "SELECT * FROM Music WHERE pk IN ['a', 'a'] AND sk = '1'",
            "Overlapping conditions with range keys are not supported in where clause",
        ),
        (UPDATE + " RETURNING ALL NEW *", "RETURNING clause is not supported in ExecuteTransaction."),
        ('UPDATE Indexed."g-all" SET n = 1' + WHERE, "This operation is not supported on an index"),
        ("EXISTS(SELECT * FROM Music WHERE pk = 'a' AND sk = '1')", NO_CHECK),
        ("EXISTS(SELECT * FROM Music WHERE pk IN ['a'] AND sk = '1' AND n = 1)", NO_CHECK),
        (
            "UPDATE Music SET n = n + [1]" + WHERE,
            "Incorrect operand type for operator or function; operator or function: +, operand type: L",
        ),
    ],
)
def test_a_fault_of_one_statement_refuses_them_all(engine: Engine, statement: str, message: str) -> None:
    error = refused(engine, statement)
    assert (error.code, error.message) == ("ValidationException", IN_FIRST + message)


def test_reads_and_writes_do_not_mix(engine: Engine) -> None:
    message = "ExecuteTransaction API does not support both read and write operations in the same request."
    assert refused(engine, SELECT, "DELETE FROM Plain WHERE pk = 'x'").message == message


def test_a_write_that_does_not_fit_its_key_cancels_the_transaction(engine: Engine) -> None:
    update = "UPDATE Music SET n = 1 WHERE "
    error = refused(
        engine,
        update + "pk = 'a'",
        update + "pk IN ['a'] AND sk = '1'",
        update + "pk = 'a' AND sk = '1' AND pk = 'b'",
        update + "pk = 'a' AND sk = 1",
        "INSERT INTO Music VALUE {'pk': 'a'}",
        UPDATE,
    )
    missing = "One or more parameter values were invalid: Missing the key sk in the item"
    unfit = ("ValidationError", NO_MATCH)
    assert reasons(error) == [unfit, unfit, unfit, unfit, ("ValidationError", missing), ("None", None)]


def test_a_read_that_does_not_fit_its_key_cancels_before_twins_are_refused(engine: Engine) -> None:
    error = refused(engine, SELECT, SELECT, "SELECT * FROM Music WHERE pk = 'a' AND sk = 1")
    assert reasons(error) == [("None", None), ("None", None), ("ValidationError", NO_MATCH)]
    message = "Transaction request cannot include multiple operations on one item"
    assert refused(engine, SELECT, "SELECT n FROM Music WHERE sk = '1' AND pk = 'a'").message == message
    assert refused(engine, UPDATE, "DELETE FROM Music" + WHERE).message == message


def test_a_missing_table_cancels_but_a_fault_of_another_statement_comes_first(engine: Engine) -> None:
    missing = "UPDATE NoSuchTable SET n = 1 WHERE pk = 'a' RETURNING ALL NEW *"
    assert reasons(refused(engine, missing, UPDATE)) == [
        ("ResourceNotFound", "Requested resource not found"),
        ("None", None),
    ]
    error = refused(engine, missing, UPDATE + " RETURNING ALL NEW *")
    assert error.message == (
        "Validation failed in TransactStatements[1]: RETURNING clause is not supported in ExecuteTransaction."
    )


def test_a_wrong_parameter_is_told_before_all_else(engine: Engine) -> None:
    error = refused(
        engine,
        "SELECT nonsense",
        {"Statement": UPDATE, "Parameters": [{"SS": ["a", "a"]}]},
    )
    message = "One or more parameter values were invalid: Input collection [a, a] contains duplicates."
    assert error.message == message


def test_a_token_lets_the_same_statements_be_done_once(engine: Engine, get: Get) -> None:
    statement = "UPDATE Music SET n = n + 1" + WHERE
    token = {"ClientRequestToken": "once", "ReturnConsumedCapacity": "TOTAL"}
    (first,) = transact(engine, statement, **token)["ConsumedCapacity"]
    (again,) = transact(engine, statement, **token)["ConsumedCapacity"]
    assert (get("Music", **KEY) or {})["n"] == {"N": "2"}
    assert first == {"TableName": "Music", "CapacityUnits": 2.0, "WriteCapacityUnits": 2.0}
    assert again == {"TableName": "Music", "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}
    assert refused(engine, UPDATE, **token).code == "IdempotentParameterMismatchException"


@pytest.mark.parametrize("count", [0, 101])
def test_a_transaction_has_one_to_a_hundred_statements(engine: Engine, count: int) -> None:
    assert refused(engine, *[SELECT] * count).message.startswith("1 validation error detected")
