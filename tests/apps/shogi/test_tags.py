"""Tags: each name once, a rename that touches no game, a deletion that cascades and can be taken back."""

import threading
from datetime import timedelta

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.shogi.club import NOON, Club, find_faults, kif

from chabudai.apps.shogi import design, games, tags
from chabudai.apps.shogi.entities import GameTag, System, Tag, ThrownTag
from chabudai.apps.shogi.errors import NoSuchGame, NoSuchTag, TagNameTaken, TagsFull, TooManyTags
from chabudai.store import record_calls
from chabudai.web.errors import InvalidFields


def test_a_tag_is_put_on_and_taken_off(club: Club) -> None:
    game, tag = club.keep(), tags.add(club.owner(), "四間飛車")
    undo = tags.put_on(club.owner(), game.game_id, tag.tag_id)
    assert not tags.put_on(club.owner(), game.game_id, tag.tag_id)
    assert [row.game_id for row in club.store.all(design.games_tagged(tag.tag_id))] == [game.game_id]
    assert [(line.tag.name, line.games) for line in tags.find_lines(club.owner())] == [("四間飛車", 1)]
    assert undo.acts[0].name == "take_off_tag"
    tags.take_off(club.owner(), **undo.acts[0].arguments)
    assert not tags.take_off(club.owner(), game.game_id, tag.tag_id)
    assert club.rows(GameTag) == []
    assert games.find_game(club.owner(), game.game_id).latest_update == game.latest_update
    assert find_faults(club) == []


def test_a_name_is_one_tags_without_regard_to_width_and_case(club: Club) -> None:
    tag = tags.add(club.owner(), "ABC")
    for name in ("ABC", "ａｂｃ", " abc "):
        with pytest.raises(TagNameTaken):
            tags.add(club.owner(), name)
    assert tags.find_or_add(club.owner(), "ａｂｃ") == tag
    assert tags.find_or_add(club.owner("yuko"), "abc").owner == "yuko"
    for name in ("", "  ", "あ" * 41):
        with pytest.raises(InvalidFields):
            tags.add(club.owner(), name)
    assert find_faults(club) == []


def test_a_rename_touches_no_game_and_moves_the_time_of_the_last_change(club: Club) -> None:
    game, tag = club.keep(), tags.add(club.owner(), "四間")
    tags.add(club.owner(), "居飛車")
    tags.put_on(club.owner(), game.game_id, tag.tag_id)
    club.clock.advance(minutes=5)
    before = club.rows(GameTag), games.find_game(club.owner(), game.game_id)
    with record_calls() as calls:
        outcome = tags.rename(club.owner(), tag.tag_id, "四間飛車")
    assert [call.operation for call in calls] == ["GetItem", "GetItem", "TransactWriteItems", "GetItem"]
    assert (outcome.tag.name, outcome.tag.latest_update) == ("四間飛車", club.clock())
    assert outcome.tag.latest_access == NOON
    assert (club.rows(GameTag), games.find_game(club.owner(), game.game_id)) == before
    with pytest.raises(TagNameTaken):
        tags.rename(club.owner(), tag.tag_id, "居飛車")
    arguments = outcome.undo.acts[0].arguments
    assert tags.rename(club.owner(), arguments["tag_id"], arguments["to"]).tag.name == "四間"
    assert tags.add(club.owner(), "四間飛車")
    assert find_faults(club) == []


def test_a_look_at_its_page_moves_the_time_of_the_last_look(club: Club) -> None:
    tag = tags.add(club.owner(), "四間")
    club.clock.advance(seconds=1)
    assert tags.open_tag(club.owner(), tag.tag_id).latest_access == club.clock()
    assert tags.find_tag(club.owner(), tag.tag_id).latest_update == NOON
    with pytest.raises(NoSuchTag):
        tags.open_tag(club.owner("yuko"), tag.tag_id)


def test_a_deletion_cascades_and_can_be_taken_back(club: Club) -> None:
    tag, other = tags.add(club.owner(), "四間"), tags.add(club.owner(), "居飛車")
    kept = [club.keep(moves=number + 1) for number in range(3)]
    for game in kept:
        tags.put_on(club.owner(), game.game_id, tag.tag_id)
    tags.put_on(club.owner(), kept[0].game_id, other.tag_id)
    outcome = tags.delete(club.owner(), tag.tag_id)
    assert [row.name for row in tags.find_all(club.owner())] == ["居飛車"]
    assert len(club.rows(GameTag)) == 1
    assert find_faults(club) == []
    assert tags.add(club.owner(), "四間")  # the name is free
    tags.delete(club.owner(), tags.find_or_add(club.owner(), "四間").tag_id)
    assert outcome.undo.acts[0].name == "restore_tag"
    tags.restore(club.owner(), tag.tag_id)
    assert [(line.tag.name, line.games) for line in tags.find_lines(club.owner())] == [("四間", 3), ("居飛車", 1)]
    with pytest.raises(NoSuchTag):
        tags.restore(club.owner(), tag.tag_id)
    assert find_faults(club) == []


def test_a_tag_whose_name_was_taken_meanwhile_gives_its_games_to_that_one(club: Club) -> None:
    tag, game = tags.add(club.owner(), "四間"), club.keep()
    tags.put_on(club.owner(), game.game_id, tag.tag_id)
    tags.delete(club.owner(), tag.tag_id)
    new = tags.add(club.owner(), "四間")
    assert tags.restore(club.owner(), tag.tag_id) == new
    assert [(line.tag, line.games) for line in tags.find_lines(club.owner())] == [(new, 1)]
    assert find_faults(club) == []


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_deletion_that_was_cut_off_is_finished_at_the_next_look(club: Club, number: int) -> None:
    tag = tags.add(club.owner(), "四間")
    for moves in range(3):
        tags.put_on(club.owner(), club.keep(moves=moves + 1).game_id, tag.tag_id)
    cut = meddled(club.owner(), ["UpdateItem", "Query", "UpdateItem", "TransactWriteItems"][number - 1], 1, power_cut)
    if number == 3:
        cut = meddled(club.owner(), "UpdateItem", 2, power_cut)
    with pytest.raises(Interrupted):
        tags.delete(cut, tag.tag_id)
    if number > 1:
        assert tags.find_all(club.owner()) == []
        assert find_faults(club) == []
        tags.restore(club.owner(), tag.tag_id)
    assert [(line.tag.name, line.games) for line in tags.find_lines(club.owner())] == [("四間", 3)]
    assert find_faults(club) == []


def test_a_restoring_that_was_cut_off_goes_on(club: Club) -> None:
    tag, game = tags.add(club.owner(), "四間"), club.keep()
    tags.put_on(club.owner(), game.game_id, tag.tag_id)
    tags.delete(club.owner(), tag.tag_id)
    with pytest.raises(Interrupted):
        tags.restore(meddled(club.owner(), "TransactWriteItems", 2, power_cut), tag.tag_id)
    assert len(club.rows(Tag)) == 1
    assert [line.games for line in tags.find_lines(club.owner())] == [1]
    assert club.rows(ThrownTag) == []
    assert find_faults(club) == []


def test_the_quota_of_tags_is_exact_also_at_once(club: Club) -> None:
    club.store.put(System(kifu_max=9, tag_max=3))
    refused: list[TagsFull] = []

    def add(number: int) -> None:
        try:
            tags.add(club.owner(), f"t{number}")
        except TagsFull as refusal:
            refused.append(refusal)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(refused), len(club.rows(Tag))) == (4, 3)
    tags.delete(club.owner(), tags.find_all(club.owner())[0].tag_id)
    tags.add(club.owner(), "again")
    assert find_faults(club) == []


def test_a_game_has_so_many_tags_and_no_more(club: Club) -> None:
    game = club.keep()
    for number in range(games.MOST_TAGS):
        tags.put_on(club.owner(), game.game_id, tags.add(club.owner(), f"t{number}").tag_id)
    last = tags.add(club.owner(), "last")
    with pytest.raises(TooManyTags):
        tags.put_on(club.owner(), game.game_id, last.tag_id)
    assert find_faults(club) == []


def test_nobody_elses_tag_or_game_is_taken(club: Club) -> None:
    game, tag = club.keep(), tags.add(club.owner(), "四間")
    foreign = tags.add(club.owner("yuko"), "四間")
    with pytest.raises(NoSuchTag):
        tags.put_on(club.owner(), game.game_id, foreign.tag_id)
    with pytest.raises(NoSuchGame):
        tags.put_on(club.owner("yuko"), game.game_id, foreign.tag_id)
    for act in (tags.delete, tags.find_tag, tags.restore):
        with pytest.raises(NoSuchTag):
            act(club.owner("yuko"), tag.tag_id)


def test_what_the_tags_page_asks_is_the_same_for_many_tags(club: Club) -> None:
    for number in range(10):
        tags.put_on(club.owner(), club.keep(moves=1).game_id, tags.add(club.owner(), f"t{number}").tag_id)
    with record_calls() as calls:
        tags.find_lines(club.owner())
    assert [call.operation for call in calls] == ["Query", "Query", "Query"]


def test_tags_are_found_by_how_their_names_begin(club: Club) -> None:
    tag = tags.add(club.owner(), "四間飛車")
    tags.add(club.owner(), "居飛車")
    assert tags.find_beginning(club.owner(), "四間") == [tag.tag_id]
    assert tags.find_beginning(club.owner(), "") == []


def test_a_tag_is_used_when_a_game_is_kept_with_it(club: Club) -> None:
    tag = tags.add(club.owner(), "四間")
    club.clock.advance(days=3)
    games.keep(club.owner(), kif(), tags=[tag.tag_id])
    (used,) = tags.find_all(club.owner())
    assert used.latest_access == tag.latest_access + timedelta(days=3)
