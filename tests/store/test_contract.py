"""The contract of every store: the same calls, the same answers, the same errors."""

import base64
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.store.tables import absent, get, key, put, query, unique

from chabudai.store import Store
from chabudai.store.errors import (
    Cancelled,
    ConditionFailed,
    InvalidRequest,
    NoSuchTable,
    RequestRefused,
    TableInUse,
    TokenReused,
)

# Moto forgets tokens and loses races, and does not know what it does not do.
OURS = ("memory", "file", "endpoint", "memory-async", "file-async", "endpoint-async")
ours = pytest.mark.parametrize("opened", OURS, indirect=True, scope="session")
TEXT = 'ちゃぶ台 🍚 e\u0301 \u0000 \u2028 "\\/'


def test_what_was_put_is_what_is_got(opened: Store, table: str) -> None:
    item = put(table, "a", n={"N": "1"}, list={"L": [{"NULL": True}, {"BOOL": False}]}, map={"M": {"x": {"S": ""}}})
    assert opened.call("PutItem", item) == {}
    assert opened.call("GetItem", get(table, "a")) == {"Item": item["Item"]}


def test_what_is_not_there_is_no_item(opened: Store, table: str) -> None:
    assert opened.call("GetItem", get(table, "nobody")) == {}


def test_a_query_answers_in_order_and_in_pages(opened: Store, table: str) -> None:
    for sk in "312":
        opened.call("PutItem", put(table, "a", sk))
    first = opened.call("Query", {**query(table, "a"), "Limit": 2})
    assert [item["SK"]["S"] for item in first["Items"]] == ["1", "2"]
    rest = opened.call("Query", {**query(table, "a"), "ExclusiveStartKey": first["LastEvaluatedKey"]})
    assert [item["SK"]["S"] for item in rest["Items"]] == ["3"]
    assert (rest["Count"], "LastEvaluatedKey" in rest) == (1, False)


def test_an_index_is_queried_by_its_name(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, "a", state={"S": "open"}))
    found = opened.call(
        "Query",
        {
            "TableName": table,
            "IndexName": "by-state",
            "KeyConditionExpression": "#s = :s",
            "ExpressionAttributeNames": {"#s": "state"},
            "ExpressionAttributeValues": {":s": {"S": "open"}},
        },
    )
    assert found["Items"] == [{**key("a"), "state": {"S": "open"}}]


def test_an_update_answers_with_the_new_values(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, "a", n={"N": "41"}))
    assert opened.call("UpdateItem", counting(table, "a"))["Attributes"] == {"n": {"N": "42"}}


def test_a_deleted_item_is_gone(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, "a"))
    opened.call("DeleteItem", {"TableName": table, "Key": key("a")})
    assert opened.call("GetItem", get(table, "a")) == {}


def test_a_transaction_writes_all(opened: Store, table: str) -> None:
    opened.call("TransactWriteItems", {"TransactItems": [{"Put": put(table, pk)} for pk in "ab"]})
    gets = [{"Get": {"TableName": table, "Key": key(pk)}} for pk in "ab"]
    found = opened.call("TransactGetItems", {"TransactItems": gets})
    assert found["Responses"] == [{"Item": key("a")}, {"Item": key("b")}]


def test_a_cancelled_transaction_gives_its_reasons_in_order_and_writes_nothing(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, "b"))
    with pytest.raises(Cancelled) as caught:
        opened.call("TransactWriteItems", {"TransactItems": [{"Put": absent(table, pk)} for pk in "ab"]})
    assert [reason["Code"] for reason in caught.value.reasons] == ["None", "ConditionalCheckFailed"]
    assert opened.call("GetItem", get(table, "a")) == {}


@ours
def test_a_transaction_repeated_under_its_token_is_carried_out_once(opened: Store, table: str) -> None:
    update = {name: value for name, value in counting(table, "a").items() if name != "ReturnValues"}
    request = {"TransactItems": [{"Update": update}], "ClientRequestToken": unique("token")}
    opened.call("TransactWriteItems", request)
    opened.call("TransactWriteItems", request)
    assert opened.call("GetItem", get(table, "a"))["Item"]["n"] == {"N": "1"}


@ours
def test_a_token_used_for_another_transaction_is_refused(opened: Store, table: str) -> None:
    token = unique("token")
    opened.call("TransactWriteItems", {"TransactItems": [{"Put": put(table, "a")}], "ClientRequestToken": token})
    with pytest.raises(TokenReused):
        opened.call("TransactWriteItems", {"TransactItems": [{"Put": put(table, "b")}], "ClientRequestToken": token})


def test_the_same_transaction_twice_without_a_token_is_done_twice(opened: Store, table: str) -> None:
    update = {name: value for name, value in counting(table, "a").items() if name != "ReturnValues"}
    for _ in range(2):
        opened.call("TransactWriteItems", {"TransactItems": [{"Update": update}]})
    assert opened.call("GetItem", get(table, "a"))["Item"]["n"] == {"N": "2"}


def test_a_failed_condition_shows_what_stood_there_when_that_was_asked_for(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, "a", n={"N": "1"}))
    with pytest.raises(ConditionFailed) as caught:
        opened.call("PutItem", {**absent(table, "a"), "ReturnValuesOnConditionCheckFailure": "ALL_OLD"})
    assert caught.value.item == {**key("a"), "n": {"N": "1"}}
    assert (caught.value.code, caught.value.message) == (
        "ConditionalCheckFailedException",
        "The conditional request failed",
    )


def test_a_failed_condition_shows_nothing_unasked(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, "a"))
    with pytest.raises(ConditionFailed) as caught:
        opened.call("PutItem", absent(table, "a"))
    assert caught.value.item is None


def test_a_missing_table_is_no_such_table(opened: Store) -> None:
    with pytest.raises(NoSuchTable):
        opened.call("GetItem", get(unique("missing"), "a"))


def test_a_table_made_twice_is_already_there(opened: Store, table: str) -> None:
    description = opened.call("DescribeTable", {"TableName": table})["Table"]
    again = {name: description[name] for name in ("TableName", "KeySchema")}
    again["AttributeDefinitions"] = [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")]
    with pytest.raises(TableInUse):
        opened.call("CreateTable", {**again, "BillingMode": "PAY_PER_REQUEST"})


def test_a_wrong_request_is_invalid(opened: Store, table: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        opened.call("UpdateItem", {"TableName": table, "Key": key("a"), "UpdateExpression": "SOT a = b"})
    assert caught.value.code == "ValidationException"


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, object()], ids=["bytes", "set", "object"])
def test_a_value_that_is_no_json_is_invalid(opened: Store, table: str, value: object) -> None:
    with pytest.raises(InvalidRequest) as caught:
        opened.call("PutItem", put(table, "a", b={"B": value}))
    assert caught.value.code == "SerializationException"


@ours
def test_an_operation_that_is_none_is_refused(opened: Store) -> None:
    with pytest.raises(RequestRefused) as caught:
        opened.call("DrinkTea", {})
    assert caught.value.code == "UnknownOperationException"


def test_every_refusal_says_its_code_and_message(opened: Store) -> None:
    with pytest.raises(RequestRefused) as caught:
        opened.call("DescribeTable", {"TableName": unique("missing")})
    assert str(caught.value) == f"ResourceNotFoundException: {caught.value.message}"
    assert caught.value.message


def test_binary_values_are_base64_text_both_ways(opened: Store, table: str) -> None:
    binary = [base64.b64encode(bytes(range(start, 256, 3))).decode() for start in range(3)]
    item = put(table, "a", b={"B": binary[0]}, bs={"BS": binary}, deep={"L": [{"M": {"b": {"B": binary[1]}}}]})
    opened.call("PutItem", item)
    found = opened.call("GetItem", get(table, "a"))["Item"]
    assert set(found.pop("bs")["BS"]) == set(binary)
    assert found == {name: value for name, value in item["Item"].items() if name != "bs"}


def test_any_text_comes_back_as_it_was(opened: Store, table: str) -> None:
    opened.call("PutItem", put(table, TEXT, TEXT, 名前={"S": TEXT}))
    assert opened.call("Query", query(table, TEXT))["Items"] == [{**key(TEXT, TEXT), "名前": {"S": TEXT}}]


def test_an_item_of_almost_400_kilobytes_fits_and_a_larger_one_does_not(opened: Store, table: str) -> None:
    largest = put(table, "a", text={"S": "畳" * 130_000})
    opened.call("PutItem", largest)
    assert opened.call("GetItem", get(table, "a"))["Item"] == largest["Item"]
    with pytest.raises(InvalidRequest):
        opened.call("PutItem", put(table, "a", text={"S": "畳" * 140_000}))


def test_eight_threads_each_get_their_own_answers(opened: Store, table: str) -> None:
    together = threading.Barrier(8)

    def write_and_read(name: str) -> bool:
        together.wait()
        for sk in map(str, range(8)):
            opened.call("PutItem", put(table, name, sk, who={"S": name}))
        return [item["who"]["S"] for item in opened.call("Query", query(table, name))["Items"]] == [name] * 8

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(write_and_read, "abcdefgh"))


@ours
def test_eight_threads_lose_no_count(opened: Store, table: str) -> None:
    together = threading.Barrier(8)

    def count() -> None:
        together.wait()
        for _ in range(10):
            opened.call("UpdateItem", counting(table, "a"))

    with ThreadPoolExecutor(8) as threads:
        for done in [threads.submit(count) for _ in range(8)]:
            done.result()
    assert opened.call("GetItem", get(table, "a"))["Item"]["n"] == {"N": "80"}


@ours
def test_of_eight_threads_that_insert_the_same_item_one_wins(opened: Store, table: str) -> None:
    together = threading.Barrier(8)

    def insert() -> bool:
        together.wait()
        try:
            opened.call("PutItem", absent(table, "a"))
        except ConditionFailed:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(done.result() for done in [threads.submit(insert) for _ in range(8)]) == 1


def counting(table: str, pk: str) -> dict[str, Any]:
    return {
        "TableName": table,
        "Key": key(pk),
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
        "ReturnValues": "UPDATED_NEW",
    }
