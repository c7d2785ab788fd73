"""Lists of todos: what a view shows, filtered and in order. Pure functions over the rows that one query gave."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final, Literal, TypeAlias

from chabudai.apps.todo.design import SEARCHED_FIELDS, Priority, Todo
from chabudai.common.text import fold_search

View: TypeAlias = Literal["open", "today", "overdue", "upcoming", "done", "trash", "all"]
Sort: TypeAlias = Literal["manual", "due", "priority", "created"]

NONE: Final = "none"  # as a category: those that have none
_RANKS = {"high": 0, "medium": 1, "low": 2}
_END_OF_DAY = "24:00"
_MILLISECONDS = 1000


@dataclass(frozen=True)
class TodoSelection:
    """What a person wants to see. Words are looked for in SEARCHED_FIELDS and steps; all of them must be there."""

    view: View = "open"
    sort: Sort = "manual"
    words: str = ""
    priority: Priority | None = None
    category_id: str | None = None


def select(todos: Iterable[Todo], selection: TodoSelection, now: datetime) -> list[Todo]:
    """`now` is in the person's zone, and so says what their today is."""
    is_in_view = _VIEWS[selection.view]
    local = LocalTime.of(now)
    rows = [todo for todo in todos if is_in_view(todo, local) and _passes_filters(todo, selection)]
    return sort(search(rows, selection.words), selection)


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A person's day and time of day."""

    today: date
    time: str

    @staticmethod
    def of(now: datetime) -> "LocalTime":
        return LocalTime(now.date(), f"{now.hour:02}:{now.minute:02}")


def sort(todos: Iterable[Todo], selection: TodoSelection) -> list[Todo]:
    """What is done or in the trash comes newest first, unless another order than the manual one is wished for."""
    if selection.sort != "manual":
        return sorted(todos, key=_ORDERS[selection.sort])
    if selection.view == "done":
        return sorted(todos, key=done_at, reverse=True)
    if selection.view == "trash":
        return sorted(todos, key=lambda todo: todo.deleted_at or todo.updated_at, reverse=True)
    return sort_by_hand(todos)


def sort_by_hand(todos: Iterable[Todo]) -> list[Todo]:
    newest_first = sorted(todos, key=lambda todo: todo.todo_id, reverse=True)
    return sorted(newest_first, key=place)


def place(todo: Todo) -> Decimal:
    """Where it was put by hand; otherwise the newest is first."""
    if todo.sort_order is not None:
        return todo.sort_order
    return Decimal(-int(todo.created_at.timestamp() * _MILLISECONDS))


def open_todos(todos: Iterable[Todo]) -> list[Todo]:
    return [todo for todo in todos if is_open(todo)]


def search(todos: Iterable[Todo], words: str) -> list[Todo]:
    """Those that hold every word, whatever its case, width or kana."""
    wanted = fold_search(words).split()
    if not wanted:
        return list(todos)
    return [todo for todo in todos if _holds(todo, wanted)]


def is_open(todo: Todo) -> bool:
    return not todo.completed and todo.deleted_at is None


def is_for_today(todo: Todo, local: LocalTime) -> bool:
    """What is due today, and what should have been done before."""
    return is_open(todo) and todo.due is not None and todo.due <= local.today


def is_overdue(todo: Todo, local: LocalTime) -> bool:
    """Since yesterday or longer, or since a time of today."""
    if todo.due is None or not is_open(todo):
        return False
    return (todo.due, todo.due_time or _END_OF_DAY) < (local.today, local.time)


def done_at(todo: Todo) -> datetime:
    """What was done before that was noted: when it was last changed."""
    return todo.completed_at or todo.updated_at


def _passes_filters(todo: Todo, selection: TodoSelection) -> bool:
    if selection.priority is not None and todo.priority != selection.priority:
        return False
    return selection.category_id is None or (todo.category_id or NONE) == selection.category_id


def _holds(todo: Todo, wanted: list[str]) -> bool:
    """Piece by piece, since what was folded is remembered."""
    pieces = [getattr(todo, name) or "" for name in SEARCHED_FIELDS] + [step.text for step in todo.steps]
    text = "\n".join(map(fold_search, pieces))
    return all(word in text for word in wanted)


def _is_upcoming(todo: Todo, local: LocalTime) -> bool:
    return is_open(todo) and todo.due is not None and todo.due > local.today


_VIEWS: dict[View, Callable[[Todo, LocalTime], bool]] = {
    "open": lambda todo, _: is_open(todo),
    "today": is_for_today,
    "overdue": is_overdue,
    "upcoming": _is_upcoming,
    "done": lambda todo, _: todo.completed and todo.deleted_at is None,
    "trash": lambda todo, _: todo.deleted_at is not None,
    "all": lambda todo, _: todo.deleted_at is None,
}


def _by_due(todo: Todo) -> tuple[Any, ...]:
    """What has no date comes last."""
    return (todo.due or date.max, todo.due_time or _END_OF_DAY, _RANKS[todo.priority], _newest(todo))


def _by_priority(todo: Todo) -> tuple[Any, ...]:
    return (_RANKS[todo.priority], todo.due or date.max, todo.due_time or _END_OF_DAY, _newest(todo))


def _newest(todo: Todo) -> float:
    return -todo.created_at.astimezone(UTC).timestamp()


_ORDERS: dict[Sort, Callable[[Todo], Any]] = {
    "due": _by_due,
    "priority": _by_priority,
    "created": _newest,
}
