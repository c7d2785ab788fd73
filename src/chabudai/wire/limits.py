"""How much a client may ask of the endpoint: sizes, times, numbers, and budgets of memory for all clients together."""

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class EndpointLimits:
    """Sizes in bytes, times in seconds."""

    connections: int = 10_000
    head: int = 32 * 1024
    body: int = 16 * MEGABYTE  # DynamoDB's own
    bodies: int = 256 * MEGABYTE  # all bodies under way together
    loop_body: int = 256 * 1024  # a larger body is read in a thread, so that others need not wait for it
    unsent: int = MEGABYTE  # a connection with more unsent answers gets no further request run
    stalled: int = 256 * MEGABYTE  # what all peers together may leave unread
    pipeline: int = 32  # a connection with more requests waiting is not read from
    head_seconds: float = 20.0
    body_seconds: float = 120.0
    idle_seconds: float = 300.0
    stalled_seconds: float = 60.0  # a peer that does not read its answers
    linger_seconds: float = 5.0  # how long a refused client's rest is read and dropped, so that it sees the refusal
    sweep_seconds: float = 1.0
    stop_seconds: float = 10.0


class Budget:
    """Bytes that may be held at once; whoever asks beyond them is told no."""

    __slots__ = ("_left",)

    def __init__(self, size: int) -> None:
        self._left = size

    def take(self, amount: int) -> bool:
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def give(self, amount: int) -> None:
        self._left += amount
