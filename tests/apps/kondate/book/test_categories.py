"""Categories: the six kinds and one's own, with names of their own; a deleted one comes back with its recipes."""

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book import categories, first_visit, recipes
from chabudai.apps.kondate.errors import NoSuchCategory, NoSuchUndo, TooManyCategories
from chabudai.common.names import NameTaken
from chabudai.common.owner import Owner
from chabudai.web.errors import InvalidFields

FORM = {"title": "肉じゃが", "ingredients": "じゃがいも 3個", "steps": "煮る。"}


def names(owner: Owner) -> list[str]:
    return [each.name for each in categories.find_all(owner)]


def newcomer(home: Household) -> Owner:
    owner = home.owner("taro")
    first_visit.welcome(owner, name="太郎", language="ja", page_language="ja")
    return owner


def test_a_newcomer_has_the_six_kinds_in_their_order(home: Household) -> None:
    owner = newcomer(home)
    assert names(owner) == ["主菜", "副菜", "汁もの", "ごはん・麺", "弁当", "甘いもの"]
    assert [each.kind for each in categories.find_all(owner)] == ["main", "side", "soup", "rice", "lunch", "sweet"]


def test_a_name_belongs_to_one_category_whatever_its_width_and_case(home: Household) -> None:
    owner = home.owner()
    first = categories.add(owner, {"name": "ABC"})
    for same in ("abc", "ＡＢＣ", " Abc "):
        with pytest.raises(NameTaken):
            categories.add(owner, {"name": same})
    other = categories.add(owner, {"name": "別"})
    with pytest.raises(NameTaken):
        categories.edit(owner, other.category_id, {"name": "abc"})
    assert categories.edit(owner, first.category_id, {"name": "abc"}).name == "abc"
    categories.add(home.owner("taro"), {"name": "ABC"})


def test_names_have_twenty_characters_and_no_more_categories_than_a_page_shows(home: Household) -> None:
    for wrong in ("", " ", "x" * 21):
        with pytest.raises(InvalidFields):
            categories.add(home.owner(), {"name": wrong})
    for number in range(categories.MOST_CATEGORIES):
        categories.add(home.owner(), {"name": str(number)})
    with pytest.raises(TooManyCategories):
        categories.add(home.owner(), {"name": "more"})


def test_they_are_put_in_order_by_hand(home: Household) -> None:
    owner = newcomer(home)
    last = categories.find_all(owner)[-1]
    categories.move(owner, last.category_id, 0)
    assert names(owner)[:2] == ["甘いもの", "主菜"]
    ids = [each.category_id for each in categories.find_all(owner)]
    categories.put_in_order(owner, [ids[2], "nowhere", ids[2], ids[0]])
    assert names(owner) == ["副菜", "甘いもの", "主菜", "汁もの", "ごはん・麺", "弁当"]
    with pytest.raises(NoSuchCategory):
        categories.move(home.owner(), last.category_id, 0)


def test_one_that_is_renamed_and_hidden_keeps_its_kind(home: Household) -> None:
    owner = newcomer(home)
    main = categories.find_all(owner)[0]
    changed = categories.edit(owner, main.category_id, {"name": "おかず", "colour": "navy", "is_hidden": True})
    assert (changed.name, changed.colour, changed.is_hidden, changed.kind) == ("おかず", "navy", True, "main")
    with pytest.raises(InvalidFields):
        categories.edit(owner, main.category_id, {"colour": "chartreuse"})


def test_recipes_of_a_deleted_category_stay_and_undo_brings_it_back_with_them(home: Household) -> None:
    owner = home.owner()
    family, other = (categories.add(owner, {"name": name}) for name in ("家族", "別"))
    made = [recipes.add(owner, {**FORM, "category_id": family.category_id}) for _ in range(3)]
    undo = categories.delete(owner, family.category_id)
    assert {recipe.category_id for recipe in recipes.find_all(owner)} == {None}
    recipes.edit(owner, made[0].recipe_id, {"category_id": other.category_id})
    assert categories.restore(owner, undo) == family
    found = {recipe.recipe_id: recipe.category_id for recipe in recipes.find_all(owner)}
    assert [found[recipe.recipe_id] for recipe in made] == [other.category_id, family.category_id, family.category_id]
    with pytest.raises(NoSuchUndo):
        categories.restore(owner, undo)


def test_a_category_whose_name_was_taken_meanwhile_waits(home: Household) -> None:
    owner = home.owner()
    family = categories.add(owner, {"name": "家族"})
    undo = categories.delete(owner, family.category_id)
    again = categories.add(owner, {"name": "家族"})
    with pytest.raises(NameTaken):
        categories.restore(owner, undo)
    categories.delete(owner, again.category_id)
    assert categories.restore(owner, undo) == family


def test_a_recipe_stands_in_a_category_of_its_owner_alone(home: Household) -> None:
    home.live(2, "taro")
    foreign = categories.add(home.owner("taro"), {"name": "秘密"})
    with pytest.raises(InvalidFields) as refused:
        recipes.add(home.owner(), {**FORM, "category_id": foreign.category_id})
    assert [field for field, _ in refused.value.details] == ["category_id"]


def test_a_recipe_that_comes_back_after_its_category_went_is_in_none(home: Household) -> None:
    owner = home.owner()
    family = categories.add(owner, {"name": "家族"})
    recipe = recipes.add(owner, {**FORM, "category_id": family.category_id})
    undo = recipes.delete(owner, recipe.recipe_id)
    categories.delete(owner, family.category_id)
    assert recipes.restore(owner, undo).category_id is None
