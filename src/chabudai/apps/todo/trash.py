"""The trash: what is done is cleared into it, and it is emptied."""

from datetime import datetime

from chabudai.apps.todo import design
from chabudai.apps.todo.todos import plan_move_to_trash, plan_restore
from chabudai.common import trash
from chabudai.common.owner import Owner
from chabudai.common.sweeps import sweep
from chabudai.common.undo import Undo, undo_by


def clear_done(owner: Owner) -> tuple[int, Undo]:
    """Everything that is done goes into the trash: how many, and how to take it back."""
    now = owner.now()
    done = [todo for todo in owner.store.all(design.todos(owner.username)) if todo.completed and not todo.deleted_at]
    moved = sweep(owner.store, done, lambda todo: plan_move_to_trash(owner, todo.todo_id, now).when(completed=True))
    return len(moved), undo_by("restore_cleared", moment=now) if moved else Undo()


def restore_cleared(owner: Owner, moment: str) -> None:
    """What was cleared at this moment, by which it is found again. ValueError when it is none."""
    cleared_at = datetime.fromisoformat(moment)
    rows = owner.store.all(design.trashed_todos(owner.username))
    cleared = (todo for todo in rows if todo.deleted_at == cleared_at)
    sweep(owner.store, cleared, lambda todo: plan_restore(owner, todo.todo_id).when(deleted_at=todo.deleted_at))


def empty(owner: Owner) -> int:
    """What is in the trash goes for good; how many."""
    return trash.empty(owner.store, owner.store.all(design.trashed_todos(owner.username)))
