"""A clock that the test sets."""

from datetime import UTC, datetime, timedelta

BEGINNING = datetime(2040, 11, 15, 3, 4, 5, 678000, tzinfo=UTC)  # so far ahead that the store finds nothing expired


class SetClock:
    def __init__(self) -> None:
        self.now = BEGINNING

    def __call__(self) -> datetime:
        return self.now

    def begin_another_day(self) -> None:
        """A later one, at the time of day at which all of them begin."""
        self.now = datetime.combine(self.now.date() + timedelta(days=2), BEGINNING.timetz())

    def pass_by(self, time: timedelta) -> None:
        self.now += time
