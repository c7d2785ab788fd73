"""The accounts' table: people, the addresses that lead to them, their sessions, tokens, reset links and attempts.

Their emails lie in a table beside it: `spool/design.py`.
"""

from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from chabudai.accounts.logins import (
    LONGEST_EMAIL,
    LONGEST_USERNAME,
    SHORTEST_USERNAME,
    normalize_email,
    parse_email,
    parse_username,
    refuse_reserved,
)
from chabudai.accounts.messages import lazy
from chabudai.accounts.spool.design import SpooledEmail, SpoolTable
from chabudai.accounts.zone_choices import parse_zone
from chabudai.common.fields import FieldMessage, Rule
from chabudai.table import (
    As,
    Check,
    Delete,
    Design,
    Entity,
    Field,
    Get,
    InKey,
    Insert,
    OmitDefault,
    Put,
    Query,
    Scan,
    Table,
    Transaction,
    Update,
    any_of,
    camel,
    id_field,
    key,
    le,
    ne,
    not_exists,
    where,
)

Language = Literal["ja", "en"]
Theme = Literal["auto", "light", "dark"]
Moment = Annotated[datetime, As("isoms")]
FIRST_DAY: Final = timedelta(days=1)
_USERNAME_SENTENCE: Final = lazy(
    "Use %(shortest)s to %(longest)s lowercase letters, digits, - or _, starting with a letter.",
    shortest=SHORTEST_USERNAME,
    longest=LONGEST_USERNAME,
)


class AccountsTable(Table, name="chabudai-accounts", pk="PK", sk="SK", naming=camel, ttl="expiresAt"):
    """Everything of a person is in one partition, so that one query finds it."""


class Person(Entity, table=AccountsTable):
    """What has not been chosen is None: then the browser says the language, the site the zone."""

    username: Annotated[
        str,
        FieldMessage(_USERNAME_SENTENCE),
        Rule(parse_username, _USERNAME_SENTENCE),
        Rule(refuse_reserved, lazy("That username is taken.")),
    ] = Field(min_length=SHORTEST_USERNAME, max_length=LONGEST_USERNAME)
    email: Annotated[str, Rule(parse_email, lazy("This doesn't look like an email address."))] = Field(
        min_length=1, max_length=LONGEST_EMAIL
    )
    password_hash: str
    display_name: str = Field(default="", max_length=40)
    language: Language | None = None
    zone: Annotated[str | None, Rule(parse_zone, lazy("We can't find that time zone."))] = Field(
        default=None, max_length=100, examples=["Asia/Tokyo"]
    )
    theme: Theme | None = None
    created_at: Moment = Field(frozen=True)
    changed_password_at: Moment | None = None
    proven_email: str | None = None  # in its plain form: an email that was sent there has been answered
    leaving: OmitDefault[bool] = False  # the account is being deleted: nobody is signed in to it any more

    PK = key("PERSON#{username}")
    SK = key("PROFILE")

    @property
    def name(self) -> str:
        """What a page calls them."""
        return self.display_name or self.username

    @property
    def has_proven_email(self) -> bool:
        """Whether the address that they have now is known to be theirs."""
        return self.proven_email == normalize_email(self.email)

    def is_new(self, now: datetime) -> bool:
        """On their first day here."""
        return now - self.created_at < FIRST_DAY


class FormerName(Entity, table=AccountsTable):
    """The username of an account that is gone: nobody's yet, since requests that were under way may still have written.

    At `swept_from` what they left is erased, and the name is free again; whoever does that puts it off for all others.
    """

    username: InKey[str]
    swept_from: Moment

    PK = key("PERSON#{username}")
    SK = key("GONE")


class EmailOwner(Entity, table=AccountsTable):
    """An e-mail address in its plain form belongs to one person: this row is the right to it, and the way to them."""

    email: InKey[str]
    username: str

    PK = key("EMAIL#{email:tail}")
    SK = key("OWNER")


class Session(Entity, table=AccountsTable):
    """One browser that is signed in. Only a hash of what its cookie says is kept."""

    username: InKey[str]
    digest: InKey[str]
    agent: str = ""
    created_at: Moment
    seen_at: Moment
    expires_at: int

    PK = key("PERSON#{username}")
    SK = key("SESSION#{digest}")


class AccessToken(Entity, table=AccountsTable):
    """A personal token for programs. Only a hash of its secret is kept.

    `scopes` are the apps that it is for (`account` is one); without them it is for everything, as all were at first.
    """

    username: InKey[str]
    token_id: InKey[str]
    name: str = Field(min_length=1, max_length=40)
    read_only: OmitDefault[bool] = False
    scopes: OmitDefault[tuple[str, ...] | None] = Field(default=None, min_length=1, max_length=20, examples=[["todo"]])
    digest: str
    created_at: Moment
    used_at: Moment | None = None

    PK = key("PERSON#{username}")
    SK = key("TOKEN#{token_id}")


class Reset(Entity, table=AccountsTable):
    """A reset link that was sent: a new password can be set with it, once."""

    username: InKey[str]
    digest: InKey[str]
    email: str | None = None  # where it was sent to, in its plain form: whoever uses it has read it there
    created_at: Moment
    expires_at: int

    PK = key("PERSON#{username}")
    SK = key("RESET#{digest}")


class ResetRequest(Entity, table=AccountsTable):
    """Somebody asked for a reset link, and typed this name; whether it is anyone's is looked up afterwards."""

    request_id: InKey[str] = id_field()
    login: str
    language: str
    expires_at: int

    PK = key("RESET-REQUESTS")
    SK = key("REQUEST#{request_id}")


class Attempts(Entity, table=AccountsTable):
    """When something limited was done lately, in Unix milliseconds: guesses at a password, sign-ups, e-mails."""

    subject: InKey[str]
    times: tuple[int, ...]
    expires_at: int

    PK = key("ATTEMPTS#{subject}")
    SK = key("RECENT")


@AccountsTable.pattern("A-01", "a person signs up")
def sign_up(person: Person, address: EmailOwner) -> Transaction:
    free = FormerName.check(username=person.username).absent()
    return Transaction().step("username", Insert(person)).step("email", Insert(address)).step("former name", free)


@AccountsTable.pattern("A-02", "a person by name")
def person_named(username: str) -> Get[Person]:
    return Person.get(username=username).consistently()


@AccountsTable.pattern("A-03", "whose address this is")
def owner_of(email: str) -> Get[EmailOwner]:
    return EmailOwner.get(email=email).consistently()


@AccountsTable.pattern("A-04", "a browser's session")
def session_of(username: str, digest: str) -> Get[Session]:
    return Session.get(username=username, digest=digest).consistently()


@AccountsTable.pattern("A-05", "a person's sessions", rows=100)
def sessions_of(username: str) -> Query[Session]:
    return AccountsTable.query(Session, username=username).consistently()


@AccountsTable.pattern("A-06", "a token")
def token_of(username: str, token_id: str) -> Get[AccessToken]:
    return AccessToken.get(username=username, token_id=token_id).consistently()


@AccountsTable.pattern("A-07", "a person's tokens", rows=100)
def tokens_of(username: str) -> Query[AccessToken]:
    return AccountsTable.query(AccessToken, username=username)


@AccountsTable.pattern("A-08", "a reset link")
def reset_of(username: str, digest: str) -> Get[Reset]:
    return Reset.get(username=username, digest=digest).consistently()


@AccountsTable.pattern("A-09", "everything of an account beside the person: it goes first", rows=200)
def everything_beside(username: str) -> Query[Session | AccessToken | Reset]:
    return AccountsTable.query(Session, AccessToken, Reset, username=username).consistently()


@AccountsTable.pattern("A-10", "a password is changed")
def new_password(username: str, password_hash: str, at: datetime) -> Update[Person]:
    return Person.update(username=username).set(password_hash=password_hash, changed_password_at=at)


@AccountsTable.pattern("A-11", "a reset link is used: once, and the password with it")
def use_reset(username: str, digest: str, password_hash: str, at: datetime) -> Transaction:
    return (
        Transaction()
        .step("reset link", Reset.delete(username=username, digest=digest).existing())
        .step("password", Person.update(username=username).set(password_hash=password_hash, changed_password_at=at))
    )


@AccountsTable.pattern("A-12", "an address is changed")
def move_address(username: str, old: str | None, new: str, email: str, before: str) -> Transaction:
    """`old` is None for somebody who lost theirs; `before` is how they had spelled it."""
    if old == new:
        raise ValueError("the address stays the same")
    plan = (
        Transaction()
        .step("person", Person.update(username=username).set(email=email).when(email=before))
        .step("email", Insert(EmailOwner(email=new, username=username)))
    )
    return plan if old is None else plan.step("old email", EmailOwner.delete(email=old).when(username=username))


@AccountsTable.pattern("A-25", "an address is taken from somebody who never answered an email there")
def release_address(username: str, address: str) -> Transaction:
    unproven = any_of(where(proven_email=not_exists()), where(proven_email=ne(address)))
    return (
        Transaction()
        .step("person", Person.check(username=username).when(unproven))
        .step("email", EmailOwner.delete(email=address).when(username=username))
    )


@AccountsTable.pattern("A-26", "everybody whose account is being deleted, for whoever finishes that", scans=True)
def leaving_people() -> Scan[Person]:
    return Person.scan().filter(leaving=True)


@AccountsTable.pattern("A-13", "a session ends")
def end_session(username: str, digest: str) -> Delete[Session]:
    return Session.delete(username=username, digest=digest)


@AccountsTable.pattern("A-14", "a token is revoked")
def revoke_token(username: str, token_id: str) -> Delete[AccessToken]:
    return AccessToken.delete(username=username, token_id=token_id).existing()


@AccountsTable.pattern("A-24", "an account begins to be deleted: its sessions and tokens open nothing from then on")
def begin_deletion(username: str) -> Update[Person]:
    return Person.update(username=username).set(leaving=True)


def check_staying(username: str) -> Check[Person]:
    """The step that holds a transaction to this: the account is there, and is not being deleted."""
    return Person.check(username=username).when(leaving=False)


def check_same(username: str, since: datetime) -> Check[Person]:
    """The same, and that it is the account that began then, not a later one of the same name."""
    return Person.check(username=username).when(leaving=False, created_at=since)


@AccountsTable.pattern("A-15", "an account goes, when nothing else of it is left; its name is kept back for a while")
def delete_account(former: FormerName, address: str | None) -> Transaction:
    """`address` is None for somebody who lost theirs."""
    person = Person.delete(username=former.username).existing().when(leaving=True)
    plan = Transaction().step("person", person).step("former name", Put(former))
    return (
        plan if address is None else plan.step("email", EmailOwner.delete(email=address).when(username=former.username))
    )


@AccountsTable.pattern("A-27", "names that are kept back, for whoever sweeps and frees them", scans=True)
def former_names(now: datetime) -> Scan[FormerName]:
    return FormerName.scan().filter(swept_from=le(now))


@AccountsTable.pattern("A-28", "one sweeps for a name, and no other meanwhile")
def claim_sweep(former: FormerName, until: datetime) -> Update[FormerName]:
    return FormerName.update(username=former.username).set(swept_from=until).when(swept_from=former.swept_from)


@AccountsTable.pattern("A-29", "a name is free again")
def free_name(claimed: FormerName) -> Delete[FormerName]:
    return FormerName.delete(username=claimed.username).existing().when(swept_from=claimed.swept_from)


@AccountsTable.pattern("A-16", "one of a person's browsers is signed out")
def end_known_session(username: str, digest: str) -> Delete[Session]:
    return Session.delete(username=username, digest=digest).existing()


@AccountsTable.pattern("A-17", "a password is hashed anew, as today's costs want it, unless it was changed meanwhile")
def rehash(username: str, old: str, new: str) -> Update[Person]:
    return Person.update(username=username).set(password_hash=new).when(password_hash=old)


@AccountsTable.pattern("A-18", "a person's reset links", rows=100)
def resets_of(username: str) -> Query[Reset]:
    return AccountsTable.query(Reset, username=username).consistently()


@AccountsTable.pattern("A-19", "a reset link is worth nothing any more")
def delete_reset(username: str, digest: str) -> Delete[Reset]:
    return Reset.delete(username=username, digest=digest)


@AccountsTable.pattern("A-20", "how often something was done lately")
def attempts_at(subject: str) -> Get[Attempts]:
    return Attempts.get(subject=subject).consistently()


@AccountsTable.pattern("A-21", "something limited is done once more, unless another did it at the same moment")
def note_attempt(after: Attempts, before: Attempts | None, now: int) -> Put[Attempts]:
    """`now` is in Unix seconds: what has expired by then may still lie there."""
    absent = any_of(where(expires_at=not_exists()), where(expires_at=le(now)))
    return Put(after).when(absent if before is None else where(times=before.times))


@AccountsTable.pattern("A-22", "what was done counts no more")
def forget_attempts(subject: str) -> Delete[Attempts]:
    return Attempts.delete(subject=subject)


@AccountsTable.pattern("A-23", "an email that was sent to a person's address is answered")
def prove_email(username: str, email: str) -> Update[Person]:
    return Person.update(username=username).set(proven_email=email)


@AccountsTable.pattern("A-30", "a reset link is asked for")
def ask_for_reset(request: ResetRequest) -> Insert[ResetRequest]:
    return Insert(request)


@AccountsTable.pattern("A-31", "reset links that were asked for, the first one first", rows=25)
def reset_requests() -> Query[ResetRequest]:
    return AccountsTable.query(ResetRequest).consistently()


@AccountsTable.pattern("A-32", "a reset link was asked for, and nobody is to have one")
def drop_reset_request(request_id: str) -> Delete[ResetRequest]:
    return ResetRequest.delete(request_id=request_id)


@AccountsTable.pattern("A-33", "a reset link is made and its email spooled, once for each that was asked for")
def answer_reset_request(request_id: str, reset: Reset, email: SpooledEmail) -> Transaction:
    return (
        Transaction()
        .step("request", ResetRequest.delete(request_id=request_id).existing())
        .step("person", check_staying(reset.username))
        .step("reset link", Insert(reset))
        .step("email", Insert(email))
    )


design = Design("accounts", AccountsTable, SpoolTable)
