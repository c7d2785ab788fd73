"""Many games in a browser: imports watched, left and stopped, folders, several rows at once, and the first minute."""

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.apps.shogi.club import kif
from tests.apps.shogi.test_imports import packed
from tests.e2e.conftest import Language, Opening, Size
from tests.e2e.shogi_games import centre, keep_game, open_game, owner_of
from tests.e2e.test_access import found
from tests.e2e.test_todo import PASSWORD, sign_up

from chabudai.apps.shogi import design, games
from chabudai.table import TypedStore

BAD = kif().replace("２六歩(27)", "２四歩(27)")


def names(store: TypedStore, username: str) -> list[str]:
    return [place.slug for place in store.all(design.games_by_name(username))]


def keep_some(store: TypedStore, username: str, *slugs: str) -> list[str]:
    owner = owner_of(store, username)
    return [games.keep(owner, kif(second=slug), {"slug": slug}).game.game_id for slug in slugs]


def choose(page: Page, folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    page.locator("#field-file").set_input_files(folder / name)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_an_import_is_watched_to_its_end_and_says_what_it_refused(
    visit: Opening, household_store: TypedStore, tmp_path: Path, size: Size, language: Language, *, scripts: bool
) -> None:
    """Nobody reloads the page: by script, or by the browser itself."""
    visitor = visit(size, language, scripts=scripts)
    username = sign_up(visitor)
    page = visitor.go("/shogi/files")
    choose(page, tmp_path, "x.zip", packed(("部/一.kif", kif()), ("部/二.kif", BAD)))
    page.locator("main form[action='/shogi/imports'] button").click()
    expect(page.locator("#job[data-state=done]")).to_be_visible()
    said = {"ja": "2件のうち 2件・残した 1・読めない 1", "en": "2 of 2 files · 1 kept · 1 can't be read"}
    expect(page.locator(".job-said")).to_have_text(said[language])
    expect(page.locator(".refused tbody tr")).to_contain_text(["部/二.kif"])
    expect(page.locator(".refused .number").last).to_have_text("9")
    with page.expect_download() as download:
        page.locator("a[href$='refused.zip']").click()
    with ZipFile(BytesIO(Path(download.value.path()).read_bytes())) as archive:
        assert archive.namelist() == ["部/二.kif"]
    assert names(household_store, username) == ["部/一"]


def test_an_import_of_many_is_left_found_again_stopped_and_gone_on_with(
    visit: Opening, household_store: TypedStore, tmp_path: Path
) -> None:
    visitor = visit("desktop", "en")
    username = sign_up(visitor)
    page = visitor.go("/shogi/new")
    files = [(f"f/{number}.kif", kif(second=f"P{number}")) for number in range(600)]
    choose(page, tmp_path, "x.zip", packed(*files))  # by choosing it, from the page of one game
    expect(page.locator("#job[data-state=running]")).to_be_visible()
    visitor.go("/shogi").locator(".job-line").click()
    expect(page.locator("#job progress")).not_to_have_attribute("value", "0")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#job[data-state=stopped]")).to_be_visible()
    kept = len(names(household_store, username))
    assert 0 < kept < 600
    expect(page.locator(".job-said")).to_contain_text(f"{kept:,} kept")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#job[data-state=done]")).to_be_visible(timeout=120_000)
    expect(page.locator(".job-said")).to_have_text("600 of 600 files · 600 kept")
    assert len(set(names(household_store, username))) == 600


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_folder_is_renamed_from_its_list_and_a_taken_name_is_told_beside_the_field(
    visit: Opening, household_store: TypedStore, size: Size, *, scripts: bool
) -> None:
    visitor = visit(size, "ja", scripts=scripts)
    username = sign_up(visitor)
    keep_some(household_store, username, "部/一", "別/一")
    page = visitor.go("/shogi")
    page.locator(".folders a", has_text="部").click()
    expect(page.locator(".crumbs")).to_contain_text("部")
    page.locator(".page-head details.menu summary").click()
    page.get_by_role("link", name="フォルダーの名前を変える・移す").click()
    page.locator("#field-target").fill("別")
    page.get_by_role("button", name="フォルダーを移す").click()
    expect(page.locator("#field-target-error")).to_contain_text("使われています")
    expect(page.locator("#field-target")).to_be_focused()
    page.locator("#field-target").fill("社団戦/2040")
    page.get_by_role("button", name="フォルダーを移す").click()
    expect(page.locator(".toast")).to_contain_text("社団戦/2040")
    expect(page.locator(".crumbs li")).to_have_text(["棋譜", "社団戦", "2040"])
    assert names(household_store, username) == ["別/一", "社団戦/2040/一"]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_several_rows_are_marked_moved_and_taken_back(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    username = sign_up(visitor)
    keep_some(household_store, username, "a/x", "b/y", "c/z")
    page = visitor.go("/shogi?sort=name")
    page.get_by_role("link", name={"ja": "選ぶ", "en": "Select"}[language], exact=True).click()
    boxes = page.locator("[name=marked]")
    expect(boxes).to_have_count(3)
    page.locator(".game-row").nth(0).click()  # anywhere on the row
    page.locator(".game-row").nth(2).click()
    expect(page.locator("[name=marked]:checked")).to_have_count(2)
    page.locator(".several summary").first.click()
    page.locator("#to-folder").fill("all")
    page.locator(".several button[value=move]").click()
    expect(page.locator(".toast")).to_contain_text("2")
    expect(boxes).to_have_count(0)
    assert names(household_store, username) == ["all/x", "all/z", "b/y"]
    page.locator(".toast .undo").click()
    expect(page.locator(".game-row")).to_contain_text(["a/x", "b/y", "c/z"])


def test_marked_rows_are_exported_and_thrown_away_without_scripts(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "en", scripts=False)
    username = sign_up(visitor)
    keep_some(household_store, username, "a/x", "b/y", "c/z")
    page = visitor.go("/shogi?sort=name&select=1")
    page.locator(".game-row").nth(1).click()
    with page.expect_download() as download:
        page.locator(".several button[value=export]").click()
    with ZipFile(BytesIO(Path(download.value.path()).read_bytes())) as archive:
        assert archive.namelist() == ["b/y.kif"]
    page.locator(".several button[value=trash]").click()
    expect(page.locator(".toast")).to_contain_text("Moved 1 game to trash.")
    assert names(household_store, username) == ["a/x", "c/z"]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_row_s_menu_moves_and_exports_its_game(visit: Opening, household_store: TypedStore, size: Size) -> None:
    visitor = visit(size, "en")
    username = sign_up(visitor)
    keep_some(household_store, username, "a/x", "b/y")
    page = visitor.go("/shogi?sort=name")
    page.locator(".game-row [data-swipe-left]").first.click()
    page.locator("#sheet").get_by_role("link", name="Move to folder").click()
    page.locator("button[data-value=b]").click()
    page.get_by_role("button", name="Move game").click()
    expect(page).to_have_url("/shogi?sort=name")
    assert names(household_store, username) == ["b/x", "b/y"]
    page.locator(".game-row [data-swipe-left]").first.click()
    page.locator("#sheet").get_by_role("link", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSA").click()
    assert "+7776FU" in Path(download.value.path()).read_text()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_whoever_has_no_game_looks_at_a_sample_and_copies_it(
    visit: Opening, household_store: TypedStore, language: Language
) -> None:
    visitor = visit("phone", language)
    username = sign_up(visitor)
    page = visitor.go("/shogi")
    page.get_by_role("link", name={"ja": "見本の一局を見る", "en": "Look at a sample game"}[language]).click()
    expect(page.locator("#game")).to_have_class("game alive")
    page.locator("[data-go=next]").click()
    expect(page.locator(".ply b")).to_have_text("1")
    assert names(household_store, username) == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_last_game_that_was_seen_is_read_and_stepped_through_without_a_connection(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "en", worker=True)
    game = keep_game(household_store, visitor)
    page = visitor.go("/shogi")
    page.evaluate("navigator.serviceWorker.ready.then(() => caches.match('/offline'))")
    open_game(visitor, game, "3")
    expect(page.locator(".offline-note")).to_be_hidden()
    visitor.context.set_offline(True)
    open_game(visitor, game, "3")
    expect(page.locator(".offline-note")).to_contain_text(re.compile(r"You're offline\. This is from \d+:\d\d\."))
    page.locator("[data-go=next]").click()
    expect(page.locator(".ply b")).to_have_text("4")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ply b")).to_have_text("5")
    visitor.go("/shogi/settings")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    visitor.context.set_offline(False)
    visitor.go("/shogi")
    page.locator("header details.menu summary").last.click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("form[action='/sign-out']")).to_have_count(0)
    visitor.context.set_offline(True)
    visitor.go(f"/shogi/games/{game.game_id}")  # whoever comes next reads nothing of it
    expect(page.locator("#game")).to_have_count(0)
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()


def test_how_boards_look_follows_a_person_to_another_browser(visit: Opening, household_store: TypedStore) -> None:
    first = visit("desktop", "en")
    game = keep_game(household_store, first)
    page = first.go("/shogi/settings")
    page.locator("input[value=two] + *").click()
    expect(page.locator(".toast")).to_be_visible()
    second = visit("phone", "en")
    other = second.go("/sign-in")
    other.locator("[name=login], [name=username]").first.fill(game.owner)
    other.locator("[name=password]").fill(PASSWORD)
    other.get_by_role("button", name="Sign in").click()
    expect(other).not_to_have_url(re.compile("sign-in"))
    opened = open_game(second, game)
    expect(opened.locator("#game")).to_have_attribute("data-sprite", re.compile(r"/two\."))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pages_of_many_games_are_whole_for_every_reader_and_fit_every_screen(
    visit: Opening, household_store: TypedStore, tmp_path: Path, size: Size, language: Language
) -> None:
    visitor = visit(size, language)
    visitor.context.add_init_script(Axe().axe_script)
    username = sign_up(visitor)
    assert found(visitor, "/shogi", size, "light") == []
    (game_id,) = keep_some(household_store, username, "部/一")
    page = visitor.go("/shogi/files")
    choose(page, tmp_path, "x.zip", packed(("一.kif", kif()), ("二.kif", BAD)))
    page.locator("main form[action='/shogi/imports'] button").click()
    expect(page.locator("#job[data-state=done]")).to_be_visible()
    job = page.url.partition("/shogi/jobs/")[2]
    paths = (
        f"/shogi/jobs/{job}",
        "/shogi/files",
        "/shogi/settings",
        "/shogi?select=1",
        "/shogi/folders?path=部",
        f"/shogi/games/{game_id}/move",
        f"/shogi/games/{game_id}/export",
        "/shogi/sample",
    )
    assert [fault for path in paths for fault in found(visitor, path, size, "light")] == []


def test_the_way_back_from_a_game_leads_to_the_same_place_in_the_list(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone")
    keep_some(household_store, sign_up(visitor), *(f"第{number:02}局" for number in range(30)))
    page = visitor.go("/shogi?sort=name")
    page.get_by_role("link", name="次の25局").click()
    expect(page.locator("#list > li")).to_have_count(30)
    page.locator("#list > li").nth(28).scroll_into_view_if_needed()
    stood = page.evaluate("scrollY")
    page.locator("#list > li").nth(28).locator(".row-title").click()
    expect(page.locator("#game")).to_have_class(re.compile("alive"))
    page.locator("[data-go=next]").click()
    page.locator(".back").click()
    expect(page).to_have_url(re.compile(r"/shogi\?sort=name$"))
    expect(page.locator("#list > li")).to_have_count(30)
    page.wait_for_function("stood => Math.abs(scrollY - stood) < 40", arg=stood)


def test_the_toast_of_a_game_in_the_trash_stands_above_the_tabs_of_a_phone(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor = visit("phone")
    keep_some(household_store, sign_up(visitor), "一局目", "二局目")
    page = visitor.go("/shogi?sort=name")
    page.get_by_role("link", name="その他の操作").first.click()
    page.locator("#sheet").get_by_role("button", name="ごみ箱へ").click()
    expect(page.locator(".toast")).to_contain_text("「一局目」をごみ箱に入れました。")
    assert 0 < centre(page.locator(".tabs"))[1] - centre(page.locator(".toast"))[1] < 120
