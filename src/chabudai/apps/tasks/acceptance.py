"""Accepting an invitation: whoever has its link joins the team whole, or not at all, and is told why."""

from dataclasses import dataclass

from chabudai.accounts.hashing import digest, same_digest
from chabudai.accounts.logins import normalize_email
from chabudai.adapters.clock import Clock
from chabudai.adapters.ids import NewId, uuid7
from chabudai.apps.tasks import design, invitation_rows, members, notices
from chabudai.apps.tasks.entities import Team, TeamUser, User
from chabudai.apps.tasks.errors import (
    InvitationExpired,
    InvitationUnusable,
    JoinedAlready,
    OtherAddress,
    TooBusy,
    WrongToken,
)
from chabudai.apps.tasks.invitation_entities import ExpiredInvitation, Invitation
from chabudai.apps.tasks.invitation_links import mask_address, same_token
from chabudai.apps.tasks.team_rows import plan_joining
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Get, Insert, Transaction, TypedStore, not_exists
from chabudai.web import zones
from chabudai.web.errors import NotSignedIn


@dataclass(frozen=True, slots=True)
class InvitationLink:
    """What an address of the site says: anyone may have typed it."""

    team_id: str
    invite_id: str
    token: str


@dataclass(frozen=True, slots=True)
class InvitationPreview:
    """What whoever has the link may know before they join."""

    invitation: Invitation
    team: Team
    inviter_name: str
    members: int


def preview(store: TypedStore, link: InvitationLink, now: int) -> InvitationPreview:
    """`now` is in Unix seconds. WrongToken, InvitationExpired or InvitationUnusable when nobody can join by it."""
    _check_ids(link)
    plans = (design.invitation(link.team_id, link.invite_id), design.team(link.team_id))
    found, kept = store.transact_get(*plans)
    invitation, team = _check_usable(store, link, found, now), _check_team(kept)
    members = list(store.all(design.members(link.team_id)))
    inviter = next((each.user_name for each in members if each.user_id == invitation.invited_by), "")
    return InvitationPreview(invitation, team, inviter or invitation.invited_by, len(members))


def accept(owner: Owner, link: InvitationLink, *, knows_address: bool) -> TeamUser:
    """The owner joins the team. An invitation for another address than theirs wants that they know: `knows_address`.

    Of two who use it up at the same moment one joins; the other is told that it is used, or that they are in the team.
    """
    for _ in attempts(TooBusy):
        invitation, team, user = _find_as_of_one_moment(owner, link)
        if not knows_address and not _is_for(invitation, user):
            raise OtherAddress(mask_address(invitation.email))
        held = invitation_rows.find_holder(owner.store, invitation)
        today = zones.today(zones.find_or(team.zone, zones.TOKYO), owner.clock())
        plan = plan_joining(invitation_rows.plan_use(invitation, held), team, user, invitation.role, today)
        if failed_step(owner.store, plan) is None:
            return owner.store.one(_membership(owner, link))
    raise AssertionError("attempts end by raising")


def ask_again(store: TypedStore, link: InvitationLink, clock: Clock, new_id: NewId = uuid7) -> None:
    """Whoever has an expired invitation asks for another: its inviter is told, once.

    When the inviter is no admin of the team any more, all of its admins are.
    """
    expired, now = _find_expired(store, link), _seconds(clock)
    if expired.ended_at > now:
        return  # it can still be used
    admins = [
        each.user_id for each in store.all(design.members(link.team_id)) if each.role == "admin" and not each.leaving
    ]
    if not admins:
        raise InvitationUnusable
    asked = ExpiredInvitation.update(**expired.own_key).set(asked_at=now).when(asked_at=not_exists())
    plan = Transaction().step("asked", asked)
    for user_id in [expired.invited_by] if expired.invited_by in admins else admins:
        if notices.wants(store, user_id, "asked_again"):
            told = {"team_id": link.team_id, "email": expired.email}
            notice = notices.team_notice(user_id, new_id(), "asked_again", now=now, **told)
            plan = plan.step(user_id, Insert(notice))
    failed_step(store, plan)  # only when it was asked already: then the notices are there


def _find_as_of_one_moment(owner: Owner, link: InvitationLink) -> tuple[Invitation, Team, User]:
    """Read together, so that whoever has just joined by it in another tab is not told that it is used up."""
    _check_ids(link)
    membership, found, kept = owner.store.transact_get(
        _membership(owner, link), design.invitation(link.team_id, link.invite_id), design.team(link.team_id)
    )
    if membership is not None and membership.leaving:
        members.finish_leaving(owner, membership)  # what was interrupted; whoever has left may come back
        return _find_as_of_one_moment(owner, link)
    if membership is not None:
        raise JoinedAlready
    invitation, team = _check_usable(owner.store, link, found, _seconds(owner.clock)), _check_team(kept)
    user = owner.store.get(design.user(owner.username).consistently())
    if user is None:
        raise NotSignedIn  # the account is gone, or going
    return invitation, team, user


def _check_usable(store: TypedStore, link: InvitationLink, found: Invitation | None, now: int) -> Invitation:
    if found is None or found.expires_at <= now:
        expired = _find_expired(store, link)
        raise InvitationExpired(expired.team_name, was_asked=expired.asked_at is not None)
    if not same_token(found.token, link.token):
        raise WrongToken
    if found.revoked_at is not None:
        raise InvitationUnusable
    return found


def _check_team(team: Team | None) -> Team:
    if team is None or team.leaving:
        raise InvitationUnusable
    return team


def _find_expired(store: TypedStore, link: InvitationLink) -> ExpiredInvitation:
    """What is left of it: also when its own row is deleted by now."""
    _check_ids(link)
    found = store.get(design.expired_invitation(link.team_id, link.invite_id).consistently())
    if found is None:
        raise InvitationUnusable
    if not same_digest(found.token_digest, digest(link.token)):
        raise WrongToken
    return found


def _check_ids(link: InvitationLink) -> None:
    if not (is_id(link.team_id) and is_id(link.invite_id)):
        raise InvitationUnusable


def _membership(owner: Owner, link: InvitationLink) -> Get[TeamUser]:
    return design.member(link.team_id, owner.username).consistently()


def _is_for(invitation: Invitation, user: User) -> bool:
    return invitation.is_link or normalize_email(invitation.email) == normalize_email(user.email)


def _seconds(clock: Clock) -> int:
    return int(clock().timestamp())
