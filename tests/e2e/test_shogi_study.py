"""Positions and statistics in a browser: set up by touch, reached from a game by a key, at both sizes, with and
without scripts."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Scheme, Size, Visitor
from tests.e2e.shogi_games import MOVES, cell, keep_game, labels, move, open_game, owner_of, ready, sample_record
from tests.e2e.test_access import found
from tests.e2e.test_my_tasks import swipe

from chabudai.apps.shogi import games, record_texts
from chabudai.apps.shogi.entities import Game
from chabudai.table import TypedStore


def keep_two(store: TypedStore, visitor: Visitor) -> Game:
    """The same game twice, won once as sente."""
    game = keep_game(store, visitor)
    again = record_texts.compose(sample_record())
    games.keep(owner_of(store, game.owner), again, {"slug": "again", "side": "second", "result": "lose"})
    return game


def tap_cell(page: Page, square: str) -> None:
    cell(page, square).locator("a, button").click()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("size", "scripts"), [("phone", True), ("desktop", True), ("phone", False)])
def test_a_position_is_played_on_the_board_and_its_games_open_there(
    visit: Opening, household_store: TypedStore, size: Size, language: Language, *, scripts: bool
) -> None:
    visitor = visit(size, language, scripts=scripts)
    game = keep_two(household_store, visitor)
    page = visitor.go("/shogi/positions")
    for number, usi in enumerate(MOVES[:4], 1):
        tap_cell(page, usi[:2])
        expect(page.locator(".grid .picked")).to_have_count(1)
        tap_cell(page, usi[2:4])
        expect(page.locator(".study")).to_have_attribute("data-turn", "w" if number % 2 else "b")
    said = {"ja": "2局", "en": "2 games"}[language]
    expect(page.locator(".page-head p")).to_contain_text(said)
    page.locator(".ranked a").first.click()
    expect(page.locator(".study")).to_have_attribute("data-turn", "w")
    page.locator(f'#list a[href="/shogi/games/{game.game_id}?at=5"]').click()
    expect(page.locator(".ply b")).to_have_text("5")


@pytest.mark.parametrize("scripts", [True, False])
def test_pieces_are_placed_from_the_box(visit: Opening, household_store: TypedStore, *, scripts: bool) -> None:
    visitor = visit("phone", "en", scripts=scripts)
    keep_game(household_store, visitor)
    page = visitor.go("/shogi/positions")
    page.get_by_role("link", name="Place pieces").click()
    page.get_by_role("link", name="Empty board").click()
    expect(page.locator(".pieces use")).to_have_count(0)
    page.get_by_role("link", name="Gote king").click()
    expect(page.locator(".box [aria-current]")).to_have_attribute("aria-label", "Gote king")
    tap_cell(page, "5a")
    expect(page.locator(".pieces use")).to_have_count(1)
    assert "5a, Gote's king" in labels_of_buttons(page)
    page.get_by_role("link", name="Sente pawn").click()
    expect(page.locator(".box [aria-current]")).to_have_attribute("aria-label", "Sente pawn")
    page.get_by_role("button", name="Put in hand").last.click()
    expect(page.locator(".stand li")).to_have_count(1)
    page.get_by_role("link", name="Play from here").click()
    expect(page.locator("[name=put]")).to_have_count(0)
    expect(page.locator(".page-head p")).to_have_text("Not in your games")


def labels_of_buttons(page: Page) -> list[str]:
    script = "() => [...document.querySelectorAll('.grid button')].map((each) => each.getAttribute('aria-label'))"
    found_: list[str] = page.evaluate(script)
    return found_


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_key_p_searches_the_position_that_one_looks_at_or_tries(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "en")
    game = keep_two(household_store, visitor)
    page = open_game(visitor, game, "30")
    expect(page.locator("#known")).to_contain_text("This position: 2 games")
    page.locator("[data-go=next]").click()
    expect(page.locator("#known a")).to_have_attribute("href", re.compile("at=31$"))
    page.keyboard.press("p")
    expect(page.locator(".page-head p")).to_contain_text("2 games")
    expect(page.locator(f'#list a[href="/shogi/games/{game.game_id}?at=31"]')).to_be_visible()
    page = open_game(visitor, game, "56")
    move(ready(page), "4b", "5b")
    expect(page.locator("#known a")).to_have_attribute("href", re.compile("at=56&moves="))
    page.keyboard.press("p")
    expect(page.locator(".page-head p")).to_have_text("Not in your games")
    assert "5b, Sente's promoted pawn" in labels(page)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("size", "scripts"), [("phone", True), ("desktop", True), ("phone", False)])
def test_a_bar_of_the_statistics_opens_its_games(
    visit: Opening, household_store: TypedStore, size: Size, language: Language, *, scripts: bool
) -> None:
    visitor = visit(size, language, scripts=scripts)
    keep_two(household_store, visitor)
    page = visitor.go("/shogi")
    page.get_by_role("link", name={"ja": "統計", "en": "Statistics"}[language]).click()
    expect(page.locator(".page-head p")).to_contain_text({"ja": "2局", "en": "2 games"}[language])
    page.locator(".months a").click()
    expect(page.locator("#list > li")).to_have_count(2)
    page = visitor.go("/shogi/statistics")
    page.locator(".chart-table summary").first.click()
    expect(page.locator(".chart-table td").first).to_have_text("2")
    page.locator(".ranked a").first.click()
    expect(page.locator("#list > li")).to_have_count(1)


@pytest.mark.parametrize(("size", "language", "scheme"), [("phone", "ja", "light"), ("desktop", "en", "dark")])
def test_axe_finds_no_fault_and_nothing_is_wider_than_the_screen(
    visit: Opening, household_store: TypedStore, size: Size, language: Language, scheme: Scheme
) -> None:
    visitor = visit(size, language, scheme)
    visitor.context.add_init_script(Axe().axe_script)
    keep_two(household_store, visitor)
    paths = ("/shogi/positions", "/shogi/positions?from=7g", "/shogi/positions?piece=P", "/shogi/statistics")
    assert [fault for path in paths for fault in found(visitor, path, size, scheme)] == []


def test_a_swipe_to_the_left_opens_what_can_be_done_with_a_game(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    keep_two(household_store, visitor)
    page = visitor.go("/shogi?sort=name")
    row = page.locator("#list > li").first
    swipe(row, 160)  # that way nothing happens
    expect(page.locator("#sheet")).not_to_be_visible()
    swipe(row, -160)
    expect(page.locator("#sheet")).to_be_visible()
    page.locator("#sheet").get_by_role("button", name="Move to trash").click()
    expect(page.locator("#list > li")).to_have_count(1)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_home_goes_on_at_the_move_that_one_stepped_to(visit: Opening, household_store: TypedStore, size: Size) -> None:
    visitor = visit(size, "en")
    game = keep_game(household_store, visitor)
    page = open_game(visitor, game, "54")
    for _ in range(2):
        page.locator("[data-go=next]").click()
    expect(page.locator("#known a")).to_have_attribute("href", re.compile("at=56$"))
    with page.expect_response(re.compile(r"/engine\?.*at=57")):
        page.locator("[data-go=next]").click()
    page = visitor.go("/")
    page.get_by_text("Go on with: 山田 健 vs 鈴木 浩二, move 57").click()
    expect(page.locator(".ply b")).to_have_text("57")
