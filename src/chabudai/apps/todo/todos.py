"""One person's todos: the context of every wish, and the plans that several of them are made of."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from chabudai.adapters.clock import Clock, truncate_to_millisecond
from chabudai.adapters.ids import NewId, uuid7
from chabudai.apps.todo import design, rules
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.errors import CategoryLeaving, InTrash, NoSuchCategory, NoSuchTodo
from chabudai.apps.todo.undoing import Back, Undo, Way
from chabudai.table import Check, ConditionNotMet, StepFailed, TypedStore, Update

TRIES: Final = 10
TRASH_LIFE: Final = timedelta(days=30)


@dataclass(frozen=True)
class Todos:
    """One person's, seen from where they live."""

    store: TypedStore
    username: str
    clock: Clock
    zone: ZoneInfo
    new_id: NewId = field(default=uuid7)

    def now(self) -> datetime:
        """To the millisecond, as it is stored, and in the person's zone."""
        return truncate_to_millisecond(self.clock().astimezone(self.zone))

    def today(self) -> date:
        return self.now().date()


@dataclass(frozen=True)
class Outcome:
    """The todo as it is now, how to take that back, and the next one, if it repeats and was ticked."""

    todo: Todo
    undo: Undo
    next: Todo | None = None


@dataclass(frozen=True)
class Kept:
    """Everything of a person, the trash included."""

    todos: tuple[Todo, ...]
    categories: tuple[Category, ...]

    @staticmethod
    def of(rows: Iterable[Todo | Category]) -> "Kept":
        every = list(rows)
        todos = tuple(row for row in every if isinstance(row, Todo))
        return Kept(todos, tuple(row for row in every if isinstance(row, Category)))


def one(todos: Todos, todo_id: str) -> Todo:
    """Also what is in the trash."""
    found = todos.store.get(design.todo(todos.username, known(todo_id)).consistently())
    if found is None:
        raise NoSuchTodo
    return found


def at(todos: Todos, todo_id: str) -> Update[Todo]:
    return Todo.update(username=todos.username, todo_id=known(todo_id))


def thrown(todos: Todos, todo_id: str, now: datetime) -> Update[Todo]:
    until = int((now + TRASH_LIFE).timestamp())
    return Todo.move_to_trash(now, username=todos.username, todo_id=known(todo_id)).set(expires_at=until)


def restored(todos: Todos, todo_id: str) -> Update[Todo]:
    return Todo.restore(username=todos.username, todo_id=known(todo_id)).remove("expires_at")


def in_use(todos: Todos, category_id: str) -> Check[Category]:
    """The step of a transaction that holds it to this: the category is one's own, and stays."""
    return Category.check(username=todos.username, category_id=category_id).when(leaving=False)


def known(todo_id: str) -> str:
    if not rules.is_id(todo_id):
        raise NoSuchTodo
    return todo_id


def refused_category(failure: StepFailed) -> CategoryLeaving | NoSuchCategory:
    return CategoryLeaving() if isinstance(failure.cause, ConditionNotMet) else NoSuchCategory()


def not_in_trash(todo: Todo) -> Todo:
    if todo.deleted_at is not None:
        raise InTrash
    return todo


def way_back(way: Way, todo_id: str) -> Undo:
    return Undo((Back(way, todo_id),))
