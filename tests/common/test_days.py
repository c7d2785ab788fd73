"""Days in weeks and months, up to the ends of the calendar."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.common.days import Month, days_between, monday_of, parse_day, sunday_of


@given(st.dates())
def test_a_month_holds_its_days_and_no_others(day: date) -> None:
    month = Month.of(day)
    assert day in month.days
    assert {Month.of(each) for each in month.days} == {month}
    assert (month.days[0], month.days[-1]) == (month.first, month.last)
    assert Month.parse(str(month)) == month


@given(st.dates(date(1970, 1, 1), date(2999, 12, 31)))
def test_a_day_is_spelled_one_way(day: date) -> None:
    assert parse_day(day.isoformat()) == day
    for text in (f"{day:%Y%m%d}", f"{day:%G-W%V-%u}", f" {day}", f"{day}\n", f"{day}T00:00"):
        assert parse_day(text) is None


@pytest.mark.parametrize("text", ["", "2026-02-30", "1969-12-31", "3000-01-01", "２０２６-01-01", "2026-1-1"])
def test_what_is_no_day_of_ours_is_none(text: str) -> None:
    assert parse_day(text) is None


@given(st.dates(date(2, 1, 1), date(9998, 12, 31)))
def test_months_follow_each_other(day: date) -> None:
    month = Month.of(day)
    assert month.before is not None
    assert month.after is not None
    assert month.before < month < month.after
    assert month.before.last + timedelta(days=1) == month.first
    assert month.after.first - timedelta(days=1) == month.last
    assert month.moved(12) == Month(month.year + 1, month.number)


def test_there_is_none_beyond_the_calendar() -> None:
    assert Month(1, 1).before is None
    assert Month(9999, 12).after is None
    assert Month(1, 2).before == Month(1, 1)


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "2026-1", "0000-01", "11-2026", "2026-11-01", "２０２６-11"])
def test_what_is_no_month_is_none(text: str) -> None:
    assert Month.parse(text) is None


@given(st.dates())
def test_a_week_is_from_monday_to_sunday_and_ends_with_the_calendar(day: date) -> None:
    monday, sunday = monday_of(day), sunday_of(day)
    assert monday.weekday() == 0
    assert sunday.weekday() == 6 or sunday == date.max
    assert day in list(days_between(monday, sunday))
    assert (sunday - monday).days == 6 or sunday == date.max


@given(st.dates())
def test_the_sheet_of_a_month_is_whole_weeks(day: date) -> None:
    month = Month.of(day)
    first, last = month.sheet
    assert first == monday_of(month.first) <= month.first
    assert last == sunday_of(month.last) >= month.last
