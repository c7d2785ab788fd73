"""With a handicap the sides are 下手 and 上手, wherever its pages name them; in English Shitate and Uwate."""

from collections.abc import Iterator
from html import unescape

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON
from tests.apps.shogi.site_house import House, built

from chabudai.adapters.usi import EngineCommand
from chabudai.apps.shogi import analyses, analysis_requests, games, record_texts, sharing, trash
from chabudai.apps.shogi.analysis_answers import Candidate, PositionAnswer, write_position
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.records import HANDICAPS, Ending, EndingKind, Record
from chabudai.apps.shogi.side_names import names_in

NAMES = {"ja": ("下手", "上手"), "en": ("Shitate", "Uwate")}
OTHERS = {"ja": ("先手", "後手"), "en": ("Sente", "Gote")}
TEXT = record_texts.compose(
    Record.from_moves(
        ["6a7b", "7g7f", "5a6b", "2g2f"], start=HANDICAPS["二枚落ち"], ending=Ending(EndingKind.RESIGNATION)
    )
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With an engine that nobody starts."""
    command = EngineCommand(("an-engine",))
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site"), engine=lambda: command) as house:
        yield house


@pytest.fixture(scope="module")
def game(site: House) -> Game:
    """Of akira's, of players without names, analysed, public, with a link, and read by yuko."""
    site.member("akira"), site.member("yuko")
    owner = site.owner("akira")
    kept = games.keep(owner, TEXT, {"slug": "odds", "side": "second"}).game
    record = record_texts.read_kept(kept.record)
    row = GameScores(
        owner="akira", game_id=kept.game_id, line=digest_line(record), scores=(900, 900, 950, 900, 950), created=NOON
    )
    site.store.put(row)
    sharing.set_public(owner, kept.game_id, public=True)
    sharing.add_reader(owner, kept.game_id, "yuko", People.default(site.accounts.store, site.clock))
    sharing.start_link(owner, kept.game_id)
    request = analysis_requests.request_at(record, 0, [], seconds=3, candidates=1)
    asked = analyses.ask_for_position(owner, analysis_requests.write(request), kept.game_id)
    held = analyses.claim(site.store, site.clock, "worker")
    assert held is not None
    assert held.analysis_id == asked.analysis_id
    analyses.succeed(site.store, held, write_position(PositionAnswer((Candidate(900, ("6a7b",), 9),))))
    return games.find_game(owner, kept.game_id)


def said(text: str, language: str) -> None:
    """Both names are in it, and neither of the usual ones."""
    for name, other in zip(NAMES[language], OTHERS[language], strict=True):
        assert name in text
        assert other not in text


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("part", ["", "/details", "/diagram.svg", "/tags"])
def test_every_page_of_the_game_names_them_so(site: House, game: Game, language: str, part: str) -> None:
    said(unescape(site.member("akira", language).get(f"/shogi/games/{game.game_id}{part}").text), language)


@pytest.mark.parametrize("language", NAMES)
def test_so_do_the_engine_its_table_and_the_hands(site: House, game: Game, language: str) -> None:
    browser, sente = site.member("akira", language), NAMES[language][0]
    words = {
        "ja": (f"{sente}優勢", f"{sente}から見て", f"{sente}の持ち駒"),
        "en": (f"{sente} is better", f"as {sente} sees it", f"{sente}'s pieces in hand"),
    }
    page = unescape(browser.get(f"/shogi/games/{game.game_id}?tab=engine").text)
    assert all(each in page for each in words[language])
    said(page, language)
    said(unescape(browser.get(f"/shogi/games/{game.game_id}/scores").text), language)


@pytest.mark.parametrize("language", NAMES)
def test_by_its_link_and_in_another_site_s_page_too(site: House, game: Game, language: str) -> None:
    browser = site.member("yuko", language)
    for path in (f"/s/{game.share_code}", f"/s/{game.share_code}/embed"):
        said(unescape(browser.get(path).text), language)


def rows(page: str) -> str:
    return "".join(each.partition("</li>")[0] for each in unescape(page).split('<li class="row game-row"')[1:])


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize(
    ("who", "path"),
    [("akira", "/shogi"), ("akira", "/shogi/u/akira"), ("yuko", "/shogi/shared"), ("yuko", "/shogi/u/akira")],
)
def test_rows_of_lists_name_them_so(site: House, game: Game, language: str, who: str, path: str) -> None:
    said(rows(site.member(who, language).get(path).text), language)


@pytest.mark.parametrize("language", NAMES)
def test_so_do_the_trash_and_what_a_pasted_text_was_read_as(site: House, language: str) -> None:
    browser, owner = site.member(f"hanako-{language}", language), site.owner(f"hanako-{language}")
    read = unescape(browser.press("/new", record=TEXT.replace("手合割", "下手：子\n上手：親\n手合割"), act="read").text)
    said(read.partition("<main")[2].partition("</main")[0], language)
    kept = games.keep(owner, TEXT).game
    trash.throw_away(owner, kept.game_id)
    said(rows(browser.get("/shogi/trash").text), language)


@pytest.mark.parametrize(("language", "name"), [("ja", "二枚落ち"), ("en", "Two pieces")])
def test_the_handicap_is_named_in_its_row_its_head_and_what_was_read(
    site: House, game: Game, language: str, name: str
) -> None:
    browser = site.member("akira", language)
    assert name in rows(browser.get("/shogi").text)
    assert name in browser.get(f"/shogi/games/{game.game_id}").text
    read = browser.press("/new", record=TEXT, act="read").text
    assert name in read.replace(TEXT, "")


def test_a_start_position_of_its_own_gives_no_odds() -> None:
    assert [str(names_in(each).sente) for each in ("その他", "平手", None, "香落ち")] == [
        "Sente",
        "Sente",
        "Sente",
        "Shitate",
    ]
