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
from chabudai.web.errors import Conflict, Malformed, RuleBroken
from chabudai.web.forms import Form
from chabudai.web.language import gettext, ngettext
from chabudai.web.pages import Pages
from chabudai.web.routes import Given, get, post
from chabudai.web.visits import Visit

_HERE = "/todo/categories"
Wanted = Annotated[str, QueryParameter(name="id")]


@get("/categories")
def listed(todos: Given[Todos], pages: Given[Pages]) -> Response[str]:
    return pages.page("todo/categories.html", **_every(todos))


@post("/categories")
def add(todos: Given[Todos], form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    try:
        made = categories.add(todos, name=form["name"], color=cast(Colour, form["color"] or "primary"))
    except (RuleBroken, Conflict) as refusal:
        refused = form.refused(refusal.details)
        return pages.page("todo/categories.html", status=refusal.status, form=refused, **_every(todos))
    return done(visit, _HERE, gettext("Added: %(title)s", title=made.name))


@get("/categories/edit")
def edit_form(todos: Given[Todos], pages: Given[Pages], category_id: Wanted = "") -> Response[str]:
    kept, category = _one_of(todos, category_id)
    return _edit_page(pages, kept, category, Form.of(name=category.name, color=category.color))


@post("/categories/edit")
def edit(todos: Given[Todos], form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    kept, category = _one_of(todos, form["id"])
    try:
        if form["name"].strip() != category.name:
            categories.rename(todos, category.category_id, name=form["name"])
        if form["color"] != category.color:
            categories.paint(todos, category.category_id, color=cast(Colour, form["color"]))
    except (RuleBroken, Conflict) as refusal:
        return _edit_page(pages, kept, category, form.refused(refusal.details), refusal.status)
    return done(visit, _HERE, gettext("Saved."))


@post("/categories/delete")
def delete(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    """What was interrupted is done again by the same form, and goes on."""
    name = categories.one(todos, form["id"]).name
    match form["how"]:
        case "clear":
            count = categories.delete_clearing(todos, form["id"])
        case "move":
            count = categories.delete_moving(todos, form["id"], to=form["to"])
        case _:
            raise Malformed
    said = ngettext(
        "“%(name)s” is gone; %(n)s todo was kept.", "“%(name)s” is gone; %(n)s todos were kept.", count, name=name
    )
    return done(visit, _HERE, said)


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
    context = {"category": category, "others": others, "held": held, **WORDS}
    return pages.page("todo/category.html", status=status, form=form, **context)
