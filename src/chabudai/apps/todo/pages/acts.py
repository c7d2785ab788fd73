"""What is done to one todo with one touch: ticked, moved, thrown away, put back; and any of it taken back."""

import json
from typing import Any

from litestar import Response

from chabudai.apps.todo import lists, service, trash
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.pages import undos
from chabudai.apps.todo.pages.answers import back, came_from, done
from chabudai.apps.todo.pages.texts import due_text
from chabudai.apps.todo.todos import Outcome, Todos
from chabudai.web.errors import Malformed
from chabudai.web.forms import Form
from chabudai.web.language import gettext, ngettext
from chabudai.web.redirects import see_other
from chabudai.web.routes import Given, post
from chabudai.web.visits import Visit

_SHORT = 40


@post("/tick")
def tick(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    outcome = service.tick(todos, form["id"])
    return back(visit, came_from(form), _ticked(outcome), outcome.undo)


@post("/untick")
def untick(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    outcome = service.untick(todos, form["id"])
    return back(visit, came_from(form), gettext("Open again: %(title)s", title=_short(outcome.todo)), outcome.undo)


@post("/throw-away")
def throw_away(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    outcome = service.throw_away(todos, form["id"])
    return back(visit, came_from(form), gettext("In the trash: %(title)s", title=_short(outcome.todo)), outcome.undo)


@post("/restore")
def restore(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    outcome = service.restore(todos, form["id"])
    return back(visit, came_from(form), gettext("Put back: %(title)s", title=_short(outcome.todo)), outcome.undo)


@post("/step")
def tick_step(todos: Given[Todos], form: Given[Form]) -> Response[str]:
    """The button says which one: the todo, the number, the text that it must still have, and what it becomes."""
    todo_id, number, text, is_done = _read(form["step"], (str, int, str, bool))
    service.tick_step(todos, todo_id, number, text=text, done=is_done)
    return see_other(came_from(form).but(open_steps=todo_id).url)


@post("/move")
def move(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    """As sort.js says it, which needs no page back."""
    service.move(todos, form["id"], before=form["before"] or _after_last(todos, form))
    return see_other(came_from(form).url) if not visit.is_swap else Response("", status_code=200)


@post("/clear-done")
def clear_done(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    count, undo = trash.clear_done(todos)
    sentence = ngettext("%(n)s done thing is in the trash now.", "%(n)s done things are in the trash now.", count)
    return back(visit, came_from(form), sentence, undo)


@post("/empty-trash")
def empty_trash(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    count = trash.empty(todos)
    sentence = ngettext("%(n)s thing is gone for good.", "%(n)s things are gone for good.", count)
    return done(visit, came_from(form).but().url, sentence)


@post("/undo")
def take_back(todos: Given[Todos], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    trash.take_back(todos, undos.unpacked(form["undo"]))
    return back(visit, came_from(form), gettext("Taken back."))


HANDLERS = (tick, untick, throw_away, restore, tick_step, move, clear_done, empty_trash, take_back)


def _ticked(outcome: Outcome) -> str:
    title = _short(outcome.todo)
    if outcome.next is None or outcome.next.due is None:
        return gettext("Done: %(title)s", title=title)
    when = due_text(outcome.next.due, outcome.next.due_time)
    return gettext("Done: %(title)s. Next time: %(when)s", title=title, when=when)


def _short(todo: Todo) -> str:
    return todo.title if len(todo.title) <= _SHORT else f"{todo.title[: _SHORT - 1]}…"


def _read(text: str, kinds: tuple[type, ...]) -> list[Any]:
    """What a button of ours says: a list of these kinds."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed from None
    if not isinstance(said, list) or [type(each) for each in said] != list(kinds):
        raise Malformed
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
