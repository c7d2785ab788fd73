"""The email of an invitation, sent when the table's stream tells of a new token: by a worker here, or a Lambda.

A stream tells of each change at least once, and a mail service knows no transactions. So each try is claimed on the
invitation first, under a condition: what another has claimed is never sent beside it, and what was sent is not sent
again. One gap is left, and nothing can close it: a process that dies between the service's yes and its own note. When
its claim is over the email goes out once more, as the same message (`emails.message_id_of`): mailboxes show it once.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from chabudai.adapters.clock import Clock
from chabudai.adapters.ids import NewId, uuid7
from chabudai.adapters.mail import Mail, Message, Outbox
from chabudai.adapters.mail.errors import InvalidMessage, MailError, MessageRefused, SenderRefused
from chabudai.apps.tasks import design, emails, invitation_links
from chabudai.apps.tasks.emails import InvitationEmail
from chabudai.apps.tasks.entities import Team, TeamUser
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.moments import moment_of
from chabudai.common.store_errors import write_if_met
from chabudai.common.text import clean_line, shorten
from chabudai.table import Condition, ItemNotFound, TypedStore, any_of, le, not_exists, one_of, where
from chabudai.table.streams import Change, Handlers
from chabudai.web import zones

CLAIM: Final = timedelta(minutes=5)
"""Longer than any try takes: SMTP has some ten steps, and each may be waited for 15 seconds."""
_FIRST_PAUSE: Final = timedelta(seconds=10)
_LONGEST_PAUSE: Final = timedelta(minutes=15)
_LONGEST_ERROR: Final = 300
_LONGEST_NAME: Final = 40


class EmailPending(Exception):
    """The email is not sent, and not given up either: whoever delivers the change has to deliver it again."""


@dataclass(frozen=True)
class InvitationMail:
    """What sending needs. `address` is the site's own, as people reach it."""

    store: TypedStore
    mail: Mail
    clock: Clock
    address: str
    claim: timedelta = CLAIM
    first_pause: timedelta = _FIRST_PAUSE
    new_id: NewId = field(default=uuid7)

    def now(self) -> int:
        return int(self.clock().timestamp())

    def pause(self, tries: int) -> int:
        """After so many tries in vain, in seconds."""
        return int(min(_LONGEST_PAUSE, self.first_pause * 2.0 ** min(tries - 1, 20)).total_seconds())


def handlers_of(sending: InvitationMail) -> Handlers:
    """For a worker; `.as_lambda(InvitationTable)` for a Lambda."""
    handlers = Handlers()

    @handlers.on(Invitation, "insert", "modify")
    def send_email(change: Change[Invitation]) -> None:
        if change.new is not None and _is_wanted(change.old, change.new):
            deliver(sending, change.new)

    return handlers


def deliver(sending: InvitationMail, told: Invitation) -> None:
    """Send the email of an invitation that a change told of, for the token that it has now, unless that is done.

    EmailPending when it has to be tried again: the service had no answer, or somebody else is at it.
    """
    found = sending.store.get(design.invitation(told.team_id, told.invite_id).consistently())
    if found is None or not _is_to_be_sent(found):
        return
    claimed = _claim(sending, found)
    team = sending.store.get(design.team(told.team_id).consistently())
    if team is None:
        return
    try:
        sending.mail.send(_email(sending, claimed, team))
    except MailError as error:
        _note_failure(sending, claimed, error)
    else:
        state = "kept" if isinstance(sending.mail, Outbox) else "sent"
        _note(sending, claimed, mail_state=state, mail_error=None, mail_not_before=None)


def _is_wanted(old: Invitation | None, new: Invitation) -> bool:
    """Whether an email follows from a change: from a new token or one that counts again, not from our own notes."""
    if old is None or old.token != new.token:
        return True
    return old.revoked_at is not None and new.revoked_at is None


def _is_to_be_sent(found: Invitation) -> bool:
    return not found.is_link and found.revoked_at is None and found.mail_state not in ("sent", "kept", "failed")


def _claim(sending: InvitationMail, found: Invitation) -> Invitation:
    """As it is with the claim in it; what the seed's own program wrote has no state, and waits."""
    now = sending.now()
    is_free: Condition = any_of(where(mail_not_before=not_exists()), where(mail_not_before=le(now)))
    is_waiting = any_of(where(mail_state=not_exists()), where(mail_state=one_of("waiting", "sending")))
    claim = (
        Invitation.update(**found.own_key)
        .set(
            mail_state="sending",
            mail_claim=sending.new_id(),
            mail_not_before=now + int(sending.claim.total_seconds()),
        )
        .add(mail_tries=1)
        .when(is_free & is_waiting, token=found.token, revoked_at=not_exists())
    )
    try:
        claimed = write_if_met(sending.store, claim)
    except ItemNotFound:
        claimed = None
    if claimed is None:
        raise EmailPending(f"the email of the invitation {found.invite_id} is being sent, or waits for its next try")
    return claimed


def _email(sending: InvitationMail, invitation: Invitation, team: Team) -> Message:
    inviter = TeamUser.get(team_id=invitation.team_id, user_id=invitation.invited_by)
    member = sending.store.get(inviter)
    address = sending.address.rstrip("/")
    named = (invitation.team_id, invitation.invite_id, invitation.token)
    return emails.invitation_email(
        InvitationEmail(
            to=invitation.email,
            inviter=_name(member.user_name if member else "", invitation.invited_by),
            team=_name(invitation.team_name, team.name),
            role=invitation.role,
            link=address + invitation_links.path_of(*named),
            until=moment_of(invitation.expires_at),
            zone=zones.find_or(team.zone, zones.TOKYO),
            language=invitation.language,
            message_id=emails.message_id_of(*named, address),
        )
    )


def _name(name: str, otherwise: str) -> str:
    """On one line, whatever was stored."""
    return shorten(clean_line(name) or clean_line(otherwise), _LONGEST_NAME)


def _note_failure(sending: InvitationMail, invitation: Invitation, error: MailError) -> None:
    """What is refused for good stays so until it is resent; all else is tried again while the invitation lives."""
    said = {"mail_error": shorten(clean_line(str(error)), _LONGEST_ERROR)}
    if isinstance(error, InvalidMessage | MessageRefused) and not isinstance(error, SenderRefused):
        _note(sending, invitation, mail_state="failed", mail_not_before=None, **said)
        return
    later = sending.now() + sending.pause(invitation.mail_tries)
    _note(sending, invitation, mail_state="waiting", mail_not_before=later, **said)
    raise EmailPending(f"the email of the invitation {invitation.invite_id} could not be sent: {error}") from error


def _note(sending: InvitationMail, invitation: Invitation, **outcome: Any) -> None:
    """How a try ended, unless the invitation is gone, or was resent, or the claim was given up meanwhile."""
    noted = Invitation.update(**invitation.own_key).set(mail_claim=None, **outcome)
    with suppress(ItemNotFound):
        write_if_met(sending.store, noted.when(mail_claim=invitation.mail_claim, token=invitation.token))
