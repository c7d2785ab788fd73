"""Peers that keep us waiting: slow heads, slow bodies, unread answers, and more of them than there is room for."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from tests.site.processes import until
from tests.wire.rawhttp import RawConnection, request_bytes

from chabudai.site.connection_registry import ConnectionLimits, ConnectionRegistry
from chabudai.site.server import SiteServer

LARGE = 8 * 1024 * 1024
LIMITS = ConnectionLimits(
    connections=40,
    connections_of_network=20,
    head=4096,
    head_seconds=1,
    idle_seconds=1,
    progress=10_000,
    progress_seconds=1,
    body=400_000,
    unread=LARGE + LARGE // 2,
)
GET = request_bytes("GET", {"Host": "localhost"}, path="/hello")
HALF = b"GET /hello HTTP/1.1\r\nHost: loc"
POST = b"POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n"


begun: list[str] = []
"""The paths of requests that were answered as far as we can, and of those that take long, when they begin."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers with how much was sent, or whatever its path says."""
    if scope["type"] != "http":
        return
    said, size, more = b"hello", 0, True
    if scope["path"] == "/late":
        begun.append("/late")
        await asyncio.sleep(2)
    while scope["path"] in ("/count", "/late") and more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
        said = str(size).encode()
    if scope["path"] == "/large":
        said = bytes(LARGE)
    if scope["path"] == "/names":
        said = b",".join(name + b"=" + value for name, value in scope["headers"])
    head = {"status": 200, "headers": [(b"content-length", str(len(said)).encode())]}
    await send({"type": "http.response.start", **head})
    await send({"type": "http.response.body", "body": said})
    begun.append(scope["path"])


class QuickServer(SiteServer):
    async def on_tick(self, counter: int) -> bool:
        """Looks at deadlines ten times as often, so that no test has to wait long."""
        self.registry.sweep()
        return await super().on_tick(counter)


@contextmanager
def serving(limits: ConnectionLimits = LIMITS) -> Iterator[int]:
    listener, ready = socket.create_server(("127.0.0.1", 0)), threading.Event()
    port = listener.getsockname()[1]
    server = QuickServer(application, limits, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    assert ready.wait(30)
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(30)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving() as port:
        yield port


def is_served(port: int, source: str = "127.0.0.1") -> bool:
    with RawConnection(port, source=source) as connection:
        connection.send(GET)
        return connection.receive().body == b"hello"


def end_of(connection: RawConnection) -> int | None:
    """The status with which it was ended, None when it was without a word; it has to be ended."""
    try:
        text = b"".join(iter(lambda: connection.socket.recv(65536), b""))
    except ConnectionResetError:
        return None
    return int(text.split(b" ")[1]) if text else None


def dribble(connection: RawConnection, data: bytes, pause: float) -> None:
    try:
        for byte in data:
            connection.send(bytes([byte]))
            time.sleep(pause)
    except OSError:  # it was ended meanwhile
        return


def test_half_a_head_is_ended_after_its_time(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(HALF)
        assert end_of(connection) == 408


def test_a_head_that_comes_byte_by_byte_has_no_more_time_than_any(port: int) -> None:
    with RawConnection(port) as connection:
        started = time.monotonic()
        dribble(connection, request_bytes("GET", {"Host": "localhost", "X": "a" * 1000}), 0.05)
        assert time.monotonic() - started < 30
        assert end_of(connection) in (408, None)


def test_who_connects_and_says_nothing_is_let_go_without_a_word(port: int) -> None:
    """A browser does so in case that it needs another connection, and would take 408 for an answer."""
    with RawConnection(port) as connection:
        assert end_of(connection) is None


def test_an_idle_connection_is_let_go_also_when_it_sends_empty_lines(port: int) -> None:
    with RawConnection(port) as quiet, RawConnection(port) as noisy:
        for connection in (quiet, noisy):
            connection.send(GET)
            assert connection.receive().body == b"hello"
        dribble(noisy, b"\r\n" * 12, 0.1)
        assert end_of(quiet) is None
        assert end_of(noisy) is None


def test_a_body_that_stalls_is_ended(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(POST + bytes(200_000))
        assert end_of(connection) == 408


def test_a_body_that_began_fast_has_to_go_on(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(POST + bytes(200_000))
        dribble(connection, bytes(100), 0.05)
        assert end_of(connection) in (408, None)


def test_a_slow_but_honest_body_is_taken_however_long_it_is_on_its_way(port: int) -> None:
    """In three times the time within which it has to go on."""
    with RawConnection(port) as connection:
        connection.send(POST)
        for _ in range(30):
            connection.send(bytes(10_000))
            time.sleep(0.1)
        assert connection.receive().body == b"300000"


def test_a_body_that_we_do_not_read_is_not_its_senders_fault(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(POST.replace(b"/count", b"/late"))
        connection.send(bytes(300_000))
        assert connection.receive().body == b"300000"


def test_an_answer_that_takes_longer_than_any_limit_is_waited_for(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(POST.replace(b"/count", b"/late").replace(b"300000", b"5") + b"12345")
        assert connection.receive().body == b"5"


def test_what_follows_an_early_answer_is_read_on_and_has_an_end(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(POST.replace(b"/count", b"/early"))
        assert connection.receive().body == b"hello"
        connection.send(bytes(300_000) + GET)
        assert connection.receive().body == b"hello"
    with RawConnection(port) as connection:
        connection.send(POST.replace(b"/count", b"/early").replace(b"300000", b"9000000"))
        assert connection.receive().body == b"hello"
        with pytest.raises(OSError):  # noqa: PT011 - whatever the system says of a connection that is gone
            connection.send(bytes(9_000_000))


@pytest.mark.parametrize("head", [b"X: " + b"a" * 8000, b"a:b\r\n" * 2000, b"GET /" + b"a" * 8000])
def test_a_head_without_end_is_refused(port: int, head: bytes) -> None:
    with RawConnection(port) as connection:
        connection.send(b"GET / HTTP/1.1\r\n" + head if not head.startswith(b"GET") else head)
        assert end_of(connection) == 431


def test_headers_after_a_body_are_nobodys(port: int) -> None:
    chunked = {"Host": "localhost", "Transfer-Encoding": "chunked"}
    with RawConnection(port) as connection:
        body = b"5\r\nhello\r\n0\r\nCookie: session=1\r\n\r\n"
        connection.send(request_bytes("POST", chunked, body, path="/late"))
        assert connection.receive().body == b"5"
        connection.send(request_bytes("POST", chunked, body, path="/names"))
        assert b"cookie" not in connection.receive().body
    with RawConnection(port) as connection:
        connection.send(request_bytes("POST", chunked, b"1;" + b"a" * 900_000, path="/count"))
        assert end_of(connection) is None


def test_a_few_requests_at_once_are_answered_in_order_and_many_are_not_kept(port: int) -> None:
    with RawConnection(port) as connection:
        connection.send(GET * 5)
        assert [connection.receive().body for _ in range(5)] == [b"hello"] * 5
    late = POST.replace(b"/count", b"/late").replace(b"300000", b"0")
    with RawConnection(port) as connection:
        connection.send(late + GET * 1000)
        assert end_of(connection) is None


def test_who_does_not_read_an_answer_is_let_go_and_who_reads_slowly_is_not(port: int) -> None:
    large = request_bytes("GET", {"Host": "localhost"}, path="/large")
    with RawConnection(port) as idle, RawConnection(port) as slow:
        idle.send(large)
        slow.send(large)
        read = 0
        while read < LARGE // 2:
            read += len(slow.socket.recv(65536))
            time.sleep(0.03)
        with pytest.raises((AssertionError, OSError)):
            assert len(idle.receive().body) == LARGE
        while read < LARGE:
            piece = slow.socket.recv(1 << 20)
            assert piece
            read += len(piece)


def test_all_unread_answers_together_are_bounded(port: int) -> None:
    large = request_bytes("GET", {"Host": "localhost"}, path="/large")
    with ExitStack() as stack:
        connections = [stack.enter_context(RawConnection(port)) for _ in range(4)]
        before = begun.count("/large")
        for connection in connections:
            connection.send(large)
        until(lambda: begun.count("/large") == before + len(connections), "all are answered")
        whole = 0
        for connection in connections:
            try:
                whole += len(connection.receive().body) == LARGE
            except (AssertionError, OSError):
                continue
    assert 1 <= whole < len(connections)
    assert is_served(port)


@pytest.mark.parametrize("sent", [HALF, b"", POST + b"1", GET])
@pytest.mark.parametrize("sources", [["127.0.0.1"], [f"127.0.0.{number}" for number in range(2, 9)]])
def test_however_many_wait_whoever_comes_is_served(sent: bytes, sources: list[str]) -> None:
    """Half heads, nothing, half bodies and idle connections: from one address, and from many."""
    with serving() as port, ExitStack() as stack:
        for number in range(120):
            waiting = RawConnection(port, source=sources[number % len(sources)])
            stack.callback(waiting.close)
            waiting.send(sent)
        assert all(is_served(port, source) for source in (*sources, "127.0.0.99"))


def test_those_who_are_being_answered_make_no_room_and_the_next_is_told_to_come_again() -> None:
    late = POST.replace(b"/count", b"/late").replace(b"300000", b"0")
    with serving() as port, ExitStack() as stack:
        answered = [stack.enter_context(RawConnection(port)) for _ in range(LIMITS.connections_of_network)]
        begun.clear()
        for connection in answered:
            connection.send(late)
        until(lambda: begun.count("/late") == len(answered), "all are being answered")
        with RawConnection(port) as one_more:
            refused = one_more.receive()
        assert (refused.status, refused.headers["retry-after"]) == (503, "10")
        assert [connection.receive().body for connection in answered] == [b"0"] * len(answered)
        assert is_served(port)


def test_an_upload_goes_on_while_others_hold_half_of_theirs() -> None:
    with serving() as port, ExitStack() as stack:
        upload = stack.enter_context(RawConnection(port))
        upload.send(POST)
        for _ in range(30):
            upload.send(bytes(10_000))
            for _ in range(3):
                other = stack.enter_context(RawConnection(port))
                other.send(POST + b"1")
            time.sleep(0.02)
        assert upload.receive().body == b"300000"


class Peer:
    """A connection that only waits."""

    def __init__(self, network: str) -> None:
        self.network = network
        self.is_aborted = False

    def check_deadline(self, now: float) -> None: ...

    def abort(self) -> None:
        self.is_aborted = True


def test_the_registry_lets_go_of_whoever_waited_longest_and_forgets_networks_that_left() -> None:
    registry = ConnectionRegistry(ConnectionLimits(connections=4, connections_of_network=3))
    peers = [Peer(network) for network in "aaab"]
    for peer in peers:
        assert registry.admit(peer)
        registry.wait(peer)
    registry.wait(peers[0])  # it went on
    assert registry.admit(Peer("a"))
    assert [peer.is_aborted for peer in peers] == [False, True, False, False]
    for peer in peers:
        registry.remove(peer)
        registry.remove(peer)
    assert len(registry) == 1
