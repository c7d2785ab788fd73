"""A game by its link and in other sites' frames, and how boards look in one's own browser."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.shogi_games import keep_game, labels, move, open_game, owner_of, ready
from tests.e2e.test_access import found
from tests.e2e.test_todo import sign_up

from chabudai.apps.shogi import sharing
from chabudai.table import TypedStore


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_whoever_has_the_link_steps_and_tries_and_sees_nothing_else(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    game = keep_game(household_store, visit())
    shared = sharing.start_link(owner_of(household_store, game.owner), game.game_id)
    visitor = visit(size, language)
    page = visitor.go(f"/s/{shared.share_code}?at=56")
    expect(page.locator("#game")).to_have_class("game alive")
    page.locator("[data-go=next]").click()
    expect(page.locator(".ply b")).to_have_text("57")
    page.locator("[data-go=back]").click()
    move(ready(page), "4b", "5b")
    expect(page.locator(".tried-bar")).to_be_visible()
    expect(page.locator("[data-act=keep]")).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text("よい一局。")
    expect(page.locator("body")).not_to_contain_text("社団戦/2026")
    sharing.revoke_link(owner_of(household_store, game.owner), game.game_id)
    visitor.go(f"/s/{shared.share_code}")
    expect(page.locator("#game")).to_have_count(0)


def test_whoever_is_signed_in_copies_a_linked_game_with_what_they_tried(
    visit: Opening, household_store: TypedStore
) -> None:
    game = keep_game(household_store, visit())
    code = sharing.start_link(owner_of(household_store, game.owner), game.game_id).share_code
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go(f"/s/{code}?at=56")
    expect(page.locator("#game")).to_have_class("game alive")
    move(ready(page), "4b", "5b")
    page.get_by_role("button", name="Copy to my games").click()
    expect(page.locator(".toast")).to_contain_text("Copied to your games.")
    expect(page.locator(".ply b")).to_have_text("57")
    expect(page.locator('#moves a[href="?at=56-3-1"]')).to_have_attribute("aria-current", "true")
    assert game.game_id not in page.url


def test_another_site_may_show_a_board_that_needs_no_script_and_sets_no_cookie(
    visit: Opening, household_store: TypedStore
) -> None:
    game = keep_game(household_store, visit())
    code = sharing.start_link(owner_of(household_store, game.owner), game.game_id).share_code
    visitor = visit("phone", scripts=False)
    page = visitor.go(f"/s/{code}/embed?at=55")
    page.locator("[rel=next]").click()
    expect(page).to_have_url(f"/s/{code}/embed?at=56")
    assert "９九、後手の馬" in labels(page)
    assert visitor.context.cookies() == []
    answer = visitor.context.request.get(f"/s/{code}/embed")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    whole = visitor.context.request.get(f"/s/{code}")
    assert "frame-ancestors 'none'" in whole.headers["content-security-policy"]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_browser_keeps_how_its_boards_look(visit: Opening, household_store: TypedStore, language: Language) -> None:
    visitor = visit("desktop", language)
    game = keep_game(household_store, visitor)
    first = {"ja": "one", "en": "letters"}[language]
    page = open_game(visitor, game)
    expect(page.locator("#game")).to_have_attribute("data-sprite", re.compile(rf"/{first}\."))
    page = visitor.go("/shogi/settings")
    page.locator("input[value=two] + *").click()
    expect(page.locator(".toast")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("input[name=coordinates][value=off] + *").click()
    page = open_game(visitor, game)
    expect(page.locator("#game")).to_have_attribute("data-sprite", re.compile(r"/two\."))
    expect(page.locator(".coordinates")).to_be_hidden()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_boards_are_whole_for_whoever_does_not_see_them_and_fit_every_screen(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    visitor.context.add_init_script(Axe().axe_script)
    game = keep_game(household_store, visitor)
    pages = (f"/shogi/games/{game.game_id}?at=56", "/shogi/new/board", "/shogi/settings", "/shogi")
    assert [fault for path in pages for fault in found(visitor, path, size, "light")] == []
