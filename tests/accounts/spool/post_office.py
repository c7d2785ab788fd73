"""A spool on a real engine in memory, a clock that the test sets, and a real SMTP server that can misbehave."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from tests.accounts.clock import SetClock
from tests.adapters.mail.messages import parsed, renderer
from tests.adapters.mail.services import at
from tests.adapters.mail.smtpd import Smtpd, smtpd

from chabudai import table
from chabudai.accounts.spool import design, spooling
from chabudai.accounts.spool.delivery import WantedChecks
from chabudai.accounts.spool.design import SpooledEmail, SpoolTable
from chabudai.accounts.spool.spooling import Dispatch, Draft, Spool
from chabudai.accounts.spool.worker import SpoolWorker
from chabudai.adapters.clock import Clock
from chabudai.adapters.mail import Mail
from chabudai.adapters.mail.smtp import SmtpMail
from chabudai.table import TypedStore

ADDRESS = "https://house.example.jp"
LINK = "https://house.example.jp/account/reset/mio/secret"
DRAFT = Draft(
    "mio@example.jp", "こんにちは", f"夕食は七時です。\n{LINK}\n", f'<p><a href="{LINK}">夕食</a></p>', "Mio", "ja"
)


@dataclass(frozen=True)
class PostOffice:
    spool: Spool
    clock: SetClock
    server: Smtpd

    def add(self, email_id: str = "note-1", *, life: timedelta = timedelta(hours=1), **given: Any) -> bool:
        """An email to Mio, of which `given` is otherwise."""
        return add(self.spool, email_id, life=life, **given)

    def post(self, checks: WantedChecks | None = None) -> None:
        """A worker comes, does what is to be done now, and goes."""
        SpoolWorker(self.spool, checks or {}).catch_up()

    def email(self, email_id: str = "note-1", owner: str = "mio") -> SpooledEmail:
        return self.spool.store.one(design.email_of(owner, email_id))

    def stands(self, email_id: str = "note-1") -> tuple[str, int, str | None]:
        found = self.email(email_id)
        return found.state, found.attempts, found.reason

    def pass_by(self, **time: float) -> None:
        self.clock.pass_by(timedelta(**time))

    def sending_by(self, mail: Mail) -> "PostOffice":
        return replace(self, spool=replace(self.spool, mail=mail))

    def mailbox(self) -> list[EmailMessage]:
        """As people see it: of several copies of one message, one."""
        return mailbox(self.server)

    def rows(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.spool.store.raw.call("Scan", {"TableName": SpoolTable.name})["Items"]
        return found


@contextmanager
def post_office() -> Iterator[PostOffice]:
    clock = SetClock()
    with table.open(":memory:", clock=clock) as store, smtpd() as server:
        store.create(SpoolTable)
        yield PostOffice(spool_at(store, server, clock), clock, server)


def spool_at(store: TypedStore, server: Smtpd, clock: Clock) -> Spool:
    """Without chance."""
    return Spool(store, SmtpMail(at(server, "none"), renderer(), timeout=0.5), clock, ADDRESS, random=lambda: 0.0)


def add(
    spool: Spool,
    email_id: str,
    *,
    draft: Draft = DRAFT,
    owner: str = "mio",
    kind: str = "note",
    life: timedelta = timedelta(hours=1),
    not_before: datetime | None = None,
    about: Mapping[str, str] | None = None,
) -> bool:
    dispatch = Dispatch(
        email_id=email_id,
        owner=owner,
        kind=kind,
        deadline=(not_before or spool.now()) + life,
        not_before=not_before,
        about=about or {},
    )
    return spooling.add(spool, draft, dispatch)


def mailbox(server: Smtpd) -> list[EmailMessage]:
    arrived = [parsed(taken.content) for taken in server.taken]
    return list({message["Message-ID"]: message for message in arrived}.values())
