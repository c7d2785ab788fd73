"""Getting in, staying in, getting out: with real cookies in a real browser."""

import re
import secrets
from importlib.resources import files

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Opening
from tests.e2e.test_todo import PASSWORD, sign_up

(PAGES,) = re.findall(
    r'^const PAGES = "(.+)";$', (files("chabudai.web") / "static" / "sw.js").read_text(), re.MULTILINE
)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_stranger_signs_up_and_has_a_list_of_their_own(visit: Opening, scripts: bool) -> None:
    name = f"p{secrets.token_hex(5)}"
    visitor = visit("phone", "en", scripts=scripts)
    page = visitor.go("/sign-up")
    page.locator("[name=username]").fill(name)
    page.locator("[name=email]").fill(f"{name}@example.jp")
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/sign-up" not in url)
    expect(visitor.go("/todo").locator("#list .empty")).to_be_visible()


def test_a_person_signs_out_and_in_again_and_comes_back_to_where_they_wanted_to_go(visit: Opening) -> None:
    visitor = visit("phone", "en")
    name = sign_up(visitor)
    page = visitor.go("/")
    page.locator("header details.menu summary").click()
    page.locator("form[action='/sign-out'] button").click()
    expect(page.locator("form[action='/sign-out']")).to_have_count(0)
    page.goto("/todo/categories")
    expect(page).to_have_url(re.compile(r"/sign-in"))
    page.locator("[name=login]").fill(name)
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    expect(page).to_have_url(re.compile(r"/todo/categories$"))


def test_a_wrong_password_is_told_and_the_name_is_kept(visit: Opening) -> None:
    page = visit("desktop", "ja").go("/sign-in")
    page.locator("[name=login]").fill("nobody-here")
    page.locator("main [name=password]").fill("wrong password")
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("[name=login]")).to_have_value("nobody-here")
    expect(page.locator("main .error")).to_be_visible()


def test_language_and_appearance_are_one_press_away(visit: Opening) -> None:
    page = visit("phone", "ja").go("/")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator("header details.menu summary").click()
    page.locator("button[name=language][value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("header details.menu summary").click()
    page.locator("button[name=theme][value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_an_altered_session_is_refused(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    visitor.go("/todo")
    expect(visitor.page).to_have_url(re.compile(r"/todo$"))
    (cookie,) = [each for each in visitor.context.cookies() if each.get("name") == "session"]
    value = cookie.get("value", "")
    altered = ("A" if value[0] != "A" else "B") + value[1:]
    visitor.context.add_cookies([{"name": "session", "value": altered, "url": visitor.page.url}])
    visitor.page.goto("/todo")
    expect(visitor.page).to_have_url(re.compile(r"/sign-in"))
    assert cookie.get("httpOnly")
    assert cookie.get("sameSite") == "Lax"


def test_without_a_connection_a_friendly_page_stands_in_until_it_is_back(visit: Opening) -> None:
    visitor = visit("phone", "en", worker=True)
    sign_up(visitor)
    page = visitor.go("/todo")
    page.evaluate("navigator.serviceWorker.ready.then(() => caches.match('/offline'))")
    visitor.go("/todo/categories")  # by now the files of a page are kept
    visitor.context.set_offline(True)
    offline = visitor.go("/todo/settings")
    expect(offline.get_by_role("heading", name="You're offline")).to_be_visible()
    assert offline.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    visitor.context.set_offline(False)
    expect(visitor.go("/todo/settings").get_by_role("heading", level=1)).to_have_text("Settings")


def test_a_page_that_was_kept_goes_when_it_is_refused(visit: Opening) -> None:
    visitor = visit("phone", "en", worker=True)
    page = visitor.go("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => caches.match('/offline'))")
    keep = f"caches.open('{PAGES}').then((cache) => cache.put('/s/gone', new Response('<html lang=en>kept')))"
    page.evaluate(f"{keep}.then(() => true)")
    visitor.go("/s/gone")
    kept = f"caches.open('{PAGES}').then((cache) => cache.match('/s/gone')).then(Boolean)"
    assert visitor.page.evaluate(kept) is False


def test_whoever_enters_the_demo_reads_nothing_that_was_kept_before(visit: Opening) -> None:
    visitor = visit("phone", "en", worker=True)
    page = visitor.go("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => caches.match('/offline'))")
    keep = f"caches.open('{PAGES}').then((cache) => cache.put('/s/kept', new Response('<html lang=en>kept')))"
    page.evaluate(f"{keep}.then(() => true)")
    visitor.go("/").locator("form[action='/demo'] button").click()
    page.locator("form[action='/sign-out']").wait_for(state="attached")
    assert page.evaluate("caches.match('/s/kept').then(Boolean)") is False
