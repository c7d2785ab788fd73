"""All connections of one process: how many there may be, from where, and which of them wait for their peer."""

import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from chabudai.wire.limits import MEGABYTE, Budget


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Sizes in bytes, times in seconds."""

    connections: int = 4096
    connections_of_network: int = 1024  # of one address, or of a household's part of long ones
    pipelined: int = 8  # requests that wait for the one before them
    head: int = 64 * 1024
    head_seconds: float = 15.0
    idle_seconds: float = 65.0  # between two requests: longer than proxies keep a connection that they may use again
    progress: int = 128 * 1024  # that a body or an answer has to go on by …
    progress_seconds: float = 30.0  # … each time that these have passed: 35 kbit/s
    body: int = 80 * MEGABYTE  # more than any route takes; what is refused is read on, so that its sender sees why
    unread: int = 128 * MEGABYTE  # of answers that all peers together may leave unread


class WaitingConnection(Protocol):
    network: str

    def check_deadline(self, now: float) -> None:
        """End it if its peer had enough time."""

    def abort(self) -> None: ...


class ConnectionRegistry:
    def __init__(self, limits: ConnectionLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.unread = Budget(limits.unread)
        self.now = clock()  # as of the last sweep, which is exact enough for deadlines
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._known: set[WaitingConnection] = set()
        # Whoever has waited longest for its peer stands first.
        self._waiting: OrderedDict[WaitingConnection, None] = OrderedDict()
        self._waiting_of: defaultdict[str, OrderedDict[WaitingConnection, None]] = defaultdict(OrderedDict)

    def __len__(self) -> int:
        return len(self._known)

    def admit(self, connection: WaitingConnection) -> bool:
        """Where it is full, who has waited longest makes room: a request takes a moment to send, half of one is held.

        False when all of them are being answered.
        """
        if self._counts[connection.network] >= self.limits.connections_of_network:
            may_go = self._waiting_of[connection.network]
        elif len(self._known) >= self.limits.connections:
            may_go = self._waiting
        else:
            may_go = None
        if may_go is not None:
            longest = next(iter(may_go), None)
            if longest is None:
                return False
            self.remove(longest)
            longest.abort()
        self._known.add(connection)
        self._counts[connection.network] += 1
        return True

    def remove(self, connection: WaitingConnection) -> None:
        """It may be gone already."""
        if connection not in self._known:
            return
        self.work(connection)
        self._known.remove(connection)
        self._counts[connection.network] -= 1
        if not self._counts[connection.network]:
            del self._counts[connection.network]
            self._waiting_of.pop(connection.network, None)

    def wait(self, connection: WaitingConnection) -> None:
        """From now on its peer has something to do."""
        if connection in self._known:
            for waiting in (self._waiting, self._waiting_of[connection.network]):
                waiting[connection] = None
                waiting.move_to_end(connection)

    def work(self, connection: WaitingConnection) -> None:
        """From now on we do."""
        self._waiting.pop(connection, None)
        self._waiting_of[connection.network].pop(connection, None)

    def sweep(self) -> None:
        """One look at all deadlines, instead of a timer for each."""
        self.now = self._clock()
        for connection in list(self._waiting):
            connection.check_deadline(self.now)
