"""Adding games in a browser: two taps from paste to kept, drops and pastes on any page, a line that can't be read."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.apps.shogi.club import kif
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.shogi_games import keep_game, owner_of
from tests.e2e.test_access import found
from tests.e2e.test_todo import sign_up

from chabudai.apps.shogi import design, games, lists
from chabudai.table import TypedStore

KEEP = {"ja": "この棋譜を残す", "en": "Keep this game"}
BROKEN = kif(moves=10).replace("   9 ５八金(49)", "   9 ２四飛(28)")


def paste(page: Page, text: str, selector: str = "body") -> None:
    """As a browser does it: the event, and into a field the text too."""
    script = """([selector, text]) => {
      const given = new DataTransfer();
      given.setData('text/plain', text);
      const target = document.querySelector(selector);
      const event = new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true });
      if (target.dispatchEvent(event) && 'value' in target) target.value = text;
    }"""
    page.evaluate(script, [selector, text])


def drop(page: Page, *files: tuple[str, str], text: str = "") -> None:
    script = """([files, text]) => {
      const given = new DataTransfer();
      for (const [name, content] of files) given.items.add(new File([content], name, { type: 'text/plain' }));
      if (text) given.setData('text/plain', text);
      const event = new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true });
      document.querySelector('main').dispatchEvent(event);
    }"""
    page.evaluate(script, [list(files), text])


def kept_names(store: TypedStore, username: str) -> list[str]:
    return [place.slug for place in store.all(design.games_by_name(username))]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_two_taps_lead_from_a_paste_to_a_kept_game(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    username = sign_up(visitor)
    page = visitor.go("/shogi/new")
    paste(page, kif(first=username), "#field-record")  # the first
    card = page.locator(".read")
    expect(card).to_contain_text("鈴木 浩二")
    expect(page.locator("#field-slug")).to_have_value("社団戦/2040/鈴木 浩二")
    expect(page.locator("input[name=side][value=first]")).to_be_checked()
    expect(page.locator("input[name=result][value=win]")).to_be_checked()
    page.get_by_role("button", name=KEEP[language]).click()  # the second
    expect(page.locator("#game")).to_be_visible()
    assert kept_names(household_store, username) == ["社団戦/2040/鈴木 浩二"]


@pytest.mark.parametrize("path", ["/shogi", "/shogi/settings", "/shogi/files", "/shogi/trash", "/shogi/new/board"])
def test_a_game_pasted_outside_of_a_field_opens_adding_with_it(visit: Opening, path: str) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go(path)
    _wait_for_drops(page)
    paste(page, kif())
    expect(page.locator(".read")).to_contain_text("鈴木 浩二")
    expect(page.locator("#field-record")).to_have_value(kif().rstrip("\n") + "\n")


def test_a_file_dropped_on_a_game_s_page_opens_adding_with_it(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    game = keep_game(household_store, visitor)
    page = visitor.go(f"/shogi/games/{game.game_id}")
    _wait_for_drops(page)
    drop(page, ("game.kif", kif()))
    expect(page.locator(".read")).to_contain_text("KIF (UTF-8)")
    expect(page.locator(".read")).to_contain_text("鈴木 浩二")


def test_text_dropped_on_the_page_of_adding_is_read_there(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/shogi/new?folder=club")
    _wait_for_drops(page)
    drop(page, text=kif())
    expect(page.locator("#field-slug")).to_have_value("club/社団戦/2040/山田 健 対 鈴木 浩二")


def test_several_files_dropped_anywhere_are_imported(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    username = sign_up(visitor)
    page = visitor.go("/shogi")
    _wait_for_drops(page)
    drop(page, ("a.kif", kif(moves=1)), ("b.kif", kif(moves=2)))
    expect(page.locator("#job[data-state=done]")).to_be_visible()
    expect(page.locator(".job-said")).to_have_text("2 of 2 files · 2 kept")
    assert len(kept_names(household_store, username)) == 2


def test_what_is_pasted_into_a_field_stays_there(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/shogi")
    _wait_for_drops(page)
    paste(page, "鈴木", "input[type=search]")
    expect(page.locator("input[type=search]")).to_have_value("鈴木")
    expect(page).to_have_url("/shogi")


def test_a_file_that_is_chosen_is_read_at_once(visit: Opening, tmp_path: Path) -> None:
    visitor = visit("phone", "ja")
    sign_up(visitor)
    (tmp_path / "game.kif").write_bytes(kif().encode("cp932"))
    page = visitor.go("/shogi/new")
    page.locator("#field-file").set_input_files(tmp_path / "game.kif")
    expect(page.locator(".read")).to_contain_text("KIF (Shift_JIS)")


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_line_that_stopped_is_selected_and_what_came_before_can_be_kept(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    username = sign_up(visitor)
    page = visitor.go("/shogi/new")
    paste(page, BROKEN, "#field-record")
    card = page.locator("#stop[role=alert]")
    expect(card).to_contain_text({"ja": "15行目で止まりました", "en": "Stopped at line 15"}[language])
    expect(page.locator("#field-record")).to_have_attribute("aria-describedby", "record-help stop")
    card.locator("[data-line]").click()
    selected = "(field) => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert page.locator("#field-record").evaluate(selected) == "   9 ２四飛(28)"
    expect(page.locator("#field-record")).to_be_focused()
    card.get_by_role("button", name={"ja": "8手目までを残す", "en": "Keep until move 8"}[language]).click()
    expect(page.locator("#game")).to_be_visible()
    found_game = lists.find_latest(household_store, username)
    assert found_game is not None
    assert found_game.moves == 8


def test_a_line_put_right_is_read_and_the_same_game_is_told_with_a_link(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("desktop", "en")
    username = sign_up(visitor)
    before = games.keep(owner_of(household_store, username), kif(moves=10), {"slug": "before"}).game
    page = visitor.go("/shogi/new")
    paste(page, BROKEN, "#field-record")
    page.locator("[data-line]").click()
    page.keyboard.insert_text("   9 ５八金(49)")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".read")).to_contain_text("You have this game already.")
    expect(page.locator(".read a")).to_have_attribute("href", f"/shogi/games/{before.game_id}")
    page.get_by_role("button", name="Keep this game").click()
    expect(page.locator("#game")).to_be_visible()
    assert len(kept_names(household_store, username)) == 2


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_scripts_a_game_is_read_and_kept(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language, scripts=False)
    username = sign_up(visitor)
    page = visitor.go("/shogi/new")
    page.locator("#field-record").fill(kif())
    page.locator("#read").click()
    page.get_by_role("button", name=KEEP[language]).click()
    expect(page.locator("#game")).to_be_visible()
    assert len(kept_names(household_store, username)) == 1


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_cards_of_adding_are_whole_for_every_reader(visit: Opening, size: Size) -> None:
    visitor = visit(size, "ja")
    visitor.context.add_init_script(Axe().axe_script)
    sign_up(visitor)
    assert found(visitor, "/shogi/new", size, "light") == []
    for text, card in ((kif(), ".read"), (BROKEN, "#stop")):
        page = visitor.go("/shogi/new")
        paste(page, text, "#field-record")
        expect(page.locator(card)).to_be_visible()
        assert _violations(visitor) == []


def _violations(visitor: Visitor) -> list[str]:
    return [each["id"] for each in Axe().run(visitor.page).response["violations"]]


def _wait_for_drops(page: Page) -> None:
    """The script that takes them has come; a page with a board fetches it by itself."""
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((each) => each.name.includes('/drop.'))"
    )
    page.wait_for_load_state("load")
