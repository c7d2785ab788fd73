"""How a person likes their lists, remembered by the browser too, so that a page need not ask for it each time."""

from typing import Final, get_args

from chabudai.apps.todo import profiles
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.todos import Todos
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie

_SORT: Final = Cookie("todo-sort", 30 * 24 * 60 * 60)


def usual_sort(todos: Todos, context: RequestContext) -> Sort:
    """As this browser has it; from the table when it has none, or another person's."""
    sort, _, username = (context.jar.get(_SORT) or "").partition(" ")
    if username != todos.username:
        sort = profiles.default_sort(todos)
        remember(todos, context, sort)
    return next((each for each in get_args(Sort) if each == sort), "manual")


def remember(todos: Todos, context: RequestContext, sort: str) -> None:
    context.jar.put(_SORT, f"{sort} {todos.username}")
