"""The engine beside a board: asked with one tap, its answer grows by itself, and a line of it is played and kept."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Opening, Size
from tests.e2e.shogi_games import MOVES, find_record, keep_game, open_game

from chabudai.adapters.clock import now
from chabudai.adapters.usi import finder
from chabudai.apps.shogi import analysis_requests
from chabudai.apps.shogi.analysis_answers import Candidate, PositionAnswer, write_position
from chabudai.apps.shogi.analysis_entities import Analysis
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Address
from chabudai.table import TypedStore

pytestmark = pytest.mark.skipif(finder()() is None, reason="no shogi engine is installed")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_position_is_analysed_and_a_line_is_shown_and_kept(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size)
    game = keep_game(household_store, visitor)
    page = open_game(visitor, game, "56&tab=engine")
    page.get_by_role("button", name="この局面を調べる").click()
    expect(page.locator(".candidates li")).to_have_count(3, timeout=60_000)
    expect(page.locator(".ask")).to_be_visible(timeout=60_000)
    page.locator(".candidates li a").nth(1).click()
    expect(page.locator(".ply b")).to_have_text("57")
    page.locator("[data-go=back]").click()
    expect(page.locator(".candidates li")).to_have_count(3)
    before = find_record(household_store, game)
    lines = page.locator(".candidates li input[name=moves]").evaluate_all("fields => fields.map(field => field.value)")
    new = [n for n, line in enumerate(lines) if before.with_branch(Address(56), line.split()) != before]
    page.locator(".candidates li form button").nth(new[-1]).click()
    expect(page.locator(".toast")).to_contain_text("変化に残しました")
    assert len(find_record(household_store, game).nodes) > len(before.nodes)


LINES = (("4b4c", "5c4d", "4c4d"), ("R*3b", "4c4b", "3b4b+"))


def keep_answer(store: TypedStore, game: Game) -> None:
    """What the engine said of move 56: the first line goes along with the game, the second leaves it at once."""
    answer = PositionAnswer(tuple(Candidate(900 - n, line, 12) for n, line in enumerate(LINES)))
    request = analysis_requests.position_request(HANDICAPS[EVEN], MOVES[:56], seconds=3, candidates=3)
    asked = {"username": game.owner, "created": this_second(now), "expired": int(now().timestamp()) + 3600}
    said = {"request": analysis_requests.write(request), "response": write_position(answer), "status": "succeeded"}
    store.put(Analysis.model_validate({**asked, **said, "game_id": game.game_id}))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_first_tap_on_a_candidate_plays_its_line_and_the_others_stay_beside_it(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size)
    game = keep_game(household_store, visitor)
    keep_answer(household_store, game)
    page = open_game(visitor, game, "56&tab=engine")
    candidates = page.locator(".candidates li a")
    candidates.nth(1).click()
    expect(page.locator(".ply b")).to_have_text("57")
    expect(page.locator("#tried-text")).to_have_text("▲３二飛")
    expect(candidates.nth(1)).to_have_attribute("aria-current", "true")
    expect(page.locator(".ply b")).to_have_text("58")
    expect(page.locator(".ask [name=moves]")).to_have_value("R*3b 4c4b")
    expect(candidates).to_have_count(2)
    candidates.nth(0).click()
    expect(page.locator(".ply b")).to_have_text("57")
    expect(page.locator("#game")).not_to_have_class(re.compile("tried"))
    page.locator("[data-go=back]").click()
    expect(page.locator(".ply b")).to_have_text("56")
    page.locator(".candidates li form button").nth(1).click()
    expect(page.locator(".toast")).to_contain_text("変化に残しました")
    expect(page.locator(".ply b")).to_have_text("57")
    expect(page).to_have_url(re.compile(r"at=56-3-1$"))


@pytest.mark.parametrize(("number", "leave"), [(1, "Escape"), (1, "ArrowLeft"), (0, "ArrowLeft")])
def test_after_a_preview_the_panel_follows_the_board_again_and_its_moves_are_not_counted(
    visit: Opening, household_store: TypedStore, number: int, leave: str
) -> None:
    visitor = visit("desktop")
    game = keep_game(household_store, visitor)
    keep_answer(household_store, game)
    page = open_game(visitor, game, "56&tab=engine")
    page.locator(".candidates li a").nth(number).click()
    expect(page.locator(".ply b")).to_have_text("57")
    expect(page.locator(".ply span")).not_to_have_text("/79手")
    page.keyboard.press(leave)
    expect(page.locator(".ply b")).to_have_text("56")
    expect(page.locator(".ply span")).to_have_text("/79手")
    page.keyboard.press("Home")
    expect(page.locator("#engine")).to_have_attribute("data-asked", "at=0&moves=")
    expect(page.locator(".candidates li")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#engine")).to_have_attribute("data-asked", "at=79&moves=")


def test_the_graph_of_a_whole_game_grows_and_can_be_stopped(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    page = open_game(visitor, keep_game(household_store, visitor), "10")
    expect(page.locator("#graph-line")).to_have_count(0)
    page.get_by_role("button", name="Analyse game").click()
    expect(page.locator("progress")).to_be_visible(timeout=60_000)
    expect(page.locator("#graph-line")).to_have_count(1, timeout=60_000)
    expect(page.locator("#moves li > a s:last-child").first).to_have_text(re.compile(r"[+−]\d"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ply b")).to_have_text("11")
    page.get_by_role("button", name="Stop the analysis").click()
    expect(page.locator("progress")).to_have_count(0, timeout=60_000)
