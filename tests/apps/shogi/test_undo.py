"""Every act that can be taken back is, by the very text that travels in a toast."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.apps.shogi.club import Club, find_faults
from tests.apps.shogi.neighbours import people

from chabudai.apps.shogi import design, folders, games, sharing, tags, trash, undo
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.records import Address
from chabudai.common.undo import InvalidUndo, Undo, undo_by

Act = Callable[[Club, Game], Undo]

ACTS: dict[str, Act] = {
    "edit": lambda club, game: (
        games.edit(
            club.owner(), game.game_id, {"memo": "x", "slug": "z", "played": None, "opening": "a"}, game.latest_update
        ).undo
    ),
    "branch": lambda club, game: (
        games.keep_branch(club.owner(), game.game_id, Address(2), ["6g6f"], game.latest_update).undo
    ),
    "cut": lambda club, game: games.delete_from(club.owner(), game.game_id, Address(3), game.latest_update).undo,
    "throw away": lambda club, game: trash.throw_away(club.owner(), game.game_id).undo,
    "rename tag": lambda club, _: tags.rename(club.owner(), first_tag(club), "x").undo,
    "take off": lambda club, game: tags.take_off(club.owner(), game.game_id, first_tag(club)),
    "delete tag": lambda club, _: tags.delete(club.owner(), first_tag(club)).undo,
    "public": lambda club, game: sharing.set_public(club.owner(), game.game_id, public=True).undo,
    "memo shared": lambda club, game: sharing.set_memo_shared(club.owner(), game.game_id, memo_shared=True).undo,
    "move": lambda club, _: folders.move(club.owner(), "社団戦", "x").undo,
    "reader": lambda club, game: sharing.add_reader(club.owner(), game.game_id, "yuko", house_of(club)),
    "reader of all": lambda club, _: sharing.add_reader_of_all(club.owner(), "yuko", house_of(club)),
    "remove reader": lambda club, game: sharing.remove_reader(club.owner(), game.game_id, "ken"),
    "remove reader of all": lambda club, _: sharing.remove_reader_of_all(club.owner(), "ken"),
    "keep": lambda club, _: games.keep(club.owner(), club.rows(Game)[0].record).undo,
}


def house_of(club: Club) -> People:
    return People.default(club.store, club.clock)


def first_tag(club: Club) -> str:
    return tags.find_all(club.owner())[0].tag_id


def state(club: Club) -> Any:
    """What a person sees; times of changes and the text's own spelling apart."""
    kept = {"slug", "side", "result", "memo", "public", "share", "memo_shared", "game_id"}
    heads = sorted(club.store.all(design.all_heads("akira")), key=lambda head: head.game_id)
    return (
        sorted((game.model_dump(include=kept) for game in club.rows(Game)), key=lambda each: each["game_id"]),
        heads,
        [tag.name for tag in tags.find_all(club.owner())],
        sharing.find_readers_of_all(club.owner()),
    )


@pytest.mark.parametrize("name", ACTS)
def test_what_is_taken_back_is_as_it_was(club: Club, name: str) -> None:
    game = club.keep()
    tags.put_on(club.owner(), game.game_id, tags.add(club.owner(), "四間").tag_id)
    house = people(club, "ken", "yuko")
    sharing.add_reader(club.owner(), game.game_id, "ken", house)
    sharing.add_reader_of_all(club.owner(), "ken", house)
    before = state(club)
    done = ACTS[name](club, games.find_game(club.owner(), game.game_id))
    assert state(club) != before or name in {"branch", "memo shared"}
    packed = done.pack()
    assert packed is not None
    undo.take_back(club.owner(), Undo.unpack(packed), house)
    assert state(club) == before
    assert find_faults(club) == []


def test_what_nobody_made_takes_nothing_back(club: Club) -> None:
    for wrong in (
        undo_by("nothing"),
        undo_by("edit_game", game_id="x"),
        undo_by("edit_game", game_id="x", given=7, seen="y"),
        undo_by("restore", thrown=7, game_id="x"),
        undo_by("add_reader", game_id="x", people="everybody"),
    ):
        with pytest.raises(InvalidUndo):
            undo.take_back(club.owner(), wrong, people(club))
