"""Choosing, applying, suggesting and editing sets over HTTP, without a script."""

import re
from collections.abc import Iterator

import pytest
from httpx import Response
from tests.apps.kondate.pages.kitchens import Kitchen, day_after, open_kitchen, tonight
from tests.common.html_forms import form_to
from tests.common.library import toast

from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import RecipeSet
from chabudai.apps.kondate.kitchen import fridge, plans
from chabudai.store import record_calls


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    with open_kitchen(tmp_path_factory.mktemp("sets")) as made:
        yield made


@pytest.fixture
def kitchen(opened: Kitchen) -> Kitchen:
    opened.clear()
    return opened


def titles(page: Response) -> list[str]:
    return re.findall(r'data-sheet data-swap="#sheet-body"><b>(.*?)</b>', page.text)


def find_own(kitchen: Kitchen) -> list[RecipeSet]:
    """Without the starter content, which a clock of its own makes newer."""
    return [each for each in sets.find_all(kitchen.owner) if each.origin == "own"]


def dishes(page: Response) -> list[tuple[str, str]]:
    """Of the editor: what stands there, and on which day."""
    form = page.text.partition('id="set-form"')[2]
    found = re.findall(r'class="row-title"[^>]*>(.*?)</b>.*?<select(.*?)</select>', form, re.DOTALL)
    return [(title, "".join(re.findall(r'value="(\d*)" selected', days))) for title, days in found]


def send(kitchen: Kitchen, page: Response, action: str, **changes: str | list[str]) -> Response:
    """The editor's form with its dishes, pressed by some button."""
    fields = form_to(page.text, re.search(r'id="set-form" method="post" action="([^"]+)"', page.text)[1]).fields  # type: ignore[index]
    days = [day for _, day in dishes(page)]
    answer = kitchen.browser.ask("POST", action, data={**fields, "day": days, **changes})
    return kitchen.get(answer.headers["location"]) if answer.status_code == 303 else answer


def test_the_sets_of_the_book_are_shown_and_sorted_by_the_fridge_and_by_time(kitchen: Kitchen) -> None:
    quick, slow = (
        kitchen.recipe("すぐの卵", "卵 3個", minutes=10),
        kitchen.recipe("長い角煮", "豚ばら肉 500g", minutes=120),
    )
    kitchen.meal_set("卵の日", (quick, 1))
    kitchen.meal_set("角煮の日", (slow, 1), (quick, 1))
    fridge.put_in(kitchen.owner, "豚ばら肉 500g")
    fridge.put_in(kitchen.owner, "卵 6個")
    newest = titles(kitchen.get("/kondate/sets"))
    assert newest.index("角煮の日") < newest.index("卵の日")
    assert "2品 · 1日 · 合わせて130分" in kitchen.get("/kondate/sets").text
    by_fridge = titles(kitchen.get("/kondate/sets?sort=fridge"))
    assert by_fridge.index("角煮の日") < by_fridge.index("卵の日")
    assert "冷蔵庫のもの 2品使う" in kitchen.get("/kondate/sets?sort=fridge").text
    fast = titles(kitchen.get("/kondate/sets?quick=1"))
    assert "卵の日" in fast
    assert "角煮の日" not in fast


def test_saved_sets_stand_by_themselves(kitchen: Kitchen) -> None:
    assert "保存した献立はまだありません" in kitchen.get("/kondate/sets?shelf=saved").text


def test_a_set_is_applied_for_some_people_from_a_day(kitchen: Kitchen) -> None:
    made = kitchen.meal_set("二日", (kitchen.recipe("豚汁"), 1), (kitchen.recipe("鮭"), 2))
    url = f"/kondate/sets/{made.set_id}/apply"
    page = kitchen.browser.send(kitchen.get(url), url, servings="5", start=str(day_after(1)))
    assert toast(page) == "「二日」を始めます。"
    assert [(dish.title, dish.day, dish.servings) for dish in kitchen.plan().items] == [
        ("豚汁", day_after(1), 5),
        ("鮭", day_after(2), 5),
    ]


@pytest.mark.parametrize(("leftover", "left"), [("next", ["カレー"]), ("drop", [])])
def test_what_is_left_of_the_current_set_is_asked_about(kitchen: Kitchen, leftover: str, left: list[str]) -> None:
    kitchen.begin("カレー")
    made = kitchen.meal_set("魚の日", (kitchen.recipe("鮭"), 1))
    url = f"/kondate/sets/{made.set_id}/apply"
    page = kitchen.get(url)
    assert "残り1品は？" in page.text
    assert form_to(page.text, url).fields["slot"] == ["NEXT"]
    page = kitchen.browser.send(page, url, slot="CURRENT", leftover=leftover)
    assert tonight(page) == {"鮭": False}
    following = plans.find_plans(kitchen.owner).get("NEXT")
    assert [dish.title for dish in following.items] == left if following else left == []
    assert tonight(kitchen.browser.send(page, "/kondate/undo")) == {"カレー": False}


def test_another_next_set_replaces_the_one_before_and_says_so(kitchen: Kitchen) -> None:
    kitchen.begin("カレー")
    kitchen.begin("豚汁", "おでん", slot="NEXT")
    made = kitchen.meal_set("魚の日", (kitchen.recipe("鮭"), 1))
    url = f"/kondate/sets/{made.set_id}/apply"
    page = kitchen.get(url)
    assert "次の献立の2品と入れかわります。" in page.text
    page = kitchen.browser.send(page, url, slot="NEXT")
    assert [dish.title for dish in kitchen.plan("NEXT").items] == ["鮭"]
    kitchen.browser.send(page, "/kondate/undo")
    assert [dish.title for dish in kitchen.plan("NEXT").items] == ["豚汁", "おでん"]


def test_wrong_servings_come_back_beside_their_field(kitchen: Kitchen) -> None:
    made = kitchen.meal_set("一日", (kitchen.recipe("鮭"), 1))
    url = f"/kondate/sets/{made.set_id}/apply"
    page = kitchen.browser.send(kitchen.get(url), url, servings="百")
    assert page.status_code == 422
    assert 'value="百"' in page.text
    assert "1から20までの数を入力してください。" in page.text
    assert plans.find_plans(kitchen.owner) == {}


def test_a_suggestion_keeps_to_its_rules_and_each_dish_can_be_changed(kitchen: Kitchen) -> None:
    page = kitchen.get("/kondate/sets/suggest?days=2&said=1&fish=1&seed=3")
    drafted = dishes(page)
    assert {day for _, day in drafted} == {"1", "2"}
    changed = dishes(send(kitchen, page, "/kondate/sets/draft", act="instead:0"))
    assert changed[0][0] != drafted[0][0]
    assert changed[1:] == drafted[1:]
    page = send(kitchen, page, "/kondate/sets/new", act="apply", title="おまかせ二日")
    assert "おまかせ二日" in page.text
    assert 'name="servings"' in page.text


def test_rules_that_nothing_fits_say_so(kitchen: Kitchen) -> None:
    for recipe in recipes.find_all(kitchen.site.owner("taro")):
        recipes.delete(kitchen.site.owner("taro"), recipe.recipe_id)
    taro = kitchen.site.reader("taro", "ja")
    page = taro.get("/kondate/sets/suggest")
    assert page.status_code == 200
    assert "条件を1つ外してみてください。" in page.text


def test_a_set_is_written_dish_by_dish(kitchen: Kitchen) -> None:
    first, second = kitchen.recipe("まぐろ丼"), kitchen.recipe("すまし汁")
    page = send(
        kitchen, kitchen.get("/kondate/sets/new"), "/kondate/sets/draft", act="search", q="まぐろ丼", title="海の日"
    )
    assert re.findall(r'value="add:(\w+)"', page.text) == [first.recipe_id]
    page = send(kitchen, page, "/kondate/sets/draft", act=f"add:{first.recipe_id}", q="")
    page = send(kitchen, page, "/kondate/sets/draft", act=f"add:{second.recipe_id}", day=["2"])
    assert dishes(page) == [("まぐろ丼", "2"), ("すまし汁", "2")]
    page = send(kitchen, page, "/kondate/sets/draft", act="up:1")
    assert dishes(page) == [("すまし汁", "2"), ("まぐろ丼", "2")]
    page = send(kitchen, page, "/kondate/sets/new", act="save", servings="4", lead="海を見た日に。")
    assert toast(page) == "「海の日」を保存しました。"
    made = find_own(kitchen)[0]
    assert (made.title, made.servings, made.lead) == ("海の日", 4, "海を見た日に。")
    assert [(dish.recipe_id, dish.day) for dish in made.dishes] == [(second.recipe_id, 2), (first.recipe_id, 2)]


def test_enter_in_the_picker_searches_and_saves_nothing(kitchen: Kitchen) -> None:
    before = len(sets.find_all(kitchen.owner))
    page = send(kitchen, kitchen.get("/kondate/sets/new"), "/kondate/sets/new", act="enter", q="豚汁", title="途中")
    assert 'value="途中"' in page.text
    assert len(sets.find_all(kitchen.owner)) == before


def test_what_is_missing_is_told_and_what_was_typed_is_kept(kitchen: Kitchen) -> None:
    page = send(kitchen, kitchen.get("/kondate/sets/new"), "/kondate/sets/new", act="save", lead="あとで", title="")
    assert page.status_code == 422
    assert "あとで" in page.text
    assert 'aria-invalid="true"' in page.text
    page = send(kitchen, page, "/kondate/sets/new", act="save", title="題")
    assert "料理を1品以上入れてください。" in page.text


def test_a_set_that_is_being_cooked_is_followed_by_its_plan(kitchen: Kitchen) -> None:
    kitchen.begin("豚汁", "鮭", title="二日の献立")
    set_id = kitchen.plan().set_id
    page = kitchen.get(f"/kondate/sets/{set_id}")
    assert "今の献立にも反映する" in page.text
    page = send(kitchen, page, "/kondate/sets/draft", act="remove:1")
    send(kitchen, page, f"/kondate/sets/{set_id}", act="save", title="新しい題")
    assert kitchen.plan().set_title == "新しい題"
    assert [dish.title for dish in kitchen.plan().items] == ["豚汁"]


def test_a_set_that_was_changed_meanwhile_is_not_written_over(kitchen: Kitchen) -> None:
    made = kitchen.meal_set("もとの題", (kitchen.recipe("豚汁"), None))
    page = kitchen.get(f"/kondate/sets/{made.set_id}")
    sets.edit(kitchen.owner, made.set_id, {"title": "もう1台の題"})
    page = send(kitchen, page, f"/kondate/sets/{made.set_id}", act="save", title="こちらの題")
    assert page.status_code == 409
    assert "この献立は、もう1台で変わりました。" in page.text
    assert "こちらの題" in page.text
    assert sets.find_set(kitchen.owner, made.set_id).title == "もう1台の題"


def test_a_set_of_the_book_is_saved_as_one_s_own(kitchen: Kitchen) -> None:
    starter = next(each for each in sets.find_all(kitchen.owner) if each.origin == "starter")
    page = kitchen.get(f"/kondate/sets/{starter.set_id}")
    send(kitchen, page, f"/kondate/sets/{starter.set_id}", act="save", title="うちの流儀")
    assert sets.find_set(kitchen.owner, starter.set_id) == starter
    assert find_own(kitchen)[0].title == "うちの流儀"


def test_a_set_is_deleted_and_comes_back(kitchen: Kitchen) -> None:
    made = kitchen.meal_set("消すもの", (kitchen.recipe("豚汁"), None))
    page = kitchen.post(f"/kondate/sets/{made.set_id}/delete")
    assert toast(page) == "「消すもの」を消しました。"
    assert "消すもの" not in titles(page)
    assert "消すもの" in kitchen.browser.send(page, "/kondate/undo").text


@pytest.mark.parametrize("path", ["", "/apply", "/begin", "/delete"])
def test_another_person_s_set_is_as_unknown_as_none(kitchen: Kitchen, path: str) -> None:
    made = kitchen.meal_set("はな子のもの", (kitchen.recipe("豚汁"), None))
    taro = Kitchen(kitchen.site, kitchen.site.reader("taro", "ja"))
    for set_id in (made.set_id, "nobody"):
        answer = taro.post(f"/kondate/sets/{set_id}{path}", title="x", servings="2")
        assert answer.status_code == 404
    assert taro.post("/kondate/sets/draft", set_id=made.set_id).status_code == 404
    assert sets.find_set(kitchen.owner, made.set_id) == made


def test_what_the_pages_of_sets_ask_of_the_table_is_bounded(kitchen: Kitchen) -> None:
    first = kitchen.recipe("豚汁")
    for number in range(30):
        kitchen.meal_set(f"献立{number}", *[(first, 1)] * 7)
    url = f"/kondate/sets/{sets.find_all(kitchen.owner)[0].set_id}"
    for path in ("/kondate/sets", "/kondate/sets?sort=fridge", f"{url}/apply", url, "/kondate/sets/suggest"):
        kitchen.get(path)
        with record_calls() as calls:
            page = kitchen.get(path)
        assert page.status_code == 200
        assert len(page.content) < 60 * 1024, path
        assert len(calls) <= 22, path
        assert "Scan" not in {call.operation for call in calls}
    assert len(titles(kitchen.get("/kondate/sets"))) == 20
    every = [recipe_set.title for recipe_set in sets.find_all(kitchen.owner)]
    assert titles(kitchen.get("/kondate/sets?from=20")) == every[20:40]
