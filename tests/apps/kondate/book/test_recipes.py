"""Recipes of a person: written, found, changed, copied, deleted and given back; the list follows them."""

import threading

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.errors import BookFull, NoSuchRecipe, NoSuchUndo, RecipeChanged, StarterReadOnly
from chabudai.apps.kondate.kitchen import cooking, plans
from chabudai.web.errors import InvalidFields

FORM = {"title": "肉じゃが", "ingredients": "じゃがいも 3個\n牛肉 150g\n塩 少々", "steps": "切る。\n\n15分煮る。"}


def test_a_recipe_is_read_from_its_texts(home: Household) -> None:
    made = recipes.add(home.owner(), {**FORM, "tags": "和食、煮もの", "minutes": "30"})
    found = recipes.find_recipe(home.owner(), made.recipe_id)
    assert [(each.name, each.amount, each.unit) for each in found.ingredients] == [
        ("じゃがいも", "3", "ko"),
        ("牛肉", "150", "g"),
        ("塩", None, None),
    ]
    assert [step.seconds for step in found.steps] == [None, 900]
    assert (found.tags, found.minutes, found.origin) == (("和食", "煮もの"), 30, "own")
    assert found.picture is not None


def test_everything_that_is_wrong_is_told_at_once(home: Household) -> None:
    many = "\n".join(f"塩{number} 1g" for number in range(51))
    with pytest.raises(InvalidFields) as refused:
        recipes.add(
            home.owner(), {**FORM, "ingredients": many, "tags": " ".join(map(str, range(11))), "source_url": "x"}
        )
    assert [field for field, _ in refused.value.details] == ["ingredients", "tags", "source_url"]
    with pytest.raises(InvalidFields) as refused:
        recipes.add(home.owner(), {"title": " ", "ingredients": "\n", "steps": ""})
    assert [field for field, _ in refused.value.details] == ["title", "ingredients", "steps"]


def test_another_persons_recipe_is_as_one_that_is_not_there(home: Household) -> None:
    home.live(2, "taro")
    made = recipes.add(home.owner(), FORM)
    for act in (recipes.find_recipe, recipes.copy, recipes.delete):
        with pytest.raises(NoSuchRecipe):
            act(home.owner("taro"), made.recipe_id)
    with pytest.raises(NoSuchRecipe):
        recipes.edit(home.owner("taro"), made.recipe_id, {"title": "盗む"})


def test_newest_stand_first_without_sorting(home: Household) -> None:
    titles = ["一", "二", "三"]
    for title in titles:
        recipes.add(home.owner(), {**FORM, "title": title})
    assert [recipe.title for recipe in recipes.find_all(home.owner())] == titles[::-1]


def test_often_and_long_ago_follow_what_was_cooked(home: Household) -> None:
    for title in ("一", "二"):
        recipes.add(home.owner(), {**FORM, "title": title})
    one = next(each for each in recipes.find_all(home.owner()) if each.title == "一")
    dish = plans.add_dish(home.owner(), one.recipe_id).result
    cooking.cook(home.owner(), dish.item_id)
    assert [each.title for each in recipes.find_all(home.owner(), "often")] == ["一", "二"]
    assert [each.title for each in recipes.find_all(home.owner(), "long_ago")] == ["二", "一"]
    assert recipes.find_recipe(home.owner(), one.recipe_id).cooked_count == 1
    cooking.uncook(home.owner(), dish.item_id)
    back = recipes.find_recipe(home.owner(), one.recipe_id)
    assert (back.cooked_count, back.last_cooked_on) == (0, None)


def test_the_book_is_searched_without_regard_to_kana(home: Household) -> None:
    recipes.add(home.owner(), {**FORM, "title": "とりの照り焼き", "ingredients": "鶏もも肉 1枚"})
    recipes.add(home.owner(), FORM)
    found = recipes.search(recipes.find_all(home.owner()), "トリ")
    assert [recipe.title for recipe in found] == ["とりの照り焼き"]
    assert [recipe.title for recipe in recipes.search(recipes.find_all(home.owner()), "牛肉 じゃがいも")] == [
        "肉じゃが"
    ]


def test_the_list_follows_an_edited_recipe(home: Household) -> None:
    made = recipes.add(home.owner(), FORM)
    plans.add_dish(home.owner(), made.recipe_id)
    recipes.edit(home.owner(), made.recipe_id, {"ingredients": "じゃがいも 5個"})
    assert home.shopping() == {"じゃがいも": "5個"}


def test_a_recipe_that_changed_meanwhile_is_not_overwritten(home: Household) -> None:
    made = recipes.add(home.owner(), FORM)
    seen = recipes.stamp(made)
    home.clock.advance(seconds=2)
    recipes.edit(home.owner(), made.recipe_id, {"title": "新じゃが"}, seen=seen)
    with pytest.raises(RecipeChanged):
        recipes.edit(home.owner(), made.recipe_id, {"title": "古い"}, seen=seen)
    assert recipes.find_recipe(home.owner(), made.recipe_id).title == "新じゃが"


def test_starter_content_is_copied_before_it_is_edited(home: Household) -> None:
    made = home.recipe("豚汁", "豚肉 100g")
    home.store.put(made.model_copy(update={"origin": "starter"}))
    with pytest.raises(StarterReadOnly):
        recipes.edit(home.owner(), made.recipe_id, {"title": "うちの"})
    own = recipes.copy(home.owner(), made.recipe_id)
    assert recipes.edit(home.owner(), own.recipe_id, {"title": "うちの"}).title == "うちの"


def test_a_deleted_recipe_comes_back_under_its_id_once(home: Household) -> None:
    made = recipes.add(home.owner(), FORM)
    plans.add_dish(home.owner(), made.recipe_id)
    undo_id = recipes.delete(home.owner(), made.recipe_id)
    assert home.shopping() == {}
    recipes.restore(home.owner(), undo_id)
    assert home.shopping() == {"じゃがいも": "3個", "牛肉": "150g"}
    with pytest.raises(NoSuchUndo):
        recipes.restore(home.owner(), undo_id)


def test_the_quota_is_exact_also_at_once(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "FREE_RECIPES", 3)
    refused: list[BookFull] = []

    def write() -> None:
        try:
            recipes.add(home.owner(), FORM)
        except BookFull as full:
            refused.append(full)

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(recipes.find_all(home.owner())), len(refused)) == (3, 5)
    undo_id = recipes.delete(home.owner(), recipes.find_all(home.owner())[0].recipe_id)
    recipes.add(home.owner(), FORM)
    profile = home.store.one(design.profile("hanako"))
    assert profile.own_recipes == 3
    assert undo_id


def test_what_is_too_long_for_a_line_is_told_beside_it_and_nothing_is_cut(home: Household) -> None:
    with pytest.raises(InvalidFields) as refused:
        recipes.add(home.owner(), {**FORM, "ingredients": "長" * 90, "steps": "煮" * 1001})
    assert [field for field, _ in refused.value.details] == ["ingredients", "steps"]
