"""Names of foods: which are the same, and where they stand."""

import pytest

from chabudai.apps.kondate.kitchen.entities import Measure
from chabudai.apps.kondate.kitchen.foods import find_food, fold, round_up
from chabudai.apps.kondate.kitchen.measures import add_up


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("onion", "onions"),
        ("potato", "potatoes"),
        ("egg", "Eggs"),
        ("bay leaf", "bay leaves"),
        ("strawberry", "strawberries"),
        ("radish", "radishes"),
        ("peach", "peaches"),
        ("boneless chicken thigh", "boneless chicken thighs"),
        ("shiitake mushroom", "shiitake  mushrooms"),
        ("box", "boxes"),
        ("dried red chilli", "dried red chillies"),
        ("にんじん", "にんじん"),
        ("ウインナー", "ｳｲﾝﾅｰ"),
    ],
)
def test_one_and_several_of_a_food_are_the_same(one: str, several: str) -> None:
    assert fold(one) == fold(several)


@pytest.mark.parametrize("name", ["asparagus", "hummus", "couscous", "sea bass", "swiss", "tea", "peas and rice", "卵"])
def test_a_name_that_only_ends_like_several_stays_as_it_is(name: str) -> None:
    assert fold(name).split()[-1] == name.split()[-1]


def test_a_plural_within_a_name_is_found_too() -> None:
    assert find_food("tinned tomatoes").shelf == "dry"
    assert find_food("ripe tomatoes, chopped").shelf == "vegetables"
    assert find_food("large eggs").shelf == "dairy"


def test_what_only_rounding_put_over_a_whole_thing_buys_no_other() -> None:
    seventeenth = Measure(value="1/17", unit="ko")
    all_of_it = add_up([seventeenth] * 17)[0]
    assert (all_of_it.value, round_up("卵", all_of_it).value) == ("31501/31500", "1")
    assert round_up("卵", seventeenth).value == "1"
    assert round_up("卵", Measure(value="101/100", unit="ko")).value == "2"
