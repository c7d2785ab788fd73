"""The real look on the real mechanics: every page it draws comes out whole, in both languages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import HANDLERS, REFUSALS, TABLE, asking, settings

from chabudai import store
from chabudai.web import catalogs
from chabudai.web.packages import WEB
from chabudai.web.routes import pages
from chabudai.web.translations import use_translations

TRANSLATIONS = catalogs.load_translations([WEB])
LARGEST_PAGE = 60 * 1024


@pytest.fixture
def browser() -> Iterator[Browser]:
    with store.open(":memory:") as opened:
        opened.call("CreateTable", TABLE)
        handlers = [*HANDLERS, pages("/", [asking(opened)])]
        with browsing(replace(settings(), base_package=WEB, record_calls=store.record_calls), handlers) as browser:
            yield browser


@pytest.mark.parametrize("code", ["ja", "en"])
@pytest.mark.parametrize("name", REFUSALS)
def test_every_error_has_a_page_that_says_it_in_the_persons_language(browser: Browser, name: str, code: str) -> None:
    response = browser.get(f"/probe/refused/{name}", accept_language=code)
    with use_translations(TRANSLATIONS[code]):
        message = str(REFUSALS[name])
    assert response.status_code == REFUSALS[name].status
    assert f'<html lang="{code}"' in response.text
    assert message in unescape(response.text)
    assert len(response.content) < LARGEST_PAGE


def test_whatever_a_page_refers_to_is_there(browser: Browser) -> None:
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', browser.get("/nowhere").text))
    assert len(addresses) > 3
    assert {browser.get(address).status_code for address in addresses} == {200}


def test_a_toast_stands_on_the_next_page_with_its_way_back(browser: Browser) -> None:
    page = browser.follow(browser.submit("/probe/note", {"title": "麦茶"})).text
    assert "残しました：麦茶" in page
    assert 'action="/probe/forget"' in page
    assert '<input type="hidden" name="title" value="麦茶">' in page


def test_the_call_log_tells_what_the_page_asked(browser: Browser) -> None:
    page = browser.get("/asking", accept_language="en").text
    assert "What this page asked the table" in page
    assert "AP-01" in page
    assert "1 call " in page


def test_a_signed_in_person_finds_their_name(browser: Browser) -> None:
    browser.sign_in("tom")
    assert "Tom" in browser.get("/nowhere").text
