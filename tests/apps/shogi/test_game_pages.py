"""A game's pages over HTTP: who may see and change them, what is refused, how large they are, and its diagrams."""

import re
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

import pytest
from httpx import Response
from PIL import Image
from tests.apps.shogi.records.test_growth import deep_variations
from tests.common import library
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser

from chabudai.apps.shogi import app as shogi
from chabudai.apps.shogi import games, record_texts, sharing
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.pages.diagrams import diagram_url
from chabudai.apps.shogi.records import Address, Format, Position, Record, parse, write

SHUFFLE = ["2h3h", "8b7b", "3h2h", "7b8b"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("shogi"), shogi.build) as opened:
        yield opened


@pytest.fixture(scope="module")
def long_game(site: Library) -> str:
    """The address of a game of 10,000 moves."""
    text = write(Record.from_moves(SHUFFLE * 2500), Format.CSA)
    return f"/shogi/games/{games.keep(site.owner('hanako'), text, {'slug': 'long'}).game.game_id}"


def post(browser: ReaderBrowser, path: str, **fields: str) -> Response:
    form = form_to(browser.get("/shogi/settings").text, "/shogi/settings")
    return browser.ask("POST", path, data={"_csrf": form.fields["_csrf"], **fields})


def keep(site: Library, moves: list[str], **given: str) -> Game:
    """A game of Hanako's."""
    owner = site.owner("hanako")
    record = Record.from_moves(moves, headers={"先手": "山田 健", "後手": "<b>鈴木</b>"})
    return games.keep(owner, record_texts.compose(record), given).game


def test_a_game_of_300_moves_stays_within_60_kb_wherever_it_is_opened(site: Library) -> None:
    game = keep(site, SHUFFLE * 75)
    for at in ("0", "150", "300"):
        page = site.reader("hanako").get(f"/shogi/games/{game.game_id}?at={at}")
        assert page.status_code == 200
        assert len(page.content) < 60 * 1024


@pytest.mark.parametrize("at", ["0", "5000", "10000"])
def test_a_game_of_10000_moves_stays_within_60_kb_and_tells_its_rows_in_parts(
    site: Library, long_game: str, at: str
) -> None:
    page = site.reader("hanako").get(f"{long_game}?at={at}")
    rows = site.reader("hanako").get(f"{long_game}/moves?at={at}")
    for answer in (page, rows):
        assert answer.status_code == 200
        assert len(answer.content) < 60 * 1024
        assert 60 <= len(re.findall(r'<li role="treeitem"', answer.text)) <= 121
        assert ("Earlier moves" in answer.text) == (at != "0")
        assert ("Later moves" in answer.text) == (at != "10000")


def test_the_lines_of_a_long_game_come_after_its_page(site: Library, long_game: str) -> None:
    browser = site.reader("hanako")
    assert "data-lines" not in browser.get(long_game).text
    (line,) = browser.get(f"{long_game}/lines").json()
    assert len(line[3].split()) == 10_000


@pytest.mark.parametrize("levels", [100, 3000])
def test_variations_within_each_other_are_shown_in_60_kb_also_those_kept_when_they_could_be_deeper(
    site: Library, levels: int
) -> None:
    game = keep(site, ["7g7f"])
    site.store.write(Game.update(**game.own_key).set(record=deep_variations(levels)))
    url, browser = f"/shogi/games/{game.game_id}", site.reader("hanako")
    for at in ("0", "0" + "-2-1" * 50, "0" + "-2-1" * 100):
        for part in ("", "/moves", "/lines"):
            answer = browser.get(f"{url}{part}?at={at}")
            assert answer.status_code == 200
            assert len(answer.content) < (60 if part != "/lines" else 300) * 1024
        if at != "0":
            current = f'href="?at={at}" role="treeitem" aria-current="true"'
            assert current in browser.get(f"{url}/moves?at={at}").text


def test_names_are_escaped_wherever_they_stand(site: Library) -> None:
    game = keep(site, ["7g7f"], slug="<i>x</i>")
    for path in ("", "/diagram.svg", "/moves"):
        text = site.reader("hanako").get(f"/shogi/games/{game.game_id}{path}?at=1").text
        assert "<b>鈴木" not in text
        assert "<i>x" not in text


def test_strangers_see_no_game_and_readers_change_none(site: Library) -> None:
    game = keep(site, ["7g7f"])
    path = f"/shogi/games/{game.game_id}"
    assert site.reader("taro").get(path).status_code == 404
    owner = site.owner("hanako")
    sharing.set_public(owner, game.game_id, public=True)
    page = site.reader("taro").get(path)
    assert page.status_code == 200
    assert "/deletions" not in page.text
    answer = post(site.reader("taro"), f"{path}/deletions", at="1", seen=game.latest_update.isoformat())
    assert answer.status_code == 403
    for own in ("acts", "move", "export", "file", "file.kif"):
        assert site.reader("taro").get(f"{path}/{own}").status_code == 403, own
    assert post(site.reader("taro"), f"{path}/trash").status_code == 403
    sharing.set_public(owner, game.game_id, public=False)
    for own in ("acts", "move", "export", "file", "file.kif"):
        assert site.reader("taro").get(f"{path}/{own}").status_code == 404, own


def test_a_variation_that_is_refused_is_told_as_json_and_nothing_is_written(site: Library) -> None:
    game = keep(site, ["7g7f", "3c3d"])
    path = f"/shogi/games/{game.game_id}/variations"
    sent = {"at": "1", "moves": "8c8d 2g2f", "seen": game.latest_update.isoformat(), "as": "json"}
    browser = site.reader("hanako")
    illegal = post(browser, path, **sent | {"moves": "3c3e"})
    stale = post(browser, path, **sent | {"seen": "2020-01-01T00:00:00+00:00"})
    nowhere = post(browser, path, **sent | {"at": "7-2-1"})
    assert [illegal.status_code, stale.status_code, nowhere.status_code] == [422, 409, 422]
    assert all(answer.json()["message"] for answer in (illegal, stale, nowhere))
    kept = post(browser, path, **sent)
    assert kept.json() == {"url": f"/shogi/games/{game.game_id}?at=1-2-2"}
    owner = site.owner("hanako")
    record = record_texts.read_kept(games.find_game(owner, game.game_id).record)
    assert [record.nodes[index].move for index in record.line_to(Address(1, ((2, 2),)))] == ["7g7f", "8c8d", "2g2f"]


def test_what_follows_within_a_variation_is_no_main_line(site: Library) -> None:
    game = keep(site, ["7g7f", "3c3d", "2g2f"])
    path, browser = f"/shogi/games/{game.game_id}", site.reader("hanako")
    post(browser, f"{path}/variations", at="1", moves="8c8d 2g2f", seen=game.latest_update.isoformat())
    assert "<small>main line</small>" in browser.get(f"{path}?at=1").text
    page = browser.get(f"{path}?at=1-2-1").text
    assert "<small>variation</small>" in page
    assert "<small>main line</small>" not in page


def test_a_candidate_s_line_is_kept_and_shown_from_its_first_move_that_is_new(site: Library) -> None:
    game = keep(site, ["7g7f", "3c3d", "2g2f"])
    path, browser = f"/shogi/games/{game.game_id}", site.reader("hanako")
    sent = {"at": "1", "moves": "3c3d 6g6f 8c8d 2g2f"}
    answer = post(browser, f"{path}/variations", **sent, seen=game.latest_update.isoformat())
    assert answer.headers["location"] == f"{path}?at=2-2-1"


def test_words_on_a_move_are_not_lost_when_the_game_was_changed_meanwhile(site: Library) -> None:
    game = keep(site, ["7g7f", "3c3d"])
    path, stale = f"/shogi/games/{game.game_id}/comments", "2020-01-01T00:00:00+00:00"
    browser = site.reader("hanako")
    refused = post(browser, path, at="1", comment="<b>飛車先</b>", seen=stale)
    assert refused.status_code == 409
    assert "&lt;b&gt;飛車先" in refused.text
    assert 'id="field-comment-error"' in refused.text
    again = form_to(refused.text, path)
    browser.ask("POST", path, data=again.with_values(comment="飛車先を突く"))
    record = record_texts.read_kept(games.find_game(site.owner("hanako"), game.game_id).record)
    assert record.nodes[record.find(Address(1)).index].comment == "飛車先を突く"


def test_a_line_that_stands_in_the_game_already_is_not_said_to_be_kept(site: Library) -> None:
    game = keep(site, ["7g7f", "3c3d", "2g2f"])
    path, seen = f"/shogi/games/{game.game_id}/variations", game.latest_update.isoformat()
    browser = site.reader("hanako")
    answer = post(browser, path, at="1", moves="3c3d 2g2f", seen=seen)
    page = browser.get(answer.headers["location"]).text if answer.is_redirect else answer.text
    assert "That line is in the game already." in page
    assert games.find_game(site.owner("hanako"), game.game_id).latest_update == game.latest_update


def test_a_diagram_is_kept_for_good_and_what_is_no_position_is_not_there(site: Library) -> None:
    browser = site.reader("hanako")
    answer = browser.get(diagram_url(Position.start().play("7g7f"), "7f"))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    even = diagram_url(Position.start()).removeprefix("/shogi/diagram/").removesuffix(".svg")
    short = even.replace("/9/", "/8/")
    for name in ("x.svg", even, f"{even}.png", f"{short}.svg", "9" * 300 + ".svg", f"{even}.svg?last=zz"):
        assert browser.get(f"/shogi/diagram/{name}").status_code == 404


def test_a_game_s_position_is_drawn_to_be_sent(site: Library) -> None:
    game = keep(site, ["7g7f"])
    path = f"/shogi/games/{game.game_id}"
    svg = site.reader("hanako", "ja").get(f"{path}/diagram.svg?at=1")
    assert "1手目 ▲７六歩まで" in svg.text
    png = site.reader("hanako").get(f"{path}/diagram.png?at=1")
    assert Image.open(BytesIO(png.content)).size[0] > 800


def test_a_link_shows_the_game_until_it_is_taken_away(site: Library) -> None:
    game = keep(site, ["7g7f"], slug="秘密の棚/一局", memo="内緒")
    owner = site.owner("hanako")
    code = sharing.start_link(owner, game.game_id).share_code
    guest = site.visitor()
    for path in (f"/s/{code}", f"/s/{code}/embed", f"/s/{code}/moves"):
        page = guest.get(path)
        assert page.status_code == 200
        assert not re.search("秘密の棚|内緒", page.text)
    sharing.revoke_link(owner, game.game_id)
    assert guest.get(f"/s/{code}").status_code == guest.get("/s/never").status_code == 404


def test_an_old_link_to_a_deleted_move_shows_the_last_one_before_it_and_says_so(site: Library) -> None:
    owner, browser = site.owner("hanako"), site.reader("hanako")
    game = keep(site, ["7g7f", "3c3d", "2g2f", "8c8d"])
    game = games.keep_branch(owner, game.game_id, Address(2), ["6g6f", "8c8d"], game.latest_update).game
    path = f"/shogi/games/{game.game_id}"
    post(browser, f"{path}/deletions", at="3", seen=game.latest_update.isoformat())
    for old in ("3", "4"):
        page = browser.get(f"{path}?at={old}").text
        assert "We can&#39;t find that move." in page
        assert 'data-at="2"' in page
    beside = browser.get(f"{path}?at=2-2-1").text
    assert "find that move" not in beside
    assert 'data-at="2-2-1"' in beside
    games.restore_record(owner, game.game_id, games.find_game(owner, game.game_id).latest_update)
    assert 'data-at="3"' in browser.get(f"{path}?at=3").text


def test_a_kept_variation_is_there_after_a_reload_and_in_every_file_that_has_variations(site: Library) -> None:
    game = keep(site, ["7g7f", "3c3d", "2g2f"])
    path, browser = f"/shogi/games/{game.game_id}", site.reader("hanako")
    post(browser, f"{path}/variations", at="2", moves="6g6f 8c8d", seen=game.latest_update.isoformat())
    assert 'href="?at=2-2-2"' in browser.get(f"{path}?at=2-2-1").text
    kept = record_texts.read_kept(games.find_game(site.owner("hanako"), game.game_id).record)
    for ending in ("kif", "ki2"):
        file = parse(browser.get(f"{path}/file?format={ending}").text)
        assert file.nodes == kept.nodes, ending
        assert [file.nodes[index].move for index in file.line_to(Address(2, ((2, 2),)))][2:] == ["6g6f", "8c8d"]
    for ending in ("csa", "usi"):
        assert parse(browser.get(f"{path}/file?format={ending}").text).main_moves == kept.main_moves
