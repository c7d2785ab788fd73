"""HTTP answers as DynamoDB sends them: its headers, its checksum, its error bodies, its CORS."""

import random
import time
from collections.abc import Mapping
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from typing import Any, NamedTuple
from zlib import crc32

from chabudai.engine.errors import CORAL_SERVICE, DYNAMODB, DynamoDBError
from chabudai.items import jsontext
from chabudai.wire.bodies import accepts_gzip, compress
from chabudai.wire.requests import Request

JSON_1_0 = b"application/x-amz-json-1.0"
JSON = b"application/json"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

_STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}".encode() for status in HTTPStatus}
_CORS = (
    b"Access-Control-Allow-Origin: *\r\n"
    b"Access-Control-Expose-Headers: x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,x-amz-crc32,Date\r\n"
)
_ANSWER = (
    b"%s\r\nServer: Server\r\nDate: %s\r\n%sContent-Length: %d\r\nConnection: %s\r\n"
    b"x-amzn-RequestId: %052X\r\nx-amz-crc32: %d\r\n\r\n%s"
)
# These spell their message with a capital letter, as their shapes in AWS's model do.
_CAPITAL_MESSAGE = {
    "SerializationException",
    "IdempotentParameterMismatchException",
    "TransactionCanceledException",
    "TransactionInProgressException",
}


class Reply(NamedTuple):
    status: int
    body: bytes = b""
    content_type: bytes = b""
    headers: bytes = b""  # further header lines, each with its end


NOT_FOUND = Reply(404, b"<UnknownOperationException/>\n")


def refusal(error: DynamoDBError, request: Request) -> Reply:
    body: dict[str, Any] = {"__type": f"{error.namespace}#{error.code}"}
    if error.message:  # some refusals of AWS have none at all
        body["Message" if error.code in _CAPITAL_MESSAGE else "message"] = error.message
    return Reply(error.status, jsontext.dumps({**body, **error.fields}), content_type(request))


def success(response: Mapping[str, Any], request: Request) -> Reply:
    return Reply(200, jsontext.dumps(response), content_type(request))


def internal_failure(request: Request) -> Reply:
    message = "The request processing has failed because of an unknown error, exception or failure."
    body = {"__type": f"{DYNAMODB}#InternalServerError", "message": message}
    return Reply(500, jsontext.dumps(body), content_type(request))


def health(region: str) -> Reply:
    return Reply(200, f"healthy: dynamodb.{region}.amazonaws.com ".encode())


def preflight(request: Request) -> Reply:
    """What a browser asks before it sends a request with headers of its own: everything asked for is allowed."""
    lines = b""
    for asked, allowed in (
        (b"access-control-request-headers", b"Access-Control-Allow-Headers"),
        (b"access-control-request-method", b"Access-Control-Allow-Methods"),
    ):
        if asked in request.headers:
            lines += b"%s: %s\r\n" % (allowed, request.headers[asked])
    return Reply(200, headers=lines + b"Access-Control-Max-Age: 172800\r\n")


def content_type(request: Request) -> bytes:
    sent = request.headers.get(b"content-type", b"")
    return JSON_1_0 if sent == JSON_1_0 or sent.split(b";")[0].strip() == JSON_1_0 else JSON


def render(reply: Reply, request: Request) -> bytes:
    """The whole answer as bytes."""
    status, body, kind, lines = reply
    headers = request.headers
    if kind:
        lines += b"Content-Type: %s\r\n" % kind
    if b"origin" in headers:
        lines += _CORS
    if b"accept-encoding" in headers and accepts_gzip(request):
        smaller = compress(body)
        if smaller is not None:
            body = smaller
            lines += b"Content-Encoding: gzip\r\n"
    return _ANSWER % (
        _STATUS_LINES[status],
        _http_date(int(time.time())),
        lines,
        len(body),
        b"keep-alive" if request.keep_alive else b"close",
        random.getrandbits(208),
        crc32(body),
        body if request.method != b"HEAD" else b"",
    )


def render_fault(status: int) -> bytes:
    """The last answer of a connection whose request could not be read."""
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        body = jsontext.dumps({"__type": f"{CORAL_SERVICE}#ServiceUnavailableException"})
        framing = b"Content-Type: %s\r\nContent-Length: %d\r\n" % (JSON, len(body))
    elif status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        framing, body = b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n"  # an empty body in chunks, as AWS sends it
    else:
        framing, body = b"Content-Length: 0\r\n", b""
    return b"%s\r\nServer: Server\r\nDate: %s\r\n%sConnection: close\r\n\r\n%s" % (
        _STATUS_LINES[status],
        _http_date(int(time.time())),
        framing,
        body,
    )


@lru_cache(maxsize=2)
def _http_date(second: int) -> bytes:
    return formatdate(second, usegmt=True).encode()
