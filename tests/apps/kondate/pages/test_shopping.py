"""The shopping list over HTTP: what it shows, what it takes, who may ask, and what that costs."""

import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household
from tests.apps.kondate.pages.kitchen_site import clear, opened, post
from tests.common.library import Library, toast

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book import settings as household_settings
from chabudai.apps.kondate.kitchen import fridge, plans, shopping
from chabudai.apps.kondate.kitchen.foods import SHELVES
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.pages.shopping.shelf_names import SHELF_NAMES
from chabudai.store import record_calls
from chabudai.table import ulid

URL = "/kondate/shopping"


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with opened(tmp_path_factory.mktemp("kondate")) as site:
        yield site


@pytest.fixture
def site(whole_site: Library) -> Iterator[Library]:
    yield whole_site
    clear(whole_site)


def names(text: str, part: str = "buy") -> list[str]:
    return [unescape(each) for each in re.findall(rf'class="{part}".*?<b>([^<]+)</b>', text)]


def write(site: Library, *lines: str) -> list[str]:
    return [shopping.write_down(site.owner("hanako"), line).result.item_id for line in lines]


def test_lines_stand_on_their_shelves_in_the_shop_s_order_with_their_seals(site: Library) -> None:
    write(site, "食器用洗剤", "豆腐 1丁", "ごぼう 2本")
    text = site.reader("hanako", "ja").get(URL).text
    assert names(text) == ["ごぼう", "豆腐", "食器用洗剤"]
    assert tuple(SHELF_NAMES) == SHELVES
    assert re.search(r'残り <b data-left>3</b><span class="soft"> / <span data-total>3</span>', text)


def test_a_line_says_which_dishes_want_it_and_how_its_amount_came_about(site: Library) -> None:
    owner = site.owner("taro")
    made = [
        recipes.add(owner, {"title": title, "ingredients": lines, "steps": "作る", "servings": 3})
        for title, lines in (("豚汁", "ごぼう 1/2本\nにんじん 2本"), ("きんぴら", "ごぼう 1本"))
    ]
    fridge.put_in(owner, "にんじん 1本")
    for recipe in made:
        plans.add_dish(owner, recipe.recipe_id)
    text = site.reader("taro", "ja").get(URL).text
    assert re.search(r"ごぼう</b>.*?豚汁</span>.*?きんぴら</span>.*?1½本<small>½本 \+ 1本</small>", text)
    assert re.search(r"にんじん</b>.*?1本<small>2本 − 家に1本</small>", text)
    plans.remove_plan(owner, "CURRENT")


@pytest.mark.parametrize(
    ("wanted", "at_home", "amount", "origin"),
    [
        (["ごぼう 1/2本", "ごぼう 1本"], [], "1½本", "½本 + 1本"),
        (["にんじん 2本"], ["にんじん 1本"], "1本", "2本 − 家に1本"),
        (["卵 1個"], [], "1個", ""),
        (["卵 1/2個"], [], "1個", "½個使う"),
        (["卵 1/2個", "卵 1/4個"], [], "1個", "¾個使う"),
        (["にんじん 7/8本"], ["にんじん 3/4本"], "1本", "⅞本 − 家に¾本 = ⅛本"),
        (["白菜 3/8個", "白菜 3/8個"], [], "¾個", "⅜個 + ⅜個"),
        (["キャベツ 3枚"], ["キャベツ 1/2個", "キャベツ 2枚"], "1枚", "3枚 − 家に2枚 · 家に½個"),
        (["キャベツ 3枚"], ["キャベツ 1/2個"], "3枚", "家に½個"),
        (["豚肉 100g", "豚肉 1kg"], [], "1100g", "100g + 1kg"),
        (["豚肉 100g"], ["豚肉 1/30g"], "約100g", "家に約½g"),
        (["ねぎ 1本", "ねぎ 200g"], ["ねぎ 3本"], "200g", "家に3本"),
    ],
)
def test_what_is_told_of_an_amount_adds_up(
    site: Library, wanted: list[str], at_home: list[str], amount: str, origin: str
) -> None:
    owner = site.owner("taro")
    for text in at_home:
        fridge.put_in(owner, text)
    for number, lines in enumerate(wanted):
        made = recipes.add(owner, {"title": str(number), "ingredients": lines, "steps": "作る", "servings": 3})
        plans.add_dish(owner, made.recipe_id)
    text = site.reader("taro", "ja").get(URL).text
    plans.remove_plan(owner, "CURRENT")
    for item in fridge.find_items(owner):
        fridge.take_out(owner, item.item_id)
    told = f"<small>{origin}</small>" if origin else ""
    assert f'<span class="much">{amount}{told}</span>' in text


def test_what_somebody_wrote_down_is_as_they_wrote_it(site: Library) -> None:
    write(site, "トイレットペーパー 12ロール")
    assert '<span class="much">12ロール</span>' in site.reader("hanako", "ja").get(URL).text


def test_what_is_in_the_basket_already_is_told_of_the_rest(site: Library) -> None:
    owner = site.owner("taro")
    made = recipes.add(owner, {"title": "だし巻き卵", "ingredients": "卵 4個", "steps": "作る", "servings": 3})
    dish = plans.add_dish(owner, made.recipe_id).result
    shopping.tick(owner, [Tick(shopping.find_lines(owner)[0].item_id, done=True)])
    plans.change_dish(owner, dish.item_id, servings=6)
    text = site.reader("taro", "ja").get(URL).text
    plans.remove_plan(owner, "CURRENT")
    shopping.dismiss(owner, shopping.find_lines(owner)[0].item_id)
    assert '<span class="much">4個<small>8個 − かごに4個</small></span>' in text
    assert '<span class="much">4個</span>' in text


def test_what_a_recipe_lacks_says_its_name_though_no_plan_has_it(site: Library) -> None:
    owner = site.owner("taro")
    made = recipes.add(owner, {"title": "だし巻き卵", "ingredients": "卵 4個", "steps": "作る", "servings": 3})
    post(site.reader("taro", "ja"), f"/kondate/recipes/{made.recipe_id}/shop", servings="3")
    text = site.reader("taro", "ja").get(URL).text
    assert re.search(r'卵</b><span class="for"><span><img class="tiny"[^>]*>だし巻き卵</span></span></span>', text)
    shopping.dismiss(owner, shopping.find_lines(owner)[0].item_id)


def test_an_empty_list_says_what_to_do_and_a_whole_basket_that_nothing_is_missing(site: Library) -> None:
    browser = site.reader("hanako", "ja")
    text = browser.get(URL).text
    assert '<div id="nothing">' in text
    assert '<div id="complete" class="card pad" hidden>' in text
    (milk,) = write(site, "牛乳")
    assert '<div id="nothing" hidden>' in browser.get(URL).text
    shopping.tick(site.owner("hanako"), [Tick(milk, done=True)])
    assert '<div id="complete" class="card pad"><h2>そろいました</h2>' in browser.get(URL).text


def test_the_page_may_always_be_kept_for_a_visit_without_a_connection(site: Library) -> None:
    assert site.reader("hanako").get(URL).headers["x-offline"] == "always"


def test_what_a_device_kept_is_taken_in_order_and_the_answer_tells_what_came_of_it(site: Library) -> None:
    (leek,) = write(site, "leek")
    milk = ulid()
    browser = site.reader("hanako")
    changes = [f"in {leek} 0", f"add {milk} milk 2 l", f"add {ulid()} {'x' * 300}", "nonsense"]
    first, second = (post(browser, f"{URL}/changes", change=changes).json() for _ in range(2))
    assert first["lines"] == second["lines"] == [{"id": leek, "done": True, "ticks": 1}]
    assert [each["message"] for each in first["refused"]] == ["Use up to 80 characters."]
    assert (first["after"] - first["before"], first["alone"]) == (2, True)
    assert (second["after"] - second["before"], second["alone"]) == (0, True)
    assert [line.name for line in shopping.find_lines(site.owner("hanako"))] == ["leek", "milk"]


def test_changes_without_the_page_s_token_or_somebody_s_sign_in_are_refused(site: Library) -> None:
    (leek,) = write(site, "leek")
    assert site.reader("hanako").ask("POST", f"{URL}/changes", data={"change": f"in {leek} 0"}).status_code == 403
    assert site.visitor().ask("POST", f"{URL}/changes", data={"change": f"in {leek} 0"}).status_code in (401, 403)
    assert not shopping.find_lines(site.owner("hanako"))[0].done


def test_a_tick_of_another_device_says_so_for_a_minute(site: Library) -> None:
    (leek,) = write(site, "ねぎ")
    one, other = site.reader("hanako", "ja"), site.reader("hanako", "ja")
    post(one, f"{URL}/tick", change=f"in {leek} 0")
    shopping.tick(site.owner("hanako"), [Tick(leek, done=False)], "another phone")
    site.clock.pass_by(seconds=12)
    assert "もう1台で · 12秒前" in other.get(URL).text
    site.clock.pass_by(seconds=60)
    assert "もう1台で · 7" not in other.get(URL).text
    site.clock.reset()


def test_another_person_s_line_is_as_unknown_as_any(site: Library) -> None:
    (leek,) = write(site, "leek")
    taro = site.reader("taro")
    assert taro.get(f"{URL}/lines/{leek}").status_code == 404
    for path in ("", "/dismiss", "/at-home", "/staple"):
        assert post(taro, f"{URL}/lines/{leek}{path}", shelf="fish", amount="2").status_code == 404
    assert post(taro, f"{URL}/need", line=leek).status_code == 404
    post(taro, f"{URL}/tick", change=f"in {leek} 0")
    assert not shopping.find_lines(site.owner("hanako"))[0].done


def test_a_sheet_keeps_what_was_typed_and_tells_what_is_wrong_beside_its_field(site: Library) -> None:
    (leek,) = write(site, "leek 2")
    browser = site.reader("hanako")
    refused = post(browser, f"{URL}/lines/{leek}", amount="9" * 90, amount_shown="2", shelf="dairy", note="<b>thin</b>")
    assert refused.status_code == 422
    assert "Use up to 80 characters." in refused.text
    assert "&lt;b&gt;thin&lt;/b&gt;" in refused.text
    assert post(browser, f"{URL}/lines/{leek}", amount="2", amount_shown="2", shelf="moon").status_code == 422


def test_the_shelf_of_a_food_is_remembered_for_its_next_line(site: Library) -> None:
    (leek,) = write(site, "leek")
    browser = site.reader("hanako")
    post(browser, f"{URL}/lines/{leek}", amount="", amount_shown="", shelf="frozen", note="")
    write(site, "Leeks")
    assert {line.shelf for line in shopping.find_lines(site.owner("hanako"))} == {"frozen"}


def test_bought_things_go_into_the_fridge_household_things_just_leave_and_a_second_tap_finds_nothing(
    site: Library,
) -> None:
    tofu, soap = write(site, "豆腐 1丁", "食器用洗剤")
    owner, browser = site.owner("hanako"), site.reader("hanako", "ja")
    shopping.tick(owner, [Tick(tofu, done=True), Tick(soap, done=True)])
    page = post(browser, f"{URL}/stock")
    assert toast(page) == "1品を冷蔵庫に入れました。日用品1点は買い物から外しました。"
    assert "今入れたもの" in page.text
    assert [item.name for item in fridge.find_items(owner)] == ["豆腐"]
    assert shopping.find_lines(owner) == []
    again = post(browser, f"{URL}/stock")
    assert toast(again) == "もう入っています。"
    assert len(fridge.find_items(owner)) == 1
    (soap,) = write(site, "食器用洗剤")
    shopping.tick(owner, [Tick(soap, done=True)])
    assert toast(post(browser, f"{URL}/stock")) == "1品を買いました。"


def test_household_things_are_told_beside_what_went_into_the_fridge(site: Library) -> None:
    lines = write(site, "牛乳 1本", "卵 1パック", "トイレットペーパー 12ロール")
    assert [line.quantity for line in shopping.find_lines(site.owner("hanako"))][2] == "12ロール"
    shopping.tick(site.owner("hanako"), [Tick(line, done=True) for line in lines])
    answer = post(site.reader("hanako", "ja"), f"{URL}/stock")
    assert toast(answer) == "2品を冷蔵庫に入れました。日用品1点は買い物から外しました。"


def test_more_than_one_transaction_takes_stays_in_the_basket_and_the_button_says_how_much(site: Library) -> None:
    ids = write(site, *(f"food {number}" for number in range(1, 51)))
    shopping.tick(site.owner("hanako"), [Tick(each, done=True) for each in ids[:25]])
    shopping.tick(site.owner("hanako"), [Tick(each, done=True) for each in ids[25:]])
    page = post(site.reader("hanako"), f"{URL}/stock")
    assert toast(page) == "Put 45 in the fridge."
    assert "Put the other 5 in the fridge" in page.text


@pytest.mark.parametrize("count", [100, 300])
def test_a_list_of_hundreds_of_lines_stays_within_60_kb_and_hostile_names_are_only_text(
    site: Library, count: int
) -> None:
    Household(site.store, SettableClock(site.clock())).write_down(
        count, f"<i>\"food'</i>{'x' * 20}", quantity="2パック"
    )
    page = site.reader("hanako").get(URL)
    assert "<i>" not in page.text.partition("<main")[2]
    assert len(page.content) < 60 * 1024


def test_lines_of_many_dishes_and_staples_stay_within_60_kb_too(site: Library) -> None:
    owner, home = site.owner("hanako"), Household(site.store, SettableClock(site.clock()))
    for number in range(14):
        lines = [*(f"具{number // 2}-{each} {each + 1}個" for each in range(40)), f"ゆず胡椒{number} 少々"]
        plans.add_dish(owner, home.recipe(f"里芋と鶏肉の煮物{number}", "\n".join(lines)).recipe_id, servings=2)
        household_settings.mark_staple(owner, f"ゆず胡椒{number}", is_staple=True)
    page = site.reader("hanako", "ja").get(URL)
    assert len(names(page.text)) + len(unpack(page.text)) == 280
    assert len(page.content) < 60 * 1024
    plans.remove_plan(owner, "CURRENT")


def unpack(text: str) -> list[list[str]]:
    found = re.search(r'<template id="packed" data-lines="([^"]*)">', text)
    return [line.split("\t") for line in unescape(found[1]).split("\n")] if found else []


def test_what_comes_behind_the_first_rows_is_packed_and_whole_without_a_script(site: Library) -> None:
    owner, home = site.owner("hanako"), Household(site.store, SettableClock(site.clock()))
    recipes_ = [home.recipe(title, "\n".join(f"具{n} {n + 1}個" for n in range(50))) for title in ("豚汁", "<b>鍋</b>")]
    for recipe in recipes_:
        plans.add_dish(owner, recipe.recipe_id, servings=2)
    ids = home.write_down(40, "品", note="一行\n二行\t三")
    shopping.tick(owner, [Tick(each, done=True) for each in ids[:3]], "another phone")
    browser = site.reader("hanako", "ja")
    text = browser.get(URL).text
    packed = unpack(text)
    assert len(names(text)) + len(packed) == 90
    assert re.search("残り <b data-left>87</b>", text)
    lines = {line.item_id: line for line in shopping.find_lines(owner)}
    assert {fields[0] for fields in packed} | set(re.findall(r'id="line-(\w+)"', text)) == set(lines)
    for line_id, state, ticks, shelf, name, amount, origin, marks, dishes, note, elsewhere in packed:
        line = lines[line_id]
        assert (state == "in", int(ticks), shelf, name) == (line.done, line.ticks, "household", line.name)
        assert (marks, note) == (("m", "一行 二行 三") if line.is_manual else ("", ""))
        assert dishes == ("" if line.is_manual else "0,1")
        assert bool(origin) is not line.is_manual
        assert (elsewhere == "0") is line.done
        assert bool(amount) is not line.is_manual
    assert '&lt;b&gt;鍋&lt;/b&gt;</span><span class="told">もう要りません</span></template>' in text
    whole = browser.get(f"{URL}?whole=1").text
    assert (len(names(whole)), unpack(whole)) == (90, [])
    plans.remove_plan(owner, "CURRENT")


def test_the_page_asks_for_a_handful_of_rows_and_scans_nothing(site: Library) -> None:
    write(site, "leek", "milk")
    browser = site.reader("hanako")
    with record_calls() as calls:
        shopping.find_lines(site.owner("hanako"))
        plans.find_plans(site.owner("hanako"))
    assert [call.operation for call in calls] == ["GetItem", "Query", "Query"]
    assert browser.get(URL).status_code == 200
    assert json.loads(browser.get("/kondate/revision").text)["revision"] > 0
    assert site.store.get(design.kitchen_state("hanako")) is not None
