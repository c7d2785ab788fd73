"""Connections to one endpoint, kept alive for the next request: a socket each, and no more around it than is needed."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from urllib3.util import wait_for_read

from chabudai.store.errors import not_connected, unreachable
from chabudai.store.http_messages import AnswerReader, MalformedAnswer, request_bytes
from chabudai.store.replies import HttpReply

_MOST_IDLE = 50
_PIECE = 64 * 1024
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class HttpTimeouts:
    """Seconds to wait for a connection, and for the next bytes of an answer."""

    connect: float = 5.0
    read: float = 30.0


class Connections(Protocol):
    """The way to one URL, that threads share: each that asks at the same time has a connection of its own."""

    def post(self, headers: Mapping[str, str], body: bytes) -> HttpReply:
        """Raises StoreUnreachable."""
        ...

    def close(self) -> None: ...


class ConnectionPool(Connections):
    """Straight to the endpoint; `tls` says whom to trust there."""

    def __init__(self, url: str, tls: ssl.SSLContext | None, timeouts: HttpTimeouts) -> None:
        parts = urlsplit(url)
        self._url = url
        self._host = parts.hostname or ""
        self._port = parts.port or _DEFAULT_PORTS[parts.scheme]
        self._target = parts.path or "/"
        self._tls = tls
        self._timeouts = timeouts
        self._idle: list[socket.socket] = []  # the last one used is the next
        self._is_closed = False

    def post(self, headers: Mapping[str, str], body: bytes) -> HttpReply:
        try:
            connection = self._take_idle() or self._connect()
        except TimeoutError as error:
            raise not_connected(self._url, f" in time: {error}") from error
        except OSError as error:
            raise not_connected(self._url, f": {error!r}") from error
        try:
            return self._exchange(connection, request_bytes(self._target, headers, body))
        except TimeoutError as error:
            raise unreachable(self._url, f" in time: {error}") from error
        except (OSError, MalformedAnswer) as error:
            raise unreachable(self._url, f": {error!r}") from error

    def close(self) -> None:
        self._is_closed = True
        while self._idle:
            with suppress(IndexError):  # another thread took it
                self._idle.pop().close()

    def _exchange(self, connection: socket.socket, request: bytes) -> HttpReply:
        reader = AnswerReader()
        try:
            connection.sendall(request)
            while reader.reply is None:
                received = connection.recv(_PIECE)
                if received:
                    reader.feed(received)
                elif not reader.end():
                    raise ConnectionError("the connection ended before the answer did")
        except TimeoutError:
            connection.close()
            raise TimeoutError(f"Read timed out. (read timeout={self._timeouts.read})") from None
        except BaseException:
            connection.close()
            raise
        self._release(connection, reader.keeps_alive)
        assert reader.reply is not None
        return reader.reply

    def _take_idle(self) -> socket.socket | None:
        with suppress(IndexError):
            while True:
                connection = self._idle.pop()
                # Nothing was asked on it: what there is to read is its end.
                if not wait_for_read(connection, 0):
                    return connection
                connection.close()
        return None

    def _connect(self) -> socket.socket:
        connection = socket.create_connection((self._host, self._port), self._timeouts.connect)
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_hostname=self._host)
            connection.settimeout(self._timeouts.read)
        except BaseException:
            connection.close()
            raise
        return connection

    def _release(self, connection: socket.socket, keeps_alive: bool) -> None:
        if not keeps_alive or self._is_closed or len(self._idle) >= _MOST_IDLE:
            connection.close()
            return
        self._idle.append(connection)
        if self._is_closed:  # meanwhile
            self.close()
