"""What is done to one todo with one touch: ticked, moved, thrown away, put back; and any of it taken back."""

import json
from typing import Any

from litestar import Response

from chabudai.apps.todo import lists, service, trash, undoing
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.pages import undos
from chabudai.apps.todo.pages.answers import back, came_from, done
from chabudai.apps.todo.pages.texts import due_text
from chabudai.apps.todo.todos import Outcome, Todos
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post
from chabudai.web.translations import gettext, ngettext

_SHORT = 40


@post("/tick")
def tick(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.tick(todos, form["id"])
    return back(
        context,
        came_from(form),
        _ticked(outcome),
        outcome.undo,
        group="tick",
        joined=lambda n: ngettext("Marked %(n)s as done.", "Marked %(n)s as done.", n),
    )


@post("/untick")
def untick(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.untick(todos, form["id"])
    return back(
        context, came_from(form), gettext("“%(title)s” is back on the list.", title=_short(outcome.todo)), outcome.undo
    )


@post("/throw-away")
def throw_away(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.throw_away(todos, form["id"])
    return back(
        context,
        came_from(form),
        gettext("Moved “%(title)s” to trash.", title=_short(outcome.todo)),
        outcome.undo,
        group="trash",
        joined=lambda n: ngettext("Moved %(n)s to trash.", "Moved %(n)s to trash.", n),
    )


@post("/restore")
def restore(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.restore(todos, form["id"])
    return back(context, came_from(form), gettext("Restored “%(title)s”.", title=_short(outcome.todo)), outcome.undo)


@post("/step")
def tick_step(todos: Injected[Todos], form: Injected[Form]) -> Response[str]:
    """The button says which one: the todo, the number, the text that it must still have, and what it becomes."""
    todo_id, number, text, is_done = _read(form["step"], (str, int, str, bool))
    service.tick_step(todos, todo_id, number, text=text, done=is_done)
    return see_other(came_from(form).but(open_steps=todo_id).url)


@post("/move")
def move(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """As sort.js says it, which needs no page back."""
    service.move(todos, form["id"], before=form["before"] or _after_last(todos, form))
    return see_other(came_from(form).url) if not context.is_swap else Response("", status_code=200)


@post("/clear-done")
def clear_done(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    count, undo = trash.clear_done(todos)
    sentence = ngettext("Moved %(n)s done to-do to trash.", "Moved %(n)s done to-dos to trash.", count)
    return back(context, came_from(form), sentence, undo)


@post("/empty-trash")
def empty_trash(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    count = trash.empty(todos)
    sentence = ngettext("Deleted %(n)s to-do for good.", "Deleted %(n)s to-dos for good.", count)
    return done(context, came_from(form).but().url, sentence)


@post("/undo")
def take_back(todos: Injected[Todos], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    ways = [undos.unpacked(each) for each in form.all("undo") or ("",)]
    trash.take_back(todos, ways[0] if len(ways) == 1 else undoing.together(ways))
    return back(context, came_from(form), gettext("Undone."))


HANDLERS = (tick, untick, throw_away, restore, tick_step, move, clear_done, empty_trash, take_back)


def _ticked(outcome: Outcome) -> str:
    title = _short(outcome.todo)
    if outcome.next is None or outcome.next.due is None:
        return gettext("“%(title)s” is done.", title=title)
    when = due_text(outcome.next.due, outcome.next.due_time)
    return gettext("“%(title)s” is done. Next: %(when)s.", title=title, when=when)


def _short(todo: Todo) -> str:
    return todo.title if len(todo.title) <= _SHORT else f"{todo.title[: _SHORT - 1]}…"


def _read(text: str, kinds: tuple[type, ...]) -> list[Any]:
    """What a button of ours says: a list of these kinds."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(said, list) or [type(each) for each in said] != list(kinds):
        raise BadRequest
    return said


def _after_last(todos: Todos, form: Form) -> str | None:
    """Dropped at the end of what is shown, which may not be the end of all: before whatever follows there."""
    order = form["order"].split(",")
    if len(order) < 2:
        return None
    rows = lists.in_manual_order(lists.still_open(service.everything(todos).todos))
    ids = [row.todo_id for row in rows if row.todo_id != form["id"]]
    if order[-2] not in ids:
        raise NoSuchTodo
    place = ids.index(order[-2]) + 1
    return ids[place] if place < len(ids) else None
