"""Several todos at once: those that are marked are ticked, dated, moved, thrown away; and taken back as one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from litestar import Response

from chabudai.apps.todo import bulk, service
from chabudai.apps.todo.bulk import Done
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.lists import shown
from chabudai.apps.todo.pages import preferences
from chabudai.apps.todo.pages.answers import back, came_from, refuse
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.rules import Changes
from chabudai.apps.todo.todos import Todos
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.form_fields import FormReader
from chabudai.web.forms import Form
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post
from chabudai.web.translations import gettext, ngettext


@post("/several")
def do(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    ids = form.all("marked")
    sight = came_from(form)
    if not ids:
        return refuse(context, sight, gettext("Select at least one."))
    if form["act"] in ("up", "down"):
        return _moved(todos, context, sight, ids[0], 1 if form["act"] == "down" else -1)
    act = _ACTS.get(form["act"])
    if act is None:
        raise BadRequest
    outcome = act(todos, form, ids)
    return back(context, sight.but(is_selecting=False), _sentence(form["act"], outcome), outcome.undo)


HANDLERS = (do,)


def _moved(todos: Todos, context: RequestContext, sight: Sight, todo_id: str, by: int) -> Response[str]:
    """By one place of the list as it is seen, and still marked: for whoever can't drag."""
    kept = service.everything(todos)
    seen = [todo.todo_id for todo in shown(kept.todos, sight.wish(preferences.usual_sort(todos, context)), todos.now())]
    if todo_id not in seen:
        raise NoSuchTodo
    place = seen.index(todo_id) + by
    others = [each for each in seen if each != todo_id]
    if 0 <= place < len(seen):
        neighbour = others[place] if place < len(others) else None
        service.move(todos, todo_id, before=neighbour)
    return see_other(replace(sight, marked=todo_id).url)


def _tick(todos: Todos, _: Form, ids: tuple[str, ...]) -> Done:
    return bulk.tick(todos, ids)


def _untick(todos: Todos, _: Form, ids: tuple[str, ...]) -> Done:
    return bulk.untick(todos, ids)


def _trash(todos: Todos, _: Form, ids: tuple[str, ...]) -> Done:
    return bulk.throw_away(todos, ids)


def _restore(todos: Todos, _: Form, ids: tuple[str, ...]) -> Done:
    return bulk.restore(todos, ids)


def _categorise(todos: Todos, form: Form, ids: tuple[str, ...]) -> Done:
    return bulk.edit(todos, ids, Changes(category_id=form["to_category"] or None))


def _date(todos: Todos, form: Form, ids: tuple[str, ...]) -> Done:
    reader = FormReader(form)
    day = reader.day("to_due")
    reader.finish()
    return bulk.edit(todos, ids, Changes(due=day))


_ACTS: Final[Mapping[str, Callable[[Todos, Form, tuple[str, ...]], Done]]] = {
    "tick": _tick,
    "untick": _untick,
    "trash": _trash,
    "restore": _restore,
    "category": _categorise,
    "due": _date,
}


def _sentence(act: str, outcome: Done) -> str:
    n = len(outcome.todos)
    sentence = _told(act, n)
    if not outcome.missed:
        return sentence
    missed = ngettext("%(n)s left unchanged.", "%(n)s left unchanged.", len(outcome.missed))
    return gettext("%(first)s %(second)s", first=sentence, second=missed)


def _told(act: str, n: int) -> str:
    match act:
        case "tick":
            return ngettext("Marked %(n)s as done.", "Marked %(n)s as done.", n)
        case "untick":
            return ngettext("Marked %(n)s as not done.", "Marked %(n)s as not done.", n)
        case "trash":
            return ngettext("Moved %(n)s to trash.", "Moved %(n)s to trash.", n)
        case "restore":
            return ngettext("Restored %(n)s.", "Restored %(n)s.", n)
        case "category":
            return ngettext("Changed the category of %(n)s to-do.", "Changed the category of %(n)s to-dos.", n)
        case _:
            return ngettext("Changed the due date of %(n)s to-do.", "Changed the due date of %(n)s to-dos.", n)
