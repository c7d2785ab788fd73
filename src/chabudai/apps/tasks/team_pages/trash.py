"""The trash of a team: each task with who put it there and how long it stays; restored by one tap."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.tasks import design, members, trash
from chabudai.apps.tasks.entities import ThrownTask
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext, ngettext
from chabudai.apps.tasks.moments import moment_of
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.common.list_cursors import take_page
from chabudai.common.text import shorten_in_sentence
from chabudai.table import Cursors
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class TrashRow:
    task: ThrownTask
    by: str
    since: datetime
    days_left: int


@get("/trash")
def show_trash(
    member: Injected[Member],
    shell: Injected[Shell],
    cursors: Injected[Cursors],
    pages: Injected[Pages],
    cursor: Annotated[str | None, QueryParameter(name="cursor")] = None,
) -> Response[str]:
    """The latest first, which no key of theirs says: a trash holds 30 days and is read as a whole."""
    thrown = sorted(
        member.store.all(design.thrown_tasks(member.team_id)), key=lambda task: task.deleted_at, reverse=True
    )
    list_ = {"team": member.team_id}
    found, more = take_page(cursors, "trash", list_, thrown, lambda task: task.task_id, cursor or None, design.PAGE)
    people = {row.user_id: row.user_name for row in members.find_all(member)}
    shown = tuple(_row(task, people, member.seconds()) for task in found)
    base = f"/tasks/{member.team_id}"
    return pages.page("tasks/trash.html", shell=shell, base=base, rows=shown, cursor=more)


@post("/trash/restore")
def restore(member: Injected[Member], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    outcome = trash.restore(member, form["id"])
    back = f"/tasks/{member.team_id}/trash"
    sentence = gettext("Restored “%(title)s”.", title=shorten_in_sentence(outcome.task.title))
    return redirect_with_toast(context, back, sentence, outcome.undo.form(f"/tasks/{member.team_id}/undo", back))


@post("/trash/delete")
def delete(member: Injected[Member], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    trash.delete(member, form["id"])
    return redirect_with_toast(context, f"/tasks/{member.team_id}/trash", gettext("Deleted for good."))


@post("/trash/empty")
def empty(member: Injected[Member], context: Injected[RequestContext]) -> Response[str]:
    count = trash.empty(member)
    sentence = ngettext("Deleted %(n)s task for good.", "Deleted %(n)s tasks for good.", count)
    return redirect_with_toast(context, f"/tasks/{member.team_id}/trash", sentence)


def _row(task: ThrownTask, people: dict[str, str], now: int) -> TrashRow:
    """Whoever has left has no name here any more."""
    by = people.get(task.deleted_by or "", "")
    since = moment_of(task.deleted_at)
    return TrashRow(task, by, since, max(0, -(-(task.expires_at - now) // _DAY)))
