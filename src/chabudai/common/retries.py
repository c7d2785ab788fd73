"""Trying again when somebody else wrote at the same moment: a few times, then an error in the app's words."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

from chabudai.table import ConflictRetryPolicy

T = TypeVar("T")

DEFAULT_POLICY: Final = ConflictRetryPolicy()


def attempts(exhausted: Callable[[], Exception], policy: ConflictRetryPolicy = DEFAULT_POLICY) -> Iterator[int]:
    """Numbers from 0, with growing pauses between; when none of them ended the loop, `exhausted` is raised."""
    yield from policy.attempts()
    raise exhausted()


def retry(
    attempt: Callable[[], T],
    lost: type[Exception] | tuple[type[Exception], ...],
    exhausted: Callable[[], Exception],
    policy: ConflictRetryPolicy = DEFAULT_POLICY,
) -> T:
    """What `attempt` reads and then writes, again as long as it raises one of `lost`: others were faster."""
    for _ in attempts(exhausted, policy):
        with suppress(*(lost if isinstance(lost, tuple) else (lost,))):
            return attempt()
    raise AssertionError("attempts end by raising")
