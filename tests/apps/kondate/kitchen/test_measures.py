"""Amounts of a kitchen: whatever is typed, cooked and given back, they add up, and every one of them can be stored."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import LARGEST, UNITS, Amount, read_value, round_to_grain, write_measured
from chabudai.apps.kondate.amounts.grains import GRAIN
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.entities import CookLog, FridgeItem, Measure, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import add_up, measure_of, subtract
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge
from chabudai.web.errors import InvalidFields

AMOUNTS = st.fractions(min_value=Fraction(1, 1000), max_value=LARGEST)
SOME = st.fractions(min_value=Fraction(1, 1000), max_value=1000)
WEIGHTS = st.sampled_from(["g", "kg", "mg"])


def in_fridge(home: Household, name: str) -> Fraction:
    """In the base of its unit."""
    items = [item for item in fridge.find_items(home.owner()) if item.name == name]
    return sum((Amount(read_value(item.amount or "0"), item.unit or "").in_base().value for item in items), Fraction(0))


def taken_by(log: CookLog | None) -> Fraction:
    assert log is not None
    return sum((Amount(read_value(each.amount), each.unit or "").in_base().value for each in log.taken), Fraction(0))


def test_a_potato_field_is_cooked_in_every_number_of_servings_and_given_back(home: Household) -> None:
    """Each of these leaves another odd fraction of a gram."""
    fridge.put_in(home.owner(), "じゃがいも 5000g")
    dishes = []
    for servings in (*range(3, 21), *range(3, 21)):
        recipe = home.recipe(f"{servings}人分", "じゃがいも 400g", servings=servings)
        dishes.append(plans.add_dish(home.owner(), recipe.recipe_id, servings=2).result.item_id)
        before = in_fridge(home, "じゃがいも")
        cooked = cooking.cook(home.owner(), dishes[-1]).result
        assert before == in_fridge(home, "じゃがいも") + taken_by(cooked.log)
        if len(dishes) == 20:
            plans.remove_plan(home.owner(), "CURRENT")
            dishes.clear()
    before = in_fridge(home, "じゃがいも")
    for dish in dishes:
        cooking.uncook(home.owner(), dish)
    again = [cooking.cook(home.owner(), dish).result.log for dish in dishes]
    assert in_fridge(home, "じゃがいも") == before
    assert all(taken_by(log) > 0 for log in again)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    held=st.lists(st.tuples(AMOUNTS, WEIGHTS), min_size=1, max_size=3),
    wanted=st.tuples(AMOUNTS, WEIGHTS),
    servings=st.integers(1, 20),
    of=st.integers(1, 20),
)
def test_what_is_left_and_what_was_taken_are_what_was_there(
    home: Household, held: list[tuple[Fraction, str]], wanted: tuple[Fraction, str], servings: int, of: int
) -> None:
    for row in fridge.find_items(home.owner()):
        home.store.write(design.delete_fridge(row))
    now = home.clock().replace(microsecond=0)
    for amount, unit in held:
        item = FridgeItem(
            user_id="hanako",
            name="米",
            amount=write_measured(amount),
            unit=unit,
            created_at=now,
            updated_at=now,
        )
        home.store.put(item)
    recipe = home.recipe("粥", "米 1g", servings=of)
    ingredient = recipe.ingredients[0].model_copy(update={"amount": write_measured(wanted[0]), "unit": wanted[1]})
    home.store.put(recipe.model_copy(update={"ingredients": (ingredient,)}))
    before = in_fridge(home, "米")
    dish = plans.add_dish(home.owner(), recipe.recipe_id, servings=servings).result.item_id
    cooked = cooking.cook(home.owner(), dish).result
    left = in_fridge(home, "米")
    assert left + taken_by(cooked.log) == before
    cooking.uncook(home.owner(), dish)
    assert in_fridge(home, "米") == before
    plans.remove_plan(home.owner(), "CURRENT")


@given(wanted=st.lists(st.tuples(SOME, st.sampled_from(sorted(UNITS))), min_size=1, max_size=5), have=SOME)
def test_whoever_buys_what_is_missing_misses_nothing_more(wanted: list[tuple[Fraction, str]], have: Fraction) -> None:
    measures = [measure_of(Amount(amount, unit)) for amount, unit in wanted]
    at_home = [measure_of(Amount(have, "g"))]
    assert subtract(measures, add_up([*at_home, *subtract(measures, at_home)])) == ()


@given(st.fractions(min_value=0, max_value=10**9))
def test_an_amount_that_is_kept_is_so_many_grains_and_never_nothing(value: Fraction) -> None:
    kept = round_to_grain(value)
    assert (kept / GRAIN).denominator == 1
    assert (kept > 0) is (value > 0)
    assert kept == LARGEST or abs(kept - value) <= GRAIN
    assert read_value(write_measured(value)) == kept


@pytest.mark.parametrize("text", ["1/0", "0/0", "1\n", "-1", "1.5", "", "1" * 13, "1/" + "1" * 13, "٣", "１", " 1"])
def test_what_is_no_amount_is_stored_in_no_row(text: str) -> None:
    with pytest.raises(ValueError, match="value"):
        Measure(value=text)


@pytest.mark.parametrize(("text", "kept"), [("2/4", "1/2"), ("012", "12"), ("4/2", "2"), ("1/13", "2423/31500")])
def test_an_amount_is_kept_in_lowest_terms_and_as_finely_as_a_kitchen_tells(text: str, kept: str) -> None:
    assert Measure(value=text).value == kept


@pytest.mark.parametrize(
    "text",
    ["米 10000000000000000000000000000000g", "米 99999999999999個", "米 1/12345678901234個", "米 10000000kg"],
)
def test_an_amount_that_nobody_has_is_refused_wherever_it_is_typed(home: Household, text: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        fridge.put_in(home.owner(), text)
    assert [(field, str(said)) for field, said in refused.value.details] == [
        ("name", "Enter an amount from 0.001 to 9,999,999.")
    ]
    with pytest.raises(InvalidFields):
        shopping.write_down(home.owner(), text)
    line = shopping.write_down(home.owner(), "米").result
    with pytest.raises(InvalidFields):
        shopping.change_amount(home.owner(), line.item_id, text.removeprefix("米 "))


def test_a_fine_amount_is_rounded_and_a_huge_sum_stays_two_items(home: Household) -> None:
    fridge.put_in(home.owner(), "米 3.14159265358979g")
    assert read_value(home.item("米").amount or "") == round_to_grain(Fraction("3.14159265358979"))
    for _ in range(2):
        fridge.put_in(home.owner(), "水 9999999ml")
    assert len([item for item in fridge.find_items(home.owner()) if item.name == "水"]) == 2


def test_a_nought_behind_a_name_belongs_to_it_and_is_no_amount_of_what_is_there(home: Household) -> None:
    item = fridge.put_in(home.owner(), "コーラ 0").result
    assert (item.name, item.amount, item.quantity) == ("コーラ 0", None, "")
    line = shopping.write_down(home.owner(), "ビール 0本").result
    assert (line.name, line.measures, line.quantity) == ("ビール 0本", (), "")
    with pytest.raises(InvalidFields):
        shopping.change_amount(home.owner(), line.item_id, "0本")


def test_a_unit_that_nobody_knows_counts_things(home: Household) -> None:
    assert measure_of(Amount(Fraction(2), "furlong")) == Measure(value="2", unit="")


def test_what_a_recipe_says_too_finely_to_be_stored_is_only_said(home: Household) -> None:
    recipe = home.recipe("円", "米 3.14159265358979g\n水 99999999999999個")
    assert [(each.quantity, each.amount) for each in recipe.ingredients] == [
        ("3.14159265358979g", None),
        ("99999999999999個", None),
    ]


def test_a_whole_loop_of_thirteenths_leaves_nothing_on_the_list_and_nothing_in_the_fridge(home: Household) -> None:
    recipe = home.recipe("芋", "じゃがいも 1kg\n牛乳 1L", servings=13)
    plans.add_dish(home.owner(), recipe.recipe_id, servings=7)
    lines: list[ShoppingItem] = shopping.find_lines(home.owner())
    shopping.tick(home.owner(), [Tick(line.item_id, done=True) for line in lines])
    stock_fridge(home.owner())
    assert home.shopping() == {}
    cooking.cook(home.owner(), home.dish("芋").item_id)
    assert home.fridge() == {}
