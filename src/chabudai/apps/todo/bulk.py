"""Several todos at once: the same act for each that is marked, and one way back for all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.todo import service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import ChangedSince, InTrash, NoSuchTodo, TooMany
from chabudai.apps.todo.rules import Changes
from chabudai.apps.todo.todos import Outcome, Todos
from chabudai.apps.todo.undoing import Undo, together

MOST: Final = 100


@dataclass(frozen=True)
class Done:
    """`missed` are the ids that nothing was done to: they are gone, or in the trash, or changed at this moment."""

    todos: tuple[Todo, ...]
    missed: tuple[str, ...]
    undo: Undo


def tick(todos: Todos, ids: Sequence[str]) -> Done:
    return _each(ids, lambda todo_id: service.tick(todos, todo_id))


def untick(todos: Todos, ids: Sequence[str]) -> Done:
    return _each(ids, lambda todo_id: service.untick(todos, todo_id))


def throw_away(todos: Todos, ids: Sequence[str]) -> Done:
    return _each(ids, lambda todo_id: service.throw_away(todos, todo_id))


def restore(todos: Todos, ids: Sequence[str]) -> Done:
    return _each(ids, lambda todo_id: service.restore(todos, todo_id))


def edit(todos: Todos, ids: Sequence[str], changes: Changes) -> Done:
    """The same fields of each: a priority, a category, a date."""
    return _each(ids, lambda todo_id: service.edit(todos, todo_id, changes))


def delete(todos: Todos, ids: Sequence[str]) -> tuple[str, ...]:
    """For good: the ids that were there."""
    gone: list[str] = []
    for todo_id in _bounded(ids):
        try:
            service.delete(todos, todo_id)
        except NoSuchTodo:
            continue
        gone.append(todo_id)
    return tuple(gone)


def _each(ids: Sequence[str], act: Callable[[str], Outcome]) -> Done:
    outcomes: list[Outcome] = []
    missed: list[str] = []
    for todo_id in _bounded(ids):
        try:
            outcomes.append(act(todo_id))
        except (NoSuchTodo, InTrash, ChangedSince):
            missed.append(todo_id)
    undo = together([outcome.undo for outcome in outcomes])
    return Done(tuple(outcome.todo for outcome in outcomes), tuple(missed), undo)


def _bounded(ids: Sequence[str]) -> list[str]:
    """Each once."""
    if len(ids) > MOST:
        raise TooMany(MOST)
    return list(dict.fromkeys(ids))
