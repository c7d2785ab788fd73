"""Todos for programs: listed, looked at, made, changed, moved to the trash."""

from dataclasses import asdict
from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.todo import lists, service
from chabudai.apps.todo.api.bodies import FiguresBody, NewLine, NewTodo, TodoBody, TodoChanges, TodoPage, todo_body
from chabudai.apps.todo.design import Priority
from chabudai.apps.todo.figures import count_figures
from chabudai.apps.todo.lists import Sort, TodoSelection, View
from chabudai.common.bodies import sent_fields
from chabudai.common.list_cursors import take_page
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="At most so many.")]
Words = Annotated[str, QueryParameter(name="q", max_length=200, description="Words that must all be found.")]
InCategory = Annotated[str | None, QueryParameter(max_length=200, description="A category's id, or none.")]


@get("/todos")
def list_todos(
    owner: Injected[Owner],
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
    selection = TodoSelection(view, sort, q, priority, category)
    found = lists.select(service.everything(owner).todos, selection, owner.now())
    list_ = {"of": owner.username, **asdict(selection)}
    page, more = take_page(cursors, "todos", list_, found, lambda todo: todo.todo_id, cursor, limit)
    return TodoPage(todos=[todo_body(todo) for todo in page], cursor=more, total=len(found))


@post("/todos")
def add_todo(data: JSONBody[NewTodo], owner: Injected[Owner]) -> TodoBody:
    """Make a todo."""
    return todo_body(service.add(owner, **sent_fields(data)).todo)


@post("/lines")
def add_line(data: JSONBody[NewLine], owner: Injected[Owner]) -> TodoBody:
    """Make a todo from one line, as quick add does; a category that is new is made."""
    return todo_body(service.add_line(owner, data.text).todo)


@get("/todos/{id_:str}")
def find_todo(id_: FromPath[str], owner: Injected[Owner]) -> TodoBody:
    """A todo, also one in the trash."""
    return todo_body(service.find_todo(owner, id_))


@patch("/todos/{id_:str}")
def edit_todo(id_: FromPath[str], data: JSONBody[TodoChanges], owner: Injected[Owner]) -> TodoBody:
    """Change some fields: others that somebody changes at this moment are not touched."""
    return todo_body(service.edit(owner, id_, sent_fields(data)).todo)


@delete("/todos/{id_:str}", status_code=200)
def move_to_trash(id_: FromPath[str], owner: Injected[Owner]) -> TodoBody:
    """Into the trash, for 30 days."""
    return todo_body(service.move_to_trash(owner, id_).todo)


@get("/figures")
def show_figures(owner: Injected[Owner]) -> FiguresBody:
    """The dashboard's figures."""
    found = count_figures(service.everything(owner).todos, owner.now())
    return FiguresBody(**{name: getattr(found, name) for name in FiguresBody.__struct_fields__})
