"""What pages ask of the store, overheard: one list for each request."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from chabudai.store import RecordedCall, record_calls


def overhearing() -> tuple[list[list[RecordedCall]], Callable[[], AbstractContextManager[list[RecordedCall]]]]:
    """What was heard so far, and what a site is given to listen with."""
    heard: list[list[RecordedCall]] = []

    @contextmanager
    def noting() -> Iterator[list[RecordedCall]]:
        with record_calls() as asked:
            heard.append(asked)
            yield asked

    return heard, noting
