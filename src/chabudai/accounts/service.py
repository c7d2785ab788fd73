"""What a person can do with an account: one function, one wish."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from chabudai.accounts import design, letters, rules
from chabudai.accounts.design import Address, Language, Person, Reset, Session, Theme, Token
from chabudai.accounts.errors import (
    EmailTaken,
    LetterUsed,
    NameUnfit,
    NoSuchToken,
    TokenRefused,
    UsernameTaken,
    UsernameUnfit,
    WrongPassword,
)
from chabudai.accounts.hashing import Hasher, digest, same
from chabudai.outside.clock import Clock
from chabudai.outside.ids import NewId, codes, tokens
from chabudai.outside.mail import Mail
from chabudai.table import TypedStore
from chabudai.table.errors import KeyRefused, NotThere, StepFailed
from chabudai.table.plans import Insert

SESSION_LIFE = timedelta(days=60)
LETTER_LIFE = timedelta(hours=1)
_SEEN_EVERY = timedelta(minutes=10)
_TOKEN_PREFIX = "cbd"


@dataclass(frozen=True)
class Belongings:
    """What an app keeps of a person: how to hand it over, and how to let it go (again and again, until it is gone)."""

    app: str
    export: Callable[[str], Any]
    erase: Callable[[str], None]


@dataclass(frozen=True)
class Accounts:
    store: TypedStore
    mail: Mail
    clock: Clock
    address: str  # of the site, for links in letters
    hasher: Hasher = field(default_factory=Hasher)
    new_secret: NewId = field(default_factory=tokens)
    new_token_id: NewId = field(default_factory=lambda: codes(10))
    belongings: tuple[Belongings, ...] = ()


def sign_up(
    accounts: Accounts, *, username: str, email: str, password: str, language: Language | None = None
) -> Person:
    name = rules.username(username)
    kept = rules.email(email)
    chosen = rules.password(password, name)
    person = Person(
        username=name,
        email=kept,
        password_hash=accounts.hasher.hash(chosen),
        language=language,
        created_at=_now(accounts),
    )
    address = Address(email=rules.plain_email(kept), username=name)
    try:
        accounts.store.transact(design.sign_up(person, address))
    except StepFailed as failure:
        raise UsernameTaken if failure.step == "username" else EmailTaken from failure
    return person


def sign_in(accounts: Accounts, *, login: str, password: str) -> Person:
    """By username or by address."""
    person = _person_by(accounts, login)
    plain = rules.typed(password)
    if not accounts.hasher.fits(plain, person.password_hash if person else None) or person is None:
        raise WrongPassword
    if accounts.hasher.is_outdated(person.password_hash):
        fresh = design.new_password(person.username, accounts.hasher.hash(plain), _now(accounts))
        accounts.store.write(fresh)
    return person


def begin_session(accounts: Accounts, person: Person, agent: str) -> str:
    """What the browser's cookie says; only a digest of it is kept."""
    secret = accounts.new_secret()
    now = _now(accounts)
    session = Session(
        username=person.username,
        digest=digest(secret),
        agent=agent[:200],
        created_at=now,
        seen_at=now,
        expires_at=int((now + SESSION_LIFE).timestamp()),
    )
    accounts.store.write(Insert(session))
    return f"{person.username}.{secret}"


def person_of_session(accounts: Accounts, text: str) -> Person | None:
    """Whose session a cookie names; None when it has ended."""
    username, _, secret = text.partition(".")
    try:
        plan = design.session_of(rules.username(username), digest(secret))
    except UsernameUnfit:
        return None
    session, person = accounts.store.together(plan, design.person_named(plan.key["username"]))
    if session is None or person is None:
        return None
    _note_visit(accounts, session)
    return person


def end_session(accounts: Accounts, text: str) -> None:
    username, _, secret = text.partition(".")
    accounts.store.write(design.end_session(username, digest(secret)))


def sessions_of(accounts: Accounts, person: Person) -> list[Session]:
    """Newest first."""
    found = accounts.store.all(design.sessions_of(person.username))
    return sorted(found, key=lambda session: session.seen_at, reverse=True)


def end_every_session(accounts: Accounts, person: Person, *, but: str | None = None) -> None:
    """`but` is what the cookie of the browser says that stays signed in."""
    kept = digest(but.partition(".")[2]) if but else None
    for session in list(accounts.store.all(design.sessions_of(person.username))):
        if session.digest != kept:
            accounts.store.write(design.end_session(person.username, session.digest))


def change_password(accounts: Accounts, person: Person, *, old: str, new: str, session: str | None) -> None:
    """Every other browser is signed out."""
    if not accounts.hasher.fits(rules.typed(old), person.password_hash):
        raise WrongPassword
    hashed = accounts.hasher.hash(rules.password(new, person.username))
    accounts.store.write(design.new_password(person.username, hashed, _now(accounts)))
    end_every_session(accounts, person, but=session)


def ask_for_letter(accounts: Accounts, *, login: str, language: Language) -> None:
    """A letter to whoever it is, if it is anyone; the answer is the same either way."""
    person = _person_by(accounts, login)
    if person is None:
        return
    secret = accounts.new_secret()
    now = _now(accounts)
    reset = Reset(
        username=person.username,
        digest=digest(secret),
        created_at=now,
        expires_at=int((now + LETTER_LIFE).timestamp()),
    )
    accounts.store.write(Insert(reset))
    link = f"{accounts.address}/account/reset/{person.username}/{secret}"
    accounts.mail.send(letters.reset(person.email, person.name, link, person.language or language))


def is_letter_good(accounts: Accounts, *, username: str, secret: str) -> bool:
    try:
        return accounts.store.get(design.reset_of(username, digest(secret))) is not None
    except KeyRefused:
        return False


def use_letter(accounts: Accounts, *, username: str, secret: str, password: str) -> Person:
    """A new password by a letter: every browser is signed out."""
    if not is_letter_good(accounts, username=username, secret=secret):
        raise LetterUsed
    hashed = accounts.hasher.hash(rules.password(password, username))
    try:
        accounts.store.transact(design.use_reset(username, digest(secret), hashed, _now(accounts)))
    except StepFailed as failure:
        raise LetterUsed from failure
    person = accounts.store.one(design.person_named(username))
    end_every_session(accounts, person)
    return person


def change_settings(
    accounts: Accounts, person: Person, *, display_name: str, language: Language | None, zone: str, theme: Theme
) -> Person:
    ZoneInfo(zone)
    chosen = Person.update(username=person.username).set(
        display_name=rules.display_name(display_name), language=language, zone=zone, theme=theme
    )
    return accounts.store.write(chosen)


def change_email(accounts: Accounts, person: Person, *, email: str, password: str) -> None:
    if not accounts.hasher.fits(rules.typed(password), person.password_hash):
        raise WrongPassword
    kept = rules.email(email)
    old, new = rules.plain_email(person.email), rules.plain_email(kept)
    if old == new:
        accounts.store.write(Person.update(username=person.username).set(email=kept))
        return
    try:
        accounts.store.transact(design.move_address(person.username, old, new, kept))
    except StepFailed as failure:
        raise EmailTaken from failure


def make_token(accounts: Accounts, person: Person, *, name: str) -> str:
    """The token itself, which is shown once and kept nowhere."""
    called = " ".join(name.split())
    if not 1 <= len(called) <= 40:
        raise NameUnfit
    secret = accounts.new_secret()
    token = Token(
        username=person.username,
        token_id=accounts.new_token_id(),
        name=called,
        digest=digest(secret),
        created_at=_now(accounts),
    )
    accounts.store.write(Insert(token))
    return f"{_TOKEN_PREFIX}_{person.username}.{token.token_id}.{secret}"


def tokens_of(accounts: Accounts, person: Person) -> list[Token]:
    """Newest first."""
    found = accounts.store.all(design.tokens_of(person.username))
    return sorted(found, key=lambda token: token.created_at, reverse=True)


def revoke_token(accounts: Accounts, person: Person, token_id: str) -> None:
    try:
        accounts.store.write(design.revoke_token(person.username, token_id))
    except NotThere as nothing:
        raise NoSuchToken from nothing


def person_of_token(accounts: Accounts, text: str) -> Person:
    username, _, rest = text.removeprefix(f"{_TOKEN_PREFIX}_").partition(".")
    token_id, _, secret = rest.partition(".")
    if not text.startswith(f"{_TOKEN_PREFIX}_"):
        raise TokenRefused
    try:
        plan = design.token_of(username, token_id)
        token, person = accounts.store.together(plan, design.person_named(username))
    except KeyRefused as refusal:
        raise TokenRefused from refusal
    if token is None or person is None or not same(token.digest, digest(secret)):
        raise TokenRefused
    now = _now(accounts)
    if token.used_at is None or now - token.used_at > _SEEN_EVERY:
        accounts.store.write(Token.update(username=username, token_id=token_id).set(used_at=now))
    return person


def export(accounts: Accounts, person: Person) -> Mapping[str, Any]:
    """Everything that is kept of a person, in every app."""
    account = {
        "username": person.username,
        "email": person.email,
        "displayName": person.display_name,
        "language": person.language,
        "zone": person.zone,
        "theme": person.theme,
        "createdAt": person.created_at,
        "sessions": [_told(session) for session in sessions_of(accounts, person)],
        "tokens": [{"name": token.name, "createdAt": token.created_at} for token in tokens_of(accounts, person)],
    }
    return {"account": account, **{each.app: each.export(person.username) for each in accounts.belongings}}


def delete_account(accounts: Accounts, person: Person, *, password: str) -> None:
    """Everything goes; the right to sign in last, so that what was interrupted can be asked for again."""
    if not accounts.hasher.fits(rules.typed(password), person.password_hash):
        raise WrongPassword
    for each in accounts.belongings:
        each.erase(person.username)
    for row in list(accounts.store.all(design.everything_of(person.username))):
        match row:
            case Session():
                accounts.store.write(design.end_session(person.username, row.digest))
            case Token():
                accounts.store.write(Token.delete(username=person.username, token_id=row.token_id))
            case Reset():
                accounts.store.write(Reset.delete(username=person.username, digest=row.digest))
            case _:
                continue
    accounts.store.transact(design.forget(person.username, rules.plain_email(person.email)))


def _person_by(accounts: Accounts, login: str) -> Person | None:
    plain = login.strip()
    if "@" in plain:
        address = accounts.store.get(design.owner_of(rules.plain_email(plain)))
        plain = address.username if address else ""
    try:
        return accounts.store.get(design.person_named(rules.username(plain)))
    except UsernameUnfit:
        return None


def _note_visit(accounts: Accounts, session: Session) -> None:
    """At most once in ten minutes; and the session then lives on."""
    now = _now(accounts)
    if now - session.seen_at < _SEEN_EVERY:
        return
    seen = Session.update(username=session.username, digest=session.digest)
    try:
        accounts.store.write(seen.set(seen_at=now, expires_at=int((now + SESSION_LIFE).timestamp())))
    except NotThere:
        return  # signed out at this very moment


def _told(session: Session) -> Mapping[str, Any]:
    return {"agent": session.agent, "createdAt": session.created_at, "seenAt": session.seen_at}


def _now(accounts: Accounts) -> datetime:
    """To the millisecond, as it is stored."""
    now = accounts.clock()
    return now.replace(microsecond=now.microsecond // 1000 * 1000)
