"""Taking back: which function each act of an undo names."""

from collections.abc import Callable, Mapping
from functools import partial

from chabudai.apps.shogi import folders, games, sharing, tags, trash
from chabudai.apps.shogi.people import People
from chabudai.common import undo as undos
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo


def take_back(owner: Owner, undo: Undo, people: People) -> None:
    undos.take_back(undo, functions_of(owner, people))


def functions_of(owner: Owner, people: People) -> Mapping[str, Callable[..., object]]:
    """Whoever is let in again is looked up again among `people`, and counted as asked for."""

    def rename_tag(tag_id: str, to: str) -> object:
        return tags.rename(owner, tag_id, to)

    def add_reader(game_id: str, reader: str) -> object:
        return sharing.add_reader(owner, game_id, reader, people)

    def add_reader_of_all(reader: str) -> object:
        return sharing.add_reader_of_all(owner, reader, people)

    acts: dict[str, Callable[..., object]] = {
        "edit_game": games.take_back_edit,
        "restore_record": games.restore_record,
        "throw_away": trash.throw_away,
        "restore": trash.restore,
        "restore_tag": tags.restore,
        "put_on_tag": tags.put_on,
        "take_off_tag": tags.take_off,
        "move_folder": folders.move,
        **sharing.UNDO,
    }
    return {
        "rename_tag": rename_tag,
        "add_reader": add_reader,
        "add_reader_of_all": add_reader_of_all,
        **{name: partial(act, owner) for name, act in acts.items()},
    }
