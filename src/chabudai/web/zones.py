"""Time zones: which there are, and what day it is for a person who lives in one."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

TOKYO: Final = ZoneInfo("Asia/Tokyo")
_FIRST: Final = datetime.min.replace(tzinfo=UTC) + timedelta(days=2)
_LAST: Final = datetime.max.replace(tzinfo=UTC) - timedelta(days=2)


def today(zone: ZoneInfo, now: datetime) -> date:
    return to_zone(now, zone).date()


def to_zone(moment: datetime, zone: tzinfo | None) -> datetime:
    """The same moment there. One at the very end of the calendar, as stored rows may hold, is taken for one beside it:
    no zone may carry it past the end."""
    return min(max(moment, _FIRST), _LAST).astimezone(zone)


def find_or(name: str | None, default: ZoneInfo) -> ZoneInfo:
    """For what was stored long ago: a zone may have been renamed since."""
    return ZoneInfo(name) if name is not None and name in names() else default


@cache
def names() -> frozenset[str]:
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")
