"""The email of an invitation, spooled when the table's stream tells of a new token: by a worker here, or a Lambda.

A stream tells of each change at least once. The spool knows an email by its invitation and token, so that what is told
twice is spooled once; from there on it is sent as every email is (`accounts/spool`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Final

from chabudai.accounts.spool import delivery, spooling
from chabudai.accounts.spool import design as spool_design
from chabudai.accounts.spool.delivery import WantedChecks
from chabudai.accounts.spool.design import EmailRecord, EmailState, SpooledEmail
from chabudai.accounts.spool.spooling import Dispatch, Draft, Spool
from chabudai.apps.tasks import design, emails, invitation_links
from chabudai.apps.tasks.emails import InvitationEmail
from chabudai.apps.tasks.entities import Team, TeamUser
from chabudai.apps.tasks.invitation_entities import Invitation, MailState
from chabudai.apps.tasks.moments import moment_of
from chabudai.common.text import clean_line, shorten
from chabudai.table import TypedStore
from chabudai.table.streams import Change, Handlers
from chabudai.web import zones

KIND: Final = "invitation"
_STATES: Final[Mapping[EmailState, MailState]] = {
    "waiting": "waiting",
    "sending": "sending",
    "sent": "sent",
    "kept": "kept",
    "refused": "failed",
    "expired": "failed",
}
_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class MailStatus:
    """How the email of an invitation stands. `error` is what the mail server said last, if it did not take it."""

    state: MailState
    error: str | None = None


def spooling_handlers(spool: Spool) -> Handlers:
    """For a worker of the site, beside that of the spool, which sends."""
    return _handlers(partial(spool_email, spool))


def sending_handlers(spool: Spool) -> Handlers:
    """For a Lambda, which sends by itself: `.as_lambda(InvitationTable)`."""
    return _handlers(partial(send_email, spool))


def spool_email(spool: Spool, told: Invitation) -> Invitation | None:
    """Spool the email of an invitation that a change told of, for the token that it has now; None when it has none."""
    found = spool.store.get(design.invitation(told.team_id, told.invite_id).consistently())
    if found is None or not _is_to_be_sent(found):
        return None
    team = spool.store.get(design.team(found.team_id).consistently())
    if team is None:
        return None
    spooling.add(spool, _draft(spool, found, team), _dispatch(found))
    return found


def send_email(spool: Spool, told: Invitation) -> None:
    """The same, and send it. EmailPending when the change has to be told again."""
    found = spool_email(spool, told)
    if found is not None:
        delivery.deliver(spool, found.invited_by, email_id_of(found), checks(spool.store))


def checks(store: TypedStore) -> WantedChecks:
    """Which emails of invitations that wait are still wanted."""
    return {KIND: partial(_is_wanted, store)}


def find_statuses(store: TypedStore, invitations: Iterable[Invitation]) -> dict[str, MailStatus]:
    """By the ids of those that have an email."""
    emailed = [each for each in invitations if not each.is_link]
    by_owner: defaultdict[str, list[str]] = defaultdict(list)
    for each in emailed:
        by_owner[each.invited_by].append(email_id_of(each))
    records = {
        record.email_id: record
        for owner, email_ids in by_owner.items()
        for record in store.batch(spool_design.emails_by_id(owner, email_ids))
        if record is not None
    }
    return {each.invite_id: _status(each, records.get(email_id_of(each))) for each in emailed}


def email_id_of(invitation: Invitation) -> str:
    """One for each token; nothing can be learnt of the token from it."""
    named = f"{invitation.team_id}#{invitation.invite_id}#{invitation.token}"
    return f"{KIND}-{sha256(named.encode()).hexdigest()}"


def _handlers(act: Callable[[Invitation], object]) -> Handlers:
    handlers = Handlers()

    @handlers.on(Invitation, "insert", "modify")
    def follow(change: Change[Invitation]) -> None:
        if change.new is not None and _has_new_token(change.old, change.new):
            act(change.new)

    return handlers


def _has_new_token(old: Invitation | None, new: Invitation) -> bool:
    """Whether an email follows from a change: from a new token, or one that counts again."""
    if old is None or old.token != new.token:
        return True
    return old.revoked_at is not None and new.revoked_at is None


def _is_to_be_sent(found: Invitation) -> bool:
    return not found.is_link and found.revoked_at is None and found.mail_state not in ("sent", "kept", "failed")


def _is_wanted(store: TypedStore, email: SpooledEmail) -> bool:
    """Not when the invitation was used, cancelled or made anew since, or its team is gone."""
    found = store.get(design.invitation(email.about["team"], email.about["invitation"]).consistently())
    if found is None or found.revoked_at is not None or email_id_of(found) != email.email_id:
        return False
    return store.get(design.team(found.team_id).consistently()) is not None


def _status(invitation: Invitation, record: EmailRecord | None) -> MailStatus:
    """What is not spooled yet waits; but what never was meant to be spooled says itself how it stands."""
    if record is None:
        return MailStatus(invitation.mail_state or "waiting")
    return MailStatus(_STATES[record.state], record.reason)


def _dispatch(invitation: Invitation) -> Dispatch:
    return Dispatch(
        email_id=email_id_of(invitation),
        owner=invitation.invited_by,
        kind=KIND,
        deadline=moment_of(invitation.expires_at),
        about={"team": invitation.team_id, "invitation": invitation.invite_id},
    )


def _draft(spool: Spool, invitation: Invitation, team: Team) -> Draft:
    inviter = TeamUser.get(team_id=invitation.team_id, user_id=invitation.invited_by)
    member = spool.store.get(inviter)
    link = invitation_links.path_of(invitation.team_id, invitation.invite_id, invitation.token)
    return emails.invitation_email(
        InvitationEmail(
            to=invitation.email,
            inviter=_name(member.user_name if member else "", invitation.invited_by),
            team=_name(invitation.team_name, team.name),
            role=invitation.role,
            link=spool.address.rstrip("/") + link,
            until=moment_of(invitation.expires_at),
            zone=zones.find_or(team.zone, zones.TOKYO),
            language=invitation.language,
        )
    )


def _name(name: str, otherwise: str) -> str:
    """On one line, whatever was stored."""
    return shorten(clean_line(name) or clean_line(otherwise), _LONGEST_NAME)
