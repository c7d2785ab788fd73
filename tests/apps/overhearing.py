"""What pages ask of the store, overheard: one list for each request."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from chabudai.store import Asked, listening


def overhearing() -> tuple[list[list[Asked]], Callable[[], AbstractContextManager[list[Asked]]]]:
    """What was heard so far, and what a site is given to listen with."""
    heard: list[list[Asked]] = []

    @contextmanager
    def noting() -> Iterator[list[Asked]]:
        with listening() as asked:
            heard.append(asked)
            yield asked

    return heard, noting
