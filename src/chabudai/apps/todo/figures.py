"""The dashboard's figures: counted from the rows that one query gave."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.lists import LocalTime, done_at, is_overdue, open_todos
from chabudai.web.zones import to_zone


@dataclass(frozen=True)
class Figures:
    """`today` counts what is overdue too. `by_category` counts what is open; what has no category is under None."""

    open: int
    today: int
    overdue: int
    upcoming: int
    high: int
    done: int
    done_today: int
    trash: int
    by_category: Mapping[str | None, int] = field(hash=False)


def count_figures(todos: Iterable[Todo], now: datetime) -> Figures:
    """`now` is in the person's zone."""
    rows = list(todos)
    local = LocalTime.of(now)
    still_open = open_todos(rows)
    dated = [todo for todo in still_open if todo.due is not None]
    done = [todo for todo in rows if todo.completed and todo.deleted_at is None]
    upcoming = sum(todo.due is not None and todo.due > local.today for todo in dated)
    return Figures(
        open=len(still_open),
        today=len(dated) - upcoming,
        overdue=sum(is_overdue(todo, local) for todo in dated),
        upcoming=upcoming,
        high=sum(todo.priority == "high" for todo in still_open),
        done=len(done),
        done_today=sum(to_zone(done_at(todo), now.tzinfo).date() == local.today for todo in done),
        trash=len(rows) - len(still_open) - len(done),
        by_category=Counter(todo.category_id or None for todo in still_open),
    )
