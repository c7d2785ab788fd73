"""What can be cooked now: by what the fridge has, for as many as eat, soonest dates first."""

from datetime import timedelta

from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book import cookable, sets
from chabudai.apps.kondate.kitchen import fridge


def found(home: Household) -> list[list[str]]:
    return [[each.recipe.title for each in some] for some in cookable.find_cookable(home.owner())]


def test_recipes_stand_by_how_much_is_missing(home: Household) -> None:
    home.recipe("冷やっこ", "豆腐 1丁\nしょうゆ 少々")
    home.recipe("味噌汁", "豆腐 1/2丁\n油揚げ 1枚\nみそ 大さじ2")
    home.recipe("すき焼き", "豆腐 1丁\n牛肉 200g\n長ねぎ 1本")
    home.recipe("天ぷら", "海老 6尾\nなす 1本\n大葉 4枚\n豆腐 1丁")
    home.recipe("遠い", "海老 6尾")
    fridge.put_in(home.owner(), "豆腐 1丁")
    assert found(home) == [["冷やっこ"], ["味噌汁"], ["すき焼き"]]
    (nearly,) = cookable.find_cookable(home.owner())[1]
    assert (nearly.missing, [item.name for item in nearly.uses]) == (("油揚げ",), ["豆腐"])


def test_too_little_is_missing_and_another_unit_is_taken_to_be_enough(home: Household) -> None:
    home.recipe("煮もの", "大根 1/2本\nにんじん 1本", servings=2)
    fridge.put_in(home.owner(), "大根 300g")
    fridge.put_in(home.owner(), "にんじん 1/2本")
    (nearly,) = cookable.find_cookable(home.owner())[1]
    assert nearly.missing == ("にんじん",)
    fridge.put_in(home.owner(), "にんじん 1本")
    assert found(home) == [["煮もの"], [], []]


def test_it_is_asked_for_as_many_as_eat_at_home(home: Household) -> None:
    home.recipe("卵焼き", "卵 2個", servings=1)
    fridge.put_in(home.owner(), "卵 3個")
    assert found(home) == [[], ["卵焼き"], []]
    fridge.put_in(home.owner(), "卵 1個")
    assert found(home) == [["卵焼き"], [], []]


def test_what_has_to_be_eaten_soonest_comes_first(home: Household) -> None:
    today = home.owner().today()
    for name, days in (("豆腐", 5), ("卵", 1), ("なす", 3)):
        home.recipe(name, f"{name} 1個")
        fridge.put_in(home.owner(), f"{name} 1個", best_before=today + timedelta(days=days))
    assert found(home)[0] == ["卵", "なす", "豆腐"]


def test_what_must_not_be_eaten_any_more_is_not_there(home: Household, clock: SettableClock) -> None:
    home.recipe("冷やっこ", "豆腐 1丁")
    item = fridge.put_in(home.owner(), "豆腐 1丁", best_before=home.owner().today()).result
    clock.advance(days=1)
    assert found(home) == [["冷やっこ"], [], []]
    fridge.change_item(home.owner(), item.item_id, {"date_kind": "use_by"})
    assert found(home) == [[], [], []]


def test_a_set_says_how_many_foods_of_the_fridge_it_uses(home: Household) -> None:
    one, other = home.recipe("一", "豆腐 1丁\n卵 1個\n塩 少々"), home.recipe("二", "豆腐 1丁\n牛肉 100g")
    both, alone = home.meal_set("両方", [one, other]), home.meal_set("片方", [other])
    for name in ("豆腐 1丁", "卵 3個", "塩 1袋", "なす 1本"):
        fridge.put_in(home.owner(), name)
    by_id = sets.find_dishes(home.owner(), [both, alone])
    assert cookable.count_fridge_uses(home.owner(), [both, alone], by_id) == {both.set_id: 2, alone.set_id: 1}
