"""Bytes in, whole HTTP requests out, within limits. The only module that knows httptools."""

from collections import deque
from enum import Enum

from chabudai.wire.limits import Budget, Limits
from chabudai.wire.requests import Request

try:
    import httptools
except ModuleNotFoundError:
    raise ImportError("The endpoint needs httptools: install chabudai with its extra, chabudai[endpoint].") from None


class Phase(Enum):
    BETWEEN = "between requests"
    HEAD = "within a request's head"
    BODY = "within a request's body"


class RequestReader:
    """Feed it what arrives. Whole requests gather in `complete`; `fault` is the HTTP status that ended the reading."""

    __slots__ = (
        "_body",
        "_budget",
        "_headers",
        "_limits",
        "_method",
        "_parser",
        "_received",
        "_size",
        "_url",
        "awaits_continue",
        "complete",
        "ended",
        "fault",
        "phase",
    )

    def __init__(self, limits: Limits, budget: Budget) -> None:
        self.complete: deque[Request] = deque()
        self.fault = 0
        self.ended = False
        self.phase = Phase.BETWEEN
        self.awaits_continue = False
        self._limits = limits
        self._budget = budget
        self._parser = httptools.HttpRequestParser(self)
        self._received = 0
        self._method = b""
        self._url = b""
        self._headers: dict[bytes, bytes] = {}
        self._body: bytes | bytearray = b""
        self._size = 0

    def feed(self, data: bytes) -> None:
        if self.ended:
            return
        if self.phase is not Phase.BETWEEN:
            self._received += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            self._read_without_upgrade(data[upgrade.args[0] :])
        except httptools.HttpParserError:
            if not self.ended:  # otherwise only what follows the last request is unreadable
                self._fail(400)
        if not self.ended:
            self._check_received()

    def close(self) -> None:
        """Give back what the unread requests took of the budget."""
        self.ended = True
        self._budget.give(len(self._body) + sum(len(request.body) for request in self.complete))
        self._body = b""
        self.complete.clear()

    def on_message_begin(self) -> None:
        self.phase = Phase.HEAD
        self._received = 0
        self._url = b""
        self._headers = {}
        self._size = 0

    def on_url(self, url: bytes) -> None:
        self._url += url
        self._size += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.phase is not Phase.HEAD:
            return  # a trailer: none means anything here
        self._size += len(name) + len(value) + 4
        name = name.lower()
        known = self._headers.get(name)
        self._headers[name] = value if known is None else known + b"," + value

    def on_headers_complete(self) -> None:
        headers = self._headers
        self._method = self._parser.get_method()
        self.phase = Phase.BODY
        if self._size > self._limits.head:
            self._stop(431)
        modern = self._parser.get_http_version() == "1.1"
        if modern and (b"host" not in headers or b"," in headers[b"host"]):
            self._stop(400)
        if int(headers.get(b"content-length", b"0")) > self._limits.body:
            self._stop(413)
        if b"expect" in headers and modern:
            if headers[b"expect"].lower() != b"100-continue":
                self._stop(417)
            self.awaits_continue = True

    def on_body(self, chunk: bytes) -> None:
        self.awaits_continue = False
        if len(self._body) + len(chunk) > self._limits.body:
            self._stop(413)
        if not self._budget.take(len(chunk)):
            self._stop(503)
        if self._body:
            if not isinstance(self._body, bytearray):
                self._body = bytearray(self._body)
            self._body += chunk
        else:
            self._body = chunk

    def on_message_complete(self) -> None:
        keep_alive = self._parser.should_keep_alive() and self._method != b"CONNECT"
        self.complete.append(Request(self._method, self._url, self._headers, self._body, keep_alive))
        self.phase = Phase.BETWEEN
        self.awaits_continue = False
        self.ended = not keep_alive
        self._body = b""

    def _read_without_upgrade(self, rest: bytes) -> None:
        """No other protocol is spoken here, and RFC 9110 lets the wish be passed over; the body is yet to come."""
        if self._method == b"CONNECT":
            return
        request = self.complete.pop()
        lines = [b"%s %s HTTP/1.1" % (request.method, request.url)]
        lines += [b"%s: %s" % line for line in request.headers.items() if line[0] not in (b"upgrade", b"connection")]
        if not request.keep_alive:
            lines.append(b"connection: close")
        self.ended = False
        self._parser = httptools.HttpRequestParser(self)
        self.feed(b"\r\n".join(lines) + b"\r\n\r\n" + rest)

    def _check_received(self) -> None:
        """Bytes that the parser keeps to itself count too: a head without end, a trailer without end."""
        if self.phase is Phase.HEAD and self._received > self._limits.head:
            self._fail(431)
        elif self.phase is Phase.BODY and self._received > 2 * self._limits.body:
            self._fail(413)

    def _stop(self, status: int) -> None:
        self._fail(status)
        raise _StopParsing

    def _fail(self, status: int) -> None:
        self.fault = status
        self.ended = True
        self.awaits_continue = False
        self._budget.give(len(self._body))
        self._body = b""


class _StopParsing(Exception):
    """Ends the parser's work from within a callback."""
