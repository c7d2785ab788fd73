"""A person's row in the todos' table: who they are to old callers, and how they like their lists."""

from typing import get_args

from chabudai.apps.todo import design
from chabudai.apps.todo.design import User
from chabudai.apps.todo.errors import InvalidSort
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.todos import Todos


def keep(todos: Todos, *, email: str, language: str | None = None) -> User:
    """When somebody comes for the first time, or has changed their account."""
    kept = User.upsert(username=todos.username).set(email=email, language=language, zone=todos.zone.key)
    return todos.store.write(kept)


def default_sort(todos: Todos) -> Sort:
    found = todos.store.get(design.user(todos.username))
    return next((each for each in get_args(Sort) if found is not None and each == found.default_sort), "manual")


def choose_sort(todos: Todos, sort: str) -> None:
    if sort not in get_args(Sort):
        raise InvalidSort
    todos.store.write(User.upsert(username=todos.username).set(default_sort=sort).if_missing(email=""))
