"""boto3's client, as Python programs use it."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from tests.wire.clients.conftest import CREDENTIALS, REGION, orders

NAME = "client-orders"


@pytest.fixture(scope="module")
def session() -> Any:
    return boto3.Session(CREDENTIALS["AWS_ACCESS_KEY_ID"], CREDENTIALS["AWS_SECRET_ACCESS_KEY"], region_name=REGION)


@pytest.fixture(scope="module")
def client(session: Any, url: str) -> Iterator[Any]:
    client = session.client("dynamodb", endpoint_url=url)
    client.create_table(**orders(NAME))
    client.get_waiter("table_exists").wait(TableName=NAME, WaiterConfig={"Delay": 1})
    for number in range(30):
        client.put_item(TableName=NAME, Item=order("ann", number))
    yield client
    client.close()


def order(person: str, number: int) -> dict[str, Any]:
    return {
        "PK": {"S": person},
        "SK": {"S": f"2026-01-{number:02}"},
        "price": {"N": str(1000 - number)},
        "state": {"S": "open" if number % 3 else "done"},
        "photo": {"B": bytes([number, 255])},
    }


def query(client: Any, **rest: Any) -> list[str]:
    return [item["SK"]["S"] for item in client.query(TableName=NAME, **rest)["Items"]]


def test_an_item_comes_back_as_it_was_put(client: Any) -> None:
    key = {"PK": {"S": "ann"}, "SK": {"S": "2026-01-07"}}
    assert client.get_item(TableName=NAME, Key=key, ConsistentRead=True)["Item"] == order("ann", 7)


def test_every_index_is_queried_in_its_order(client: Any) -> None:
    of_ann = {"KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": {"S": "ann"}}}
    by_time = query(client, **of_ann)
    assert by_time == sorted(by_time)
    assert len(by_time) == 30
    assert query(client, **of_ann, IndexName="by-price") == by_time[::-1]
    done = query(
        client,
        IndexName="by-state",
        KeyConditionExpression="#s = :s",
        ExpressionAttributeNames={"#s": "state"},
        ExpressionAttributeValues={":s": {"S": "done"}},
    )
    assert done == by_time[::3]


def test_pages_follow_each_other_to_the_end(client: Any) -> None:
    pages = list(
        client.get_paginator("query").paginate(
            TableName=NAME,
            KeyConditionExpression="PK = :p",
            ExpressionAttributeValues={":p": {"S": "ann"}},
            PaginationConfig={"PageSize": 7},
        )
    )
    assert [len(page["Items"]) for page in pages] == [7, 7, 7, 7, 2]
    scanned = client.get_paginator("scan").paginate(TableName=NAME, PaginationConfig={"PageSize": 11})
    assert sum(page["Count"] for page in scanned) >= 30


def test_a_transaction_is_whole_or_not_at_all(client: Any) -> None:
    new = {"Put": {"TableName": NAME, "Item": order("bob", 1)}}
    update = {
        "Update": {
            "TableName": NAME,
            "Key": {"PK": {"S": "bob"}, "SK": {"S": "count"}},
            "UpdateExpression": "ADD n :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }
    }
    client.transact_write_items(TransactItems=[new, update])
    only_new = {"Put": {**new["Put"], "ConditionExpression": "attribute_not_exists(PK)"}}
    with pytest.raises(client.exceptions.TransactionCanceledException) as cancelled:
        client.transact_write_items(TransactItems=[update, only_new])
    assert [reason["Code"] for reason in cancelled.value.response["CancellationReasons"]] == [
        "None",
        "ConditionalCheckFailed",
    ]
    keys = [{"PK": {"S": "bob"}, "SK": {"S": sort}} for sort in ("count", "2026-01-01")]
    got = client.transact_get_items(TransactItems=[{"Get": {"TableName": NAME, "Key": key}} for key in keys])
    assert got["Responses"][0]["Item"]["n"] == {"N": "1"}


def test_a_failed_condition_is_its_own_exception_with_the_item(client: Any) -> None:
    with pytest.raises(client.exceptions.ConditionalCheckFailedException) as failed:
        client.put_item(
            TableName=NAME,
            Item=order("ann", 1),
            ConditionExpression="attribute_not_exists(PK)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )
    assert failed.value.response["Item"]["SK"] == {"S": "2026-01-01"}
    assert failed.value.response["Error"]["Message"] == "The conditional request failed"


def test_a_stream_tells_every_change(session: Any, client: Any, url: str) -> None:
    streams = session.client("dynamodbstreams", endpoint_url=url)
    arn = client.describe_table(TableName=NAME)["Table"]["LatestStreamArn"]
    assert arn in [stream["StreamArn"] for stream in streams.list_streams(TableName=NAME)["Streams"]]
    shard = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
    iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard, ShardIteratorType="TRIM_HORIZON")
    records = streams.get_records(ShardIterator=iterator["ShardIterator"])["Records"]
    assert records[0]["eventName"] == "INSERT"
    assert records[0]["dynamodb"]["NewImage"] == order("ann", 0)
    streams.close()


def test_partiql_reads_and_writes(client: Any) -> None:
    client.execute_statement(Statement=f"INSERT INTO \"{NAME}\" VALUE {{'PK': 'eve', 'SK': 'note', 'n': 1}}")
    client.execute_statement(
        Statement=f'UPDATE "{NAME}" SET n = ? WHERE PK = ? AND SK = ?',
        Parameters=[{"N": "2"}, {"S": "eve"}, {"S": "note"}],
    )
    found = client.execute_statement(Statement=f'SELECT n FROM "{NAME}" WHERE PK = ?', Parameters=[{"S": "eve"}])
    assert found["Items"] == [{"n": {"N": "2"}}]


def test_batches_write_and_read(client: Any) -> None:
    puts = [{"PutRequest": {"Item": order("zoe", number)}} for number in range(25)]
    assert client.batch_write_item(RequestItems={NAME: puts})["UnprocessedItems"] == {}
    keys = [{"PK": {"S": "zoe"}, "SK": {"S": f"2026-01-{number:02}"}} for number in range(25)]
    assert len(client.batch_get_item(RequestItems={NAME: {"Keys": keys}})["Responses"][NAME]) == 25


def test_a_missing_table_is_its_own_exception(client: Any) -> None:
    with pytest.raises(client.exceptions.ResourceNotFoundException):
        client.describe_table(TableName="missing")
