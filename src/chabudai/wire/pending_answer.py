"""An answer that could not be sent at once: not there yet, not yet on the disk, or behind one that is not."""

from collections.abc import Callable


class PendingAnswer:
    """It has run when its answer is there; it is ready when the answer may be sent."""

    __slots__ = ("_on_progress", "answer", "is_ready")

    def __init__(self, on_progress: Callable[[], None], answer: bytes = b"", is_ready: bool = False) -> None:
        self.answer = answer
        self.is_ready = is_ready
        self._on_progress = on_progress

    def complete(self, answer: bytes) -> None:
        self.answer = answer
        self.is_ready = True
        self._on_progress()
