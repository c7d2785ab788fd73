"""One try to send an email: it is claimed first, so that nobody else sends it meanwhile, then sent, and noted.

A mail service knows no transactions, so one gap is left that nothing can close: a process that dies between the
service's yes and its own note. When its claim is over, the email goes out once more as the same message, by its
Message-ID: mailboxes show it once.
"""

import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from chabudai.accounts.spool import design
from chabudai.accounts.spool.design import DueEmail, SpooledEmail
from chabudai.accounts.spool.errors import EmailPending
from chabudai.accounts.spool.pauses import LONGEST, pause_after
from chabudai.accounts.spool.spooling import Spool
from chabudai.adapters.mail import EmailAddress, Message
from chabudai.adapters.mail.errors import InvalidMessage, MailError, MessageRefused, SenderRefused
from chabudai.common.store_errors import write_if_met
from chabudai.common.text import clean_line, shorten
from chabudai.table import ConditionNotMet, ItemNotFound, TypedStore, Update

IsWanted = Callable[[SpooledEmail], bool]
"""Whether an email that waits should still be sent: what it is about may have changed since."""
WantedChecks = Mapping[str, IsWanted]
"""By the kind of email; a kind without one is always wanted."""
Note = Update[SpooledEmail]
"""How a try ended, as it is to be written down."""

CLAIM: Final = timedelta(minutes=5)
"""Longer than any try takes: SMTP has some ten steps, and each may be waited for 15 seconds."""
_LONGEST_WAIT: Final = max(LONGEST, CLAIM) + timedelta(minutes=1)
_LONGEST_REASON: Final = 300
_HOST: Final = re.compile(r"[a-z0-9.-]{1,100}").fullmatch
_log = logging.getLogger(__name__)


def is_due(email: DueEmail | SpooledEmail, now: datetime) -> bool:
    """Nothing waits longer than the longest pause or for its own time: what seems to was written before the clock was
    set back."""
    if email.due_at is None:
        return False
    is_stranded = email.due_at - now > _LONGEST_WAIT and (email.not_before is None or email.not_before <= now)
    return email.due_at <= now or is_stranded


def deliver(spool: Spool, owner: str, email_id: str, checks: WantedChecks) -> None:
    """Send it now, where no worker does. EmailPending when it has to be tried again: the service had no answer, or
    somebody else is at it."""
    note = attempt(spool, owner, email_id, checks)
    if note is not None:
        write_note(spool.store, note)
    found = spool.store.get(design.email_of(owner, email_id))
    if found is not None and found.is_open:
        raise EmailPending(f"the email {email_id} is being sent, or waits for its next try")


def attempt(spool: Spool, owner: str, email_id: str, checks: WantedChecks) -> Note | None:
    """Try to send it, if it is due and nobody else is at it; how it ended is yet to be written down."""
    found = spool.store.get(design.email_of(owner, email_id))
    now = spool.now()
    if found is None or not is_due(found, now):
        return None
    if found.deadline <= now:
        return design.end_email(found, "expired", now, found.reason)
    claimed = _claim(spool, found, now)
    if claimed is None:
        return None
    if not checks.get(claimed.kind, _always)(claimed):
        with suppress(ConditionNotMet, ItemNotFound):
            spool.store.write(design.drop_email(claimed))
        return None
    try:
        spool.mail.send(_message(claimed, spool.address))
    except MailError as error:
        return _note_failure(spool, claimed, error)
    return design.end_email(claimed, "kept" if spool.mail.stays_home else "sent", spool.now(), None)


def write_note(store: TypedStore, note: Note) -> None:
    """Unless the email is gone, or its claim was given up meanwhile: then another's note counts."""
    with suppress(ItemNotFound):
        write_if_met(store, note)


def message_id_of(email_id: str, address: str) -> str:
    """The same for every try to send one email, so that a mailbox takes two copies for one. `address` is the site's."""
    host = urlsplit(address).hostname or ""
    return f"<{email_id}@{host if _HOST(host) else 'chabudai.invalid'}>"


def _claim(spool: Spool, found: SpooledEmail, now: datetime) -> SpooledEmail | None:
    try:
        return write_if_met(spool.store, design.claim_email(found, spool.new_claim(), now + CLAIM))
    except ItemNotFound:
        return None


def _always(_email: SpooledEmail) -> bool:
    return True


def _message(email: SpooledEmail, address: str) -> Message:
    return Message(
        to=EmailAddress(email.to, email.to_name),
        subject=email.subject,
        text=email.text or "",
        html=email.html,
        headers=(("Message-ID", message_id_of(email.email_id, address)),),
    )


def _note_failure(spool: Spool, claimed: SpooledEmail, error: MailError) -> Note:
    """What is refused for good is not tried again, so that no server takes us for one who guesses addresses."""
    now = spool.now()
    if isinstance(error, InvalidMessage):
        return design.end_email(claimed, "refused", now, _shorten(str(error)))
    if isinstance(error, MessageRefused) and not isinstance(error, SenderRefused):
        return design.end_email(claimed, "refused", now, _shorten(error.reply))
    _log.warning("The email %s was not sent at try %d: %s", claimed.email_id, claimed.attempts, error)
    later = min(now + pause_after(claimed.attempts, spool.random), claimed.deadline)
    return design.postpone_email(claimed, later, _shorten(error.reply))


def _shorten(reason: str) -> str | None:
    return shorten(clean_line(reason), _LONGEST_REASON) or None
