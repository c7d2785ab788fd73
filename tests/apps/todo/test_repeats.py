"""Repetitions: as they are stored, and the dates that they make."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.todo.repeats import DAYS, Repeat, first_date, next_after, parse


def day(text: str) -> date:
    return date.fromisoformat(text)


def following(text: str, due: str, done: str) -> date | None:
    repeat = parse(text)
    assert repeat is not None
    return next_after(repeat, day(due), day(done))


@pytest.mark.parametrize(
    ("text", "due", "done", "expected"),
    [
        ("daily", "2026-11-12", "2026-11-12", "2026-11-13"),
        ("daily", "2026-11-01", "2026-11-12", "2026-11-13"),
        ("daily", "2026-11-20", "2026-11-12", "2026-11-21"),
        ("daily/3", "2026-11-01", "2026-11-03", "2026-11-04"),
        ("daily/3", "2026-11-01", "2026-11-04", "2026-11-07"),
        ("weekdays", "2026-11-13", "2026-11-13", "2026-11-16"),
        ("weekdays", "2026-11-10", "2026-11-10", "2026-11-11"),
        ("weekdays", "2026-11-10", "2026-11-14", "2026-11-16"),
        ("weekly", "2026-11-12", "2026-11-12", "2026-11-19"),
        ("weekly", "2026-11-12", "2026-11-27", "2026-12-03"),
        ("weekly:mon,thu", "2026-11-12", "2026-11-12", "2026-11-16"),
        ("weekly:mon,thu", "2026-11-09", "2026-11-09", "2026-11-12"),
        ("weekly/2:mon", "2026-11-09", "2026-11-09", "2026-11-23"),
        ("weekly/2:mon", "2026-11-09", "2026-11-23", "2026-12-07"),
        ("weekly/2:mon,fri", "2026-11-09", "2026-11-10", "2026-11-13"),
        ("weekly/2:mon,fri", "2026-11-13", "2026-11-13", "2026-11-23"),
        ("monthly:31", "2026-10-31", "2026-10-31", "2026-11-30"),
        ("monthly:31", "2026-11-30", "2026-11-30", "2026-12-31"),
        ("monthly:31", "2027-01-31", "2027-01-31", "2027-02-28"),
        ("monthly:25", "2026-11-10", "2026-11-10", "2026-11-25"),
        ("monthly", "2026-11-12", "2027-02-12", "2027-03-12"),
        ("monthly/3:15", "2026-11-15", "2026-11-15", "2027-02-15"),
        ("monthly/3:15", "2026-11-15", "2027-02-16", "2027-05-15"),
        ("yearly:02-29", "2024-02-29", "2024-02-29", "2025-02-28"),
        ("yearly:02-29", "2027-02-28", "2027-02-28", "2028-02-29"),
        ("yearly", "2026-11-12", "2030-01-01", "2030-11-12"),
        ("yearly/2", "2026-11-12", "2026-11-12", "2028-11-12"),
    ],
)
def test_the_next_date_is_after_what_was_due_and_after_the_day_it_was_done(
    text: str, due: str, done: str, expected: str
) -> None:
    assert following(text, due, done) == day(expected)


@pytest.mark.parametrize("text", ["daily", "daily/99", "weekdays", "weekly", "monthly:31", "yearly/99"])
def test_where_the_calendar_ends_so_does_the_series(text: str) -> None:
    assert following(text, "9999-12-31", "9999-12-31") is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "hourly", "daily/0", "daily/100", "daily:mon", "weekdays/2", "weekdays:mon", "weekly:", "weekly:mo"),
        *("weekly:mon,", "monthly:0", "monthly:32", "monthly:-1", "yearly:02-30", "yearly:13-01", "Daily", "daily\n"),
        *("daily/１", "monthly:٣", "x" * 100_000),
    ],
)
def test_what_says_nothing_that_we_know_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("daily/3", "2026-11-12"),
        ("weekdays", "2026-11-12"),
        ("weekly:mon", "2026-11-16"),
        ("weekly/2:mon", "2026-11-16"),
        ("monthly:12", "2026-11-12"),
        ("monthly:11", "2026-12-11"),
        ("monthly/3:11", "2026-12-11"),
        ("yearly:01-05", "2027-01-05"),
    ],
)
def test_a_series_begins_on_the_first_day_that_fits(text: str, expected: str) -> None:
    repeat = parse(text)
    assert repeat is not None
    assert first_date(repeat, day("2026-11-12")) == day(expected)


repeats = st.one_of(
    st.builds(Repeat, st.just("daily"), st.integers(1, 99)),
    st.just(Repeat("weekdays")),
    st.builds(Repeat, st.just("weekly"), st.integers(1, 99), st.frozensets(st.integers(0, 6))),
    st.builds(Repeat, st.just("monthly"), st.integers(1, 99), day=st.none() | st.integers(1, 31)),
    st.builds(Repeat, st.just("yearly"), st.integers(1, 99)),
    st.dates(date(2000, 1, 1), date(2000, 12, 31)).map(lambda d: Repeat("yearly", 1, day=d.day, month=d.month)),
)
days = st.dates(date(1970, 1, 1), date(2999, 12, 31))


@given(repeats)
def test_what_is_stored_is_read_back(repeat: Repeat) -> None:
    assert parse(str(repeat)) == repeat


@given(repeats, days, days)
def test_the_next_date_is_later_than_both_and_not_later_than_it_need_be(repeat: Repeat, due: date, done: date) -> None:
    found = next_after(repeat, due, done)
    assert found is not None
    assert found > max(due, done)
    longest = {"daily": 1, "weekdays": 3, "weekly": 7, "monthly": 31, "yearly": 366}[repeat.kind]
    assert found - max(due, done) <= timedelta(days=longest * repeat.every * 2)
    if repeat.weekdays:
        assert found.weekday() in repeat.weekdays


@given(repeats, days)
def test_done_early_or_on_its_day_the_next_date_is_the_same(repeat: Repeat, due: date) -> None:
    assert next_after(repeat, due, due - timedelta(days=3)) == next_after(repeat, due, due)


def test_weekdays_are_named_from_monday() -> None:
    assert [DAYS[day("2026-11-09").weekday() + ahead] for ahead in (0, 6)] == ["mon", "sun"]
