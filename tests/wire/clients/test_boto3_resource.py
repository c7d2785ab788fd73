"""boto3's resource, with Python's own values instead of DynamoDB's JSON."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import boto3
import pytest
from boto3.dynamodb.conditions import Attr, Key
from tests.wire.clients.conftest import CREDENTIALS, REGION, orders


@pytest.fixture(scope="module")
def resource(url: str) -> Iterator[Any]:
    session = boto3.Session(CREDENTIALS["AWS_ACCESS_KEY_ID"], CREDENTIALS["AWS_SECRET_ACCESS_KEY"], region_name=REGION)
    resource = session.resource("dynamodb", endpoint_url=url)
    yield resource
    resource.meta.client.close()


@pytest.fixture(scope="module")
def table(resource: Any) -> Any:
    table = resource.create_table(**orders("resource-orders"))
    table.wait_until_exists()
    with table.batch_writer() as batch:
        for number in range(60):
            batch.put_item(Item=order(number))
    return table


def order(number: int) -> dict[str, Any]:
    return {
        "PK": "ann",
        "SK": f"2026-02-{number:02}",
        "price": Decimal(1000 - number) / 8,
        "state": "open" if number % 2 else "done",
        "tags": {"a", "b"},
        "lines": [{"name": "れんこん", "count": number, "fresh": True, "note": None}],
    }


def test_values_of_every_kind_come_back(table: Any) -> None:
    assert table.get_item(Key={"PK": "ann", "SK": "2026-02-09"})["Item"] == order(9)


def test_every_index_is_queried(table: Any) -> None:
    of_ann = Key("PK").eq("ann")
    assert table.query(KeyConditionExpression=of_ann & Key("SK").begins_with("2026-02-0"))["Count"] == 10
    cheap = table.query(IndexName="by-price", KeyConditionExpression=of_ann & Key("price").lt(120), Limit=3)
    assert [item["SK"] for item in cheap["Items"]] == ["2026-02-59", "2026-02-58", "2026-02-57"]
    done = table.query(IndexName="by-state", KeyConditionExpression=Key("state").eq("done"), ScanIndexForward=False)
    assert done["Items"][0] == {"PK": "ann", "SK": "2026-02-58", "state": "done"}


def test_filters_and_pages(table: Any) -> None:
    found = 0
    start: dict[str, Any] = {}
    while True:
        page = table.scan(FilterExpression=Attr("lines[0].count").gte(30), Limit=9, **start)
        found += page["Count"]
        if "LastEvaluatedKey" not in page:
            break
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    assert found == 30


def test_an_update_returns_what_it_made(table: Any) -> None:
    updated = table.update_item(
        Key={"PK": "bob", "SK": "count"},
        UpdateExpression="SET #l = list_append(if_not_exists(#l, :none), :new) ADD n :one",
        ExpressionAttributeNames={"#l": "list"},
        ExpressionAttributeValues={":none": [], ":new": ["first"], ":one": 1},
        ReturnValues="ALL_NEW",
    )
    assert updated["Attributes"] == {"PK": "bob", "SK": "count", "n": 1, "list": ["first"]}
    table.delete_item(Key={"PK": "bob", "SK": "count"}, ConditionExpression=Attr("n").eq(1))
    assert "Item" not in table.get_item(Key={"PK": "bob", "SK": "count"})


def test_transactions_and_partiql_through_the_resource(table: Any, resource: Any) -> None:
    client = resource.meta.client
    client.transact_write_items(
        TransactItems=[
            {"Put": {"TableName": table.name, "Item": {"PK": "cy", "SK": str(number), "n": number}}}
            for number in range(3)
        ]
    )
    found = client.execute_statement(Statement=f'SELECT n FROM "{table.name}" WHERE PK = ?', Parameters=["cy"])
    assert [item["n"] for item in found["Items"]] == [0, 1, 2]
