"""NextToken: where a SELECT goes on, bound to the statement, its parameters and its table."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.schema import TableSchema
from chabudai.engine.values import AttributeValue, Item
from chabudai.items import jsontext

INVALID = "Invalid NextToken"
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class Continuation:
    """The next read of those that the statement was taken apart into, and the key behind which it begins."""

    read: int
    key: Item | None


def request_digest(statement: str, parameters: Sequence[AttributeValue], table: TableSchema) -> bytes:
    return _digest(jsontext.dumps([statement, parameters, table.table_uuid]))


def encode(continuation: Continuation, request: bytes) -> str:
    content = request + jsontext.dumps([continuation.read, continuation.key])
    return urlsafe_b64encode(_digest(content) + content).decode()


def decode(token: str, request: bytes) -> Continuation:
    """Whoever changes a token by accident, or uses another statement's, is told so; a limit may differ."""
    try:
        raw = urlsafe_b64decode(token.encode())
    except ValueError:
        raise ValidationFailed(INVALID) from None
    content = raw[_DIGEST:]
    if len(content) < _DIGEST or raw[:_DIGEST] != _digest(content):
        raise ValidationFailed(INVALID)
    if content[:_DIGEST] != request:
        raise ValidationFailed("NextToken does not match request")
    read, key = jsontext.loads(content[_DIGEST:])
    return Continuation(read, key)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:_DIGEST]
