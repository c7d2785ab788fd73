"""Kitchens of more rows than a transaction takes: what is decided is written whole, and what takes it back with it."""

from datetime import timedelta
from fractions import Fraction

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import missing
from chabudai.apps.kondate.book import settings as household_settings
from chabudai.apps.kondate.errors import FridgeFull, ListFull, NoSuchUndo
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.acts import PART
from chabudai.apps.kondate.kitchen.device_changes import apply_changes, parse_changes
from chabudai.apps.kondate.kitchen.draft import MOST_WRITES, change, load
from chabudai.apps.kondate.kitchen.entities import Plan
from chabudai.apps.kondate.kitchen.limits import MOST_ITEMS, MOST_LINES
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge
from chabudai.apps.kondate.kitchen.undoing import undo
from chabudai.table import Entity

LONG_TITLE = "🍲" * 70


def foods(number: int, of: str = "具") -> list[str]:
    return [f"{of}{each}" for each in range(number)]


def plan_dishes(home: Household, count: int, ingredients: list[str], *, title: str = "料理") -> list[str]:
    """Ids of so many dishes, each of all of these."""
    text = "\n".join(f"{name} 1個" for name in ingredients)
    recipes = [home.recipe(f"{title[:76]}{number}", text) for number in range(count)]
    return [plans.add_dish(home.owner(), recipe.recipe_id, servings=2).result.item_id for recipe in recipes]


def buy_everything(home: Household) -> list[str]:
    lines = [line for line in shopping.find_lines(home.owner()) if not line.done]
    shopping.tick(home.owner(), [Tick(line.item_id, done=True) for line in lines])
    return [line.item_id for line in lines]


def in_basket(home: Household) -> int:
    return sum(line.done for line in shopping.find_lines(home.owner()))


def take_back(home: Household, undo_id: str | None) -> None:
    assert undo_id is not None
    undo(home.owner(), undo_id)


def test_every_tick_of_a_long_list_is_kept(home: Household) -> None:
    ids = home.write_down(150)
    done = shopping.tick(home.owner(), [Tick(each, done=True) for each in ids])
    assert [line.done for line in done] == [True] * 150
    assert in_basket(home) == 150
    changes = [f"out {line.item_id} {line.ticks}" for line in done]
    before = home.revision()
    result = apply_changes(home.owner(), parse_changes(changes), "phone")
    assert (in_basket(home), home.revision() - before) == (0, result.acts)


@pytest.mark.parametrize(("count", "each"), [(32, 2), (50, 3), (50, 1), (26, 3)])
def test_cooking_with_everything_in_the_basket_and_several_of_each_at_home_is_taken_back_whole(
    home: Household, count: int, each: int
) -> None:
    (dish,) = plan_dishes(home, 1, foods(count))
    buy_everything(home)
    home.put_in([name for name in foods(count) for _ in range(each)], amount="1/3")
    before = home.fridge()
    for back in ("undo", "uncook"):
        cooked = cooking.cook(home.owner(), dish)
        assert cooked.result.log is not None
        log = cooking_log.find_entry(home.owner(), cooked.result.log.day, cooked.result.log.log_id)
        assert len(log.taken) == min(count * each, cooking.MOST_TAKEN)
        assert len(fridge.find_items(home.owner())) == count * each - len(log.taken)
        if back == "undo":
            take_back(home, cooked.undo_id)
        else:
            cooking.uncook(home.owner(), dish)
        assert home.fridge() == before
        assert cooking_log.find_day(home.owner(), home.owner().today()) == []
    assert in_basket(home) == count


@pytest.mark.parametrize("is_bought", [True, False])
def test_a_plan_of_hundreds_of_lines_goes_and_comes_back_with_what_was_said_of_them(
    home: Household, is_bought: bool
) -> None:
    for number in range(7):
        plan_dishes(home, 1, foods(40, f"具{number}-"))
    lines = shopping.find_lines(home.owner())
    assert len(lines) == 280
    if is_bought:
        buy_everything(home)
    else:
        for line in lines[:120]:
            home.store.put(line.model_copy(update={"note": f"{line.name}の覚え"}))
    before = {line.item_id: line for line in shopping.find_lines(home.owner())}
    removed = plans.remove_plan(home.owner(), "CURRENT")
    assert in_basket(home) == (280 if is_bought else 0)
    assert len(shopping.find_lines(home.owner())) == (280 if is_bought else 0)
    take_back(home, removed.undo_id)
    after = {line.item_id: line for line in shopping.find_lines(home.owner())}
    assert {key: (row.name, row.note, row.done, row.measures, row.wants) for key, row in after.items()} == {
        key: (row.name, row.note, row.done, row.measures, row.wants) for key, row in before.items()
    }
    with pytest.raises(NoSuchUndo):
        take_back(home, removed.undo_id)


def test_an_act_that_is_taken_back_before_its_list_was_settled_is_taken_back_too(home: Household) -> None:
    for number in range(4):
        plan_dishes(home, 1, foods(50, f"具{number}-"))
    shopping.find_lines(home.owner())
    buy_everything(home)
    skipped = plans.skip_dish(home.owner(), home.dish("料理0").item_id)
    removed = plans.remove_plan(home.owner(), "CURRENT")
    state = home.store.get(design.kitchen_state("hanako"))
    assert state is not None
    assert not state.is_settled
    take_back(home, removed.undo_id)
    take_back(home, skipped.undo_id)
    assert all(line.wants for line in shopping.find_lines(home.owner()))
    assert in_basket(home) == 200


def test_dishes_with_the_longest_titles_that_share_everything_do_not_stop_the_kitchen(home: Household) -> None:
    """What a line remembers of its dishes would be more than a row takes, were it kept for undoing."""
    plan_dishes(home, 28, foods(44), title=LONG_TITLE)
    buy_everything(home)
    stocked = stock_fridge(home.owner())
    assert len(stocked.result.items) == 44
    take_back(home, stocked.undo_id)
    assert (in_basket(home), home.fridge()) == (44, {})
    removed = plans.remove_plan(home.owner(), "CURRENT")
    take_back(home, removed.undo_id)
    assert len(plans.find_plans(home.owner())["CURRENT"].items) == 28


def test_a_food_that_every_line_of_every_recipe_names_is_one_line_that_fits_into_its_row(home: Household) -> None:
    plan_dishes(home, 28, ["具"] * 50, title=LONG_TITLE)
    (line,) = shopping.find_lines(home.owner())
    assert [measure.value for measure in line.measures] == ["1400"]
    shopping.dismiss(home.owner(), line.item_id)
    plans.change_dish(home.owner(), plans.find_plans(home.owner())["CURRENT"].items[0].item_id, servings=4)
    assert shopping.find_lines(home.owner())[0].is_dismissed


def test_longest_notes_on_all_that_a_dish_takes_are_kept_for_undoing_in_several_records(home: Household) -> None:
    """Thirty foods are there twice, and something is left of all fifty."""
    (dish,) = plan_dishes(home, 1, names := ["🥕" * 70 + name for name in foods(50)])
    home.put_in(names[:30], amount="3/4", note="🍅" * 500, best_before=home.owner().today())
    home.put_in(names, amount="2", note="🍅" * 500)
    before = home.fridge()
    cooked = cooking.cook(home.owner(), dish)
    assert cooked.result.log is not None
    corrected = cooking.correct_taken(
        home.owner(), cooked.result.log, {each.item_id: Fraction(1, 8) for each in cooked.result.log.taken}
    )
    assert corrected.undo_id is not None
    record = home.store.one(design.undo_record("hanako", corrected.undo_id))
    assert record.parts
    assert home.store.one(design.undo_record("hanako", record.parts[0])).act == PART
    with pytest.raises(NoSuchUndo):
        take_back(home, record.parts[0])
    take_back(home, corrected.undo_id)
    take_back(home, cooked.undo_id)
    assert home.fridge() == before
    rows = home.store.all(design.everything("hanako").consistently())
    assert not [row for row in rows if getattr(row, "act", "") == PART]


def test_more_than_a_transaction_takes_is_never_decided(home: Household) -> None:
    """Should an act ever want to: nothing is written."""
    home.write_down(MOST_WRITES + 1)

    def decide(draft: object) -> None:
        for line in load(home.owner()).lines:
            draft.drop(line)  # type: ignore[attr-defined]

    with pytest.raises(AssertionError, match="97 rows"):
        change(home.owner(), lambda: load(home.owner()), decide)
    assert len(shopping.find_lines(home.owner())) == MOST_WRITES + 1


def test_one_name_written_down_a_hundred_times_becomes_a_staple_and_finds_its_shelf(home: Household) -> None:
    home.write_down(1, "豆腐")
    ids = [line.item_id for line in shopping.find_lines(home.owner())]
    line = home.line("豆腐0")
    for _ in range(149):
        home.store.put(line.model_copy(update={"item_id": f"01{len(ids):024}"}))
        ids.append("")
    household_settings.mark_staple(home.owner(), "豆腐0", is_staple=True)
    household_settings.remember_shelf(home.owner(), "豆腐0", "snacks")
    assert {(row.is_staple, row.shelf) for row in shopping.find_lines(home.owner())} == {(True, "snacks")}


def test_nothing_passes_the_limit_of_the_list_also_not_what_is_taken_back(home: Household) -> None:
    home.write_down(MOST_LINES - 1)
    last = shopping.write_down(home.owner(), "卵").result
    with pytest.raises(ListFull):
        shopping.write_down(home.owner(), "牛乳")
    gone = shopping.dismiss(home.owner(), last.item_id)
    other = shopping.write_down(home.owner(), "牛乳").result
    with pytest.raises(ListFull):
        take_back(home, gone.undo_id)
    shopping.dismiss(home.owner(), other.item_id)
    take_back(home, gone.undo_id)
    assert len(shopping.find_lines(home.owner())) == MOST_LINES
    plan_dishes(home, 1, foods(5))
    assert len(shopping.find_lines(home.owner())) == MOST_LINES + 5


def test_nothing_passes_the_limit_of_the_fridge_however_it_would_come_in(home: Household) -> None:
    (dish,) = plan_dishes(home, 1, foods(3))
    home.put_in([*foods(3), *foods(MOST_ITEMS - 4, "品")])
    last = fridge.put_in(home.owner(), "卵 1個", best_before=home.owner().today()).result
    with pytest.raises(FridgeFull):
        fridge.put_in(home.owner(), "牛乳 1本")
    fridge.put_in(home.owner(), "卵 1個", best_before=home.owner().today())
    gone = fridge.take_out(home.owner(), last.item_id)
    (trash,) = fridge.find_deleted(home.owner())
    cooked = cooking.cook(home.owner(), dish)
    for number in range(4):
        fridge.put_in(home.owner(), f"代わり{number} 1個", best_before=home.owner().today() + timedelta(days=1))
    for attempt in (
        lambda: take_back(home, gone.undo_id),
        lambda: take_back(home, cooked.undo_id),
        lambda: cooking.uncook(home.owner(), dish),
        lambda: fridge.restore(home.owner(), trash.deleted_at, trash.item_id),
    ):
        with pytest.raises(FridgeFull):
            attempt()
    assert len(fridge.find_items(home.owner())) == MOST_ITEMS
    for number in range(3):
        fridge.take_out(home.owner(), home.item(f"代わり{number}").item_id)
    cooking.uncook(home.owner(), dish)
    assert len(fridge.find_items(home.owner())) == MOST_ITEMS


def test_what_a_full_fridge_has_no_room_for_waits_in_the_basket(home: Household) -> None:
    names = home.put_in(foods(MOST_ITEMS - 2, "品"))
    home.write_down(5, "具", done=True)
    shopping.tick(home.owner(), [Tick(shopping.write_down(home.owner(), "洗剤").result.item_id, done=True)])
    stocked = stock_fridge(home.owner())
    assert ([item.name for item in stocked.result.items], stocked.result.rest) == (["具0", "具1"], 3)
    assert "洗剤" not in {line.name for line in shopping.find_lines(home.owner())}
    with pytest.raises(FridgeFull):
        stock_fridge(home.owner())
    assert in_basket(home) == 3
    with pytest.raises(FridgeFull):
        shopping.have_at_home(home.owner(), home.line("具2").item_id)
    fridge.take_out(home.owner(), names[0])
    assert [item.name for item in stock_fridge(home.owner()).result.items] == ["具2"]


def test_what_is_over_a_limit_already_may_become_less_and_is_never_lost(home: Household) -> None:
    (dish,) = plan_dishes(home, 1, foods(3))
    ids = home.put_in([*foods(3), *foods(MOST_ITEMS + 40, "品")])
    cooking.cook(home.owner(), dish)
    fridge.take_out(home.owner(), ids[-1])
    fridge.step_amount(home.owner(), ids[-2], is_more=True)
    assert len(fridge.find_items(home.owner())) == MOST_ITEMS + 39


def rows_of(home: Household, kind: type[Entity]) -> list[Entity]:
    return [row for row in home.store.all(design.everything("hanako").consistently()) if isinstance(row, kind)]


def test_swapping_two_weeks_that_are_all_bought_swaps_them(home: Household) -> None:
    for number in range(7):
        plan_dishes(home, 1, foods(8, f"今{number}-"))
    plans.swap(home.owner())
    for number in range(7):
        plan_dishes(home, 1, foods(8, f"次{number}-"))
    plans.shop_for_next(home.owner(), is_shopped=True)
    assert len(buy_everything(home)) == 112
    before = rows_of(home, Plan)
    swapped = plans.swap(home.owner())
    assert len(rows_of(home, Plan)) == 2
    take_back(home, swapped.undo_id)
    assert rows_of(home, Plan) == before
    assert in_basket(home) == 112


def test_cooking_a_large_recipe_without_a_plan_takes_it_off_the_list_and_back_on(home: Household) -> None:
    """What it takes and what it wanted are more than a transaction writes."""
    recipe = home.recipe("大鍋", "\n".join(f"{name} 2個" for name in foods(50)))
    home.put_in([name for name in foods(50) for _ in range(2)], amount="1/2")
    missing.write_down_missing(home.owner(), recipe, 2)
    at_home, listed = home.fridge(), home.shopping()
    cooked = cooking.cook_recipe(home.owner(), recipe.recipe_id, 2)
    assert len(cooked.result.taken) == cooking.MOST_TAKEN
    assert home.shopping() == {}
    take_back(home, cooked.undo_id)
    assert (home.fridge(), home.shopping()) == (at_home, listed)


def test_a_recipe_is_put_on_a_list_that_has_its_foods_in_the_basket_already(home: Household) -> None:
    recipe, other = (home.recipe(title, "\n".join(f"{name} 2個" for name in foods(50))) for title in ("大鍋", "大皿"))
    missing.write_down_missing(home.owner(), other, 2)
    buy_everything(home)
    missing.write_down_missing(home.owner(), other, 4)
    before = home.shopping()
    written = missing.write_down_missing(home.owner(), recipe, 2)
    lines = shopping.find_lines(home.owner())
    assert (len(lines), {len(line.unplanned) for line in lines}) == (100, {2})
    take_back(home, written.undo_id)
    assert home.shopping() == before
    assert {want.title for line in shopping.find_lines(home.owner()) for want in line.unplanned} == {"大皿"}


def test_wants_of_a_recipe_that_is_planned_come_back_with_the_plan_taken_back(home: Household) -> None:
    recipe = home.recipe("大鍋", "\n".join(f"{name} 2個" for name in foods(50)))
    missing.write_down_missing(home.owner(), recipe, 2)
    buy_everything(home)
    missing.write_down_missing(home.owner(), recipe, 4)
    planned = plans.add_dish(home.owner(), recipe.recipe_id, servings=4)
    assert not any(line.unplanned for line in shopping.find_lines(home.owner()))
    take_back(home, planned.undo_id)
    assert all(line.unplanned for line in shopping.find_lines(home.owner()))
    assert len(shopping.find_lines(home.owner())) == 100
