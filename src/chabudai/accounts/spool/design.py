"""The spool's table: each email is a row beside the others of whoever it belongs to, and is found by when it is due."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

from chabudai.table import (
    As,
    BatchGet,
    Delete,
    Entity,
    Field,
    Get,
    Gsi,
    InKey,
    Insert,
    Lsi,
    OmitDefault,
    Query,
    Table,
    Update,
    View,
    camel,
    gt,
    key,
    le,
)

EmailState: TypeAlias = Literal["waiting", "sending", "sent", "kept", "refused", "expired"]
"""`kept` is one that lies in the outbox of a site which sends none; the last four are ends."""
EmailEnd: TypeAlias = Literal["sent", "kept", "refused", "expired"]
Moment = Annotated[datetime, As("isoms")]
QUEUE: Final = "EMAILS"


class SpoolTable(Table, name="chabudai-emails", pk="PK", sk="SK", naming=camel, ttl="sweptAt"):
    """Only what waits or is being sent is due at some time, and so stands in the first two indexes. None has a body."""

    due = Gsi("Due", "queue", "due_sk", projection=["dueAt", "notBefore", "sweptAt"])
    open = Lsi("Open", "due_sk", projection=["sweptAt"])
    by_time = Lsi(
        "ByTime",
        "createdAt",
        projection=["kind", "to", "subject", "state", "dueAt", "attempts", "reason", "endedAt", "sweptAt"],
    )


class SpooledEmail(Entity, table=SpoolTable):
    """An email on its way. `email_id` is chosen by whoever has it sent: what is spooled twice under one is sent once.

    `due_at` is when it is tried next; while one is at it, `claim` names that try, and `due_at` is when it counts as
    given up. What it says is kept only until it has ended, since links are secrets. `about` is for whoever is asked
    whether it is still wanted.
    """

    owner: InKey[str]
    email_id: InKey[str] = Field(pattern=r"^[A-Za-z0-9._+=-]{1,128}$", examples=["reset-1"])  # part of its Message-ID
    kind: str
    to: str
    to_name: OmitDefault[str] = ""
    subject: str
    text: str | None
    html: str | None = None
    language: str | None = None
    about: OmitDefault[dict[str, str]] = Field(default_factory=dict)
    created_at: Moment = Field(frozen=True)
    not_before: Moment | None = None
    deadline: Moment  # it is given up then
    state: EmailState = "waiting"
    due_at: Moment | None
    attempts: OmitDefault[int] = 0
    claim: str | None = None
    reason: str | None = None  # what the mail service said last, if it did not take it
    ended_at: Moment | None = None
    swept_at: datetime

    PK = key("PERSON#{owner}")
    SK = key("EMAIL#{email_id}")
    queue = key(QUEUE)
    due_sk = key("{due_at:isoms}#{email_id}")

    @property
    def is_open(self) -> bool:
        return self.due_at is not None


class EmailRecord(View, of=SpooledEmail):
    """What whoever it belongs to may see of an email: neither what it says, nor the links in it."""

    owner: str
    email_id: str
    kind: str
    to: str
    subject: str
    created_at: Moment
    state: EmailState
    due_at: Moment | None
    attempts: OmitDefault[int] = 0
    reason: str | None = None
    ended_at: Moment | None = None


class DueEmail(View, of=SpooledEmail):
    owner: str
    email_id: str
    due_at: Moment | None
    not_before: Moment | None = None


class OpenEmail(View, of=SpooledEmail):
    owner: str
    email_id: str


@SpoolTable.pattern("M-01", "an email is spooled, once")
def spool_email(email: SpooledEmail) -> Insert[SpooledEmail]:
    return Insert(email)


@SpoolTable.pattern("M-02", "an email by its owner and id")
def email_of(owner: str, email_id: str) -> Get[SpooledEmail]:
    return SpooledEmail.get(owner=owner, email_id=email_id).consistently()


@SpoolTable.pattern("M-03", "what is due by now, whichever was due first", rows=25)
def due_emails(now: datetime) -> Query[DueEmail]:
    return SpoolTable.due.query(DueEmail, due_at=le(now))


@SpoolTable.pattern("M-12", "what is due later, whichever is due first", rows=25)
def later_emails(now: datetime) -> Query[DueEmail]:
    return SpoolTable.due.query(DueEmail, due_at=gt(now))


@SpoolTable.pattern("M-04", "a person's emails that wait", rows=100)
def open_emails(owner: str) -> Query[OpenEmail]:
    return SpoolTable.open.query(OpenEmail, owner=owner).consistently()


@SpoolTable.pattern("M-05", "a person's emails, the latest first", rows=50)
def latest_emails(owner: str) -> Query[EmailRecord]:
    return SpoolTable.by_time.query(EmailRecord, owner=owner).descending().consistently()


@SpoolTable.pattern("M-06", "how some of a person's emails stand")
def emails_by_id(owner: str, email_ids: Sequence[str]) -> BatchGet[EmailRecord]:
    return EmailRecord.batch(owner=owner, email_id=list(email_ids)).consistently()


@SpoolTable.pattern("M-07", "one sends an email, and no other meanwhile")
def claim_email(seen: SpooledEmail, claim: str, until: datetime) -> Update[SpooledEmail]:
    taken = SpooledEmail.update(**seen.own_key).set(state="sending", claim=claim, due_at=until).add(attempts=1)
    return taken.when(due_at=seen.due_at)


@SpoolTable.pattern("M-08", "an email waits for its next try")
def postpone_email(claimed: SpooledEmail, until: datetime, reason: str | None) -> Update[SpooledEmail]:
    later = SpooledEmail.update(**claimed.own_key).set(state="waiting", claim=None, due_at=until, reason=reason)
    return later.when(claim=claimed.claim)


@SpoolTable.pattern("M-09", "an email is sent or given up, and says nothing any more")
def end_email(seen: SpooledEmail, state: EmailEnd, at: datetime, reason: str | None) -> Update[SpooledEmail]:
    ended = SpooledEmail.update(**seen.own_key).set(state=state, ended_at=at, reason=reason)
    return ended.remove("due_at", "claim", "text", "html", "about").when(due_at=seen.due_at, claim=seen.claim)


@SpoolTable.pattern("M-10", "an email that nobody wants any more")
def drop_email(claimed: SpooledEmail) -> Delete[SpooledEmail]:
    return SpooledEmail.delete(**claimed.own_key).when(claim=claimed.claim)


@SpoolTable.pattern("M-11", "all emails of a person")
def emails_of(owner: str) -> Query[SpooledEmail]:
    return SpoolTable.query(SpooledEmail, owner=owner).consistently()
