"""One client's connection: requests run in order, answers sent in order, and no more kept than the peer reads."""

import asyncio
from collections import deque
from typing import cast

from chabudai.wire.connection_registry import ConnectionRegistry
from chabudai.wire.parsing import Phase, RequestReader
from chabudai.wire.pending_answer import PendingAnswer
from chabudai.wire.replies import CONTINUE, render_fault
from chabudai.wire.requests import Request

_BETWEEN = Phase.BETWEEN
_NEVER = float("inf")


class Connection(asyncio.Protocol):
    def __init__(self, registry: ConnectionRegistry) -> None:
        self._registry = registry
        self._limits = registry.limits
        self._run = registry.runner.run
        self._reader = RequestReader(registry.limits, registry.bodies)
        self._requests = self._reader.complete
        self._waiting: deque[tuple[Request, PendingAnswer]] = deque()
        self._unsent: list[bytes] = []
        self._transport: asyncio.Transport
        self._deadline = _NEVER
        self._phase: Phase | None = None  # the one that the deadline is for
        self._is_open = False
        self._is_read = True
        self._is_writable = True
        self._is_lingering = False
        self._peer_ended = False
        self._stalled = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if not self._registry.add(self):
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
        return bool(self._waiting or self._requests)

    def pause_writing(self) -> None:
        """The peer reads too slowly. It is let go when all such peers together hold too much."""
        self._is_writable = False
        self._deadline = self._registry.now + self._limits.stalled_seconds
        unread = self._transport.get_write_buffer_size()
        if self._registry.stalled.take(unread):
            self._stalled = unread
            self._set_reading()
        else:
            self._transport.abort()

    def resume_writing(self) -> None:
        self._is_writable = True
        self._free_stalled()
        if self._is_lingering:
            self._deadline = self._registry.now + self._limits.linger_seconds
        self._proceed()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_open = False
        self._reader.close()
        self._registry.bodies.give(sum(len(request.body) for request, _ in self._waiting))
        self._waiting.clear()
        self._free_stalled()
        self._registry.remove(self)

    def check_deadline(self, now: float) -> None:
        if now < self._deadline:
            return
        if self._transport.is_closing() or not self._is_writable:
            self._transport.abort()
        elif self._is_lingering or self._reader.phase is _BETWEEN:
            self.flush()
            self._transport.close()
            self._deadline = now + self._limits.stalled_seconds
        else:
            self._refuse(408)

    def drain(self) -> None:
        self._proceed()

    def abort(self) -> None:
        self._transport.abort()

    def _proceed(self) -> None:
        """Do all that can be done just now; called after every event."""
        if not self._is_open or self._is_lingering:
            return
        if self._waiting:
            self._send_ready()
        while self._requests and self._may_run():
            request = self._requests.popleft()
            if self._registry.is_closing and not self._requests:
                request = request._replace(keep_alive=False)
                self._reader.close()
            answer = self._run(request, self._proceed)
            if isinstance(answer, PendingAnswer):
                self._waiting.append((request, answer))
            elif self._waiting:
                self._waiting.append((request, PendingAnswer(self._proceed, answer, is_ready=True)))
            else:
                self._send(request, answer)
        self._finish_event()

    def _may_run(self) -> bool:
        """The next request waits until the one before it has run, and while the peer does not read its answers."""
        if not self._is_writable or self._transport.is_closing():
            return False
        if not self._waiting:
            return True
        return (
            self._waiting[-1][1].answer != b""
            and len(self._waiting) < self._limits.pipeline
            and sum(len(pending.answer) for _, pending in self._waiting) < self._limits.unsent
        )

    def _send_ready(self) -> None:
        while self._waiting and self._waiting[0][1].is_ready:
            request, pending = self._waiting.popleft()
            self._send(request, pending.answer)

    def _send(self, request: Request, answer: bytes) -> None:
        self._registry.bodies.give(len(request.body))
        self._write(answer)
        if not request.keep_alive:
            self._linger()

    def _write(self, answer: bytes) -> None:
        """With many clients, answers leave at the end of the loop's turn: to wake one for each costs more than it."""
        if not self._unsent and not self._registry.flush_soon(self):
            self._transport.write(answer)
            return
        self._unsent.append(answer)

    def flush(self) -> None:
        if self._unsent:
            answers, self._unsent = self._unsent, []
            if self._is_open:
                self._transport.write(b"".join(answers))

    def _finish_event(self) -> None:
        """What is to be done between two events."""
        if self._is_lingering or self._transport.is_closing():
            return
        reader = self._reader
        if not self._waiting and not self._requests:
            if reader.fault:
                self._refuse(reader.fault)
                return
            if self._peer_ended or (self._registry.is_closing and reader.phase is _BETWEEN):
                self.flush()
                self._transport.close()
                return
            if reader.awaits_continue:
                reader.awaits_continue = False
                self._write(CONTINUE)
        self._set_reading()
        self._set_deadline()

    def _free_stalled(self) -> None:
        self._registry.stalled.give(self._stalled)
        self._stalled = 0

    def _set_reading(self) -> None:
        should_read = self._is_writable and len(self._requests) < self._limits.pipeline
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
        if self._waiting or self._requests:
            self._deadline, self._phase = _NEVER, None
            return
        phase = self._reader.phase
        if phase is _BETWEEN:
            self._deadline = self._registry.now + self._limits.idle_seconds
        elif phase is not self._phase:
            allowed = self._limits.head_seconds if phase is Phase.HEAD else self._limits.body_seconds
            self._deadline = self._registry.now + allowed
        self._phase = phase

    def _refuse(self, status: int) -> None:
        """Answer what cannot be read, and end."""
        self._write(render_fault(status))
        self._linger()

    def _linger(self) -> None:
        """End after the last answer, but drop what still comes for a while: a reset would cost the peer the answer."""
        self._is_lingering = True
        self._reader.close()
        self.flush()
        if self._peer_ended:
            self._transport.close()
            return
        try:
            self._transport.write_eof()
        except OSError:  # the peer has gone meanwhile
            self._transport.abort()
        if self._is_writable:
            self._deadline = self._registry.now + self._limits.linger_seconds
        self._set_reading()
