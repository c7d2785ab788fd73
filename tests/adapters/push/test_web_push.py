"""Web push against a service on this machine: what arrives is for one browser alone, signed, and sent nowhere else."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from chabudai.adapters.push import (
    PushFailed,
    Subscription,
    SubscriptionGone,
    UnknownService,
    WebPush,
    read_subscription,
)

SEED = b"s" * 32
CONTACT = "https://table.example.jp"


class Browser:
    """The keys of one, and what it can read with them."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"a" * 16
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, write(public), write(self._auth))

    def read(self, body: bytes) -> str:
        opened: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return opened.decode()


def write(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@contextmanager
def service(status: int = 201) -> Iterator[tuple[str, list[Any]]]:
    got: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(status)
            self.send_header("location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}", got
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_what_is_sent_can_be_read_by_that_browser_and_is_signed() -> None:
    with service() as (host, got):
        browser = Browser(f"http://{host}/to/me")
        WebPush(SEED, CONTACT, also=[host]).send(browser.subscription, "豆腐は、あすまでです。")
    ((path, headers, body),) = got
    assert path == "/to/me"
    assert browser.read(body) == "豆腐は、あすまでです。"
    assert "豆腐".encode() not in body
    token = headers["authorization"].partition("t=")[2].partition(",")[0]
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert (claims["sub"], claims["aud"]) == (CONTACT, f"http://{host}")
    assert f"k={WebPush(SEED, CONTACT).public_key}" in headers["authorization"]


@pytest.mark.parametrize(("status", "error"), [(410, SubscriptionGone), (404, SubscriptionGone), (500, PushFailed)])
def test_a_service_that_refuses_is_told_apart(status: int, error: type[Exception]) -> None:
    with service(status) as (host, got), pytest.raises(error):
        WebPush(SEED, CONTACT, also=[host]).send(Browser(f"http://{host}/x").subscription, "x")
    assert len(got) == 1


def test_a_site_that_only_its_house_reaches_can_send_too() -> None:
    with service() as (host, got):
        WebPush(SEED, "http://127.0.0.1:8000", also=[host]).send(Browser(f"http://{host}/x").subscription, "x")
    assert len(got) == 1


def test_a_service_that_sends_elsewhere_is_not_followed() -> None:
    with service(307) as (host, got), pytest.raises(PushFailed):
        WebPush(SEED, CONTACT, also=[host]).send(Browser(f"http://{host}/x").subscription, "x")
    assert len(got) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.example.jp/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user:pass@fcm.googleapis.com/x",
        "https://notify.windows.com/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com:port/x",
        "file:///etc/passwd",
        "x",
    ],
)
def test_nothing_is_sent_to_an_address_that_is_no_push_service(endpoint: str) -> None:
    with pytest.raises(UnknownService):
        WebPush(SEED, CONTACT).check(Browser(endpoint).subscription)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ],
)
def test_the_makers_of_browsers_are_known(endpoint: str) -> None:
    WebPush(SEED, CONTACT).check(Browser(endpoint).subscription)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"endpoint": 1, "keys": {"p256dh": "x", "auth": "y"}}', "[" * 9999])
def test_what_is_no_subscription_is_refused(text: str) -> None:
    with pytest.raises(UnknownService):
        read_subscription(text)


def test_a_subscription_is_written_as_it_is_read() -> None:
    subscription = Browser("https://web.push.apple.com/x").subscription
    assert read_subscription(subscription.to_json()) == subscription
