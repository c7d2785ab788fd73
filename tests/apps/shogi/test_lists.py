"""Lists: in the order of their indexes, filtered, a full page at a time, and never with a record."""

from datetime import date
from typing import Any

import pytest
from tests.apps.shogi.club import NOON, Club, kif
from tests.apps.shogi.crowd import crowd

from chabudai.apps.shogi import design, games, lists, sharing, tags
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.lists import GameSelection, Sort
from chabudai.store import record_calls
from chabudai.table import Cursors
from chabudai.web.errors import WrongCursor

CURSORS = Cursors(b"secret")


def slugs(club: Club, selection: GameSelection) -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        page = lists.find_page(club.store, "akira", selection, cursor, CURSORS)
        found += [each.slug for each in page.games]
        if page.cursor is None:
            return found
        assert len(page.games) == design.PAGE
        cursor = page.cursor


def test_another_persons_tag_says_nothing_not_even_how_many_there_are(club: Club) -> None:
    club.keep()
    theirs = tags.add(club.owner("yuko"), "secret")
    for number in (1, 2, 3):
        tags.put_on(club.owner("yuko"), club.keep("yuko", moves=number).game_id, theirs.tag_id)
    for tag_id in (theirs.tag_id, "none", "a#b"):
        page = lists.find_page(club.store, "akira", GameSelection(tag=tag_id), None, CURSORS)
        assert (page.games, page.total) == ((), 0)


def test_each_order_is_that_of_its_index(club: Club) -> None:
    first = club.keep(given={"slug": "c"}, moves=1)
    club.clock.advance(minutes=20)
    second = club.keep(given={"slug": "a"}, moves=2)
    club.clock.advance(minutes=20)
    club.keep(given={"slug": "b"}, moves=3)
    club.clock.advance(minutes=20)
    games.edit(club.owner(), first.game_id, {"memo": "x"}, first.latest_update)
    club.clock.advance(minutes=20)
    games.look_at(club.owner(), second)
    expected: dict[Sort, list[str]] = {
        "created": ["b", "a", "c"],
        "updated": ["c", "b", "a"],
        "accessed": ["a", "b", "c"],
        "name": ["c", "b", "a"],
    }
    for sort, order in expected.items():
        assert slugs(club, GameSelection(sort, "desc")) == order
        assert slugs(club, GameSelection(sort, "asc")) == order[::-1]
    latest = lists.find_latest(club.store, "akira")
    assert latest is not None
    assert latest.game_id == second.game_id
    assert lists.find_latest(club.store, "yuko") is None


def test_filters_leave_what_is_wanted(club: Club) -> None:
    owner = club.owner()
    one = club.keep(given={"slug": "x/1", "memo": "端攻めの研究"}, opening="四間飛車", day="2040/01/05", moves=1)
    club.keep(given={"slug": "x/2", "side": "second", "result": "lose"}, second="ＳＡＴＯ", day="2040/02/05", moves=2)
    club.keep(given={"slug": "y/3", "result": "sennichite"}, day="", moves=3)
    tag = tags.add(owner, "t")
    tags.put_on(owner, one.game_id, tag.tag_id)
    sharing.set_public(owner, one.game_id, public=True)
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["x/1", "x/2", "y/3"]),
        ({"folder": "x"}, ["x/1", "x/2"]),
        ({"side": "second"}, ["x/2"]),
        ({"result": "sennichite"}, ["y/3"]),
        ({"tag": tag.tag_id}, ["x/1"]),
        ({"tag": "nobody"}, []),
        ({"tag": tag.tag_id, "side": "second"}, []),
        ({"player": "sato"}, ["x/2"]),
        ({"player": "やまだ"}, []),
        ({"player": "山田"}, ["x/1", "x/2", "y/3"]),
        ({"opening": "四間"}, ["x/1"]),
        ({"first": date(2040, 1, 6)}, ["x/2", "y/3"]),
        ({"first": date(2040, 1, 5), "last": date(2040, 1, 5)}, ["x/1"]),
        ({"last": date(2040, 11, 14)}, ["x/1", "x/2"]),
        ({"words": "研究 端攻め"}, ["x/1"]),
        ({"words": "y/3"}, ["y/3"]),
        ({"words": "四間 山田 社団戦"}, ["x/1"]),
        ({"words": "研究", "is_own": False}, []),
        ({"words": "四間", "is_own": False}, ["x/1"]),
        ({"public": True, "is_own": False}, ["x/1"]),
        ({"folder": "x", "result": "lose"}, ["x/2"]),
        ({"folder": "x", "tag": tag.tag_id, "is_own": False}, ["x/1", "x/2", "y/3"]),
    ]
    for fields, expected in cases:
        for sort in ("name", "created"):
            assert sorted(slugs(club, GameSelection(sort, "asc", **fields))) == expected, fields


def test_pages_are_full_and_go_on_where_they_ended(club: Club) -> None:
    crowd(club, 180)
    for selection in (
        GameSelection("created"),
        GameSelection("name", "asc"),
        GameSelection("accessed", folder="社団戦"),
        GameSelection("created", side="first", result="win"),
        GameSelection("updated", words="四間 対局"),
    ):
        found = slugs(club, selection)
        assert len(found) == len(set(found))
        assert found
    assert len(slugs(club, GameSelection("created"))) == 180
    assert len(slugs(club, GameSelection("accessed", folder="社団戦"))) == 60
    page = lists.find_page(club.store, "akira", GameSelection(side="first"), None, CURSORS)
    assert page.total == 90


def test_a_cursor_is_good_for_its_own_list_alone(club: Club) -> None:
    crowd(club, 60)
    cursor = lists.find_page(club.store, "akira", GameSelection("created"), None, CURSORS).cursor
    assert cursor is not None
    for owner, selection, altered in (
        ("yuko", GameSelection("created"), cursor),
        ("akira", GameSelection("updated"), cursor),
        ("akira", GameSelection("created", side="first"), cursor),
        ("akira", GameSelection("created"), cursor[:-2]),
        ("akira", GameSelection("created"), "x"),
    ):
        with pytest.raises(WrongCursor):
            lists.find_page(club.store, owner, selection, altered, CURSORS)


@pytest.mark.parametrize("sort", ["created", "accessed", "updated", "name"])
def test_a_page_of_three_thousand_games_reads_a_page(large_club: Club, sort: Sort) -> None:
    index = {"created": "Created", "accessed": "LatestAccess", "updated": "LatestUpdate", "name": "Common"}[sort]
    with record_calls() as calls:
        page = lists.find_page(large_club.store, "akira", GameSelection(sort), None, CURSORS)
    assert len(page.games) == 25
    assert [(call.operation, call.items) for call in calls] == [
        ("Query", 26),
        ("BatchGetItem", 25),
    ]  # one more tells whether there is a next page
    assert (calls[0].index or "").startswith(index)


@pytest.mark.parametrize(
    "selection",
    [
        GameSelection("created", player="めずらしい"),
        GameSelection("accessed", result="lose", side="first"),
        GameSelection("name", words="めずらしい 研究"),
        GameSelection("updated", folder="社団戦/2033"),
        GameSelection("created", first=date(2039, 1, 1), opening="角換わり"),
        GameSelection("created", words="never"),
    ],
)
def test_a_filtered_page_of_three_thousand_games_asks_little(large_club: Club, selection: GameSelection) -> None:
    """Heads are under a megabyte a query; index rows are 500 at a time; cards are one batch."""
    with record_calls() as calls:
        page = lists.find_page(large_club.store, "akira", selection, None, CURSORS)
    assert {call.operation for call in calls} <= {"Query", "BatchGetItem"}
    assert len(calls) <= 14
    assert sum((call.units or 0) for call in calls) < 600
    assert all("kifu" not in each.head.model_dump() for each in page.games)


def test_a_game_that_another_program_stored_is_listed(club: Club) -> None:
    game = Game(
        owner="akira", slug="a", record=kif(), created=NOON, latest_access=NOON, latest_update=NOON, side="first"
    )
    club.store.insert(game)
    broken = game.model_copy(update={"game_id": "2", "slug": "b", "record": "?"})
    club.store.insert(broken)
    page = lists.find_page(club.store, "akira", GameSelection("name", "asc"), None, CURSORS)
    assert [(each.slug, each.head.first_player, each.head.side) for each in page.games] == [
        ("a", "山田 健", "first"),
        ("b", None, "first"),
    ]
    with record_calls() as calls:
        lists.find_page(club.store, "akira", GameSelection("name", "asc"), None, CURSORS)
    assert [call.operation for call in calls] == ["Query", "BatchGetItem"]
