"""Moments: from Unix seconds, as rows have them, to what pages tell; also from seconds that no calendar has."""

from datetime import UTC, datetime
from typing import Final

_LAST: Final = 253_300_000_000  # in the year 9996: every zone has room


def moment_of(seconds: int) -> datetime:
    """What lies before 1970 or behind the calendar is told as its end: such a row hides no page."""
    return datetime.fromtimestamp(max(0, min(seconds, _LAST)), UTC)
