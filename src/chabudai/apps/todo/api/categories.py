"""Categories for programs."""

from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.todo import categories
from chabudai.apps.todo.api.bodies import CategoryBody, CategoryChanges, CategoryList, NewCategory, category_body
from chabudai.common.bodies import sent_fields
from chabudai.common.collections.bodies import RowCount
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post

Other = Annotated[str | None, QueryParameter(name="moveTo", max_length=200, description="Another category's id.")]


@get("/categories")
def list_categories(owner: Injected[Owner]) -> CategoryList:
    """Every category, by name."""
    return CategoryList(categories=[category_body(each) for each in categories.find_all(owner)])


@post("/categories")
def add_category(data: JSONBody[NewCategory], owner: Injected[Owner]) -> CategoryBody:
    """Make a category."""
    return category_body(categories.add(owner, **sent_fields(data)))


@get("/categories/{id_:str}")
def find_category(id_: FromPath[str], owner: Injected[Owner]) -> CategoryBody:
    """A category."""
    return category_body(categories.find_category(owner, id_))


@patch("/categories/{id_:str}")
def edit_category(id_: FromPath[str], data: JSONBody[CategoryChanges], owner: Injected[Owner]) -> CategoryBody:
    """Rename it, colour it, or both."""
    return category_body(categories.edit(owner, id_, sent_fields(data)))


@delete("/categories/{id_:str}", status_code=200)
def delete_category(id_: FromPath[str], owner: Injected[Owner], move_to: Other = None) -> RowCount:
    """Its todos go to `moveTo`, or stay without a category; how many. Interrupted, ask again and it goes on."""
    if move_to is None:
        return RowCount(count=categories.delete_clearing(owner, id_))
    return RowCount(count=categories.delete_moving(owner, id_, to=move_to))
