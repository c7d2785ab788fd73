"""What is written when an invitation is made, made anew, or used: always all of its rows at once."""

from datetime import timedelta
from typing import Any, Final

from chabudai.accounts.hashing import digest
from chabudai.accounts.logins import normalize_email
from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Notice
from chabudai.apps.tasks.invitation_entities import LINK, ExpiredInvitation, Invitation, InvitationFields, Invited
from chabudai.table import Insert, Put, Transaction, TypedStore, not_exists

KEPT_AFTERWARDS: Final = timedelta(hours=24)  # what is left of one that has expired
_SHARED: Final = tuple(InvitationFields.model_fields)


def holder(invitation: Invitation) -> Invited:
    """The row that holds its address for it."""
    return Invited(
        team_id=invitation.team_id,
        email=normalize_email(invitation.email),
        invite_id=invitation.invite_id,
        expires_at=invitation.expires_at,
    )


def find_holder(store: TypedStore, invitation: Invitation) -> Invited | None:
    """None for a link, for one whose address another invitation has, and for what the seed's own program wrote."""
    if invitation.email == LINK:
        return None
    found = store.get(design.invited(invitation.team_id, normalize_email(invitation.email)).consistently())
    return found if found is not None and found.invite_id == invitation.invite_id else None


def remains(invitation: Invitation) -> ExpiredInvitation:
    """What will be left of it for a day."""
    shared: dict[str, Any] = {name: getattr(invitation, name) for name in _SHARED}
    until = invitation.expires_at + int(KEPT_AFTERWARDS.total_seconds())
    return ExpiredInvitation(
        **{**shared, "expires_at": until},
        token_digest=digest(invitation.token),
        ended_at=invitation.expires_at,
    )


def notice_of(invitation: Invitation) -> Notice | None:
    """What whoever has its address is told, for as long as it lives; None when that is nobody."""
    if invitation.invited_user is None:
        return None
    return Notice(
        user_id=invitation.invited_user,
        notice_id=invitation.invite_id,
        about="invited",
        team_id=invitation.team_id,
        title=invitation.team_name,
        sender=invitation.invited_by,
        email=normalize_email(invitation.email),
        created_at=invitation.created_at,
        expires_at=invitation.expires_at,
    )


def plan_insert(invitation: Invitation) -> Transaction:
    """The step `invited` fails when the address has another invitation."""
    plan = Transaction().step("invitation", Insert(invitation)).step("expired", Put(remains(invitation)))
    plan = _tell(plan, invitation)
    return plan if invitation.is_link else plan.step("invited", Insert(holder(invitation)))


def plan_replace(before: Invitation, after: Invitation, held: Invited | None) -> Transaction:
    """With another token and another end; `held` is the row that holds its address, None where there is none."""
    plan = (
        Transaction()
        .step("invitation", Put(after).existing().when(token=before.token, uses=before.uses, revoked_at=not_exists()))
        .step("expired", Put(remains(after)))
    )
    if before.invited_user != after.invited_user:
        plan = _tell_no_more(plan, before)
    plan = _tell(plan, after)
    return plan if held is None else plan.step("invited", Put(holder(after)).when(invite_id=after.invite_id))


def plan_revoke(invitation: Invitation, at: int, held: Invited | None) -> Transaction:
    """It stays until it expires, so that it can be restored; its address is free at once."""
    key = invitation.own_key
    revoked = Invitation.update(**key).set(revoked_at=at).when(token=invitation.token, revoked_at=not_exists())
    plan = Transaction().step("invitation", revoked).step("expired", ExpiredInvitation.delete(**key))
    plan = _tell_no_more(plan, invitation)
    return plan if held is None else plan.step("invited", _release(invitation))


def plan_restore(invitation: Invitation) -> Transaction:
    """One that was revoked, by the same link until the same time."""
    expected: dict[str, Any] = {"token": invitation.token, "revoked_at": invitation.revoked_at}
    restored = Invitation.update(**invitation.own_key).remove("revoked_at").when(**expected)
    plan = Transaction().step("invitation", restored).step("expired", Put(remains(invitation)))
    plan = _tell(plan, invitation)
    return plan if invitation.is_link else plan.step("invited", Insert(holder(invitation)))


def plan_use(invitation: Invitation, held: Invited | None) -> Transaction:
    """One joins by it: it is gone, or good for one fewer. `invitation` fails when it is not what it was."""
    key = invitation.own_key
    expected: dict[str, Any] = {"token": invitation.token, "uses": invitation.uses, "revoked_at": not_exists()}
    if invitation.uses > 1:
        return Transaction().step("invitation", Invitation.update(**key).add(uses=-1).when(**expected))
    plan = (
        Transaction()
        .step("invitation", Invitation.delete(**key).when(**expected))
        .step("expired", ExpiredInvitation.delete(**key))
    )
    plan = _tell_no_more(plan, invitation)
    return plan if held is None else plan.step("invited", _release(invitation))


def _tell(plan: Transaction, invitation: Invitation) -> Transaction:
    notice = notice_of(invitation)
    return plan if notice is None else plan.step("notice", Put(notice))


def _tell_no_more(plan: Transaction, invitation: Invitation) -> Transaction:
    notice = notice_of(invitation)
    return plan if notice is None else plan.step("notice before", Notice.delete(**notice.own_key))


def _release(invitation: Invitation) -> Any:
    return Invited.delete(**holder(invitation).own_key).when(invite_id=invitation.invite_id)
