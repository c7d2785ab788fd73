"""Editing a todo: in its row, or on a page of its own where there is no script."""

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.todo import service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.messages import gettext
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.edit_form import TODO_FORM, find_long_step, name_long_step, steps_in
from chabudai.apps.todo.pages.list_answers import done_in_list, list_values, read_list
from chabudai.apps.todo.pages.list_content import anchor
from chabudai.apps.todo.todos import find_kept
from chabudai.common.owner import Owner
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

Wanted = Annotated[str, QueryParameter(name="id")]
CameFrom = Annotated[str, QueryParameter(name="next")]


@get("/edit")
def show_edit(
    owner: Injected[Owner],
    default_sort: Injected[Sort],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    todo_id: Wanted = "",
    came_from: CameFrom = "",
) -> Response[str]:
    todo = find_kept(owner, todo_id)
    values = _list_values(owner, TodoListAddress.at(came_from), default_sort)
    return _show_form(pages, context, todo, values, TODO_FORM.fill(todo))


@post("/edit")
def edit(
    owner: Injected[Owner],
    default_sort: Injected[Sort],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    todo = find_kept(owner, form["id"])
    address = TodoListAddress.of_form(form)

    def act() -> Response[str]:
        outcome = service.edit(owner, todo.todo_id, TODO_FORM.changes(form, todo))
        return done_in_list(context, address, gettext("Saved."), outcome.undo)

    def show(again: Form) -> Response[str]:
        return _show_form(pages, context, todo, _list_values(owner, address, default_sort), name_long_step(again))

    return submit(TODO_FORM.refill(form, todo), act, show)


def _list_values(owner: Owner, address: TodoListAddress, default_sort: Sort) -> dict[str, Any]:
    """The figures come along: what a form in a row changes is swapped with them, or nothing is."""
    return list_values(replace(read_list(owner, address, default_sort), address=address))


def _show_form(
    pages: Pages, context: RequestContext, todo: Todo, list_values: dict[str, Any], form: Form
) -> Response[str]:
    categories = list_values["content"].categories
    values: dict[str, Any] = {
        **list_values,
        "todo": todo,
        "form": form,
        "originals": TODO_FORM.originals,
        "steps": steps_in(form),
        "wrong_step": find_long_step(form) or 0,
        "anchor": anchor(todo.todo_id),
        "id_prefix": f"{anchor(todo.todo_id)}-",
        "repeats": _repeat_options(todo),
        "tomorrow": context.today + timedelta(days=1),
        "category_options": [(each.category_id, each.name) for each in categories if not each.leaving],
    }
    return pages.page_or_part("todo/edit.html", "todo/editing.html", **values)


def _repeat_options(todo: Todo) -> list[tuple[str, str]]:
    """The usual ones, and the todo's own."""
    own = [todo.repeat] if todo.repeat and todo.repeat not in texts.REPEATS else []
    return [("", gettext("doesn't repeat")), *((each, texts.repeat_text(each)) for each in (*texts.REPEATS, *own))]
