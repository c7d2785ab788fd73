"""The ring of a task wherever it stands: it turns where it was tapped, says so, and the list follows a little later."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.teams import add, card, found_team, open_board, wait_for_status

from chabudai.table import TypedStore

PLACES = ("/tasks", "/tasks/{team}/list", "/tasks/{team}/overview", "/tasks/{team}/schedule")
SAID = {"ja": "完了にしました。", "en": "Moved to Done."}


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desktop", "en")])
@pytest.mark.parametrize("place", PLACES)
def test_a_tap_is_said_in_its_row_and_can_be_taken_back(
    visit: Opening, household_store: TypedStore, place: str, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    team = found_team(household_store, visitor)
    task_id = add(team, "One", status="doing", start=team.today(), end=team.today(), assignee=team.user_id)
    page = visitor.go(place.format(team=team.team_id))
    row = page.locator("[data-row]:visible", has_text="One").first
    row.locator(".ring").click()
    expect(row.locator(".turned-to")).to_have_text(SAID[language])
    wait_for_status(page, team, task_id, "done")
    page.wait_for_timeout(300)  # two taps at once are one, of a nervous finger
    row.locator(".ring").click()
    expect(row.locator(".turned-to")).to_have_count(0)
    wait_for_status(page, team, task_id, "doing")
    expect(row.locator(".glyph")).to_have_class("glyph is-doing")
    row.locator(".ring").focus()
    page.keyboard.press("3")
    expect(row.locator(".turned-to")).to_have_text(SAID[language])
    wait_for_status(page, team, task_id, "done")
    page.wait_for_timeout(1800)
    expect(page.locator(".turned-to")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)


def test_a_tap_beside_a_ring_s_menu_only_closes_it_and_escape_does_too(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    for day, title in enumerate(("One", "Two", "Three", "Four", "Five")):
        add(team, title, start=team.today() + timedelta(days=day))
    page = open_board(visitor, team)
    menu = page.locator(".ring-menu .menu-panel")
    ring, far = card(page, "One").locator(".ring"), card(page, "Five").locator(".task-title")
    ring.click(button="right")
    expect(menu).to_be_visible()
    far.tap()
    expect(menu).to_have_count(0)
    ring.click(button="right")
    expect(menu).to_be_visible()
    ring.focus()  # as after a finger that was lifted
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    assert page.url.endswith("/board")
    far.tap()
    page.wait_for_url("**/task/**")
