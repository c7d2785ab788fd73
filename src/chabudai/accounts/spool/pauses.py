"""How long an email that nobody took waits for its next try: longer each time, and never all at the same moment."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

Random = Callable[[], float]
"""A number from 0 up to 1."""

_PAUSES: Final = (
    timedelta(seconds=10),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=5),
    timedelta(minutes=15),
)
_SPREAD: Final = 0.2
LONGEST: Final = _PAUSES[-1] * (1 + _SPREAD)


def pause_after(attempts: int, random: Random) -> timedelta:
    """After so many tries in vain; up to a fifth more, as chance will have it. In whole milliseconds, as stored."""
    pause = _PAUSES[min(attempts, len(_PAUSES)) - 1] * (1 + _SPREAD * random())
    return timedelta(milliseconds=pause // timedelta(milliseconds=1))
