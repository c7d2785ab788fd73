"""All open connections of one endpoint: how many there may be, which have waited too long, and when all are closed."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from chabudai.wire.limits import Budget, EndpointLimits
from chabudai.wire.pending_answer import PendingAnswer
from chabudai.wire.requests import Request


class RegisteredConnection(Protocol):
    def check_deadline(self, now: float) -> None:
        """Close if a deadline has passed."""

    def drain(self) -> None:
        """Close once the requests under way are answered."""

    def abort(self) -> None:
        """Close now."""

    def flush(self) -> None:
        """Send the answers that wait for the end of the loop's turn."""


class RequestRunner(Protocol):
    def run(self, request: Request, on_progress: Callable[[], None]) -> bytes | PendingAnswer: ...


class ConnectionRegistry:
    def __init__(self, limits: EndpointLimits, runner: RequestRunner, clock: Callable[[], float]) -> None:
        self.limits = limits
        self.bodies = Budget(limits.bodies)
        self.stalled = Budget(limits.stalled)
        self.runner = runner
        self.now = clock()  # as of the last sweep, which is exact enough for deadlines
        self._clock = clock
        self.is_closing = False
        self._connections: set[RegisteredConnection] = set()
        self._unflushed: list[RegisteredConnection] = []
        self._empty = asyncio.Event()
        self._empty.set()

    def add(self, connection: RegisteredConnection) -> bool:
        """Whether there is room; a connection that was added must be removed."""
        if self.is_closing or len(self._connections) >= self.limits.connections:
            return False
        self._connections.add(connection)
        self._empty.clear()
        return True

    def flush_soon(self, connection: RegisteredConnection) -> bool:
        """Whether it will be flushed: a connection that is alone has none to wait for."""
        if len(self._connections) < 2:
            return False
        if not self._unflushed:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unflushed.append(connection)
        return True

    def _flush(self) -> None:
        unflushed, self._unflushed = self._unflushed, []
        for connection in unflushed:
            connection.flush()

    def remove(self, connection: RegisteredConnection) -> None:
        self._connections.discard(connection)
        if not self._connections:
            self._empty.set()

    async def watch_deadlines(self) -> None:
        """Look through all deadlines again and again: one timer for thousands of connections."""
        while True:
            await asyncio.sleep(self.limits.sweep_seconds)
            self.now = self._clock()
            for connection in list(self._connections):
                connection.check_deadline(self.now)

    async def close(self) -> None:
        """Let the requests under way finish, for a while; then end what is left."""
        self.is_closing = True
        for connection in list(self._connections):
            connection.drain()
        try:
            await asyncio.wait_for(self._empty.wait(), self.limits.stop_seconds)
        except TimeoutError:
            for connection in list(self._connections):
                connection.abort()
