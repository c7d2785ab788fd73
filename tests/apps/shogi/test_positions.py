"""Positions: found in whichever order they arose, with what was played next and what it came to."""

import random
from datetime import date

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.shogi.club import Club, find_faults, kif

from chabudai.apps.shogi import games, positions, trash
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.position_entities import Occurrence, PositionList
from chabudai.apps.shogi.records import Address, Format, Position, Record, parse, write
from chabudai.store import record_calls


def at(text: str, ply: int) -> Position:
    record = parse(text)
    return record.position_at(record.main_line()[ply - 1] if ply else 0)


def test_what_was_played_from_a_position_is_counted_for_oneself(club: Club) -> None:
    owner = club.owner()
    won = club.keep(day="2040/01/01")
    lost = club.keep(given={"result": "lose"}, day="2040/03/01", moves=4)
    drawn = club.keep(given={"side": "second", "result": "sennichite"}, day="2040/02/01", moves=2)
    moves = ["2g2f", "8c8d", "7g7f", "3c3d"]  # another order
    text = write(Record.from_moves(moves, headers={"先手": "山田 健", "開始日時": "2040/04/01"}), Format.KIF)
    other = games.keep(owner, text, own_name="山田 健").game
    found = positions.search(owner, at(kif(), 2))
    assert [each.head.game_id for each in found.games] == [lost.game_id, drawn.game_id, won.game_id]
    assert [each.ply for each in found.games] == [2, 2, 2]
    told = found.outcomes
    assert (told.games, told.wins, told.draws, told.losses, told.last) == (3, 1, 1, 1, date(2040, 3, 1))
    assert (told.rate, found.first_rate) == (0.5, 0.5)
    assert [(each.move, each.outcomes.games, each.outcomes.wins) for each in found.moves] == [
        ("2g2f", 2, 1),
        (None, 1, 0),
    ]
    assert positions.search(owner, at(kif(), 2), "second").outcomes.draws == 1
    reached = Record.from_moves(["7g7f", "8c8d", "2g2f", "3c3d"])
    (transposed,) = positions.search(owner, reached.position_at(4)).games
    assert (transposed.head.game_id, transposed.ply) == (other.game_id, 4)
    assert positions.count_games(owner, Position.start()) == 4
    assert positions.search(owner, Position.start("香落ち")).games == ()
    assert positions.search(club.owner("yuko"), Position.start()).games == ()


def test_a_position_that_comes_twice_in_a_game_counts_once_and_opens_at_the_first(club: Club) -> None:
    around = ["2h3h", "8b7b", "3h2h", "7b8b"]
    text = write(Record.from_moves(around * 2), Format.KIF)
    games.keep(club.owner(), text)
    found = positions.search(club.owner(), Position.start())
    assert [(each.ply, each.next_move) for each in found.games] == [(0, "2h3h")]
    assert positions.count_games(club.owner(), Position.start()) == 1
    assert find_faults(club) == []


def long_game(count: int, seed: int = 1) -> str:
    chance, position = random.Random(seed), Position.start()
    moves: list[str] = []
    while len(moves) < count and position.legal_moves:
        moves.append(chance.choice(position.legal_moves))
        position = position.play(moves[-1])
    return write(Record.from_moves(moves), Format.KIF)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_long_game_takes_bounded_transactions_and_goes_on_where_it_was_cut_off(club: Club, number: int) -> None:
    text = long_game(250)
    length = parse(text).moves_count
    with record_calls() as calls:
        kept = games.keep(club.owner(), text).game
    writes = [call for call in calls if call.operation == "TransactWriteItems"]
    assert len(writes) == 1 + -(-(length + 1) // 99)
    trash.throw_away(club.owner(), kept.game_id)
    with pytest.raises(Interrupted):
        games.keep(meddled(club.owner(), "TransactWriteItems", number, power_cut), text)
    assert positions.finish_all(club.owner()) == 1
    assert positions.finish_all(club.owner()) == 0
    assert find_faults(club) == []


def test_a_writer_that_was_overtaken_writes_no_more(club: Club) -> None:
    """One keeps a long game and stands still; another throws it away meanwhile: nothing of it is left."""
    text = long_game(250)

    def throw() -> None:
        (game,) = club.rows(Game)
        trash.throw_away(club.owner(), game.game_id)

    games.keep(meddled(club.owner(), "TransactWriteItems", 3, throw), text)
    assert club.rows(Occurrence) == club.rows(PositionList) == []
    assert find_faults(club) == []


def test_a_change_that_was_cut_off_leaves_no_old_position(club: Club) -> None:
    game = games.keep(club.owner(), long_game(150)).game
    cut = meddled(club.owner(), "TransactWriteItems", 2, power_cut)
    with pytest.raises(Interrupted):
        games.delete_from(cut, game.game_id, Address(20), game.latest_update)
    now = games.find_game(club.owner(), game.game_id)
    games.replace_record(club.owner(), game.game_id, long_game(120, seed=2), now.latest_update)
    assert find_faults(club) == []


def test_a_change_beside_the_main_line_writes_no_position(club: Club) -> None:
    game = club.keep()
    with record_calls() as calls:
        games.comment(club.owner(), game.game_id, Address(3), "x", game.latest_update)
    assert [call.operation for call in calls] == ["GetItem", "GetItem", "TransactWriteItems", "GetItem", "GetItem"]


def test_a_search_in_three_thousand_games_is_a_few_queries(large_club: Club) -> None:
    owner = large_club.owner()
    with record_calls() as calls:
        found = positions.search(owner, Position.start())
    assert (found.outcomes.games, len(found.moves)) == (3000, 1)
    assert {call.operation for call in calls} == {"Query"}
    assert len(calls) <= 6
    with record_calls() as calls:
        found = positions.search(owner, at(kif(moves=10), 10))
    assert found.outcomes.games == 300
    assert len(calls) <= 5
    with record_calls() as calls:
        assert positions.count_games(owner, at(kif(moves=10), 10)) == 300
    assert [call.operation for call in calls] == ["Query"]
    with record_calls() as calls:
        assert positions.search(owner, Position.start("角落ち")).games == ()
    assert [call.operation for call in calls] == ["Query", "Query"]
