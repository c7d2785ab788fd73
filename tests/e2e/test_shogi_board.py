"""A game in a real browser: stepped through by button, key, wheel and slider, along its variations, and turned."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.shogi_games import (
    MOVES,
    centre,
    keep_game,
    labels,
    open_game,
    owner_of,
    pieces_on_board,
    ready,
    sample_record,
)

from chabudai.apps.shogi import games
from chabudai.apps.shogi.records import Address, Record
from chabudai.table import TypedStore

SAID = {"ja": "56手目、後手、９九馬、香を取る", "en": "Move 56, Gote, +Bx9i, takes the lance"}
ROW = {
    "ja": f"{SAID['ja']}。コメントあり。続き2通り",
    "en": f"{SAID['en']}. has a comment. 2 ways on",
}
CELL = {"ja": "９九、後手の馬", "en": "9i, Gote's horse"}
FINAL = {"ja": "79手で先手の勝ち", "en": "Sente wins in 79 moves"}


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator(".ply b")).to_have_text(str(ply))


def expect_address(page: Page, at: str) -> None:
    expect(page).to_have_url(re.compile(rf"[?&]at={at}$"))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_step_moves_the_piece_says_the_move_and_writes_the_address(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    page = open_game(visitor, keep_game(household_store, visitor), "55")
    page.locator("[data-go=next]").click()
    expect_ply(page, 56)
    expect(page.locator("#live")).to_have_text(SAID[language])
    expect_address(page, "56")
    expect(page.locator(f'[aria-label="{CELL[language]}"]')).to_have_count(1)
    expect(page.locator("#moves [aria-current] i")).to_have_text("56")
    expect(page.locator("#next .chip")).to_have_count(2)
    expect(page.locator("#moves [aria-current]")).to_have_attribute("aria-label", ROW[language])
    expect(page.locator(".game-head")).to_contain_text(FINAL[language])


@pytest.mark.parametrize("at", ["0", "1", "56", "56-2-3", "56-2-2-2-1", "79"])
def test_the_script_and_the_server_draw_the_same_position(visit: Opening, household_store: TypedStore, at: str) -> None:
    visitor = visit("desktop")
    game = keep_game(household_store, visitor)
    page = open_game(visitor, game, at)
    said, drawn = labels(page), pieces_on_board(page)
    page = open_game(visitor, game, "30")
    page.evaluate("(at) => window.shogi.go(window.shogi.byAddress.get(at))", at)
    expect_address(page, at)
    assert (labels(page), pieces_on_board(page)) == (said, drawn)
    hands = page.locator(".stand li:not([hidden])").evaluate_all(
        "all => all.map((li) => li.dataset.kind + li.dataset.count)"
    )
    page = open_game(visitor, game, at)
    script = "all => all.map((li) => li.dataset.kind + li.dataset.count)"
    assert page.locator(".stand li:not([hidden])").evaluate_all(script) == hands


def test_every_move_of_a_game_is_the_same_forwards_and_back(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor))
    seen = [pieces_on_board(page)]
    for ply in range(1, len(MOVES) + 1):
        page.keyboard.press("ArrowRight")
        expect_ply(page, ply)
        seen.append(pieces_on_board(page))
    for ply in range(len(MOVES) - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        expect_ply(page, ply)
        assert pieces_on_board(page) == seen[ply]


def test_keys_go_to_the_ends_turn_the_board_and_play_by_themselves(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    page = open_game(visitor, keep_game(household_store, visitor), "10")
    page.keyboard.press("End")
    expect_ply(page, 79)
    page.keyboard.press("Home")
    expect_ply(page, 0)
    page.keyboard.press("Space")
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ply b")).not_to_have_text("0")
    page.keyboard.press("Space")
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("f")
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    expect(page.locator(".coordinates text").first).to_have_text("1")
    page.keyboard.press("z")
    expect(page.locator(".panels")).to_be_hidden()
    page.keyboard.press("z")
    expect(page.locator(".panels")).to_be_visible()


def test_a_turned_board_is_the_one_that_the_server_draws(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    game = keep_game(household_store, visitor)
    page = visitor.go(f"/shogi/games/{game.game_id}?at=56&flip=1")
    expect(page.locator("#game")).to_have_class("game alive")
    said, drawn = labels(page), pieces_on_board(page)
    page = ready(open_game(visitor, game, "56"))
    page.locator("[data-act=flip]").click()
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    assert (labels(page), pieces_on_board(page)) == (said, drawn)


def test_who_plays_gote_sits_below(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone")
    game = keep_game(household_store, visitor)
    owner = owner_of(household_store, game.owner)
    games.edit(owner, game.game_id, {"side": "second"}, game.latest_update)
    page = open_game(visitor, game)
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_turned_board_of_a_phone_both_sit_on_their_own_side(
    visit: Opening, household_store: TypedStore, *, scripts: bool
) -> None:
    visitor = visit("phone", scripts=scripts)
    page = open_game(visitor, keep_game(household_store, visitor), "30")
    expect_order(page, ".side-w", ".board-box", ".side-b", ".panels")
    page.locator("[data-act=flip]").click()
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    expect_order(page, ".side-b", ".board-box", ".side-w", ".panels")


def expect_order(page: Page, *parts: str) -> None:
    tops = [centre(page.locator(part).first)[1] for part in parts]
    assert tops == sorted(tops)


def test_a_notch_of_the_wheel_is_one_move(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor), "10")
    page.mouse.move(*centre(page.locator(".board-box")))
    page.mouse.wheel(0, 100)
    expect_ply(page, 11)
    page.mouse.wheel(0, -100)
    expect_ply(page, 10)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_graph_is_the_slider_and_the_address_is_written_when_one_lets_go(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size)
    page = open_game(visitor, keep_game(household_store, visitor))
    box = page.locator("#slider").bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 4, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, y, steps=5)
    expect_ply(page, 79)
    page.mouse.up()
    expect_address(page, "79")


def test_other_continuations_are_chosen_by_key_chip_and_row(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor), "56")
    chips = page.locator("#next .chip")
    expect(chips.nth(0)).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowDown")
    expect(chips.nth(1)).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowRight")
    expect_address(page, "56-2-1")
    expect(page.locator("#moves [aria-current]")).to_have_text("▲８四桂")
    page.keyboard.press("ArrowLeft")
    expect_ply(page, 56)
    chips.nth(0).click()
    expect_address(page, "57")
    page.locator("#moves").get_by_text("ほか1つの変化").click()
    page.locator('#moves a[href="?at=56-2-2-2-1"]').click()
    expect_address(page, "56-2-2-2-1")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect_address(page, "56-2-2-2-1")


def test_a_deleted_variation_s_link_opens_what_is_left_of_it_and_says_so(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone")
    game = keep_game(household_store, visitor)
    owner = owner_of(household_store, game.owner)
    games.delete_from(owner, game.game_id, Address(56, ((2, 1),)), game.latest_update)
    page = open_game(visitor, game, "56-2-4")
    expect_ply(page, 56)
    expect(page.locator(".lost")).to_contain_text("その手は見つかりません")


def test_of_a_long_game_the_rows_that_are_far_away_come_when_one_gets_there(
    visit: Opening, household_store: TypedStore
) -> None:
    back_and_forth = ["2h3h", "8b7b", "3h2h", "7b8b"] * 75
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor, Record.from_moves(back_and_forth)), "150")
    rows = page.locator("#moves li[role=treeitem]")
    expect(rows).to_have_count(121)
    answer = visitor.context.request.get(page.url)
    assert len(answer.body()) < 60 * 1024
    page.keyboard.press("End")
    expect(rows).to_have_count(61)
    expect(page.locator("#moves [aria-current] i")).to_have_text("300")
    page.locator("#moves").evaluate("list => { list.scrollTop = 0; }")
    expect(page.locator('#moves a[href="?at=180"]')).to_have_count(1)
    expect_ply(page, 300)


def test_a_very_long_game_is_stepped_through_with_lines_that_come_after_its_page(
    visit: Opening, household_store: TypedStore
) -> None:
    back_and_forth = ["2h3h", "8b7b", "3h2h", "7b8b"] * 500
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor, Record.from_moves(back_and_forth)), "1000")
    page.locator("[data-go=next]").click()
    expect_address(page, "1001")
    page.keyboard.press("End")
    expect(page.locator("#moves [aria-current] i")).to_have_text("2000")


@pytest.mark.parametrize("at", ["56", "56-2-1"])
def test_the_menu_of_a_move_is_seen_whole(visit: Opening, household_store: TypedStore, at: str) -> None:
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor), at)
    page.locator("#row-acts summary").click()
    row, menu = page.locator("#moves [aria-current]"), page.locator("#row-acts")
    assert abs(centre(row)[1] - centre(menu.locator("summary"))[1]) < 3
    for item in ("コメントを書く", "ここから消す"):
        menu.get_by_text(item).click(trial=True)


def test_a_held_button_plays_on_until_it_is_tapped(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor))
    page.mouse.move(*centre(page.locator("[data-go=next]")))
    page.mouse.down()
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-pressed", "true")
    page.mouse.up()
    expect(page.locator(".ply b")).not_to_have_text("0")
    page.locator("[data-go=next]").click()
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-pressed", "false")


def test_a_step_touches_pieces_and_marks_alone(visit: Opening, household_store: TypedStore) -> None:
    """No piece is drawn anew, and none that stands still is touched."""
    visitor = visit("desktop")
    page = open_game(visitor, keep_game(household_store, visitor), "0")
    page.evaluate(
        """() => {
          window.touched = [];
          const watch = new MutationObserver((all) => {
            for (const { target, type } of all) window.touched.push(`${target.nodeName} ${type}`);
          });
          watch.observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true });
        }"""
    )
    page.keyboard.press("ArrowRight")
    expect_ply(page, 1)
    touched = page.evaluate("() => window.touched.filter((each) => !each.startsWith('svg'))")
    assert sorted(touched) == ["rect attributes", "rect attributes", "use attributes"]


def test_tabs_of_a_phone_show_one_part_each(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone")
    page = open_game(visitor, keep_game(household_store, visitor), "56")
    expect(page.locator("#moves")).to_be_visible()
    page.locator("[data-tab-of=memo]").tap()
    expect(page.locator(".memo-panel")).to_contain_text("よい一局。")
    expect(page.locator("#moves")).to_be_hidden()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_scripts_every_button_is_a_link_and_the_page_is_whole(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language, scripts=False)
    page = open_game(visitor, keep_game(household_store, visitor), "55")
    page.locator("[data-go=next]").click()
    expect_address(page, "56")
    expect_ply(page, 56)
    expect(page.locator(f'[aria-label="{CELL[language]}"]')).to_have_count(1)
    page.locator("#next .chip").nth(1).click()
    expect_address(page, "56-2-1")
    page.locator("[data-go=back]").click()
    expect_address(page, "56")
    page.locator("[data-go=end]").click()
    expect_address(page, "79")
    page.locator("[data-act=flip]").click()
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    page.locator("[data-go=start]").click()
    expect_ply(page, 0)
    assert len(sample_record().main_moves) == 79


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_where_the_main_line_was_cut_one_goes_on_only_by_choosing_a_variation(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "en")
    page = open_game(visitor, keep_game(household_store, visitor, sample_record().without(Address(57))), "55")
    page.locator("[data-go=next]").click()
    expect_ply(page, 56)
    expect(page.locator(".ply span")).to_have_text("/56")
    expect(page.locator("#next .chip")).to_contain_text("variation")
    page.keyboard.press("ArrowRight")
    expect_ply(page, 56)
    page.locator("#next .chip").click()
    expect_address(page, "56-2-1")
    page.keyboard.press("ArrowRight")
    expect_ply(page, 58)
