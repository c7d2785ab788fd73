"""Places in an order that is made by hand."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.common import order


def test_a_thousand_moves_to_one_place_write_little_more_than_a_thousand_times() -> None:
    rows = [order.STEP * number for number in range(50)]
    writes = 0
    for _ in range(1000):
        found = order.place_at(rows, 25)
        for number, place in found.others.items():
            rows[number] = place
        rows.insert(25, found.place)
        writes += 1 + len(found.others)
        assert all(low < high for low, high in pairwise(rows))
    assert writes < 3000


numbers = st.one_of(
    st.integers(-5, 5).map(Decimal),
    st.integers(-(10**17), 10**17).map(Decimal),
    st.decimals(-1000, 1000, places=12, allow_nan=False),
)


@given(st.lists(numbers, max_size=30).map(sorted), st.data())
def test_a_place_is_found_in_any_order_and_the_others_keep_theirs(rows: list[Decimal], data: st.DataObject) -> None:
    slot = data.draw(st.integers(0, len(rows)))
    found = order.place_at(rows, slot)
    after = [found.others.get(number, place) for number, place in enumerate(rows)]
    assert all(below <= above for below, above in pairwise(after))
    assert all(place < found.place for place in after[:slot])
    assert all(place > found.place for place in after[slot:])
    assert all(len(place.as_tuple().digits) <= 38 for place in (found.place, *found.others.values()))


@given(st.lists(numbers, max_size=30).map(sorted), st.data())
def test_what_is_found_is_a_place_with_room_around_it(rows: list[Decimal], data: st.DataObject) -> None:
    found = order.place_at(rows, data.draw(st.integers(0, len(rows))))
    assert all(order.is_place(place) for place in (found.place, *found.others.values()))


def test_the_first_of_all_stands_anywhere() -> None:
    assert order.place_at([], 0) == order.Placement(Decimal(0), {})


@pytest.mark.parametrize("number", ["0", "-1000", "0.000000000001", "1E+18"])
def test_a_place_has_room_around_it(number: str) -> None:
    assert order.is_place(Decimal(number))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1E+19", "0.0000000000001", "1E-400"])
def test_a_number_without_room_around_it_is_no_place(number: str) -> None:
    assert not order.is_place(Decimal(number))
