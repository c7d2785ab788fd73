"""Several games at once: the same act for each that is marked, and one way back for all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.shogi import games, slugs, tags, trash
from chabudai.apps.shogi.errors import (
    NoSuchGame,
    OwnerOnly,
    RecordChanged,
    SlugTaken,
    TooBusy,
    TooManyGames,
    TooManyTags,
)
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo, join

MOST: Final = 200


@dataclass(frozen=True)
class BulkOutcome:
    """`missed` are the ids that nothing was done to: gone, another's, changed at this moment, or full."""

    done: int
    missed: tuple[str, ...]
    undo: Undo


def move(owner: Owner, ids: Sequence[str], folder: str) -> BulkOutcome:
    """Into a folder, or to the top; a name that is taken there gets a number."""
    into = slugs.check_folder(folder, "to_folder") if folder.strip() else ""
    return _act_on_each(ids, lambda game_id: _move(owner, game_id, into))


def throw_away(owner: Owner, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda game_id: trash.throw_away(owner, game_id).undo)


def put_tag_on(owner: Owner, ids: Sequence[str], name: str) -> BulkOutcome:
    """The person's own of this name, or a new one. A game that has as many as one can is left as it is."""
    tag = tags.find_or_add(owner, name)
    return _act_on_each(ids, lambda game_id: tags.put_on(owner, game_id, tag.tag_id))


def _move(owner: Owner, game_id: str, folder: str) -> Undo:
    game = games.find_game(owner, game_id)
    wanted = slugs.place_in(folder, game.slug.rpartition("/")[2])
    if wanted == game.slug:
        return Undo()
    free = slugs.find_free(owner.store, owner.username, wanted)
    return games.edit(owner, game_id, {"slug": free}, game.latest_update).undo


def _act_on_each(ids: Sequence[str], act: Callable[[str], Undo]) -> BulkOutcome:
    wanted = tuple(dict.fromkeys(ids))
    if len(wanted) > MOST:
        raise TooManyGames(MOST)
    undos: list[Undo] = []
    missed: list[str] = []
    for game_id in wanted:
        try:
            undos.append(act(game_id))
        except (NoSuchGame, OwnerOnly, RecordChanged, SlugTaken, TooBusy, TooManyTags):
            missed.append(game_id)
    return BulkOutcome(len(undos), tuple(missed), join(undos))
