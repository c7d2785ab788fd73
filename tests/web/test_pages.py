"""Pages: escaped, complete, in the person's language, or only the part that changes."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import settings


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("{{7*7}}", "{{7*7}}"),
        ("{% raw %}", "{% raw %}"),
        ("<script>alert(1)", "&lt;script&gt;alert(1)"),
        ("\"' onload=x", "&#34;&#39; onload=x"),
        ("麦茶 🍵", "麦茶 🍵"),
    ],
)
def test_what_a_person_typed_is_only_text(browser: Browser, path: str, shown: str) -> None:
    assert f'<section id="shown">{shown}</section>' in browser.get(f"/probe/show/{path.replace('%', '%25')}").text


def test_swap_gets_only_the_part_that_changes(browser: Browser) -> None:
    response = browser.get("/probe/show/麦茶", x_swap="1")
    assert response.text == '<section id="shown">麦茶</section>'
    assert response.headers["vary"] == "x-swap"


def test_a_name_that_is_not_defined_is_a_fault_and_no_empty_place(browser: Browser) -> None:
    assert browser.get("/probe/undefined").status_code == 500


def test_macros_know_the_request_although_they_are_imported_without_it(browser: Browser) -> None:
    text = browser.get("/probe/show/麦茶?page=1&sort=a&sort=b").text
    assert '<a href="/probe/show/%E9%BA%A6%E8%8C%B6?sort=a&amp;sort=b&amp;page=2">/probe/show/麦茶</a>' in text
    assert browser.get("/probe/note", accept_language="en").text.count('lang="en"') == 2


@pytest.mark.parametrize(("code", "guest"), [("ja", "お客さま"), ("en", "Guest")])
def test_a_page_is_in_the_language_of_the_browser(browser: Browser, code: str, guest: str) -> None:
    text = browser.get("/probe/show/x", accept_language=code).text
    assert f'<html lang="{code}"' in text
    assert f'<p id="person">{guest}</p>' in text


def test_the_navigation_shows_every_app_and_where_one_is(browser: Browser) -> None:
    nav = '<nav><a href="/probe" aria-current="page">試し</a><a href="/other">Other</a></nav>'
    assert nav in browser.get("/probe/show/x").text
    assert "aria-current" not in browser.get("/probes/show/x").text


def test_a_page_knows_the_person_and_speaks_as_they_chose(browser: Browser) -> None:
    browser.sign_in("tom")
    text = browser.get("/probe/show/x", accept_language="ja").text
    assert '<html lang="en" data-theme="dark">' in text
    assert '<p id="person">Tom</p>' in text


def test_a_path_that_leads_nowhere_still_knows_the_person(browser: Browser) -> None:
    browser.sign_in("tom")
    assert '<p id="person">Tom</p>' in browser.get("/nowhere").text


def test_today_is_the_persons_day() -> None:
    late = datetime(2026, 11, 15, 15, 30, tzinfo=UTC)
    with browsing(replace(settings(), clock=lambda: late)) as browser:
        browser.sign_in("hana")
        assert browser.get("/probe/mine").json()["today"] == "2026-11-16"
        browser.sign_in("tom")
        assert browser.get("/probe/mine").json() == {
            "name": "Tom",
            "zone": "Europe/London",
            "theme": "dark",
            "today": "2026-11-15",
        }


def test_a_person_whose_zone_is_no_more_lives_in_the_default(browser: Browser) -> None:
    browser.sign_in("nobody-knows-where")
    assert browser.get("/probe/mine").json()["zone"] == "Asia/Tokyo"


def test_two_slashes_at_the_start_do_not_become_another_sites_address(browser: Browser) -> None:
    assert 'href="//' not in browser.get("//probe//show/evil.test").text
