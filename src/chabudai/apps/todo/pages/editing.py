"""Editing a todo: in its row, or on a page of its own where there is no script."""

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.todo import service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import InTrash
from chabudai.apps.todo.pages import answers, edits, texts
from chabudai.apps.todo.pages.answers import back, looked_at, shown_with
from chabudai.apps.todo.pages.rows import anchor
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.todos import Todos
from chabudai.web.context import RequestContext
from chabudai.web.errors import Conflict, InvalidInput
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import gettext

Wanted = Annotated[str, QueryParameter(name="id")]
CameFrom = Annotated[str, QueryParameter(name="next")]


@get("/edit")
def edit_form(
    todos: Injected[Todos],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    todo_id: Wanted = "",
    came_from: CameFrom = "",
) -> Response[str]:
    todo = _editable(todos, todo_id)
    return _form(todos, pages, context, todo, edits.form_of(todo), Sight.at(came_from))


@post("/edit")
def save(
    todos: Injected[Todos], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    todo = _editable(todos, form["id"])
    sight = answers.came_from(form)
    try:
        outcome = service.edit(todos, todo.todo_id, edits.changes(form, todo))
    except (InvalidInput, Conflict) as refusal:
        if not refusal.details:
            raise
        refused = edits.refilled(form, todo).with_errors(refusal.details)
        return _form(todos, pages, context, todo, refused, sight, status=refusal.status)
    return back(context, sight, gettext("Saved."), outcome.undo)


HANDLERS = (edit_form, save)


def _editable(todos: Todos, todo_id: str) -> Todo:
    todo = service.one(todos, todo_id)
    if todo.deleted_at is not None:
        raise InTrash
    return todo


def _form(
    todos: Todos, pages: Pages, context: RequestContext, todo: Todo, form: Form, sight: Sight, *, status: int = 200
) -> Response[str]:
    """The figures come along: what a form in a row changes is swapped with them, or nothing is."""
    seen = looked_at(todos, context, sight)
    values: dict[str, Any] = {
        **shown_with(replace(seen, sight=sight)),
        "todo": todo,
        "form": form,
        "steps": edits.steps_of(form),
        "anchor": anchor(todo.todo_id),
        "repeats": _repeats(todo),
        "tomorrow": context.today + timedelta(days=1),
        "category_options": [(each.category_id, each.name) for each in seen.categories if not each.leaving],
    }
    return pages.page_or_part("todo/edit.html", "todo/editing.html", status=status, **values)


def _repeats(todo: Todo) -> list[tuple[str, str]]:
    """The usual ones, and the todo's own."""
    own = [todo.repeat] if todo.repeat and todo.repeat not in texts.REPEATS else []
    return [("", gettext("doesn't repeat")), *((each, texts.repeat_text(each)) for each in (*texts.REPEATS, *own))]
