"""Looks at one's own tasks: whether anything is new, for one query, and why a task that was there is gone."""

from hashlib import blake2s
from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import QueryParameter

from chabudai.apps.tasks import design, notices, own_tasks
from chabudai.apps.tasks.errors import NoSuchTeam
from chabudai.apps.tasks.membership import Member, enter
from chabudai.apps.tasks.messages import gettext
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get

_MOST = 20


@get("/revision")
def show_own_revision(signed_in: Injected[Owner]) -> Response[dict[str, Any]]:
    """Another one whenever one of the open tasks, or what is shown of it, is another."""
    rows = signed_in.store.all(design.my_tasks(signed_in.username))
    digest = blake2s(digest_size=12)
    for row in rows:
        digest.update(row.model_dump_json().encode())
    return Response({"revision": digest.hexdigest()}, media_type=MediaType.JSON)


@get("/around")
def show_around(signed_in: Injected[Owner], pages: Injected[Pages], own: FromQuery[bool] = False) -> Response[str]:
    """What stands around a page, once it has found something new; `own` is that of one's own tasks."""
    mine, unread = own_tasks.count_open(signed_in), notices.count_unread(signed_in)
    return pages.page("tasks/around.html", mine=mine, unread=unread, is_here=own)


@get("/left")
def show_left(
    signed_in: Injected[Owner],
    pages: Injected[Pages],
    task: Annotated[list[str] | None, QueryParameter(name="task")] = None,
    team: Annotated[list[str] | None, QueryParameter(name="team")] = None,
) -> Response[str]:
    """`task` and `team` go together. Of what is still one's own, and open, nothing is said."""
    named = list(zip(task or (), team or (), strict=False))[:_MOST]
    told = [(task_id, _describe(signed_in, task_id, team_id)) for task_id, team_id in named if is_id(task_id)]
    return pages.page("tasks/left.html", told=[each for each in told if each[1]])


def _describe(owner: Owner, task_id: str, team_id: str) -> str | None:
    try:
        member = enter(owner, team_id)
    except NoSuchTeam as refusal:
        return str(refusal.message)
    found = owner.store.get(design.task(team_id, task_id))
    if found is None:
        return gettext("Someone moved this to trash.")
    if found.assignee != owner.username:
        return _describe_assignee(member, found.assignee)
    return gettext("Marked as done.") if found.status == "done" else None


def _describe_assignee(member: Member, assignee: str | None) -> str:
    row = member.store.get(design.member(member.team_id, assignee)) if assignee else None
    if row is None:
        return gettext("No longer assigned to you.")
    return gettext("Now assigned to %(name)s.", name=row.user_name)
