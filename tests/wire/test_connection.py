"""One connection and its odd clients: pipelined, chunked, cut, slow, half-closed, malformed, oversized, not reading."""

import socket
import time
from collections.abc import Iterator

import pytest
from tests.wire.endpoint import Endpoint, serving
from tests.wire.rawhttp import HEADERS, RawConnection, ask, call, call_bytes, request_bytes

from chabudai.engine.engine import Engine
from chabudai.wire.limits import EndpointLimits
from chabudai.wire.server import EndpointSettings

LIST_TABLES = {**HEADERS, "X-Amz-Target": "DynamoDB_20120810.ListTables"}
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def impatient(engine: Engine) -> Iterator[Endpoint]:
    """An endpoint with little time for slow clients."""
    limits = EndpointLimits(
        head_seconds=0.3,
        body_seconds=0.5,
        idle_seconds=0.8,
        stalled_seconds=0.5,
        linger_seconds=0.3,
        sweep_seconds=0.05,
    )
    with serving(engine, EndpointSettings(port=0, limits=limits)) as endpoint:
        yield endpoint


def put(number: int) -> bytes:
    item = {"PK": {"S": f"pipelined-{number}"}, "n": {"N": str(number)}}
    return call_bytes("PutItem", {"TableName": "things", "Item": item})


def get(number: int) -> bytes:
    return call_bytes("GetItem", {"TableName": "things", "Key": {"PK": {"S": f"pipelined-{number}"}}})


def test_a_connection_serves_many_requests(port: int) -> None:
    with RawConnection(port) as connection:
        for _ in range(20):
            response = connection.call("ListTables", {})
            assert (response.status, response.headers["connection"]) == (200, "keep-alive")


def test_pipelined_requests_are_answered_in_their_order(port: int) -> None:
    with RawConnection(port) as connection:
        slow = call_bytes("ListTables", {})
        connection.send(b"".join(slow + put(number) + get(number) for number in range(200)))
        for number in range(200):
            assert "TableNames" in connection.receive().json
            assert connection.receive().json == {}
            assert connection.receive().json["Item"]["n"] == {"N": str(number)}


def test_a_request_may_arrive_byte_by_byte(port: int) -> None:
    with RawConnection(port) as connection:
        for at in get(1):
            connection.send(bytes([at]))
        assert connection.receive().status == 200


def test_a_chunked_body_is_read_with_its_extensions_and_trailers(port: int) -> None:
    body = b'{"Lim'
    rest = b'it": 5}'
    chunks = b"%x;name=value\r\n%s\r\n%x\r\n%s\r\n0\r\nX-Trailer: x\r\nHost: other\r\n\r\n" % (
        len(body),
        body,
        len(rest),
        rest,
    )
    with RawConnection(port) as connection:
        connection.send(request_bytes("POST", {**LIST_TABLES, "Transfer-Encoding": "chunked"}, chunks))
        assert connection.receive().status == 200
        assert connection.call("ListTables", {}).status == 200


def test_a_client_that_waits_is_told_to_continue(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(request_bytes("POST", {**LIST_TABLES, "Expect": "100-continue", "Content-Length": "2"}))
        assert connection.receive(has_body=False).status == 100
        connection.send(b"{}")
        assert connection.receive().status == 200


def test_a_client_that_waits_behind_another_request_gets_both_answers_in_order(port: int) -> None:
    with RawConnection(port) as connection:
        waiting = request_bytes("POST", {**LIST_TABLES, "Expect": "100-Continue", "Content-Length": "2"})
        connection.send(call_bytes("ListTables", {}) + waiting)
        assert connection.receive().status == 200
        assert connection.receive(has_body=False).status == 100
        connection.send(b"{}")
        assert connection.receive().status == 200


def test_a_body_too_large_is_refused_before_it_is_sent(port: int) -> None:
    headers = {**LIST_TABLES, "Expect": "100-continue", "Content-Length": str(16 * MEGABYTE + 1)}
    assert ask(port, request_bytes("POST", headers)).status == 413


def test_another_expectation_cannot_be_met(port: int) -> None:
    assert ask(port, request_bytes("POST", {**LIST_TABLES, "Expect": "wonders"}, b"{}")).status == 417


def test_http_1_0_closes_after_its_answer_unless_asked_not_to(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(b"GET / HTTP/1.0\r\n\r\n")
        response = connection.receive()
        assert (response.status, response.headers["connection"]) == (200, "close")
        assert connection.is_closed_by_peer()
    with RawConnection(port) as connection:
        for _ in range(2):
            connection.send(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            assert connection.receive().headers["connection"] == "keep-alive"


def test_connection_close_is_kept_and_what_follows_it_passed_over(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(call_bytes("ListTables", {}, Connection="close") + b"anything at all")
        assert connection.receive().headers["connection"] == "close"
        assert connection.is_closed_by_peer()


@pytest.mark.parametrize("upgrade", ["h2c", "websocket"])
def test_a_wish_for_another_protocol_is_passed_over(port: int, upgrade: str) -> None:
    with RawConnection(port) as connection:
        wish = call_bytes("ListTables", {}, Connection="Upgrade", Upgrade=upgrade)
        connection.send(wish + call_bytes("ListTables", {}))
        assert connection.receive().status == 200
        assert connection.receive().status == 200


def test_many_wishes_for_another_protocol_are_passed_over_too(port: int) -> None:
    wish = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"
    with RawConnection(port) as connection:
        connection.send(wish * 3000)
        assert all(connection.receive().status == 200 for _ in range(3000))


def test_connect_is_not_found_and_closes(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(b"CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\nrest")
        assert connection.receive().status == 404
        assert connection.is_closed_by_peer()


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"POST / HTTP/9.9\r\nHost: a\r\n\r\n",
        b"POST / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nbad name: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
    ],
)
def test_what_is_no_http_is_a_bad_request_and_the_end_of_the_connection(port: int, data: bytes) -> None:
    with RawConnection(port) as connection:
        connection.send(data)
        assert connection.receive().status == 400
        assert connection.is_closed_by_peer()


def test_a_fault_is_told_after_the_answers_before_it(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(call_bytes("ListTables", {}) * 3 + b"nonsense\r\n\r\n")
        assert [connection.receive().status for _ in range(4)] == [200, 200, 200, 400]
        assert connection.is_closed_by_peer()


def test_header_values_may_be_empty_or_strange(port: int) -> None:
    response = call(port, "ListTables", {}, X_Empty="", X_Strange="\xe9\xff", Cookie="a=b; c=d")
    assert response.status == 200


@pytest.mark.parametrize(
    "head",
    [
        b"POST / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 8_000 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 40_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 5_000_000,
        b"POST /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
)
def test_a_head_too_large_is_refused(port: int, head: bytes) -> None:
    with RawConnection(port) as connection:
        connection.send(head)
        assert connection.receive().status == 431
        assert connection.is_closed_by_peer()


def test_a_body_of_20_megabytes_is_too_large_though_the_client_sends_it_all(port: int) -> None:
    response = ask(port, request_bytes("POST", LIST_TABLES, b"a" * (20 * MEGABYTE)))
    assert response.status == 413
    assert response.headers["transfer-encoding"] == "chunked"
    assert response.body == b""


def test_a_chunked_body_without_end_is_too_large(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(request_bytes("POST", {**LIST_TABLES, "Transfer-Encoding": "chunked"}))
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for _ in range(270):
            connection.send(chunk)
        assert connection.receive().status == 413


@pytest.mark.parametrize("opening", [b"0\r\nX: ", b"5;x="])
def test_a_trailer_or_an_extension_without_end_is_refused(port: int, opening: bytes) -> None:
    with RawConnection(port) as connection:
        connection.send(request_bytes("POST", {**LIST_TABLES, "Transfer-Encoding": "chunked"}, opening))
        for _ in range(20):
            connection.send(b"y" * MEGABYTE)
        assert connection.receive().status == 431


def test_a_body_of_many_small_chunks_is_read(port: int) -> None:
    chunks = b"1\r\n \r\n" * 200_000 + b"2\r\n{}\r\n0\r\n\r\n"
    response = ask(port, request_bytes("POST", {**LIST_TABLES, "Transfer-Encoding": "chunked"}, chunks))
    assert response.status == 200


def test_a_body_of_exactly_16_megabytes_is_read(port: int) -> None:
    body = b"{}" + b" " * (16 * MEGABYTE - 2)
    assert ask(port, request_bytes("POST", LIST_TABLES, body)).status == 200


def test_a_client_that_has_said_all_still_gets_its_answers(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(call_bytes("ListTables", {}) * 2 + put(3) + get(3))
        connection.socket.shutdown(socket.SHUT_WR)
        assert [connection.receive().status for _ in range(4)] == [200] * 4
        assert connection.is_closed_by_peer()


def test_a_client_that_ends_within_a_request_is_let_go(port: int) -> None:
    for part in (b"POST / HT", request_bytes("POST", {**LIST_TABLES, "Content-Length": "100"}, b"{")):
        with RawConnection(port) as connection:
            connection.send(part)
            connection.socket.shutdown(socket.SHUT_WR)
            assert connection.is_closed_by_peer()


def test_clients_that_vanish_leave_the_server_serving(port: int) -> None:
    for _ in range(50):
        connection = RawConnection(port)
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        connection.send(call_bytes("ListTables", {}) * 5 + put(1))
        connection.close()
    assert call(port, "ListTables", {}).status == 200


def test_a_slow_head_and_a_slow_body_time_out(impatient: Endpoint) -> None:
    for part in (b"POST / HTTP/1.1\r\nHos", request_bytes("POST", {**LIST_TABLES, "Content-Length": "100"}, b"{")):
        with RawConnection(impatient.port) as connection:
            connection.send(part)
            assert connection.receive().status == 408
            assert connection.is_closed_by_peer()


def test_dripping_bytes_does_not_extend_the_time_of_a_head(impatient: Endpoint) -> None:
    with RawConnection(impatient.port) as connection:
        began = time.monotonic()
        connection.send(b"POST / HTTP/1.1\r\nHost: a\r\nX: ")
        connection.socket.settimeout(0.05)
        while time.monotonic() - began < 5:
            connection.send(b"y")
            try:
                if connection.socket.recv(12) == b"HTTP/1.1 408":
                    break
            except TimeoutError:
                continue
        assert time.monotonic() - began < 2


def test_an_idle_connection_is_closed_without_a_word(impatient: Endpoint) -> None:
    with RawConnection(impatient.port) as connection:
        assert connection.call("ListTables", {}).status == 200
        assert connection.is_closed_by_peer()


def test_a_client_that_does_not_read_is_not_answered_beyond_its_buffer(impatient: Endpoint, engine: Engine) -> None:
    item = {"PK": {"S": "large"}, "text": {"S": "x" * 300_000}}
    engine.call("PutItem", {"TableName": "things", "Item": item})
    ask_for_it = call_bytes("GetItem", {"TableName": "things", "Key": {"PK": {"S": "large"}}})
    with RawConnection(impatient.port) as connection:
        connection.send(ask_for_it * 200)  # 60 MB of answers
        time.sleep(0.2)
        assert call(impatient.port, "ListTables", {}).status == 200
        time.sleep(1.0)
        received = 0
        try:
            while chunk := connection.socket.recv(MEGABYTE):
                received += len(chunk)
        except ConnectionResetError:
            pass
        assert received < 30_000_000


def test_a_client_that_reads_late_gets_everything(port: int, engine: Engine) -> None:
    item = {"PK": {"S": "large"}, "text": {"S": "x" * 300_000}}
    engine.call("PutItem", {"TableName": "things", "Item": item})
    ask_for_it = call_bytes("GetItem", {"TableName": "things", "Key": {"PK": {"S": "large"}}})
    with RawConnection(port) as connection:
        connection.send(ask_for_it * 100)
        time.sleep(0.2)
        for _ in range(100):
            assert len(connection.receive().body) > 300_000
