"""Sheets over a game and a list in a browser: who sees it, its tags, its details; shared pages; without scripts."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Scheme, Size
from tests.e2e.shogi_games import find_record, keep_game, open_game, owner_of
from tests.e2e.test_access import found
from tests.e2e.test_todo import sign_up

from chabudai.adapters.clock import now
from chabudai.apps.shogi import games, sharing, tags
from chabudai.apps.shogi.people import People
from chabudai.table import TypedStore

SEEN = {
    "ja": ("自分だけ", "リンクで共有", "公開"),
    "en": ("Only me", "Shared by link", "Public"),
}


def open_sheet(page: Page, part: str) -> None:
    """By its link in the head of the game or in its menu."""
    link = page.locator(f"#game [data-sheet][href*='/{part}']").first
    if not link.is_visible():
        page.locator(".game-acts details.menu summary").click()
        link = page.locator(f"#game .menu[open] [data-sheet][href*='/{part}']").first
    link.click()
    expect(page.locator("dialog#sheet")).to_be_visible()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_link_is_switched_on_from_a_move_copied_and_stopped_over_the_game(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = keep_game(household_store, visitor)
    page = open_game(visitor, game, "55")
    page.locator("[data-go=next]").click()
    expect(page).to_have_url(re.compile("at=56$"))
    seen = page.locator(f"#seen-{game.game_id}")
    expect(seen).to_contain_text(SEEN[language][0])
    open_sheet(page, "sharing")
    page.locator("#switch-link").click()
    expect(page.locator("#switch-link")).to_have_attribute("aria-checked", "true")
    expect(seen).to_contain_text(SEEN[language][1])
    page.locator("#sheet .segment").last.click()
    expect(page.locator("#share-link")).to_have_value(re.compile(r"/s/\w+\?at=56$"))
    page.locator("#sheet [data-copy]").click()
    expect(page.locator("#sheet .toast")).to_be_visible()
    link = page.evaluate("() => navigator.clipboard.readText()")
    guest = visit(size, language)
    guest.page.goto(link)
    expect(guest.page.locator(".ply b")).to_have_text("56")
    page.locator("#switch-link").click()
    page.locator("#sheet .confirm-bar .danger").click()
    expect(page.locator("#switch-link")).to_have_attribute("aria-checked", "false")
    expect(seen).to_contain_text(SEEN[language][0])
    page.locator("#switch-public").click()
    expect(seen).to_contain_text(SEEN[language][2])
    page.keyboard.press("Escape")
    expect(page.locator("dialog#sheet")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ply b")).to_have_text("57")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_person_is_named_from_the_list_and_taken_back_by_the_toast_in_the_sheet(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    friend = sign_up(visit())
    visitor = visit(size, "en")
    game = keep_game(household_store, visitor)
    owner = owner_of(household_store, game.owner)
    page = visitor.go("/shogi")
    page.locator(".game-row a[data-sheet]").click()
    page.locator("#sheet").get_by_role("link", name="Share").click()
    page.locator("#sheet [name=username]").fill(friend)
    page.keyboard.press("Enter")
    expect(page.locator("#sheet .people li")).to_have_count(1)
    expect(page.locator(f"#seen-{game.game_id}")).to_contain_text("Shared with 1 person")
    page.locator("#sheet .people button").click()
    expect(page.locator("#sheet .people li")).to_have_count(0)
    assert sharing.find_readers(owner, game.game_id) == []
    page.locator("#sheet .toast .undo").click()
    expect(page.locator("#sheet .people li")).to_have_count(1)
    assert sharing.find_readers(owner, game.game_id) == [friend]
    page.keyboard.press("Escape")
    expect(page.locator("dialog#sheet")).to_be_hidden()
    expect(page.locator(".game-row a[data-sheet]")).to_be_focused()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_typing_narrows_one_s_tags_enter_makes_one_and_a_cross_takes_it_off(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    game = keep_game(household_store, visitor)
    owner = owner_of(household_store, game.owner)
    for name in ("急戦", "終盤", "Ｙａｇｕｒａ"):
        tags.add(owner, name)
    page = open_game(visitor, game)
    open_sheet(page, "tags")
    expect(page.locator("#sheet [name=name]")).to_be_focused()
    page.keyboard.type("yag")
    expect(page.locator("#sheet .tag-choices li:visible")).to_have_count(1)
    page.locator("#sheet .tag-choices li:visible button").click()
    expect(page.locator("#sheet li.chip")).to_have_count(1)
    page.locator("#sheet [name=name]").fill("角換わり")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet li.chip")).to_have_count(2)
    expect(page.locator(f"#tags-{game.game_id} a")).to_have_count(2)
    page.locator("#sheet li.chip button").first.click()
    expect(page.locator("#sheet li.chip")).to_have_count(1)
    page.locator("#sheet .toast .undo").click()
    expect(page.locator("#sheet li.chip")).to_have_count(2)
    assert len(tags.find_on(owner, game.game_id)) == 2


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_details_are_edited_over_the_game_and_what_is_wrong_keeps_what_was_typed(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    game = keep_game(household_store, visitor)
    page = open_game(visitor, game, "56")
    open_sheet(page, "details")
    page.locator("#sheet [name=event]").fill("名人戦")
    page.locator("#sheet [name=slug]").fill("a//b")
    page.locator("#sheet .form-end button").click()
    expect(page.locator("#field-slug-error")).to_be_visible()
    expect(page.locator("[name=event]")).to_have_value("名人戦")
    page.locator("[name=slug]").fill("社団戦/新しい名前")
    page.locator(".form-end button").click()
    expect(page.locator("#game")).to_have_class("game alive")
    expect(page).to_have_url(re.compile("at=56$"))
    expect(page.locator(".toast")).to_be_visible()
    assert find_record(household_store, game).event == "名人戦"
    assert games.find_game(owner_of(household_store, game.owner), game.game_id).slug == "社団戦/新しい名前"
    page.locator(".toast .undo").click()
    expect(page.locator(".toast .undo")).to_have_count(0)
    expect(page.locator("#game")).to_have_class("game alive")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ply b")).to_have_text("57")
    assert find_record(household_store, game).event == "社団戦"


def test_notes_are_written_from_their_tab(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en")
    game = keep_game(household_store, visitor)
    page = open_game(visitor, game)
    page.locator("[data-tab-of=memo]").click()
    page.locator(".memo-panel [data-sheet]").click()
    expect(page.locator("#sheet textarea")).to_be_focused()
    page.locator("#sheet textarea").fill("Two lines\nof thought")
    page.locator("#sheet .form-end button").click()
    expect(page.locator(".memo-panel")).to_contain_text("of thought")
    expect(page.locator(".memo-panel")).to_be_visible()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_sheets_are_pages_where_there_are_no_scripts(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("phone", language, scripts=False)
    game = keep_game(household_store, visitor)
    owner = owner_of(household_store, game.owner)
    page = visitor.go("/shogi")
    page.locator(".game-row a[data-sheet]").click()
    page.locator(".acts-of-game a[href$='/sharing']").click()
    page.locator("#switch-link").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/s/"))
    page.locator("#switch-link").click()
    page.locator(".confirm-bar .danger").click()
    expect(page.locator("#share-link")).to_have_count(0)
    visitor.go(f"/shogi/games/{game.game_id}/tags")
    page.locator("[name=name]").fill("急戦")
    page.locator(".adding-person button").click()
    expect(page.locator("li.chip")).to_have_count(1)
    visitor.go(f"/shogi/games/{game.game_id}/details")
    page.locator("[name=place]").fill("家")
    page.locator(".form-end button").click()
    expect(page.locator("#game")).to_be_visible()
    assert len(tags.find_on(owner, game.game_id)) == 1
    assert find_record(household_store, game).headers["場所"] == "家"


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_what_is_shared_is_read_and_left_and_whoever_sees_all_is_chosen(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    game = keep_game(household_store, visit())
    visitor = visit(size, language)
    me = sign_up(visitor)
    people = People.default(household_store, now)
    owner = owner_of(household_store, game.owner)
    page = visitor.go("/shogi/shared")
    expect(page.locator(".empty")).to_contain_text(me)
    page.locator("#readers [name=username]").fill(game.owner)
    page.keyboard.press("Enter")
    expect(page.locator(".readers li")).to_have_count(1)
    page.locator(".readers button").click()
    page.locator(".toast .undo").click()
    expect(page.locator(".readers li")).to_have_count(1)
    sharing.add_reader(owner, game.game_id, me, people)
    sharing.add_reader_of_all(owner, me, people)
    visitor.go("/shogi/shared")
    page.locator(".person-row a").click()
    page.locator(".game-row a.cover").click()
    expect(page.locator("#game")).to_have_class("game alive")
    visitor.go("/shogi/shared")
    for _ in range(2):
        page.locator(".row-acts .confirm summary").first.click()
        page.locator(".confirm[open] .confirm-bar button").click()
        expect(page.locator(".toast")).to_be_visible()
    expect(page.locator(".empty")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pages_of_sharing_and_tags_are_whole_for_whoever_does_not_see_them(
    visit: Opening, household_store: TypedStore, size: Size, scheme: Scheme
) -> None:
    visitor = visit(size, "en")
    visitor.context.add_init_script(Axe().axe_script)
    game = keep_game(household_store, visitor)
    owner = owner_of(household_store, game.owner)
    for name in ("W" * 40, "<b>急戦</b>"):
        tags.put_on(owner, game.game_id, tags.add(owner, name).tag_id)
    tag = tags.add(owner, "unused")
    sharing.set_public(owner, game.game_id, public=True)
    sharing.start_link(owner, game.game_id)
    of_game = [f"/shogi/games/{game.game_id}/{part}" for part in ("sharing?at=3", "tags", "details", "notes", "acts")]
    own = ["/shogi/shared", "/shogi/tags", f"/shogi/tags/{tag.tag_id}", f"/shogi/u/{game.owner}"]
    assert [fault for path in (*of_game, *own) for fault in found(visitor, path, size, scheme)] == []
