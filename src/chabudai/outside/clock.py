"""The time, as a callable to pass in: who needs to know what time it is asks a `Clock`, never the machine."""

from abc import abstractmethod
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    @abstractmethod
    def __call__(self) -> datetime:
        """This moment, in UTC and saying so."""


def now() -> datetime:
    """The machine's own clock."""
    return datetime.now(UTC)
