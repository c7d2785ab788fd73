"""AWS Signature Version 4, checked on the server's side: made again with the known key, and compared."""

import hmac
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from hashlib import sha256
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import quote

from chabudai.wire.authorization import Authorization
from chabudai.wire.errors import IncompleteSignature, InvalidSignature, UnrecognizedClient
from chabudai.wire.requests import Request

_ALGORITHM = "AWS4-HMAC-SHA256"
_SERVICE = "dynamodb"  # DynamoDB Streams signs with the same name
_TERMINATOR = "aws4_request"
_BASIC_FORMAT = "%Y%m%dT%H%M%SZ"
_TOLERANCE = timedelta(minutes=5)
_LONGEST_PRESIGNED = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class AccessKey:
    id: str
    secret: str = field(repr=False)


class Scope(NamedTuple):
    key_id: str
    date: str
    region: str
    service: str
    terminator: str


class Verifier:
    """Holds requests against the one access key that is configured."""

    def __init__(self, key: AccessKey, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._key = key
        self._now = now

    def verify(self, request: Request, authorization: Authorization) -> None:
        """Checks in the order that AWS was seen to keep; the first that fails is told."""
        moment = _moment(authorization.date)
        self._check_age(authorization, moment)
        if "host" not in authorization.signed_headers.lower().split(";"):
            raise InvalidSignature("'Host' must be a 'SignedHeader' in the AWS Authorization.")
        if authorization.algorithm != _ALGORITHM:
            raise IncompleteSignature(
                f"Unsupported AWS 'algorithm': '{authorization.algorithm}' (only {_ALGORITHM} for now). "
            )
        scope = _scope(authorization, moment)
        if scope.key_id != self._key.id:
            raise UnrecognizedClient("The security token included in the request is invalid.")
        expected = _signature(self._key.secret, scope, moment, _canonical(request, authorization))
        if not hmac.compare_digest(expected.encode(), authorization.signature.encode()):
            raise InvalidSignature(
                "The request signature we calculated does not match the signature you provided. "
                "Check your AWS Secret Access Key and signing method. Consult the service documentation for details."
            )
        if b"x-amz-security-token" in request.headers or "X-Amz-Security-Token" in dict(request.query):
            # The one key is a lasting one: a session's token cannot belong to it.
            raise UnrecognizedClient("The security token included in the request is invalid")

    def _check_age(self, authorization: Authorization, moment: datetime) -> None:
        now = self._now()
        lifetime = _lifetime(authorization.expires)
        if moment < now - lifetime:
            earliest = (now - lifetime).strftime(_BASIC_FORMAT)
            raise InvalidSignature(
                f"Signature expired: {moment:{_BASIC_FORMAT}} is now earlier than {earliest} "
                f"({now:{_BASIC_FORMAT}} - {lifetime // timedelta(minutes=1)} min.)"
            )
        if moment > now + _TOLERANCE:
            latest = (now + _TOLERANCE).strftime(_BASIC_FORMAT)
            raise InvalidSignature(
                f"Signature not yet current: {moment:{_BASIC_FORMAT}} is still later than {latest} "
                f"({now:{_BASIC_FORMAT}} + {_TOLERANCE // timedelta(minutes=1)} min.)"
            )


def _moment(date: str) -> datetime:
    with suppress(ValueError):
        return datetime.strptime(date, _BASIC_FORMAT).replace(tzinfo=UTC)
    with suppress(ValueError, TypeError, IndexError, OverflowError):  # a Date header has the form of RFC 5322
        return parsedate_to_datetime(date).replace(tzinfo=UTC)
    raise IncompleteSignature(
        f"Date must be in ISO-8601 'basic format'. Got '{date}'. See http://en.wikipedia.org/wiki/ISO_8601"
    )


def _lifetime(expires: str) -> timedelta:
    """How old a signature may be; a presigned request says so itself, up to a week."""
    if not re.fullmatch(r"[0-9]{1,7}", expires):
        return _TOLERANCE
    return min(timedelta(seconds=int(expires)), _LONGEST_PRESIGNED)


def _scope(authorization: Authorization, moment: datetime) -> Scope:
    parts = authorization.credential.rstrip("/").split("/")
    if len(parts) != 5:
        raise IncompleteSignature(
            "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, "
            f"got '{authorization.credential}'"
        )
    scope = Scope(*parts)
    faults = list(_scope_faults(scope, moment))
    if faults:
        raise InvalidSignature(" ".join(faults))
    return scope


def _scope_faults(scope: Scope, moment: datetime) -> Iterable[str]:
    if not re.fullmatch(r"[a-z0-9-]+", scope.region):  # every region is served by the one engine
        yield f"Credential should be scoped to a valid region, not '{scope.region}'."
    if scope.service != _SERVICE:
        yield f"Credential should be scoped to correct service: '{_SERVICE}'."
    if scope.terminator != _TERMINATOR:
        yield f"Credential should be scoped with a valid terminator: '{_TERMINATOR}', not '{scope.terminator}'."
    if scope.date != f"{moment:%Y%m%d}":
        yield (
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
            f"'{scope.date}' != '{moment:%Y%m%d}', from '{moment:{_BASIC_FORMAT}}'."
        )


def _canonical(request: Request, authorization: Authorization) -> str:
    names = authorization.signed_headers.split(";")
    headers = "".join(f"{name.lower()}:{_canonical_header(request, name)}\n" for name in names)
    return "\n".join(
        (
            request.method.decode(),
            _canonical_path(request.path.decode("latin-1")),
            _canonical_query(request.query),
            headers,
            authorization.signed_headers,
            sha256(request.body).hexdigest(),
        )
    )


def _canonical_header(request: Request, name: str) -> str:
    return " ".join(request.header(name.lower().encode("latin-1", "replace")).split())


def _canonical_path(path: str) -> str:
    """Dots resolved and slashes joined, then encoded once more, as for every service but S3."""
    resolved = normpath(f"/{path.lstrip('/')}")
    if path.endswith("/") and resolved != "/":
        resolved += "/"
    return quote(resolved, safe="/~", encoding="latin-1")


def _canonical_query(pairs: Iterable[tuple[str, str]]) -> str:
    encoded = ((_encode(name), _encode(value)) for name, value in pairs if name != "X-Amz-Signature")
    return "&".join(f"{name}={value}" for name, value in sorted(encoded))


def _encode(text: str) -> str:
    return quote(text, safe="-_.~")


def _signature(secret: str, scope: Scope, moment: datetime, canonical: str) -> str:
    digest = sha256(canonical.encode()).hexdigest()
    to_sign = "\n".join((_ALGORITHM, f"{moment:{_BASIC_FORMAT}}", "/".join(scope[1:]), digest))
    return _hmac(_signing_key(secret, scope.date, scope.region), to_sign).hex()


@lru_cache(maxsize=64)
def _signing_key(secret: str, date: str, region: str) -> bytes:
    key = f"AWS4{secret}".encode()
    for part in (date, region, _SERVICE, _TERMINATOR):
        key = _hmac(key, part)
    return key


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
