"""What of a recipe is missing at home: told, put on the list, and off again; and how kanji are said."""

from datetime import date

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import undo
from chabudai.apps.kondate.book import missing, recipes
from chabudai.apps.kondate.book.cookable import open_larder
from chabudai.apps.kondate.book.readings import spell
from chabudai.apps.kondate.errors import ListFull
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.limits import MOST_LINES
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge


def test_every_food_is_at_home_to_buy_or_a_staple(home: Household) -> None:
    recipe = home.recipe("豚汁", "豆腐 1丁\n豚肉 200g\n塩 少々\n香菜 適量")
    fridge.put_in(home.owner(), "豆腐 1丁")
    fridge.put_in(home.owner(), "香菜")
    assert missing.find_supplies(open_larder(home.owner()), recipe, 2) == {
        "豆腐": "home",
        "豚肉": "buy",
        "塩": "staple",
        "香菜": "home",
    }
    assert missing.find_supplies(open_larder(home.owner()), recipe, 4)["豆腐"] == "buy"


def test_what_is_missing_is_put_on_the_list_once_and_can_be_undone(home: Household) -> None:
    recipe = home.recipe("豚汁", "豆腐 1丁\n豚肉 200g\n豚肉 50g")
    fridge.put_in(home.owner(), "豆腐 1丁")
    written = missing.write_down_missing(home.owner(), recipe, 4)
    assert home.shopping() == {"豆腐": "1丁", "豚肉": "500g"}
    assert missing.write_down_missing(home.owner(), recipe, 4).undo_id is None
    assert written.undo_id
    undo.take_back(home.owner(), written.undo_id)
    assert home.shopping() == {}


def test_what_several_recipes_lack_is_added_up_on_one_line_that_names_them(home: Household) -> None:
    bowl = home.recipe("親子丼", "卵 6個\n鶏もも肉 1枚")
    rice = home.recipe("オムライス", "卵 6個\n鶏もも肉 180g")
    missing.write_down_missing(home.owner(), bowl, 2)
    missing.write_down_missing(home.owner(), rice, 2)
    assert home.shopping() == {"卵": "12個", "鶏もも肉": "1枚 + 180g"}
    assert [want.title for want in home.line("卵").wants] == ["親子丼", "オムライス"]


def test_it_joins_the_lines_of_the_plans_and_stays_when_these_go(home: Household) -> None:
    bowl, roll = home.recipe("親子丼", "卵 6個\n玉ねぎ 1個"), home.recipe("だし巻き卵", "卵 4個")
    missing.write_down_missing(home.owner(), roll, 2)
    plans.apply_set(home.owner(), home.meal_set("一品", [bowl]).set_id)
    assert home.shopping() == {"卵": "10個", "玉ねぎ": "1個"}
    plans.remove_plan(home.owner(), "CURRENT")
    assert home.shopping() == {"卵": "4個"}


def test_a_recipe_that_is_planned_afterwards_is_not_bought_twice(home: Household) -> None:
    bowl = home.recipe("親子丼", "卵 6個")
    missing.write_down_missing(home.owner(), bowl, 2)
    planned = plans.add_dish(home.owner(), bowl.recipe_id, servings=4)
    assert home.shopping() == {"卵": "12個"}
    assert planned.undo_id
    undo.take_back(home.owner(), planned.undo_id)
    assert home.shopping() == {"卵": "6個"}
    assert [want.is_unplanned for want in home.line("卵").wants] == [True]


def test_for_more_people_it_takes_the_place_of_what_was_wanted_before(home: Household) -> None:
    roll = home.recipe("だし巻き卵", "卵 4個")
    missing.write_down_missing(home.owner(), roll, 2)
    more = missing.write_down_missing(home.owner(), roll, 4)
    assert home.shopping() == {"卵": "8個"}
    assert more.undo_id
    undo.take_back(home.owner(), more.undo_id)
    assert home.shopping() == {"卵": "4個"}


def test_the_first_of_two_recipes_is_taken_back_and_the_second_stays(home: Household) -> None:
    first = missing.write_down_missing(home.owner(), home.recipe("親子丼", "卵 6個\n鶏もも肉 1枚"), 2)
    shopping.tick(home.owner(), [Tick(home.line("卵").item_id, done=True)])
    missing.write_down_missing(home.owner(), home.recipe("だし巻き卵", "卵 4個"), 2)
    eggs = {line.done: line for line in shopping.find_lines(home.owner()) if line.name == "卵"}
    assert [measure.value for measure in eggs[False].measures] == ["4"]
    assert first.undo_id
    undo.take_back(home.owner(), first.undo_id)
    assert home.shopping() == {"✓卵": "6個"}
    assert [want.title for want in home.line("卵").wants] == ["だし巻き卵"]


def test_taking_back_what_was_bought_beside_leaves_who_wanted_the_first_of_it(home: Household) -> None:
    missing.write_down_missing(home.owner(), home.recipe("冷ややっこ", "ねぎ 1本"), 2)
    shopping.tick(home.owner(), [Tick(home.line("ねぎ").item_id, done=True)])
    second = missing.write_down_missing(home.owner(), home.recipe("炒めもの", "ねぎ 50g"), 2)
    fridge.put_in(home.owner(), "ねぎ 1000g")
    assert second.undo_id
    undo.take_back(home.owner(), second.undo_id)
    assert home.shopping() == {"✓ねぎ": "1本"}
    assert [want.title for want in home.line("ねぎ").wants] == ["冷ややっこ"]


def test_what_was_bought_for_it_is_in_the_fridge_and_wanted_no_more(home: Household) -> None:
    roll = home.recipe("だし巻き卵", "卵 4個")
    missing.write_down_missing(home.owner(), roll, 2)
    shopping.tick(home.owner(), [Tick(home.line("卵").item_id, done=True)])
    bought = stock_fridge(home.owner())
    assert (home.fridge(), home.shopping()) == ({"卵": "4個"}, {})
    assert bought.undo_id
    undo.take_back(home.owner(), bought.undo_id)
    assert (home.fridge(), home.shopping()) == ({}, {"✓卵": "4個"})
    assert [want.title for want in home.line("卵").wants] == ["だし巻き卵"]
    stock_fridge(home.owner())
    fridge.take_out(home.owner(), home.item("卵").item_id)
    assert home.shopping() == {}


def test_cooking_it_without_a_plan_ends_what_is_still_to_be_bought_for_it(home: Household) -> None:
    roll = home.recipe("だし巻き卵", "卵 4個\nねぎ 1本")
    missing.write_down_missing(home.owner(), roll, 2)
    cooked = cooking.cook_recipe(home.owner(), roll.recipe_id, 2)
    assert home.shopping() == {}
    assert cooked.undo_id
    undo.take_back(home.owner(), cooked.undo_id)
    assert home.shopping() == {"卵": "4個", "ねぎ": "1本"}


def test_a_line_that_is_not_needed_goes_and_is_back_when_it_is_asked_for_again(home: Household) -> None:
    bowl, roll = home.recipe("親子丼", "卵 6個"), home.recipe("だし巻き卵", "卵 4個")
    plans.apply_set(home.owner(), home.meal_set("一品", [bowl]).set_id)
    missing.write_down_missing(home.owner(), roll, 2)
    shopping.dismiss(home.owner(), home.line("卵").item_id)
    assert home.shopping() == {}
    missing.write_down_missing(home.owner(), roll, 2)
    assert home.shopping() == {"卵": "10個"}


def test_what_may_not_be_eaten_any_more_is_bought(home: Household) -> None:
    roll = home.recipe("だし巻き卵", "卵 4個")
    fridge.put_in(home.owner(), "卵 10個", best_before=date(2040, 11, 18))
    fridge.change_item(home.owner(), home.item("卵").item_id, {"date_kind": "use_by"})
    missing.write_down_missing(home.owner(), roll, 2)
    assert home.shopping() == {"卵": "4個"}


def test_only_what_no_plan_wants_and_nobody_bought_comes_off(home: Household) -> None:
    recipe = home.recipe("豚汁", "豆腐 1丁\n豚肉 200g")
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("冷ややっこ", "豆腐 2丁")]).set_id)
    shopping.write_down(home.owner(), "牛乳 1本")
    missing.write_down_missing(home.owner(), recipe, 2)
    shopping.tick(home.owner(), [Tick(home.line("豚肉").item_id, done=True)])
    missing.take_off_missing(home.owner(), recipe)
    assert home.shopping() == {"牛乳": "1本", "✓豚肉": "200g", "豆腐": "2丁"}


def test_a_full_list_takes_nothing_of_it(home: Household) -> None:
    home.write_down(MOST_LINES - 1)
    with pytest.raises(ListFull):
        missing.write_down_missing(home.owner(), home.recipe("豚汁", "豆腐 1丁\n豚肉 200g"), 2)
    assert len(home.shopping()) == MOST_LINES - 1


@pytest.mark.parametrize(
    ("words", "title"),
    [("とり", "鶏の照り焼き"), ("なす", "茄子の揚げびたし"), ("茄子", "なすの味噌汁"), ("ミソ", "なすの味噌汁")],
)
def test_foods_are_found_as_they_are_said(home: Household, words: str, title: str) -> None:
    book = [home.recipe(each, "塩 少々") for each in ("鶏の照り焼き", "茄子の揚げびたし", "なすの味噌汁", "プリン")]
    found = [recipe.title for recipe in recipes.search(book, words)]
    assert title in found
    assert "プリン" not in found


def test_titles_come_first_and_what_only_has_a_staple_of_the_name_last(home: Household) -> None:
    book = [
        home.recipe("麻婆豆腐", "絹ごし豆腐 1丁\n鶏がらスープの素 小さじ1"),
        home.recipe("親子丼", "鶏もも肉 1枚"),
        home.recipe("鶏の照り焼き", "鶏もも肉 1枚"),
        home.recipe("プリン", "卵 2個"),
    ]
    assert [each.title for each in recipes.search_best_first(book, "とり")] == ["鶏の照り焼き", "親子丼", "麻婆豆腐"]


def test_the_longest_word_is_read_first() -> None:
    assert spell("牛蒡と牛乳") == "ごぼうとぎゅうにゅう"


def test_what_is_wanted_since_stays_when_a_dish_of_the_same_food_comes_back(home: Household) -> None:
    dish = plans.add_dish(home.owner(), home.recipe("親子丼", "卵 6個").recipe_id, servings=2).result
    skipped = plans.skip_dish(home.owner(), dish.item_id, is_skipped=True)
    missing.write_down_missing(home.owner(), home.recipe("だし巻き卵", "卵 4個"), 2)
    assert skipped.undo_id is not None
    undo.take_back(home.owner(), skipped.undo_id)
    assert home.shopping() == {"卵": "10個"}
