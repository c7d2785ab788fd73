"""Categories for programs."""

from typing import Annotated

from litestar.params import QueryParameter
from msgspec import UNSET

from chabudai.apps.todo import categories
from chabudai.apps.todo.api.bodies import (
    CategoryBody,
    CategoryChanges,
    CategoryList,
    Count,
    NewCategory,
    category_body,
)
from chabudai.apps.todo.todos import Todos
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post

Other = Annotated[str | None, QueryParameter(name="moveTo", max_length=200, description="Another category's id.")]


@get("/categories")
def listed(todos: Injected[Todos]) -> CategoryList:
    """Every category, by name."""
    return CategoryList(categories=[category_body(each) for each in categories.every(todos)])


@post("/categories")
def make(data: JSONBody[NewCategory], todos: Injected[Todos]) -> CategoryBody:
    """Make a category; its name is taken by one only, without regard to case."""
    return category_body(categories.add(todos, name=data.name, color=data.color))


@get("/categories/{id_:str}")
def one(id_: FromPath[str], todos: Injected[Todos]) -> CategoryBody:
    """A category."""
    return category_body(categories.one(todos, id_))


@patch("/categories/{id_:str}")
def change(id_: FromPath[str], data: JSONBody[CategoryChanges], todos: Injected[Todos]) -> CategoryBody:
    """Rename it, paint it, or both."""
    found = categories.one(todos, id_)
    if data.name is not UNSET:
        found = categories.rename(todos, id_, name=data.name)
    if data.color is not UNSET:
        found = categories.paint(todos, id_, color=data.color)
    return category_body(found)


@delete("/categories/{id_:str}", status_code=200)
def remove(id_: FromPath[str], todos: Injected[Todos], move_to: Other = None) -> Count:
    """Its todos go to `moveTo`, or stay without a category; how many. Interrupted, ask again and it goes on."""
    if move_to is None:
        return Count(count=categories.delete_clearing(todos, id_))
    return Count(count=categories.delete_moving(todos, id_, to=move_to))


HANDLERS = (listed, make, one, change, remove)
