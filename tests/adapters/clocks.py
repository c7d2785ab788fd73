"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

from chabudai.adapters.clock import Clock

SUNDAY_NOON = datetime(2026, 11, 15, 3, 0, tzinfo=UTC)  # noon in Tokyo


class SettableClock(Clock):
    def __init__(self, moment: datetime = SUNDAY_NOON) -> None:
        self.set(moment)

    def __call__(self) -> datetime:
        return self._moment

    def set(self, moment: datetime) -> None:
        if moment.tzinfo is None:
            raise ValueError(f"{moment} does not say its zone.")
        self._moment = moment.astimezone(UTC)

    def advance(self, **duration: float) -> None:
        """`clock.advance(hours=24, seconds=1)`"""
        self._moment += timedelta(**duration)
