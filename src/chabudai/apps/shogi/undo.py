"""Taking back: which function each act of an undo names."""

from collections.abc import Callable, Mapping
from functools import partial

from chabudai.apps.shogi import folders, games, sharing, tags, trash
from chabudai.common import undo as undos
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo


def take_back(owner: Owner, undo: Undo) -> None:
    undos.take_back(undo, functions_of(owner))


def functions_of(owner: Owner) -> Mapping[str, Callable[..., object]]:
    def rename_tag(tag_id: str, to: str) -> object:
        return tags.rename(owner, tag_id, to)

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
    return {"rename_tag": rename_tag, **{name: partial(act, owner) for name, act in acts.items()}}
