"""Categories: listed with what is open in each, added, renamed, coloured, and deleted with a choice."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.todo import categories, service
from chabudai.apps.todo.design import Category, Colour
from chabudai.apps.todo.errors import NoSuchCategory
from chabudai.apps.todo.figures import figures
from chabudai.apps.todo.pages.answers import WORDS, done
from chabudai.apps.todo.todos import Kept, Todos
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest, Conflict, InvalidInput
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import gettext, ngettext

_HERE = "/todo/categories"
Wanted = Annotated[str, QueryParameter(name="id")]


@get("/categories")
def listed(todos: Injected[Todos], pages: Injected[Pages]) -> Response[str]:
    return pages.page("todo/categories.html", **_every(todos))


@post("/categories")
def add(
    todos: Injected[Todos], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    try:
        made = categories.add(todos, name=form["name"], color=cast(Colour, form["color"] or "primary"))
    except (InvalidInput, Conflict) as refusal:
        refused = form.with_errors(refusal.details)
        return pages.page("todo/categories.html", status=refusal.status, form=refused, **_every(todos))
    return done(context, _HERE, gettext("Added “%(title)s”.", title=made.name))


@get("/categories/edit")
def edit_form(todos: Injected[Todos], pages: Injected[Pages], category_id: Wanted = "") -> Response[str]:
    kept, category = _one_of(todos, category_id)
    return _edit_page(pages, kept, category, Form.of(name=category.name, color=category.color))


@post("/categories/edit")
def edit(
    todos: Injected[Todos], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    kept, category = _one_of(todos, form["id"])
    try:
        if form["name"].strip() != category.name:
            categories.rename(todos, category.category_id, name=form["name"])
        if form["color"] != category.color:
            categories.paint(todos, category.category_id, color=cast(Colour, form["color"]))
    except (InvalidInput, Conflict) as refusal:
        return _edit_page(pages, kept, category, form.with_errors(refusal.details), refusal.status)
    return done(context, _HERE, gettext("Saved."))


@post("/categories/delete")
def delete(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """What was interrupted is done again by the same form, and goes on."""
    name = categories.one(todos, form["id"]).name
    match form["how"]:
        case "clear":
            count = categories.delete_clearing(todos, form["id"])
        case "move":
            count = categories.delete_moving(todos, form["id"], to=form["to"])
        case _:
            raise BadRequest
    said = ngettext("Deleted “%(name)s”. Kept %(n)s to-do.", "Deleted “%(name)s”. Kept %(n)s to-dos.", count, name=name)
    return done(context, _HERE, said)


HANDLERS = (listed, add, edit_form, edit, delete)


def _every(todos: Todos) -> Mapping[str, Any]:
    kept = service.everything(todos)
    counted = figures(kept.todos, todos.now()).by_category
    return {"categories": categories.by_name(kept.categories), "counts": counted, **WORDS}


def _one_of(todos: Todos, category_id: str) -> tuple[Kept, Category]:
    """With everything else, for the count of what is in it and the choice of another: one query."""
    kept = service.everything(todos)
    found = next((each for each in kept.categories if each.category_id == category_id), None)
    if found is None:
        raise NoSuchCategory
    return kept, found


def _edit_page(pages: Pages, kept: Kept, category: Category, form: Form, status: int = 200) -> Response[str]:
    others = [each for each in categories.by_name(kept.categories) if each != category and not each.leaving]
    held = sum(todo.category_id == category.category_id for todo in kept.todos)
    values = {"category": category, "others": others, "held": held, **WORDS}
    return pages.page("todo/category.html", status=status, form=form, **values)
