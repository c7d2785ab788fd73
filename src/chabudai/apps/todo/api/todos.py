"""Todos for programs: listed, looked at, made, changed, thrown away."""

from typing import Annotated, Any, cast

from litestar.params import QueryParameter
from msgspec import UNSET

from chabudai.apps.todo import lists, service
from chabudai.apps.todo.api.bodies import (
    FiguresBody,
    Line,
    NewTodo,
    TodoBody,
    TodoChanges,
    TodoPage,
    kept_steps,
    todo_body,
)
from chabudai.apps.todo.design import Priority
from chabudai.apps.todo.figures import figures
from chabudai.apps.todo.lists import Sort, View, Wish
from chabudai.apps.todo.rules import Changes
from chabudai.apps.todo.todos import Todos
from chabudai.table import Cursors, InvalidCursor
from chabudai.web.errors import BadRequest
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post
from chabudai.web.translations import lazy

_PATTERN = "todos"
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="At most so many.")]
Words = Annotated[str, QueryParameter(name="q", max_length=200, description="Words that must all be found.")]
InCategory = Annotated[str | None, QueryParameter(max_length=200, description="A category's id, or none.")]


@get("/todos")
def listed(
    todos: Injected[Todos],
    cursors: Injected[Cursors],
    q: Words = "",
    category: InCategory = None,
    view: FromQuery[View] = "open",
    sort: FromQuery[Sort] = "manual",
    priority: FromQuery[Priority | None] = None,
    limit: Limit = 50,
    cursor: FromQuery[str | None] = None,
) -> TodoPage:
    """Todos by view and filters, in order. A cursor that was altered, or is of another list, is refused."""
    wish = Wish(view, sort, q, priority, category)
    found = lists.shown(service.everything(todos).todos, wish, todos.now())
    bound = _bound(todos, wish)
    start = 0 if cursor is None else _start(cursors, bound, cursor)
    end = start + limit
    more = cursors.write(bound, _PATTERN, {"start": end}) if end < len(found) else None
    return TodoPage(todos=[todo_body(todo) for todo in found[start:end]], cursor=more, total=len(found))


@post("/todos")
def make(data: JSONBody[NewTodo], todos: Injected[Todos]) -> TodoBody:
    """Make a todo."""
    outcome = service.add(
        todos,
        title=data.title,
        description=data.description,
        priority=data.priority,
        category_id=data.category_id,
        due=data.due,
        due_time=data.due_time,
        repeat=data.repeat,
        steps=kept_steps(data.steps),
    )
    return todo_body(outcome.todo)


@post("/lines")
def make_from_words(data: JSONBody[Line], todos: Injected[Todos]) -> TodoBody:
    """Make a todo from one line, as quick add does; a category that is new is made."""
    return todo_body(service.add_line(todos, data.text).todo)


@get("/todos/{id_:str}")
def one(id_: FromPath[str], todos: Injected[Todos]) -> TodoBody:
    """A todo, also one in the trash."""
    return todo_body(service.one(todos, id_))


@patch("/todos/{id_:str}")
def change(id_: FromPath[str], data: JSONBody[TodoChanges], todos: Injected[Todos]) -> TodoBody:
    """Change some fields: others that somebody changes at this moment are not touched."""
    return todo_body(service.edit(todos, id_, _changes(data)).todo)


@delete("/todos/{id_:str}", status_code=200)
def throw_away(id_: FromPath[str], todos: Injected[Todos]) -> TodoBody:
    """Into the trash, for 30 days."""
    return todo_body(service.throw_away(todos, id_).todo)


@get("/figures")
def counted(todos: Injected[Todos]) -> FiguresBody:
    """The dashboard's figures."""
    found = figures(service.everything(todos).todos, todos.now())
    return FiguresBody(
        open=found.open,
        today=found.today,
        overdue=found.overdue,
        upcoming=found.upcoming,
        high=found.high,
        done=found.done,
        done_today=found.done_today,
        trash=found.trash,
    )


HANDLERS = (listed, make, make_from_words, one, change, throw_away, counted)


def _changes(data: TodoChanges) -> Changes:
    given = {name: getattr(data, name) for name in data.__struct_fields__ if getattr(data, name) is not UNSET}
    if "steps" in given:
        given["steps"] = kept_steps(given["steps"])
    return cast(Changes, given)


def _bound(todos: Todos, wish: Wish) -> dict[str, Any]:
    """What a cursor is good for: this person's list, so filtered and sorted."""
    return {
        "of": todos.username,
        "view": wish.view,
        "sort": wish.sort,
        "q": wish.words,
        "priority": wish.priority,
        "category": wish.category_id,
    }


def _start(cursors: Cursors, bound: dict[str, Any], cursor: str) -> int:
    try:
        return int(cursors.read(bound, _PATTERN, cursor)["start"])
    except InvalidCursor:
        raise BadRequest(details=[("cursor", lazy("This cursor belongs to another list or was altered."))]) from None
