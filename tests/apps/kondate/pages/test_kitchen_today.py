"""Today over HTTP: what stands there, what each button does, what two devices see, and what it asks of the table."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from tests.apps.kondate.pages.kitchens import TODAY, Kitchen, cards, day_after, open_kitchen, tonight
from tests.common.library import toast

from chabudai.accounts.design import person_named
from chabudai.apps.kondate import PACKAGE
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans
from chabudai.store import record_calls
from chabudai.web.catalogs import load_language
from chabudai.web.translations import use_translations

HEAVIEST = 60 * 1024


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    with open_kitchen(tmp_path_factory.mktemp("kitchen")) as made:
        yield made


@pytest.fixture
def kitchen(opened: Kitchen) -> Kitchen:
    opened.clear()
    return opened


def test_a_new_person_begins_with_one_tap_and_comes_to_the_list(tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_kitchen(tmp_path_factory.mktemp("new")) as kitchen:
        page = kitchen.get()
        assert "まずは三日、選んでみましょう" in page.text
        begins = re.findall(r'action="(/kondate/sets/\w+/begin)"', page.text)
        assert len(begins) == 3
        token = re.search(r'name="_csrf" value="([^"]+)"', page.text)
        assert token
        answer = kitchen.browser.ask("POST", begins[0], data={"_csrf": token[1]})
        assert answer.headers["location"] == "/kondate/shopping"
        assert "まずは三日" not in kitchen.get().text
        assert kitchen.plan().set_title == "鮭と照り焼きの三日"
        assert tonight(kitchen.get()) == {"カレーライス": False, "トマトのサラダ": False}


def test_tonight_and_the_other_dishes_stand_apart(kitchen: Kitchen) -> None:
    kitchen.begin("豚汁", "鮭", "肉じゃが")
    page = kitchen.get()
    assert tonight(page) == {"豚汁": False}
    assert cards(page) == ["鮭", "肉じゃが"]
    assert "11月16日(金)" in page.text
    assert "三日の献立" in page.text


def test_a_dish_is_cooked_told_with_what_it_used_and_taken_back_by_the_same_button(kitchen: Kitchen) -> None:
    (dish,) = kitchen.begin("冷ややっこ")
    item = fridge.put_in(kitchen.owner, "豆腐 3丁").result
    page = kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")
    assert toast(page) == (
        f'<a href="/kondate/dishes/{dish.item_id}/used">「冷ややっこ」を作りました。冷蔵庫から1品を使いました。</a>'
    )
    assert tonight(page) == {"冷ややっこ": True}
    assert "12:00 に作った" in page.text
    page = kitchen.post(f"/kondate/dishes/{dish.item_id}/uncook")
    assert tonight(page) == {"冷ややっこ": False}
    assert [each.amount for each in fridge.find_items(kitchen.owner) if each.item_id == item.item_id] == ["3"]


def test_what_the_toast_offers_takes_cooking_back(kitchen: Kitchen) -> None:
    (dish,) = kitchen.begin("豚汁")
    page = kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")
    page = kitchen.browser.send(page, "/kondate/undo")
    assert tonight(page) == {"豚汁": False}
    assert cooking_log.find_day(kitchen.owner, TODAY) == []


def test_a_page_that_is_older_than_the_other_device_cooks_nothing_twice(kitchen: Kitchen) -> None:
    dish, _ = kitchen.begin("豚汁", "鮭")
    cooking.cook(kitchen.owner, dish.item_id)
    page = kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")
    assert toast(page) == "もう1台で「作った」にしてあります。"
    assert tonight(page) == {"豚汁": True}
    assert len(cooking_log.find_day(kitchen.owner, TODAY)) == 1


def test_two_devices_that_press_at_once_cook_once(kitchen: Kitchen) -> None:
    dish, _ = kitchen.begin("揚げだし豆腐", "鮭")
    fridge.put_in(kitchen.owner, "豆腐 5丁")
    recipe_before = recipes.find_recipe(kitchen.owner, dish.recipe_id)
    together = Barrier(2)

    def press() -> bool:
        together.wait()
        return cooking.cook(kitchen.owner, dish.item_id).result.log is not None

    with ThreadPoolExecutor(2) as devices:
        presses = [devices.submit(press) for _ in range(2)]
        assert sorted(each.result() for each in presses) == [False, True]
    assert len([log for log in cooking_log.find_day(kitchen.owner, TODAY) if log.dish_id == dish.item_id]) == 1
    assert recipes.find_recipe(kitchen.owner, dish.recipe_id).cooked_count == recipe_before.cooked_count + 1
    assert [item.amount for item in fridge.find_items(kitchen.owner) if item.name == "豆腐"] == ["7/2"]


def test_the_last_dish_brings_the_next_set_with_a_banner_that_takes_it_back(kitchen: Kitchen) -> None:
    (dish,) = kitchen.begin("豚汁", title="一品の献立")
    kitchen.begin("鍋", slot="NEXT", title="鍋の週末")
    page = kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")
    assert "ぜんぶ作りました。次は「鍋の週末」です。" in page.text
    assert toast(page) is None
    assert tonight(page) == {"鍋": False}
    page = kitchen.browser.send(page, "/kondate/undo")
    assert tonight(page) == {"豚汁": False}
    assert kitchen.plan("NEXT").set_title == "鍋の週末"


def test_when_everything_is_cooked_three_sets_are_offered(kitchen: Kitchen) -> None:
    (dish,) = kitchen.begin("豚汁")
    page = kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")
    assert len(re.findall(r"/kondate/sets/\w+/begin", page.text)) == 3
    assert "ぜんぶ作りました。次は？" in page.text


def test_a_dish_is_made_tonight_moved_for_more_people_and_left_out(kitchen: Kitchen) -> None:
    _, second, third = kitchen.begin("豚汁", "鮭", "肉じゃが")
    assert tonight(kitchen.post(f"/kondate/dishes/{second.item_id}/tonight")) == {"豚汁": False, "鮭": False}
    sheet = kitchen.get(f"/kondate/dishes/{third.item_id}")
    assert "肉じゃが" in sheet.text
    fields = {"day": str(TODAY), "other_day": str(day_after(9)), "servings": "5"}
    page = kitchen.post(f"/kondate/dishes/{third.item_id}/change", **fields)
    assert (kitchen.dish("肉じゃが").day, kitchen.dish("肉じゃが").servings) == (day_after(9), 5)
    assert "5人分" in page.text
    page = kitchen.post(f"/kondate/dishes/{third.item_id}/skip")
    assert toast(page) == "「肉じゃが」は今回は作りません。"
    assert "今回は作りません" in page.text
    page = kitchen.post(f"/kondate/dishes/{third.item_id}/unskip")
    assert cards(page) == ["肉じゃが"]
    assert "今回は作りません" not in page.text


@pytest.mark.parametrize("fields", [{"day": "soon"}, {"servings": "0"}, {"servings": "999"}, {"servings": "三"}])
def test_a_change_that_can_t_be_is_refused(kitchen: Kitchen, fields: dict[str, str]) -> None:
    (dish,) = kitchen.begin("豚汁")
    assert kitchen.post(f"/kondate/dishes/{dish.item_id}/change", **fields).status_code == 422
    assert kitchen.dish("豚汁") == dish


def test_another_recipe_takes_the_place_of_a_dish(kitchen: Kitchen) -> None:
    _, second = kitchen.begin("豚汁", "鮭")
    other = kitchen.recipe("いかの塩焼き")
    page = kitchen.get(f"/kondate/dishes/{second.item_id}/replace?q=いかの")
    assert re.findall(r'name="recipe" value="(\w+)"', page.text) == [other.recipe_id]
    page = kitchen.post(f"/kondate/dishes/{second.item_id}/replace", recipe=other.recipe_id)
    assert cards(page) == ["いかの塩焼き"]
    assert kitchen.dish("いかの塩焼き").day == second.day


def test_a_dish_whose_recipe_is_gone_keeps_its_title_and_can_be_cooked_or_left_out(kitchen: Kitchen) -> None:
    dish, second = kitchen.begin("豚汁", "鮭")
    for each in (dish, second):
        recipes.delete(kitchen.owner, each.recipe_id)
    page = kitchen.get()
    assert page.text.count("レシピはもうありません") == 2
    assert f"/kondate/cook/{dish.item_id}" not in page.text
    assert "レシピはもうありません" in kitchen.get(f"/kondate/dishes/{dish.item_id}").text
    assert tonight(kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")) == {"豚汁": True}
    kitchen.post(f"/kondate/dishes/{second.item_id}/skip")
    assert kitchen.dish("鮭").is_skipped


def test_the_week_lays_dishes_on_their_days_and_moves_them(kitchen: Kitchen) -> None:
    first, second = kitchen.begin("豚汁", "鮭")
    page = kitchen.get("/kondate?view=week")
    assert re.findall(r'data-group="([^"]*)"', page.text) == [*(str(day_after(days)) for days in range(7)), ""]
    kitchen.post("/kondate/week/move", id=first.item_id, group=str(day_after(1)), before=second.item_id)
    assert [(dish.title, dish.day) for dish in kitchen.plan().items] == [("豚汁", day_after(1)), ("鮭", day_after(1))]
    kitchen.post("/kondate/week/move", id=first.item_id, group="", before="")
    assert [(dish.title, dish.day) for dish in kitchen.plan().items] == [("鮭", day_after(1)), ("豚汁", None)]


def test_the_next_set_is_swapped_shopped_for_and_taken_away(kitchen: Kitchen) -> None:
    kitchen.begin("豚汁", title="今のもの")
    kitchen.begin("鍋", slot="NEXT", title="次のもの")
    page = kitchen.post("/kondate/next/swap")
    assert tonight(page) == {"鍋": False}
    assert tonight(kitchen.browser.send(page, "/kondate/undo")) == {"豚汁": False}
    page = kitchen.post("/kondate/next/shop", on="1")
    assert 'aria-checked="true"' in page.text
    assert kitchen.plan("NEXT").is_shopped
    page = kitchen.post("/kondate/next/remove")
    assert "次のもの" not in page.text
    assert "次のもの" in kitchen.browser.send(page, "/kondate/undo").text


def test_what_a_dish_used_is_corrected_and_the_rest_goes_back(kitchen: Kitchen) -> None:
    (dish,) = kitchen.begin("豆腐の煮もの")
    item = fridge.put_in(kitchen.owner, "豆腐 3丁").result
    kitchen.post(f"/kondate/dishes/{dish.item_id}/cook")
    url = f"/kondate/dishes/{dish.item_id}/used"
    assert "1½丁" in kitchen.get(url).text
    refused = kitchen.post(url, **{item.item_id: "たくさん"})
    assert refused.status_code == 422
    assert "たくさん" in refused.text
    assert toast(kitchen.post(url, **{item.item_id: "半丁"})) == "「豆腐の煮もの」で使ったものを直しました。"
    assert [each.amount for each in fridge.find_items(kitchen.owner) if each.item_id == item.item_id] == ["5/2"]


@pytest.mark.parametrize(
    "path", ["", "/cook", "/uncook", "/tonight", "/skip", "/unskip", "/change", "/replace", "/used"]
)
def test_another_person_s_dish_is_as_unknown_as_none(kitchen: Kitchen, path: str) -> None:
    (dish,) = kitchen.begin("豚汁")
    taro = Kitchen(kitchen.site, kitchen.site.reader("taro", "ja"))
    for dish_id in (dish.item_id, "nobody", "x" * 300):
        url = f"/kondate/dishes/{dish_id}{path}"
        answer = taro.get(url) if path == "" else taro.post(url, recipe=dish.recipe_id, day="", servings="2")
        assert answer.status_code == 404
    assert kitchen.dish("豚汁") == dish


def test_hostile_titles_stand_as_text(kitchen: Kitchen) -> None:
    title = '"><script>alert(1)</script>' + "長" * 50
    kitchen.begin(title, title + "2", title=title)
    for path in ("/kondate", "/kondate?view=week", f"/kondate/dishes/{kitchen.dish(title).item_id}", "/kondate/sets"):
        assert "<script>alert" not in kitchen.get(path).text


def asked(kitchen: Kitchen, path: str) -> Counter[str]:
    """Operations of one page, behind the door."""
    kitchen.get(path)
    with record_calls() as calls:
        page = kitchen.get(path)
    assert page.status_code == 200
    assert len(page.content) < HEAVIEST
    return Counter(call.operation for call in calls)


def test_what_today_asks_of_the_table_stays_the_same_of_many_dishes(kitchen: Kitchen) -> None:
    fridge.put_in(kitchen.owner, "豆腐 1丁", best_before=TODAY)
    kitchen.begin("豚汁")
    one = asked(kitchen, "/kondate")
    kitchen.begin(*(f"料理{number}" for number in range(7)))
    kitchen.begin(*(f"次の料理{number}" for number in range(7)), slot="NEXT")
    assert asked(kitchen, "/kondate") == one
    assert sum(one.values()) <= 12
    assert one["Scan"] == 0
    assert asked(kitchen, "/kondate?view=week") == one


def test_marking_a_dish_as_cooked_asks_for_the_kitchen_once_and_writes_once(kitchen: Kitchen) -> None:
    first, *_ = kitchen.begin("豚汁", "鮭", "肉じゃが")
    with record_calls() as calls:
        cooking.cook(kitchen.owner, first.item_id)
    counts = Counter(call.operation for call in calls)
    assert counts == {"GetItem": 2, "Query": 3, "BatchGetItem": 2, "TransactWriteItems": 1}


def test_an_evening_does_not_change_under_the_cook_s_hands(kitchen: Kitchen) -> None:
    """Dishes without a day, or of days before: what was cooked today stays, and what comes next joins it."""
    first, second, third = kitchen.begin("豚汁", "鮭", "肉じゃが")
    for each, day in ((first, None), (second, None), (third, day_after(3))):
        plans.change_dish(kitchen.owner, each.item_id, day=day)
    assert tonight(kitchen.get()) == {"豚汁": False}
    assert tonight(kitchen.post(f"/kondate/dishes/{first.item_id}/cook")) == {"豚汁": True, "鮭": False}
    assert tonight(kitchen.post(f"/kondate/dishes/{second.item_id}/cook")) == {"豚汁": True, "鮭": True}
    kitchen.site.clock.pass_by(days=1)
    assert tonight(kitchen.get()) == {"肉じゃが": False}


def test_the_home_page_says_what_is_for_tonight_and_leads_to_the_stove(kitchen: Kitchen) -> None:
    person = kitchen.site.store.one(person_named("hanako"))
    summarize = kitchen.site.app.summarize
    context: Any = SimpleNamespace(zone=kitchen.owner.zone)
    with use_translations(load_language("ja", [PACKAGE])):
        with record_calls() as calls:
            nothing = summarize(person, context)
        assert [call.operation for call in calls] == ["TransactGetItems"]
        assert (str(nothing.note), nothing.figure) == ("献立がありません。", "")
        assert nothing.act == ("献立を選ぶ", "/kondate/sets")
        first, _ = kitchen.begin("豚汁", "鮭")
        planned = summarize(person, context)
        assert (str(planned.note), planned.figure) == ("今夜は 豚汁", "0/2")
        assert planned.act == ("作る", f"/kondate/cook/{first.item_id}")
        assert [str(badge) for badge in planned.badges] == ["買うもの 1"]
        cooking.cook(kitchen.owner, first.item_id)
        assert summarize(person, context).act is None
