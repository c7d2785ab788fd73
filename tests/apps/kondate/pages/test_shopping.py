"""The shopping list over HTTP: what it shows, what it takes, who may ask, and what that costs."""

import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from tests.apps.kondate.pages.kitchen_site import clear, opened, post
from tests.common.library import Library, toast

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
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
    assert toast(page) == "1品を冷蔵庫に入れました。"
    assert "今入れたもの" in page.text
    assert [item.name for item in fridge.find_items(owner)] == ["豆腐"]
    assert shopping.find_lines(owner) == []
    again = post(browser, f"{URL}/stock")
    assert toast(again) == "もう入っています。"
    assert len(fridge.find_items(owner)) == 1
    (soap,) = write(site, "食器用洗剤")
    shopping.tick(owner, [Tick(soap, done=True)])
    assert toast(post(browser, f"{URL}/stock")) == "1品を買いました。"


def test_more_than_one_transaction_takes_stays_in_the_basket_and_the_button_says_how_much(site: Library) -> None:
    ids = write(site, *(f"food {number}" for number in range(50)))
    shopping.tick(site.owner("hanako"), [Tick(each, done=True) for each in ids[:25]])
    shopping.tick(site.owner("hanako"), [Tick(each, done=True) for each in ids[25:]])
    page = post(site.reader("hanako"), f"{URL}/stock")
    assert toast(page) == "Put 45 in the fridge."
    assert "Put the other 5 in the fridge" in page.text


def test_a_list_of_a_hundred_lines_stays_within_60_kb_and_hostile_names_are_only_text(site: Library) -> None:
    write(site, *(f"<i>food</i> {number} {'x' * 20}" for number in range(100)))
    page = site.reader("hanako").get(URL)
    assert "<i>food" not in page.text
    assert len(page.content) < 60 * 1024


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
