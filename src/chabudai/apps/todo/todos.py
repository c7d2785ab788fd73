"""One person's todos: found by their ids, and the plans of writes that several wishes are made of."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chabudai.apps.todo import design
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.errors import CategoryBeingDeleted, NoSuchCategory, NoSuchTodo, TodoInTrash
from chabudai.common import trash
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors
from chabudai.common.text import is_id
from chabudai.common.undo import Undo
from chabudai.table import Check, Update

CATEGORY_ERRORS: Final = StepErrors(missing=NoSuchCategory, unmet=CategoryBeingDeleted)
"""Of a step that holds a transaction to a category: see `check_category`."""


@dataclass(frozen=True)
class TodoOutcome:
    """The todo as it is now, how to take that back, and the next one, if it repeats and was ticked."""

    todo: Todo
    undo: Undo
    next: Todo | None = None


@dataclass(frozen=True)
class TodosAndCategories:
    """Everything of a person, the trash included."""

    todos: tuple[Todo, ...]
    categories: tuple[Category, ...]


def group_rows(rows: Iterable[Todo | Category]) -> TodosAndCategories:
    every = list(rows)
    todos = tuple(row for row in every if isinstance(row, Todo))
    return TodosAndCategories(todos, tuple(row for row in every if not isinstance(row, Todo)))


def find_todo(owner: Owner, todo_id: str) -> Todo:
    """Also what is in the trash. NoSuchTodo for another person's as for what is nowhere."""
    found = owner.store.get(design.todo(owner.username, check_id(todo_id)).consistently())
    if found is None:
        raise NoSuchTodo
    return found


def find_kept(owner: Owner, todo_id: str) -> Todo:
    todo = find_todo(owner, todo_id)
    if todo.deleted_at is not None:
        raise TodoInTrash
    return todo


def plan_update(owner: Owner, todo_id: str) -> Update[Todo]:
    return Todo.update(username=owner.username, todo_id=check_id(todo_id))


def plan_move_to_trash(owner: Owner, todo_id: str, now: datetime) -> Update[Todo]:
    return trash.move_to_trash(Todo, now, username=owner.username, todo_id=check_id(todo_id))


def plan_restore(owner: Owner, todo_id: str) -> Update[Todo]:
    return trash.restore(Todo, username=owner.username, todo_id=check_id(todo_id))


def check_category(owner: Owner, category_id: str) -> Check[Category]:
    """The step of a transaction that holds it to this: the category is one's own, and stays."""
    if not is_id(category_id):
        raise NoSuchCategory
    return Category.check(username=owner.username, category_id=category_id).when(leaving=False)


def check_id(todo_id: str) -> str:
    """What can be no id is as unknown as any other that nothing has."""
    if not is_id(todo_id):
        raise NoSuchTodo
    return todo_id
