"""Notices, settings and files as pages: what is shown, kept, refused beside its field, and asked of the table."""

import json
from collections.abc import Iterator

import pytest
from httpx import Response
from tests.common import library
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser, toast

from chabudai.apps.kondate import app as kondate
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes, settings
from chabudai.apps.kondate.market import devices, notices
from chabudai.apps.kondate.market.notices import About
from chabudai.store import record_calls
from chabudai.web.errors import InvalidFields

HERE = "/kondate/settings"


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("kondate"), kondate.build) as opened:
        opened.reader("hanako").get(HERE)
        yield opened


def post(browser: ReaderBrowser, path: str, **fields: str | list[str]) -> Response:
    token = form_to(browser.get(HERE).text, HERE).fields["_csrf"]
    answer = browser.ask("POST", path, data={"_csrf": token, **fields})
    return browser.get(answer.headers["location"]) if answer.status_code == 303 else answer


def test_notices_are_read_by_opening_them(site: Library) -> None:
    for name in ("豆腐", "<b>牛乳</b>"):
        notices.tell(site.store, site.clock, "hanako", "expiring", About(name))
    browser = site.reader("hanako", "ja")
    home = browser.get(HERE).text
    assert 'class="count">2<' in home
    page = browser.get("/kondate/notices").text
    assert "豆腐" in page
    assert "&lt;b&gt;牛乳" in page
    assert 'class="count">' not in page.partition("<main")[0]
    assert page.count("新着") == 2
    assert "新着" not in browser.get("/kondate/notices").text


def test_a_notice_list_costs_what_it_shows(site: Library) -> None:
    notices.tell(site.store, site.clock, "hanako", "expiring", About("豆腐"))
    browser = site.reader("hanako")
    browser.get("/kondate/notices")
    with record_calls() as calls:
        browser.get("/kondate/notices")
    asked = [each.operation for each in calls]
    assert "Scan" not in asked
    assert asked.count("Query") <= 4


def test_as_many_staples_as_a_household_keeps_fit_on_the_page_and_a_tap_takes_one_off(site: Library) -> None:
    browser, owner = site.reader("hanako"), site.owner("hanako")
    kept = {"staples": frozenset(f"staple {number}" for number in range(settings.MOST_FOODS))}
    site.store.write(design.edit_profile("hanako", kept))
    page = browser.get(HERE)
    assert len(page.content) < 60 * 1024
    with pytest.raises(InvalidFields):
        settings.mark_staple(owner, "one more", is_staple=True)
    assert 'form="staples-off" name="name" value="staple 7"' in page.text
    post(browser, f"{HERE}/staples", staple="off", name="staple 7")
    assert "staple 7" not in settings.find_profile(owner).staples


def test_settings_are_kept_and_what_is_wrong_stands_beside_its_field(site: Library) -> None:
    browser = site.reader("hanako")
    post(browser, HERE, servings="5", week_start="sunday")
    profile = settings.find_profile(site.owner("hanako"))
    assert (profile.servings, profile.week_start) == (5, "sunday")
    refused = post(browser, HERE, servings="99")
    assert refused.status_code == 422
    assert 'id="field-servings-error"' in refused.text
    assert settings.find_profile(site.owner("hanako")).servings == 5


def test_shelves_are_put_in_order_by_drag_and_without_a_script(site: Library) -> None:
    browser = site.reader("hanako")
    post(browser, f"{HERE}/shelves", order="meat,fish")
    assert settings.shelf_order(settings.find_profile(site.owner("hanako")))[:2] == ("meat", "fish")
    post(browser, f"{HERE}/shelves", shelf="fish", step="-1")
    assert settings.shelf_order(settings.find_profile(site.owner("hanako")))[:2] == ("fish", "meat")
    post(browser, f"{HERE}/shelves", shelf="nowhere", step="9")
    assert settings.shelf_order(settings.find_profile(site.owner("hanako")))[:2] == ("fish", "meat")


def test_staples_come_and_go_and_it_is_told(site: Library) -> None:
    browser = site.reader("hanako", "ja")
    added = post(browser, f"{HERE}/staples", name="干し貝柱", staple="on")
    assert toast(added) == "「干し貝柱」を常備品にしました。"
    assert 'value="干し貝柱"' in added.text
    again = post(browser, f"{HERE}/staples", name="干し貝柱", staple="on")
    assert toast(again) == "「干し貝柱」はもう常備品です。"
    gone = post(browser, f"{HERE}/staples", name="干し貝柱", staple="off")
    assert toast(gone) == "「干し貝柱」を常備品から外しました。"
    assert 'value="干し貝柱"' not in gone.text
    assert post(browser, f"{HERE}/staples", name=" ", staple="on").status_code == 422


def test_what_is_a_staple_without_saying_so_is_shown_as_far_as_recipes_name_it(site: Library) -> None:
    browser = site.reader("hanako", "ja")
    recipes.add(site.owner("hanako"), {"title": "煮物", "ingredients": "しょうゆ 少々\n水 200ml", "steps": "煮る"})
    page = browser.get(HERE)
    assert 'form="staples-off" name="name" value="しょうゆ"' in page.text
    assert 'value="水"' not in page.text
    assert toast(post(browser, f"{HERE}/staples", name="しょうゆ", staple="on")) == "「しょうゆ」はもう常備品です。"
    off = post(browser, f"{HERE}/staples", name="しょうゆ", staple="off")
    assert 'form="staples-on" name="name" value="しょうゆ"' in off.text
    post(browser, f"{HERE}/staples", name="しょうゆ", staple="on")


def test_what_is_told_is_chosen(site: Library) -> None:
    browser = site.reader("hanako")
    post(browser, f"{HERE}/notices", on=["expiring", "news"], hour="8")
    kept = notices.find_settings(site.store, "hanako")
    assert (kept.hour, "saved" in kept.muted, "expiring" in kept.muted) == (8, True, False)
    assert kept.next_look_at is not None
    assert post(browser, f"{HERE}/notices", hour="25").status_code == 422


def test_starter_recipes_are_put_away_and_back(site: Library) -> None:
    browser, owner = site.reader("hanako"), site.owner("hanako")
    assert "put away" in post(browser, f"{HERE}/starter", away="on").text
    assert recipes.find_all(owner) == []
    post(browser, f"{HERE}/starter", away="off")
    assert len(recipes.find_all(owner)) > 80


def test_everything_is_taken_along_and_brought_back(site: Library) -> None:
    browser = site.reader("hanako")
    recipes.add(site.owner("hanako"), {"title": "豚汁", "ingredients": "豚肉 100g", "steps": "煮る"})
    file = browser.get("/kondate/files/meals.json")
    assert file.headers["content-disposition"].startswith("attachment")
    other = site.reader("taro")
    token = form_to(other.get("/kondate/files").text, "/kondate/files/import").fields["_csrf"]
    path, files = "/kondate/files/import", {"file": ("meals.json", file.content, "application/json")}
    assert other.ask("POST", path, data={"_csrf": token}, files=files).status_code == 200
    assert "豚汁" in {recipe.title for recipe in recipes.find_all(site.owner("taro"))}
    wrong = other.ask("POST", path, data={"_csrf": token}, files={"file": ("x.json", b"{", "application/json")})
    assert wrong.status_code in (400, 422)
    assert 'id="field-file-error"' in wrong.text


REFUSED = [
    "http://127.0.0.1:22003/x",
    "https://localhost/",
    "https://fcm.googleapis.com.evil.test/",
    "https://fcm.googleapis.com@127.0.0.1/",
    "https://fcm.googleapis.com:444/",
    "https://[::1]/",
    "file:///etc/passwd",
]


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_is_no_push_service_is_refused_and_told(site: Library, address: str) -> None:
    browser = site.reader("hanako", "ja")
    given = json.dumps({"endpoint": address, "keys": {"p256dh": "B" * 87, "auth": "A" * 22}})
    answer = post(browser, f"{HERE}/devices", subscription=given, name="x")
    assert answer.status_code == 422
    assert "このブラウザーには通知できません。" in answer.text.partition('id="add-device"')[2]
    assert devices.find_devices(site.owner("hanako")) == []
