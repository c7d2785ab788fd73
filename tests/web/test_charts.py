"""Charts as shapes: bars, rings, lengths and squares stand where their numbers say."""

from datetime import date
from itertools import pairwise
from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.web import charts
from chabudai.web.charts import FOOT, HEIGHT, LEFT, SHEET_HEIGHT, SHEET_WIDTH, SIDE, TOP, WIDTH, Bar, BarValue

VALUES = st.lists(st.integers(0, 10_000), min_size=1, max_size=270)


@given(VALUES)
def test_bars_are_as_high_as_their_values_and_the_highest_reaches_the_top(values: list[int]) -> None:
    drawn = charts.bar_chart(_named(values)).bars
    assert [bar.of.value for bar in drawn] == values
    for bar in drawn:
        assert bar.height * max(values) == pytest.approx((FOOT - TOP) * bar.of.value, abs=0.01 * max(values))
        assert bar.y + bar.height == pytest.approx(FOOT)
    assert min(bar.y for bar in drawn) == (TOP if any(values) else FOOT)


@given(VALUES)
def test_no_bar_stands_outside_of_the_picture_or_in_another(values: list[int]) -> None:
    drawn = charts.bar_chart(_named(values)).bars
    assert drawn[0].x >= LEFT
    assert _right(drawn[-1]) <= WIDTH
    assert all(0 <= bar.y <= FOOT < HEIGHT and bar.width > 0 for bar in drawn)
    assert all(_right(bar) < following.x for bar, following in pairwise(drawn))


@given(VALUES)
def test_lines_stand_where_a_bar_of_their_number_would_end(values: list[int]) -> None:
    lines = charts.bar_chart(_named(values)).lines
    highest = max(values)
    assert [line.value for line in lines] == [each for each in (highest, highest // 2) if each]
    for line in lines:
        ends = charts.bar_chart(_named([*values, line.value])).bars[-1].y
        assert line.y == pytest.approx(ends, abs=0.01)


@given(st.integers(1, 270))
def test_a_few_bars_are_named_the_last_one_always(count: int) -> None:
    labels = list(charts.bar_chart(_named([1] * count)).labels)
    assert len(labels) <= 6
    assert labels[-1].text == f"n{count - 1}"
    assert all(LEFT < label.x <= WIDTH for label in labels)


@given(st.floats(0, 1))
def test_a_ring_is_filled_as_far_as_the_share_says(share: float) -> None:
    ring = charts.ring(share)
    assert ring.filled == pytest.approx(2 * pi * charts.RADIUS * share, abs=0.01)
    assert ring.filled <= ring.around


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_a_length_is_a_part_of_the_longest(value: int, longest: int) -> None:
    assert charts.length(min(value, longest), longest) == pytest.approx(100 * min(value, longest) / longest, abs=0.06)
    assert charts.length(value, 0) == 0


def test_a_share_beyond_the_whole_is_the_whole() -> None:
    assert charts.ring(1.2) == charts.ring(1)
    assert charts.ring(-1) == charts.ring(0)


def test_no_values_are_no_bars() -> None:
    assert charts.bar_chart([]) == charts.BarChart((), (), ())


@given(st.dates(date(1970, 1, 1), date(9999, 11, 30)))
def test_a_sheet_has_every_day_of_its_month_under_its_weekday(day: date) -> None:
    squares = charts.month_sheet({}, day, day, lambda count: count).squares
    assert [square.day.day for square in squares] == list(range(1, len(squares) + 1))
    assert {(square.day.year, square.day.month) for square in squares} == {(day.year, day.month)}
    for square in squares:
        assert square.x == square.day.weekday() * (SHEET_WIDTH - SIDE) // 6
        assert 0 <= square.y <= SHEET_HEIGHT - SIDE
    for one, following in pairwise(squares):
        assert (following.y > one.y) == (following.day.weekday() == 0)


@given(st.dictionaries(st.dates(date(2026, 2, 1), date(2026, 2, 28)), st.integers(1, 30)), st.dates())
def test_a_sheet_counts_what_was_and_outlines_what_is_to_be(counts: dict[date, int], today: date) -> None:
    sheet = charts.month_sheet(counts, date(2026, 2, 14), today, lambda count: charts.shade(count, (1, 3)))
    past = {day: count for day, count in counts.items() if day <= today}
    assert (sheet.days, sheet.total, sheet.planned) == (len(past), sum(past.values()), len(counts) - len(past))
    assert all(square.level == charts.shade(past.get(square.day, 0), (1, 3)) for square in sheet.squares)


def test_from_each_step_on_it_is_a_shade_darker() -> None:
    assert [charts.shade(count, (1, 3, 5)) for count in range(7)] == [0, 1, 1, 2, 2, 3, 3]


def _named(values: list[int]) -> list[BarValue]:
    return [BarValue(f"name {number}", f"n{number}", value, True) for number, value in enumerate(values)]


def _right(bar: Bar) -> float:
    return bar.x + bar.width
