"""The time, as a callable to pass in: who needs to know what time it is asks a `Clock`, never the machine."""

from abc import abstractmethod
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

TOLERANCE: Final = timedelta(minutes=15)
"""By so much a clock may be off: one that is set right, or those of two machines that serve the same people."""


class Clock(Protocol):
    @abstractmethod
    def __call__(self) -> datetime:
        """This moment, in UTC and saying so."""


def truncate_to_millisecond(moment: datetime) -> datetime:
    """Without what comes after, as it is stored."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def now() -> datetime:
    """The machine's own clock."""
    return datetime.now(UTC)
