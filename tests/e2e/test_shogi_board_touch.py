"""Fingers on a board, as a phone's own touches: a choice waits for its own tap, and a piece follows the finger."""

import re

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect
from tests.e2e.conftest import Opening
from tests.e2e.shogi_games import cell, centre, keep_game, open_game, ready

from chabudai.apps.shogi.records import Record
from chabudai.table import TypedStore

LIFT = 44  # how far above a finger its piece is held
START = "4k4/9/4p4/3S5/9/2P6/9/4K2R1/9 b RBN3P 1"


def open_choice(visit: Opening, store: TypedStore) -> Page:
    """A silver on 6d may promote on 6c."""
    visitor = visit("phone", "ja")
    return open_game(visitor, keep_game(store, visitor, Record.from_moves(["2h2i", "5a6a"], start=START)), "2")


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def slide(session: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    for part in (step / 8 for step in range(1, 9)):
        touch(session, "touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))


@pytest.mark.parametrize(("name", "text"), [("成る", "▲６三銀成"), ("成らない", "▲６三銀不成")])
def test_the_tap_that_asks_for_a_choice_does_not_make_it(
    visit: Opening, household_store: TypedStore, name: str, text: str
) -> None:
    page = ready(open_choice(visit, household_store))
    page.touchscreen.tap(*centre(cell(page, "6d")))
    expect(page.locator(".targets circle")).not_to_have_count(0)
    page.evaluate("() => addEventListener('click', () => (window.clicked = true), { capture: true, once: true })")
    page.touchscreen.tap(*centre(cell(page, "6c")))
    page.wait_for_function("() => window.clicked")
    expect(page.locator("#promote button")).to_have_count(2)
    expect(page.locator(".ply b")).to_have_text("2")
    page.touchscreen.tap(*centre(page.locator("#promote").get_by_role("button", name=name, exact=True)))
    expect(page.locator("#tried-text")).to_have_text(text)


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize(("square", "below", "text"), [("7c", LIFT, "▲７三銀不成"), ("6c", 0, "▲６三銀不成")])
def test_a_piece_follows_above_the_finger_and_is_put_where_it_is_seen_or_under_the_finger(
    visit: Opening, household_store: TypedStore, square: str, below: int, text: str, *, is_late: bool
) -> None:
    """Also when the finger is down before the script is there."""
    page = open_choice(visit, household_store)
    waiting: list[Route] = []
    if is_late:
        page.route("**/*trying*", lambda route: waiting.append(route))
    else:
        ready(page)
    session = page.context.new_cdp_session(page)
    start, (x, y) = centre(cell(page, "6d")), centre(cell(page, square))
    touch(session, "touchStart", start)
    if is_late:
        page.wait_for_function("() => document.querySelector('head script[src*=trying]')")
        for route in waiting:
            route.continue_()
    expect(page.locator(".targets circle")).not_to_have_count(0)
    slide(session, start, (x, y + below))
    held = page.locator(".pieces use").last
    expect(held).to_have_attribute("style", re.compile(r"scale\(1\.18\)"))
    assert abs(centre(held)[1] - (y + below - LIFT)) < 8
    touch(session, "touchEnd")
    page.locator("#promote").get_by_role("button", name="成らない").tap()
    expect(page.locator("#tried-text")).to_have_text(text)


def test_a_piece_in_hand_is_dragged_onto_the_board_by_a_finger(visit: Opening, household_store: TypedStore) -> None:
    page = ready(open_choice(visit, household_store))
    session = page.context.new_cdp_session(page)
    start, (x, y) = centre(page.locator('.stand li[data-kind="B"] button')), centre(cell(page, "5e"))
    touch(session, "touchStart", start)
    slide(session, start, (x, y + LIFT))
    touch(session, "touchEnd")
    expect(page.locator("#tried-text")).to_have_text("▲５五角")
