"""Who signed a request and how, from its Authorization header or its query; what is missing is told as AWS does."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from chabudai.wire.errors import IncompleteSignature, InvalidSignature, MissingAuthenticationToken
from chabudai.wire.requests import Request

_WHOLE_HEADER = re.compile(rb"AWS4-\S+ +Credential=[^,\s]+, *SignedHeaders=[^,\s]+, *Signature=[^,\s]+")
_QUERY_PARAMETERS = ("X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date")
_HEADER_PARAMETERS = ("Credential", "Signature", "SignedHeaders")


class Authorization(NamedTuple):
    algorithm: str
    credential: str
    signed_headers: str
    signature: str
    date: str
    expires: str  # seconds, of a presigned request; empty in a header

    @property
    def region(self) -> str:
        """The region of the credential's scope, or an empty text."""
        parts = self.credential.split("/")
        return parts[2] if len(parts) == 5 else ""


def is_complete(request: Request) -> bool:
    """The quick look at what nearly every request carries; `parse_authorization` says what is wrong with the others."""
    headers = request.headers
    return (
        (b"x-amz-date" in headers or b"date" in headers)
        and _WHOLE_HEADER.fullmatch(headers.get(b"authorization", b"")) is not None
        and b"?" not in request.url
    )


def parse_authorization(request: Request) -> Authorization:
    header = request.header(b"authorization")
    query = dict(request.query)
    if header and "X-Amz-Algorithm" in query:
        raise InvalidSignature(
            "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."
        )
    if header.strip().startswith("AWS4-"):
        return _from_header(header, request)
    if header or "X-Amz-Algorithm" not in query:
        raise MissingAuthenticationToken("Request is missing Authentication Token")
    return _from_query(query)


def _from_header(header: str, request: Request) -> Authorization:
    algorithm, *words = [word for word in re.split(r"[,\s]+", header) if word]
    for word in words:
        if "=" not in word:
            raise IncompleteSignature(
                f"'{word}' not a valid key=value pair (missing equal-sign) in Authorization header: '{header}'."
            )
    given: Mapping[str, str] = {name: value for name, _, value in (word.partition("=") for word in words)}
    date = request.header(b"x-amz-date") or request.header(b"date")
    lacks = [
        f"Authorization header requires '{name}' parameter. " for name in _HEADER_PARAMETERS if not given.get(name)
    ]
    if not date:
        lacks.append("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ")
    if lacks:
        raise IncompleteSignature(f"{''.join(lacks)}Authorization={header}")
    return Authorization(algorithm, given["Credential"], given["SignedHeaders"], given["Signature"], date, "")


def _from_query(query: Mapping[str, str]) -> Authorization:
    lacks = [
        f"AWS query-string parameters must include '{name}'. " for name in _QUERY_PARAMETERS if not query.get(name)
    ]
    if lacks:
        raise IncompleteSignature(f"{''.join(lacks)}Re-examine the query-string parameters.")
    return Authorization(
        algorithm=query["X-Amz-Algorithm"],
        credential=query["X-Amz-Credential"],
        signed_headers=query["X-Amz-SignedHeaders"],
        signature=query["X-Amz-Signature"],
        date=query["X-Amz-Date"],
        expires=query.get("X-Amz-Expires", ""),
    )
