"""One client's connection: requests run in order, answers sent in order, and no more kept than the peer reads."""

import asyncio
from collections import deque
from typing import cast

from chabudai.wire.exchange import Exchange
from chabudai.wire.lobby import Lobby
from chabudai.wire.parsing import Phase, RequestReader
from chabudai.wire.replies import CONTINUE, render_fault

_NEVER = float("inf")


class Connection(asyncio.Protocol):
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._limits = lobby.limits
        self._reader = RequestReader(lobby.limits, lobby.budget)
        self._exchanges: deque[Exchange] = deque()
        self._transport: asyncio.Transport
        self._deadline = _NEVER
        self._phase: Phase | None = None  # the one that the deadline is for
        self._is_open = False
        self._is_read = True
        self._is_writable = True
        self._is_proceeding = False
        self._is_lingering = False
        self._peer_ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if not self._lobby.enter(self):
            self._transport.write(render_fault(503))
            self._transport.close()
            return
        self._is_open = True
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        if self._is_open and not self._is_lingering:
            self._reader.feed(data)
            self._proceed()

    def eof_received(self) -> bool:
        """A peer that has said all may still want its answers."""
        self._peer_ended = True
        return self._is_busy()

    def pause_writing(self) -> None:
        self._is_writable = False
        self._deadline = self._lobby.clock() + self._limits.stalled_seconds
        self._set_reading()

    def resume_writing(self) -> None:
        self._is_writable = True
        self._proceed()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_open = False
        self._reader.close()
        self._lobby.budget.give(sum(len(exchange.request.body) for exchange in self._exchanges))
        self._exchanges.clear()
        self._lobby.leave(self)

    def sweep(self, now: float) -> None:
        if now < self._deadline:
            return
        if self._is_lingering or not self._is_writable:
            self._transport.abort()
        elif self._reader.phase is Phase.BETWEEN:
            self._transport.close()
        else:
            self._refuse(408)

    def retire(self) -> None:
        if not self._is_lingering:
            self._proceed()

    def abort(self) -> None:
        self._transport.abort()

    def _is_busy(self) -> bool:
        return bool(self._exchanges or self._reader.complete)

    def _proceed(self) -> None:
        """Do all that can be done just now; called after every event. A quick exchange calls it from within."""
        if self._is_proceeding or not self._is_open:
            return
        self._is_proceeding = True
        self._send_ready()
        while self._may_run():
            request = self._reader.complete.popleft()
            if self._lobby.is_closing:
                request = request._replace(keep_alive=False)
            exchange = Exchange(request, self._proceed)
            self._exchanges.append(exchange)
            self._lobby.runner.run(exchange)
            self._send_ready()
        self._is_proceeding = False
        self._rest()

    def _may_run(self) -> bool:
        """The next request waits until the one before it has run, and while the peer does not read its answers."""
        if not self._reader.complete or not self._is_writable or self._transport.is_closing():
            return False
        waiting = self._exchanges
        if not waiting:
            return True
        return (
            waiting[-1].has_run
            and len(waiting) < self._limits.pipeline
            and sum(len(exchange.answer) for exchange in waiting) < self._limits.unsent
        )

    def _send_ready(self) -> None:
        while self._exchanges and self._exchanges[0].is_ready:
            exchange = self._exchanges.popleft()
            self._lobby.budget.give(len(exchange.request.body))
            self._transport.write(exchange.answer)
            if exchange.closes:
                self._transport.close()
                return

    def _rest(self) -> None:
        """What is to be done between two events."""
        if self._transport.is_closing():
            return
        reader = self._reader
        if not self._is_busy():
            if reader.fault:
                self._refuse(reader.fault)
                return
            if self._peer_ended or (self._lobby.is_closing and reader.phase is Phase.BETWEEN):
                self._transport.close()
                return
            if reader.awaits_continue:
                reader.awaits_continue = False
                self._transport.write(CONTINUE)
        self._set_reading()
        self._set_deadline()

    def _set_reading(self) -> None:
        should_read = self._is_writable and len(self._reader.complete) < self._limits.pipeline
        if should_read != self._is_read and not self._transport.is_closing():
            self._is_read = should_read
            if should_read:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _set_deadline(self) -> None:
        """Idle time counts from the last answer; a head and a body have their time from their first byte."""
        if not self._is_writable:
            return
        if self._is_busy():
            self._deadline, self._phase = _NEVER, None
            return
        phase = self._reader.phase
        if phase is Phase.BETWEEN:
            self._deadline = self._lobby.clock() + self._limits.idle_seconds
        elif phase is not self._phase:
            allowed = self._limits.head_seconds if phase is Phase.HEAD else self._limits.body_seconds
            self._deadline = self._lobby.clock() + allowed
        self._phase = phase

    def _refuse(self, status: int) -> None:
        """Answer what cannot be read, then drop the rest of it for a while: a reset would cost the peer the answer."""
        self._is_lingering = True
        self._reader.close()
        self._transport.write(render_fault(status))
        if self._peer_ended:
            self._transport.close()
            return
        self._transport.write_eof()
        self._deadline = self._lobby.clock() + self._limits.linger_seconds
        self._set_reading()
