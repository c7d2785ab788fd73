"""Pages of a SELECT: limits, tokens that go on, and what reading costs."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Refusal, Run

ALL = "SELECT pk, sk FROM Music"
NO_MATCH = "NextToken does not match request"


@pytest.fixture(autouse=True)
def songs(put: Callable[..., None]) -> None:
    for pk in "abc":
        for sk in "123":
            put("Music", pk={"S": pk}, sk={"S": sk}, n={"N": sk})


def pages(run: Run, statement: str, limit: int) -> list[list[str]]:
    found = []
    token: dict[str, Any] = {}
    while True:
        page = run(statement, Limit=limit, **token)
        found.append([item["pk"]["S"] + item["sk"]["S"] for item in page["Items"]])
        if "NextToken" not in page:
            return found
        token = {"NextToken": page["NextToken"]}


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 7, 9, 10])
@pytest.mark.parametrize(
    ("end", "found"),
    [
        (" WHERE pk = 'a'", "a1 a2 a3"),
        (" WHERE pk = 'a' ORDER BY sk DESC", "a3 a2 a1"),
        (" WHERE pk IN ['c', 'a']", "c1 c2 c3 a1 a2 a3"),
        (" WHERE pk IN ['a', 'c'] ORDER BY pk DESC", "c3 c2 c1 a3 a2 a1"),
        (" WHERE pk = 'b' AND sk IN ['3', '1']", "b3 b1"),
        (" WHERE pk IN ['a', 'b'] AND sk = '2'", "a2 b2"),
        (" WHERE pk IN ['a', 'b'] AND n > 2", "a3 b3"),
    ],
)
def test_pages_together_are_the_whole(run: Run, end: str, found: str, limit: int) -> None:
    read = pages(run, ALL + end, limit)
    assert [each for page in read for each in page] == found.split()
    assert all(len(page) <= limit for page in read)


@pytest.mark.parametrize("limit", [1, 4, 100])
def test_pages_of_a_whole_table_have_each_item_once(run: Run, limit: int) -> None:
    read = [each for page in pages(run, ALL, limit) for each in page]
    assert sorted(read) == sorted(pk + sk for pk in "abc" for sk in "123")


def test_the_limit_counts_what_is_looked_at_and_not_what_is_found(run: Run) -> None:
    page = run(ALL + " WHERE pk = 'a' AND n = 3", Limit=2)
    assert page["Items"] == []
    assert page["LastEvaluatedKey"] == {"pk": {"S": "a"}, "sk": {"S": "2"}}
    assert run(ALL + " WHERE pk = 'a' AND n = 3", NextToken=page["NextToken"])["Items"]


def test_an_item_named_by_its_key_has_no_next_page(run: Run) -> None:
    assert "NextToken" not in run(ALL + " WHERE pk = 'a' AND sk = '1'", Limit=1)


def test_a_page_ends_at_a_megabyte(run: Run, put: Callable[..., None]) -> None:
    for number in range(5):
        put("Plain", pk={"S": str(number)}, data={"S": "x" * 390_000})
    keys = ", ".join(f"'{number}'" for number in range(5))
    first = run(f"SELECT pk FROM Plain WHERE pk IN [{keys}]")
    assert len(first["Items"]) == 3
    assert len(run(f"SELECT pk FROM Plain WHERE pk IN [{keys}]", NextToken=first["NextToken"])["Items"]) == 2


def test_a_token_belongs_to_its_statement_and_parameters(run: Run, refusal: Refusal) -> None:
    statement = ALL + " WHERE pk = ?"
    token = run(statement, {"S": "a"}, Limit=1)["NextToken"]
    assert refusal(statement, {"S": "b"}, NextToken=token).message == NO_MATCH
    assert refusal(ALL + " WHERE pk = 'a'", NextToken=token).message == NO_MATCH
    assert len(run(statement, {"S": "a"}, Limit=5, NextToken=token)["Items"]) == 2


@pytest.mark.parametrize("change", [lambda raw: b"", lambda raw: raw[:-1], lambda raw: raw + b" ", lambda raw: raw[5:]])
def test_a_token_that_was_changed_is_refused(run: Run, refusal: Refusal, change: Callable[[bytes], bytes]) -> None:
    raw = urlsafe_b64decode(run(ALL, Limit=1)["NextToken"])
    forged = urlsafe_b64encode(change(raw)).decode() or "!"
    assert refusal(ALL, NextToken=forged).message == "Invalid NextToken"


@pytest.mark.parametrize("token", ["x", "é", "abcd" * 100, json.dumps({"read": 1})])
def test_what_is_no_token_is_refused(refusal: Refusal, token: str) -> None:
    assert refusal(ALL, NextToken=token).message == "Invalid NextToken"


def test_reading_tells_the_capacity_that_it_used(run: Run) -> None:
    item = ALL + " WHERE pk = 'a' AND sk = '1'"
    total = {"TableName": "Music", "CapacityUnits": 0.5}
    assert run(item, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"] == total
    detailed = run(item, ReturnConsumedCapacity="INDEXES", ConsistentRead=True)["ConsumedCapacity"]
    assert detailed == {"TableName": "Music", "CapacityUnits": 1.0, "Table": {"CapacityUnits": 1.0}}
    several = run(ALL + " WHERE pk IN ['a', 'b', 'c']", ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert several["CapacityUnits"] == 1.5
    assert "ConsumedCapacity" not in run(item)
