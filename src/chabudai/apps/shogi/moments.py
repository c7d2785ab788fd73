"""Moments as the table has them: to the second, in UTC; a later change always has a later one."""

from datetime import UTC, datetime, timedelta

from chabudai.adapters.clock import Clock


def this_second(clock: Clock) -> datetime:
    return clock().astimezone(UTC).replace(microsecond=0)


def later_than(before: datetime, now: datetime) -> datetime:
    """Now, or the second after `before` if that is later: what was seen a moment ago tells whether it is still so."""
    return max(now, before + timedelta(seconds=1))
