"""Lists of todos: what a view shows, filtered and in order. Pure functions over the rows that one query gave."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from chabudai.apps.todo.design import Priority, Todo

View: TypeAlias = Literal["open", "today", "overdue", "upcoming", "done", "trash", "all"]
Sort: TypeAlias = Literal["manual", "due", "priority", "created"]

NONE: Final = "none"  # as a category: those that have none
_HIRAGANA = str.maketrans({chr(code): chr(code - 0x60) for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)})
_RANKS = {"high": 0, "medium": 1, "low": 2}
_END_OF_DAY = "24:00"
_MILLISECONDS = 1000


@dataclass(frozen=True)
class Wish:
    """What a person wants to see. Words are looked for in titles, descriptions and steps; all of them must be there."""

    view: View = "open"
    sort: Sort = "manual"
    words: str = ""
    priority: Priority | None = None
    category_id: str | None = None


def shown(todos: Iterable[Todo], wish: Wish, now: datetime) -> list[Todo]:
    """`now` is in the person's zone, and so says what their today is."""
    is_in_view = _VIEWS[wish.view]
    moment = Moment.of(now)
    rows = [todo for todo in todos if is_in_view(todo, moment) and _is_wished(todo, wish)]
    if wish.words and not wish.words.isspace():
        rows = found(rows, wish.words)
    return in_order(rows, wish)


@dataclass(frozen=True, slots=True)
class Moment:
    """A person's day and time of day."""

    today: date
    time: str

    @staticmethod
    def of(now: datetime) -> "Moment":
        return Moment(now.date(), f"{now:%H:%M}")


def in_order(todos: Iterable[Todo], wish: Wish) -> list[Todo]:
    """What is done or thrown away comes newest first, unless another order than the manual one is wished for."""
    if wish.sort != "manual":
        return sorted(todos, key=_ORDERS[wish.sort])
    if wish.view == "done":
        return sorted(todos, key=done_at, reverse=True)
    if wish.view == "trash":
        return sorted(todos, key=lambda todo: todo.deleted_at or todo.updated_at, reverse=True)
    return in_manual_order(todos)


def in_manual_order(todos: Iterable[Todo]) -> list[Todo]:
    newest_first = sorted(todos, key=lambda todo: todo.todo_id, reverse=True)
    return sorted(newest_first, key=place)


def place(todo: Todo) -> Decimal:
    """Where it was put by hand; otherwise the newest is first."""
    if todo.sort_order is not None:
        return todo.sort_order
    return Decimal(-int(todo.created_at.timestamp() * _MILLISECONDS))


def still_open(todos: Iterable[Todo]) -> list[Todo]:
    return [todo for todo in todos if is_open(todo)]


def found(todos: Iterable[Todo], words: str) -> list[Todo]:
    """Those that hold every word, whatever its case, width or kana."""
    wanted = folded(words).split()
    return [todo for todo in todos if _holds(todo, wanted)]


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """As it is looked for: without regard to case and width, katakana as hiragana."""
    if text.isascii():
        return text.lower()
    whole = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", whole).translate(_HIRAGANA)


def is_open(todo: Todo) -> bool:
    return not todo.completed and todo.deleted_at is None


def is_overdue(todo: Todo, moment: Moment) -> bool:
    """Since yesterday or longer, or since a time of today."""
    if todo.due is None or not is_open(todo):
        return False
    return (todo.due, todo.due_time or _END_OF_DAY) < (moment.today, moment.time)


def done_at(todo: Todo) -> datetime:
    """What was done before that was noted: when it was last changed."""
    return todo.completed_at or todo.updated_at


def _is_wished(todo: Todo, wish: Wish) -> bool:
    if wish.priority is not None and todo.priority != wish.priority:
        return False
    return wish.category_id is None or (todo.category_id or NONE) == wish.category_id


def _holds(todo: Todo, wanted: list[str]) -> bool:
    text = folded(todo.title)
    if todo.description or todo.steps:
        text = "\n".join((text, folded(todo.description), *(folded(step.text) for step in todo.steps)))
    return all(word in text for word in wanted)


def _is_today(todo: Todo, moment: Moment) -> bool:
    return is_open(todo) and todo.due == moment.today


def _is_upcoming(todo: Todo, moment: Moment) -> bool:
    return is_open(todo) and todo.due is not None and todo.due > moment.today


_VIEWS: dict[View, Callable[[Todo, Moment], bool]] = {
    "open": lambda todo, _: is_open(todo),
    "today": _is_today,
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
