"""The recipe book over HTTP: its list, a recipe for as many as eat, into plans and on the list; categories."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest
from httpx import Response
from tests.apps.kondate.pages.kitchens import Kitchen, open_kitchen
from tests.common.library import toast

from chabudai.apps.kondate.book import categories, recipes, sets
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.market import creators, publishing, saves
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.store import record_calls

BOOK = "/kondate/recipes"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    with open_kitchen(tmp_path_factory.mktemp("book")) as made:
        yield made


@pytest.fixture
def kitchen(opened: Kitchen) -> Kitchen:
    opened.clear()
    for line in shopping.find_lines(opened.owner):
        shopping.dismiss(opened.owner, line.item_id)
    for recipe in recipes.find_all(opened.owner):
        if recipe.origin != "starter":
            recipes.delete(opened.owner, recipe.recipe_id)
    return opened


def titles(page: Response) -> list[str]:
    return [
        unescape(each.replace("<wbr>", "")) for each in re.findall(r'dish-card".*?<b>(.*?)</b>', page.text, re.DOTALL)
    ]


def amounts(page: Response) -> dict[str, tuple[str, str]]:
    """By name: what is at home, to buy or a staple, and how much is wanted."""
    rows = re.findall(
        r'data-supply="(\w+)"><span class="sr">.*?class="need">(.*?)</span><b class="amount">(.*?)</b>', page.text
    )
    return {re.sub("<.*?>", "", name): (supply, amount) for supply, name, amount in rows}


def url(recipe: Recipe) -> str:
    return f"{BOOK}/{recipe.recipe_id}"


def test_the_book_shows_thirty_at_a_time_with_what_came_with_it_marked(kitchen: Kitchen) -> None:
    kitchen.get(BOOK)  # the first visit looks at more
    with record_calls() as calls:
        page = kitchen.get(BOOK)
    assert len(titles(page)) == 30
    assert page.text.count("はじめの一冊") == 30
    assert len(page.content) < 60_000
    assert [call.operation for call in calls].count("Scan") == 0
    assert len(calls) <= 9
    following = re.search(r'href="([^"]+)" data-more', page.text)
    assert following
    assert len(titles(kitchen.get(unescape(following[1])))) == 30
    assert kitchen.get("/kondate/recipes?from=99999&sort=no&category=%00").status_code == 200


def test_it_is_sorted_and_narrowed_by_chips(kitchen: Kitchen) -> None:
    quick = kitchen.recipe("あいうえお汁", minutes=10, tags="試し")
    slow = kitchen.recipe("長い煮込み", minutes=90, tags="試し")
    cooking.cook_recipe(kitchen.owner, slow.recipe_id, 2)
    assert titles(kitchen.get(f"{BOOK}?tag=試し&sort=often")) == ["長い煮込み", "あいうえお汁"]
    assert titles(kitchen.get(f"{BOOK}?tag=試し&sort=name")) == ["あいうえお汁", "長い煮込み"]
    assert titles(kitchen.get(f"{BOOK}?tag=試し&quick=1")) == ["あいうえお汁"]
    assert titles(kitchen.get(f"{BOOK}?tag=試し&sort=long_ago")) == ["あいうえお汁", "長い煮込み"]
    soup = next(each for each in categories.find_all(kitchen.owner) if each.kind == "soup")
    recipes.edit(kitchen.owner, quick.recipe_id, {"category_id": soup.category_id})
    assert titles(kitchen.get(f"{BOOK}?tag=試し&category={soup.category_id}")) == ["あいうえお汁"]
    assert "90分 · 1回" in kitchen.get(f"{BOOK}?tag=試し").text


def test_a_search_is_told_with_its_word_and_count_and_knows_how_kanji_are_said(kitchen: Kitchen) -> None:
    kitchen.recipe("鶏の塩焼き", "鶏もも肉 1枚")
    kitchen.recipe("焼き茄子", "茄子 3本")
    assert "鶏の塩焼き" in titles(kitchen.get(f"{BOOK}?q=とり"))
    assert "焼き茄子" in titles(kitchen.get(f"{BOOK}?q=なす"))
    assert "焼き茄子" in titles(kitchen.get(f"{BOOK}?q=ナス やき"))
    page = kitchen.get(f"{BOOK}?q=焼き茄子")
    assert "「焼き茄子」" in page.text
    assert "1件" in page.text
    nothing = kitchen.get(f"{BOOK}?q={quote('<b>ほや')}")
    assert "「&lt;b&gt;ほや」は見つかりません" in nothing.text
    assert "みんなの献立でさがす" in nothing.text
    assert f"/kondate/recipes/new?title={quote('<b>ほや')}" in nothing.text


def test_a_recipe_is_shown_for_as_many_as_eat_with_what_is_at_home(kitchen: Kitchen) -> None:
    made = kitchen.recipe(
        "豚汁", "豚肉 200g\n豆腐 1丁\n(A) みそ 大さじ2\n(A) 水 400ml\n七味 適量", servings=2, minutes=20
    )
    fridge.put_in(kitchen.owner, "豆腐 2丁")
    with record_calls() as calls:
        page = kitchen.get(url(made))
    assert len(calls) <= 13
    assert "Scan" not in [call.operation for call in calls]
    assert amounts(page)["豚肉"] == ("buy", "300g")
    assert amounts(page)["豆腐"] == ("home", "1½丁")
    assert amounts(page)["Aみそ"][0] == "staple"
    assert "もとは2人分" in page.text
    for_five = kitchen.get(f"{url(made)}?servings=5")
    assert amounts(for_five)["豚肉"] == ("buy", "500g")
    assert amounts(for_five)["豆腐"][0] == "buy"
    assert f"/kondate/recipes/{made.recipe_id}/cook?servings=5" in for_five.text
    for wrong in ("0", "21", "x", "1e3"):
        assert amounts(kitchen.get(f"{url(made)}?servings={wrong}"))["豚肉"] == ("buy", "300g")
    assert 'href="' + url(made) + '?servings=0"' not in kitchen.get(f"{url(made)}?servings=1").text


def test_steps_say_what_they_need_and_groups_by_their_name(kitchen: Kitchen) -> None:
    made = kitchen.recipe(
        "照り焼き",
        "鶏肉 2枚\n(A) 酒 大さじ1\n(A) 砂糖 小さじ1",
        steps="鶏肉を7分焼く。\n\nAを加えて30秒煮る。",
        servings=2,
    )
    page = kitchen.get(f"{url(made)}?servings=2").text
    assert "7分 はかる" in page
    assert "30秒 はかる" in page
    assert "/cook?servings=2#step-2" in page
    assert "A ぜんぶ" in page
    assert 'class="step-need">鶏肉 2枚</span>' in page


def test_how_it_went_is_told(kitchen: Kitchen) -> None:
    made = kitchen.recipe("豚汁")
    assert "まだ作っていません" in kitchen.get(url(made)).text
    log = cooking.cook_recipe(kitchen.owner, made.recipe_id, 2).result
    cooking_log.change_entry(kitchen.owner, log.day, log.log_id, {"memo": "味が濃かった"})
    page = kitchen.get(url(made)).text
    assert "1回作った · 前は 11月15日" in page
    assert "前の覚え書き" in page
    assert "味が濃かった" in page


def test_what_is_missing_goes_on_the_list_and_off_again(kitchen: Kitchen) -> None:
    made = kitchen.recipe("麻婆豆腐", "豆腐 2丁\n豚ひき肉 100g\n豚ひき肉 50g\nしょうゆ 大さじ1\n香菜 適量", servings=2)
    fridge.put_in(kitchen.owner, "豆腐 1丁")
    page = kitchen.post(f"{url(made)}/shop", servings="4")
    lines = {line.name: line for line in shopping.find_lines(kitchen.owner) if line.is_shown}
    assert set(lines) == {"豆腐", "豚ひき肉", "香菜"}
    assert [(each.value, each.unit) for each in lines["豚ひき肉"].measures] == [("300", "g")]
    assert [each.value for each in lines["豆腐"].measures] == ["3"]
    assert lines["香菜"].quantity == "適量"
    assert 'aria-pressed="true" id="shop"' in page.text
    kitchen.post(f"{url(made)}/shop", servings="4")
    assert len([line for line in shopping.find_lines(kitchen.owner) if line.is_shown]) == 3
    page = kitchen.post(f"{url(made)}/unshop", servings="4")
    assert [line for line in shopping.find_lines(kitchen.owner) if line.is_shown] == []
    assert 'aria-pressed="false" id="shop"' in page.text


def test_a_recipe_goes_into_this_set_the_next_one_tonight_or_one_that_is_kept(kitchen: Kitchen) -> None:
    made = kitchen.recipe("豚汁")
    own = kitchen.meal_set("うちの献立", (kitchen.recipe("鮭"), 1))
    sheet = kitchen.get(f"{url(made)}/plan?servings=5").text
    assert all(word in sheet for word in ("今夜", "今の献立", "次の献立", "うちの献立", "5人分"))
    page = kitchen.post(f"{url(made)}/plan", to="CURRENT", servings="5")
    assert toast(page) == "「豚汁」を今の献立に入れました。"
    assert [(dish.title, dish.servings, dish.day) for dish in kitchen.plan().items] == [("豚汁", 5, None)]
    assert "今の献立に入っています" in page.text
    kitchen.browser.send(page, "/kondate/undo")
    assert "CURRENT" not in plans.find_plans(kitchen.owner)
    kitchen.post(f"{url(made)}/plan", to="tonight", servings="2")
    assert kitchen.plan().items[0].day == kitchen.owner.today()
    kitchen.post(f"{url(made)}/plan", to="NEXT", servings="2")
    assert kitchen.plan("NEXT").items[0].title == "豚汁"
    page = kitchen.post(f"{url(made)}/plan", to=own.set_id, servings="2")
    assert toast(page) == "「豚汁」を「うちの献立」に入れました。"
    assert len(sets.find_set(kitchen.owner, own.set_id).dishes) == 2
    assert "もう入っています" in kitchen.get(f"{url(made)}/plan").text
    assert toast(kitchen.post(f"{url(made)}/plan", to="nowhere")) == "この献立は見つかりません。"


def test_deleting_can_be_taken_back_and_a_copy_is_opened_for_editing(kitchen: Kitchen) -> None:
    made = kitchen.recipe("豚汁")
    gone = kitchen.post(f"{url(made)}/delete")
    assert toast(gone) == "「豚汁」を消しました。"
    assert kitchen.get(url(made)).status_code == 404
    back = kitchen.browser.send(gone, "/kondate/undo")
    assert kitchen.get(back.headers["location"] if back.status_code == 303 else url(made)).status_code == 200
    copied = kitchen.post(f"{url(made)}/copy")
    assert 'value="豚汁"' in copied.text
    assert 'action="/kondate/recipes/' in copied.text


def test_what_came_with_the_book_is_read_only_and_can_be_copied(kitchen: Kitchen) -> None:
    starter = next(each for each in recipes.find_all(kitchen.owner) if each.origin == "starter")
    page = kitchen.get(url(starter)).text
    assert "写して直す" in page
    assert f"{url(starter)}/edit" not in page
    assert kitchen.browser.get(f"{url(starter)}/edit").headers["location"] == url(starter)
    assert kitchen.post(f"{url(starter)}/edit", title="x", ingredients="塩 1g", steps="x").status_code == 403
    assert 'value="' + starter.title in kitchen.post(f"{url(starter)}/copy").text


def test_another_person_s_recipe_is_as_unknown_as_any(kitchen: Kitchen) -> None:
    hers = kitchen.recipe("豚汁")
    his = kitchen.site.reader("taro", "ja")
    for path in ("", "/edit", "/plan", "/cook"):
        assert his.get(f"{url(hers)}{path}").status_code == 404
        assert his.get(f"{BOOK}/01ARZ3NDEKTSV4RRFFQ69G5FAV{path}").status_code == 404


def test_categories_are_added_renamed_hidden_moved_and_deleted(kitchen: Kitchen) -> None:
    def names() -> list[str]:
        return [each.name for each in categories.find_all(kitchen.owner)]

    before = names()
    page = kitchen.post("/kondate/categories", name="おつまみ")
    assert names() == [*before, "おつまみ"]
    assert "おつまみ" in page.text
    taken = kitchen.post("/kondate/categories", name="おつまみ")
    assert taken.status_code == 409
    assert 'value="おつまみ"' in taken.text
    assert 'aria-invalid="true"' in taken.text
    made = categories.find_all(kitchen.owner)[-1]
    here = f"/kondate/categories/{made.category_id}"
    kitchen.post("/kondate/categories/order", category=made.category_id, step="-1")
    assert names().index("おつまみ") == len(before) - 1
    ids = [each.category_id for each in categories.find_all(kitchen.owner)]
    kitchen.post("/kondate/categories/order", order=",".join([made.category_id, *ids]))
    assert names()[0] == "おつまみ"
    assert toast(kitchen.post(here, name="酒の肴", colour="pink", is_hidden="1")) == "「酒の肴」を保存しました。"
    assert ">酒の肴</a>" not in kitchen.get(BOOK).text
    assert ">酒の肴</a>" in kitchen.get(f"{BOOK}?category={made.category_id}").text
    assert kitchen.post(here, name=" ", colour="pink").status_code == 422
    recipe = kitchen.recipe("枝豆", category_id=made.category_id)
    gone = kitchen.post(f"{here}/delete")
    assert recipes.find_recipe(kitchen.owner, recipe.recipe_id).category_id is None
    kitchen.browser.send(gone, "/kondate/undo")
    assert recipes.find_recipe(kitchen.owner, recipe.recipe_id).category_id == made.category_id
    assert kitchen.site.reader("taro", "ja").get(here).status_code == 404
    categories.delete(kitchen.owner, made.category_id)


def test_what_was_saved_of_others_stands_by_itself(kitchen: Kitchen) -> None:
    assert "保存したレシピはまだありません" in kitchen.get(f"{BOOK}?shelf=saved").text
    his = kitchen.site.owner("taro")
    made = recipes.add(his, {"title": "太郎の鍋", "ingredients": "白菜 1/4株", "steps": "煮る"})
    creators.edit_creator(his, {"name": "太郎の台所"})
    publishing.publish(his, "RECIPE", made.recipe_id, PublishForm(price=0, author_name="太郎"))
    saves.save(kitchen.owner, "RECIPE", made.recipe_id)
    page = kitchen.get(f"{BOOK}?shelf=saved")
    assert titles(page) == ["太郎の鍋"]
    assert "太郎の台所" in page.text
    assert f"/kondate/discover/recipes/{made.recipe_id}" in page.text
