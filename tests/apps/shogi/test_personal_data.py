"""An account that goes: all that is the person's is handed over, and nothing is left, however it was interrupted."""

import json

import pytest
from tests import bad_rows
from tests.adapters.clocks import SettableClock
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.shogi.club import Club, find_faults, kif
from tests.apps.shogi.neighbours import people

from chabudai import table
from chabudai.apps.shogi import analyses, design, games, imports, personal_data, repair, sharing, tags, trash
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import Game, GameReader, ShogiTable, ThrownReader, User
from chabudai.apps.shogi.records import Address
from chabudai.common.unreadable_rows import UnreadableRowLog


def fill(club: Club) -> None:
    """Everything that a person can have, and what others share with them."""
    house = people(club, "akira", "yuko", "ken")
    owner = club.owner()
    game = club.keep(note="x")
    tag = tags.add(owner, "四間")
    tags.put_on(owner, game.game_id, tag.tag_id)
    tags.delete(owner, tags.add(owner, "消す").tag_id)
    sharing.add_reader(owner, game.game_id, "yuko", house)
    sharing.add_reader_of_all(owner, "ken", house)
    sharing.start_link(owner, game.game_id)
    games.comment(owner, game.game_id, Address(2), "y", game.latest_update)
    line = club.store.one(design.head("akira", game.game_id)).line
    club.store.put(GameScores(owner="akira", game_id=game.game_id, line=line, scores=(1,), created=game.created))
    thrown = club.keep(moves=3)
    sharing.add_reader(owner, thrown.game_id, "yuko", house)
    trash.throw_away(owner, thrown.game_id)
    analyses.ask_for_position(owner, "{}")
    analyses.ask_for_game(owner, game.game_id, "{}")
    imports.start(owner, [("a.kif", kif(moves=5).encode())])
    foreign, binned = club.keep("yuko"), club.keep("yuko", moves=2)
    for each in (foreign, binned):
        sharing.add_reader(club.owner("yuko"), each.game_id, "akira", house)
    trash.throw_away(club.owner("yuko"), binned.game_id)
    sharing.add_reader_of_all(club.owner("ken"), "akira", house)


def names_them(club: Club) -> bool:
    rows = [item for item in club.items() if not str(item).count("PERSON#")]
    return "akira" in json.dumps(rows, ensure_ascii=False, default=str)


@pytest.mark.parametrize("cut_at", [None, 1, 2, 3, 4, 5, 6, 8, 10, 12])
def test_nothing_names_a_person_who_is_gone(club: Club, cut_at: int | None) -> None:
    fill(club)
    assert names_them(club)
    if cut_at is not None:
        cut = meddled(club.owner(), "TransactWriteItems", cut_at, power_cut)
        with pytest.raises(Interrupted):
            personal_data.erase(cut.store, club.clock, "akira")
    personal_data.erase(club.store, club.clock, "akira")
    assert not names_them(club)
    assert [game.owner for game in club.rows(Game)] == ["yuko"]
    assert club.rows(GameReader) == club.rows(ThrownReader) == []
    assert find_faults(club) == []
    personal_data.erase(club.store, club.clock, "akira")


@pytest.mark.parametrize("operation", ["TransactWriteItems", "BatchWriteItem", "Query", "DeleteItem", "GetItem"])
def test_what_a_request_keeps_while_an_account_goes_is_gone_after_the_next_pass(club: Club, operation: str) -> None:
    """Before each call in turn: whole, with the rows that guard names and ids, which nobody could have again."""

    def keep() -> None:
        club.keep(given={"slug": "x"})
        tags.add(club.owner(), "tag")

    for number in range(1, 200):
        fired: list[bool] = []

        def event(fired: list[bool] = fired) -> None:
            fired.append(True)
            keep()

        club.keep(note="y")
        busy = meddled(club.owner(), operation, number, event)
        personal_data.erase(busy.store, club.clock, "akira")
        personal_data.erase(club.store, club.clock, "akira")
        assert club.items() == [], f"before {operation} {number}"
        if not fired:
            break
    assert not fired


def test_an_account_goes_with_what_can_not_be_read(clock: SettableClock) -> None:
    """A row of every kind that names them, each by itself."""
    done: set[str] = set()
    while True:
        with table.open(":memory:", clock=clock, report_unreadable=UnreadableRowLog()) as store:
            store.create(*design.design.tables)
            club = Club(store, clock)
            fill(club)
            found = [bad for bad in bad_rows.in_place(store.raw, ShogiTable, "akira") if "akira" in str(bad.item)]
            bad = next((each for each in found if each.entity not in done), None)
            if bad is None:
                break
            done.add(bad.entity)
            bad.plant(store.raw)
            personal_data.export(store, clock, "akira")
            personal_data.erase(store, clock, "akira")
            assert not names_them(club), bad.entity
    assert len(done) > 12


def test_everything_of_a_person_is_handed_over(club: Club) -> None:
    fill(club)
    document = personal_data.export(club.store, club.clock, "akira")
    json.dumps(document)
    assert [game["tags"] for game in document["games"]] == [["四間"]]
    assert list(document["sharedWith"].values()) == [["yuko"]]
    assert document["sharedAllWith"] == ["ken"]
    assert len(document["sharedWithMe"]) == 2
    counts = {name: len(document[name]) for name in ("trash", "analyses", "scores", "jobs")}
    assert counts == {"trash": 2, "analyses": 2, "scores": 1, "jobs": 1}


def test_a_reader_who_is_gone_does_not_come_back_from_the_trash(club: Club) -> None:
    fill(club)
    personal_data.erase(club.store, club.clock, "akira")
    (thrown,) = trash.find_page(club.owner("yuko"))
    back = trash.restore(club.owner("yuko"), thrown.thrown, thrown.game_id).game
    assert sharing.find_readers(club.owner("yuko"), back.game_id) == []


def test_counts_that_drifted_are_made_right(club: Club) -> None:
    club.keep()
    tags.add(club.owner(), "x")
    club.store.write(User.update(username="akira").set(kifu_count=7, tag_count=0))
    club.keep("yuko")
    report = repair.repair_all(club.store, club.clock)
    assert [str(drift) for drift in report.drifts] == ["akira: games 7 → 1, tags 0 → 1"]
    assert str(report).startswith("2 games of 2 people, 1 counts made right")
    assert find_faults(club) == []
    assert repair.repair_all(club.store, club.clock, "akira").drifts == ()


def test_a_count_that_drifted_to_nothing_stands_in_nobodys_way(club: Club) -> None:
    game = club.keep()
    tag = tags.add(club.owner(), "x")
    club.store.write(User.update(username="akira").set(kifu_count=0, tag_count=0))
    trash.throw_away(club.owner(), game.game_id)
    tags.delete(club.owner(), tag.tag_id)
    assert find_faults(club) == []


def test_what_was_interrupted_and_what_others_stored_is_mended(club: Club) -> None:
    with pytest.raises(Interrupted):
        games.keep(meddled(club.owner(), "TransactWriteItems", 2, power_cut), kif())
    tag = tags.add(club.owner(), "x")
    with pytest.raises(Interrupted):
        tags.delete(meddled(club.owner(), "Query", 1, power_cut), tag.tag_id)
    foreign = club.rows(Game)[0].model_copy(update={"owner": "seed", "game_id": "old", "slug": "a"})
    club.store.insert(foreign)
    report = repair.repair_all(club.store, club.clock)
    assert len(report.finished) == 3
    assert find_faults(club) == []
    assert club.store.one(design.user("seed")).kifu_count == 1
    assert repair.repair_all(club.store, club.clock).finished == ()
