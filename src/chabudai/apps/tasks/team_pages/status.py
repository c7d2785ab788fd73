"""How far a task is, changed by one tap wherever its ring stands; and any act of a team taken back."""

from dataclasses import dataclass
from typing import TypeGuard, get_args

from litestar import Response

from chabudai.apps.tasks import design, tasks, undo
from chabudai.apps.tasks.activity import find_movers
from chabudai.apps.tasks.entities import Status, Task
from chabudai.apps.tasks.errors import NoSuchTask, TaskInTrash
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext, pgettext
from chabudai.apps.tasks.pages.texts import STATUSES
from chabudai.apps.tasks.tasks import TaskOutcome
from chabudai.common import undo as undos
from chabudai.common.text import shorten_in_sentence
from chabudai.web import toasts
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import Toast


@dataclass(frozen=True, slots=True)
class Wish:
    """`seen` is the status that the person saw; None where the page does not say it."""

    task_id: str
    status: Status
    seen: Status | None


@post("/status")
def set_status(
    member: Injected[Member], form: Injected[Form], context: Injected[RequestContext], pages: Injected[Pages]
) -> Response[str]:
    """The button says the task, the status, and the one it showed before: `todo`, `doing` or `done`.

    To the script it answers how that is taken back; what it says itself, where the tap was, need not be said again. Of
    what was `dropped` into another column a toast tells, with a way back. A task that is in the trash, or nowhere, is
    gone.
    """
    wish = read_wish(form["set"])
    try:
        outcome = tasks.set_status(member, wish.task_id, wish.status)
    except (NoSuchTask, TaskInTrash):
        if not context.is_swap:
            raise
        return pages.page("tasks/moved.html", status=410, undo=None)
    back = safe_next(form["next"], f"/tasks/{member.team_id}/board")
    undo_url = f"/tasks/{member.team_id}/undo"
    undo_form = outcome.undo.form(undo_url, back)
    overruled = tell_overruled(member, wish, outcome)
    if context.is_swap:
        told = overruled or (_describe_drop(outcome.task) if form["dropped"] and undo_form else None)
        if told:
            toasts.leave(context.jar, Toast(told, undo=undo_form))
        return pages.page("tasks/moved.html", undo=outcome.undo.seal(undo_url))
    title = shorten_in_sentence(outcome.task.title)
    plain = gettext("Moved “%(title)s” to %(status)s.", title=title, status=STATUSES[wish.status])
    return redirect_with_toast(context, back, overruled or plain, undo_form)


@post("/undo")
def take_back(member: Injected[Member], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """A ring that is tapped back says so itself: `quiet`."""
    undo.take_back(member, undos.read_form(form))
    if context.is_swap and form["quiet"]:
        return Response("", status_code=200)
    back = safe_next(form["next"], f"/tasks/{member.team_id}/board")
    return redirect_with_toast(context, back, gettext("Undone."))


def read_wish(said: str) -> Wish:
    """From the end: an id may hold spaces. BadRequest for what no button of ours says."""
    before, _, last = said.rpartition(" ")
    task_id, _, word = before.rpartition(" ")
    if task_id and is_status(word) and is_status(last):
        return Wish(task_id, word, last)
    if before and is_status(last):
        return Wish(before, last, None)
    raise BadRequest


def is_status(word: str) -> TypeGuard[Status]:
    return word in get_args(Status)


def tell_overruled(member: Member, wish: Wish, outcome: TaskOutcome) -> str | None:
    """The later of two different taps wins, and says so; the same by two is one move, of which nothing is said."""
    before = outcome.before.status if outcome.before else None
    if before is None or wish.seen is None or before in (wish.seen, wish.status):
        return None
    name = _other_mover(member, wish.task_id)
    now, then = STATUSES[wish.status], STATUSES[before]
    if name is None:
        return gettext("This had already moved to %(before)s. Moved to %(status)s.", before=then, status=now)
    return gettext("%(name)s had moved this to %(before)s. Moved to %(status)s.", name=name, before=then, status=now)


def _describe_drop(task: Task) -> str:
    title = shorten_in_sentence(task.title)
    return pgettext("dropped", "Moved “%(title)s” to %(status)s.", title=title, status=STATUSES[task.status])


def _other_mover(member: Member, task_id: str) -> str | None:
    """By name, of the move before this one; None when it was oneself, in another window, or someone who has left."""
    user_id = next(iter(find_movers(member, task_id)[1:]), None)
    row = member.store.get(design.member(member.team_id, user_id)) if user_id and user_id != member.user_id else None
    return row.user_name if row else None
