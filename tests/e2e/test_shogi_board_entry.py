"""A game entered by hand: handicaps, moves, an ending, a draft that outlives a reload, and an own start position."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.shogi_games import cell, move, owner_of, tap
from tests.e2e.test_todo import sign_up

from chabudai.apps.shogi import design, record_texts
from chabudai.apps.shogi.records import EndingKind, Record
from chabudai.table import TypedStore

GAME = re.compile(r"/shogi/games/\w+\?at=\d+$")
KEEP = {"ja": "この棋譜を残す", "en": "Keep this game"}


def open_entry(visitor: Visitor) -> tuple[Page, str]:
    username = sign_up(visitor)
    return reload(visitor), username


def reload(visitor: Visitor) -> Page:
    page = visitor.go("/shogi/new/board")
    page.wait_for_selector("#game.ready")
    return page


def only_record(store: TypedStore, username: str) -> Record:
    owner = owner_of(store, username)
    (place,) = list(store.all(design.games_by_created(username)))
    game = store.get(design.game(owner.username, place.game_id))
    assert game
    return record_texts.read_kept(game.record)


def expect_entered(page: Page, *texts: str) -> None:
    expect(page.locator("#moves li")).to_have_text(list(texts))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_game_is_entered_taken_back_ended_and_kept(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    page, username = open_entry(visitor)
    for from_, to in (("7g", "7f"), ("3c", "3d"), ("2g", "2f")):
        move(page, from_, to)
    expect(page.locator("#moves li")).to_have_count(3)
    page.locator("[data-act=undo]").click()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator(".ply b")).to_have_text("2")
    page.locator("[name=sente]").fill("山田 健")
    page.locator("[name=ending][value=resignation] + *").click()
    page.get_by_role("button", name=KEEP[language]).click()
    expect(page).to_have_url(GAME)
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".ply b")).to_have_text("2")
    record = only_record(household_store, username)
    assert (record.main_moves, record.sente) == (("7g7f", "3c3d"), "山田 健")
    assert record.ending
    assert record.ending.kind is EndingKind.RESIGNATION
    page = reload(visitor)
    expect(page.locator("#moves li")).to_have_count(0)


def test_a_draft_is_there_after_a_reload(visit: Opening) -> None:
    visitor = visit("phone")
    page, _ = open_entry(visitor)
    move(page, "7g", "7f")
    page.locator("[name=gote]").fill("鈴木")
    page = reload(visitor)
    expect_entered(page, "▲７六歩")
    expect(page.locator("[name=gote]")).to_have_value("鈴木")
    move(page, "3c", "3d")
    expect_entered(page, "▲７六歩", "△３四歩")


def test_another_move_in_the_place_of_one_takes_what_followed_away(visit: Opening) -> None:
    visitor = visit("desktop")
    page, _ = open_entry(visitor)
    move(page, "7g", "7f")
    move(page, "3c", "3d")
    page.locator("[data-go=start]").click()
    expect(page.locator(".ply b")).to_have_text("0")
    move(page, "2g", "2f")
    expect_entered(page, "▲２六歩")


def test_gote_begins_a_handicap_game_and_only_legal_moves_answer(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page, username = open_entry(visitor)
    page.locator("#handicap").select_option(label="二枚落ち")
    expect(page.locator("#game")).to_have_attribute("data-turn", "w")
    tap(page, "7g")
    expect(page.locator("#status")).to_have_text("いまは上手の番です。")
    move(page, "5a", "4b")
    expect_entered(page, "△４二玉")
    expect(page.locator("#handicap")).to_be_disabled()
    page.get_by_role("button", name=KEEP["ja"]).click()
    expect(page).to_have_url(GAME)
    assert only_record(household_store, username).handicap == "二枚落ち"


def test_a_position_of_one_s_own_is_looked_at_before_one_plays_from_it(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop", "en")
    page, username = open_entry(visitor)
    page.locator("#place-start").click()
    page.locator("[data-place=empty]").click()
    page.locator("[data-place=done]").click()
    expect(page.locator("#status")).to_have_text("There is no king on the board.")
    page.locator('#box [data-face="k"]').click()
    tap(page, "5a")
    page.locator('#box [data-face="P"]').click()
    tap(page, "5c")
    tap(page, "5d")
    page.locator("[data-place=done]").click()
    expect(page.locator("#status")).to_have_text("There are two pawns of one side on a file.")
    page.locator('#box [data-face="P"]').click()
    tap(page, "5d")
    page.locator("[data-place=off]").click()
    page.locator('#box [data-face="G"]').click()
    page.locator('.stand[data-side="b"]').click()
    page.locator("[data-place=done]").click()
    expect(page.locator("#box")).to_be_hidden()
    page.locator('.stand li[data-kind="G"] button').click()
    expect(page.locator(".targets circle")).not_to_have_count(0)
    tap(page, "5b")
    expect_entered(page, "☗G*5b")
    expect(page.locator("[name=ending][value=mate]")).to_be_enabled()
    page.get_by_role("button", name=KEEP["en"]).click()
    expect(page).to_have_url(GAME)
    assert only_record(household_store, username).start.startswith("4k4/9/4P4/9/9/9/9/9/9 b G")
    expect(cell(page, "5b")).to_have_attribute("aria-label", "5b, Sente's gold")


def test_what_the_server_refuses_stays_a_draft(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page, _ = open_entry(visitor)
    move(page, "7g", "7f")
    page.evaluate(
        "() => document.querySelector('#entry').addEventListener('submit', ({ target }) =>"
        " (target.elements.moves.value = '7g7e'))"
    )
    page.get_by_role("button", name=KEEP["en"]).click()
    expect(page.locator(".summary-box")).to_be_visible()
    expect_entered(page, "☗P-7f")


@pytest.mark.parametrize(("language", "even", "odds"), [("ja", "先手", "下手"), ("en", "Sente", "Shitate")])
def test_with_a_handicap_the_sides_are_called_otherwise_wherever_they_are_named(
    visit: Opening, language: Language, even: str, odds: str
) -> None:
    visitor = visit("desktop", language)
    page, _ = open_entry(visitor)

    def expect_named(name: str, other: str) -> None:
        expect(page.locator(".side-b .who b")).to_have_text(name)
        expect(page.locator("label[for=field-sente]")).to_contain_text(name)
        expect(page.locator("[name=side][value=first] + *")).to_have_text(name)
        expect(page.locator(f'#game [aria-label*="{other}"]')).to_have_count(0)
        expect(page.locator(f'[role=gridcell][aria-label*="{name}"]')).to_have_count(20)

    expect_named(even, odds)
    page.locator("#handicap").select_option(index=6)
    expect_named(odds, even)
    move(page, "6a", "7b")
    expect(page.locator("#live")).to_contain_text({"ja": "上手", "en": "Uwate"}[language])
    reload(visitor)
    expect_named(odds, even)
    page.locator("[data-act=undo]").click()
    page.locator("#place-start").click()
    expect_named(even, odds)
