"""One connection to the site: uvicorn's own, with limits to how long and how much its peer may keep us waiting."""

import asyncio
import re
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from chabudai.site.connection_registry import ConnectionRegistry
from chabudai.web.origins import network_of

_AUTHORITY = re.compile(rb"[a-z][a-z0-9+.-]*://([^/?#]*)", re.IGNORECASE)
_RETRY_SECONDS = 10


class SiteServerState(ServerState):
    """What uvicorn hands to every connection of a server."""

    def __init__(self, registry: ConnectionRegistry) -> None:
        super().__init__()
        self.registry = registry


class _Part(Enum):
    """Of a request, as far as it was read."""

    HEAD = auto()
    BODY = auto()
    NONE = auto()


class _Awaited(Enum):
    """What the peer has to do before anything goes on."""

    HEAD = auto()
    BODY = auto()
    NEXT = auto()  # request
    READING = auto()  # of an answer


class SiteConnection(HttpToolsProtocol):
    def __init__(
        self,
        config: Config,
        server_state: SiteServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.network = ""
        self._registry = server_state.registry
        self._limits = server_state.registry.limits
        self._part = _Part.HEAD  # a connection is made in order to send one
        self._part_size = 0
        self._awaited: _Awaited | None = None
        self._deadline = 0.0
        self._progress = 0  # of a body, since the time limit was set
        self._unread = 0  # of an answer, taken from what all may leave unread
        self._unread_before = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network = network_of(self.client[0]) if self.client else ""
        if self._registry.admit(self):
            self._settle()
        else:
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._registry.remove(self)
        self._give_back_unread()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._part_size += len(data)
        if self._part is _Part.BODY:
            self._progress += len(data)
        super().data_received(data)
        if self._part is not _Part.BODY and self._part_size > self._limits.head:
            self._refuse(431)
        elif self._part is _Part.BODY and self._part_size > self._limits.body:
            self.abort()
        else:
            self._settle()

    def on_message_begin(self) -> None:
        self._part = _Part.HEAD
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """What follows a body in parts is nobody's business, and would stand among the headers."""
        if self._part is _Part.HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._part, self._part_size = _Part.BODY, 0
        if len(self.pipeline) >= self._limits.pipelined:
            self.abort()
        if self.transport.is_closing():
            return
        self._use_host_of_target()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._part, self._part_size = _Part.NONE, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._settle()

    def pause_writing(self) -> None:
        """The peer reads too slowly. It is let go when all such peers together hold too much."""
        super().pause_writing()
        unread = self.transport.get_write_buffer_size()
        if not self._registry.unread.take(unread):
            self.abort()
            return
        self._unread = unread
        self._settle()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._give_back_unread()
        self._settle()

    def check_deadline(self, now: float) -> None:
        if now < self._deadline:
            return
        if self._has_gone_on():
            self._begin_waiting(now)
        elif self.transport.is_closing() or self._awaited is _Awaited.READING:
            self.abort()
        elif self._awaited is _Awaited.NEXT or not self._part_size:
            self.transport.close()
        else:
            self._refuse(408)

    def abort(self) -> None:
        self.transport.abort()

    def _settle(self) -> None:
        """Called after every event."""
        before, self._awaited = self._awaited, self._find_awaited()
        if self._awaited is None:
            self._registry.work(self)
        elif self._awaited is not before:
            self._begin_waiting(self._registry.now)
        elif self._awaited is _Awaited.BODY:  # of those who wait, who goes on comes last
            self._registry.wait(self)

    def _find_awaited(self) -> _Awaited | None:
        """None while it is our turn."""
        if self.flow.write_paused:
            return _Awaited.READING
        is_answered = self.cycle is None or self.cycle.response_complete
        if self.pipeline or not (is_answered or self.cycle.more_body):
            return None
        match self._part:
            case _Part.BODY:
                return _Awaited.BODY
            case _Part.HEAD:
                return _Awaited.HEAD
            case _Part.NONE:
                return _Awaited.NEXT

    def _begin_waiting(self, now: float) -> None:
        self._progress = 0
        self._unread_before = self.transport.get_write_buffer_size()
        match self._awaited:
            case _Awaited.HEAD:
                self._deadline = now + self._limits.head_seconds
            case _Awaited.NEXT:
                self._deadline = now + self._limits.idle_seconds
            case _:
                self._deadline = now + self._limits.progress_seconds
        self._registry.wait(self)

    def _has_gone_on(self) -> bool:
        """Enough for who sends or reads slowly; or it is we who did not read."""
        if self._awaited is _Awaited.READING:
            return self._unread_before - self.transport.get_write_buffer_size() >= self._limits.progress
        if self._awaited is not _Awaited.BODY or self.transport.is_closing():
            return False
        return self.flow.read_paused or self._progress >= self._limits.progress

    def _refuse(self, status: int) -> None:
        """Said where nothing else is being said."""
        is_free = self.cycle is None or self.cycle.response_complete
        if self._part is _Part.BODY:
            is_free = not self.cycle.response_started and not self.pipeline
        if is_free:
            self.transport.write(_render_refusal(status))
        self.transport.close()

    def _give_back_unread(self) -> None:
        self._registry.unread.give(self._unread)
        self._unread = 0

    def _use_host_of_target(self) -> None:
        """A whole URL in the first line goes before the Host beside it: so HTTP has it, and so proxies do."""
        if found := _AUTHORITY.match(self.url):
            self.headers[:] = [(b"host", found[1]), *(each for each in self.headers if each[0] != b"host")]


def _render_refusal(status: int) -> bytes:
    phrase = HTTPStatus(status).phrase
    lines = (
        f"HTTP/1.1 {status} {phrase}",
        "content-type: text/plain",
        f"content-length: {len(phrase)}",
        f"retry-after: {_RETRY_SECONDS}",
        "connection: close",
        "",
        phrase,
    )
    return "\r\n".join(lines).encode("ascii")
