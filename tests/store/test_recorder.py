"""What was asked: every call with its pattern, index, items, capacity and time, told to whoever listens."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.store.driven import DrivenStore
from tests.store.tables import absent, get, key, put, query

from chabudai import store
from chabudai.store import RecordedCall, Store, label_calls, record_calls
from chabudai.store.errors import ConditionFailed, RequestRefused, StoreError, StoreUnreachable
from chabudai.store.recorder import RecordingStore

TABLE = {
    "TableName": "things",
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "turned",
            "KeySchema": [{"AttributeName": "SK", "KeyType": "HASH"}, {"AttributeName": "PK", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    "BillingMode": "PAY_PER_REQUEST",
}
TURNED = {
    "TableName": "things",
    "IndexName": "turned",
    "KeyConditionExpression": "SK = :sk",
    "ExpressionAttributeValues": {":sk": {"S": "1"}},
}


@pytest.fixture(params=[store.open, lambda address: DrivenStore(lambda: store.open_async(address))], ids=["", "async"])
def things(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A table with the items a/1, a/2 and b/1."""
    with request.param(":memory:") as opened:
        opened.call("CreateTable", TABLE)
        for pk, sk in ("a1", "a2", "b1"):
            opened.call("PutItem", put("things", pk, sk))
        yield opened


def test_a_call_is_told_with_all_that_it_was(things: Store) -> None:
    with record_calls() as calls, label_calls("AP-04"):
        things.call("Query", TURNED)
    (call,) = calls
    assert call == RecordedCall("AP-04", "Query", "things", "turned", 2, 0.5, call.seconds, None)
    assert 0 < call.seconds < 10


def test_calls_are_told_in_order(things: Store) -> None:
    with record_calls() as calls:
        things.call("PutItem", put("things", "c"))
        things.call("GetItem", get("things", "c"))
    assert [(call.operation, call.pattern, call.units) for call in calls] == [
        ("PutItem", None, 2.0),
        ("GetItem", None, 1.0),
    ]


@pytest.mark.parametrize(
    ("operation", "request_", "items"),
    [
        ("GetItem", get("things", "a"), 1),
        ("GetItem", get("things", "nobody"), 0),
        ("Query", query("things", "a"), 2),
        ("Query", {**query("things", "a"), "Select": "COUNT"}, 2),
        ("Scan", {"TableName": "things"}, 3),
        ("PutItem", put("things", "c"), 1),
        ("DeleteItem", {"TableName": "things", "Key": key("a")}, 1),
        ("UpdateItem", {"TableName": "things", "Key": key("a")}, 1),
        ("BatchGetItem", {"RequestItems": {"things": {"Keys": [key("a"), key("b"), key("nobody")]}}}, 2),
        (
            "BatchWriteItem",
            {"RequestItems": {"things": [{"DeleteRequest": {"Key": key(pk)}} for pk in ("a", "b", "c")]}},
            3,
        ),
        (
            "TransactGetItems",
            {"TransactItems": [{"Get": {"TableName": "things", "Key": key(pk)}} for pk in ("a", "nobody")]},
            1,
        ),
        (
            "TransactWriteItems",
            {
                "TransactItems": [
                    {"Put": put("things", "c")},
                    {"Delete": {"TableName": "things", "Key": key("b")}},
                    {
                        "ConditionCheck": {
                            "TableName": "things",
                            "Key": key("a"),
                            "ConditionExpression": "attribute_exists(PK)",
                        }
                    },
                ]
            },
            2,
        ),
        ("ExecuteStatement", {"Statement": "SELECT * FROM things WHERE PK = 'a'"}, 2),
        ("BatchExecuteStatement", {"Statements": [{"Statement": "SELECT * FROM things WHERE PK='a' AND SK='1'"}]}, 1),
        (
            "ExecuteTransaction",
            {"TransactStatements": [{"Statement": "SELECT * FROM things WHERE PK='a' AND SK='1'"}]},
            1,
        ),
    ],
)
def test_every_operation_tells_its_table_items_and_units(
    things: Store, operation: str, request_: dict[str, Any], items: int
) -> None:
    with record_calls() as calls:
        response = things.call(operation, request_)
    assert [(call.table, call.items) for call in calls] == [("things", items)]
    assert calls[0].units > 0
    assert "ConsumedCapacity" not in response


def test_operations_on_tables_are_told_too(things: Store) -> None:
    with record_calls() as calls:
        things.call("DescribeTable", {"TableName": "things"})
        things.call("ListTables", {})
    assert [(call.operation, call.table, call.items, call.units) for call in calls] == [
        ("DescribeTable", "things", 0, 0.0),
        ("ListTables", "", 0, 0.0),
    ]


def test_a_transaction_over_tables_names_each_once(things: Store) -> None:
    things.call("CreateTable", {**TABLE, "TableName": "others"})
    with record_calls() as calls:
        puts = [put("things", "c"), put("others", "c"), put("things", "d")]
        things.call("TransactWriteItems", {"TransactItems": [{"Put": each} for each in puts]})
    assert (calls[0].table, calls[0].items, calls[0].units) == ("things, others", 3, 12.0)


def test_capacity_that_the_caller_asked_for_stays_in_the_answer(things: Store) -> None:
    with record_calls() as calls:
        response = things.call("GetItem", {**get("things", "a"), "ReturnConsumedCapacity": "INDEXES"})
    assert response["ConsumedCapacity"]["Table"] == {"CapacityUnits": 1.0}
    assert calls[0].units == 1.0


def test_capacity_that_the_caller_declined_is_told_to_the_listener_only(things: Store) -> None:
    with record_calls() as calls:
        response = things.call("GetItem", {**get("things", "a"), "ReturnConsumedCapacity": "NONE"})
    assert response == {"Item": key("a")}
    assert calls[0].units == 1.0


def test_a_refused_call_was_still_asked(things: Store) -> None:
    with record_calls() as calls, label_calls("AP-07"), pytest.raises(ConditionFailed):
        things.call("PutItem", absent("things", "a"))
    (call,) = calls
    assert (call.pattern, call.operation, call.table, call.items) == ("AP-07", "PutItem", "things", 0)
    assert call.refused == "ConditionalCheckFailedException"


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("TransactWriteItems", {"TransactItems": 7}),
        ("TransactWriteItems", {"TransactItems": [{"Put": {}}]}),
        ("TransactGetItems", {"TransactItems": ["Get"]}),
        ("BatchGetItem", {"RequestItems": 7}),
        ("BatchWriteItem", {"RequestItems": [[]]}),
        ("GetItem", {"TableName": None}),
        ("GetItem", {**get("things", "a"), "ReturnConsumedCapacity": "SOME"}),
        ("DrinkTea", {}),
    ],
)
def test_a_request_of_any_shape_is_refused_by_the_store_and_not_by_the_recorder(
    things: Store, operation: str, request_: dict[str, Any]
) -> None:
    with record_calls() as calls, pytest.raises(RequestRefused) as caught:
        things.call(operation, request_)
    assert [call.refused for call in calls] == [caught.value.code]


def test_a_store_that_cannot_be_reached_is_told_by_name() -> None:
    silent = Telling(StoreUnreachable("gone"))
    with record_calls() as calls, pytest.raises(StoreUnreachable):
        RecordingStore(silent).call("ListTables", {})
    assert [call.refused for call in calls] == ["StoreUnreachable"]


def test_who_listens_within_and_who_listens_around_both_hear(things: Store) -> None:
    with record_calls() as outer:
        things.call("GetItem", get("things", "a"))
        with record_calls() as inner:
            things.call("GetItem", get("things", "b"))
        things.call("GetItem", get("things", "a"))
    assert (len(outer), len(inner)) == (3, 1)
    assert outer[1] is inner[0]


def test_after_listening_nothing_more_is_heard_even_after_an_error(things: Store) -> None:
    with pytest.raises(ConditionFailed), record_calls() as calls:
        things.call("PutItem", absent("things", "a"))
    things.call("GetItem", get("things", "a"))
    assert len(calls) == 1


def test_a_pattern_within_a_pattern_is_the_inner_one(things: Store) -> None:
    with record_calls() as calls, label_calls("AP-01"):
        with label_calls("AP-02"):
            things.call("GetItem", get("things", "a"))
        things.call("GetItem", get("things", "a"))
    assert [call.pattern for call in calls] == ["AP-02", "AP-01"]


def test_one_thread_does_not_hear_another(things: Store) -> None:
    with record_calls() as calls:
        other = threading.Thread(target=things.call, args=("GetItem", get("things", "a")))
        other.start()
        other.join()
    assert calls == []


def test_one_task_does_not_hear_another_but_hears_its_own_threads(things: Store) -> None:
    async def page(pk: str) -> list[RecordedCall]:
        with record_calls() as calls, label_calls(pk):
            for _ in range(3):
                await asyncio.to_thread(things.call, "GetItem", get("things", pk))
        return calls

    async def both() -> tuple[list[RecordedCall], list[RecordedCall]]:
        return await asyncio.gather(page("a"), page("b"))

    calls = asyncio.run(both())
    assert [[call.pattern for call in each] for each in calls] == [["a"] * 3, ["b"] * 3]


def test_when_nobody_listens_the_request_passes_untouched() -> None:
    plain = Telling({})
    request = get("things", "a")
    RecordingStore(plain).call("GetItem", request)
    assert plain.requests[0] is request


class Telling(Store):
    """A store with one answer, that keeps what it was asked."""

    def __init__(self, outcome: dict[str, Any] | StoreError) -> None:
        self.requests: list[Mapping[str, Any]] = []
        self._outcome = outcome

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        self.requests.append(request)
        if isinstance(self._outcome, StoreError):
            raise self._outcome
        return self._outcome

    def close(self) -> None: ...
