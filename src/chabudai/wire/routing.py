"""From an HTTP request to a DynamoDB call: method, content type, body, target and signature, in DynamoDB's order."""

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from chabudai.engine.errors import SerializationFailed, UnknownOperation
from chabudai.items import jsontext
from chabudai.wire.authorization import is_complete, parse_authorization
from chabudai.wire.bodies import BodyTooLarge, decode_body
from chabudai.wire.errors import IncompleteSignature, InvalidSignature, MissingAuthenticationToken
from chabudai.wire.replies import JSON, JSON_1_0, NOT_FOUND, Reply, health, preflight
from chabudai.wire.requests import Request
from chabudai.wire.signature import Verifier

_JSON_1_1 = b"application/x-amz-json-1.1"
_STREAMS_OPERATIONS = {"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"}
_NO_BODY = object()


class ApiCall(NamedTuple):
    operation: str
    request: dict[str, Any]


class Router:
    """Routes requests to operations by their target, once content type, body and signature are in order."""

    def __init__(self, operations: Iterable[str], region: str, body_limit: int, verifier: Verifier | None) -> None:
        self._targets = {_target(operation): operation for operation in operations}
        self._region = region
        self._body_limit = body_limit
        self._verifier = verifier

    def route(self, request: Request) -> ApiCall | Reply:
        """The call, or the reply to a request that is none; raises DynamoDBError when a call is refused."""
        if request.method != b"POST":
            return self._answer_other(request)
        operation = self._targets.get(request.headers.get(b"x-amz-target", b""))
        if request.body and not _is_json(request, operation):
            return NOT_FOUND
        try:
            payload = self._payload(request)
        except BodyTooLarge:
            return Reply(413)
        if operation is None:
            raise UnknownOperation("")
        self._check_signature(request)
        if not isinstance(payload, dict):
            # Without a body DynamoDB says no more than this; what it says to a body that is no object is not known.
            raise SerializationFailed("")
        return ApiCall(operation, payload)

    def _answer_other(self, request: Request) -> Reply:
        if request.method in (b"GET", b"HEAD"):
            return health(self._requested_region(request))
        if request.method == b"OPTIONS" and b"origin" in request.headers:
            return preflight(request)
        return NOT_FOUND

    def _requested_region(self, request: Request) -> str:
        try:
            return parse_authorization(request).region or self._region
        except (MissingAuthenticationToken, IncompleteSignature, InvalidSignature):
            return self._region

    def _payload(self, request: Request) -> Any:
        if not request.body:
            return _NO_BODY
        try:
            return jsontext.loads(decode_body(request, self._body_limit))
        except (jsontext.DecodeError, zlib.error):
            raise SerializationFailed("") from None

    def _check_signature(self, request: Request) -> None:
        if self._verifier is not None:
            self._verifier.verify(request, parse_authorization(request))
        elif not is_complete(request):
            parse_authorization(request)


def _target(operation: str) -> bytes:
    service = "DynamoDBStreams" if operation in _STREAMS_OPERATIONS else "DynamoDB"
    return f"{service}_20120810.{operation}".encode()


def _is_json(request: Request, operation: str | None) -> bool:
    sent = request.headers.get(b"content-type", b"")
    if sent == JSON_1_0:
        return True
    kind = sent.split(b";")[0].strip()
    # DynamoDB was seen to refuse 1.1 in a request without a target; with one, nothing speaks against reading it.
    return kind in (JSON_1_0, JSON) or (kind == _JSON_1_1 and operation is not None)
