"""Clocks: the machine's, and the one that tests move."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.adapters.clocks import SUNDAY_NOON, SettableClock

from chabudai.adapters import clock


def test_the_machines_clock_says_that_it_is_in_utc() -> None:
    before = datetime.now(UTC)
    moment = clock.now()
    assert moment.tzinfo is UTC
    assert before <= moment <= datetime.now(UTC)


def test_a_settable_clock_stands_still_until_it_is_moved() -> None:
    settable = SettableClock()
    assert settable() == settable() == SUNDAY_NOON
    settable.advance(hours=24, seconds=1)
    assert settable() - SUNDAY_NOON == timedelta(days=1, seconds=1)


def test_a_settable_clock_answers_in_utc_whatever_zone_it_was_set_in() -> None:
    settable = SettableClock(datetime(2026, 11, 15, 12, 0, tzinfo=timezone(timedelta(hours=9))))
    assert settable() == SUNDAY_NOON
    assert settable().tzinfo is UTC


def test_a_settable_clock_refuses_a_moment_without_a_zone() -> None:
    with pytest.raises(ValueError, match="does not say its zone"):
        SettableClock(datetime(2026, 11, 15))
