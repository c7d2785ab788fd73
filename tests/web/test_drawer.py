"""The drawer: what a page really asked the table, also from the thread that it ran in."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.web.browser import browsing
from tests.web.household import HANDLERS, TABLE, asking, settings

from chabudai import store
from chabudai.store import Asked
from chabudai.web import drawer
from chabudai.web.drawer import Row, Total
from chabudai.web.routes import pages


@pytest.fixture
def opened() -> Iterator[store.Store]:
    with store.open(":memory:") as opened:
        opened.call("CreateTable", TABLE)
        yield opened


def test_a_page_shows_what_its_handler_asked(opened: store.Store) -> None:
    handlers = [*HANDLERS, pages("/", [asking(opened)])]
    with browsing(replace(settings(), listening=store.listening), handlers) as browser:
        for _ in range(2):
            text = browser.get("/asking").text
            assert "<p>AP-01 GetItem 0</p>" in text
            assert '<p id="total">1</p>' in text
        assert '<p id="total">0</p>' in browser.get("/probe/show/x").text


def test_without_the_setting_there_is_no_drawer(opened: store.Store) -> None:
    with browsing(handlers=[pages("/", [asking(opened)])]) as browser:
        assert "<footer>" not in browser.get("/asking").text


def test_an_error_page_has_its_drawer_too() -> None:
    with browsing(replace(settings(), listening=store.listening)) as browser:
        assert '<p id="total">0</p>' in browser.get("/nowhere").text


def test_rows_are_told_in_order_and_added_up() -> None:
    asked = [
        Asked("AP-01", "Query", "todo", "GSI1", 25, 0.5, 0.00123, None),
        Asked(None, "PutItem", "todo", None, 0, 0.1, 0.002, "ConditionalCheckFailedException"),
        Asked(None, "GetItem", "todo", None, 1, 0.2, 0.0000049, None),
    ]
    filled = drawer.filled(asked)
    assert filled.rows[0] == Row("AP-01", "Query", "GSI1", 25, 0.5, 1.23, None)
    assert filled.rows[1].refused == "ConditionalCheckFailedException"
    assert filled.total == Total(calls=3, items=26, units=0.8, ms=3.23)
