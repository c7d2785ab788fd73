"""Folders renamed and moved, games put elsewhere one by one and together, and games as files; over HTTP."""

from io import BytesIO
from itertools import count
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from tests.apps.shogi.club import kif
from tests.apps.shogi.site_house import House, Member, toasts

from chabudai.apps.shogi import games, job_worker
from chabudai.apps.shogi.records import parse

_NUMBERS = count(1)


@pytest.fixture
def username() -> str:
    return f"mover{next(_NUMBERS)}"


@pytest.fixture
def ken(site: House, username: str) -> Member:
    return site.member(username, name="山田 健")


def keep_all(site: House, username: str, *slugs: str) -> list[str]:
    return [site.keep(username, {"slug": slug}, second=f"P{n}").game_id for n, slug in enumerate(slugs)]


def test_a_folder_is_renamed_and_a_toast_takes_it_back(site: House, ken: Member, username: str) -> None:
    keep_all(site, username, "club/2040/a", "club/b", "home/c")
    form = ken.get("/shogi/folders?path=club")
    assert "2 games move along." in form.text
    assert 'name="target" type="text" value="club"' in form.text
    page = ken.press("/folders", source="club", target="社団戦")
    assert page.url.path == "/shogi"
    assert toasts(page) == ["The folder is now “社団戦”."]
    assert sorted(ken.list()) == ["home/c", "社団戦/2040/a", "社団戦/b"]
    ken.undo(page)
    assert sorted(ken.list()) == ["club/2040/a", "club/b", "home/c"]


def test_a_folder_moves_into_another(site: House, ken: Member, username: str) -> None:
    keep_all(site, username, "a/x", "b/y")
    ken.press("/folders", source="a", target="b/a")
    assert sorted(ken.list()) == ["b/a/x", "b/y"]
    assert 'href="/shogi?folder=b%2Fa"' in ken.get("/shogi?folder=b").text


@pytest.mark.parametrize(
    ("target", "status", "sentence"),
    [
        ("b", 409, "That name is taken."),
        ("a/deeper", 422, "A folder can&#39;t be moved into itself."),
        ("", 422, "Enter a name."),
        ("x#y", 422, "A name can&#39;t contain #."),
        ("y" * 99, 422, "longer than 100 characters"),
    ],
)
def test_a_name_that_can_not_be_is_told_beside_the_field_and_nothing_moves(
    site: House, ken: Member, username: str, target: str, status: int, sentence: str
) -> None:
    keep_all(site, username, "a/same", "b/same")
    page = ken.press("/folders", source="a", target=target)
    assert page.status_code == status
    assert sentence in page.text.partition('id="field-target-error"')[2].partition("</p>")[0]
    assert f'value="{target}"' in page.text
    assert sorted(ken.list()) == ["a/same", "b/same"]


def test_a_large_folder_shows_how_far_it_is_and_goes_on_when_left(site: House, ken: Member, username: str) -> None:
    keep_all(site, username, *(f"big/{number:03}" for number in range(128)))
    page = ken.press("/folders", source="big", target="大会")
    assert "90 of 128 games" in page.text
    assert 'data-state="running"' in page.text
    assert f'href="{page.url.path}"' in ken.get("/shogi").text
    assert ken.press("/folders", source="大会", target="x").url.path == page.url.path  # one at a time
    job_worker.new_worker(site.store, site.clock).catch_up()
    assert "128 of 128 games" in ken.get(page.url.path).text
    assert len(ken.list("folder=" + quote("大会"))) == 25
    assert "This folder is empty" in ken.get("/shogi?folder=big").text


def test_a_folder_that_is_not_there_or_of_somebody_else_is_none(site: House, ken: Member, username: str) -> None:
    keep_all(site, f"{username}x", "theirs/a")
    assert ken.get("/shogi/folders?path=theirs").status_code == 404
    assert ken.get("/shogi/folders").status_code == 404
    assert ken.press("/folders", source="theirs", target="mine").status_code == 404


def test_one_game_is_moved_and_taken_back(site: House, ken: Member, username: str) -> None:
    (game_id,) = keep_all(site, username, "a/x")
    form = ken.get(f"/shogi/games/{game_id}/move?back=/shogi%3Fsort=name").text
    assert 'name="folder" type="text" value="a"' in form
    assert 'name="name" type="text" value="x"' in form
    page = ken.press(f"/games/{game_id}/move", folder="b/c", name="y", next="/shogi?sort=name")
    assert str(page.url).endswith("/shogi?sort=name")
    assert toasts(page) == ["The game is now “b/c/y”."]
    assert ken.list() == ["b/c/y"]
    ken.undo(page)
    assert ken.list() == ["a/x"]


def test_a_name_that_another_game_has_is_told_beside_it(site: House, ken: Member, username: str) -> None:
    game_id, _ = keep_all(site, username, "a/x", "b/x")
    page = ken.press(f"/games/{game_id}/move", folder="b", name="x", next="/shogi")
    assert page.status_code == 409
    assert "That name is taken." in page.text.partition('id="field-name-error"')[2].partition("</p>")[0]
    assert sorted(ken.list()) == ["a/x", "b/x"]


def test_nobody_moves_or_exports_a_game_of_somebody_else(site: House, ken: Member, username: str) -> None:
    (game_id,) = keep_all(site, f"{username}x", "theirs/a")
    for path in ("move", "export", "file?kind=csa"):
        assert ken.get(f"/shogi/games/{game_id}/{path}").status_code == 404
    assert ken.press(f"/games/{game_id}/move", folder="", name="mine").status_code == 404
    ken.press("/several", act="trash", marked=[game_id], next="/shogi")
    assert games.find_game(site.owner(f"{username}x"), game_id).slug == "theirs/a"
    answer = ken.press("/several", act="export", marked=[game_id], next="/shogi")
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.namelist() == []


def test_marked_games_move_together_and_a_taken_name_gets_a_number(site: House, ken: Member, username: str) -> None:
    ids = keep_all(site, username, "a/x", "b/x", "c/x")
    listed = ken.get("/shogi?select=1&sort=name").text
    assert all(f'name="marked" value="{game_id}"' in listed for game_id in ids)
    page = ken.press("/several", act="move", marked=ids, to_folder="all", next="/shogi?select=1&sort=name")
    assert str(page.url).endswith("/shogi?sort=name")
    assert toasts(page) == ["Moved 3 games."]
    assert ken.list("sort=name") == ["all/x", "all/x 2", "all/x 3"]
    ken.undo(page)
    assert ken.list("sort=name") == ["a/x", "b/x", "c/x"]


def test_marked_games_go_to_the_trash_and_back(site: House, ken: Member, username: str) -> None:
    ids = keep_all(site, username, "a", "b", "c")
    page = ken.press("/several", act="trash", marked=[*ids[:2], "gone"], next="/shogi")
    assert toasts(page) == ["Moved 2 games to trash. 1 left unchanged."]
    assert ken.list() == ["c"]
    ken.undo(page)
    assert sorted(ken.list()) == ["a", "b", "c"]


def test_marked_games_are_exported_as_one_zip(site: House, ken: Member, username: str) -> None:
    ids = keep_all(site, username, "a/x", "b/y", "z")
    answer = ken.press("/several", act="export", marked=ids[:2], next="/shogi")
    with ZipFile(BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == ["a/x.kif", "b/y.kif"]


def test_a_bar_without_a_mark_or_with_a_bad_folder_says_so(site: House, ken: Member, username: str) -> None:
    (game_id,) = keep_all(site, username, "a/x")
    page = ken.press("/several", act="move", to_folder="b", next="/shogi?select=1")
    assert toasts(page) == ["Select at least one game."]
    refused = ken.press("/several", act="move", marked=[game_id], to_folder="b#c", next="/shogi?select=1")
    assert toasts(refused) == ["A name can't contain #."]
    assert f'value="{game_id}" checked' in refused.text
    assert ken.list() == ["a/x"]
    assert ken.press("/several", act="nonsense", marked=[game_id]).status_code == 400


@pytest.mark.parametrize(
    ("kind", "encoding", "codec"),
    [
        ("kif", "utf-8", "utf-8"),
        ("kif", "shift_jis", "cp932"),
        ("ki2", "utf-8", "utf-8"),
        ("csa", "utf-8", "utf-8"),
        ("usi", "utf-8", "utf-8"),
    ],
)
def test_a_game_leaves_in_every_format_and_reads_the_same(
    site: House, ken: Member, username: str, kind: str, encoding: str, codec: str
) -> None:
    (game_id,) = keep_all(site, username, "部/一局")
    page = ken.get(f"/shogi/games/{game_id}/export").text
    link = f"/shogi/games/{game_id}/file?kind={kind}&amp;encoding={encoding}"
    assert f'href="{link}"' in page
    answer = ken.get(link.replace("&amp;", "&"))
    assert quote(f"部-一局.{kind}") in answer.headers["content-disposition"]
    assert parse(answer.content.decode(codec)).main_moves == parse(kif()).main_moves


def test_what_shift_jis_can_not_spell_is_told_and_not_lost(site: House, ken: Member, username: str) -> None:
    game = site.keep(username, {"slug": "x"}, second="𠮷野 🍵")
    answer = ken.get(f"/shogi/games/{game.game_id}/file?kind=kif&encoding=shift_jis")
    assert answer.status_code == 422
    assert "Choose UTF-8." in answer.text
    assert "𠮷野 🍵" in ken.get(f"/shogi/games/{game.game_id}/file?kind=kif").text
    assert ken.get(f"/shogi/games/{game.game_id}/file?kind=exe").status_code == 400


def test_every_list_is_one_tap_from_its_export(site: House, ken: Member, username: str) -> None:
    keep_all(site, username, "部/一", "別/二")
    assert 'href="/shogi/files/games.zip"' in ken.get("/shogi").text
    inside = ken.get("/shogi?folder=" + quote("部")).text
    url = "/shogi/files/games.zip?folder=" + quote("部")
    assert f'href="{url}"' in inside
    with ZipFile(BytesIO(ken.get(url).content)) as archive:
        assert archive.namelist() == ["部/一.kif"]
    assert f'href="{url}"' in ken.get("/shogi/files").text
