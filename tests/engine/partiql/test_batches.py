"""BatchExecuteStatement: each statement answers for itself."""

from collections.abc import Callable
from typing import Any

import pytest

from chabudai.engine import Engine
from chabudai.engine.errors import DynamoDBError

Put = Callable[..., None]
KEY = {"pk": {"S": "a"}, "sk": {"S": "1"}}
BY_KEY = "SELECT * FROM Music WHERE pk = 'a' AND sk = '1'"
NOT_BY_KEY = "Select statements within BatchExecuteStatement must specify the primary key in the where clause."


def batch(engine: Engine, *statements: str | dict[str, Any], **options: Any) -> dict[str, Any]:
    members = [{"Statement": each} if isinstance(each, str) else each for each in statements]
    return engine.call("BatchExecuteStatement", {"Statements": members, **options})


def test_reads_answer_in_order_whether_the_item_is_there_or_not(engine: Engine, put: Put) -> None:
    put("Music", **KEY, n={"N": "1"})
    put("Plain", pk={"S": "x"})
    answered = batch(
        engine,
        "SELECT n FROM Music WHERE pk IN ['a'] AND sk = '1'",
        "SELECT * FROM Plain WHERE pk = 'gone'",
        {"Statement": "SELECT * FROM Plain WHERE pk = ?", "Parameters": [{"S": "x"}]},
    )
    assert answered == {
        "Responses": [
            {"TableName": "Music", "Item": {"n": {"N": "1"}}},
            {"TableName": "Plain"},
            {"TableName": "Plain", "Item": {"pk": {"S": "x"}}},
        ]
    }


def test_writes_fail_one_by_one(engine: Engine, put: Put, get: Callable[..., Any]) -> None:
    put("Music", **KEY, n={"N": "1"})
    failing = "UPDATE Music SET n = 9 WHERE pk = 'a' AND sk = '1' AND n = 5"
    answered = batch(
        engine,
        "INSERT INTO Music VALUE {'pk': 'a', 'sk': '1'}",
        {"Statement": failing, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"},
        "SLECT * FROM Music",
        "DELETE FROM NoSuchTable WHERE pk = 'a'",
        "UPDATE Music SET n = 2 WHERE pk = 'a' AND sk = '1' RETURNING MODIFIED NEW *",
        "UPDATE Music REMOVE n WHERE pk = 'a' AND sk = '1' RETURNING MODIFIED NEW *",
        "INSERT INTO Music VALUE {'pk': 'a', 'sk': '2'}",
    )["Responses"]
    assert answered == [
        {
            "TableName": "Music",
            "Error": {"Code": "DuplicateItem", "Message": "Duplicate primary key exists in table"},
        },
        {
            "TableName": "Music",
            "Error": {
                "Code": "ConditionalCheckFailed",
                "Message": "The conditional request failed",
                "Item": {**KEY, "n": {"N": "1"}},
            },
        },
        {
            "Error": {
                "Code": "ValidationError",
                "Message": "Statement wasn't well formed, can't be processed: Expected data manipulation",
            }
        },
        {"Error": {"Code": "ResourceNotFound", "Message": "Requested resource not found"}},
        {"TableName": "Music", "Item": {"n": {"N": "2"}}},
        {"TableName": "Music"},
        {"TableName": "Music"},
    ]
    assert get("Music", **KEY) == KEY


@pytest.mark.parametrize(
    "select",
    [
        "SELECT * FROM Music WHERE n = 1",
        "SELECT * FROM Music WHERE pk = 'a'",
        "SELECT * FROM Music WHERE pk = 'a' AND sk IN ['1', '2']",
        BY_KEY + " AND n = 1",
        BY_KEY + " AND pk = 'b'",
        "SELECT * FROM Indexed.\"g-all\" WHERE pk = 'a' AND sk = '1' AND gpk = 'x'",
    ],
)
def test_a_read_must_name_one_item_by_its_key(engine: Engine, select: str) -> None:
    (answer,) = batch(engine, select)["Responses"]
    assert answer == {"Error": {"Code": "ValidationError", "Message": NOT_BY_KEY}}


def test_reads_and_writes_do_not_mix(engine: Engine) -> None:
    with pytest.raises(DynamoDBError, match="does not support both read and write operations"):
        batch(engine, BY_KEY, "DELETE FROM Music WHERE pk = 'a' AND sk = '1'")


def test_each_read_is_charged_by_its_own_consistency(engine: Engine) -> None:
    consistent = {"Statement": BY_KEY, "ConsistentRead": True}
    consumed = batch(engine, BY_KEY, consistent, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert [each["CapacityUnits"] for each in consumed] == [0.5, 1.0]


@pytest.mark.parametrize("count", [0, 26])
def test_a_batch_has_one_to_twenty_five_statements(engine: Engine, count: int) -> None:
    with pytest.raises(DynamoDBError, match="1 validation error detected") as refused:
        batch(engine, *[BY_KEY] * count)
    assert refused.value.code == "ValidationException"
