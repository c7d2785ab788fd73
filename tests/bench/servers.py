"""Servers as processes of their own: started, waited for, spoken to, stopped."""

import http.client
import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench import workload

PATIENCE_SECONDS = 60.0
# Every peer wants to see a signature; none of them checks it.
HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20261101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=bench/20261101/us-east-1/dynamodb/aws4_request,"
    " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0",
}
_ADDRESS = re.compile(r"http://[\w.]+:(\d+)")


class ServerSilent(Exception):
    """The process ended, or never began to answer."""


@contextmanager
def serving(
    command: list[str], log: Path, port: int | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[int]:
    """The port it answers on: the one given, or else the one that its first words name."""
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **(environment or {})})
    try:
        yield _wait(process, log, port)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


def _wait(process: subprocess.Popen[bytes], log: Path, port: int | None) -> int:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        named = port or _port_in(log)
        if named and _answers(named):
            return named
        time.sleep(0.05)
    raise ServerSilent(f"{Path(process.args[0]).name} did not begin to answer")  # type: ignore[index, arg-type]


def _port_in(log: Path) -> int | None:
    named = _ADDRESS.search(log.read_text())
    return int(named[1]) if named else None


def _answers(port: int) -> bool:
    try:
        call(port, "ListTables", {})
    except (OSError, http.client.HTTPException, ServerSilent):
        return False
    return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def call(port: int, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    try:
        headers = {**HEADERS, "X-Amz-Target": f"DynamoDB_20120810.{operation}"}
        connection.request("POST", "/", json.dumps(request).encode(), headers)
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    if response.status != 200:
        raise ServerSilent(f"{operation} was answered with {response.status}: {body[:200]!r}")
    answer: dict[str, Any] = json.loads(body)
    return answer


def load(port: int, count: int) -> None:
    """The table and its items, as our own files hold them."""
    call(port, "CreateTable", workload.table_request())
    while call(port, "DescribeTable", {"TableName": workload.TABLE})["Table"]["TableStatus"] != "ACTIVE":
        time.sleep(0.05)
    for request in workload.batches(0, count, count):
        call(port, "BatchWriteItem", request)
