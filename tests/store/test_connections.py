"""Connections: kept and used again while they are good, let go when they are not, and never mixed up."""

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.adapters.mail.certificates import make_trust
from tests.store.remotes import Connect
from tests.store.scripted import (
    answer,
    closed_port,
    said,
    scripted,
    scripted_with_tls,
    sound,
    then_end,
)
from tests.store.tunnel import tunnel

from chabudai.store.connections import HttpTimeouts
from chabudai.store.endpoints import url_endpoint
from chabudai.store.errors import NoCredentials, RequestRefused, StoreUnreachable
from chabudai.store.retries import RetryPolicy

ANSWER = {"TableNames": ["x"]}
FINE = sound(ANSWER)
BODY = b'{"TableNames": ["x"]}'

pytestmark = pytest.mark.usefixtures("keys")


def test_a_connection_that_ended_while_it_was_idle_is_not_used(connect: Connect) -> None:
    with scripted(then_end(FINE)) as server, connect(url_endpoint(server.url)) as store:
        for _ in range(3):
            assert store.call("ListTables", {}) == ANSWER
            time.sleep(0.05)  # its end arrives
        assert (len(server.heard), server.connections) == (3, 3)


@pytest.mark.parametrize(
    "text",
    [
        b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 21\r\n\r\n" + BODY,
        b"HTTP/1.1 200 OK\r\n\r\n" + BODY,
        b"HTTP/1.0 200 OK\r\nContent-Length: 21\r\n\r\n" + BODY,
    ],
    ids=["close", "no-length", "http-1.0"],
)
def test_an_answer_that_ends_its_connection_is_taken_and_another_is_made(connect: Connect, text: bytes) -> None:
    with scripted(then_end(said(text))) as server, connect(url_endpoint(server.url)) as store:
        assert [store.call("ListTables", {}) for _ in range(2)] == [ANSWER] * 2
        assert server.connections == 2


@pytest.mark.parametrize(
    "text",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n"
        + BODY[:9]
        + b"\r\nc\r\n"
        + BODY[9:]
        + b"\r\n0\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n" + BODY,
        b"HTTP/1.1 200\r\ncontent-length:21\r\nX-Long: " + b"x" * 3000 + b"\r\n\r\n" + BODY,
    ],
    ids=["chunks", "continue", "long-header"],
)
def test_an_answer_may_come_in_every_form_that_http_has(connect: Connect, text: bytes) -> None:
    with scripted(said(text)) as server, connect(url_endpoint(server.url)) as store:
        assert [store.call("ListTables", {}) for _ in range(2)] == [ANSWER] * 2
        assert server.connections == 1


def test_an_answer_may_come_byte_by_byte(connect: Connect) -> None:
    text = b"HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n" + BODY

    def trickle(client: socket.socket) -> None:
        for at in range(len(text)):
            client.sendall(text[at : at + 1])
            time.sleep(0.001)

    with scripted(trickle) as server, connect(url_endpoint(server.url)) as store:
        assert store.call("ListTables", {}) == ANSWER


def test_a_large_answer_is_whole(connect: Connect) -> None:
    large = {"TableNames": ["畳" * 1_000_000]}
    with scripted(sound(large)) as server, connect(url_endpoint(server.url)) as store:
        assert store.call("ListTables", {}) == large
        assert store.call("ListTables", {"x": "畳" * 1_000_000}) == large
        assert server.heard[1].body == {"x": "畳" * 1_000_000}


def test_what_follows_an_answer_unasked_is_nobodys_answer(connect: Connect) -> None:
    planted = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    text = b"HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n" + BODY
    with scripted(said(text + planted), said(text + b"rubbish"), FINE) as server:
        with connect(url_endpoint(server.url), RetryPolicy(tries=2)) as store:
            assert [store.call("ListTables", {}) for _ in range(3)] == [ANSWER] * 3
        assert server.connections == 3


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(connect: Connect) -> None:
    late = threading.Event()

    def answer_late(client: socket.socket) -> None:
        late.wait(10)
        answer({"late": True})(client)

    with scripted(answer_late, FINE) as server:
        with connect(url_endpoint(server.url), timeouts=HttpTimeouts(read=0.2)) as store:
            with pytest.raises(StoreUnreachable, match="timed out"):
                store.call("ListTables", {})
            late.set()
            assert store.call("ListTables", {}) == ANSWER
        assert server.connections == 2


@pytest.mark.parametrize("text", [b"SSH-2.0-OpenSSH_9.2\r\n", b"\r\n\r\n\x00\x01", b"HTTP/9.9 x\r\n\r\n"])
def test_what_is_not_http_is_no_answer(connect: Connect, text: bytes) -> None:
    with (
        scripted(then_end(said(text))) as server,
        connect(url_endpoint(server.url)) as store,
        pytest.raises(StoreUnreachable, match="gave no answer"),
    ):
        store.call("ListTables", {})


def test_threads_that_ask_at_the_same_time_have_a_connection_each(connect: Connect) -> None:
    together = threading.Barrier(5, timeout=10)

    def answer_together(client: socket.socket) -> None:
        together.wait()
        FINE(client)

    with scripted(answer_together) as server:
        with connect(url_endpoint(server.url)) as store, ThreadPoolExecutor(5) as threads:
            for _ in range(3):
                asked = [threads.submit(store.call, "ListTables", {}) for _ in range(5)]
                assert [each.result() for each in asked] == [ANSWER] * 5
        assert (len(server.heard), server.connections) == (15, 5)


def test_with_tls_only_who_is_trusted_is_asked(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust = make_trust(tmp_path)
    with scripted_with_tls(trust.server, FINE) as server:
        with connect(url_endpoint(server.url)) as store, pytest.raises(StoreUnreachable, match=r"(?i)certificate"):
            store.call("ListTables", {})
        assert server.heard == []
        monkeypatch.setenv("AWS_CA_BUNDLE", str(tmp_path / "server.pem"))
        with connect(url_endpoint(server.url)) as store:
            assert [store.call("ListTables", {}) for _ in range(3)] == [ANSWER] * 3
        assert len(server.heard) == 3


def test_with_tls_another_hosts_certificate_is_refused(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust = make_trust(tmp_path, host="192.0.2.1")
    monkeypatch.setenv("AWS_CA_BUNDLE", str(tmp_path / "server.pem"))
    with scripted_with_tls(trust.server, FINE) as server, connect(url_endpoint(server.url)) as store:
        with pytest.raises(StoreUnreachable, match=r"(?i)certificate"):
            store.call("ListTables", {})
        assert server.heard == []


def test_a_proxy_of_the_environment_is_told_the_whole_address(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scripted(FINE) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        with connect(url_endpoint("http://db.example.com:8000/x")) as store:
            assert store.call("ListTables", {}) == ANSWER
        assert proxy.heard[0].path == "http://db.example.com:8000/x/"
        assert proxy.heard[0].headers["host"] == "db.example.com:8000"
        with connect(url_endpoint(f"http://127.0.0.1:{closed_port()}")) as store, pytest.raises(StoreUnreachable):
            store.call("ListTables", {})
        assert len(proxy.heard) == 1


def test_a_proxy_only_passes_on_what_is_encrypted(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust = make_trust(tmp_path)
    monkeypatch.setenv("AWS_CA_BUNDLE", str(tmp_path / "server.pem"))
    with scripted_with_tls(trust.server, FINE) as server, tunnel() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        with connect(url_endpoint(server.url)) as store:
            assert store.call("ListTables", {}) == ANSWER
        assert [heard.path for heard in server.heard] == ["/"]
        assert proxy.targets == [server.url.removeprefix("https://")]


def test_nobody_who_listens_is_waited_for_longer_than_the_connection_may_take(connect: Connect) -> None:
    with connect(url_endpoint("http://192.0.2.1:9"), timeouts=HttpTimeouts(connect=0.05)) as store:
        begun = time.monotonic()
        with pytest.raises(StoreUnreachable, match=r"192\.0\.2\.1"):
            store.call("ListTables", {})
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize("operation", ["Drink\r\nX: y", "", "お茶", "Drink Tea"])
def test_an_operation_that_no_header_can_carry_is_unknown(connect: Connect, operation: str) -> None:
    with scripted(FINE) as server, connect(url_endpoint(server.url)) as store:
        with pytest.raises(RequestRefused) as caught:
            store.call(operation, {})
        assert (caught.value.code, server.heard) == ("UnknownOperationException", [])


@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SESSION_TOKEN"])
def test_credentials_with_a_line_break_are_told_as_such(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "AKID\r\nX: y")
    with scripted(FINE) as server, connect(url_endpoint(server.url)) as store:
        with pytest.raises(NoCredentials, match="line break"):
            store.call("ListTables", {})
        assert server.heard == []
