"""The loop: a set is planned, shopped for, put away, cooked and logged; each step follows from the one before it."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import settings
from chabudai.apps.kondate.errors import ChangedSince, NoSuchRecipe, NoSuchUndo, NothingToCook, PlanUnfinished
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge
from chabudai.apps.kondate.kitchen.undoing import undo

MONDAY = date(2040, 11, 19)
PORK_SOUP = "豚こま切れ肉 200g\n大根 1/4本\nねぎ 1本\n豆腐 1/2丁\nみそ 大さじ3\n七味唐辛子 少々"
TOFU = "豆腐 1丁\nねぎ 1/2本\nしょうが 1かけ\nしょうゆ 適量"


def buy(home: Household, *names: str) -> None:
    shopping.tick(home.owner(), [Tick(home.line(name).item_id, done=True) for name in names])


def plan_both(home: Household) -> None:
    soup, tofu = home.recipe("豚汁", PORK_SOUP), home.recipe("冷ややっこ", TOFU)
    plans.apply_set(home.owner(), home.meal_set("二日の献立", [soup, tofu], [1, 2]).set_id, start=MONDAY)


def test_the_list_merges_what_several_dishes_want_and_says_which(home: Household) -> None:
    plan_both(home)
    assert home.shopping() == {
        "豚こま切れ肉": "200g", "大根": "¼本", "ねぎ": "2本", "豆腐": "2丁", "しょうが": "1かけ",
    }  # fmt: skip
    assert [want.title for want in home.line("ねぎ").wants] == ["豚汁", "冷ややっこ"]


def test_staples_stand_apart_until_they_are_needed(home: Household) -> None:
    plan_both(home)
    assert home.line("みそ").is_staple
    assert "みそ" not in home.shopping()
    shopping.need(home.owner(), home.line("みそ").item_id)
    assert home.shopping()["みそ"] == "大さじ3"


def test_nobody_buys_or_keeps_water_unless_they_say_so(home: Household) -> None:
    home.live(2)
    soup = home.recipe("汁", "水 200ml\n熱湯 適量\n豆腐 1丁")
    plans.add_dish(home.owner(), soup.recipe_id)
    assert [line.name for line in shopping.find_lines(home.owner())] == ["豆腐"]
    settings.mark_staple(home.owner(), "水", is_staple=False)
    assert home.shopping() == {"豆腐": "1丁", "水": "200ml"}


def test_what_the_fridge_holds_is_not_bought(home: Household) -> None:
    fridge.put_in(home.owner(), "豆腐 1丁")
    fridge.put_in(home.owner(), "ねぎ 5本")
    plan_both(home)
    assert home.shopping()["豆腐"] == "1丁"
    assert "ねぎ" not in home.shopping()


def test_the_same_food_in_another_unit_is_told_beside_the_line(home: Household) -> None:
    fridge.put_in(home.owner(), "ねぎ 100g")
    plan_both(home)
    assert home.shopping()["ねぎ"] == "2本"
    assert [measure.unit for measure in home.line("ねぎ").at_home] == ["g"]


@pytest.mark.parametrize(
    ("lines", "bought"),
    [
        ("卵 1個", "2個"),
        ("餃子の皮 15枚", "23枚"),
        ("バナナ 1/2本", "1本"),
        ("1/2 banana", "1"),
        ("レモン 1/6個", "1個"),
        ("キャベツ 1/4個", "½個"),
        ("キャベツ 1枚", "2枚"),
        ("大根 1/2本", "¾本"),
        ("ごぼう 3/4本", "1½本"),
        ("しょうが 1かけ", "1½かけ"),
        ("豚肉 125g", "約190g"),
        ("ミックスナッツ 大さじ1", "大さじ1½"),
    ],
)
def test_whole_things_are_bought_whole_and_parts_of_what_is_sold_in_parts(
    home: Household, lines: str, bought: str
) -> None:
    recipe = home.recipe("一品", lines)
    plans.apply_set(home.owner(), home.meal_set("一品", [recipe]).set_id, servings=3)
    assert list(home.shopping().values()) == [bought]


def test_what_was_bought_whole_is_left_over_for_the_next_dish(home: Household) -> None:
    one, other = home.recipe("一", "玉ねぎ 1/2個"), home.recipe("二", "玉ねぎ 1/2個")
    plans.apply_set(home.owner(), home.meal_set("一品", [one]).set_id)
    buy(home, "玉ねぎ")
    stock_fridge(home.owner())
    cooking.cook(home.owner(), home.dish("一").item_id)
    assert home.fridge() == {"玉ねぎ": "½個"}
    plans.apply_set(home.owner(), home.meal_set("一品", [other]).set_id, leftover="drop")
    assert home.shopping() == {}


def test_amounts_that_do_not_add_up_stay_two_on_one_line(home: Household) -> None:
    one, other = home.recipe("一", "にんじん 1本"), home.recipe("二", "にんじん 200g")
    plans.apply_set(home.owner(), home.meal_set("二品", [one, other]).set_id)
    assert home.shopping() == {"にんじん": "1本 + 200g"}


def test_grams_and_kilograms_are_one_amount(home: Household) -> None:
    one, other = home.recipe("一", "豚肉 1kg"), home.recipe("二", "豚肉 200g")
    plans.apply_set(home.owner(), home.meal_set("二品", [one, other]).set_id)
    assert home.shopping() == {"豚肉": "1200g"}


def test_servings_scale_the_list(home: Household) -> None:
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("豚汁", PORK_SOUP)]).set_id, servings=4)
    assert home.shopping()["豚こま切れ肉"] == "400g"
    plans.change_dish(home.owner(), home.dish("豚汁").item_id, servings=1)
    assert home.shopping()["豚こま切れ肉"] == "100g"


def test_a_tick_stays_through_changes_and_more_of_it_is_another_line(home: Household) -> None:
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("豚汁", PORK_SOUP)]).set_id)
    buy(home, "豚こま切れ肉")
    plans.change_dish(home.owner(), home.dish("豚汁").item_id, servings=4)
    assert home.shopping()["✓豚こま切れ肉"] == "200g"
    assert home.shopping()["豚こま切れ肉"] == "200g"


def test_what_is_in_the_basket_stays_when_nothing_wants_it_any_more(home: Household) -> None:
    plan_both(home)
    buy(home, "豚こま切れ肉")
    plans.skip_dish(home.owner(), home.dish("豚汁").item_id)
    assert home.shopping() == {"✓豚こま切れ肉": "200g", "ねぎ": "1本", "豆腐": "1丁", "しょうが": "1かけ"}
    assert home.line("豚こま切れ肉").wants == ()


def test_skipping_is_undone_with_all_its_lines(home: Household) -> None:
    plan_both(home)
    before = home.shopping()
    skipped = plans.skip_dish(home.owner(), home.dish("豚汁").item_id)
    assert skipped.undo_id is not None
    undo(home.owner(), skipped.undo_id)
    assert home.shopping() == before


def test_what_a_person_wrote_down_never_goes_by_itself(home: Household) -> None:
    plan_both(home)
    shopping.write_down(home.owner(), "卵 1パック")
    plans.remove_plan(home.owner(), "CURRENT")
    assert home.shopping() == {"卵": "1パック"}


def test_a_line_that_need_not_be_bought_comes_back_for_another_dish(home: Household) -> None:
    soup, tofu = home.recipe("豚汁", PORK_SOUP), home.recipe("冷ややっこ", TOFU)
    plans.apply_set(home.owner(), home.meal_set("一品", [soup]).set_id)
    shopping.dismiss(home.owner(), home.line("ねぎ").item_id)
    assert "ねぎ" not in home.shopping()
    plans.change_dish(home.owner(), home.dish("豚汁").item_id, servings=3)
    assert "ねぎ" not in home.shopping()
    plans.add_dish(home.owner(), tofu.recipe_id)
    assert home.shopping()["ねぎ"] == "2本"


def test_one_own_amount_stays_through_changes(home: Household) -> None:
    plan_both(home)
    shopping.change_amount(home.owner(), home.line("ねぎ").item_id, "3本")
    plans.change_dish(home.owner(), home.dish("豚汁").item_id, servings=6)
    assert home.shopping()["ねぎ"] == "3本"
    shopping.change_amount(home.owner(), home.line("ねぎ").item_id, "")
    assert home.shopping()["ねぎ"] == "4本"


def test_what_is_at_home_goes_from_the_list_into_the_fridge(home: Household) -> None:
    plan_both(home)
    shopping.have_at_home(home.owner(), home.line("大根").item_id)
    assert "大根" not in home.shopping()
    assert home.fridge() == {"大根": "¼本"}


def test_the_basket_goes_into_the_fridge_with_a_guess_how_long_it_keeps(home: Household) -> None:
    plan_both(home)
    buy(home, "豚こま切れ肉", "豆腐")
    delivery = stock_fridge(home.owner()).result
    assert [item.name for item in delivery.items] == ["豚こま切れ肉", "豆腐"]
    assert home.fridge() == {"豚こま切れ肉": "200g", "豆腐": "2丁"}
    assert home.item("豚こま切れ肉").best_before == MONDAY + timedelta(days=2)
    assert home.item("豚こま切れ肉").is_guess
    assert home.shopping() == {"大根": "¼本", "ねぎ": "2本", "しょうが": "1かけ"}


def test_a_second_phone_finds_the_basket_empty(home: Household) -> None:
    plan_both(home)
    buy(home, "豆腐")
    stock_fridge(home.owner())
    second = stock_fridge(home.owner())
    assert (second.result.items, second.undo_id) == ((), None)
    assert home.fridge() == {"豆腐": "2丁"}


def test_putting_away_is_undone_unless_something_was_used(home: Household) -> None:
    plan_both(home)
    buy(home, "豆腐", "ねぎ")
    before = home.shopping()
    first = stock_fridge(home.owner()).undo_id
    assert first is not None
    undo(home.owner(), first)
    assert (home.shopping(), home.fridge()) == (before, {})
    second = stock_fridge(home.owner()).undo_id
    assert second is not None
    cooking.cook(home.owner(), home.dish("冷ややっこ").item_id)
    with pytest.raises(ChangedSince, match=r"豆腐|ねぎ"):
        undo(home.owner(), second)
    assert home.fridge() == {"豆腐": "1丁", "ねぎ": "1½本"}


def test_household_things_just_leave_the_list(home: Household) -> None:
    shopping.write_down(home.owner(), "トイレットペーパー 1袋")
    buy(home, "トイレットペーパー")
    assert stock_fridge(home.owner()).result.items == ()
    assert (home.shopping(), home.fridge()) == ({}, {})


def test_cooking_takes_from_the_fridge_the_soonest_first(home: Household) -> None:
    fridge.put_in(home.owner(), "豆腐 1丁", best_before=MONDAY + timedelta(days=3))
    fridge.put_in(home.owner(), "豆腐 1/2丁", best_before=MONDAY + timedelta(days=1))
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("冷ややっこ", TOFU)]).set_id)
    cooked = cooking.cook(home.owner(), home.dish("冷ややっこ").item_id).result
    assert home.fridge() == {"豆腐": "½丁"}
    assert home.item("豆腐").best_before == MONDAY + timedelta(days=3)
    assert cooked.log is not None
    assert [taken.amount for taken in cooked.log.taken] == ["1/2", "1/2"]
    assert [entry.title for entry in cooking_log.find_day(home.owner(), MONDAY)] == ["冷ややっこ"]


def test_cooking_twice_takes_and_logs_once(home: Household) -> None:
    fridge.put_in(home.owner(), "豆腐 3丁")
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("冷ややっこ", TOFU)]).set_id)
    for _ in range(2):
        cooking.cook(home.owner(), home.dish("冷ややっこ").item_id)
    assert home.fridge() == {"豆腐": "2丁"}
    assert len(cooking_log.find_day(home.owner(), MONDAY)) == 1


def test_not_cooked_after_all_gives_everything_back(home: Household) -> None:
    tofu = home.recipe("冷ややっこ", TOFU)
    fridge.put_in(home.owner(), "豆腐 1丁", best_before=MONDAY + timedelta(days=1))
    fridge.change_item(home.owner(), home.item("豆腐").item_id, {"note": "奥の棚"})
    plan = plans.apply_set(home.owner(), home.meal_set("一品", [tofu]).set_id).result
    before = (home.shopping(), home.item("豆腐"))
    for _ in range(2):
        cooking.cook(home.owner(), plan.items[0].item_id)
        assert home.fridge() == {}
        cooking.uncook(home.owner(), plan.items[0].item_id)
    after = home.item("豆腐")
    assert (home.shopping(), after.model_copy(update={"updated_at": before[1].updated_at})) == before
    assert cooking_log.find_day(home.owner(), MONDAY) == []
    recipe = plans.find_plans(home.owner())["CURRENT"].items[0]
    assert recipe.log_id is None


def test_what_was_really_used_is_corrected(home: Household) -> None:
    fridge.put_in(home.owner(), "豆腐 3丁")
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("冷ややっこ", TOFU)]).set_id)
    log = cooking.cook(home.owner(), home.dish("冷ややっこ").item_id).result.log
    assert log is not None
    (taken,) = log.taken
    log = cooking.correct_taken(home.owner(), log, {taken.item_id: Fraction(2)}).result
    assert home.fridge() == {"豆腐": "1丁"}
    cooking.correct_taken(home.owner(), log, {taken.item_id: Fraction(0)})
    assert home.fridge() == {"豆腐": "3丁"}


def test_the_next_set_becomes_the_current_one_when_all_is_cooked(home: Household) -> None:
    soup, tofu = home.recipe("豚汁", PORK_SOUP), home.recipe("冷ややっこ", TOFU)
    plans.apply_set(home.owner(), home.meal_set("今の", [soup]).set_id)
    plans.apply_set(home.owner(), home.meal_set("次の", [tofu]).set_id, slot="NEXT")
    assert "しょうが" not in home.shopping()
    cooked = cooking.cook(home.owner(), home.dish("豚汁").item_id)
    assert cooked.result.advanced_to is not None
    assert cooked.result.advanced_to.set_title == "次の"
    assert list(plans.find_plans(home.owner())) == ["CURRENT"]
    assert home.shopping() == {"豆腐": "1丁", "ねぎ": "1本", "しょうが": "1かけ"}
    assert cooked.undo_id is not None
    undo(home.owner(), cooked.undo_id)
    both = plans.find_plans(home.owner())
    assert [both["CURRENT"].set_title, both["NEXT"].set_title] == ["今の", "次の"]
    assert cooking_log.find_day(home.owner(), MONDAY) == []


def test_an_undo_is_done_once_and_not_for_ever(home: Household) -> None:
    plan_both(home)
    skipped = plans.skip_dish(home.owner(), home.dish("豚汁").item_id).undo_id
    assert skipped is not None
    undo(home.owner(), skipped)
    with pytest.raises(NoSuchUndo):
        undo(home.owner(), skipped)
    late = plans.skip_dish(home.owner(), home.dish("豚汁").item_id).undo_id
    assert late is not None
    home.clock.advance(minutes=31)
    with pytest.raises(NoSuchUndo):
        undo(home.owner(), late)


@pytest.mark.parametrize("minutes", [-10, 10])
def test_a_clock_that_is_a_few_minutes_off_takes_nobody_their_undo(home: Household, minutes: int) -> None:
    plan_both(home)
    skipped = plans.skip_dish(home.owner(), home.dish("豚汁").item_id).undo_id
    assert skipped is not None
    home.clock.advance(minutes=minutes)
    undo(home.owner(), skipped)


def test_an_unfinished_plan_asks_what_becomes_of_the_rest(home: Household) -> None:
    plan_both(home)
    other = home.meal_set("次の週", [home.recipe("親子丼", "鶏もも肉 250g\n卵 4個")])
    with pytest.raises(PlanUnfinished) as refused:
        plans.apply_set(home.owner(), other.set_id)
    assert refused.value.left == 2
    applied = plans.apply_set(home.owner(), other.set_id, leftover="next")
    both = plans.find_plans(home.owner())
    assert [dish.title for dish in both["NEXT"].items] == ["豚汁", "冷ややっこ"]
    assert home.shopping() == {"鶏もも肉": "250g", "卵": "4個"}
    assert applied.undo_id is not None
    undo(home.owner(), applied.undo_id)
    assert [plan.set_title for plan in plans.find_plans(home.owner()).values()] == ["二日の献立"]


def test_the_next_plan_is_replaced_unless_its_dishes_are_kept(home: Household) -> None:
    one, other = home.meal_set("一", [home.recipe("豚汁", PORK_SOUP)]), home.meal_set("二", [home.recipe("奴", TOFU)])
    for chosen in (one, other):
        plans.apply_set(home.owner(), chosen.set_id, slot="NEXT")
    assert [dish.title for dish in plans.find_plans(home.owner())["NEXT"].items] == ["奴"]
    plans.apply_set(home.owner(), one.set_id, slot="NEXT", leftover="next")
    assert [dish.title for dish in plans.find_plans(home.owner())["NEXT"].items] == ["豚汁", "奴"]


def test_the_next_plan_is_shopped_for_when_asked(home: Household) -> None:
    tofu = home.recipe("冷ややっこ", TOFU)
    plans.apply_set(home.owner(), home.meal_set("次の", [tofu]).set_id, slot="NEXT")
    assert home.shopping() == {}
    plans.shop_for_next(home.owner(), is_shopped=True)
    assert home.shopping() == {"豆腐": "1丁", "ねぎ": "1本", "しょうが": "1かけ"}


def test_current_and_next_change_places_with_what_is_cooked(home: Household) -> None:
    plan_both(home)
    cooking.cook(home.owner(), home.dish("豚汁").item_id)
    plans.apply_set(home.owner(), home.meal_set("次の", [home.recipe("親子丼", "卵 4個")]).set_id, slot="NEXT")
    plans.swap(home.owner())
    both = plans.find_plans(home.owner())
    assert [both["CURRENT"].set_title, both["NEXT"].set_title] == ["次の", "二日の献立"]
    assert both["NEXT"].items[0].log_id is not None
    assert home.shopping() == {"卵": "4個"}


def test_a_recipe_that_is_gone_can_still_be_cooked_and_takes_nothing(home: Household) -> None:
    plan_both(home)
    fridge.put_in(home.owner(), "豆腐 5丁")
    recipe = home.dish("豚汁").recipe_id
    home.store.write(design.delete_recipe("hanako", recipe))
    cooked = cooking.cook(home.owner(), home.dish("豚汁").item_id).result
    assert cooked.log is not None
    assert (cooked.log.title, cooked.log.taken) == ("豚汁", ())
    assert home.fridge() == {"豆腐": "5丁"}


def test_a_set_of_which_nothing_is_left_is_refused(home: Household) -> None:
    chosen = home.meal_set("空", [home.recipe("豚汁", PORK_SOUP)])
    home.store.write(design.delete_recipe("hanako", chosen.dishes[0].recipe_id))
    with pytest.raises(NothingToCook):
        plans.apply_set(home.owner(), chosen.set_id)


def test_an_untick_lands_only_where_the_latest_state_was_seen(home: Household) -> None:
    plan_both(home)
    line = home.line("豆腐")
    shopping.tick(home.owner(), [Tick(line.item_id, done=True)], "phone")
    shopping.tick(home.owner(), [Tick(line.item_id, done=False, seen=line.ticks)], "tablet")
    assert "✓豆腐" in home.shopping()
    shopping.tick(home.owner(), [Tick(line.item_id, done=False, seen=home.line("豆腐").ticks)], "tablet")
    assert "✓豆腐" not in home.shopping()


def test_ticks_of_lines_that_are_gone_are_passed_over(home: Household) -> None:
    plan_both(home)
    gone, there = home.line("豚こま切れ肉").item_id, home.line("豆腐").item_id
    plans.skip_dish(home.owner(), home.dish("豚汁").item_id)
    done = shopping.tick(home.owner(), [Tick(gone, done=True), Tick(there, done=True)])
    assert [line.name for line in done] == ["豆腐"]


def test_a_line_that_a_phone_wrote_without_a_connection_is_added_once(home: Household) -> None:
    for _ in range(2):
        shopping.write_down(home.owner(), "牛乳 1本", line_id="01JCWX0000000000000000PH0N")
    assert home.shopping() == {"牛乳": "1本"}


def test_what_left_the_fridge_comes_back_with_its_note(home: Household) -> None:
    fridge.put_in(home.owner(), "豆腐 1丁", best_before=MONDAY)
    fridge.change_item(home.owner(), home.item("豆腐").item_id, {"note": "鍋用", "place": "freezer"})
    item = home.item("豆腐")
    fridge.take_out(home.owner(), item.item_id, "thrown")
    assert home.fridge() == {}
    assert fridge.take_out(home.owner(), item.item_id).result is None
    (gone,) = fridge.find_deleted(home.owner())
    assert gone.departure == "thrown"
    fridge.restore(home.owner(), gone.deleted_at, gone.item_id)
    back = home.item("豆腐")
    assert (back.note, back.place, back.best_before) == ("鍋用", "freezer", MONDAY)
    assert list(fridge.find_deleted(home.owner())) == []


def test_the_home_page_has_its_figures_without_reading_the_list(home: Household) -> None:
    plan_both(home)
    buy(home, "豆腐")
    fridge.put_in(home.owner(), "卵 4個", best_before=MONDAY + timedelta(days=1))
    state = home.store.get(design.kitchen_state("hanako"))
    assert state is not None
    assert (state.lines_left, state.lines_shown, state.soonest) == (4, 5, "卵")


def test_tonight_is_what_is_dated_today_else_what_was_left_else_the_first(home: Household) -> None:
    plan_both(home)
    plan = plans.find_plans(home.owner())["CURRENT"]
    assert [dish.title for dish in plans.find_tonight(plan, MONDAY)] == ["豚汁"]
    assert [dish.title for dish in plans.find_tonight(plan, MONDAY + timedelta(days=5))] == ["豚汁"]
    assert [dish.title for dish in plans.find_tonight(plan, MONDAY - timedelta(days=5))] == ["豚汁"]
    plans.make_tonight(home.owner(), home.dish("冷ややっこ").item_id)
    plan = plans.find_plans(home.owner())["CURRENT"]
    assert [dish.title for dish in plans.find_tonight(plan, MONDAY)] == ["豚汁", "冷ややっこ"]


def test_what_comes_back_after_its_rest_was_thrown_out_can_be_thrown_out_too(home: Household) -> None:
    fridge.put_in(home.owner(), "豆腐 3丁")
    plans.apply_set(home.owner(), home.meal_set("一品", [home.recipe("冷ややっこ", TOFU)]).set_id)
    dish = home.dish("冷ややっこ").item_id
    cooking.cook(home.owner(), dish)
    fridge.take_out(home.owner(), home.item("豆腐").item_id)
    cooking.uncook(home.owner(), dish)
    assert home.fridge() == {"豆腐": "1丁"}
    fridge.take_out(home.owner(), home.item("豆腐").item_id)
    assert sorted(str(gone.amount) for gone in fridge.find_deleted(home.owner())) == ["1", "2"]


def test_a_recipe_without_a_plan_takes_from_the_fridge_once_and_gives_it_back(home: Household) -> None:
    recipe = home.recipe("豚汁", "豚肉 100g")
    fridge.put_in(home.owner(), "豚肉 300g")
    outcome = cooking.cook_recipe(home.owner(), recipe.recipe_id, 4)
    assert home.fridge() == {"豚肉": "100g"}
    assert cooking_log.find_day(home.owner(), home.owner().today()) == [outcome.result]
    assert outcome.undo_id is not None
    undo(home.owner(), outcome.undo_id)
    assert home.fridge() == {"豚肉": "300g"}
    assert cooking_log.find_day(home.owner(), home.owner().today()) == []
    with pytest.raises(NoSuchRecipe):
        cooking.cook_recipe(home.owner(), "nowhere", 2)
