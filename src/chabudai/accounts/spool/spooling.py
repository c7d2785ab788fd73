"""Spooling an email: once it is written down it is on its way, and whoever asked for it need not wait."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event
from typing import Final

from chabudai.accounts.spool import design
from chabudai.accounts.spool.design import EmailRecord, SpooledEmail
from chabudai.accounts.spool.errors import EmailTooLarge, SpoolFull
from chabudai.accounts.spool.pauses import Random
from chabudai.adapters.clock import Clock, truncate_to_millisecond
from chabudai.adapters.ids import NewId, uuid7
from chabudai.adapters.mail import Mail
from chabudai.table import ConditionNotMet, TypedStore

MOST_OPEN: Final = 500
"""How many emails of one person may wait at a time."""
LARGEST: Final = 100_000
"""How many bytes an email may have, its text and its HTML together."""
KEPT_AFTERWARDS: Final = timedelta(days=7)
"""How long it can be seen what became of an email, counted from when it would have been given up."""
MOST_SHOWN: Final = 50


@dataclass(frozen=True)
class Spool:
    """What emails are sent with. `address` is the site's own; `wakeup` is set when something new is to be sent."""

    store: TypedStore
    mail: Mail
    clock: Clock
    address: str
    wakeup: Event = field(default_factory=Event)
    new_claim: NewId = field(default=uuid7)
    random: Random = field(default=random.random)

    def now(self) -> datetime:
        """To the millisecond, as it is stored."""
        return truncate_to_millisecond(self.clock())

    def wake(self) -> None:
        """Something waits: whoever sends in this process begins at once."""
        self.wakeup.set()


@dataclass(frozen=True, slots=True)
class Draft:
    """What an email says, and to whom. What is no address is refused when it is sent, as a server would."""

    to: str
    subject: str
    text: str
    html: str | None = None
    to_name: str = ""
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """How an email is sent: whose it is, under which id, and between which times. See `SpooledEmail`."""

    email_id: str
    owner: str
    kind: str
    deadline: datetime
    not_before: datetime | None = None
    about: Mapping[str, str] = field(default_factory=dict)


def make_email(spool: Spool, draft: Draft, dispatch: Dispatch) -> SpooledEmail:
    """The row of it, for whoever writes it in one transaction with others, and calls `spool.wake()` then."""
    size = len(draft.text.encode()) + len((draft.html or "").encode())
    if size > LARGEST:
        raise EmailTooLarge(f"the email {dispatch.email_id} has {size} bytes; at most {LARGEST} are sent")
    if spool.store.count(design.open_emails(dispatch.owner)) >= MOST_OPEN:
        raise SpoolFull(f"{MOST_OPEN} emails of {dispatch.owner} are waiting: {dispatch.email_id} has to wait before")
    now, deadline = spool.now(), truncate_to_millisecond(dispatch.deadline)
    not_before = dispatch.not_before and truncate_to_millisecond(dispatch.not_before)
    return SpooledEmail(
        owner=dispatch.owner,
        email_id=dispatch.email_id,
        kind=dispatch.kind,
        to=draft.to,
        to_name=draft.to_name,
        subject=draft.subject,
        text=draft.text,
        html=draft.html,
        language=draft.language,
        about=dict(dispatch.about),
        created_at=now,
        not_before=not_before,
        deadline=deadline,
        due_at=max(now, not_before or now),
        swept_at=deadline + KEPT_AFTERWARDS,
    )


def add(spool: Spool, draft: Draft, dispatch: Dispatch) -> bool:
    """False when it has been spooled before, under the same id."""
    try:
        spool.store.write(design.spool_email(make_email(spool, draft, dispatch)))
    except ConditionNotMet:
        return False
    spool.wake()
    return True


def find_latest(store: TypedStore, owner: str) -> list[EmailRecord]:
    """A person's emails of the last days, the latest first: a page of them."""
    return list(store.page(design.latest_emails(owner), size=MOST_SHOWN))


def find_all(store: TypedStore, owner: str) -> list[EmailRecord]:
    return list(store.all(design.latest_emails(owner)))


def erase(store: TypedStore, owner: str) -> None:
    """Those that wait are not sent any more."""
    store.delete_rows(design.emails_of(owner))
