"""The trash: a game goes there with its tags, readers and scores, and comes back; nothing of it is left behind."""

from datetime import timedelta

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.shogi.club import Club, find_faults, kif
from tests.apps.shogi.neighbours import people

from chabudai.apps.shogi import (
    design,
    games,
    imports,
    job_worker,
    permissions,
    positions,
    sharing,
    tags,
    transfer,
    trash,
)
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import Game, GameReader, System, ThrownGame, ThrownReader
from chabudai.apps.shogi.errors import GamesFull, NoSuchGame
from chabudai.apps.shogi.permissions import Viewer
from chabudai.apps.shogi.position_entities import Occurrence
from chabudai.apps.shogi.records import Address, Position
from chabudai.store import record_calls


def full_game(club: Club) -> Game:
    """With a tag, a reader, a link, scores and a change that could be taken back."""
    game = club.keep()
    tags.put_on(club.owner(), game.game_id, tags.find_or_add(club.owner(), "四間").tag_id)
    sharing.add_reader(club.owner(), game.game_id, "yuko", people(club, "yuko"))
    sharing.start_link(club.owner(), game.game_id)
    games.comment(club.owner(), game.game_id, Address(1), "x", game.latest_update)
    line = club.store.one(design.head("akira", game.game_id)).line
    club.store.put(
        GameScores(owner="akira", game_id=game.game_id, line=line, scores=(1, 2), response="{}", created=game.created)
    )
    return games.find_game(club.owner(), game.game_id)


def test_a_game_goes_to_the_trash_whole_and_comes_back(club: Club) -> None:
    game = full_game(club)
    assert game.share_code is not None
    outcome = trash.throw_away(club.owner(), game.game_id)
    assert find_faults(club) == []
    assert club.rows(Game) == club.rows(GameReader) == club.rows(Occurrence) == club.rows(GameScores) == []
    assert club.store.one(design.user("akira")).kifu_count == 0
    with pytest.raises(NoSuchGame):
        permissions.open_link(Viewer(club.store), game.share_code)
    for username in ("yuko", "akira"):
        with pytest.raises(NoSuchGame):
            permissions.open_game(Viewer(club.store, username), game.game_id)
    (listed,) = trash.find_page(club.owner())
    assert (listed.game_id, listed.slug, listed.first_player, listed.moves) == (game.game_id, game.slug, "山田 健", 9)
    back = trash.restore(club.owner(), **outcome.undo.acts[0].arguments).game
    assert back == game.model_copy(update={"share": False, "share_code": None})
    head = club.store.one(design.head("akira", game.game_id))
    assert (len(head.tags), head.readers, head.share) == (1, frozenset({"yuko"}), False)
    assert [row.scores for row in club.rows(GameScores)] == [(1, 2)]
    assert permissions.open_game(Viewer(club.store, "yuko"), game.game_id).role == "reader"
    assert club.rows(ThrownGame) == club.rows(ThrownReader) == []
    assert find_faults(club) == []


def test_a_name_that_was_taken_meanwhile_gets_a_number_and_a_tag_that_is_gone_stays_away(club: Club) -> None:
    game = full_game(club)
    outcome = trash.throw_away(club.owner(), game.game_id)
    club.keep()
    tags.delete(club.owner(), tags.find_all(club.owner())[0].tag_id)
    back = trash.restore(club.owner(), **outcome.undo.acts[0].arguments).game
    assert back.slug == f"{game.slug} 2"
    assert club.store.one(design.head("akira", game.game_id)).tags == frozenset()
    assert find_faults(club) == []


def test_restoring_is_held_to_the_quota_and_to_there_being_something(club: Club) -> None:
    outcome = trash.throw_away(club.owner(), club.keep().game_id)
    club.store.put(System(kifu_max=1, tag_max=1))
    club.keep()
    where = outcome.undo.acts[0].arguments
    with pytest.raises(GamesFull):
        trash.restore(club.owner(), **where)
    assert len(trash.find_page(club.owner())) == 1
    with pytest.raises(NoSuchGame):
        trash.restore(club.owner("yuko"), **where)
    with pytest.raises(NoSuchGame):
        trash.throw_away(club.owner(), where["game_id"])
    trash.delete(club.owner(), **where)
    with pytest.raises(NoSuchGame):
        trash.restore(club.owner(), **where)
    assert find_faults(club) == []


def test_the_id_of_a_thrown_game_is_nobody_elses(club: Club) -> None:
    """Links and what others wrote down lead to it when it comes back, and to no other game meanwhile."""
    game = club.keep()
    document = transfer.write_json(club.owner()).encode()
    outcome = trash.throw_away(club.owner(), game.game_id)
    for _ in range(2):
        imports.start(club.owner("yuko"), [("x.json", document)])
        job_worker.new_worker(club.store, club.clock).catch_up()
    (copied,) = club.rows(Game)
    assert (copied.owner, copied.game_id != game.game_id) == ("yuko", True)
    back = trash.restore(club.owner(), **outcome.undo.acts[0].arguments).game
    assert back.game_id == game.game_id
    assert find_faults(club) == []


def test_an_export_of_what_lies_in_the_trash_comes_back_once(club: Club) -> None:
    game = club.keep()
    document = transfer.write_json(club.owner()).encode()
    outcome = trash.throw_away(club.owner(), game.game_id)
    for _ in range(3):
        imports.start(club.owner(), [("x.json", document)])
        job_worker.new_worker(club.store, club.clock).catch_up()
    assert [row.game_id for row in club.rows(Game)] == [game.game_id]
    back = trash.restore(club.owner(), **outcome.undo.acts[0].arguments).game
    assert back.game_id != game.game_id
    assert len(club.rows(Game)) == 2
    assert find_faults(club) == []


def test_an_id_is_free_when_its_game_is_gone_for_good(club: Club) -> None:
    game = club.keep()
    outcome = trash.throw_away(club.owner(), game.game_id)
    trash.delete(club.owner(), **outcome.undo.acts[0].arguments)
    club.store.insert(game.model_copy(update={"owner": "yuko", "slug": "x"}))
    trash.empty(club.owner())
    assert [row.owner for row in club.rows(Game)] == ["yuko"]


def test_after_thirty_days_nothing_is_left(club: Club) -> None:
    game = full_game(club)
    trash.throw_away(club.owner(), game.game_id)
    club.clock.advance(days=29, hours=23)
    assert len(trash.find_page(club.owner())) == 1
    club.clock.advance(hours=2)
    assert len(trash.find_page(club.owner())) == 0
    assert club.rows(ThrownReader) == []


def test_the_trash_is_emptied(club: Club) -> None:
    for moves in range(1, 4):
        club.clock.advance(seconds=1)
        trash.throw_away(club.owner(), club.keep(moves=moves).game_id)
    full = full_game(club)
    club.clock.advance(seconds=1)
    trash.throw_away(club.owner(), full.game_id)
    assert [row.moves for row in trash.find_page(club.owner())] == [9, 3, 2, 1]
    assert trash.empty(club.owner()) == 4
    assert club.rows(ThrownGame) == club.rows(ThrownReader) == []
    assert find_faults(club) == []


@pytest.mark.parametrize("number", [1, 2])
def test_throwing_away_that_was_cut_off_did_nothing_or_is_finished_at_the_next_search(club: Club, number: int) -> None:
    game = full_game(club)
    with pytest.raises(Interrupted):
        trash.throw_away(meddled(club.owner(), "TransactWriteItems", number, power_cut), game.game_id)
    if number == 1:
        assert find_faults(club) == []
        return
    assert club.rows(Game) == []
    assert positions.finish_all(club.owner()) == 1
    assert find_faults(club) == []


@pytest.mark.parametrize("number", [1, 2])
def test_keeping_that_was_cut_off_did_nothing_or_is_finished_at_the_next_search(club: Club, number: int) -> None:
    with pytest.raises(Interrupted):
        games.keep(meddled(club.owner(), "TransactWriteItems", number, power_cut), kif())
    positions.search(club.owner(), Position.start())
    assert len(club.rows(Game)) == number - 1
    assert find_faults(club) == []


def test_a_tag_or_reader_that_comes_at_that_moment_is_not_left_behind(club: Club) -> None:
    game, tag = club.keep(), tags.add(club.owner(), "四間")
    yuko = people(club, "yuko")

    def meddle() -> None:
        tags.put_on(club.owner(), game.game_id, tag.tag_id)
        sharing.add_reader(club.owner(), game.game_id, "yuko", yuko)

    outcome = trash.throw_away(meddled(club.owner(), "TransactWriteItems", 1, meddle), game.game_id)
    assert find_faults(club) == []
    trash.restore(club.owner(), **outcome.undo.acts[0].arguments)
    assert club.store.one(design.head("akira", game.game_id)).readers == {"yuko"}


def test_the_trash_asks_for_a_page_at_a_time(club: Club) -> None:
    for _ in range(30):
        trash.throw_away(club.owner(), club.keep(moves=1).game_id)
    with record_calls() as calls:
        page = trash.find_page(club.owner())
    assert ([call.operation for call in calls], len(page)) == (["Query"], 25)
    assert len(trash.find_page(club.owner(), page.cursor)) == 5
    assert page.items[0].expired == int((club.clock() + timedelta(days=30)).timestamp())
