"""Trying again when somebody else wrote at the same moment: a few times, then an error in the app's words."""

from collections.abc import Callable, Iterator
from typing import Final

from chabudai.table import ConflictRetryPolicy

DEFAULT_POLICY: Final = ConflictRetryPolicy()


def attempts(exhausted: Callable[[], Exception], policy: ConflictRetryPolicy = DEFAULT_POLICY) -> Iterator[int]:
    """Numbers from 0, with growing pauses between; when none of them ended the loop, `exhausted` is raised."""
    yield from policy.attempts()
    raise exhausted()
