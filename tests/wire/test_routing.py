"""What is let through to the engine, and what other requests hear; the checksums are from DynamoDB's own answers."""

from typing import Any

import pytest
from tests.wire.rawhttp import AUTHORIZATION, HEADERS, Response, ask, call, request_bytes

UNKNOWN_OPERATION = "com.amazon.coral.service#UnknownOperationException"
SERIALIZATION = "com.amazon.coral.service#SerializationException"
LIST_TABLES = "DynamoDB_20120810.ListTables"
MISSING_TOKEN = {
    "__type": "com.amazon.coral.service#MissingAuthenticationTokenException",
    "message": "Request is missing Authentication Token",
}


def post(port: int, headers: dict[str, str], body: bytes = b"", path: str = "/") -> Response:
    return ask(
        port, request_bytes("POST", {"Host": "localhost", "Content-Length": str(len(body)), **headers}, body, path)
    )


def assert_refused(response: Response, body: dict[str, Any], crc32: int) -> None:
    assert (response.status, response.json) == (400, body)
    assert response.headers["x-amz-crc32"] == str(crc32)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_another_method_is_not_found(port: int, method: str) -> None:
    response = ask(port, request_bytes(method, {"Host": "localhost"}))
    assert (response.status, response.body) == (404, b"<UnknownOperationException/>\n")
    assert response.headers["x-amz-crc32"] == "3552371480"
    assert "content-type" not in response.headers


@pytest.mark.parametrize("kind", ["", "whatever", "application/x-amz-json-1.1", "application/jsonasdf"])
def test_a_body_of_another_content_type_is_not_found(port: int, kind: str) -> None:
    response = post(port, {"Content-Type": kind} if kind else {}, b"hi")
    assert (response.status, response.body) == (404, b"<UnknownOperationException/>\n")


@pytest.mark.parametrize(
    ("kind", "answered"),
    [
        ("application/json", "application/json"),
        ("  application/json  ;   asfd", "application/json"),
        ("application/json;charset=utf-8", "application/json"),
        ("application/x-amz-json-1.0", "application/x-amz-json-1.0"),
        ("application/x-amz-json-1.0;blah", "application/x-amz-json-1.0"),
    ],
)
def test_a_body_that_is_no_json_is_told_before_the_missing_target(port: int, kind: str, answered: str) -> None:
    response = post(port, {"Content-Type": kind}, b"hi")
    assert_refused(response, {"__type": SERIALIZATION}, 3948637019)
    assert response.headers["content-type"] == answered


@pytest.mark.parametrize(
    "target",
    [
        None,
        "whatever",
        "DynamoDB_20120810.ListTable",
        "DynamoDB_20120810.listTables",
        "DynamoDB_20111205.ListTables",
        "DynamoDB_20120810.ListStreams",
        "DynamoDBStreams_20120810.ListTables",
        "DynamoDB_20120810.ListTables.",
        ".",
    ],
)
def test_an_unknown_target_is_an_unknown_operation(port: int, target: str | None) -> None:
    response = post(port, {} if target is None else {"X-Amz-Target": target})
    assert_refused(response, {"__type": UNKNOWN_OPERATION}, 1368724161)


def test_streams_are_served_under_their_own_target(port: int) -> None:
    response = call(port, "DynamoDBStreams_20120810.ListStreams", {})
    assert (response.status, response.json) == (200, {"Streams": []})


def test_json_1_1_is_read_when_the_target_is_known(port: int) -> None:
    assert call(port, "ListTables", {}, Content_Type="application/x-amz-json-1.1").status == 200


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/", None),
        ("/", "AWS4"),
        ("/?X-Amz-Algorith", "X"),
        ("/?X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-SignedHeaders=c&X-Amz-Date=d", None),
    ],
)
def test_a_call_without_a_signature_misses_its_token(port: int, path: str, header: str | None) -> None:
    authorization = {} if header is None else {"Authorization": header}
    assert_refused(post(port, {"X-Amz-Target": LIST_TABLES, **authorization}, path=path), MISSING_TOKEN, 2088342776)


def test_a_header_and_a_query_may_not_both_be_signed(port: int) -> None:
    response = post(port, {"X-Amz-Target": LIST_TABLES, "Authorization": "X"}, path="/?X-Amz-Algorithm")
    message = "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."
    body = {"__type": "com.amazon.coral.service#InvalidSignatureException", "message": message}
    assert_refused(response, body, 2139606068)


@pytest.mark.parametrize(
    ("header", "date", "message", "crc32"),
    [
        (
            "AWS4-",
            None,
            "Authorization header requires 'Credential' parameter. "
            "Authorization header requires 'Signature' parameter. "
            "Authorization header requires 'SignedHeaders' parameter. "
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-",
            1828866742,
        ),
        (
            "AWS4- Signature=b Credential=a",
            "a",
            "Authorization header requires 'SignedHeaders' parameter. Authorization=AWS4- Signature=b Credential=a",
            15336762,
        ),
        (
            "AWS4- Signature=b,Credential=a",
            "a",
            "Authorization header requires 'SignedHeaders' parameter. Authorization=AWS4- Signature=b,Credential=a",
            1159703774,
        ),
        (
            "AWS4- Signature=b, Credential=a",
            "a",
            "Authorization header requires 'SignedHeaders' parameter. Authorization=AWS4- Signature=b, Credential=a",
            164353342,
        ),
    ],
)
def test_an_incomplete_header_is_told_what_it_lacks(
    port: int, header: str, date: str | None, message: str, crc32: int
) -> None:
    headers = {"X-Amz-Target": LIST_TABLES, "Authorization": header, **({"Date": date} if date else {})}
    body = {"__type": "com.amazon.coral.service#IncompleteSignatureException", "message": message}
    assert_refused(post(port, headers), body, crc32)


@pytest.mark.parametrize(
    ("query", "message", "crc32"),
    [
        (
            "X-Amz-Algorithm",
            "AWS query-string parameters must include 'X-Amz-Algorithm'. "
            "AWS query-string parameters must include 'X-Amz-Credential'. "
            "AWS query-string parameters must include 'X-Amz-Signature'. "
            "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
            "AWS query-string parameters must include 'X-Amz-Date'. Re-examine the query-string parameters.",
            2900502663,
        ),
        (
            "X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d",
            "AWS query-string parameters must include 'X-Amz-SignedHeaders'. Re-examine the query-string parameters.",
            3712057481,
        ),
    ],
)
def test_an_incomplete_query_is_told_what_it_lacks(port: int, query: str, message: str, crc32: int) -> None:
    body = {"__type": "com.amazon.coral.service#IncompleteSignatureException", "message": message}
    assert_refused(post(port, {"X-Amz-Target": LIST_TABLES}, path=f"/?{query}"), body, crc32)


def test_a_word_without_its_equal_sign_is_named(port: int) -> None:
    header = "AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders"
    response = post(port, {"X-Amz-Target": LIST_TABLES, "Authorization": header})
    assert response.json["message"] == (
        f"'Credential' not a valid key=value pair (missing equal-sign) in Authorization header: '{header}'."
    )


def test_a_presigned_query_is_accepted_unchecked(port: int) -> None:
    query = "X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-SignedHeaders=host&X-Amz-Date=d"
    headers = {"X-Amz-Target": LIST_TABLES, "Content-Type": "application/json"}
    assert post(port, headers, b"{}", f"/?{query}").status == 200


def test_the_path_does_not_matter(port: int) -> None:
    headers = {**HEADERS, "X-Amz-Target": LIST_TABLES}
    assert post(port, headers, b"{}", "/some/where").status == 200


@pytest.mark.parametrize("body", [b"", b"[]", b'"text"', b"null", b"1"])
def test_a_signed_call_without_an_object_is_a_serialization_error(port: int, body: bytes) -> None:
    headers = {"X-Amz-Target": LIST_TABLES, "Authorization": AUTHORIZATION, "X-Amz-Date": "20260101T000000Z"}
    assert_refused(
        post(port, {**headers, "Content-Type": "application/json"}, body), {"__type": SERIALIZATION}, 3948637019
    )


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b'{"TableName": "\xc3"}',
        b'{"TableName": NaN}',
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b"[" * 200_000,
        b"\x00" * 1000,
    ],
)
def test_hostile_json_is_a_serialization_error(port: int, body: bytes) -> None:
    response = call(port, "GetItem", body)
    assert (response.status, response.json["__type"]) == (400, SERIALIZATION)
