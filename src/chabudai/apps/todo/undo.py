"""Taking back: by the same acts that a person can do, and two that only undo needs."""

from collections.abc import Callable
from functools import partial
from typing import Final

from chabudai.apps.todo import service, trash
from chabudai.common import undo as undos
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo

_ACTS: Final[tuple[Callable[..., object], ...]] = (
    service.tick,
    service.untick,
    service.move_to_trash,
    service.restore,
    service.put_back,
    trash.restore_cleared,
)


def take_back(owner: Owner, undo: Undo) -> None:
    """As it was before. What was changed since, or is gone, is told when all the others are taken back."""
    undos.take_back(undo, {act.__name__: partial(act, owner) for act in _ACTS})
