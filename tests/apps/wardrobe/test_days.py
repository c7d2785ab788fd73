"""Days: read from forms, gathered in months and seasons, the same in every zone."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.wardrobe import days
from chabudai.apps.wardrobe.entities import FIRST_DAY, LAST_DAY, epoch_ms
from chabudai.common.days import Month
from chabudai.web.errors import InvalidFields

NO_DAYS = ["", "2026", "20260230", "2026-13-01", "2025-02-29", "0000-01-01", "19691231", "22860101", "２０２６１１１５"]
NO_DAYS += ["20261115", "15/11/2026", "20261115x", "-2026-11-15", "2026-1-5"]


@pytest.mark.parametrize("text", ["2026-11-15", " 2026-11-15 ", "2026/11/15"])
def test_a_day_is_read_as_a_form_sends_it(text: str) -> None:
    assert days.check_day(text) == date(2026, 11, 15)


@pytest.mark.parametrize("text", NO_DAYS)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(InvalidFields):
        days.check_day(text)


@given(st.dates(FIRST_DAY, LAST_DAY))
def test_a_last_worn_moment_is_its_day_again_and_has_thirteen_digits_at_most(day: date) -> None:
    assert days.worn_on(epoch_ms(day)) == day
    assert epoch_ms(day) < 10**13


@given(st.dates(FIRST_DAY, LAST_DAY), st.dates(FIRST_DAY, LAST_DAY))
def test_moments_sort_as_days_do(one: date, other: date) -> None:
    assert (one < other) == (f"{epoch_ms(one):013}" < f"{epoch_ms(other):013}")


def test_a_month_is_read_as_an_address_has_it() -> None:
    assert days.parse_month("2026-11") == Month(2026, 11)
    with pytest.raises(InvalidFields):
        days.parse_month("2026-13")


def test_seasons_are_those_of_the_calendar() -> None:
    found = [days.season_of(date(2026, month, 1)) for month in range(1, 13)]
    assert found == ["winter"] * 2 + ["spring"] * 3 + ["summer"] * 3 + ["autumn"] * 3 + ["winter"]
