"""The fridge over HTTP: by urgency, who will use it, in and out, its trash, and what can be cooked from it."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape

import pytest
from tests.apps.kondate.pages.kitchen_site import clear, opened, post
from tests.common.library import Library, toast

from chabudai.apps.kondate.book import cookable, recipes
from chabudai.apps.kondate.kitchen import fridge, plans, shopping, uses
from chabudai.apps.kondate.kitchen.entities import FridgeItem
from chabudai.store import record_calls

URL = "/kondate/fridge"


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with opened(tmp_path_factory.mktemp("kondate")) as site:
        yield site


@pytest.fixture
def site(whole_site: Library) -> Iterator[Library]:
    yield whole_site
    clear(whole_site)


def put_in(site: Library, text: str, days: int | None) -> FridgeItem:
    owner = site.owner("hanako")
    if days is None:
        return fridge.put_in(owner, text, best_before="never").result
    return fridge.put_in(owner, text, best_before=owner.today() + timedelta(days=days)).result


def groups(text: str) -> dict[str, list[str]]:
    """The names of what stands below each heading."""
    found = re.findall(r'<h2 class="when">(.*?)<span.*?</h2><ul class="rows">(.*?)</ul>', text, re.DOTALL)
    return {name: [unescape(each) for each in re.findall(r"<b>([^<]+)</b> ", rows)] for name, rows in found}


def test_foods_stand_by_how_soon_they_have_to_be_eaten(site: Library) -> None:
    for text, days in (
        ("納豆 1個", 40),
        ("乳酸菌 1個", -1),
        ("豆腐 1個", 1),
        ("米 1個", None),
        ("卵 1個", 7),
        ("肉 1個", 0),
    ):
        put_in(site, text, days)
    text = site.reader("hanako", "ja").get(URL).text
    assert groups(text) == {
        "期限を過ぎた": ["乳酸菌"], "明日まで": ["肉", "豆腐"], "今週のうちに": ["卵"], "そのあと": ["納豆", "米"],
    }  # fmt: skip
    told = re.findall(r'<span class="until"><b>(.*?)</b><small>(.*?)</small>', text)
    assert [when for when, _ in told] == ["昨日", "今日", "明日", "7日", "1か月", "—"]
    assert told[-1][1] == "期限なし"


@pytest.mark.parametrize(
    ("kind", "words"), [("best_before", "賞味期限 · 見てから決める"), ("use_by", "消費期限 · 食べないでください")]
)
def test_a_date_that_is_past_says_what_to_do_about_it(site: Library, kind: str, words: str) -> None:
    item = put_in(site, "鶏肉 200g", -2)
    fridge.change_item(site.owner("hanako"), item.item_id, {"date_kind": kind})
    text = site.reader("hanako", "ja").get(URL).text
    assert words in text
    assert ("unsafe" in text) == (kind == "use_by")


def test_a_row_says_which_dish_will_use_it_or_that_none_will(site: Library) -> None:
    owner = site.owner("hanako")
    recipe = recipes.add(owner, {"title": "豚汁", "ingredients": "豆腐 1/2丁", "steps": "作る", "servings": 3})
    plans.add_dish(owner, recipe.recipe_id)
    put_in(site, "豆腐 1丁", 1)
    put_in(site, "もやし 1袋", 1)
    put_in(site, "絹ごし豆腐 1丁", 1)
    text = site.reader("hanako", "ja").get(URL).text
    assert re.search(rf'今夜の<a href="/kondate/recipes/{recipe.recipe_id}">豚汁</a>で <span class="nowrap">½丁', text)
    assert "使うあてがありません" in text
    assert f'<a href="/kondate/recipes/{recipe.recipe_id}">豚汁</a>は豆腐を使います' in text
    plans.remove_plan(owner, "CURRENT")


def test_places_are_chips_of_the_address_and_what_an_address_says_wrongly_is_not_heard(site: Library) -> None:
    put_in(site, "豆腐 1丁", 3)
    put_in(site, "食パン 1斤", 3)
    owner, browser = site.owner("hanako"), site.reader("hanako")
    bread = next(item for item in fridge.find_items(owner) if item.name == "食パン")
    fridge.change_item(owner, bread.item_id, {"place": "freezer"})
    assert list(groups(browser.get(f"{URL}?place=freezer").text).values()) == [["食パン"]]
    assert list(groups(browser.get(f"{URL}?place=moon&new=%00").text).values()) == [["豆腐", "食パン"]]


def test_used_up_is_one_tap_is_told_together_and_comes_back_together(site: Library) -> None:
    first, second = put_in(site, "豆腐 1丁", 1), put_in(site, "卵 6個", 2)
    browser = site.reader("hanako", "ja")
    assert toast(post(browser, f"{URL}/used", item=first.item_id, next=URL)) == "「豆腐」を使いきりました。"
    page = post(browser, f"{URL}/used", item=second.item_id, next=URL)
    assert toast(page) == "2品を使いきりました。"
    assert fridge.find_items(site.owner("hanako")) == []
    assert toast(post(browser, f"{URL}/used", item=second.item_id, next=URL)) is None
    undone = re.findall(r'name="undo" value="([^"]+)"', page.text)
    assert len(undone) == 2
    post(browser, "/kondate/undo", undo=undone, next=URL)
    assert [item.name for item in fridge.find_items(site.owner("hanako"))] == ["豆腐", "卵"]


def test_something_is_put_in_with_a_guess_a_date_or_none_and_errors_stand_beside_their_field(site: Library) -> None:
    browser, owner = site.reader("hanako"), site.owner("hanako")
    post(browser, f"{URL}/new", name="豆腐 1丁", days="guess")
    post(browser, f"{URL}/new", name="厚揚げ 2枚", days="3", place="freezer")
    post(browser, f"{URL}/new", name="米 5kg", days="none")
    post(browser, f"{URL}/new", name="味噌", days="date", best_before="2041-02-03")
    found = {item.name: item for item in fridge.find_items(owner)}
    assert found["豆腐"].is_guess
    assert (found["厚揚げ"].best_before, found["厚揚げ"].place) == (owner.today() + timedelta(days=3), "freezer")
    assert found["米"].best_before is None
    assert str(found["味噌"].best_before) == "2041-02-03"
    for fields in ({"name": ""}, {"name": "x" * 90}, {"name": "a", "days": "date"},
                   {"name": "a", "days": "date", "best_before": "9999-99-99"},
                   {"name": "a", "days": "date", "best_before": "9999-12-31"}):  # fmt: skip
        refused = post(browser, f"{URL}/new", **fields)
        assert refused.status_code == 422
        assert 'aria-invalid="true"' in refused.text
    assert len(fridge.find_items(owner)) == 4


def test_what_was_just_put_in_has_its_date_corrected_by_a_chip(site: Library) -> None:
    owner, browser = site.owner("hanako"), site.reader("hanako")
    item = put_in(site, "豆腐 1丁", 1)
    for days, expected in (("3", owner.today() + timedelta(days=3)), ("none", None)):
        post(browser, f"{URL}/date", set=f"{item.item_id} {days}", next=URL)
        assert fridge.find_items(owner)[0].best_before == expected
    assert post(browser, f"{URL}/date", set=f"{item.item_id} 4000", next=URL).status_code == 404
    assert post(site.reader("taro"), f"{URL}/date", set=f"{item.item_id} 3", next=URL).status_code == 404


def test_a_sheet_changes_only_what_was_touched(site: Library) -> None:
    browser, owner = site.reader("hanako"), site.owner("hanako")
    item = fridge.put_in(owner, "豆腐 1/3丁").result
    day = item.best_before.isoformat() if item.best_before else ""
    fields = {"name": "豆腐", "amount": "about ½ block", "amount_shown": "about ½ block", "date_kind": "use_by",
              "place": "freezer", "note": "<script>", "best_before": day}  # fmt: skip
    post(browser, f"{URL}/items/{item.item_id}", **fields)
    (changed,) = fridge.find_items(owner)
    assert (changed.amount, changed.is_guess, changed.date_kind, changed.place) == ("1/3", True, "use_by", "freezer")
    assert "&lt;script&gt;" in browser.get(URL).text
    post(browser, f"{URL}/items/{item.item_id}", **{**fields, "amount": "2 blocks"})
    assert fridge.find_items(owner)[0].amount == "2"
    for wrong in ({"note": "x" * 600}, {"amount": "x" * 90}, {"name": ""}, {"place": "moon"}, {"date_kind": "ever"}):
        assert post(browser, f"{URL}/items/{item.item_id}", **{**fields, **wrong}).status_code == 422
    assert post(site.reader("taro"), f"{URL}/items/{item.item_id}", **fields).status_code == 404
    assert site.reader("taro").get(f"{URL}/items/{item.item_id}").status_code == 404


def test_a_step_changes_the_amount_and_keeps_what_else_was_typed(site: Library) -> None:
    browser, owner = site.reader("hanako"), site.owner("hanako")
    item = put_in(site, "豆腐 1丁", 3)
    page = post(
        browser, f"{URL}/items/{item.item_id}/step", step="more", note="typed", amount="1 block", place="fridge"
    )
    assert 'value="1½ blocks"' in page.text
    assert "typed</textarea>" in page.text
    assert fridge.find_items(owner)[0].amount == "3/2"


def test_what_left_the_fridge_waits_in_its_trash_and_comes_back_whole(site: Library) -> None:
    browser, owner = site.reader("hanako", "ja"), site.owner("hanako")
    item = put_in(site, "豆腐 1丁", 3)
    fridge.change_item(owner, item.item_id, {"note": "半分だけ", "place": "freezer"})
    assert toast(post(browser, f"{URL}/items/{item.item_id}/thrown")) == "「豆腐」を捨てました。"
    site.clock.pass_by(days=2)
    page = browser.get(f"{URL}/trash")
    assert "捨てた · " in page.text
    assert "あと28日" in page.text
    moment = re.findall(r'name="deleted_at" value="([^"]+)"', page.text)[0]
    for wrong in ("", "yesterday", "2040-01-01T00:00:00"):
        assert post(browser, f"{URL}/trash/restore", deleted_at=wrong, item=item.item_id).status_code == 404
    assert post(site.reader("taro"), f"{URL}/trash/restore", deleted_at=moment, item=item.item_id).status_code == 404
    post(browser, f"{URL}/trash/restore", deleted_at=moment, item=item.item_id)
    (back,) = fridge.find_items(owner)
    assert (back.note, back.place, back.best_before) == ("半分だけ", "freezer", item.best_before)
    site.clock.reset()


def test_a_wrong_cursor_shows_the_trash_from_its_beginning(site: Library) -> None:
    fridge.take_out(site.owner("hanako"), put_in(site, "豆腐 1丁", 3).item_id)
    assert "豆腐" in site.reader("hanako").get(f"{URL}/trash?cursor=nonsense").text


def test_what_is_missing_for_a_dish_is_added_to_the_list_by_one_tap_and_taken_off_by_a_second(site: Library) -> None:
    owner, browser = site.owner("hanako"), site.reader("hanako", "ja")
    recipe = recipes.add(
        owner, {"title": "湯豆腐鍋", "ingredients": "豆腐 1丁\n春菊 2束", "steps": "煮る", "servings": 3}
    )
    put_in(site, "豆腐 5丁", 1)
    page = browser.get(f"{URL}/cookable?missing=1")
    assert re.search(r"湯豆腐鍋.*?あと1つ：春菊", page.text, re.DOTALL)
    fields = {"recipe": recipe.recipe_id, "name": "春菊", "next": f"{URL}/cookable?missing=1"}
    for _ in range(2):
        page = post(browser, f"{URL}/cookable/add", **fields)
    assert [(line.name, line.measures[0].value) for line in shopping.find_lines(owner)] == [("春菊", "2")]
    assert re.search(rf'value="{recipe.recipe_id}" aria-pressed="true"', page.text)
    post(browser, f"{URL}/cookable/remove", **fields)
    assert shopping.find_lines(owner) == []
    assert post(site.reader("taro"), f"{URL}/cookable/add", **fields).status_code == 404


def test_an_empty_fridge_says_how_things_come_into_it(site: Library) -> None:
    text = site.reader("hanako", "ja").get(URL).text
    assert "買い物から入ります。今あるものを書いてもいいです。" in text
    assert site.reader("hanako").get(f"{URL}/trash").status_code == 200
    assert site.reader("hanako").get(f"{URL}/cookable").status_code == 200


def test_the_trash_says_how_much_is_in_it(site: Library) -> None:
    owner = site.owner("hanako")
    before = fridge.count_deleted(owner)[0]
    fridge.take_out(owner, put_in(site, "豆腐 1丁", 1).item_id)
    text = site.reader("hanako", "ja").get(URL).text
    assert f'ごみ箱 <span class="soft">{before + 1}' in text
    for number in range(40):
        fridge.take_out(owner, put_in(site, f"卵 {number + 1}個", 1).item_id)
    assert 'ごみ箱 <span class="soft">30+</span>' in site.reader("hanako", "ja").get(URL).text


def test_a_fridge_of_a_hundred_things_stays_within_60_kb_and_asks_for_a_handful_of_rows(site: Library) -> None:
    owner = site.owner("hanako")
    for number in range(100):
        put_in(site, f"食べ物その{number} 1個", number % 12)
    page = site.reader("hanako").get(URL)
    assert len(page.content) < 60 * 1024
    assert page.text.count('class="food ') == 60
    assert site.reader("hanako").get(f"{URL}?all=1").text.count('class="food ') == 100
    with record_calls() as calls:
        fridge.find_items(owner)
        uses.find_uses(owner, plans.find_plans(owner))
        cookable.find_cookable(owner)
    assert {call.operation for call in calls} <= {"GetItem", "Query", "BatchGetItem"}
    assert len(calls) <= 8
