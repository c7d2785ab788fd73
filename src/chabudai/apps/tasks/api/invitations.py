"""Invitations for programs: by an email or by a link. Only admins do any of it."""

from functools import partial
from typing import Final

from chabudai.accounts.service import Accounts, find_username, is_read_only, may_be_told
from chabudai.apps.tasks import invitation_links, invitations
from chabudai.apps.tasks.invitation_entities import EMAIL_FIELDS, LINK_FIELDS, Invitation, MailState
from chabudai.apps.tasks.invitation_limits import InvitationLimits
from chabudai.apps.tasks.invitation_mail import MailStatus, find_statuses
from chabudai.apps.tasks.invitations import Inviter
from chabudai.apps.tasks.membership import Member
from chabudai.common.bodies import entity_body, fill, new_body, sent_fields
from chabudai.web.bodies import Body
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, post
from chabudai.web.translations import current_language


@new_body(EMAIL_FIELDS)
class NewInvitation(Body):
    """Who is invited, and as what; the email is sent at once."""


@new_body(LINK_FIELDS)
class NewInvitationLink(Body):
    """Whoever has the link may join, as many people as `uses` says."""


@entity_body(
    Invitation,
    "email",
    "role",
    "uses",
    "created_at",
    "expires_at",
    "invited_by",
    id="invite_id",
)
class InvitationBody(Body):
    """Times are in Unix seconds. `mailState` and `mailError` tell of its email, null for a link. `url` is the link
    itself; null when it was sent by email, to its reader alone, and for a token that may only look: whoever has the
    link can join by it."""

    mail_state: MailState | None
    mail_error: str | None
    url: str | None


class InvitationList(Body):
    invitations: list[InvitationBody]


_NEW: Final = MailStatus("waiting")
_PATH = "/teams/{team_id:str}/invitations"


@get(_PATH)
def list_invitations(
    member: Injected[Member], accounts: Injected[Accounts], context: Injected[RequestContext]
) -> InvitationList:
    """Those that can be used, in the order in which they were made. Invitation pattern 1."""
    found = invitations.find_all(member)
    statuses = find_statuses(member.store, found)
    return InvitationList(
        invitations=[_body_to_read(each, statuses.get(each.invite_id), accounts, context) for each in found]
    )


@post(_PATH)
def invite(
    data: JSONBody[NewInvitation],
    member: Injected[Member],
    accounts: Injected[Accounts],
    invitation_limits: Injected[InvitationLimits],
) -> InvitationBody:
    """By an email."""
    member.require_admin()
    fields = EMAIL_FIELDS.check_new(sent_fields(data))
    invitation_limits.try_email(member, fields["email"])
    return _body(invitations.invite(_inviter(member, accounts), **fields), _NEW, accounts)


@post("/teams/{team_id:str}/invitation-links")
def invite_by_link(
    data: JSONBody[NewInvitationLink], member: Injected[Member], accounts: Injected[Accounts]
) -> InvitationBody:
    """By a link; no email is sent."""
    return _body(invitations.invite_by_link(_inviter(member, accounts), **sent_fields(data)), None, accounts)


@get(f"{_PATH}/{{invite_id:str}}")
def find_invitation(
    invite_id: FromPath[str],
    member: Injected[Member],
    accounts: Injected[Accounts],
    context: Injected[RequestContext],
) -> InvitationBody:
    """One invitation. Invitation pattern 2."""
    found = invitations.find_invitation(member, invite_id)
    return _body_to_read(found, find_statuses(member.store, [found]).get(invite_id), accounts, context)


@post(f"{_PATH}/{{invite_id:str}}/resend", status_code=200)
def resend(
    invite_id: FromPath[str],
    member: Injected[Member],
    accounts: Injected[Accounts],
    invitation_limits: Injected[InvitationLimits],
) -> InvitationBody:
    """With a new token: the link before opens nothing any more."""
    before = invitations.find_invitation(member, invite_id)
    if not before.is_link:
        invitation_limits.try_email(member, before.email)
    return _body(invitations.resend(_inviter(member, accounts), invite_id), None if before.is_link else _NEW, accounts)


@delete(f"{_PATH}/{{invite_id:str}}")
def revoke(invite_id: FromPath[str], member: Injected[Member]) -> None:
    """Nobody can join by it any more."""
    invitations.revoke(member, invite_id)


def _body_to_read(
    invitation: Invitation, status: MailStatus | None, accounts: Accounts, context: RequestContext
) -> InvitationBody:
    token = context.credentials.token
    if token is not None and is_read_only(accounts, token):
        return _fill(invitation, status, url=None)
    return _body(invitation, status, accounts)


def _inviter(member: Member, accounts: Accounts) -> Inviter:
    return Inviter(member, current_language(), partial(find_username, accounts), partial(may_be_told, accounts))


def _body(invitation: Invitation, status: MailStatus | None, accounts: Accounts) -> InvitationBody:
    """The link of an email is a proof of its address: nobody else is told."""
    path = invitation_links.path_of(invitation.team_id, invitation.invite_id, invitation.token)
    return _fill(invitation, status, url=f"{accounts.address}{path}" if invitation.is_link else None)


def _fill(invitation: Invitation, status: MailStatus | None, url: str | None) -> InvitationBody:
    state, error = (None, None) if status is None else (status.state, status.error)
    return fill(InvitationBody, invitation, mail_state=state, mail_error=error, url=url)
