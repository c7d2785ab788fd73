"""Demo data is of the past: the same person at another time."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final

from chabudai.adapters.clock import Clock
from chabudai.common.owner import Owner

_SUPPER: Final = time(18, 20)


@dataclass(frozen=True)
class _Then(Clock):
    moment: datetime

    def __call__(self) -> datetime:
        return self.moment


def at_supper(owner: Owner, days: int) -> Owner:
    """This person at supper time, so many days ago."""
    day = owner.today() - timedelta(days=days)
    then = datetime.combine(day, _SUPPER, owner.zone).astimezone(UTC)
    return replace(owner, clock=_Then(min(then, owner.clock())))
