"""The engine beside a board: asked with one tap, its answer grows by itself, and a line of it is played and kept."""

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Opening, Size
from tests.e2e.shogi_games import find_record, keep_game, open_game, ready

from chabudai.adapters.usi import finder
from chabudai.apps.shogi.records import Address
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
    ready(page).locator(".candidates li a").nth(1).click()
    expect(page.locator(".ply b")).to_have_text("57")
    page.locator("[data-go=back]").click()
    expect(page.locator(".candidates li")).to_have_count(3)
    before = find_record(household_store, game)
    lines = page.locator(".candidates li input[name=moves]").evaluate_all("fields => fields.map(field => field.value)")
    new = [n for n, line in enumerate(lines) if before.with_branch(Address(56), line.split()) != before]
    page.locator(".candidates li form button").nth(new[-1]).click()
    expect(page.locator(".toast")).to_contain_text("変化に残しました")
    assert len(find_record(household_store, game).nodes) > len(before.nodes)


def test_the_graph_of_a_whole_game_grows_and_can_be_stopped(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    page = open_game(visitor, keep_game(household_store, visitor), "10")
    expect(page.locator("#graph-line")).to_have_count(0)
    page.get_by_role("button", name="Analyse game").click()
    expect(page.locator("progress")).to_be_visible(timeout=60_000)
    expect(page.locator("#graph-line")).to_have_count(1, timeout=60_000)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ply b")).to_have_text("11")
    page.get_by_role("button", name="Stop the analysis").click()
    expect(page.locator("progress")).to_have_count(0, timeout=60_000)
