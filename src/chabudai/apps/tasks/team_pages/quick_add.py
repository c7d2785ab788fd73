"""Quick add within a team: nobody has the task unless the line says so."""

from litestar import Response

from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages import line_form
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get, post


@get("/add")
def show_add(
    member: Injected[Member],
    shell: Injected[Shell],
    pages: Injected[Pages],
    status: FromQuery[str] = "",
    line: FromQuery[str] = "",
    next: FromQuery[str] = "",  # noqa: A002 (the address says so)
) -> Response[str]:
    return line_form.show_form(member, shell, Form.of(status=status, line=line, next=next), pages, _path(member))


@post("/add")
def add(
    member: Injected[Member],
    shell: Injected[Shell],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    return line_form.add(member, shell, form, pages, context, _path(member))


@post("/words")
def preview(member: Injected[Member], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    return line_form.preview(member, form, pages)


def _path(member: Member) -> str:
    return f"/tasks/{member.team_id}"
