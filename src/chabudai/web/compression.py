"""Answers made smaller on their way out, for browsers that can read them so and where there is something to gain."""

import gzip
import secrets
from functools import lru_cache
from io import BytesIO
from typing import Final

from chabudai.web import accept_headers
from chabudai.web.security_headers import RawHeaders

MIN_BYTES: Final = 1000
MAX_BYTES: Final = 1_000_000
"""Fewer bytes are not worth it; more would keep everyone else waiting meanwhile."""

_LEVEL = 5
_KINDS = (b"text/", b"application/json", b"application/manifest+json", b"application/vnd.oai.openapi", b"image/svg+xml")
_VARIES = (b"vary", b"accept-encoding")
_LONGEST_NAME = 60


@lru_cache
def is_accepted(accept_encoding: str) -> bool:
    return any(value in ("gzip", "*") and weight > 0 for value, weight in accept_headers.parse_weights(accept_encoding))


def is_worthwhile(headers: RawHeaders, body: bytes) -> bool:
    said = {name.lower(): value for name, value in headers}
    kind = said.get(b"content-type", b"")
    return MIN_BYTES <= len(body) <= MAX_BYTES and kind.startswith(_KINDS) and b"content-encoding" not in said


def compress(headers: RawHeaders, body: bytes) -> tuple[RawHeaders, bytes]:
    smaller = _gzip(body)
    kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    length = (b"content-length", str(len(smaller)).encode())
    return [*kept, length, (b"content-encoding", b"gzip"), _VARIES], smaller


def _gzip(body: bytes) -> bytes:
    """With a name of random length in its head: from its size nobody learns what a page says beside their own words."""
    written = BytesIO()
    name = "x" * (1 + secrets.randbelow(_LONGEST_NAME))
    with gzip.GzipFile(name, "wb", _LEVEL, written, mtime=0) as file:
        file.write(body)
    return written.getvalue()
