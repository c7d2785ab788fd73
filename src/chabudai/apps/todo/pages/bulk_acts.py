"""Several todos at once: those that are marked are ticked, dated, moved, put into the trash; and taken back as one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from litestar import Response

from chabudai.apps.todo import bulk, service
from chabudai.apps.todo.bulk import BulkOutcome
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.lists import Sort, select
from chabudai.apps.todo.messages import gettext, ngettext
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.list_answers import done_in_list
from chabudai.common.owner import Owner
from chabudai.web.answers import warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post


@post("/several")
def act_on_several(
    owner: Injected[Owner],
    default_sort: Injected[Sort],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    ids = form.all("marked")
    address = TodoListAddress.of_form(form)
    if not ids:
        return warn(context, address.url, gettext("Select at least one."))
    if form["act"] in ("up", "down"):
        return _move(owner, address, default_sort, ids[0], 1 if form["act"] == "down" else -1)
    act = _ACTS.get(form["act"])
    if act is None:
        raise BadRequest
    outcome = act(owner, form, ids)
    return done_in_list(context, address.but(is_selecting=False), _sentence(form["act"], outcome), outcome.undo)


def _move(owner: Owner, address: TodoListAddress, default_sort: Sort, todo_id: str, by: int) -> Response[str]:
    """By one place of the list as it is seen, and still marked: for whoever can't drag."""
    shown = select(service.everything(owner).todos, address.selection(default_sort), owner.now())
    seen = [todo.todo_id for todo in shown]
    if todo_id not in seen:
        raise NoSuchTodo
    place = seen.index(todo_id) + by
    others = [each for each in seen if each != todo_id]
    if 0 <= place < len(seen):
        neighbour = others[place] if place < len(others) else None
        service.move(owner, todo_id, before=neighbour)
    return see_other(replace(address, marked=todo_id).url)


def _tick(owner: Owner, _: Form, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.tick(owner, ids)


def _untick(owner: Owner, _: Form, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.untick(owner, ids)


def _trash(owner: Owner, _: Form, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.move_to_trash(owner, ids)


def _restore(owner: Owner, _: Form, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.restore(owner, ids)


def _categorise(owner: Owner, form: Form, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.edit(owner, ids, {"category_id": form["to_category"]})


def _date(owner: Owner, form: Form, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.edit(owner, ids, {"due": form["to_due"]})


_ACTS: Final[Mapping[str, Callable[[Owner, Form, tuple[str, ...]], BulkOutcome]]] = {
    "tick": _tick,
    "untick": _untick,
    "trash": _trash,
    "restore": _restore,
    "category": _categorise,
    "due": _date,
}


def _sentence(act: str, outcome: BulkOutcome) -> str:
    n = len(outcome.todos)
    sentence = _describe(act, n)
    if not outcome.missed:
        return sentence
    missed = ngettext("%(n)s left unchanged.", "%(n)s left unchanged.", len(outcome.missed))
    return gettext("%(first)s %(second)s", first=sentence, second=missed)


def _describe(act: str, n: int) -> str:
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
