"""One request on a connection and its answer, which may be sent when it is ready and its turn has come."""

from collections.abc import Callable

from chabudai.wire.requests import Request


class Exchange:
    """Run when its answer is there; ready when the answer may be sent."""

    __slots__ = ("_on_progress", "answer", "closes", "is_ready", "request")

    def __init__(self, request: Request, on_progress: Callable[[], None]) -> None:
        self.request = request
        self.answer = b""
        self.is_ready = False
        self.closes = not request.keep_alive
        self._on_progress = on_progress

    @property
    def has_run(self) -> bool:
        return bool(self.answer)

    def complete(self, answer: bytes) -> None:
        """The answer may be sent."""
        self.answer = answer
        self.is_ready = True
        self._on_progress()

    def hold(self, answer: bytes) -> None:
        """The answer is there, but its write is not yet on the disk."""
        self.answer = answer
