"""A kitchen as a file: taken in elsewhere it is the same, twice it is the same, and no id of it is ever taken."""

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design, transfer, transfer_import
from chabudai.apps.kondate.book import categories, first_visit, recipes, sets
from chabudai.apps.kondate.book import settings as household_settings
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.common.imports import ImportReport
from chabudai.common.owner import Owner
from chabudai.web.errors import WebError


def live_a_little(home: Household) -> Owner:
    owner = home.owner()
    first_visit.welcome(owner, name="花子", language="ja", page_language="ja")
    family = categories.add(owner, {"name": "家族"})
    made = [
        recipes.add(
            owner,
            {
                "title": title,
                "ingredients": "【A】\n卵 2〜3個\nしょうゆ 大さじ1と1/2\n塩 少々",
                "steps": "まぜる。\n\n7分ゆでる。",
                "category_id": family.category_id,
                "tags": "朝",
            },
        )
        for title in ("卵焼き", "ゆで卵", "茶碗蒸し")
    ]
    chosen = sets.add(owner, {"title": "卵の日"}, [{"recipe_id": each.recipe_id, "day": 1} for each in made])
    fridge.put_in(owner, "卵 10個", best_before=owner.today() + timedelta(days=4))
    plan = plans.apply_set(owner, chosen.set_id, start=owner.today()).result
    cooking.cook(owner, plan.items[0].item_id)
    line = shopping.write_down(owner, "牛乳 1本").result
    shopping.tick(owner, [Tick(line.item_id, done=True)], "phone")
    household_settings.mark_staple(owner, "卵", is_staple=True)
    return owner


def take_in(owner: Owner, text: str) -> ImportReport:
    return transfer_import.import_rows(owner, transfer.read_json(owner, text))


def described(owner: Owner) -> dict[str, Any]:
    """A kitchen without its ids."""
    titles = {recipe.recipe_id: recipe.title for recipe in owner.store.all(design.recipes(owner.username))}
    names = {category.category_id: category.name for category in categories.find_all(owner)}
    plan = plans.find_plans(owner).get("CURRENT")
    log = list(owner.store.all(design.cooked_on(owner.username, owner.today())))
    return {
        "recipes": [
            (each.title, each.ingredients, each.steps, each.tags, names.get(each.category_id or ""), each.cooked_count)
            for each in owner.store.all(design.recipes(owner.username))
            if each.origin != "starter"
        ],
        "sets": [
            (each.title, [(titles[dish.recipe_id], dish.day) for dish in each.dishes])
            for each in sets.find_all(owner)
            if each.origin != "starter"
        ],
        "plan": plan and [(titles[dish.recipe_id], dish.day, dish.is_open) for dish in plan.items],
        "log": [(titles[each.recipe_id or ""], each.servings, [one.amount for one in each.taken]) for each in log],
        "cooked": plan and [dish.log_id in {each.log_id for each in log} for dish in plan.items if dish.log_id],
        "lines": sorted((line.name, line.done, line.is_staple) for line in shopping.find_lines(owner)),
        "fridge": [(item.name, item.amount, item.best_before) for item in fridge.find_items(owner)],
        "staples": household_settings.find_profile(owner).staples,
    }


def newcomer(home: Household, username: str = "taro") -> Owner:
    owner = home.owner(username)
    first_visit.welcome(owner, name=username, language="ja", page_language="ja")
    return owner


def ids_in(owner: Owner) -> set[str]:
    rows = list(owner.store.all(design.everything(owner.username)))
    return transfer.names_of(rows)


def test_a_kitchen_taken_in_elsewhere_is_the_same_under_other_ids(home: Household) -> None:
    mine = live_a_little(home)
    theirs = newcomer(home)
    report = take_in(theirs, transfer.write_json(mine))
    assert report.problems == ()
    assert described(theirs) == described(mine)
    assert ids_in(mine).isdisjoint(ids_in(theirs))


def test_the_same_file_again_adds_nothing_there_nor_where_it_came_from(home: Household, clock: SettableClock) -> None:
    mine = live_a_little(home)
    theirs = newcomer(home)
    text = transfer.write_json(mine)
    take_in(theirs, text)
    before = described(theirs), described(mine)
    clock.advance(hours=1)
    assert take_in(theirs, text).added == 0
    assert take_in(mine, text).added == 0
    assert (described(theirs), described(mine)) == before


def test_what_goes_on_after_an_import_is_the_loop(home: Household) -> None:
    mine = live_a_little(home)
    theirs = newcomer(home)
    take_in(theirs, transfer.write_json(mine))
    plan = plans.find_plans(theirs)["CURRENT"]
    cooked = next(dish for dish in plan.items if dish.log_id)
    cooking.uncook(theirs, cooked.item_id)
    assert list(theirs.store.all(design.cooked_on("taro", theirs.today()))) == []
    for dish in plan.items:
        cooking.cook(theirs, dish.item_id)
    assert described(mine)["plan"][1][2]


def test_a_plan_that_is_there_stays(home: Household) -> None:
    mine = live_a_little(home)
    theirs = newcomer(home)
    (chosen, *_) = sets.find_all(theirs)
    plans.apply_set(theirs, chosen.set_id)
    take_in(theirs, transfer.write_json(mine))
    assert plans.find_plans(theirs)["CURRENT"].set_title == chosen.title


def test_the_id_of_another_persons_row_reaches_nothing_of_theirs(home: Household) -> None:
    mine = live_a_little(home)
    before = described(mine)
    theirs = newcomer(home)
    document = json.loads(transfer.write_json(mine))
    for recipe in document["recipes"]:
        recipe["title"] = "盗む"
        recipe["userId"] = "hanako"
    take_in(theirs, json.dumps(document))
    assert described(mine) == before


def test_starter_content_is_each_persons_own_whatever_a_file_says(home: Household) -> None:
    mine, theirs = newcomer(home, "jiro"), newcomer(home)
    first, second, *_ = recipes.find_all(mine)
    sets.add(mine, {"title": "はじめの二品"}, [{"recipe_id": each.recipe_id} for each in (first, second)])
    plans.add_dish(mine, second.recipe_id)
    take_in(theirs, transfer.write_json(mine))
    assert len(recipes.find_all(theirs)) == len(recipes.find_all(mine))
    (joined,) = [each for each in sets.find_all(theirs) if each.origin == "own"]
    dishes = sets.find_dishes(theirs, [joined])
    assert [dishes[dish.recipe_id].starter_key for dish in joined.dishes] == [first.starter_key, second.starter_key]
    planned = recipes.find_recipe(theirs, plans.find_plans(theirs)["CURRENT"].items[0].recipe_id)
    assert planned.starter_key == second.starter_key


def test_entries_that_cannot_be_read_are_told_and_the_others_come_in(home: Household) -> None:
    mine = live_a_little(home)
    document = json.loads(transfer.write_json(mine))
    document["recipes"][0:0] = [{"title": "x" * 500}, 7, {"title": "a", "ingredients": [], "steps": []}]
    document["fridge"].append({"name": "", "amount": "1e999"})
    report = take_in(newcomer(home), json.dumps(document))
    assert len(report.problems) == 4


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "chabudai-todo", "version": 1}', "[" * 100_000])
def test_what_is_no_file_of_ours_is_refused_beside_it(home: Household, text: str) -> None:
    with pytest.raises(WebError) as refused:
        take_in(newcomer(home), text)
    assert [field for field, _ in refused.value.details] == ["file"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_that_was_tampered_with_breaks_nothing(home: Household, data: st.DataObject) -> None:
    """Any value of any entry may be anything: it comes in, or is told; and the kitchen can be opened."""
    document = json.loads(EXAMPLE)
    section = data.draw(st.sampled_from(sorted(transfer.SECTIONS)))
    entry = data.draw(st.sampled_from(document[section]))
    entry[data.draw(st.sampled_from(sorted(entry)))] = data.draw(JSON)
    owner = home.owner()
    take_in(owner, json.dumps(document))
    plans.find_plans(owner)
    json.loads(transfer.write_json(owner))


EXAMPLE = json.dumps(
    {
        "format": "chabudai-kondate",
        "version": 1,
        "settings": {"servings": 4},
        "categories": [{"categoryId": "c1", "name": "家族", "kind": "main", "colour": "red", "sortOrder": 1}],
        "recipes": [
            {
                "recipeId": "r1",
                "title": "卵焼き",
                "servings": 2,
                "ingredients": [{"name": "卵", "quantity": "2個", "amount": "2", "unit": "ko"}],
                "steps": [{"text": "焼く", "seconds": 60}],
                "tags": ["朝"],
                "picture": {"kind": "rice", "palette": "white"},
                "categoryId": "c1",
                "createdAt": "2026-01-01T00:00:00Z",
            }
        ],
        "sets": [{"setId": "s1", "title": "朝", "dishes": [{"recipeId": "r1", "day": 1}]}],
        "plans": [
            {
                "slot": "CURRENT",
                "setId": "s1",
                "appliedAt": "2026-01-01T00:00:00Z",
                "items": [{"itemId": "d1", "recipeId": "r1", "title": "卵焼き", "servings": 2, "day": "2040-11-19"}],
            }
        ],
        "shopping": [{"itemId": "l1", "name": "牛乳", "isManual": True, "measures": [{"value": "1", "unit": "hon"}]}],
        "fridge": [{"itemId": "f1", "name": "卵", "amount": "3", "unit": "ko", "bestBefore": "2040-11-22"}],
        "log": [{"logId": "g1", "day": "2040-11-18", "recipeId": "r1", "title": "卵焼き", "servings": 2}],
    }
)
