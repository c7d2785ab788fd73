"""Answering an invitation from its notice: whoever has its address joins without the email, or declines.

Anyone can sign up with any address. So that counts only for an address to which an email was answered before.
"""

from chabudai.apps.tasks import acceptance, design, invitation_rows, notices
from chabudai.apps.tasks.acceptance import InvitationLink
from chabudai.apps.tasks.entities import Notice, TeamUser
from chabudai.apps.tasks.errors import EmailNeeded, InvitationUnusable, JoinedAlready, TooBusy
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.membership import check_assignable
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Insert, Transaction


def accept(owner: Owner, invite_id: str, proven_email: str | None) -> TeamUser:
    """The owner joins; `proven_email` is the address, in its plain form, that is known to be theirs."""
    invitation = _find(owner, invite_id, proven_email)
    link = InvitationLink(invitation.team_id, invite_id, invitation.token)
    try:
        return acceptance.accept(owner, link, knows_address=True)
    except JoinedAlready:
        owner.store.write(Notice.delete(user_id=owner.username, notice_id=invite_id))
        raise


def decline(owner: Owner, invite_id: str, proven_email: str | None) -> Invitation:
    """The invitation is gone, and whoever invited is told, if they are in the team still."""
    for _ in attempts(TooBusy):
        invitation = _find(owner, invite_id, proven_email)
        held = invitation_rows.find_holder(owner.store, invitation)
        plan = _plan_notice(invitation_rows.plan_use(invitation, held), owner, invitation)
        if failed_step(owner.store, plan) is None:
            return invitation
    raise AssertionError("attempts end by raising")


def _find(owner: Owner, invite_id: str, proven_email: str | None) -> Invitation:
    """By the notice of it, which is the owner's own."""
    notice = owner.store.get(design.notice(owner.username, invite_id).consistently()) if is_id(invite_id) else None
    if notice is None or notice.about != "invited":
        raise InvitationUnusable
    if proven_email is None or notice.email != proven_email:
        raise EmailNeeded
    found = owner.store.get(design.invitation(notice.team_id, invite_id).consistently())
    if found is None or found.revoked_at is not None or found.invited_user != owner.username:
        raise InvitationUnusable
    return found


def _plan_notice(plan: Transaction, owner: Owner, invitation: Invitation) -> Transaction:
    inviter = owner.store.get(design.member(invitation.team_id, invitation.invited_by).consistently())
    if inviter is None or inviter.leaving or not notices.wants(owner.store, inviter.user_id, "declined"):
        return plan
    notice = notices.team_notice(
        inviter.user_id,
        owner.new_id(),
        "declined",
        team_id=invitation.team_id,
        now=int(owner.now().timestamp()),
        email=invitation.email,
    )
    return plan.step("inviter", check_assignable(invitation.team_id, inviter.user_id)).step("told", Insert(notice))
