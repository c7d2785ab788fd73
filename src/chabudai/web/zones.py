"""Time zones: which there are, and what day it is for a person who lives in one."""

from datetime import date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

TOKYO: Final = ZoneInfo("Asia/Tokyo")


def today(zone: ZoneInfo, now: datetime) -> date:
    return now.astimezone(zone).date()


def find_or(name: str | None, default: ZoneInfo) -> ZoneInfo:
    """For what was stored long ago: a zone may have been renamed since."""
    return ZoneInfo(name) if name is not None and name in names() else default


@cache
def names() -> frozenset[str]:
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")
