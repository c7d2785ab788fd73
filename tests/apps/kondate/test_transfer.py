"""A kitchen as a file: taken in elsewhere it is the same, twice it is the same, and no id of it is ever taken."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household

from chabudai import store as stores
from chabudai.apps.kondate import design, transfer, transfer_import
from chabudai.apps.kondate.book import categories, first_visit, recipes, sets
from chabudai.apps.kondate.book import settings as household_settings
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.limits import MOST_ITEMS, MOST_LINES
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.common.imports import FileTooLong, ImportReport
from chabudai.common.owner import Owner
from chabudai.store import Store, record_calls
from chabudai.table import TypedStore
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


def document_of(**sections: Any) -> str:
    return json.dumps({"format": "chabudai-kondate", "version": 1, **sections})


ENTRIES: dict[str, dict[str, Any]] = {
    "recipes": {"title": "粥", "ingredients": [{"name": "米", "amount": "1/0"}], "steps": [{"text": "煮る"}]},
    "fridge": {"itemId": "a", "name": "米", "amount": "1/0", "unit": "kg"},
    "shopping": {"itemId": "a", "name": "米", "measures": [{"value": "1/0", "unit": "g"}], "isManual": True},
    "log": {"day": "2040-11-19", "title": "粥", "taken": [{"itemId": "a", "name": "米", "amount": "1/0"}]},
    "plans": {"slot": "NEXT", "appliedAt": "0001-01-01T00:00:00+12:00", "items": [{"recipeId": "r", "title": "粥"}]},
}  # fmt: skip


@pytest.mark.parametrize("section", sorted(ENTRIES))
def test_an_entry_that_would_break_a_kitchen_is_told_and_not_stored(home: Household, section: str) -> None:
    owner = newcomer(home)
    before = described(owner)
    report = take_in(owner, document_of(**{section: [ENTRIES[section]]}))
    assert (report.added, len(report.problems)) == (0, 1)
    assert described(owner) == before


@pytest.mark.parametrize(
    ("section", "changes"),
    [
        ("plans", {"appliedAt": "9999-12-31T23:59:59-12:00"}),
        ("plans", {"appliedAt": "2040-11-19T00:00:00"}),
        ("plans", {"items": [{"itemId": "d1", "recipeId": "r1", "title": "x", "day": "9999-12-31"}]}),
        ("fridge", {"bestBefore": "0001-01-01"}),
        ("fridge", {"shelf": "長" * 41}),
        ("log", {"day": "9999-12-31"}),
        ("log", {"setTitle": "長" * 100_000}),
        ("recipes", {"tags": ["長" * 31]}),
        ("shopping", {"measures": [{"value": "1", "unit": str(number)} for number in range(101)]}),
    ],
)
def test_what_no_row_of_ours_holds_is_told(home: Household, section: str, changes: dict[str, Any]) -> None:
    document = json.loads(EXAMPLE)
    document[section][0] |= changes
    report = take_in(home.owner(), json.dumps(document))
    assert len(report.problems) == 1


def test_an_entry_within_hundreds_of_others_is_told_and_the_rest_comes_in(home: Household) -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = [deep]
    document = json.loads(EXAMPLE)
    document["fridge"].append({"itemId": "deep", "name": deep})
    document["settings"]["staples"] = deep
    report = transfer_import.import_rows(home.owner(), transfer.read_document(home.owner(), document))
    assert len(report.problems) == 2
    assert home.fridge() == {"卵": "3個"}


def test_the_same_id_twice_in_a_file_is_one_row(home: Household) -> None:
    document = json.loads(EXAMPLE)
    for section in transfer.SECTIONS:
        document[section] *= 2
    document["plans"] = document["plans"][:1]
    report = take_in(newcomer(home), json.dumps(document))
    assert (report.problems, report.added) == ((), 6)


def test_settings_of_a_file_are_kept_as_a_household_keeps_them(home: Household) -> None:
    owner = newcomer(home)
    settings_ = {
        "staples": ["ＳＯＹ　sauce", *(f"品{number}" for number in range(300))],
        "noStaples": ["x" * 100_000],
        "shelves": [{"name": "卵", "shelf": "dairy"}, {"name": "肉", "shelf": "x" * 100_000}],
        "shelfOrder": ["meat", "x" * 100_000, "meat"],
        "servings": 99,
    }
    report = take_in(owner, document_of(settings=settings_))
    assert [problem.text for problem in report.problems] == ["servings", "noStaples"]
    kept = household_settings.find_profile(owner)
    assert "soy sauce" in kept.staples
    assert (len(kept.staples), kept.no_staples, kept.shelf_order) == (200, frozenset(), ("meat",))
    assert [(each.name, each.shelf) for each in kept.shelves] == [("卵", "dairy")]


@pytest.mark.parametrize("section", sorted(transfer.MOST))
def test_more_entries_than_any_book_has_are_refused_before_the_first_is_read(home: Household, section: str) -> None:
    text = document_of(**{section: [1] * (transfer.MOST[section] + 1)})
    with pytest.raises(WebError) as refused:
        take_in(home.owner(), text)
    assert refused.value.status == 413


def test_what_a_kitchen_has_no_room_for_is_told(home: Household) -> None:
    home.put_in([f"品{number}" for number in range(MOST_ITEMS - 1)])
    fridge_ = [{"itemId": f"f{number}", "name": f"卵{number}", "amount": "1"} for number in range(3)]
    lines = [{"itemId": f"l{number}", "name": f"卵{number}", "isManual": True} for number in range(MOST_LINES + 2)]
    report = take_in(home.owner(), document_of(fridge=fridge_, shopping=lines))
    assert report.added == MOST_LINES + 1
    assert [problem.number for problem in report.problems] == [MOST_LINES + 1, MOST_LINES + 2, 2, 3]


def test_a_log_of_years_comes_in_with_few_requests_and_known_entries_cost_nothing(home: Household) -> None:
    log = [
        {"logId": f"g{number}", "day": f"20{10 + number % 30}-01-01", "title": "卵焼き", "recipeId": "r1"}
        for number in range(1_000)
    ]
    text = document_of(log=log, recipes=json.loads(EXAMPLE)["recipes"])
    with record_calls() as calls:
        assert take_in(home.owner(), text).added == 1_001
    assert len(calls) < 120
    with record_calls() as calls:
        assert take_in(home.owner(), text).added == 0
    assert len(calls) < 40


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


def document(**sections: list[Any]) -> str:
    return json.dumps({"format": transfer.FORMAT, "version": transfer.VERSION, **sections})


def recipe_entry(number: int, **more: object) -> dict[str, Any]:
    text = {"title": f"料理{number}", "ingredients": [{"name": "卵"}], "steps": [{"text": "焼く"}]}
    return {"recipeId": f"r{number}", **text, **more}


def set_entry(number: int) -> dict[str, Any]:
    return {"setId": f"s{number}", "title": f"献立{number}", "dishes": [{"recipeId": f"r{number}"}]}


def test_what_a_book_has_no_room_for_is_told_and_the_rest_comes_in(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "MOST_SETS", 60)
    names = [{"categoryId": f"c{number}", "name": f"分類{number}"} for number in range(45)]
    text = document(
        categories=names, recipes=[recipe_entry(n) for n in range(130)], sets=[set_entry(n) for n in range(70)]
    )
    report = take_in(home.owner(), text)
    assert (len(recipes.find_all(home.owner())), len(sets.find_all(home.owner()))) == (100, 60)
    assert (report.added, len(categories.find_all(home.owner()))) == (160, 40)
    assert len(report.problems) == 30 + 10 + 5
    assert [each.text for each in report.problems if each.number == 130] == ["料理129"]
    again = take_in(home.owner(), text)
    assert (again.added, len(again.problems)) == (0, 45)
    assert home.store.one(design.profile("hanako")).own_recipes == 100


def test_the_same_thing_twice_in_one_file_is_one(home: Household) -> None:
    report = take_in(home.owner(), document(recipes=[recipe_entry(1), recipe_entry(1)], sets=[set_entry(1)] * 3))
    assert (report.added, report.problems) == (2, ())


@pytest.mark.parametrize("section", sorted(transfer.MOST))
def test_more_than_any_book_has_is_refused_whole(home: Household, section: str) -> None:
    with pytest.raises(FileTooLong):
        take_in(home.owner(), document(**{section: [{}] * (transfer.MOST[section] + 1)}))


def test_an_entry_that_is_too_large_is_told_and_settings_that_are_too_large_stay_away(home: Household) -> None:
    huge = recipe_entry(1, tags=["あ" * 100_000])
    report = take_in(home.owner(), document(recipes=[huge, recipe_entry(2)]))
    assert (report.added, [each.number for each in report.problems]) == (1, [1])
    text = json.loads(document()) | {"settings": {"staples": ["塩" * 30_000], "servings": 5}}
    take_in(home.owner(), json.dumps(text))
    profile = household_settings.find_profile(home.owner())
    assert (profile.staples, profile.servings) == (frozenset(), 5)


def test_large_recipes_are_taken_in_by_what_a_transaction_takes(home: Household) -> None:
    steps = [{"text": "焼" * 1000}] * 30
    report = take_in(home.owner(), document(recipes=[recipe_entry(number, steps=steps) for number in range(60)]))
    assert (report.added, report.problems) == (60, ())


class CountingStore(Store):
    def __init__(self, store: Store) -> None:
        self._store = store
        self.calls = 0

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        self.calls += 1
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


def test_what_an_import_asks_of_the_store_grows_with_the_file_and_slowly(
    clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipes, "FREE_RECIPES", 2_000)
    asked = []
    for size in (200, 400, 800):
        counting = CountingStore(stores.open(":memory:"))
        store = TypedStore(counting, clock=clock)
        store.create(*design.design.tables)
        home = Household(store, clock)
        home.live(2)
        before = counting.calls
        rows = document(recipes=[recipe_entry(n) for n in range(size)], sets=[set_entry(n) for n in range(size // 4)])
        assert take_in(home.owner(), rows).problems == ()
        asked.append(counting.calls - before)
        store.close()
    assert asked[2] < 100
    assert asked[2] - asked[1] <= 2 * (asked[1] - asked[0]) + 5
