"""What pages ask of the store: one list for each request."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from chabudai.store import RecordedCall, record_calls


def record_requests() -> tuple[list[list[RecordedCall]], Callable[[], AbstractContextManager[list[RecordedCall]]]]:
    """The calls of every request so far, and what a site is given to record them with."""
    heard: list[list[RecordedCall]] = []

    @contextmanager
    def noting() -> Iterator[list[RecordedCall]]:
        with record_calls() as asked:
            heard.append(asked)
            yield asked

    return heard, noting
