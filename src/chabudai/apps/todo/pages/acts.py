"""What is done to one todo with one touch: ticked, moved, put into the trash and back; and any of it taken back."""

import json
from typing import Any

from litestar import Response

from chabudai.apps.todo import lists, service, trash, undo
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.messages import gettext, ngettext
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.list_answers import done_in_list, undo_form
from chabudai.apps.todo.pages.texts import due_text
from chabudai.apps.todo.todos import TodoOutcome
from chabudai.common import undo as undos
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_joined_toast, redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post


@post("/tick")
def tick(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.tick(owner, form["id"])
    address = TodoListAddress.of_form(form)
    return redirect_with_joined_toast(
        context,
        address.url,
        _describe_tick(outcome),
        undo_form(outcome.undo, address),
        group="tick",
        joined=lambda n: ngettext("Marked %(n)s as done.", "Marked %(n)s as done.", n),
    )


@post("/untick")
def untick(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.untick(owner, form["id"])
    sentence = gettext("“%(title)s” is back on the list.", title=shorten_in_sentence(outcome.todo.title))
    return done_in_list(context, TodoListAddress.of_form(form), sentence, outcome.undo)


@post("/trash")
def move_to_trash(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.move_to_trash(owner, form["id"])
    address = TodoListAddress.of_form(form)
    return redirect_with_joined_toast(
        context,
        address.url,
        gettext("Moved “%(title)s” to trash.", title=shorten_in_sentence(outcome.todo.title)),
        undo_form(outcome.undo, address),
        group="trash",
        joined=lambda n: ngettext("Moved %(n)s to trash.", "Moved %(n)s to trash.", n),
    )


@post("/restore")
def restore(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = service.restore(owner, form["id"])
    sentence = gettext("Restored “%(title)s”.", title=shorten_in_sentence(outcome.todo.title))
    return done_in_list(context, TodoListAddress.of_form(form), sentence, outcome.undo)


@post("/step")
def tick_step(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """The button says which one: the todo, the number, the text that it must still have, and what it becomes."""
    todo_id, number, text, is_done = _parse_button(form["step"], (str, int, str, bool))
    service.tick_step(owner, todo_id, number, text=text, done=is_done)
    return see_other(TodoListAddress.of_form(form).but(open_steps=todo_id).url)


@post("/move")
def move(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """As sort.js says it, which needs no page back."""
    service.move(owner, form["id"], before=form["before"] or _find_follower(owner, form))
    return see_other(TodoListAddress.of_form(form).url) if not context.is_swap else Response("", status_code=200)


@post("/clear-done")
def clear_done(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    count, undo_clearing = trash.clear_done(owner)
    sentence = ngettext("Moved %(n)s done to-do to trash.", "Moved %(n)s done to-dos to trash.", count)
    return done_in_list(context, TodoListAddress.of_form(form), sentence, undo_clearing)


@post("/empty-trash")
def empty_trash(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    count = trash.empty(owner)
    sentence = ngettext("Deleted %(n)s to-do for good.", "Deleted %(n)s to-dos for good.", count)
    return redirect_with_toast(context, TodoListAddress.of_form(form).but().url, sentence)


@post("/undo")
def take_back(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    undo.take_back(owner, undos.read_form(form))
    return redirect_with_toast(context, TodoListAddress.of_form(form).url, gettext("Undone."))


def _describe_tick(outcome: TodoOutcome) -> str:
    if outcome.next is None or outcome.next.due is None:
        return gettext("“%(title)s” is done.", title=shorten_in_sentence(outcome.todo.title))
    when = due_text(outcome.next.due, outcome.next.due_time)
    return gettext("Done. Next: %(when)s.", when=when)  # the same title is in the list again


def _parse_button(text: str, kinds: tuple[type, ...]) -> list[Any]:
    """What a button of ours says: a list of these kinds."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(said, list) or [type(each) for each in said] != list(kinds):
        raise BadRequest
    return said


def _find_follower(owner: Owner, form: Form) -> str | None:
    """Dropped at the end of what is shown, which may not be the end of all: before whatever follows there."""
    order = form["order"].split(",")
    if len(order) < 2:
        return None
    rows = lists.sort_by_hand(lists.open_todos(service.everything(owner).todos))
    ids = [row.todo_id for row in rows if row.todo_id != form["id"]]
    if order[-2] not in ids:
        raise NoSuchTodo
    place = ids.index(order[-2]) + 1
    return ids[place] if place < len(ids) else None
