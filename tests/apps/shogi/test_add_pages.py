"""Adding a game: pasted or from a file, looked over, kept; and a line that can't be read."""

import re
from pathlib import Path
from zlib import crc32

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, kif
from tests.apps.shogi.site_house import House, Member, built, toasts

from chabudai.adapters.usi import EngineCommand
from chabudai.apps.shogi import analyses, games, lists, quotas
from chabudai.apps.shogi.analysis_entities import AnalysisHour
from chabudai.apps.shogi.entities import Game, User


@pytest.fixture
def ken(site: House, request: pytest.FixtureRequest) -> Member:
    return site.member(_username(request), name="山田 健")


@pytest.fixture
def username(request: pytest.FixtureRequest) -> str:
    return _username(request)


def _username(request: pytest.FixtureRequest) -> str:
    return f"p{crc32(request.node.nodeid.encode())}"


def test_a_pasted_game_is_read_and_a_second_tap_keeps_it(site: House, ken: Member, username: str) -> None:
    page = ken.press("/new", record=kif(), act="read")
    assert page.status_code == 200
    for word in ("Keep this game", "KIF", "鈴木 浩二", 'value="社団戦/2040/鈴木 浩二"', "/shogi/diagram/"):
        assert word in page.text
    assert 'value="first" checked' in page.text
    assert 'value="win" checked' in page.text
    kept = ken.press("/new", **_fields(page.text), record=kif(), act="keep")
    assert toasts(kept) == []
    game = _latest(site, username)
    assert (game.side, game.result) == ("first", "win")
    assert ken.list() == ["社団戦/2040/鈴木 浩二"]


def test_another_side_than_was_guessed_brings_its_own_result(site: House, ken: Member, username: str) -> None:
    page = ken.press("/new", record=kif(), act="read")
    ken.press("/new", **{**_fields(page.text), "side": "second"}, record=kif(), act="keep")
    assert (_latest(site, username).side, _latest(site, username).result) == ("second", "lose")


def test_a_name_that_is_taken_is_told_beside_it_and_everything_else_stays(
    site: House, ken: Member, username: str
) -> None:
    games.keep(site.owner(username), kif(), {"slug": "mine"})
    page = ken.press("/new", record=kif(), act="read")
    again = ken.press("/new", **{**_fields(page.text), "slug": "mine", "side": "second"}, record=kif(), act="keep")
    assert again.status_code == 409
    assert 'id="field-slug-error"' in again.text
    assert 'value="mine"' in again.text
    assert 'value="second" checked' in again.text
    assert "７六歩" in again.text


def test_a_game_that_is_there_already_is_told_and_may_be_kept(site: House, ken: Member, username: str) -> None:
    before = games.keep(site.owner(username), kif()).game
    page = ken.press("/new", record=kif(), act="read")
    assert "You have this game already." in page.text
    assert f'<a href="/shogi/games/{before.game_id}">{before.slug}</a>' in page.text
    ken.press("/new", **_fields(page.text), record=kif(), act="keep")
    assert len(ken.list()) == 2


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Stopped at line", "Move 9", "Keep until move 8")),
        ("ja", ("行目で止まりました", "9手目", "8手目までを残す")),
    ],
)
def test_a_line_that_cannot_be_read_is_shown_with_its_reason(
    site: House, request: pytest.FixtureRequest, language: str, words: tuple[str, ...]
) -> None:
    username = _username(request)
    browser = site.member(username, language, "山田 健")
    text = _broken()
    page = browser.press("/new", record=text, act="read")
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert "<mark>" in page.text
    for word in words:
        assert word in page.text
    assert "９九歩" in page.text.partition("<textarea")[2]
    browser.press("/new", record=text, act="keep_part")
    kept = _latest(site, username)
    head = lists.find_latest(site.store, username)
    assert head is not None
    assert head.moves == 8
    assert "９九歩" not in kept.record


def test_a_text_that_is_no_game_and_nothing_at_all_are_told(ken: Member) -> None:
    for text in ("", "こんにちは"):
        page = ken.press("/new", record=text, act="read")
        assert page.status_code == 422
        assert 'role="alert"' in page.text
        assert "keep_part" not in page.text


def test_a_file_says_its_encoding_and_becomes_the_text(ken: Member) -> None:
    page = ken.press("/new", act="read", files={"file": ("game.kif", kif().encode("cp932"), "text/plain")})
    assert page.status_code == 200
    assert "KIF (Shift_JIS)" in page.text
    assert "７六歩" in page.text.partition("<textarea")[2]


def test_a_game_is_kept_and_its_analysis_asked_for_at_once(tmp_path: Path) -> None:
    with built(SettableClock(NOON), tmp_path, lambda: EngineCommand(("engine",))) as house:
        ken = house.member("ken", name="山田 健")
        page = ken.press("/new", record=kif(), act="read")
        assert 'name="analyse"' in page.text
        kept = ken.press("/new", **{**_fields(page.text), "analyse": "1"}, record=kif(), act="keep")
        assert kept.url.query == b"tab=engine"
        (asked,) = analyses.find_page(house.owner("ken"))
        assert (asked.kind, asked.status, asked.game_id) == ("game", "waiting", _latest(house, "ken").game_id)


def test_a_game_stays_kept_when_there_are_no_analyses_left(tmp_path: Path) -> None:
    with built(SettableClock(NOON), tmp_path, lambda: EngineCommand(("engine",))) as house:
        ken = house.member("ken", name="山田 健")
        hour = NOON.replace(minute=0)
        house.store.put(AnalysisHour(username="ken", hour=hour, count=quotas.ANALYSES, expired=2**33))
        page = ken.press("/new", record=kif(), act="keep", analyse="1")
        assert toasts(page)[0].startswith("You have used up your analyses for this hour.")
        assert list(analyses.find_page(house.owner("ken"))) == []
        assert len(ken.list()) == 1


def test_without_an_engine_no_analysis_is_offered(ken: Member) -> None:
    assert 'name="analyse"' not in ken.press("/new", record=kif(), act="read").text


def test_a_full_house_says_so_before_anything_is_typed(site: House, ken: Member, username: str) -> None:
    site.store.put(User(username=username, kifu_max=0))
    for path in ("/shogi/new", "/shogi"):
        assert "You have reached 0 games." in ken.get(path).text
    refused = ken.press("/new", record=kif(), act="keep")
    assert refused.status_code == 422
    assert "７六歩" in refused.text.partition("<textarea")[2]


def test_the_page_stands_in_both_languages_without_anything_typed(site: House) -> None:
    assert "貼るか、ここへ落とすだけ。" in site.member("somebody", "ja").get("/shogi/new").text
    assert "Read it" in site.member("somebody", "en").get("/shogi/new").text


def _broken() -> str:
    lines = kif(moves=12).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("   9 "))
    lines[at] = "   9 ９九歩(77)"
    return "\n".join(lines)


def _fields(page: str) -> dict[str, str]:
    """What a browser would send of the proposal."""
    form = page.partition('id="adding"')[2].partition("</form>")[0]
    found = {}
    for part in form.split("<input")[1:]:
        tag = part.partition(">")[0]
        if ("radio" in tag or "checkbox" in tag) and "checked" not in tag:
            continue
        name = tag.partition('name="')[2].partition('"')[0]
        if name and name not in ("file", "_csrf"):
            found[name] = tag.partition('value="')[2].partition('"')[0]
    return found


def _latest(site: House, username: str) -> Game:
    owner = site.owner(username)
    found = lists.find_latest(site.store, username)
    assert found is not None
    return games.find_game(owner, found.game_id)


def test_who_one_is_in_a_game_is_known_from_games_before(site: House, username: str) -> None:
    """Their account is called otherwise: ken, not 山田 健."""
    browser = site.member(username, name="ken")
    games.keep(site.owner(username), kif(second="佐藤"), {"side": "first"})
    page = browser.press("/new", record=kif(first="鈴木 浩二", second="山田 健"), act="read")
    assert 'value="second" checked' in page.text


def test_what_was_read_says_how_it_ended_and_which_opening_it_is(ken: Member) -> None:
    page = ken.press("/new", record=kif(moves=10), act="read").text
    assert re.search(r"<dt>Opening</dt><dd>[^<]+</dd>", page)
    assert "<dt>Result</dt><dd>Gote wins in 10 moves</dd>" in page


HANDICAP = "手合割：二枚落ち\n手数----指手---------消費時間--\n   1 ６二銀(71)\n   2 ７六歩(77)\n"
BLOCKED = kif().replace("２六歩(27)", "２四飛(28)")


@pytest.mark.parametrize(("language", "move", "square"), [("en", "☗R-2d", "2g"), ("ja", "２四飛(28)", "２七")])
def test_a_refused_move_is_told_in_the_reader_s_own_coordinates(
    site: House, username: str, language: str, move: str, square: str
) -> None:
    page = site.member(username, language).press("/new", record=BLOCKED, act="read").text
    stop = page[page.index('id="stop"') :].partition("</section>")[0]
    assert f", {move}:" in stop or f" {move}：" in stop
    assert square in stop


def test_prose_is_said_to_be_no_game(ken: Member) -> None:
    page = ken.press("/new", record="Dear Ken,\nthank you for the game.", act="read").text
    assert "This doesn&#39;t look like a game." in page
    assert "Stopped at line" not in page


def test_with_a_handicap_the_players_are_called_otherwise(site: House, username: str) -> None:
    page = site.member(username, "ja").press("/new", record=HANDICAP, act="keep").text
    assert '<b class="clip">上手</b>' in page
    assert '<b class="clip">下手</b>' in page


def test_the_main_button_stays_in_the_rail_where_a_phone_has_none(ken: Member) -> None:
    for path in ("/shogi/new", "/shogi/positions", "/shogi/new/board"):
        rail = ken.get(path).text.partition('class="rail"')[2]
        assert re.search(r'<nav class="wide-act"[^>]*><a class="act-button" href="/shogi/new"', rail)


def test_a_record_of_300_kb_is_read_and_kept_and_a_larger_one_comes_back_as_it_was_typed(site: House) -> None:
    browser = site.member("large")
    said = "あ" * ((300 * 1024 - len(kif().encode()) - 10) // 3)
    largest, larger = kif(note=said), kif(note=f"{said}ああああ")
    assert len(largest.encode()) <= 300 * 1024 < len(larger.encode())
    assert browser.press("/new", record=largest, act="read").status_code == 200
    kept = browser.press("/new", record=largest, act="keep", slug="large")
    assert re.search(r"/shogi/games/\w+$", str(kept.url))
    assert said in kept.text
    for sent in ({"record": larger}, {"files": {"file": ("a.kif", larger.encode())}}):
        refused = browser.press("/new", act="read", **sent)
        assert refused.status_code == 422
        assert "This is larger than 300 KB." in refused.text
    assert said in browser.press("/new", record=larger, act="read").text
