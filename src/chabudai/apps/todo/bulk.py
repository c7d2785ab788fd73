"""Several todos at once: the same act for each that is marked, and one way back for all of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.todo import service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import NoSuchTodo, TodoChanged, TodoInTrash, TooManyTodos
from chabudai.apps.todo.todos import TodoOutcome
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo, join

MOST: Final = 100


@dataclass(frozen=True)
class BulkOutcome:
    """`missed` are the ids that nothing was done to: they are gone, or in the trash, or changed at this moment."""

    todos: tuple[Todo, ...]
    missed: tuple[str, ...]
    undo: Undo


def tick(owner: Owner, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda todo_id: service.tick(owner, todo_id))


def untick(owner: Owner, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda todo_id: service.untick(owner, todo_id))


def move_to_trash(owner: Owner, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda todo_id: service.move_to_trash(owner, todo_id))


def restore(owner: Owner, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda todo_id: service.restore(owner, todo_id))


def edit(owner: Owner, ids: Sequence[str], changes: Mapping[str, Any]) -> BulkOutcome:
    """The same fields of each: a priority, a category, a date."""
    return _act_on_each(ids, lambda todo_id: service.edit(owner, todo_id, changes))


def delete(owner: Owner, ids: Sequence[str]) -> tuple[str, ...]:
    """For good: the ids that were there."""
    gone: list[str] = []
    for todo_id in _limit(ids):
        try:
            service.delete(owner, todo_id)
        except NoSuchTodo:
            continue
        gone.append(todo_id)
    return tuple(gone)


def _act_on_each(ids: Sequence[str], act: Callable[[str], TodoOutcome]) -> BulkOutcome:
    outcomes: list[TodoOutcome] = []
    missed: list[str] = []
    for todo_id in _limit(ids):
        try:
            outcomes.append(act(todo_id))
        except (NoSuchTodo, TodoInTrash, TodoChanged):
            missed.append(todo_id)
    undo = join([outcome.undo for outcome in outcomes])
    return BulkOutcome(tuple(outcome.todo for outcome in outcomes), tuple(missed), undo)


def _limit(ids: Sequence[str]) -> list[str]:
    """Each once."""
    if len(ids) > MOST:
        raise TooManyTodos(MOST)
    return list(dict.fromkeys(ids))
