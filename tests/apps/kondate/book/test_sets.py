"""Meal sets: what they take, their order and days, edits that meet, and delete with undo."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book import first_visit, recipes, sets, visibility
from chabudai.apps.kondate.book.entities import RecipeSet
from chabudai.apps.kondate.errors import NoSuchDish, NoSuchSet, NoSuchUndo, SetChanged, StarterReadOnly, TooManySets
from chabudai.apps.kondate.kitchen import plans
from chabudai.table import BatchWrite, Put, ulid
from chabudai.web.errors import InvalidFields


def dishes_of(home: Household, *titles: str) -> list[dict[str, Any]]:
    return [{"recipe_id": home.recipe(title, "塩 1g").recipe_id, "day": None} for title in titles]


def made(home: Household, *titles: str) -> RecipeSet:
    return sets.add(home.owner(), {"title": "週"}, dishes_of(home, *titles))


def titles(home: Household, set_id: str) -> list[str]:
    found = sets.find_set(home.owner(), set_id)
    recipes_of = sets.find_dishes(home.owner(), [found])
    return [recipes_of[dish.recipe_id].title for dish in found.dishes]


def refused(error: pytest.ExceptionInfo[InvalidFields]) -> list[str]:
    return [field for field, _ in error.value.details]


def test_a_set_keeps_its_dishes_days_servings_and_note(home: Household) -> None:
    dishes = dishes_of(home, "肉じゃが", "味噌汁")
    given = {"title": " 平日 ", "lead": "一行\n二行", "servings": "4", "tags": "和食 平日"}
    added = sets.add(home.owner(), given, [{**dishes[0], "day": 2}, dishes[1]])
    found = sets.find_set(home.owner(), added.set_id)
    assert (found.title, found.lead, found.servings, found.tags) == ("平日", "一行\n二行", 4, ("和食", "平日"))
    assert [dish.day for dish in found.dishes] == [2, None]


def test_no_more_sets_than_a_book_takes_also_not_by_copying_or_taking_back(home: Household) -> None:
    first = made(home, "肉じゃが")
    copies = [first.model_copy(update={"set_id": ulid()}) for _ in range(sets.MOST_SETS - 1)]
    home.store.batch_write(BatchWrite(tuple(map(Put, copies))))
    gone = sets.delete(home.owner(), copies[0].set_id)
    other = made(home, "味噌汁")
    with pytest.raises(TooManySets):
        sets.restore(home.owner(), gone)
    with pytest.raises(TooManySets):
        sets.copy(home.owner(), first.set_id)
    sets.delete(home.owner(), other.set_id)
    assert sets.restore(home.owner(), gone).set_id == copies[0].set_id


def test_what_is_wrong_with_a_set_is_told_beside_its_field(home: Household) -> None:
    many = dishes_of(home, *map(str, range(8)))
    for dishes in ([], many, [{**many[0], "day": 8}], [{"recipe_id": "nowhere"}], [{"recipe_id": ""}]):
        with pytest.raises(InvalidFields) as error:
            sets.add(home.owner(), {"title": "週"}, dishes)
        assert refused(error) == ["dishes"]
    with pytest.raises(InvalidFields) as error:
        sets.add(home.owner(), {"title": "x" * 81}, many[:1])
    assert refused(error) == ["title"]
    with pytest.raises(InvalidFields) as error:
        sets.add(home.owner(), {"title": "週", "tags": " ".join(map(str, range(11)))}, many[:1])
    assert refused(error) == ["tags"]


def test_a_recipe_of_another_person_joins_no_set(home: Household) -> None:
    foreign = home.recipe("秘密", "塩 1g", username="taro")
    with pytest.raises(InvalidFields):
        sets.add(home.owner(), {"title": "週"}, [{"recipe_id": foreign.recipe_id}])
    mine = made(home, "一")
    with pytest.raises(InvalidFields):
        sets.add_dish(home.owner(), mine.set_id, foreign.recipe_id)


def test_another_persons_set_is_as_one_that_is_not_there(home: Household) -> None:
    mine = made(home, "一")
    taro = home.owner("taro")
    for act in (sets.find_set, sets.copy, sets.delete):
        with pytest.raises(NoSuchSet):
            act(taro, mine.set_id)
    with pytest.raises(NoSuchSet):
        sets.edit(taro, mine.set_id, {"title": "盗む"})
    with pytest.raises(NoSuchSet):
        sets.move_dish(taro, mine.set_id, 0, 1)


def test_dishes_are_moved_replaced_removed_and_given_days(home: Household) -> None:
    mine = made(home, "一", "二", "三")
    owner, set_id = home.owner(), mine.set_id
    sets.move_dish(owner, set_id, 0, 2)
    assert titles(home, set_id) == ["二", "三", "一"]
    sets.move_dish(owner, set_id, 2, 0)
    sets.change_day(owner, set_id, 1, 3)
    sets.replace_dish(owner, set_id, 1, home.recipe("四", "塩 1g").recipe_id)
    assert titles(home, set_id) == ["一", "四", "三"]
    assert [dish.day for dish in sets.find_set(owner, set_id).dishes] == [None, 3, None]
    sets.remove_dish(owner, set_id, 0)
    assert titles(home, set_id) == ["四", "三"]
    for place in (-1, 2):
        with pytest.raises(NoSuchDish):
            sets.remove_dish(owner, set_id, place)
    with pytest.raises(InvalidFields):
        sets.change_day(owner, set_id, 0, 8)


def test_the_last_dish_of_a_set_stays(home: Household) -> None:
    mine = made(home, "一")
    with pytest.raises(InvalidFields):
        sets.remove_dish(home.owner(), mine.set_id, 0)
    assert titles(home, mine.set_id) == ["一"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), max_size=6))
def test_moving_dishes_loses_none(home: Household, moves: list[tuple[int, int]]) -> None:
    mine = made(home, *"一二三四五")
    expected = list("一二三四五")
    for place, to in moves:
        sets.move_dish(home.owner(), mine.set_id, place, to)
        expected.insert(to, expected.pop(place))
    assert titles(home, mine.set_id) == expected


def test_an_edit_of_what_another_device_changed_is_refused_also_within_a_second(home: Household) -> None:
    mine = made(home, "一", "二")
    seen = sets.stamp(mine)
    sets.edit(home.owner(), mine.set_id, {"title": "先"}, seen=seen)
    with pytest.raises(SetChanged):
        sets.edit(home.owner(), mine.set_id, {"title": "後"}, seen=seen)
    assert sets.find_set(home.owner(), mine.set_id).title == "先"


def test_a_recipe_that_is_gone_stays_in_its_set_until_it_is_taken_out(home: Household) -> None:
    mine = made(home, "一", "二")
    home.live(2, own_recipes=2)
    recipes.delete(home.owner(), mine.dishes[0].recipe_id)
    sets.change_day(home.owner(), mine.set_id, 1, 2)
    sets.remove_dish(home.owner(), mine.set_id, 0)
    assert titles(home, mine.set_id) == ["二"]


def test_a_deleted_set_comes_back_once_within_half_an_hour(home: Household, clock: SettableClock) -> None:
    mine = made(home, "一")
    undo = sets.delete(home.owner(), mine.set_id)
    with pytest.raises(NoSuchSet):
        sets.find_set(home.owner(), mine.set_id)
    with pytest.raises(NoSuchUndo):
        sets.restore(home.owner("taro"), undo)
    assert sets.restore(home.owner(), undo) == mine
    with pytest.raises(NoSuchUndo):
        sets.restore(home.owner(), undo)
    late = sets.delete(home.owner(), mine.set_id)
    clock.advance(minutes=31)
    with pytest.raises(NoSuchUndo):
        sets.restore(home.owner(), late)


def test_the_undo_of_one_thing_takes_back_no_other(home: Household) -> None:
    undo = sets.delete(home.owner(), made(home, "一").set_id)
    with pytest.raises(NoSuchUndo):
        recipes.restore(home.owner(), undo)


def test_a_plan_is_a_copy_that_outlives_its_set(home: Household) -> None:
    mine = made(home, "一")
    plans.apply_set(home.owner(), mine.set_id)
    sets.delete(home.owner(), mine.set_id)
    assert home.dish("一").is_open


def test_a_set_is_cooked_for_as_many_as_it_says_else_for_the_household(home: Household) -> None:
    for said, expected in ((6, 6), (None, 2)):
        mine = sets.add(home.owner(), {"title": "週", "servings": said}, dishes_of(home, "一"))
        plans.apply_set(home.owner(), mine.set_id, leftover="drop")
        assert home.dish("一").servings == expected


def test_starter_content_is_read_only_can_be_copied_and_put_away(home: Household) -> None:
    owner = home.owner("taro")
    first_visit.welcome(owner, name="太郎", language="ja", page_language="ja")
    (first, *_) = sets.find_all(owner)
    with pytest.raises(StarterReadOnly):
        sets.edit(owner, first.set_id, {"title": "変える"})
    with pytest.raises(StarterReadOnly):
        sets.remove_dish(owner, first.set_id, 0)
    copied = sets.copy(owner, first.set_id)
    assert sets.edit(owner, copied.set_id, {"title": "変える"}).title == "変える"
    visibility.put_starter_away(owner)
    assert [each.title for each in sets.find_all(owner)] == ["変える"]
    assert recipes.find_all(owner) == []
    assert len(sets.find_dishes(owner, [copied])) == len({dish.recipe_id for dish in copied.dishes})
    visibility.put_starter_away(owner, is_away=False)
    assert len(recipes.find_all(owner)) > 80
