"""Many tags in a browser: all of them open over a board, a list and a task, are searched, and chosen there."""

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Opening, Size
from tests.e2e.teams import add, column, found_team, open_board

from chabudai.apps.tasks import tags, tasks
from chabudai.apps.tasks.membership import Member
from chabudai.table import TypedStore


@pytest.fixture
def names() -> list[str]:
    return [f"tag {number:02}" for number in range(30)]


def make_tags(team: Member, names: list[str]) -> str:
    """The last one's id, which no page writes out."""
    return [tags.add(team, name=name).tag_id for name in names][-1]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_board_is_narrowed_by_any_of_many_tags(
    visit: Opening, household_store: TypedStore, names: list[str], size: Size
) -> None:
    sakura = visit(size, "en")
    team = found_team(household_store, sakura)
    last = make_tags(team, names)
    add(team, "With it", start=team.today(), tags={last})
    add(team, "Without", start=team.today())
    page = open_board(sakura, team)
    shown = page.locator(".filter-sheet" if size == "phone" else ".board-chips")
    shown.locator("summary.icon-button, summary:has-text('Tags')").click()
    expect(shown.get_by_text("tag 29")).to_have_count(0)
    shown.get_by_role("link", name="All tags 30").click()
    sheet = page.locator("#sheet")
    expect(sheet.locator(".chip")).to_have_count(30)
    sheet.get_by_label("Search tags").fill("29")
    expect(sheet.locator(".chip:visible")).to_have_text(["tag 29"])
    sheet.get_by_role("button", name="tag 29").click()
    expect(sheet).to_be_hidden()
    expect(column(page, "todo")).to_have_text(["With it"])
    assert page.url.endswith(f"/board?tag={last}")


def test_a_list_is_narrowed_by_any_of_many_tags(visit: Opening, household_store: TypedStore, names: list[str]) -> None:
    sakura = visit("desktop", "en")
    team = found_team(household_store, sakura)
    last = make_tags(team, names)
    add(team, "With it", start=team.today(), tags={last})
    add(team, "Without", start=team.today())
    page = sakura.go(f"/tasks/{team.team_id}/list")
    page.get_by_role("link", name="All tags 30").click()
    page.locator("#sheet").get_by_role("button", name="tag 29").click()
    expect(page.locator("#rows .row-title")).to_have_text(["With it"])
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(".filters .chip[aria-current]", has_text="tag 29")).to_be_visible()
    assert page.url.endswith(f"/list?tag={last}")
    page.get_by_role("link", name="All tags 30").click()
    page.locator("#sheet").get_by_role("button", name="Close").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#rows .row-title")).to_have_text(["With it"])


def test_a_task_is_given_any_of_many_tags(visit: Opening, household_store: TypedStore, names: list[str]) -> None:
    sakura = visit("desktop", "en")
    team = found_team(household_store, sakura)
    last = make_tags(team, names)
    task_id = add(team, "One", start=team.today())
    page = open_board(sakura, team, f"?task={task_id}")
    page.locator("#fact-tags summary").click()
    page.locator("#fact-tags").get_by_role("link", name="All tags 30").click()
    page.locator("#sheet").get_by_role("button", name="tag 29").click()
    expect(page.locator("#shown-tags .badge")).to_have_text(["tag 29"])
    expect(page.locator("#sheet")).to_be_hidden()
    assert tasks.find_task(team, task_id).tags == {last}


def test_without_a_script_all_tags_are_a_page(visit: Opening, household_store: TypedStore, names: list[str]) -> None:
    sakura = visit("desktop", "en")
    team = found_team(household_store, sakura)
    last = make_tags(team, names)
    add(team, "With it", start=team.today(), tags={last})
    add(team, "Without", start=team.today())
    plain = visit("desktop", "en", scripts=False)
    plain.context.add_cookies(sakura.context.cookies())  # type: ignore[arg-type]
    page = plain.go(f"/tasks/{team.team_id}/board")
    page.locator(".board-chips summary", has_text="Tags").click()
    page.locator(".board-chips").get_by_role("link", name="All tags 30").click()
    expect(page.locator("main .icon-button, main [type='search']").locator("visible=true")).to_have_count(0)
    page.get_by_role("button", name="tag 29").click()
    expect(column(page, "todo")).to_have_text(["With it"])
