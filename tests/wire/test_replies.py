"""What every answer carries: checksum, request id, date, CORS; its body smaller for those who accept that."""

import gzip
import re
import zlib
from email.utils import parsedate_to_datetime

import pytest
from tests.wire.rawhttp import HEADERS, RawConnection, ask, call, request_bytes


def test_the_checksum_is_of_the_body_as_sent(port: int) -> None:
    for payload in ({}, {"Limit": 0}):
        response = call(port, "ListTables", payload)
        assert response.headers["x-amz-crc32"] == str(zlib.crc32(response.body))


def test_every_answer_has_an_id_of_its_own_and_a_date(port: int) -> None:
    with RawConnection(port) as connection:
        responses = [connection.call("ListTables", {}) for _ in range(3)]
    ids = {response.headers["x-amzn-requestid"] for response in responses}
    assert len(ids) == 3
    assert all(re.fullmatch("[0-9A-Z]{52}", request_id) for request_id in ids)
    assert parsedate_to_datetime(responses[0].headers["date"])
    assert responses[0].headers["server"] == "Server"


def test_the_health_page_names_the_service_and_its_region(port: int) -> None:
    response = ask(port, request_bytes("GET", {"Host": "localhost"}))
    assert (response.status, response.body) == (200, b"healthy: dynamodb.ap-northeast-1.amazonaws.com ")
    signed = ask(port, request_bytes("GET", HEADERS))
    assert signed.body == b"healthy: dynamodb.eu-west-1.amazonaws.com "


def test_head_is_get_without_the_body(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(request_bytes("HEAD", {"Host": "localhost"}))
        response = connection.receive(has_body=False)
        assert (response.status, response.headers["content-length"]) == (200, "47")
        assert connection.call("ListTables", {}).status == 200


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"Access-Control-Request-Headers": "a, b, c"},
        {"Access-Control-Request-Headers": "x-amz-target", "Access-Control-Request-Method": "POST"},
    ],
)
def test_a_preflight_allows_what_it_asks_for(port: int, asked: dict[str, str]) -> None:
    response = ask(port, request_bytes("OPTIONS", {"Host": "localhost", "Origin": "https://a.example", **asked}))
    assert (response.status, response.body) == (200, b"")
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["access-control-max-age"] == "172800"
    assert response.headers.get("access-control-allow-headers") == asked.get("Access-Control-Request-Headers")
    assert response.headers.get("access-control-allow-methods") == asked.get("Access-Control-Request-Method")


def test_an_answer_to_a_page_may_be_read_by_it(port: int) -> None:
    response = call(port, "ListTables", {}, Origin="https://a.example")
    assert response.headers["access-control-allow-origin"] == "*"
    assert "x-amzn-RequestId" in response.headers["access-control-expose-headers"]
    assert "access-control-allow-origin" not in call(port, "ListTables", {}).headers


def test_a_long_answer_is_compressed_for_those_who_accept_it(port: int) -> None:
    item = {"PK": {"S": "long"}, "text": {"S": "abc" * 5000}}
    call(port, "PutItem", {"TableName": "things", "Item": item})
    get = {"TableName": "things", "Key": {"PK": {"S": "long"}}}
    response = call(port, "GetItem", get, Accept_Encoding="deflate, gzip;q=0.5")
    assert response.headers["content-encoding"] == "gzip"
    assert len(response.body) < 1000
    assert response.headers["x-amz-crc32"] == str(zlib.crc32(response.body))
    assert gzip.decompress(response.body) == call(port, "GetItem", get).body


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "gzip; q=0.0", "br"])
def test_nobody_gets_gzip_unasked(port: int, accepted: str) -> None:
    call(port, "PutItem", {"TableName": "things", "Item": {"PK": {"S": "plain"}, "text": {"S": "abc" * 5000}}})
    response = call(port, "GetItem", {"TableName": "things", "Key": {"PK": {"S": "plain"}}}, Accept_Encoding=accepted)
    assert "content-encoding" not in response.headers


def test_a_compressed_request_is_read(port: int) -> None:
    body = gzip.compress(b'{"Limit": ') + gzip.compress(b"3}")
    assert call(port, "ListTables", body, Content_Encoding="gzip").status == 200


@pytest.mark.parametrize(
    "body", [b"no gzip", gzip.compress(b"{}", mtime=0)[:-4], gzip.compress(b"{}", mtime=0) + b"rest"]
)
def test_a_broken_compressed_request_is_a_serialization_error(port: int, body: bytes) -> None:
    response = call(port, "ListTables", body, Content_Encoding="gzip")
    assert response.json == {"__type": "com.amazon.coral.service#SerializationException"}


def test_a_small_body_that_unfolds_beyond_the_limit_is_too_large(port: int) -> None:
    bomb = gzip.compress(b" " * (200 * 1024 * 1024), compresslevel=9)
    assert len(bomb) < 300_000
    assert call(port, "ListTables", bomb, Content_Encoding="gzip").status == 413


def test_a_refusal_names_its_type_with_its_namespace_and_its_message_in_lower_case(port: int) -> None:
    response = call(port, "GetItem", {"TableName": "absent", "Key": {"PK": {"S": "a"}}})
    assert response.status == 400
    assert response.json == {
        "__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
        "message": "Requested resource not found",
    }


def test_a_wrong_type_is_told_with_a_capital_message(port: int) -> None:
    response = call(port, "ListTables", {"ExclusiveStartTableName": 1})
    assert response.json == {
        "__type": "com.amazon.coral.service#SerializationException",
        "Message": "NUMBER_VALUE cannot be converted to String",
    }


def test_a_cancelled_transaction_lists_its_reasons_beside_a_capital_message(port: int) -> None:
    check = {"TableName": "things", "Key": {"PK": {"S": "none"}}, "ConditionExpression": "attribute_exists(PK)"}
    response = call(port, "TransactWriteItems", {"TransactItems": [{"ConditionCheck": check}]})
    assert response.json["CancellationReasons"][0]["Code"] == "ConditionalCheckFailed"
    assert response.json["Message"].startswith("Transaction cancelled")
