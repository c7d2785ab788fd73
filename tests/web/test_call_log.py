"""The call log: what a page really asked the table, also from the thread that it ran in."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.web.browser import browsing
from tests.web.household import HANDLERS, TABLE, asking, settings

from chabudai import store
from chabudai.store import RecordedCall
from chabudai.web import call_log
from chabudai.web.call_log import CallRow, CallTotal
from chabudai.web.routes import pages


@pytest.fixture
def opened() -> Iterator[store.Store]:
    with store.open(":memory:") as opened:
        opened.call("CreateTable", TABLE)
        yield opened


def test_a_page_shows_what_its_handler_asked(opened: store.Store) -> None:
    handlers = [*HANDLERS, pages("/", [asking(opened)])]
    with browsing(replace(settings(), record_calls=store.record_calls), handlers) as browser:
        for _ in range(2):
            text = browser.get("/asking").text
            assert "<p>AP-01 GetItem 0</p>" in text
            assert '<p id="total">1</p>' in text
        assert '<p id="total">0</p>' in browser.get("/probe/show/x").text


def test_without_the_setting_there_is_no_call_log(opened: store.Store) -> None:
    with browsing(handlers=[pages("/", [asking(opened)])]) as browser:
        assert "<footer>" not in browser.get("/asking").text


def test_an_error_page_has_its_call_log_too() -> None:
    with browsing(replace(settings(), record_calls=store.record_calls)) as browser:
        assert '<p id="total">0</p>' in browser.get("/nowhere").text


def test_rows_are_told_in_order_and_added_up() -> None:
    asked = [
        RecordedCall("AP-01", "Query", "todo", "GSI1", 25, 0.5, 0.00123, None),
        RecordedCall(None, "PutItem", "todo", None, 0, 0.1, 0.002, "ConditionalCheckFailedException"),
        RecordedCall(None, "GetItem", "todo", None, 1, 0.2, 0.0000049, None),
    ]
    log = call_log.build_call_log(asked)
    assert log.rows[0] == CallRow("AP-01", "Query", "GSI1", 25, 0.5, 1.23, None)
    assert log.rows[1].refused == "ConditionalCheckFailedException"
    assert log.total == CallTotal(calls=3, items=26, units=0.8, ms=3.23)
