"""The trash: what is done is cleared into it, it is emptied, and acts are taken back."""

from collections.abc import Callable
from datetime import datetime

from chabudai.apps.todo import design, service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import UndoUnreadable
from chabudai.apps.todo.todos import Todos, restored, thrown
from chabudai.apps.todo.undoing import Back, Undo
from chabudai.common.sweeps import sweep
from chabudai.table import exists
from chabudai.web.errors import WebError


def clear_done(todos: Todos) -> tuple[int, Undo]:
    """Everything that is done goes into the trash: how many, and how to take it back."""
    now = todos.now()
    done = [todo for todo in todos.store.all(design.todos(todos.username)) if todo.completed and not todo.deleted_at]
    gone = sweep(todos.store, done, lambda todo: thrown(todos, todo.todo_id, now).when(completed=True))
    return len(gone), Undo(cleared=now) if gone else Undo()


def empty(todos: Todos) -> int:
    """What is in the trash goes for good; how many."""
    rows = todos.store.all(design.thrown_away(todos.username))
    gone = sweep(todos.store, rows, lambda todo: Todo.delete(**todo.own_key).when(deleted_at=exists()))
    return len(gone)


def take_back(todos: Todos, undo: Undo) -> None:
    """As it was before. What was changed since, or is gone, is told when all the others are taken back."""
    refusals: list[WebError] = []
    for back in undo.backs:
        try:
            _taken_back(todos, back)
        except WebError as refusal:
            refusals.append(refusal)
    if undo.cleared is not None:
        _take_back_cleared(todos, undo.cleared)
    if refusals:
        raise refusals[0]


def _taken_back(todos: Todos, back: Back) -> None:
    if back.way != "put_back":
        _WAYS[back.way](todos, back.todo_id)
        return
    try:
        service.put_back(todos, back.todo_id, back.old or {}, back.new or {})
    except (TypeError, ValueError, AttributeError, ArithmeticError):
        raise UndoUnreadable from None


def _take_back_cleared(todos: Todos, moment: datetime) -> None:
    rows = todos.store.all(design.thrown_away(todos.username))
    cleared = (todo for todo in rows if todo.deleted_at == moment)
    sweep(todos.store, cleared, lambda todo: restored(todos, todo.todo_id).when(deleted_at=moment))


_WAYS: dict[str, Callable[[Todos, str], object]] = {
    "tick": service.tick,
    "untick": service.untick,
    "throw_away": service.throw_away,
    "restore": service.restore,
}
