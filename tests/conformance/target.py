"""What the conformance suite speaks to: DynamoDB's JSON, in process, at our own endpoint or at any URL."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest

_IDLE = 30.0  # seconds

STREAMS_OPERATIONS = frozenset({"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"})


class Refusal(Exception):
    """An error answer, the same whatever the target: its code without a namespace, its message, its further fields."""

    def __init__(self, code: str, message: str, fields: Mapping[str, Any]) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.fields = dict(fields)


class Caller(Protocol):
    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]: ...

    def close(self) -> None: ...


class Target:
    """What a test holds: calls that answer, and calls that must be refused."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._caller.call(operation, request)

    def refuse(self, operation: str, request: Mapping[str, Any]) -> Refusal:
        """The refusal of a call; it is a failure of the test when the call is answered."""
        try:
            response = self.call(operation, request)
        except Refusal as refusal:
            return refusal
        pytest.fail(f"{operation} was answered instead of refused: {response!r:.500}")

    def close(self) -> None:
        self._caller.close()


@contextmanager
def refused(code: str, message: str | re.Pattern[str]) -> Iterator[None]:
    """The calls within must be refused with this code and this whole message (a pattern matches the whole too)."""
    with pytest.raises(Refusal) as caught:
        yield
    refusal = caught.value
    same = refusal.message == message if isinstance(message, str) else message.fullmatch(refusal.message)
    if refusal.code != code or not same:
        pytest.fail(f"refused with other words\nexpected {code}: {message}\nanswered {refusal.code}: {refusal.message}")


def unique(prefix: str = "k") -> str:
    """A key value that no other test has."""
    return f"{prefix}-{secrets.token_hex(8)}"


def open_target(name: str) -> Target:
    """`process`, `http` (our endpoint, started for the session) or the URL of any DynamoDB endpoint."""
    if name == "process":
        return Target(InProcess())
    if name == "http":
        return Target(OwnEndpoint())
    return Target(Endpoint(name))


class InProcess:
    """The engine called as a library, in memory."""

    def __init__(self) -> None:
        from chabudai.engine.engine import Engine

        self._engine = Engine.open(":memory:")

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        from chabudai.engine.errors import DynamoDBError

        try:
            return self._engine.call(operation, request)
        except DynamoDBError as error:
            raise Refusal(error.code, error.message, error.fields) from error

    def close(self) -> None:
        self._engine.close()


class Endpoint:
    """Any DynamoDB endpoint, spoken to in raw HTTP over one connection, each request signed."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/") + "/"
        self._streams_url = self._url.replace("//dynamodb.", "//streams.dynamodb.", 1)
        self._aws = (urlsplit(url).hostname or "").endswith(".amazonaws.com")
        self._connections: dict[str, http.client.HTTPConnection] = {}
        self._used: dict[str, float] = {}
        self._signer = _signer(url)

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self.send(operation, json.dumps(request).encode())

    def send(self, operation: str, body: bytes) -> dict[str, Any]:
        service, url = "DynamoDB_20120810", self._url
        if operation in STREAMS_OPERATIONS:
            service, url = "DynamoDBStreams_20120810", self._streams_url
        status, answer = self._exchange(url, f"{service}.{operation}", body)
        if status == 200:
            return answer
        code = str(answer.pop("__type", status)).rpartition("#")[2]
        message: str = answer.pop("message", None) or answer.pop("Message", "")
        raise Refusal(code, self._plain(message), answer)

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()

    def _plain(self, message: str) -> str:
        """Some of AWS's regions, since June 2026, put a heading before messages that elsewhere stand alone."""
        heading, _, plain = message.partition(" validation error detected: ")
        return plain if heading == "1" and self._aws and not plain.startswith("Value ") else message

    def _exchange(self, url: str, target: str, body: bytes) -> tuple[int, dict[str, Any]]:
        from botocore.awsrequest import AWSRequest

        headers = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": target}
        signed = AWSRequest(method="POST", url=url, data=body, headers=headers)
        self._signer.add_auth(signed)
        connection = self._connection(url)
        try:
            connection.request("POST", urlsplit(url).path, body, dict(signed.headers.items()))
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"{}")
        except (http.client.HTTPException, OSError):
            connection.close()
            raise

    def _connection(self, url: str) -> http.client.HTTPConnection:
        parts = urlsplit(url)
        if parts.netloc not in self._connections:
            secure = parts.scheme == "https"
            connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
            self._connections[parts.netloc] = connect(parts.netloc, timeout=60)
        connection, now = self._connections[parts.netloc], time.monotonic()
        if now - self._used.get(parts.netloc, now) > _IDLE:
            connection.close()  # the other side may have; it opens anew by itself
        self._used[parts.netloc] = now
        return connection


def _signer(url: str) -> Any:
    """The caller's own credentials for AWS itself, made-up ones for everything else."""
    from botocore.auth import SigV4Auth
    from botocore.credentials import Credentials
    from botocore.session import get_session

    host = urlsplit(url).hostname or ""
    if not host.endswith(".amazonaws.com"):
        return SigV4Auth(Credentials("local", "local"), "dynamodb", os.environ.get("AWS_REGION", "us-east-1"))
    return SigV4Auth(get_session().get_credentials(), "dynamodb", host.split(".")[-3])


class OwnEndpoint(Endpoint):
    """Our own endpoint as people start it: a process of its own, on a free port."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "chabudai", "dynamodb", "--db", ":memory:", "--port", "0"]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        url = self._printed_url()
        self._drain = threading.Thread(target=self._read_on, daemon=True)
        self._drain.start()
        super().__init__(url)

    def close(self) -> None:
        super().close()
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._drain.join(timeout=10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _printed_url(self) -> str:
        assert self._process.stdout is not None
        printed: list[str] = []
        for line in self._process.stdout:
            printed.append(line)
            found = re.search(r"http://[\w.\[\]:-]+:\d+", line)
            if found:
                return found[0]
        self._process.stdout.close()
        raise RuntimeError(f"the endpoint ended with {self._process.wait()}: {''.join(printed)}")

    def _read_on(self) -> None:
        """Keeps the pipe from filling up; what the endpoint prints belongs to a failing test's output."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            sys.stderr.write(line)
