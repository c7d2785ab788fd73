"""Cursors: where a page ended, as a text that only this store can have made and only the same query can use."""

import hmac
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson

from chabudai.table.errors import DesignError, InvalidCursor
from chabudai.table.query.partitions import MAX_PARTITIONS

_SIGNATURE = 16
# Of each of the partitions that a page is merged of, four keys of at most 2048 bytes, each byte written in up to six by
# JSON, then four characters for three of those.
_LONGEST = MAX_PARTITIONS * 4 * 2048 * 6 * 4 // 3 + 1024
_LONG = 512


class Cursors:
    """`secret` signs them: whoever knows it can make cursors, and those of another secret are refused."""

    def __init__(self, secret: bytes) -> None:
        if not isinstance(secret, bytes):
            raise DesignError(
                f"the secret that signs cursors is bytes, and no {type(secret).__name__}: encode() a text"
            )
        if not secret:
            raise DesignError("the secret that signs cursors has no bytes: give some, as secrets.token_bytes(32) makes")
        self._secret = secret

    def write(self, request: Mapping[str, Any], pattern: str, last: Mapping[str, Any]) -> str:
        """`request` is all that is asked, without where to begin; `last` the key of the last row that was given."""
        body = orjson.dumps(last)
        if len(body) > _LONG:
            # Keys of many partitions have most of their text in common. No JSON begins as zlib's bytes do.
            body = zlib.compress(body)
        return _encode(self._signature(request, pattern, body) + body)

    def read(self, request: Mapping[str, Any], pattern: str, cursor: str) -> dict[str, Any]:
        raw = _decode(cursor)
        signature, body = raw[:_SIGNATURE], raw[_SIGNATURE:]
        if not hmac.compare_digest(signature, self._signature(request, pattern, body)):
            raise InvalidCursor("invalid cursor: it was altered, or belongs to another query; begin at the first page")
        last: dict[str, Any] = orjson.loads(body if body.startswith(b"{") else zlib.decompress(body))
        return last

    def _signature(self, request: Mapping[str, Any], pattern: str, body: bytes) -> bytes:
        bound = orjson.dumps([pattern, request], option=orjson.OPT_SORT_KEYS)
        return hmac.digest(self._secret, len(bound).to_bytes(8, "big") + bound + body, sha256)[:_SIGNATURE]


def _encode(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _decode(cursor: str) -> bytes:
    """What the text stands for; base64 can write the same bytes in other ways, and a cursor has not."""
    try:
        raw = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)) if len(cursor) < _LONGEST else b""
    except ValueError:
        raw = b""
    if len(raw) <= _SIGNATURE or _encode(raw) != cursor:
        raise InvalidCursor("invalid cursor: no page gave this text; begin at the first page, with None")
    return raw
