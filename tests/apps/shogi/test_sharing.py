"""Sharing: with people by name, what others share, and how one leaves; who is known is not told to whoever asks."""

import threading

import pytest
from tests.apps.meddled_store import meddled
from tests.apps.shogi.club import Club, find_faults
from tests.apps.shogi.neighbours import people

from chabudai.apps.shogi import design, games, sharing, trash
from chabudai.apps.shogi.entities import GameReader, OwnerReader, new_share_code
from chabudai.apps.shogi.errors import NoSuchGame, NoSuchPerson, OwnName, TooManyReaders
from chabudai.store import record_calls
from chabudai.web.errors import TooManyRequests, WebError


def test_a_game_is_shared_with_a_person_and_found_on_the_other_side(club: Club) -> None:
    house = people(club, "yuko", "akira")
    game = club.keep()
    undo = sharing.add_reader(club.owner(), game.game_id, " Yuko ", house)
    assert not sharing.add_reader(club.owner(), game.game_id, "yuko", house)
    assert sharing.find_readers(club.owner(), game.game_id) == ["yuko"]
    (shared,) = sharing.find_shared_games(club.owner("yuko")).games
    assert (shared.owner, shared.head.game_id) == ("akira", game.game_id)
    assert sharing.visibility(shared.head) == "people"
    assert games.find_game(club.owner(), game.game_id).latest_update == game.latest_update
    sharing.remove_reader(club.owner(), **undo.acts[0].arguments)
    assert sharing.find_shared_games(club.owner("yuko")).games == ()
    assert find_faults(club) == []


def test_all_games_are_shared_with_a_person(club: Club) -> None:
    house = people(club, "yuko")
    sharing.add_reader_of_all(club.owner(), "yuko", house)
    assert not sharing.add_reader_of_all(club.owner(), "yuko", house)
    assert sharing.find_owners(club.owner("yuko")) == ["akira"]
    assert sharing.find_readers_of_all(club.owner()) == ["yuko"]
    sharing.leave_owner(club.owner("yuko"), "akira")
    assert sharing.find_owners(club.owner("yuko")) == club.rows(OwnerReader) == []


def test_whoever_does_not_want_a_game_leaves_it(club: Club) -> None:
    house = people(club, "yuko")
    game = club.keep()
    sharing.add_reader(club.owner(), game.game_id, "yuko", house)
    sharing.leave_game(club.owner("yuko"), game.game_id)
    with pytest.raises(NoSuchGame):
        sharing.leave_game(club.owner("yuko"), game.game_id)
    with pytest.raises(NoSuchGame):
        sharing.leave_game(club.owner("ken"), game.game_id)
    assert sharing.find_readers(club.owner(), game.game_id) == []
    assert find_faults(club) == []


def test_nobody_is_found_by_asking_and_asking(club: Club) -> None:
    house = people(club, "akira")
    game = club.keep()
    with pytest.raises(OwnName):
        sharing.add_reader(club.owner(), game.game_id, "akira", house)
    for typed in ("nobody", "", "a#b", "x" * 300, "あ"):
        with pytest.raises(NoSuchPerson):
            sharing.add_reader(club.owner(), game.game_id, typed, house)
    for number in range(24):
        with pytest.raises(NoSuchPerson):
            sharing.add_reader(club.owner(), game.game_id, f"name{number}", house)
    with pytest.raises(TooManyRequests):
        sharing.add_reader(club.owner(), game.game_id, "akira", house)
    with pytest.raises(NoSuchGame):
        sharing.add_reader(club.owner("yuko"), game.game_id, "akira", house)
    assert club.rows(GameReader) == []


def test_a_game_has_so_many_readers_and_still_goes_to_the_trash_in_one_moment(club: Club) -> None:
    game = club.keep()
    for number in range(sharing.MOST_READERS):
        house = people(club, f"name{number}")
        sharing.add_reader(club.owner("akira"), game.game_id, f"name{number}", house)
        club.clock.advance(minutes=5)
    house = people(club, "last")
    with pytest.raises(TooManyReaders):
        sharing.add_reader(club.owner(), game.game_id, "last", house)
    outcome = trash.throw_away(club.owner(), game.game_id)
    assert find_faults(club) == []
    trash.restore(club.owner(), **outcome.undo.acts[0].arguments)
    assert len(sharing.find_readers(club.owner(), game.game_id)) == sharing.MOST_READERS
    assert find_faults(club) == []


def test_so_many_may_read_all_games_also_when_they_are_let_at_once(club: Club) -> None:
    most = sharing.MOST_READERS_OF_ALL
    house = people(club, *(f"name{number}" for number in range(10)))
    for number in range(most - 2):
        club.store.put(OwnerReader(owner="akira", reader=f"other{number}"))
    refusals: list[WebError] = []

    def let(name: str) -> None:
        try:
            sharing.add_reader_of_all(club.owner(), name, house)
        except WebError as refusal:
            refusals.append(refusal)

    threads = [threading.Thread(target=let, args=(f"name{number}",)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sharing.find_readers_of_all(club.owner())) <= most
    let("name0")
    let("name1")
    let("name2")
    assert len(sharing.find_readers_of_all(club.owner())) == most
    assert any(isinstance(refusal, TooManyReaders) for refusal in refusals)


def test_one_who_is_let_between_count_and_write_counts(club: Club) -> None:
    house = people(club, "yuko", "ken")
    for number in range(sharing.MOST_READERS_OF_ALL - 1):
        club.store.put(OwnerReader(owner="akira", reader=f"other{number}"))

    def let_ken() -> None:
        sharing.add_reader_of_all(club.owner(), "ken", house)

    with pytest.raises(TooManyReaders):
        sharing.add_reader_of_all(meddled(club.owner(), "TransactWriteItems", 1, let_ken), "yuko", house)
    assert len(sharing.find_readers_of_all(club.owner())) == sharing.MOST_READERS_OF_ALL


def test_of_two_who_start_a_link_at_once_both_are_told_the_same(club: Club) -> None:
    game = club.keep()
    first: list[str | None] = []

    def start() -> None:
        first.append(sharing.start_link(club.owner(), game.game_id).share_code)

    second = sharing.start_link(meddled(club.owner(), "TransactWriteItems", 1, start), game.game_id)
    assert first == [second.share_code]
    assert games.find_game(club.owner(), game.game_id).share_code == second.share_code


def test_the_widest_is_told(club: Club) -> None:
    game = club.keep()

    def told() -> str:
        return sharing.visibility(club.store.one(design.head("akira", game.game_id)))

    assert told() == "private"
    sharing.start_link(club.owner(), game.game_id)
    assert told() == "link"
    outcome = sharing.set_public(club.owner(), game.game_id, public=True)
    assert told() == "public"
    (act,) = outcome.undo.acts
    sharing.UNDO[act.name](club.owner(), **act.arguments)
    assert told() == "link"
    sharing.revoke_link(club.owner(), game.game_id)
    assert told() == "private"
    assert find_faults(club) == []


def test_codes_can_not_be_guessed() -> None:
    codes = {new_share_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert {len(code) for code in codes} == {22}


def test_what_is_shared_asks_so_much_however_many_owners_there_are(club: Club) -> None:
    house = people(club, "yuko")
    for username in ("a", "b", "c"):
        for moves in (1, 2, 3):
            game = club.keep(username, moves=moves)
            sharing.add_reader(club.owner(username), game.game_id, "yuko", house)
    with record_calls() as calls:
        assert len(sharing.find_shared_games(club.owner("yuko")).games) == 9
    assert [call.operation for call in calls] == ["Query", "BatchGetItem"]
    with record_calls() as calls:
        sharing.find_owners(club.owner("yuko"))
    assert [call.operation for call in calls] == ["Query"]


def test_a_row_of_another_program_that_names_no_owner_is_read(club: Club) -> None:
    game = club.keep()
    club.store.put(GameReader(game_id=game.game_id, reader="yuko"))
    (shared,) = sharing.find_shared_games(club.owner("yuko")).games
    assert shared.owner == "akira"
    sharing.leave_game(club.owner("yuko"), game.game_id)
    club.store.put(GameReader(game_id="gone", reader="yuko"))
    sharing.leave_game(club.owner("yuko"), "gone")
    assert club.rows(GameReader) == []
