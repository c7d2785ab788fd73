"""Signatures, made by botocore as every Python client makes them, checked by the endpoint."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import boto3
import pytest
from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import ClientError
from tests.wire.endpoint import Endpoint, serving
from tests.wire.rawhttp import HEADERS, Response, ask, call, request_bytes

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError
from chabudai.wire.authorization import parse_authorization
from chabudai.wire.requests import Request
from chabudai.wire.server import EndpointSettings
from chabudai.wire.signature import AccessKey, Verifier

KEY = AccessKey("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
TARGET = {"X-Amz-Target": "DynamoDB_20120810.ListTables", "Content-Type": "application/x-amz-json-1.0"}


@pytest.fixture(scope="module")
def guarded(engine: Engine) -> Iterator[Endpoint]:
    with serving(engine, EndpointSettings(port=0, access_key=KEY)) as endpoint:
        yield endpoint


def credentials(secret: str = KEY.secret, token: str | None = None) -> Credentials:
    return Credentials(KEY.id, secret, token)


def signed(url: str, signer: Any, body: bytes = b"{}", headers: dict[str, str] | None = None) -> AWSRequest:
    request = AWSRequest(method="POST", url=url, data=body, headers={**TARGET, **(headers or {})})
    signer.add_auth(request)
    return request


def presigned(url: str, body: bytes, expires: int) -> AWSRequest:
    """botocore would move the body into the query, so it learns of its checksum only."""

    class Signer(SigV4QueryAuth):  # type: ignore[misc]
        def payload(self, request: AWSRequest) -> str:
            return sha256(body).hexdigest()

    request = AWSRequest(method="POST", url=f"{url}/", headers=dict(TARGET))
    Signer(credentials(), "dynamodb", "eu-west-1", expires=expires).add_auth(request)
    request.data = body
    return request


def send(request: AWSRequest) -> Response:
    prepared = request.prepare()
    parts = urlsplit(prepared.url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path or "/"
    headers = {"Host": parts.netloc, **{name: _text(value) for name, value in prepared.headers.items()}}
    headers.pop("Content-Length", None)
    return ask(parts.port or 80, request_bytes("POST", headers, request.data, path))


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


@pytest.mark.parametrize("path", ["/", "/a/../b//c", "/?b=2&a=1&a=0", "/%E3%81%A1/x%20y/?q=%2F%20~&empty="])
@pytest.mark.parametrize("region", ["us-east-1", "ap-northeast-1", "local"])
def test_a_signed_request_is_let_through(guarded: Endpoint, path: str, region: str) -> None:
    request = signed(guarded.url + path, SigV4Auth(credentials(), "dynamodb", region))
    assert send(request).status == 200


def test_headers_are_signed_with_their_spaces_joined(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(credentials(), "dynamodb", "local"), headers={"X-Note": "a   b  c"})
    assert send(request).status == 200


def test_a_date_header_serves_as_well(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(credentials(), "dynamodb", "local"), headers={"Date": "to be set"})
    assert "X-Amz-Date" not in request.headers
    assert send(request).status == 200


@pytest.mark.parametrize("body", [b"{}", b'{"Limit": 3}'])
def test_a_presigned_request_is_let_through(guarded: Endpoint, body: bytes) -> None:
    assert send(presigned(guarded.url, body, expires=60)).status == 200


def test_a_changed_body_breaks_the_signature(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(credentials(), "dynamodb", "local"))
    request.data = b'{"Limit": 1}'
    response = send(request)
    assert (response.status, response.json["__type"]) == (400, "com.amazon.coral.service#InvalidSignatureException")
    assert response.json["message"] == (
        "The request signature we calculated does not match the signature you provided. "
        "Check your AWS Secret Access Key and signing method. Consult the service documentation for details."
    )


def test_a_changed_target_breaks_the_signature(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(credentials(), "dynamodb", "local"))
    request.headers.replace_header("X-Amz-Target", "DynamoDB_20120810.DescribeLimits")
    assert send(request).json["__type"] == "com.amazon.coral.service#InvalidSignatureException"


def test_a_wrong_secret_breaks_the_signature(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(credentials("wrong"), "dynamodb", "local"))
    assert send(request).json["__type"] == "com.amazon.coral.service#InvalidSignatureException"


def test_an_unknown_key_is_an_unrecognized_client(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(Credentials("OTHER", KEY.secret), "dynamodb", "local"))
    response = send(request)
    assert (response.status, response.json) == (
        400,
        {
            "__type": "com.amazon.coral.service#UnrecognizedClientException",
            "message": "The security token included in the request is invalid.",
        },
    )


def test_a_session_token_belongs_to_no_lasting_key(guarded: Endpoint) -> None:
    request = signed(guarded.url, SigV4Auth(credentials(token="session"), "dynamodb", "local"))
    assert send(request).json["__type"] == "com.amazon.coral.service#UnrecognizedClientException"


def test_an_old_request_has_expired(guarded: Endpoint) -> None:
    response = call(guarded.port, "ListTables", {})
    assert response.json["__type"] == "com.amazon.coral.service#InvalidSignatureException"
    assert response.json["message"].startswith("Signature expired: 20260101T000000Z is now earlier than ")
    assert response.json["message"].endswith(" - 5 min.)")


@pytest.mark.parametrize(
    ("header", "value", "message"),
    [
        (
            "X-Amz-Date",
            "201",
            "Date must be in ISO-8601 'basic format'. Got '201'. See http://en.wikipedia.org/wiki/ISO_8601",
        ),
        (
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=date, Signature=x",
            "'Host' must be a 'SignedHeader' in the AWS Authorization.",
        ),
        (
            "Authorization",
            "AWS4-HMAC-SHA25 Credential=a/b/c/d/e, SignedHeaders=Host, Signature=x",
            "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). ",
        ),
        (
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=a/b/c/d, SignedHeaders=host, Signature=x",
            "Credential must have exactly 5 slash-delimited elements, "
            "e.g. keyid/date/region/service/term, got 'a/b/c/d'",
        ),
        (
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=a/b/C/d/e, SignedHeaders=host, Signature=x",
            "Credential should be scoped to a valid region, not 'C'. "
            "Credential should be scoped to correct service: 'dynamodb'. "
            "Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. "
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
            "'b' != '20260304', from '20260304T050607Z'.",
        ),
    ],
)
def test_each_fault_of_a_signature_has_its_own_words(header: str, value: str, message: str) -> None:
    headers = {**HEADERS, "X-Amz-Date": "20260304T050607Z", header: value}
    assert refusal(headers, datetime(2026, 3, 4, 5, 6, 8, tzinfo=UTC)).message == message


@pytest.mark.parametrize(
    ("off", "message"),
    [
        (
            timedelta(minutes=6),
            "Signature expired: 20260304T050607Z is now earlier than 20260304T050707Z (20260304T051207Z - 5 min.)",
        ),
        (
            timedelta(minutes=-6),
            "Signature not yet current: 20260304T050607Z is still later than 20260304T050507Z "
            "(20260304T050007Z + 5 min.)",
        ),
    ],
)
def test_a_clock_that_is_off_is_told_by_how_much(off: timedelta, message: str) -> None:
    headers = {**HEADERS, "X-Amz-Date": "20260304T050607Z"}
    assert refusal(headers, datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC) + off).message == message


def test_a_presigned_request_expires_when_it_says(guarded: Endpoint) -> None:
    request = presigned(guarded.url, b"{}", expires=1)
    time.sleep(2.1)
    assert send(request).json["message"].startswith("Signature expired: ")


@pytest.mark.parametrize(
    "path",
    [
        "/?X-Amz-Algorithm=%ff&X-Amz-Credential=%ff&X-Amz-Signature=%ff&X-Amz-SignedHeaders=%ff;host&X-Amz-Date=%ff",
        "/?%",
    ],
)
def test_hostile_signatures_are_refused_and_nothing_more(guarded: Endpoint, path: str) -> None:
    headers = {"Host": "a", **TARGET}
    assert ask(guarded.port, request_bytes("POST", headers, b"{}", path)).status == 400
    strange = {
        **headers,
        "X-Amz-Date": "9" * 500,
        "Authorization": "AWS4-\xff Credential=\xe9, Signature=\xe9, SignedHeaders=\xe9",
    }
    assert ask(guarded.port, request_bytes("POST", strange, b"{}")).status == 400


def test_the_health_page_needs_no_signature(guarded: Endpoint) -> None:
    assert ask(guarded.port, request_bytes("GET", {"Host": "a"})).status == 200


def test_boto3_is_let_in_with_the_key_and_not_with_another(guarded: Endpoint) -> None:
    def list_tables(secret: str) -> Any:
        client = boto3.client(
            "dynamodb",
            endpoint_url=guarded.url,
            region_name="eu-central-1",
            aws_access_key_id=KEY.id,
            aws_secret_access_key=secret,
        )
        try:
            return client.list_tables()
        finally:
            client.close()

    assert list_tables(KEY.secret)["TableNames"] == ["things"]
    with pytest.raises(ClientError, match="InvalidSignatureException"):
        list_tables("wrong")


def test_a_secret_is_not_shown() -> None:
    assert KEY.secret not in repr(KEY)


def refusal(headers: dict[str, str], now: datetime) -> DynamoDBError:
    lowered = {name.lower().encode(): value.encode("latin-1") for name, value in headers.items()}
    request = Request(b"POST", b"/", lowered, b"{}", True)
    with pytest.raises(DynamoDBError) as caught:
        Verifier(KEY, lambda: now).verify(request, parse_authorization(request))
    return caught.value
