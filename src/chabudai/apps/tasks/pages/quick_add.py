"""Quick add among one's own tasks: into the team that was seen last, and for oneself unless the line says whom for."""

from contextlib import suppress

from litestar import Response

from chabudai.apps.tasks import teams
from chabudai.apps.tasks.errors import NoSuchTeam
from chabudai.apps.tasks.membership import Member, enter
from chabudai.apps.tasks.pages import line_form
from chabudai.apps.tasks.pages.shell import Shell, last_team
from chabudai.common.owner import Owner
from chabudai.table import UnreadableItem
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

_PATH = "/tasks"


@get("/add")
def show_add(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    member = _enter_team(owner, Form(), context)
    return line_form.show_form(member, shell, Form.of(next=_PATH), pages, _PATH)


@post("/add")
def add(
    owner: Injected[Owner],
    shell: Injected[Shell],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    member = _enter_team(owner, form, context)
    return line_form.add(member, shell, form, pages, context, _PATH, assignee=owner.username)


@post("/words")
def preview(
    owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    return line_form.preview(_enter_team(owner, form, context), form, pages)


def _enter_team(owner: Owner, form: Form, context: RequestContext) -> Member:
    """The form's, which the person saw beside the line; else the last one."""
    if form["team"]:
        return enter(owner, form["team"])
    team = last_team(owner, context.jar)
    if team is None:
        raise NoSuchTeam
    try:
        return enter(owner, team.team_id)
    except UnreadableItem:
        return _enter_another(owner, team.team_id)


def _enter_another(owner: Owner, team_id: str) -> Member:
    """The first that can be read besides this one; UnreadableItem when there is none."""
    for row in teams.find_all(owner):
        if row.team_id != team_id:
            with suppress(UnreadableItem, NoSuchTeam):
                return enter(owner, row.team_id)
    return enter(owner, team_id)
