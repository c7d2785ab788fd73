"""A clock that the test sets."""

from datetime import UTC, datetime, timedelta


class SetClock:
    def __init__(self) -> None:
        # Far ahead, so that the store itself finds nothing expired.
        self.now = datetime(2040, 11, 15, 3, 4, 5, 678000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, time: timedelta) -> None:
        self.now += time
