"""Time zones: which there are, and what day it is for a person who lives in one."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from chabudai.web.errors import RuleBroken
from chabudai.web.language import lazy

Clock = Callable[[], datetime]
"""Now, with its zone."""

TOKYO: Final = ZoneInfo("Asia/Tokyo")


def utc_now() -> datetime:
    return datetime.now(UTC)


def today(zone: ZoneInfo, now: datetime) -> date:
    return now.astimezone(zone).date()


def named(name: str) -> ZoneInfo:
    """RuleBroken at `zone` when no zone has that name."""
    if name not in names():
        raise RuleBroken(details=[("zone", lazy("There is no such time zone."))])
    return ZoneInfo(name)


def known_or(name: str | None, default: ZoneInfo) -> ZoneInfo:
    """For what was stored long ago: a zone may have been renamed since."""
    return ZoneInfo(name) if name is not None and name in names() else default


@cache
def names() -> frozenset[str]:
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")
