"""Bodies smaller on the way: gzip undone within bounds, and gzip done for those who accept it."""

import zlib

from chabudai.wire.requests import Request

_GZIP = zlib.MAX_WBITS | 16
_WORTH_COMPRESSING = 1024


class BodyTooLarge(Exception):
    """A body that unfolds beyond the limit."""


def decode_body(request: Request, limit: int) -> bytes | bytearray:
    """The body without its gzip coding. An unknown coding is left as it is: it will not read as JSON."""
    if request.headers.get(b"content-encoding", b"").strip().lower() != b"gzip":
        return request.body
    return _gunzip(request.body, limit)


def accepts_gzip(request: Request) -> bool:
    for choice in request.headers.get(b"accept-encoding", b"").lower().split(b","):
        name, _, parameters = choice.partition(b";")
        if name.strip() in (b"gzip", b"*"):
            return parameters.replace(b" ", b"").rstrip(b".0") not in (b"q=", b"q")
    return False


def compress(body: bytes) -> bytes | None:
    """The body in gzip, or None when that is not worth it."""
    if len(body) < _WORTH_COMPRESSING:
        return None
    return zlib.compress(body, level=1, wbits=_GZIP)


def _gunzip(data: bytes | bytearray, limit: int) -> bytes:
    """Several members in a row are one body, as gzip says. Broken or cut data raises zlib.error."""
    parts: list[bytes] = []
    left = limit
    while data:
        member = zlib.decompressobj(_GZIP)
        part = member.decompress(data, left + 1)
        if len(part) > left:
            raise BodyTooLarge
        if not member.eof:
            raise zlib.error("incomplete gzip data")
        left -= len(part)
        parts.append(part)
        data = member.unused_data
    return b"".join(parts)
