"""Notices: read by opening them; invitations are answered here, and each kind can be turned off."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from chabudai.accounts.design import Person
from chabudai.apps.tasks import invitation_answers, notices, people
from chabudai.apps.tasks.errors import EmailNeeded, InvitationExpired, InvitationUnusable, JoinedAlready
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.pages.notice_rows import KIND_NAMES, notice_rows
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.store.errors import StoreFull
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post

_HERE = "/tasks/notices"


@get("/notices")
def show_notices(
    owner: Injected[Owner],
    person: Injected[Person],
    shell: Injected[Shell],
    pages: Injected[Pages],
    cursor: Annotated[str | None, QueryParameter(name="cursor")] = None,
) -> Response[str]:
    """Those of today, then the others; they count as read from now on."""
    page = notices.find_page(owner, cursor)
    with suppress(StoreFull):  # it can still be read
        if shell.unread:
            notices.mark_read(owner)
    rows = notice_rows(owner, page.items, _proven_email(person))
    user, today = people.find(owner), owner.today()
    return pages.page(
        "tasks/notices.html",
        shell=replace(shell, unread=0),
        groups=(
            (gettext("Today"), [row for row in rows if row.day == today]),
            (gettext("Earlier"), [row for row in rows if row.day != today]),
        ),
        is_first=cursor is None,
        more=page.cursor,
        kinds=KIND_NAMES,
        muted=user.muted if user else frozenset(),
    )


@post("/notices/{notice_id:str}/accept")
def accept(
    notice_id: FromPath[str], owner: Injected[Owner], person: Injected[Person], context: Injected[RequestContext]
) -> Response[str]:
    notice = notices.find_one(owner, notice_id)
    try:
        joined = invitation_answers.accept(owner, notice_id, _proven_email(person))
    except JoinedAlready:
        return see_other(f"/tasks/{notice.team_id}/board")
    except (EmailNeeded, InvitationUnusable, InvitationExpired) as refusal:
        return warn(context, _HERE, str(refusal))
    return redirect_with_toast(context, f"/tasks/{joined.team_id}/board", gettext("Welcome to the team."))


@post("/notices/{notice_id:str}/decline")
def decline(
    notice_id: FromPath[str], owner: Injected[Owner], person: Injected[Person], context: Injected[RequestContext]
) -> Response[str]:
    try:
        declined = invitation_answers.decline(owner, notice_id, _proven_email(person))
    except (EmailNeeded, InvitationUnusable, InvitationExpired) as refusal:
        return warn(context, _HERE, str(refusal))
    sentence = gettext("You declined the invitation to “%(team)s”.", team=declined.team_name)
    return redirect_with_toast(context, _HERE, sentence)


@post("/notices/kinds")
def choose_kinds(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """`on` are those that the person wants."""
    notices.mute(owner, [kind for kind in notices.KINDS if kind not in form.all("on")])
    return redirect_with_toast(context, _HERE, gettext("Saved."))


def _proven_email(person: Person) -> str | None:
    return person.proven_email if person.has_proven_email else None
