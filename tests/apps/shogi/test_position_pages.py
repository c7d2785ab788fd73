"""The page of positions over HTTP: found from the board, from a game and from text, without any script."""

import re
from html import unescape
from itertools import count
from urllib.parse import quote, urlencode

import pytest
from httpx import Response
from tests.apps.shogi.club import Club
from tests.apps.shogi.crowd import crowd
from tests.apps.shogi.site_house import House, Member

from chabudai.apps.shogi import games, record_texts, sharing
from chabudai.apps.shogi.records import Position, Record
from chabudai.apps.shogi.study_pages.position_board import empty_board, place

_NUMBERS = count(1)
OPENING = ["7g7f", "3c3d", "2g2f", "8c8d"]


def person(site: House, language: str = "en") -> tuple[str, Member]:
    username = f"searcher{next(_NUMBERS)}"
    return username, site.member(username, language)


def keep(site: House, username: str, moves: list[str], **given: str) -> str:
    record = Record.from_moves(moves, headers={"先手": "山田 健", "後手": "鈴木 浩二", "開始日時": "2040/10/25"})
    text = record_texts.compose(record)
    return games.keep(site.owner(username), text, {"side": "first", "result": "win", **given}).game.game_id


def sfen_after(moves: list[str]) -> str:
    position = Position.start()
    for move in moves:
        position = position.play(move)
    return position.sfen_without_ply


def spelled(moves: list[str]) -> str:
    """As an address of ours spells it."""
    return urlencode({"x": sfen_after(moves)})[2:]


def url_after(moves: list[str], **more: str) -> str:
    said = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/shogi/positions?sfen={quote(sfen_after(moves))}{said}"


def links(page: Response, label: str) -> list[str]:
    """Where the links of this name lead."""
    return [unescape(url) for url in re.findall(rf'<a[^>]*href="([^"]*)" aria-label="{label}"', page.text)]


def answer(page: Response) -> str:
    found = re.search(r'<p class="soft">(.*?)</p>', page.text)
    assert found
    return unescape(found[1])


def test_a_position_tells_how_its_games_came_out_and_opens_them_there(site: House) -> None:
    username, browser = person(site)
    won = keep(site, username, OPENING)
    lost = keep(site, username, ["2g2f", "8c8d", "7g7f", "3c3d", "6i7h"], result="lose")
    keep(site, username, ["5g5f"])
    page = browser.get(url_after(OPENING))
    assert answer(page) == "2 games · you: 1 win, 1 loss"
    assert f'href="/shogi/games/{won}?at=4"' in page.text
    assert f'href="/shogi/games/{lost}?at=4"' in page.text
    assert "The game ends here" in page.text
    assert "☗G-7h" in page.text
    assert "25 Oct" in page.text


@pytest.mark.parametrize(("language", "said"), [("en", "12 games · Sente wins 75%"), ("ja", "12局 · 先手勝率 75%")])
def test_from_ten_decided_games_on_there_is_a_rate(site: House, language: str, said: str) -> None:
    username, browser = person(site, language)
    for number in range(12):
        keep(site, username, ["7g7f"], result="lose" if number % 4 == 0 else "win")
    assert answer(browser.get("/shogi/positions")).startswith(said)


def test_games_of_one_side_alone_are_a_chip_away(site: House) -> None:
    username, browser = person(site)
    keep(site, username, ["7g7f"])
    keep(site, username, ["7g7f"], side="second", result="lose")
    assert answer(browser.get("/shogi/positions?side=second")) == "1 game · you: 1 loss"
    assert 'href="/shogi/positions?side=first"' in browser.get("/shogi/positions").text


def test_a_piece_is_picked_and_put_down_by_links_alone(site: House) -> None:
    username, browser = person(site)
    keep(site, username, OPENING)
    page = browser.get("/shogi/positions")
    (picked,) = links(page, "7g, Sente&#39;s pawn")
    (there,) = links(browser.get(picked), "7f, empty")
    assert there == f"/shogi/positions?sfen={spelled(['7g7f'])}"
    assert answer(browser.get(there)) == "1 game · you: 1 win"


def test_it_is_asked_whether_a_piece_promotes(site: House) -> None:
    _, browser = person(site)
    before = ["7g7f", "3c3d"]
    page = browser.get(url_after(before, **{"from": "8h", "to": "2b"}))
    shown = {
        label: unescape(url)
        for url, label in re.findall(r'href="([^"]*)"[^>]*>(Promote|Don&#39;t promote)<', page.text)
    }
    assert quote(sfen_after([*before, "8h2b+"]), safe="").replace("%20", "+") in shown["Promote"]
    assert quote(sfen_after([*before, "8h2b"]), safe="").replace("%20", "+") in shown["Don&#39;t promote"]


def test_a_held_piece_is_dropped(site: House) -> None:
    _, browser = person(site)
    before = ["7g7f", "3c3d", "8h2b+", "3a2b"]
    page = browser.get(url_after(before))
    (picked,) = links(page, "bishop: 1")
    (there,) = links(browser.get(picked), "5e, empty")
    assert spelled([*before, "B*5e"]) in there


def test_pieces_are_placed_turned_over_and_taken_off(site: House) -> None:
    _, browser = person(site)
    empty = quote(empty_board().sfen_without_ply)
    page = browser.get(f"/shogi/positions?sfen={empty}&piece=P")
    assert page.text.count('name="put"') == 81 + 2
    answer_ = browser.ask("GET", f"/shogi/positions/placed?sfen={empty}&piece=P&put=5e")
    assert answer_.status_code == 303
    assert "4P4" in answer_.headers["location"]
    board = empty_board()
    for put, there in (("5e", "P"), ("5e", "+P"), ("5e", ""), ("nonsense", "")):
        board = place(board, "P", put)
        assert board.piece_at("5e") == there
    held = place(place(board, "s", "w"), "s", "w")
    assert held.sfen_without_ply.endswith("b 2s")
    assert place(held, "off", "-s").sfen_without_ply.endswith("b s")
    assert place(held, "off", "b") == held
    assert place(place(board, "G", "1a"), "off", "1a") == board


@pytest.mark.parametrize("text", ["nonsense", "9/9 b -", "lnsgkgsnl/1r5b1 b - 1", "x" * 500])
def test_what_is_no_position_is_told_beside_its_field_and_stays(site: House, text: str) -> None:
    _, browser = person(site)
    page = browser.get(f"/shogi/positions?sfen={quote(text)}")
    assert page.status_code == 422
    assert "This isn&#39;t a position in SFEN." in page.text
    assert f'value="{text[:200]}"' in page.text


def test_a_position_that_no_game_can_have_has_no_moves_and_no_games(site: House) -> None:
    _, browser = person(site)
    page = browser.get(f"/shogi/positions?sfen={quote('RRRRRRRRR/9/9/9/9/9/9/9/4K3k b -')}&from=9a")
    assert page.status_code == 200
    assert "Not in your games" in page.text
    assert links(page, "9a, Sente&#39;s rook") == []


def test_programs_say_a_position_with_words_before_it(site: House) -> None:
    username, browser = person(site)
    keep(site, username, OPENING)
    said = quote(f"position sfen {sfen_after(OPENING)} 5")
    assert answer(browser.get(f"/shogi/positions?sfen={said}")) == "1 game · you: 1 win"


def test_a_games_page_leads_to_its_position_also_after_tried_moves(site: House) -> None:
    username, browser = person(site)
    game = keep(site, username, OPENING)
    page = browser.get(f"/shogi/games/{game}?at=2").text
    assert f'href="/shogi/games/{game}/position?at=2" data-key="p"' in page
    assert "This position" not in page
    there = browser.ask("GET", f"/shogi/games/{game}/position?at=2&moves=2g2f").headers["location"]
    assert answer(browser.get(there)) == "1 game · you: 1 win"
    stranger = person(site)[1]
    assert stranger.ask("GET", f"/shogi/games/{game}/position?at=2").status_code == 404


def test_from_move_20_on_a_games_page_counts_the_games_of_whoever_looks(site: House) -> None:
    username, browser = person(site)
    around = ["2h3h", "8b7b", "3h2h", "7b8b"] * 4
    moves = [*OPENING, *around, "6i7h", "4a3b"]
    game = keep(site, username, moves)
    keep(site, username, [*moves, "2f2e"])
    assert "This position: 2 games" in browser.get(f"/shogi/games/{game}?at=21").text
    assert "This position: 2 games" in browser.get(f"/shogi/games/{game}/engine?at=21").text
    assert "This position: 1 game<" in browser.get(f"/shogi/games/{game}/engine?at=22&moves=2f2e").text
    sharing.start_link(site.owner(username), game)
    code = games.find_game(site.owner(username), game).share_code
    reader, other = person(site)
    assert "This position" not in other.get(f"/s/{code}?at=22").text
    keep(site, reader, moves)
    assert "This position: 1 game<" in other.get(f"/s/{code}?at=22").text
    guest = Member(site.client, "en")
    assert 'data-key="p"' not in guest.get(f"/s/{code}?at=22").text


def test_nobody_finds_games_of_others(site: House) -> None:
    username, _ = person(site)
    keep(site, username, OPENING)
    assert "Not in your games" in person(site)[1].get(url_after(OPENING)).text


def test_three_thousand_games_stay_a_few_queries_and_go_on_page_by_page(site: House) -> None:
    username, browser = person(site)
    crowd(Club(site.store, site.clock), 3_000, owner=username)  # type: ignore[arg-type]
    page = browser.get("/shogi/positions")
    asked = site.asked()
    operations = [call.operation for call in asked]
    assert operations.count("Query") == len(operations) - 1 <= 6
    assert operations.count("GetItem") == 1  # how boards look
    assert answer(page).startswith("3000 games · Sente wins")
    assert len(page.content) < 60 * 1024
    first = re.findall(r'href="/shogi/games/(g\d+)', page.text)
    more = unescape(re.findall(r'href="([^"]*)" data-more', page.text)[0])
    rest = re.findall(r'href="/shogi/games/(g\d+)', browser.get(more).text)
    assert len(first) == len(rest) == 10
    assert not set(first) & set(rest)
    assert browser.get(f"{more}x").status_code in (303, 400)
