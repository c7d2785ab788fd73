"""The AWS command line: once as `aws` itself, then its driver with every command, since `aws` takes long to start."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.wire.clients.conftest import CREDENTIALS, orders

AWS = Path(sys.executable).parent / "aws"
ROOT = Path(__file__).parents[3]
NAME = "cli-orders"


class Cli:
    def __init__(self, url: str, commands: "subprocess.Popen[str]") -> None:
        self._url = url
        self._commands = commands

    def run(self, service: str, operation: str, *arguments: str, **parameters: Any) -> Any:
        code, stdout, stderr = self._run(service, operation, *arguments, **parameters)
        assert code == 0, stderr
        return json.loads(stdout) if stdout.strip() else {}

    def fail(self, service: str, operation: str, *arguments: str, **parameters: Any) -> str:
        code, _, stderr = self._run(service, operation, *arguments, **parameters)
        assert code != 0
        return stderr

    def _run(self, service: str, operation: str, *arguments: str, **parameters: Any) -> tuple[int, str, str]:
        given = [f"--{name.replace('_', '-')}" for name in parameters]
        values = [value if isinstance(value, str) else json.dumps(value) for value in parameters.values()]
        pairs = [word for pair in zip(given, values, strict=True) for word in pair]
        command = [service, operation, "--endpoint-url", self._url, "--output", "json", *arguments, *pairs]
        assert self._commands.stdin
        assert self._commands.stdout
        self._commands.stdin.write(json.dumps(command) + "\n")
        self._commands.stdin.flush()
        code, stdout, stderr = json.loads(self._commands.stdout.readline())
        return code, stdout, stderr


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    hidden = {"HOME": str(tmp_path), "AWS_EC2_METADATA_DISABLED": "true", "AWS_PAGER": ""}
    return {**os.environ, **hidden, **CREDENTIALS}


@pytest.fixture
def aws(url: str, environment: dict[str, str]) -> Iterator[Cli]:
    command = [sys.executable, "-m", "tests.wire.clients.aws_commands"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as commands:
        yield Cli(url, commands)


def test_aws_itself_is_answered_and_refused(url: str, environment: dict[str, str]) -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [str(AWS), "dynamodb", *words, "--endpoint-url", url, "--output", "json"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    listed = run("list-tables")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "TableNames" in json.loads(listed.stdout)
    refused = run("describe-table", "--table-name", "not-there")
    assert refused.returncode != 0
    assert "ResourceNotFoundException" in refused.stderr


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
