"""The page of statistics over HTTP: every bar leads to a list with as many games as it says."""

import re
from html import unescape
from itertools import count

import pytest
from tests.apps.shogi.club import Club
from tests.apps.shogi.crowd import crowd
from tests.apps.shogi.site_house import House, Member

_NUMBERS = count(1)
_ROW = re.compile(r'<a href="(/shogi\?[^"]*)"><b>([^<]*)</b><span class="count-of">(\d+) games?</span>')


def person(site: House, language: str = "en") -> tuple[str, Member]:
    username = f"counted{next(_NUMBERS)}"
    return username, site.member(username, language)


def some_games(site: House, username: str) -> None:
    site.keep(username, day="2040/11/05", opening="四間飛車")
    site.keep(username, {"result": "lose"}, day="2040/11/06", second="鈴木　浩二", opening="四間飛車 対 急戦")
    site.keep(username, {"result": "draw"}, day="2040/02/07", first="鈴木", second="山田 健", opening="四間飛車")
    site.keep(username, {"result": "win"}, day="2039/12/31")


def test_every_bar_opens_a_list_with_as_many_games_as_it_says(site: House) -> None:
    username, browser = person(site)
    some_games(site, username)
    page = browser.get("/shogi/statistics").text
    bars = [(unescape(url), unescape(name), int(games)) for url, name, games in _ROW.findall(page)]
    assert ("鈴木 浩二", 3) in [(name, games) for _, name, games in bars]
    assert ("Fourth File Rook", 2) in [(name, games) for _, name, games in bars]
    months = re.findall(r'<a href="(/shogi\?from[^"]*)" aria-label="([^"]*): (\d+) games?"', page)
    assert [(name, games) for _, name, games in months] == [
        ("December 2039", "1"),
        ("February 2040", "1"),
        ("November 2040", "2"),
    ]
    every = [*((url, games) for url, _, games in bars), *((unescape(url), int(games)) for url, _, games in months)]
    for url, games in every:
        assert len(browser.list(url.partition("?")[2])) == games, url


def test_a_list_says_what_bar_it_is_of_and_how_to_leave_it(site: House) -> None:
    username, browser = person(site)
    some_games(site, username)
    page = browser.get("/shogi?opponent=鈴木 浩二&length=0-59&opening_name=四間飛車&sort=name").text
    for label in ("Against 鈴木 浩二", "Fourth File Rook", "0 to 59 moves"):
        assert re.search(rf'aria-current="true"[^>]*>(<svg.*?</svg>)?{label}</a>', page), label
    assert "1 found" in page
    assert len(browser.list("length=nonsense")) == 4


def test_few_games_are_counted_without_percentages(site: House) -> None:
    username, browser = person(site)
    some_games(site, username)
    assert "4 games · 2 wins, 1 draw, 1 loss</p>" in browser.get("/shogi/statistics").text
    assert "%</" not in browser.get("/shogi/statistics").text
    for _ in range(8):
        site.keep(username, {"result": "win"}, day="2040/11/01")
    page = browser.get("/shogi/statistics").text
    assert "12 games · 10 wins, 1 draw, 1 loss · win rate 91%</p>" in page


@pytest.mark.parametrize(("span", "games"), [("30", 2), ("year", 3), ("all", 4), ("nonsense", 4)])
def test_a_period_counts_its_own_days(site: House, span: str, games: int) -> None:
    username, browser = person(site)
    some_games(site, username)
    assert f"{games} games · " in browser.get(f"/shogi/statistics?span={span}").text


def test_every_picture_has_its_table_in_both_languages(site: House) -> None:
    username, browser = person(site)
    some_games(site, username)
    for reader, captions in (
        (browser, ("By month", "By side", "By opponent", "By opening", "By length")),
        (site.member(username, "ja"), ("月ごと", "先手・後手", "対局相手", "戦型", "手数")),
    ):
        page = reader.get("/shogi/statistics").text
        assert all(f'<caption class="sr">{caption}</caption>' in page for caption in captions)


def test_somebody_without_games_is_told_what_stands_here(site: House) -> None:
    page = person(site)[1].get("/shogi/statistics").text
    assert "No games in this period" in page
    assert 'href="/shogi/new"' in page


def test_three_thousand_games_are_two_queries_and_a_page_of_60_kb(site: House) -> None:
    username, browser = person(site)
    crowd(Club(site.store, site.clock), 3_000, owner=username)  # type: ignore[arg-type]
    page = browser.get("/shogi/statistics")
    asked = site.asked()
    assert {call.operation for call in asked} == {"Query"}
    assert len(asked) <= 3
    assert len(page.content) < 60 * 1024
    assert "3000 games" in page.text
