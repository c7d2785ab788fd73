"""Inviting: by email or by a link, resending, cancelling. Only a team's admins do any of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from chabudai.adapters.ids import NewId
from chabudai.apps.tasks import design, invitation_links, invitation_rows, notices
from chabudai.apps.tasks.errors import (
    AdminOnly,
    AlreadyInvited,
    AlreadyMember,
    NoSuchInvitation,
    NoSuchTeam,
    TooBusy,
    TooManyInvitations,
)
from chabudai.apps.tasks.invitation_entities import EMAIL_FIELDS, LINK, LINK_FIELDS, ExpiredInvitation, Invitation
from chabudai.apps.tasks.invitation_rows import find_holder
from chabudai.apps.tasks.membership import Member, check_admin, check_team
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, translate
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import StepFailed, Transaction
from chabudai.web.errors import Conflict

LIFE: Final = timedelta(hours=24)
MOST_INVITATIONS: Final = 100  # of a team at one time

FindUsername = Callable[[str], str | None]
"""Whose account has this email address; None when nobody's."""


@dataclass(frozen=True)
class Inviter:
    """An admin who invites, and the language in which they do. `life` is how long an invitation can be used.

    `may_be_told` says of a username whether the address is known to be theirs: then they have a notice, too.
    """

    member: Member
    language: str
    find_username: FindUsername
    may_be_told: Callable[[str], bool]
    life: timedelta = LIFE
    new_token: NewId = field(default=invitation_links.new_token)

    def expiry(self) -> int:
        return self.member.seconds() + int(self.life.total_seconds())


def invite(inviter: Inviter, *, email: str, role: str) -> Invitation:
    """By an email, which is spooled when the table's stream tells of the invitation."""
    inviter.member.require_admin()
    fields = EMAIL_FIELDS.check_new({"email": email, "role": role})
    username = inviter.find_username(fields["email"])
    _refuse_member(inviter, username)
    return _keep(inviter, invited_user=_who_is_told(inviter, username), **fields)


def invite_by_link(inviter: Inviter, *, role: str, uses: int = 1) -> Invitation:
    """Whoever has the link may join, as many people as `uses` says; no email is sent."""
    inviter.member.require_admin()
    return _keep(inviter, email=LINK, **LINK_FIELDS.check_new({"role": role, "uses": uses}))


def find_all(member: Member) -> list[Invitation]:
    """Those that can be used, in the order in which they were made."""
    member.require_admin()
    return [each for each in member.store.all(design.invitations(member.team_id)) if each.revoked_at is None]


def find_expired(member: Member) -> list[ExpiredInvitation]:
    """Those that were not used, or not by all who could have: for a day after they expired."""
    member.require_admin()
    now = member.seconds()
    return [each for each in member.store.all(design.expired_invitations(member.team_id)) if each.ended_at <= now]


def find_invitation(member: Member, invite_id: str) -> Invitation:
    """NoSuchInvitation also for one that was cancelled."""
    found = _find_kept(member, invite_id)
    if found.revoked_at is not None:
        raise NoSuchInvitation
    return found


def resend(inviter: Inviter, invite_id: str) -> Invitation:
    """With a new token, good for as long as a new invitation is: the link before opens nothing any more."""
    member = inviter.member
    for _ in attempts(TooBusy):
        before = find_invitation(member, invite_id)
        username = None if before.is_link else inviter.find_username(before.email)
        after = before.model_copy(
            update={
                "token": inviter.new_token(),
                "expires_at": inviter.expiry(),
                "language": inviter.language,
                "invited_user": _who_is_told(inviter, username),
                "mail_state": None,
            }
        )
        if _is_done(member, invitation_rows.plan_replace(before, after, find_holder(member.store, before))):
            return after
    raise AssertionError("attempts end by raising")


def revoke(member: Member, invite_id: str) -> Undo:
    """The link opens nothing from now on, and the address can be invited again."""
    for _ in attempts(TooBusy):
        found = find_invitation(member, invite_id)
        plan = invitation_rows.plan_revoke(found, member.seconds(), find_holder(member.store, found))
        if _is_done(member, plan):
            return undo_by("restore_invitation", invite_id=invite_id)
    raise AssertionError("attempts end by raising")


def restore(member: Member, invite_id: str) -> Invitation:
    """One that was cancelled can be used again: by the same link, until the same time."""
    found = _find_kept(member, invite_id)
    if found.revoked_at is None:
        return found
    unmet = StepErrors(missing=NoSuchInvitation, unmet=Conflict)
    _transact(member, invitation_rows.plan_restore(found), {"invitation": unmet, "invited": _taken(member, found)})
    return _find_kept(member, invite_id)


def _find_kept(member: Member, invite_id: str) -> Invitation:
    member.require_admin()
    if not is_id(invite_id):
        raise NoSuchInvitation
    found = member.store.get(design.invitation(member.team_id, invite_id).consistently())
    if found is None:
        raise NoSuchInvitation
    return found


def _keep(inviter: Inviter, **fields: Any) -> Invitation:
    member = inviter.member
    if len(find_all(member)) >= MOST_INVITATIONS:
        raise TooManyInvitations(MOST_INVITATIONS)
    invitation = Invitation(
        team_id=member.team_id,
        invite_id=member.new_id(),
        created_at=member.seconds(),
        expires_at=inviter.expiry(),
        invited_by=member.user_id,
        token=inviter.new_token(),
        team_name=member.team.name,
        language=inviter.language,
        **fields,
    )
    _transact(member, invitation_rows.plan_insert(invitation), {"invited": _taken(member, invitation)})
    return invitation


_HELD_TO: Final = {
    "admin": StepErrors(missing=NoSuchTeam, unmet=AdminOnly),
    "team": StepErrors(missing=NoSuchTeam, unmet=NoSuchTeam),
}


def _transact(member: Member, plan: Transaction, errors: Mapping[str, StepErrors]) -> None:
    with translate(steps={**_HELD_TO, **errors}):
        member.store.transact(_held(member, plan))


def _is_done(member: Member, plan: Transaction) -> bool:
    """False when somebody else was faster."""
    try:
        _transact(member, plan, {})
    except StepFailed:
        return False
    return True


def _held(member: Member, plan: Transaction) -> Transaction:
    """To this: whoever acts is an admin still, and the team stays. So none is made of a team that is being deleted."""
    return plan.step("admin", check_admin(member)).step("team", check_team(member.team_id))


def _taken(member: Member, invitation: Invitation) -> StepErrors:
    """When its address has another invitation."""

    def make() -> Exception:
        address = invitation_rows.holder(invitation).email
        held = member.store.get(design.invited(member.team_id, address).consistently())
        return Conflict() if held is None else AlreadyInvited(held.invite_id)

    return StepErrors(unmet=make)


def _who_is_told(inviter: Inviter, username: str | None) -> str | None:
    """Whoever has the address, if it is known to be theirs and they want to know."""
    if username is None or not inviter.may_be_told(username):
        return None
    return username if notices.wants(inviter.member.store, username, "invited") else None


def _refuse_member(inviter: Inviter, username: str | None) -> None:
    if username is None:
        return
    row = inviter.member.store.get(design.member(inviter.member.team_id, username).consistently())
    if row is not None and not row.leaving:
        raise AlreadyMember
