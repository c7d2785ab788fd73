"""HTTP by hand: bytes on a socket, so that a test can send what no client library would."""

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=AKID/20260101/eu-west-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0123"
)
HEADERS = {
    "Host": "localhost",
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20260101T000000Z",
    "Authorization": AUTHORIZATION,
}


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class RawConnection:
    def __init__(self, port: int, timeout: float = 20, host: str = "127.0.0.1", source: str = "") -> None:
        """`source` is the address to come from: any of 127.0.0.0/8 is this machine's."""
        self.socket = socket.create_connection((host, port), timeout, (source, 0) if source else None)
        self._stream = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self, *, has_body: bool = True) -> Response:
        status = int(self._line().split(" ")[1])
        headers = {}
        while line := self._line():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        return Response(status, headers, self._body(headers) if has_body else b"")

    def call(self, operation: str, payload: Any, **headers: str) -> Response:
        self.send(call_bytes(operation, payload, **headers))
        return self.receive()

    def is_closed_by_peer(self) -> bool:
        """Waits for the end; anything else that arrives is an error."""
        try:
            return self._stream.read(1) == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self._stream.close()
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _line(self) -> str:
        line = self._stream.readline()
        assert line.endswith(b"\r\n"), f"the connection ended within a head: {line!r}"
        return line[:-2].decode("latin-1")

    def _body(self, headers: Mapping[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return self._stream.read(int(headers.get("content-length", "0")))
        body = b""
        while size := int(self._line(), 16):
            body += self._stream.read(size)
            self._line()
        self._line()
        return body


def request_bytes(method: str, headers: Mapping[str, str], body: bytes = b"", path: str = "/") -> bytes:
    """As given, and with the body's length unless it is told or there is none."""
    lines = dict(headers)
    if body and not {"Content-Length", "Transfer-Encoding"} & lines.keys():
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body


def call_bytes(operation: str, payload: Any, **headers: str) -> bytes:
    target = operation if "." in operation else f"DynamoDB_20120810.{operation}"
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return request_bytes("POST", {**HEADERS, "X-Amz-Target": target, **named}, body)


def ask(port: int, data: bytes, *, has_body: bool = True) -> Response:
    with RawConnection(port) as connection:
        connection.send(data)
        return connection.receive(has_body=has_body)


def call(port: int, operation: str, payload: Any, **headers: str) -> Response:
    return ask(port, call_bytes(operation, payload, **headers))
