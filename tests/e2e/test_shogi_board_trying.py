"""Moves tried on a board: only legal ones, by tap, drag, finger and key; kept as a variation, or dropped."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.shogi_games import cell, centre, drag, find_record, keep_game, move, open_game, owner_of, ready, tap

from chabudai.apps.shogi import games
from chabudai.apps.shogi.records import Address, Record
from chabudai.table import TypedStore

TEXT = {"ja": "▲８四桂 ほか1手", "en": "☗N*8d and 1 more"}
KEEP = {"ja": "変化に残す", "en": "Keep as variation"}
TWO_PAWNS = {"ja": "二歩です。", "en": "Two pawns on one file aren't allowed."}


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator(".ply b")).to_have_text(str(ply))


def drop(page: Page, kind: str, square: str) -> None:
    page.locator(f'.stand li[data-kind="{kind}"] button').click()
    expect(page.locator(".targets circle")).not_to_have_count(0)
    tap(page, square)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_tried_moves_are_written_only_when_they_are_kept(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    game = keep_game(household_store, visitor)
    page = ready(open_game(visitor, game, "55"))
    move(page, "5e", "6f")
    expect(page.locator("#game")).to_have_class("game alive tried")
    move(page, "4b", "4c")
    expect_ply(page, 57)
    expect(page.locator(".tried-bar")).to_be_visible()
    assert len(find_record(household_store, game).nodes) == len(find_record(household_store, game).nodes)
    before = find_record(household_store, game)
    page.get_by_role("button", name=KEEP[language]).click()
    page.wait_for_url("**/*at=55-2-2")
    expect(page.locator("#game")).to_have_class("game alive")
    after = find_record(household_store, game)
    assert [after.nodes[index].move for index in after.line_to(Address(55, ((2, 2),)))][-2:] == ["5e6f", "4b4c"]
    assert len(after.nodes) == len(before.nodes) + 2
    page.locator(".toast .undo").click()
    expect(page.locator('#moves a[href="?at=55-2-1"]')).to_have_count(0)
    assert len(find_record(household_store, game).nodes) == len(before.nodes)


def test_following_the_game_is_a_step_and_no_try(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = ready(open_game(visitor, keep_game(household_store, visitor)))
    move(page, "7g", "7f")
    expect_ply(page, 1)
    expect(page.locator(".tried-bar")).to_be_hidden()
    expect(page.locator("#game")).to_have_class("game alive")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_the_rules_refuse_is_said_in_words_and_nothing_moves(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("phone", language)
    page = ready(open_game(visitor, keep_game(household_store, visitor), "56"))
    page.locator('.stand li[data-kind="P"] button').click()
    expect(page.locator(".targets circle")).not_to_have_count(0)
    tap(page, "9e")
    expect(page.locator("#status")).to_have_text(TWO_PAWNS[language])
    expect_ply(page, 56)
    expect(page.locator(".targets circle")).to_have_count(0)


def test_targets_are_dots_captures_are_rings_and_a_second_tap_lets_go(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop")
    page = ready(open_game(visitor, keep_game(household_store, visitor), "56"))
    tap(page, "4b")
    expect(page.locator(".targets .dot")).to_have_count(5)
    expect(page.locator(".targets .take")).to_have_count(1)
    tap(page, "4b")
    expect(page.locator(".targets circle")).to_have_count(0)


def test_promotion_is_chosen_on_the_square_and_forced_where_it_must_be(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop", "en")
    page = ready(open_game(visitor, keep_game(household_store, visitor), "48"))
    move(page, "2d", "2b")
    expect(page.locator("#promote button")).to_have_count(2)
    box, square = page.locator("#promote button").first.bounding_box(), cell(page, "2b").bounding_box()
    assert box
    assert square
    assert abs(box["y"] - square["y"]) < 4
    page.get_by_role("button", name="Don't promote").click()
    expect(page.locator("#tried-text")).to_have_text("☗R-2b=")
    page.keyboard.press("Escape")
    expect_ply(page, 48)
    move(page, "2d", "2b")
    page.get_by_role("button", name="Promote", exact=True).click()
    expect(page.locator('[aria-label="2b, Sente\'s dragon"]')).to_have_count(1)
    forced = Record.from_moves([], start="4k4/P8/9/9/9/9/9/9/4K4 b - 1")
    other = visit("desktop", "en")
    page = ready(open_game(other, keep_game(household_store, other, forced)))
    move(page, "9b", "9a")
    expect(page.locator("#promote")).to_have_count(0)
    expect(page.locator('[aria-label="9a, Sente\'s promoted pawn"]')).to_have_count(1)


def test_a_piece_is_dragged_and_one_from_the_hand_is_dropped(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = ready(open_game(visitor, keep_game(household_store, visitor), "56"))
    drag(page, "4b", "5b")
    expect(page.locator("#tried-text")).to_have_text("▲５二と")
    page.locator("[data-act=discard]").click()
    expect_ply(page, 56)
    drop(page, "N", "8d")
    expect_ply(page, 57)
    expect(page.locator("#game")).to_have_class("game alive")
    page.keyboard.press("ArrowLeft")
    expect_ply(page, 56)
    drop(page, "N", "7c")
    expect(page.locator("#tried-text")).to_have_text("▲７三桂")
    expect(page.locator('.stand li[data-kind="N"]')).to_be_hidden()


def test_a_finger_taps_and_a_miss_goes_to_the_nearest_target(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone")
    page = ready(open_game(visitor, keep_game(household_store, visitor)))
    page.touchscreen.tap(*centre(cell(page, "2g")))
    expect(page.locator(".targets .dot")).to_have_count(1)
    box = cell(page, "2f").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] - 8, box["y"] + box["height"] / 2)
    expect(page.locator("#tried-text")).to_have_text("▲２六歩")


def test_back_past_the_first_tried_move_drops_them(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = ready(open_game(visitor, keep_game(household_store, visitor), "56"))
    move(page, "4b", "5b")
    expect_ply(page, 57)
    page.keyboard.press("ArrowLeft")
    expect_ply(page, 56)
    page.keyboard.press("ArrowRight")
    expect_ply(page, 57)
    expect(page.locator("#game")).to_have_class("game alive")
    expect(page.locator("#moves [aria-current] b")).to_have_text("▲４三と")


def test_dropped_moves_are_not_counted(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = ready(open_game(visitor, keep_game(household_store, visitor), "56"))
    move(page, "4b", "5b")
    expect(page.locator(".ply")).to_contain_text("57/57手")
    page.locator("[data-act=discard]").click()
    expect(page.locator(".ply")).to_contain_text("56/79手")


def test_a_game_that_was_changed_elsewhere_keeps_the_tried_moves_here(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop", "en")
    game = keep_game(household_store, visitor)
    page = ready(open_game(visitor, game, "56"))
    games.comment(owner_of(household_store, game.owner), game.game_id, Address(1), "先に書いた", game.latest_update)
    move(page, "4b", "5b")
    page.locator("[data-act=keep]").click()
    expect(page.locator("#tried-problem")).to_contain_text("changed on another screen")
    expect(page.locator("#tried-text")).to_have_text("☗+P-5b")
    expect_ply(page, 57)
    assert centre(page.locator("#tried-problem"))[1] < centre(page.locator("[data-go=next]"))[1] - 30
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("#tried-text")).to_have_text("☗+P-5b")
    expect(page.locator("#tried-problem")).to_have_text("")
    page.locator("[data-act=keep]").click()
    expect(page).to_have_url(re.compile(r"at=56-3-1$"))
    expect(page.locator("#game")).not_to_have_class(re.compile("tried"))
    open_game(visitor, game, "56")
    expect_ply(page, 56)


def test_the_board_is_walked_and_played_by_keys_alone(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    page = open_game(visitor, keep_game(household_store, visitor), "56")
    page.keyboard.press("b")
    expect(cell(page, "5e")).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    expect(cell(page, "4b")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".targets circle")).to_have_count(6)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#tried-text")).to_have_text("☗+P-5b")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect_ply(page, 56)
    page.keyboard.press("ArrowRight")
    expect_ply(page, 57)


def test_a_comment_is_written_deleted_moves_come_back_and_a_variation_becomes_the_main_line(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop")
    game = keep_game(household_store, visitor)
    page = ready(open_game(visitor, game, "57"))
    page.keyboard.press("c")
    expect(page.locator("#note textarea")).to_be_focused()
    page.keyboard.insert_text("ここが勝負どころ")
    page.locator("#note button.button").click()
    expect(page.locator('[data-note="57"]')).to_have_text("ここが勝負どころ")
    page.locator('#moves a[href="?at=56-2-1"]').click()
    page.locator("#row-acts summary").click()
    page.get_by_role("button", name="本譜にする").click()
    expect(page.locator(".toast")).to_contain_text("本譜にしました")
    expect(page.locator('#moves li > a[href="?at=57"] b')).to_have_text("▲８四桂")
    assert find_record(household_store, game).main_moves[56] == "N*8d"
    page.locator("#row-acts summary").click()
    page.get_by_role("button", name="ここから消す").click()
    expect(page.locator(".toast")).to_contain_text("消しました")
    page.locator(".toast .undo").click()
    expect(page.locator('#moves li > a[href="?at=57"] b')).to_have_text("▲８四桂")


def test_a_comment_is_written_without_scripts_too(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en", scripts=False)
    game = keep_game(household_store, visitor)
    page = visitor.go(f"/shogi/games/{game.game_id}/comment?at=5")
    page.locator("textarea").fill("A quiet move")
    page.get_by_role("button", name="Keep the comment").click()
    expect(page.locator('[data-note="5"]')).to_have_text("A quiet move")
