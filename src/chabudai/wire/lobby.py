"""All open connections of one endpoint: how many there may be, who has waited too long, and when all have left."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from chabudai.wire.exchange import Exchange
from chabudai.wire.limits import Budget, Limits
from chabudai.wire.requests import Request


class Guest(Protocol):
    def sweep(self, now: float) -> None:
        """Leave if a deadline has passed."""

    def retire(self) -> None:
        """Leave once the requests under way are answered."""

    def abort(self) -> None:
        """Leave now."""

    def flush(self) -> None:
        """Send the answers that wait for the end of the loop's turn."""


class Runner(Protocol):
    def run(self, request: Request, on_progress: Callable[[], None]) -> bytes | Exchange: ...


class Lobby:
    def __init__(self, limits: Limits, runner: Runner, clock: Callable[[], float]) -> None:
        self.limits = limits
        self.bodies = Budget(limits.bodies)
        self.stalled = Budget(limits.stalled)
        self.runner = runner
        self.now = clock()  # as of the last sweep, which is exact enough for deadlines
        self._clock = clock
        self.is_closing = False
        self._guests: set[Guest] = set()
        self._talking: list[Guest] = []
        self._empty = asyncio.Event()
        self._empty.set()

    def enter(self, guest: Guest) -> bool:
        """Whether there is room; whoever entered must leave."""
        if self.is_closing or len(self._guests) >= self.limits.connections:
            return False
        self._guests.add(guest)
        self._empty.clear()
        return True

    def flush_soon(self, guest: Guest) -> bool:
        """Whether the guest will be flushed: one that is alone has nobody to wait for."""
        if len(self._guests) < 2:
            return False
        if not self._talking:
            asyncio.get_running_loop().call_soon(self._flush)
        self._talking.append(guest)
        return True

    def _flush(self) -> None:
        talking, self._talking = self._talking, []
        for guest in talking:
            guest.flush()

    def leave(self, guest: Guest) -> None:
        self._guests.discard(guest)
        if not self._guests:
            self._empty.set()

    async def watch(self) -> None:
        """Look through all deadlines again and again: one timer for thousands of connections."""
        while True:
            await asyncio.sleep(self.limits.sweep_seconds)
            self.now = self._clock()
            for guest in list(self._guests):
                guest.sweep(self.now)

    async def close(self) -> None:
        """Let the requests under way finish, for a while; then end what is left."""
        self.is_closing = True
        for guest in list(self._guests):
            guest.retire()
        try:
            await asyncio.wait_for(self._empty.wait(), self.limits.stop_seconds)
        except TimeoutError:
            for guest in list(self._guests):
                guest.abort()
