"""Inviting to a team: by email and by link, sent again, cancelled. Only admins do any of it."""

from typing import Final

from litestar import Response

from chabudai.apps.tasks import invitations
from chabudai.apps.tasks.errors import AlreadyInvited
from chabudai.apps.tasks.invitation_entities import EMAIL_FIELDS, MOST_USES, Invitation
from chabudai.apps.tasks.invitation_limits import InvitationLimits
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.pages.people_page import PeoplePage
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, refuse, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import TooManyRequests
from chabudai.web.forms import Form
from chabudai.web.routes import FromPath, Injected, post

_ONE: Final = "/members/invitations/{invite_id:str}"
_NERVOUS: Final = 5  # seconds


@post("/members/invite")
def invite(
    member: Injected[Member],
    people_page: Injected[PeoplePage],
    invitation_limits: Injected[InvitationLimits],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    member.require_admin()

    def act() -> Response[str]:
        fields = EMAIL_FIELDS.check_new({"email": form["email"], "role": form["role"] or "member"})
        invitation_limits.try_email(member, fields["email"])
        try:
            made = invitations.invite(people_page.inviter, **fields)
        except AlreadyInvited as refusal:
            made = invitations.find_invitation(member, refusal.invite_id)
            if not _is_sent_twice(member, made, fields["role"]):
                return refuse(form, refusal, lambda again: people_page.show(again, invited_already=made.invite_id))
        return redirect_with_toast(context, people_page.url, _describe_email(people_page, made))

    return submit(form, act, people_page.show)


@post("/members/links")
def invite_by_link(
    member: Injected[Member],
    people_page: Injected[PeoplePage],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    member.require_admin()

    def act() -> Response[str]:
        uses = int(form["uses"]) if form["uses"].isdecimal() and len(form["uses"]) <= len(str(MOST_USES)) else 0
        invitations.invite_by_link(people_page.inviter, role=form["role"] or "member", uses=uses)
        return redirect_with_toast(context, people_page.url, gettext("Link created. Copy it and send it to someone."))

    return submit(form, act, people_page.show)


def _is_sent_twice(member: Member, there: Invitation, role: str) -> bool:
    """The same form by the same finger: what is sent twice is done once."""
    is_fresh = member.seconds() - there.created_at < _NERVOUS
    return is_fresh and there.invited_by == member.user_id and there.role == role


def _describe_email(people_page: PeoplePage, made: Invitation) -> str:
    email = shorten_in_sentence(made.email)
    if people_page.accounts.sends_mail:
        return gettext("An invitation is on its way to %(email)s.", email=email)
    if people_page.accounts.has_open_outbox:
        return gettext("The invitation for %(email)s goes to the outbox. This site doesn't send email.", email=email)
    return gettext("Invited %(email)s, but this site can't send emails. Send a link instead.", email=email)


def _describe_new_link(people_page: PeoplePage, before: Invitation) -> str:
    if before.is_link:
        return gettext("New link created. The old one no longer works.")
    if people_page.accounts.sends_mail:
        return gettext("A new email is on its way. The link in the earlier one no longer works.")
    if people_page.accounts.has_open_outbox:
        return gettext("A new email goes to the outbox. The link in the earlier one no longer works.")
    return gettext("This site can't send emails. Create a link and send it yourself.")


@post(f"{_ONE}/resend")
def resend(
    invite_id: FromPath[str],
    member: Injected[Member],
    people_page: Injected[PeoplePage],
    invitation_limits: Injected[InvitationLimits],
    context: Injected[RequestContext],
) -> Response[str]:
    """With a new token: the link before opens nothing any more."""
    before = invitations.find_invitation(member, invite_id)
    if not before.is_link:
        try:
            invitation_limits.try_email(member, before.email)
        except TooManyRequests as refusal:
            page = people_page.show(refused=invite_id, sentence=refusal.message)
            page.status_code = refusal.status
            page.headers.update(refusal.headers)
            return page
    invitations.resend(people_page.inviter, invite_id)
    return redirect_with_toast(context, people_page.url, _describe_new_link(people_page, before))


@post(f"{_ONE}/revoke")
def revoke(
    invite_id: FromPath[str],
    member: Injected[Member],
    people_page: Injected[PeoplePage],
    context: Injected[RequestContext],
) -> Response[str]:
    undo = invitations.revoke(member, invite_id)
    back = undo.form(f"/tasks/{member.team_id}/undo", people_page.url)
    return redirect_with_toast(context, people_page.url, gettext("Invitation cancelled."), back)
