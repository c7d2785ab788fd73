"""Plans that follow their set when it is edited, and dishes that are moved in a plan."""

from datetime import date, timedelta

from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book.entities import RecipeSet, SetDish
from chabudai.apps.kondate.kitchen import cooking, plans, undoing
from chabudai.apps.kondate.kitchen.entities import Dish

MONDAY = date(2040, 11, 19)


def lay(home: Household) -> tuple[RecipeSet, list[Dish]]:
    """Three dishes of three days, from Monday."""
    recipes = [home.recipe(title, f"{title}の材料 1個") for title in ("豚汁", "鮭", "肉じゃが")]
    made = home.meal_set("三日", recipes, [1, 2, 3])
    return made, list(plans.apply_set(home.owner(), made.set_id, start=MONDAY).result.items)


def planned(home: Household) -> list[tuple[str, date | None]]:
    return [(dish.title, dish.day) for dish in plans.find_plans(home.owner())["CURRENT"].items]


def edited(before: RecipeSet, *dishes: SetDish) -> RecipeSet:
    return before.model_copy(update={"title": "直した三日", "dishes": dishes})


def test_a_plan_takes_up_new_dishes_leaves_out_those_that_went_and_moves_those_on_another_day(home: Household) -> None:
    before, (first, second, _) = lay(home)
    new = home.recipe("カレー", "玉ねぎ 2個")
    after = edited(
        before,
        SetDish(recipe_id=second.recipe_id, day=1),
        SetDish(recipe_id=first.recipe_id, day=1),
        SetDish(recipe_id=new.recipe_id, day=4),
    )
    outcome = plans.follow_set(home.owner(), before, after)
    assert planned(home) == [("鮭", MONDAY), ("豚汁", MONDAY), ("カレー", MONDAY + timedelta(days=3))]
    assert set(home.shopping()) == {"豚汁の材料", "鮭の材料", "玉ねぎ"}
    assert outcome.undo_id is not None
    undoing.undo(home.owner(), outcome.undo_id)
    assert [title for title, _ in planned(home)] == ["豚汁", "鮭", "肉じゃが"]


def test_what_is_cooked_moved_by_hand_or_added_beside_stays_as_it_is(home: Household) -> None:
    before, (first, second, third) = lay(home)
    cooking.cook(home.owner(), first.item_id)
    plans.change_dish(home.owner(), second.item_id, day=MONDAY + timedelta(days=5), servings=7)
    plans.add_dish(home.owner(), home.recipe("おまけ", "卵 1個").recipe_id)
    after = edited(before, SetDish(recipe_id=second.recipe_id, day=2), SetDish(recipe_id=third.recipe_id, day=3))
    plans.follow_set(home.owner(), before, after)
    assert planned(home) == [
        ("鮭", MONDAY + timedelta(days=5)),
        ("肉じゃが", MONDAY + timedelta(days=2)),
        ("豚汁", MONDAY),
        ("おまけ", None),
    ]
    assert home.dish("鮭").servings == 7
    assert home.dish("豚汁").log_id is not None


def test_a_plan_of_another_set_does_not_follow(home: Household) -> None:
    before, _ = lay(home)
    shown = planned(home)
    other = before.model_copy(update={"set_id": "another"})
    plans.follow_set(home.owner(), other, edited(other, before.dishes[0]))
    assert planned(home) == shown


def test_a_dish_is_moved_before_another_or_to_the_end(home: Household) -> None:
    _, (first, second, third) = lay(home)
    plans.move_dish(home.owner(), third.item_id, MONDAY, first.item_id)
    assert planned(home)[:2] == [("肉じゃが", MONDAY), ("豚汁", MONDAY)]
    plans.move_dish(home.owner(), second.item_id, None, "nobody")
    assert planned(home)[-1] == ("鮭", None)
