"""Bytes in, whole HTTP requests out, within limits. The only module that knows httptools."""

from collections import deque
from enum import Enum

from chabudai.wire.limits import Budget, EndpointLimits
from chabudai.wire.requests import Request

try:
    import httptools
except ModuleNotFoundError:
    need = "The endpoint needs httptools: install chabudai with its extra, chabudai[endpoint]."
    raise ImportError(need, name="httptools") from None


_MOST_REPEATED = 100


class Phase(Enum):
    BETWEEN = "between requests"
    HEAD = "within a request's head"
    BODY = "within a request's body"


_BETWEEN, _HEAD, _BODY = Phase  # looking a member up in its class takes several times as long


class RequestReader:
    """Feed it what arrives. Whole requests gather in `complete`; `fault` is the HTTP status that ended the reading."""

    def __init__(self, limits: EndpointLimits, budget: Budget) -> None:
        self.complete: deque[Request] = deque()
        self.fault = 0
        self.ended = False
        self.phase = _BETWEEN
        self.awaits_continue = False
        self._limits = limits
        self._budget = budget
        self._parser = httptools.HttpRequestParser(self)
        self._fed = 0  # the length of what is being fed
        self._received = 0  # of the request, in the feedings after the one that began it
        self._parsed = 0  # of these, when the parser last told something
        self._repeated = 0
        self._method = b""
        self._url = b""
        self._fields: dict[bytes, bytes] = {}
        self._headers: dict[bytes, bytes] = {}
        self._body: bytes | bytearray = b""

    def feed(self, data: bytes) -> None:
        while data and not self.ended:
            self._fed = len(data)
            self._received += len(data)
            data = self._parse(data)
        if self.phase is not _BETWEEN and not self.ended:
            self._check_received()

    def close(self) -> None:
        """Give back what the unread requests took of the budget."""
        self.ended = True
        self._budget.give(len(self._body) + sum(len(request.body) for request in self.complete))
        self._body = b""
        self.complete.clear()

    def on_message_begin(self) -> None:
        self.phase = _HEAD
        self._received = 0
        self._parsed = 0
        self._repeated = 0
        self._url = b""
        self._fields = {}

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        name = name.lower()
        if name in self._fields:
            self._append_to_header(name, value)
        else:
            self._fields[name] = value

    def on_headers_complete(self) -> None:
        headers = self._headers = self._fields
        self._fields = {}  # for trailers, of which none means anything here
        self._method = self._parser.get_method()
        self.phase = _BODY
        self._parsed = self._received
        if self._received + self._fed > self._limits.head and self._head_size() > self._limits.head:
            self._stop(431)
        if b"," in headers.get(b"host", b",") and self._is_http_1_1():
            self._stop(400)
        if int(headers.get(b"content-length", b"0")) > self._limits.body:
            self._stop(413)
        if b"expect" in headers and self._is_http_1_1():
            if headers[b"expect"].lower() != b"100-continue":
                self._stop(417)
            self.awaits_continue = True

    def on_chunk_header(self) -> None:
        self._parsed = self._received

    def on_body(self, chunk: bytes) -> None:
        self.awaits_continue = False
        self._parsed = self._received
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
        self.phase = _BETWEEN
        self.awaits_continue = False
        self.ended = not keep_alive
        self._body = b""

    def _append_to_header(self, name: bytes, value: bytes) -> None:
        self._repeated += 1
        if self._repeated > _MOST_REPEATED:  # each costs a copy of those before it
            self._stop(431)
        self._fields[name] += b"," + value

    def _is_http_1_1(self) -> bool:
        return bool(self._parser.get_http_version() == "1.1")

    def _head_size(self) -> int:
        return len(self._url) + sum(len(name) + len(value) + 4 for name, value in self._headers.items())

    def _parse(self, data: bytes) -> bytes:
        """Read all of it; what comes back is to be read anew."""
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            if self._method != b"CONNECT":
                return self._without_upgrade() + data[upgrade.args[0] :]
        except httptools.HttpParserError:
            if not self.ended:  # otherwise only what follows the last request is unreadable
                self._fail(400)
        return b""

    def _without_upgrade(self) -> bytes:
        """The last head again: RFC 9110 lets the wish for another protocol be passed over. The body is yet to come."""
        request = self.complete.pop()
        lines = [b"%s %s HTTP/1.1" % (request.method, request.url)]
        lines += [b"%s: %s" % line for line in request.headers.items() if line[0] not in (b"upgrade", b"connection")]
        if not request.keep_alive:
            lines.append(b"connection: close")
        self.ended = False
        self._parser = httptools.HttpRequestParser(self)
        return b"\r\n".join(lines) + b"\r\n\r\n"

    def _check_received(self) -> None:
        """What the parser keeps to itself is bounded too: a head, a chunk's extensions or a trailer without end."""
        if self._received - self._parsed > self._limits.head:
            self._fail(431)

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
