"""Who will use what is in the fridge, and how much of it is taken by a step."""

from datetime import date, timedelta

import pytest
from tests.apps.kondate.household import Household, shown

from chabudai.apps.kondate.kitchen import foods, fridge, plans
from chabudai.apps.kondate.kitchen.uses import find_similar, find_uses

MONDAY = date(2040, 11, 19)


def test_the_dish_that_comes_first_uses_it_scaled_for_its_servings(home: Household) -> None:
    soup = home.recipe("豚汁", "豆腐 1/2丁\n大根 1/4本\nみそ 少々", servings=2)
    cold = home.recipe("冷ややっこ", "豆腐 1丁\nねぎ 1本\nねぎ 1/2本", servings=2)
    plans.apply_set(home.owner(), home.meal_set("今週", [cold, soup], [2, 1]).set_id, servings=4, start=MONDAY)
    stew = home.recipe("おでん", "大根 1本\n卵 4個")
    plans.apply_set(home.owner(), home.meal_set("次", [stew]).set_id, slot="NEXT")
    uses = find_uses(home.owner(), plans.find_plans(home.owner()))
    told = {
        name: (use.dish.title, use.slot, use.is_tonight, [shown(each) for each in use.measures])
        for name, use in uses.items()
    }
    assert told == {
        "豆腐": ("豚汁", "CURRENT", True, ["1丁"]),
        "大根": ("豚汁", "CURRENT", True, ["½本"]),
        "みそ": ("豚汁", "CURRENT", True, []),
        foods.fold("ねぎ"): ("冷ややっこ", "CURRENT", False, ["3本"]),
        "卵": ("おでん", "NEXT", False, ["4個"]),
    }


@pytest.mark.parametrize(
    ("held", "wanted", "is_similar"),
    [
        ("豆腐", "絹ごし豆腐", True),
        ("国産鶏もも肉", "鶏もも肉", True),
        ("tofu", "silken tofu", True),
        ("ねぎ", "玉ねぎ", False),
        ("豆腐", "高野豆腐", False),
        ("きりたんぽ", "新きりたんぽ", False),
    ],
)
def test_a_dish_that_wants_something_of_its_kind_is_found(
    home: Household, held: str, wanted: str, is_similar: bool
) -> None:
    plans.add_dish(home.owner(), home.recipe("一品", f"{wanted} 1個").recipe_id)
    uses = find_uses(home.owner(), plans.find_plans(home.owner()))
    similar = find_similar(uses, held)
    assert (similar is not None and similar.name == wanted) == is_similar


def test_what_is_cooked_or_left_out_uses_nothing(home: Household) -> None:
    soup = home.recipe("豚汁", "豆腐 1丁")
    plans.apply_set(home.owner(), home.meal_set("今週", [soup]).set_id)
    plans.skip_dish(home.owner(), home.dish("豚汁").item_id)
    assert find_uses(home.owner(), plans.find_plans(home.owner())) == {}


@pytest.mark.parametrize(
    ("text", "steps", "expected"),
    [("豆腐 1丁", "+", "1½丁"), ("豆腐 1丁", "--", "½丁"), ("豚肉 200g", "-", "150g"), ("豚肉 100g", "-", "90g"),
     ("塩 少々", "+", "少々"), ("卵 1/3個", "-", "⅓個")],
)  # fmt: skip
def test_an_amount_goes_up_and_down_by_steps_of_its_unit_and_never_to_nothing(
    home: Household, text: str, steps: str, expected: str
) -> None:
    item_id = fridge.put_in(home.owner(), text).result.item_id
    for step in steps:
        fridge.step_amount(home.owner(), item_id, is_more=step == "+")
    (amount,) = home.fridge().values()
    assert amount.removeprefix("約") == expected


def test_a_date_is_guessed_given_or_none_at_all(home: Household) -> None:
    owner = home.owner()
    guessed = fridge.put_in(owner, "豆腐 1丁").result
    given = fridge.put_in(owner, "豆腐 2丁", best_before=MONDAY + timedelta(days=9)).result
    without = fridge.put_in(owner, "豆腐 3丁", best_before="never").result
    assert guessed.best_before is not None
    assert [item.is_guess for item in (guessed, given, without)] == [True, False, False]
    assert (given.best_before, without.best_before) == (MONDAY + timedelta(days=9), None)
