"""The AWS command line. One test in steps: every call is a process that takes most of a second to start."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.wire.clients.conftest import CREDENTIALS, orders

AWS = Path(sys.executable).parent / "aws"
NAME = "cli-orders"


class Cli:
    def __init__(self, url: str, home: Path) -> None:
        self._url = url
        hidden = {"HOME": str(home), "AWS_EC2_METADATA_DISABLED": "true", "AWS_PAGER": ""}
        self._environment = {**os.environ, **hidden, **CREDENTIALS}

    def run(self, service: str, operation: str, *arguments: str, **parameters: Any) -> Any:
        ran = self._run(service, operation, *arguments, **parameters)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout) if ran.stdout.strip() else {}

    def fail(self, service: str, operation: str, *arguments: str, **parameters: Any) -> str:
        ran = self._run(service, operation, *arguments, **parameters)
        assert ran.returncode != 0
        return ran.stderr

    def _run(
        self, service: str, operation: str, *arguments: str, **parameters: Any
    ) -> subprocess.CompletedProcess[str]:
        given = [f"--{name.replace('_', '-')}" for name in parameters]
        values = [value if isinstance(value, str) else json.dumps(value) for value in parameters.values()]
        pairs = [word for pair in zip(given, values, strict=True) for word in pair]
        command = [str(AWS), service, operation, "--endpoint-url", self._url, "--output", "json", *arguments, *pairs]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=60)


@pytest.fixture
def aws(url: str, tmp_path: Path) -> Cli:
    return Cli(url, tmp_path)


def test_the_command_line_makes_a_table_and_uses_all_of_it(aws: Cli) -> None:
    aws.run("dynamodb", "create-table", cli_input_json=orders(NAME))
    aws.run("dynamodb", "wait", "table-exists", table_name=NAME)
    requests = [{"PutRequest": {"Item": order(number)}} for number in range(20)]
    aws.run("dynamodb", "batch-write-item", request_items={NAME: requests})

    values = {":p": {"S": "ann"}}
    by_time = aws.run(
        "dynamodb",
        "query",
        table_name=NAME,
        key_condition_expression="PK = :p",
        expression_attribute_values=values,
        page_size="6",
    )
    by_price = aws.run(
        "dynamodb",
        "query",
        table_name=NAME,
        index_name="by-price",
        key_condition_expression="PK = :p",
        expression_attribute_values=values,
    )
    assert [item["SK"]["S"] for item in by_time["Items"]] == [f"{number:02}" for number in range(20)]
    assert by_price["Items"] == by_time["Items"][::-1]
    by_state = aws.run(
        "dynamodb",
        "query",
        table_name=NAME,
        index_name="by-state",
        key_condition_expression="#s = :s",
        expression_attribute_names={"#s": "state"},
        expression_attribute_values={":s": {"S": "open"}},
        select="COUNT",
    )
    assert by_state["Count"] == 20

    check = {"ConditionCheck": {"TableName": NAME, "Key": key("00"), "ConditionExpression": "attribute_not_exists(PK)"}}
    put = {"Put": {"TableName": NAME, "Item": order(30)}}
    assert "ConditionalCheckFailed" in aws.fail("dynamodb", "transact-write-items", transact_items=[put, check])
    aws.run("dynamodb", "transact-write-items", transact_items=[put])
    assert aws.run("dynamodb", "get-item", table_name=NAME, key=key("30"))["Item"] == order(30)

    statement = f"SELECT SK FROM \"{NAME}\" WHERE PK = 'ann' AND SK > '19'"
    assert aws.run("dynamodb", "execute-statement", statement=statement)["Items"] == [{"SK": {"S": "30"}}]

    stream = aws.run("dynamodbstreams", "list-streams", table_name=NAME)["Streams"][0]["StreamArn"]
    shards = aws.run("dynamodbstreams", "describe-stream", stream_arn=stream)["StreamDescription"]["Shards"]
    iterator = aws.run(
        "dynamodbstreams",
        "get-shard-iterator",
        stream_arn=stream,
        shard_id=shards[0]["ShardId"],
        shard_iterator_type="TRIM_HORIZON",
    )["ShardIterator"]
    records = aws.run("dynamodbstreams", "get-records", shard_iterator=iterator)["Records"]
    assert len(records) == 21
    aws.run("dynamodb", "delete-table", table_name=NAME)


def order(number: int) -> dict[str, Any]:
    return {**key(f"{number:02}"), "price": {"N": str(100 - number)}, "state": {"S": "open"}}


def key(sort: str) -> dict[str, Any]:
    return {"PK": {"S": "ann"}, "SK": {"S": sort}}
