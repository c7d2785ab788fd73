"""AWS Signature Version 4 for the one kind of request that a store sends: a POST with few headers."""

import hmac
import time
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple, Protocol
from urllib.parse import SplitResult, quote, urlsplit

_ALGORITHM = "AWS4-HMAC-SHA256"
_CONTENT_TYPE = "application/x-amz-json-1.0"
_SERVICE = "dynamodb"  # streams are signed for under the same name
_DEFAULT_PORTS = {"http": 80, "https": 443}


class SigningCredentials(Protocol):
    """What botocore's frozen credentials have."""

    @property
    def access_key(self) -> str: ...
    @property
    def secret_key(self) -> str: ...
    @property
    def token(self) -> str | None: ...


class SigningKey(NamedTuple):
    """Good for one day, and for as long as the secret is the same."""

    secret: str
    date: str
    key: bytes


class RequestSigner:
    """Signs requests to one URL. Threads may share it."""

    def __init__(self, url: str, region: str, clock: Callable[[], float] = time.time) -> None:
        parts = urlsplit(url)
        self.host = _host(parts)
        self._region = region
        self._clock = clock
        self._begin = f"POST\n{_canonical_path(parts.path)}\n\ncontent-type:{_CONTENT_TYPE}\nhost:{self.host}\n"
        self._kept = SigningKey("", "", b"")

    def sign(self, target: str, body: bytes, credentials: SigningCredentials) -> dict[str, str]:
        """The headers of a request, its signature among them."""
        moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(self._clock()))
        token = credentials.token
        token_line, token_name = (
            (f"x-amz-security-token:{' '.join(token.split())}\n", "x-amz-security-token;") if token else ("", "")
        )
        names = f"content-type;host;x-amz-date;{token_name}x-amz-target"
        canonical = (
            f"{self._begin}x-amz-date:{moment}\n{token_line}x-amz-target:{target}\n\n{names}\n"
            f"{sha256(body).hexdigest()}"
        )
        scope = f"{moment[:8]}/{self._region}/{_SERVICE}/aws4_request"
        to_sign = f"{_ALGORITHM}\n{moment}\n{scope}\n{sha256(canonical.encode()).hexdigest()}"
        signature = _hmac(self._signing_key(credentials.secret_key, moment[:8]), to_sign).hex()
        headers = {
            "Host": self.host,
            "Content-Type": _CONTENT_TYPE,
            "X-Amz-Target": target,
            "X-Amz-Date": moment,
            "Accept-Encoding": "identity",
            "User-Agent": "chabudai",
            "Authorization": (
                f"{_ALGORITHM} Credential={credentials.access_key}/{scope}, SignedHeaders={names}, "
                f"Signature={signature}"
            ),
        }
        if token:
            headers["X-Amz-Security-Token"] = token
        return headers

    def _signing_key(self, secret: str, date: str) -> bytes:
        kept = self._kept
        if kept.date == date and kept.secret == secret:
            return kept.key
        key = f"AWS4{secret}".encode()
        for part in (date, self._region, _SERVICE, "aws4_request"):
            key = _hmac(key, part)
        self._kept = SigningKey(secret, date, key)
        return key


def _host(parts: SplitResult) -> str:
    """As it stands in the request: lower case, without a port that goes without saying."""
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return host if parts.port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{host}:{parts.port}"


def _canonical_path(path: str) -> str:
    """Dots resolved and slashes joined, then encoded once more, as for every service but S3."""
    segments: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            del segments[-1:]
        elif segment not in ("", "."):
            segments.append(segment)
    end = "/" if segments and path.endswith("/") else ""
    return quote("/" + "/".join(segments) + end, safe="/~")


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
