"""How much of all bodies under way may be held at once: whoever sends more than there is room for is told to wait."""

from collections import Counter
from typing import Final

from litestar.types import Receive, ReceiveMessage

from chabudai.web.errors import ServerBusy

MEGABYTE: Final = 1024 * 1024
FREE_OF_EACH: Final = 16 * 1024
"""In bytes: a form without a file is smaller, and is taken however much the others send."""


class BodyBudget:
    """In bytes that have come of requests which are not answered yet, be they in memory or in a file of their own."""

    def __init__(self, total: int = 256 * MEGABYTE, of_address: int = 128 * MEGABYTE) -> None:
        self._total = total
        self._of_address = of_address
        self._held = 0
        self._held_of: Counter[str] = Counter()

    def take(self, address: str, size: int) -> None:
        """ServerBusy where there is no room, for all or for this address."""
        if self._held + size > self._total or self._held_of[address] + size > self._of_address:
            raise ServerBusy
        self._held += size
        self._held_of[address] += size

    def give(self, address: str, size: int) -> None:
        self._held -= size
        self._held_of[address] -= size
        if not self._held_of[address]:
            del self._held_of[address]


class MeteredBody:
    """The body of one request, each part of it taken from the budget as it comes."""

    def __init__(self, receive: Receive, budget: BodyBudget, address: str) -> None:
        self._receive = receive
        self._budget = budget
        self._address = address
        self._received = 0
        self._taken = 0

    async def __call__(self) -> ReceiveMessage:
        message = await self._receive()
        if message["type"] == "http.request":
            self._received += len(message["body"])
            self._take(max(0, self._received - FREE_OF_EACH) - self._taken)
        return message

    def _take(self, size: int) -> None:
        """Who is refused makes room at once, or all who send at that moment would be."""
        try:
            self._budget.take(self._address, size)
        except ServerBusy:
            self.release()
            raise
        self._taken += size

    def release(self) -> None:
        self._budget.give(self._address, self._taken)
        self._taken = 0
