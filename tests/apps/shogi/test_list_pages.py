"""The list of games as it is seen: ordered, filtered, in folders, in both languages; and the trash."""

import re
from itertools import count

import pytest
from tests.apps.shogi.site_house import House, Member, toasts

from chabudai.apps.shogi import design, sharing, tags
from chabudai.apps.shogi.analysis_entities import GameScores

_NUMBERS = count(1)


@pytest.fixture
def akira(site: House) -> Member:
    return site.member(_new_name())


def _new_name() -> str:
    return f"person{next(_NUMBERS)}"


def _person(site: House, language: str = "en") -> tuple[str, Member]:
    username = _new_name()
    return username, site.member(username, language)


def test_somebody_without_games_is_led_to_the_first_one(akira: Member) -> None:
    page = akira.get("/shogi")
    assert "No games yet" in page.text
    assert 'href="/shogi/new"' in page.text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ja", ("勝", "自分だけ", "見た日", "四間飛車")),
        ("en", ("W", "Only me", "Last opened", "Fourth File Rook")),
    ],
)
def test_a_card_says_who_played_how_it_ended_and_who_may_see_it(
    site: House, language: str, words: tuple[str, ...]
) -> None:
    username, browser = _person(site, language)
    game = site.keep(username, {"slug": "社団戦/2040/鈴木"}, opening="四間飛車")
    tag = tags.add(site.owner(username), "急戦")
    tags.put_on(site.owner(username), game.game_id, tag.tag_id)
    page = browser.get("/shogi").text
    for word in (*words, "<b>山田 健</b>", "鈴木 浩二", "社団戦/2040/鈴木", ">急戦</a>", "/shogi/diagram/"):
        assert word in page
    assert f'href="/shogi/games/{game.game_id}"' in page


def test_a_card_names_the_widest_circle_that_may_see_the_game(site: House) -> None:
    username, browser = _person(site)
    game = site.keep(username)
    sharing.start_link(site.owner(username), game.game_id)
    assert "Shared by link" in browser.get("/shogi").text
    sharing.set_public(site.owner(username), game.game_id, public=True)
    page = browser.get("/shogi").text
    assert "Public" in page
    assert "Shared by link" not in page


def test_a_second_tap_on_the_order_turns_it_round(site: House) -> None:
    username, browser = _person(site)
    for name in ("a", "b", "c"):
        site.keep(username, {"slug": name})
    assert browser.list("sort=name") == ["a", "b", "c"]
    page = browser.get("/shogi?sort=name").text
    assert 'href="/shogi?sort=name&amp;turned=1"' in page
    assert browser.list("sort=name&turned=1") == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("side=first", ["won"]),
        ("side=second", ["lost"]),
        ("result=win", ["won"]),
        ("result=lose", ["lost"]),
        ("player=佐藤", ["lost"]),
        ("opening=矢倉", ["won"]),
        ("from=2040-11-01", ["lost"]),
        ("until=2040-10-31", ["won"]),
        ("q=矢倉", ["won"]),
        ("q=矢倉&result=lose", []),
        ("from=nonsense&sort=name", ["lost", "won"]),
    ],
)
def test_filters_stand_in_the_address(site: House, query: str, found: list[str]) -> None:
    username, browser = _person(site)
    site.keep(username, {"slug": "won"}, opening="矢倉")
    site.keep(username, {"slug": "lost"}, first="佐藤 美咲", second="山田 健", day="2040/11/08")
    assert browser.list(query) == found


def test_what_is_not_found_offers_to_clear_the_filters(site: House) -> None:
    username, browser = _person(site)
    site.keep(username)
    page = browser.get("/shogi?player=nobody&sort=name").text
    assert "Nothing found" in page
    assert 'href="/shogi?sort=name"' in page


def test_a_folder_shows_what_is_in_it_and_the_way_out(site: House) -> None:
    username, browser = _person(site)
    for slug in ("club/2039/a", "club/2040/b", "home/c"):
        site.keep(username, {"slug": slug})
    outside = browser.get("/shogi").text
    assert 'href="/shogi?folder=club"' in outside
    inside = browser.get("/shogi?folder=club")
    assert 'href="/shogi?folder=club%2F2039"' in inside.text
    assert 'aria-label="You are here"' in inside.text
    assert sorted(browser.list("folder=club")) == ["club/2039/a", "club/2040/b"]
    assert "This folder is empty" in browser.get("/shogi?folder=nowhere").text


def test_a_list_goes_on_after_25_games(site: House) -> None:
    username, browser = _person(site)
    for number in range(27):
        site.keep(username, {"slug": f"{number:02}"})
    first = browser.get("/shogi?sort=name").text
    more = first.partition("data-more")[0].rpartition('href="')[2].partition('"')[0]
    assert "Next 25 games" in first
    rest = browser.list(more.partition("?")[2].replace("&amp;", "&"))
    assert rest == ["25", "26"]


def test_names_that_are_code_stay_text(site: House) -> None:
    username, browser = _person(site)
    site.keep(username, {"slug": "<b>x"}, first="<script>alert(1)</script>", event="{{ 7*7 }}")
    page = browser.get("/shogi").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_game_goes_to_the_trash_and_back_by_its_toast(site: House) -> None:
    username, browser = _person(site)
    game = site.keep(username, {"slug": "one"})
    page = browser.press(f"/games/{game.game_id}/trash", next="/shogi?sort=name")
    assert toasts(page) == ["Moved “one” to trash."]
    assert browser.list() == []
    assert toasts(browser.undo(page)) == ["It is as it was before."]
    assert browser.list() == ["one"]


def test_the_trash_gives_back_deletes_and_is_emptied(site: House) -> None:
    username, browser = _person(site)
    for name in ("a", "b", "c"):
        browser.press(f"/games/{site.keep(username, {'slug': name}).game_id}/trash")
    page = browser.get("/shogi/trash").text
    assert all(f"Restore: {name}" in page for name in ("a", "b", "c"))
    rows = dict(zip(_values(page, "id")[::2], _values(page, "thrown")[::2], strict=True))
    first, second, _ = rows
    back = browser.press("/trash/restore", id=first, thrown=rows[first])
    assert toasts(back)[0].startswith("The game is back as “")
    gone = browser.press("/trash/delete", id=second, thrown=rows[second])
    assert toasts(gone) == ["The game is deleted for good."]
    assert toasts(browser.press("/trash/empty")) == ["1 game is deleted for good."]
    assert "Trash is empty" in browser.get("/shogi/trash").text
    assert len(browser.list()) == 1


def test_nobody_throws_away_or_downloads_a_game_of_somebody_else(site: House) -> None:
    username, browser = _person(site)
    game = site.keep(username)
    stranger = site.member(_new_name())
    assert stranger.press(f"/games/{game.game_id}/trash").status_code == 404
    assert stranger.get(f"/shogi/games/{game.game_id}/file.kif").status_code == 404
    assert "７六歩" in browser.get(f"/shogi/games/{game.game_id}/file.kif").text


def test_an_undo_of_a_game_that_is_gone_says_so(site: House) -> None:
    username, browser = _person(site)
    page = browser.press(f"/games/{site.keep(username).game_id}/trash")
    browser.press("/trash/empty")
    assert toasts(browser.undo(page)) == ["You can't see this game."]


def _values(page: str, name: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split(f'name="{name}" value="')[1:]]


def test_a_list_draws_what_was_analysed_from_one_batch(site: House) -> None:
    username, browser = _person(site)
    analysed = site.keep(username, {"slug": "a"})
    site.keep(username, {"slug": "b"})
    head = site.store.get(design.head(username, analysed.game_id))
    assert head is not None
    line = GameScores(
        owner=username, game_id=analysed.game_id, line=head.line, scores=(0, 300, 900), created=site.clock()
    )
    site.store.put(line)
    page = browser.get("/shogi").text
    assert page.count('class="sparkline"') == 1
    assert page.count("Not analysed yet") == 1
    assert [call.operation for call in site.asked()].count("BatchGetItem") == 2  # heads and scores


def test_a_list_of_25_games_stays_within_60_kb(site: House) -> None:
    username, browser = _person(site, "ja")
    tag = tags.add(site.owner(username), "振り飛車").tag_id
    for number in range(25):
        game = site.keep(username, {"slug": f"社団戦/2040/鈴木 {number:02}"}, opening="四間飛車 対 居飛車穴熊")
        tags.put_on(site.owner(username), game.game_id, tag)
        head = site.store.get(design.head(username, game.game_id))
        assert head is not None
        scores = tuple(range(0, 9000, 90))
        site.store.put(
            GameScores(owner=username, game_id=game.game_id, line=head.line, scores=scores, created=site.clock())
        )
    page = browser.get("/shogi")
    assert page.text.count('class="sparkline"') == 25
    for_builders = re.compile(r'<details[^>]*id="drawer".*?</details>', re.DOTALL)  # what the page asked the table
    whole = for_builders.sub("", page.text)
    assert whole != page.text
    assert len(whole.encode()) < 60 * 1024


def test_the_acts_of_a_row_are_a_page_of_their_own(site: House) -> None:
    username, browser = _person(site)
    game = site.keep(username)
    path = f"/shogi/games/{game.game_id}/acts"
    assert f'href="{path}?back=/shogi"' in browser.get("/shogi").text
    page = browser.get(f"{path}?back=/shogi%3Fsort%3Dname").text
    for act in ("Edit details", "Share", "Tags", "Move to folder", "Export", "Move to trash"):
        assert act in page
    assert 'name="next" value="/shogi?sort=name"' in page
    assert 'value="https://elsewhere' not in browser.get(f"{path}?back=https://elsewhere.example").text
    assert site.member(_new_name()).get(path).status_code == 404


def test_from_a_game_one_comes_back_to_the_list_as_it_was(site: House) -> None:
    username, browser = _person(site)
    game = site.keep(username)
    page = f"/shogi/games/{game.game_id}"
    assert 'class="icon-button back" href="/shogi"' in browser.get(page).text
    browser.get("/shogi?sort=name&side=first&select=1")
    assert 'class="icon-button back" href="/shogi?sort=name&amp;side=first"' in browser.get(page).text
    browser.get("/shogi?folder=%E7%A4%BE%E5%9B%A3%E6%88%A6&sort=name")
    text = browser.get(page).text
    assert '<a href="/shogi">Games</a>' in text
    assert '<a href="/shogi?sort=name&amp;folder=%E7%A4%BE%E5%9B%A3%E6%88%A6">社団戦</a>' in text


def test_a_game_is_thrown_away_from_its_own_page_and_others_are_searched_from_there(site: House) -> None:
    username, browser = _person(site)
    game = site.keep(username, {"slug": "one"})
    browser.get("/shogi?sort=name")
    page = browser.get(f"/shogi/games/{game.game_id}").text
    assert re.search(r'<form class="search"[^>]*action="/shogi"', page)
    thrown = re.search(rf'action="/shogi/games/{game.game_id}/trash".*?name="next" value="([^"]*)"', page)
    assert thrown
    assert thrown[1] == "/shogi?sort=name"


def test_a_search_without_a_hit_shows_its_word_and_the_ways_out(site: House) -> None:
    username, browser = _person(site)
    site.keep(username)
    page = browser.get("/shogi?q=mochi&side=first&sort=name").text
    assert "Nothing found for “mochi”" in page
    assert 'href="/shogi?sort=name&amp;side=first"' in page
    assert re.search(r'href="/shogi\?sort=name"[^>]*>Clear filters', page)
    page = browser.get("/shogi?q=mochi&folder=x").text
    assert re.search(r'href="/shogi\?q=mochi"[^>]*>Search all folders', page)


def test_long_names_are_cut_in_a_list_so_that_its_page_stays_small(site: House) -> None:
    username, browser = _person(site, "ja")
    for number in range(25):
        site.keep(username, {"slug": f"{number:02}" + "長" * 90}, first="寿限無" * 33, second="擦り切れ" * 25)
    page = browser.get("/shogi").text
    assert "寿限無" * 8 not in page
    assert "寿限無" * 7 in page
    whole = re.sub(r'<details[^>]*id="drawer".*?</details>', "", page, flags=re.DOTALL)
    assert len(whole.encode()) < 60 * 1024
