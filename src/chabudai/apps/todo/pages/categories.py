"""Categories: listed with what is open in each, added, renamed, coloured, and deleted with a choice."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.todo import categories, service
from chabudai.apps.todo.design import CATEGORY_FIELDS, Category
from chabudai.apps.todo.errors import NoSuchCategory
from chabudai.apps.todo.figures import count_figures
from chabudai.apps.todo.messages import gettext, ngettext
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.common.form_fields import FormFields
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

_PATH: Final = "/todo/categories"
_FORM: Final = FormFields(CATEGORY_FIELDS)
Wanted = Annotated[str, QueryParameter(name="id")]


@get("/categories")
def show_categories(owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    return _show_all(owner, pages, _FORM.fill_new())


@post("/categories")
def add(
    owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    def act() -> Response[str]:
        added = categories.add(owner, **_FORM.read(form))
        return redirect_with_toast(context, _PATH, gettext("Added “%(title)s”.", title=added.name))

    return submit(form, act, lambda again: _show_all(owner, pages, again))


@get("/categories/edit")
def show_edit(owner: Injected[Owner], pages: Injected[Pages], category_id: Wanted = "") -> Response[str]:
    rows, category = _find(owner, category_id)
    return _show_one(pages, rows, category, _FORM.fill(category))


@post("/categories/edit")
def edit(
    owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    rows, category = _find(owner, form["id"])

    def act() -> Response[str]:
        changes = {name: value for name, value in _FORM.read(form).items() if value != getattr(category, name)}
        categories.edit(owner, category.category_id, changes)
        return redirect_with_toast(context, _PATH, gettext("Saved."))

    return submit(form, act, lambda again: _show_one(pages, rows, category, again))


@post("/categories/delete")
def delete(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """What was interrupted is done again by the same form, and goes on."""
    name = categories.find_category(owner, form["id"]).name
    match form["how"]:
        case "clear":
            count = categories.delete_clearing(owner, form["id"])
        case "move":
            count = categories.delete_moving(owner, form["id"], to=form["to"])
        case _:
            raise BadRequest
    said = ngettext("Deleted “%(name)s”. Kept %(n)s to-do.", "Deleted “%(name)s”. Kept %(n)s to-dos.", count, name=name)
    return redirect_with_toast(context, _PATH, said)


def _show_all(owner: Owner, pages: Pages, form: Form) -> Response[str]:
    rows = service.everything(owner)
    counts = count_figures(rows.todos, owner.now()).by_category
    every = categories.sort_by_name(rows.categories)
    return _page(pages, "todo/categories.html", form, {"categories": every, "counts": counts})


def _find(owner: Owner, category_id: str) -> tuple[TodosAndCategories, Category]:
    """With everything else, for the count of what is in it and the choice of another: one query."""
    rows = service.everything(owner)
    found = next((each for each in rows.categories if each.category_id == category_id), None)
    if found is None:
        raise NoSuchCategory
    return rows, found


def _show_one(pages: Pages, rows: TodosAndCategories, category: Category, form: Form) -> Response[str]:
    others = [each for each in categories.sort_by_name(rows.categories) if each != category and not each.leaving]
    held = sum(todo.category_id == category.category_id for todo in rows.todos)
    return _page(pages, "todo/category.html", form, {"category": category, "others": others, "held": held})


def _page(pages: Pages, template: str, form: Form, values: Mapping[str, Any]) -> Response[str]:
    return pages.page(template, form=form, texts=texts, **values)
