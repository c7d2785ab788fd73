"""Time zones: which there are, and what day it is for a person who lives in one."""

from datetime import date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from chabudai.web.errors import InvalidInput
from chabudai.web.translations import lazy

TOKYO: Final = ZoneInfo("Asia/Tokyo")


def today(zone: ZoneInfo, now: datetime) -> date:
    return now.astimezone(zone).date()


def find(name: str) -> ZoneInfo:
    """InvalidInput at `zone` when no zone has that name."""
    if name not in names():
        raise InvalidInput(details=[("zone", lazy("We don't know that time zone."))])
    return ZoneInfo(name)


def find_or(name: str | None, default: ZoneInfo) -> ZoneInfo:
    """For what was stored long ago: a zone may have been renamed since."""
    return ZoneInfo(name) if name is not None and name in names() else default


@cache
def names() -> frozenset[str]:
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")
