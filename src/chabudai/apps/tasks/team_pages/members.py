"""Who is in a team: their roles, taking someone out of it, and leaving it oneself."""

from typing import Annotated, get_args

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.tasks import members
from chabudai.apps.tasks.entities import Role, TeamUser
from chabudai.apps.tasks.errors import LastAdmin, NoSuchMember
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext, ngettext
from chabudai.apps.tasks.pages.people_page import PeoplePage
from chabudai.apps.tasks.person_colours import choose_colours
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest
from chabudai.web.forms import Form
from chabudai.web.routes import FromPath, Injected, get, post


@get("/members")
def show_members(
    people_page: Injected[PeoplePage], email: Annotated[str, QueryParameter(name="email")] = ""
) -> Response[str]:
    """`?email=` fills in the address of somebody to invite."""
    return people_page.show(Form.of(email=email) if email else Form())


@post("/members/{user_id:str}/role")
def change_role(
    user_id: FromPath[str],
    member: Injected[Member],
    people_page: Injected[PeoplePage],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    role: Role | None = next((each for each in get_args(Role) if each == form["role"]), None)
    if role is None:
        raise BadRequest
    try:
        undo = members.change_role(member, user_id, role)
    except LastAdmin as refusal:
        return _refuse(people_page, user_id, refusal)
    name = _name(members.find_member(member, user_id))
    sentence = (
        gettext("%(name)s is now an admin.", name=name)
        if role == "admin"
        else gettext("%(name)s is now a member.", name=name)
    )
    can_undo = role == "admin" or user_id != member.user_id  # who is no admin any more can't make one
    back = undo.form(f"/tasks/{member.team_id}/undo", people_page.url) if can_undo else None
    return redirect_with_toast(context, people_page.url, sentence, back)


@get("/members/{user_id:str}/remove")
def ask_to_remove(user_id: FromPath[str], member: Injected[Member], people_page: Injected[PeoplePage]) -> Response[str]:
    member.require_admin()
    return _show_question(member, people_page, members.find_member(member, user_id))


@post("/members/{user_id:str}/remove")
def remove(
    user_id: FromPath[str],
    member: Injected[Member],
    people_page: Injected[PeoplePage],
    context: Injected[RequestContext],
) -> Response[str]:
    """What is sent twice is done once: who is gone by then is out, as was wanted."""
    try:
        row = members.find_member(member, user_id)
        people_page.leavings.finish(member.owner, members.begin_removal(member, user_id))
    except NoSuchMember:
        member.require_admin()
        return redirect_with_toast(context, people_page.url, gettext("They're no longer in the team."))
    except LastAdmin as refusal:
        return _refuse(people_page, user_id, refusal)
    if user_id == member.user_id:
        return _left(context, member)
    return redirect_with_toast(context, people_page.url, gettext("Removed %(name)s from the team.", name=_name(row)))


@get("/members/leave")
def ask_to_leave(member: Injected[Member], people_page: Injected[PeoplePage]) -> Response[str]:
    return _show_question(member, people_page, members.find_member(member, member.user_id))


@post("/members/leave")
def leave(
    member: Injected[Member], people_page: Injected[PeoplePage], context: Injected[RequestContext]
) -> Response[str]:
    try:
        people_page.leavings.finish(member.owner, members.begin_leaving(member.owner, member.team_id))
    except LastAdmin as refusal:
        return _refuse(people_page, member.user_id, refusal)
    return _left(context, member)


def _left(context: RequestContext, member: Member) -> Response[str]:
    name = shorten_in_sentence(member.team.name)
    return redirect_with_toast(context, "/tasks", gettext("You left “%(team)s”.", team=name))


def _refuse(people_page: PeoplePage, user_id: str, refusal: LastAdmin) -> Response[str]:
    page = people_page.show(refused=user_id, sentence=refusal.message)
    page.status_code = refusal.status
    return page


def _show_question(member: Member, people_page: PeoplePage, row: TeamUser) -> Response[str]:
    """It can't be taken back, so it says first what becomes of their tasks. What can't be done is not asked for."""
    is_me = row.user_id == member.user_id
    if is_me and row.role == "admin" and members.other_admin(member.store, row) is None:
        return _refuse(people_page, row.user_id, LastAdmin())
    count = members.count_tasks(member, row.user_id)
    url = people_page.url
    return people_page.pages.page(
        "tasks/member_leaving.html",
        shell=people_page.shell,
        url=url,
        action=f"{url}/leave" if is_me else f"{url}/{row.user_id}/remove",
        row=row,
        colour=choose_colours(members.find_all(member))[row.user_id],
        is_me=is_me,
        consequence=(
            ngettext("%(n)s task becomes unassigned.", "%(n)s tasks become unassigned.", count)
            if count
            else gettext("No tasks are assigned to them.")
            if not is_me
            else gettext("No tasks are assigned to you.")
        ),
    )


def _name(row: TeamUser) -> str:
    return shorten_in_sentence(row.user_name)
