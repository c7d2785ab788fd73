"""What a person can do with an account: one function for each."""

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event
from typing import Any, Final

from chabudai.accounts import design
from chabudai.accounts.design import AccessToken, EmailOwner, FormerName, Language, Person, Reset, Session
from chabudai.accounts.errors import (
    DeletionUnfinished,
    EmailTaken,
    NoSuchSession,
    NoSuchToken,
    NotYourPassword,
    ReadOnlyToken,
    ResetLinkUsed,
    TokenOutOfScope,
    TokenRefused,
    TooManyTokens,
    UsernameTaken,
    WrongPassword,
)
from chabudai.accounts.hashing import Hasher, digest, same_digest
from chabudai.accounts.logins import is_username, normalize_email
from chabudai.accounts.passwords import check_password, normalize_password
from chabudai.accounts.scopes import EVERYTHING, NOTHING, Rights, covers, name_scopes
from chabudai.accounts.spool import spooling
from chabudai.accounts.spool.design import EmailRecord
from chabudai.accounts.spool.spooling import Spool
from chabudai.adapters.clock import TOLERANCE, Clock, truncate_to_millisecond
from chabudai.adapters.ids import NewId, code_factory, token_factory
from chabudai.adapters.mail import Mail
from chabudai.common.fields import Fields
from chabudai.common.personal_data import PersonalData
from chabudai.common.records import RecordFormat
from chabudai.common.store_errors import StepErrors, translate
from chabudai.common.text import is_id
from chabudai.store.errors import StoreFull
from chabudai.table import (
    ConditionNotMet,
    Insert,
    InvalidKeyValue,
    ItemNotFound,
    StepFailed,
    TypedStore,
    UnreadableItem,
)
from chabudai.web import NavigationEntry
from chabudai.web.errors import Conflict, InvalidFields, invalid_field
from chabudai.web.field_sentences import NO_CHOICE
from chabudai.web.paths import API
from chabudai.web.translations import Text

SESSION_LIFE = timedelta(days=60)
RESET_LINK_LIFE = timedelta(hours=1)
MOST_TOKENS = 50
NAME_PAUSE: Final = timedelta(minutes=30)
"""After an account is gone, until its name is free: longer than any request lasts that was under way."""

SIGN_UP_FIELDS: Final = Fields(Person, "username", "email")
SETTINGS_FIELDS: Final = Fields(Person, "display_name", "language", "zone", "theme")
TOKEN_FIELDS: Final = Fields(AccessToken, "name", "read_only", "scopes")

_PERSON_RECORD = RecordFormat(SETTINGS_FIELDS, other=("username", "email", "created_at"))
_SESSION_RECORD = RecordFormat(Fields(Session, "agent"), other=("created_at", "seen_at"))
_TOKEN_RECORD = RecordFormat(TOKEN_FIELDS, other=("created_at", "used_at"))
_EMAIL_RECORD = RecordFormat(Fields(EmailRecord, "kind", "to", "subject"), other=("created_at", "state", "ended_at"))
_SEEN_EVERY = timedelta(minutes=10)
_TOKEN_PREFIX = "cbd"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Accounts:
    store: TypedStore
    mail: Mail
    clock: Clock
    address: str  # of the site, for links in emails
    hasher: Hasher = field(default_factory=Hasher)
    new_secret: NewId = field(default_factory=token_factory)
    new_token_id: NewId = field(default_factory=lambda: code_factory(10))
    mail_wakeup: Event = field(default_factory=Event)  # set when an email is to be sent
    personal_data: tuple[PersonalData, ...] = ()
    apps: tuple[NavigationEntry, ...] = ()
    has_open_outbox: bool = False  # whether whoever uses the site may look into its outbox

    @property
    def spool(self) -> Spool:
        """Through which every email goes."""
        return Spool(self.store, self.mail, self.clock, self.address, self.mail_wakeup)

    @property
    def sends_mail(self) -> bool:
        """Not where emails stay at home, in the outbox."""
        return not self.mail.stays_home


@dataclass(frozen=True)
class NewToken:
    """`text` is the token itself, which is shown once and kept nowhere."""

    token: AccessToken
    text: str


def sign_up(
    accounts: Accounts,
    *,
    username: str,
    email: str,
    password: str,
    display_name: str = "",
    language: Language | None = None,
) -> Person:
    """All that is invalid is told at once."""
    login, names, secret = _check_all(
        lambda: SIGN_UP_FIELDS.check_new({"username": username, "email": email}),
        lambda: SETTINGS_FIELDS.check({"display_name": display_name}),
        lambda: {"password": check_password(password, username)},
    )
    person = Person(
        **login,
        **names,
        password_hash=accounts.hasher.hash(secret["password"]),
        language=language,
        created_at=_now(accounts),
    )
    address = EmailOwner(email=normalize_email(person.email), username=person.username)
    taken = StepErrors(unmet=UsernameTaken)
    with translate(steps={"username": taken, "email": StepErrors(unmet=EmailTaken), "former name": taken}):
        accounts.store.transact(design.sign_up(person, address))
    return person


def sign_in(accounts: Accounts, *, login: str, password: str, allow: Callable[[str], bool] = lambda _: True) -> Person:
    """By username or by address. DeletionUnfinished when the account is closed, and can't be made to go yet.

    `allow` says whether there may be another guess at an account, or at a name that is nobody's. Where it may not, even
    the right password is refused as a wrong one, after as long a time.
    """
    person = find_person(accounts, login)
    plain = normalize_password(password)
    is_allowed = allow(person.username if person else normalize_email(login))
    hashed = person.password_hash if person and is_allowed else None
    if not accounts.hasher.verify(plain, hashed) or person is None:
        raise WrongPassword
    if person.leaving:
        _finish_deletion(accounts, person)
        raise WrongPassword
    if accounts.hasher.is_outdated(person.password_hash):
        fresh = accounts.hasher.hash(plain)
        with suppress(ConditionNotMet, ItemNotFound):
            accounts.store.write(design.rehash(person.username, person.password_hash, fresh))
    return person


def begin_session(accounts: Accounts, person: Person, agent: str) -> str:
    """What the browser's cookie says from now on; only a digest of it is kept."""
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
    """Whose session a cookie names; None when it has ended, or can't be read: signing in again makes another."""
    username, _, secret = text.partition(".")
    if not is_username(username):
        return None
    try:
        session, person = accounts.store.transact_get(
            design.session_of(username, digest(secret)), design.person_named(username)
        )
    except UnreadableItem:
        return None
    if session is None or person is None or person.leaving:
        return None
    _note_session_use(accounts, session)
    return person


def end_session(accounts: Accounts, text: str) -> None:
    username, _, _ = text.partition(".")
    accounts.store.write(design.end_session(username, session_id(text)))


def session_id(text: str) -> str:
    """What a session is called among the others of its person; it opens nothing."""
    return digest(text.partition(".")[2])


def sessions_of(accounts: Accounts, person: Person) -> list[Session]:
    """Newest first."""
    found = accounts.store.all(design.sessions_of(person.username))
    return sorted(found, key=lambda session: session.seen_at, reverse=True)


def sign_out_browser(accounts: Accounts, person: Person, id_: str) -> None:
    if not is_id(id_):
        raise NoSuchSession
    with translate(missing=NoSuchSession):
        accounts.store.write(design.end_known_session(person.username, id_))


def end_every_session(accounts: Accounts, person: Person, *, but: str | None = None) -> None:
    """`but` is what the cookie of the browser says that stays signed in."""
    kept = session_id(but) if but else None
    for session in list(accounts.store.all(design.sessions_of(person.username))):
        if session.digest != kept:
            accounts.store.write(design.end_session(person.username, session.digest))


def change_password(
    accounts: Accounts, person: Person, *, old: str, new: str, session: str | None, revokes_tokens: bool = False
) -> None:
    """Every other browser is signed out, and reset links on their way are worth nothing any more."""
    _confirm(accounts, person, old)
    hashed = accounts.hasher.hash(check_password(new, person.username))
    accounts.store.write(design.new_password(person.username, hashed, _now(accounts)))
    _revoke_reset_links(accounts, person.username)
    end_every_session(accounts, person, but=session)
    if revokes_tokens:
        revoke_every_token(accounts, person)


def is_reset_link_valid(accounts: Accounts, *, username: str, secret: str) -> bool:
    return _find_reset(accounts, username, secret) is not None


def reset_password(accounts: Accounts, *, username: str, secret: str, password: str) -> Person:
    """A new password by a reset link: every browser is signed out, other links and all tokens are worth nothing then.

    Whoever has read an email at this address has the account from now on, whoever made it.
    """
    reset = _find_reset(accounts, username, secret)
    if reset is None:
        raise ResetLinkUsed
    hashed = accounts.hasher.hash(check_password(password, username))
    with translate(missing=ResetLinkUsed):
        accounts.store.transact(design.use_reset(username, digest(secret), hashed, _now(accounts)))
    _revoke_reset_links(accounts, username)
    person = accounts.store.one(design.person_named(username))
    end_every_session(accounts, person)
    revoke_every_token(accounts, person)
    return person if reset.email is None else prove_email(accounts, person, reset.email)


def prove_email(accounts: Accounts, person: Person, email: str) -> Person:
    """They answered an email that was sent there: it counts for as long as it is their address."""
    plain = normalize_email(email)
    is_theirs = plain == normalize_email(person.email) and find_username(accounts, plain) == person.username
    if plain == person.proven_email or not is_theirs:
        return person
    with translate(missing=Conflict):
        return accounts.store.write(design.prove_email(person.username, plain))


def change_settings(accounts: Accounts, person: Person, **given: Any) -> Person:
    """Those that are not given stay as they are."""
    changes = SETTINGS_FIELDS.check(given)
    return accounts.store.write(Person.update(username=person.username).set(**changes)) if changes else person


def change_email(accounts: Accounts, person: Person, *, email: str, password: str) -> None:
    """Reset links on their way to the old address are worth nothing any more."""
    _confirm(accounts, person, password)
    kept = SIGN_UP_FIELDS.check({"email": email})["email"]
    old, new = normalize_email(person.email), normalize_email(kept)
    if old == new:
        accounts.store.write(Person.update(username=person.username).set(email=kept))
        return
    is_theirs = find_username(accounts, old) == person.username
    with translate(missing=Conflict, unmet=Conflict, steps={"email": StepErrors(unmet=EmailTaken)}):
        accounts.store.transact(
            design.move_address(person.username, old if is_theirs else None, new, kept, person.email)
        )
    _revoke_reset_links(accounts, person.username)


def is_proven(accounts: Accounts, email: str) -> bool:
    """Whether it is the address of somebody who answered an email there."""
    username = find_username(accounts, email)
    person = None if username is None else accounts.store.get(design.person_named(username))
    return person is not None and person.has_proven_email


def may_be_told(accounts: Accounts, username: str) -> bool:
    """Whether what is sent to somebody's address may be told to their account: once an email there was answered.

    Where emails stay in the house nobody could answer one, and the house knows its people.
    """
    if not accounts.sends_mail:
        return True
    person = accounts.store.get(design.person_named(username))
    return person is not None and person.has_proven_email


def release_address(accounts: Accounts, email: str) -> bool:
    """Whoever has it without ever having answered an email there keeps the account, and loses the address.

    For who did answer one. False when it is nobody's, or its owner's own.
    """
    username = find_username(accounts, email)
    person = None if username is None else accounts.store.get(design.person_named(username))
    if person is None or person.has_proven_email:
        return False
    with suppress(StepFailed):
        accounts.store.transact(design.release_address(person.username, normalize_email(email)))
        return True
    return False


def make_token(
    accounts: Accounts, person: Person, *, name: str, read_only: bool = False, scopes: Iterable[str] | None = None
) -> NewToken:
    """One that is `read_only` changes nothing, whoever has it. `scopes` are what it is for; None: for everything."""
    wanted = None if scopes is None else tuple(dict.fromkeys(scopes))
    fields = TOKEN_FIELDS.check({"name": name, "read_only": read_only, "scopes": wanted})
    if set(wanted or ()) - name_scopes(accounts.apps).keys():
        raise invalid_field("scopes", NO_CHOICE)
    if len(tokens_of(accounts, person)) >= MOST_TOKENS:
        raise TooManyTokens(MOST_TOKENS)
    secret = accounts.new_secret()
    token = AccessToken(
        username=person.username,
        token_id=accounts.new_token_id(),
        digest=digest(secret),
        created_at=_now(accounts),
        **fields,
    )
    accounts.store.write(Insert(token))
    return NewToken(token, f"{_TOKEN_PREFIX}_{person.username}.{token.token_id}.{secret}")


def tokens_of(accounts: Accounts, person: Person) -> list[AccessToken]:
    """Newest first."""
    found = accounts.store.all(design.tokens_of(person.username))
    return sorted(found, key=lambda token: token.created_at, reverse=True)


def revoke_token(accounts: Accounts, person: Person, token_id: str) -> None:
    if not is_id(token_id):
        raise NoSuchToken
    with translate(missing=NoSuchToken):
        accounts.store.write(design.revoke_token(person.username, token_id))


def revoke_every_token(accounts: Accounts, person: Person) -> None:
    accounts.store.delete_rows(design.tokens_of(person.username))


def person_of_token(accounts: Accounts, text: str, *, path: str = API, for_change: bool = False) -> Person:
    """`path` is where in the API it is shown. TokenRefused when it is none; TokenOutOfScope or ReadOnlyToken for one
    that may not do what it is shown for."""
    username, token_id, secret = _split_token(text)
    if not (text.startswith(f"{_TOKEN_PREFIX}_") and is_username(username) and is_id(token_id)):
        raise TokenRefused
    try:
        token, person = accounts.store.transact_get(design.token_of(username, token_id), design.person_named(username))
    except UnreadableItem as unreadable:
        raise TokenRefused from unreadable
    if token is None or person is None or person.leaving or not same_digest(token.digest, digest(secret)):
        raise TokenRefused
    if not covers(token.scopes, accounts.apps, path):
        raise TokenOutOfScope
    if for_change and token.read_only:
        raise ReadOnlyToken
    _note_token_use(accounts, token)
    return person


def _split_token(text: str) -> tuple[str, str, str]:
    username, _, rest = text.removeprefix(f"{_TOKEN_PREFIX}_").partition(".")
    token_id, _, secret = rest.partition(".")
    return username, token_id, secret


def rights_of(accounts: Accounts, text: str | None) -> Rights:
    """Of a token that was taken; of a browser, without one, that it may do everything."""
    username, token_id, _ = _split_token(text or "")
    if not (is_username(username) and is_id(token_id)):
        return EVERYTHING
    token = accounts.store.get(design.token_of(username, token_id))
    return NOTHING if token is None else Rights(token.read_only, token.scopes)


def is_read_only(accounts: Accounts, text: str) -> bool:
    """Of a token that was taken: whether it changes nothing."""
    return rights_of(accounts, text).is_read_only


def export(accounts: Accounts, person: Person, rights: Rights = EVERYTHING) -> Mapping[str, Any]:
    """Everything that is kept of a person, in every app that the `rights` are for."""
    account = {
        **_PERSON_RECORD.write(person),
        "sessions": [_SESSION_RECORD.write(session) for session in sessions_of(accounts, person)],
        "tokens": [_TOKEN_RECORD.write(token) for token in tokens_of(accounts, person)],
        "emails": [_EMAIL_RECORD.write(email) for email in spooling.find_all(accounts.store, person.username)],
    }
    told = [each for each in accounts.personal_data if rights.scopes is None or each.app in rights.scopes]
    return {"account": account, **{each.app: _export_app(each, person, rights) for each in told}}


def _export_app(data: PersonalData, person: Person, rights: Rights) -> Any:
    export_all = (data.export_for_reading or data.export) if rights.is_read_only else data.export
    return export_all(person.username)


def delete_account(accounts: Accounts, person: Person, *, password: str) -> None:
    """Everything goes. Nobody is signed in from the first moment on, so that nothing new is made beside it; what was
    interrupted goes on when the site starts again, or the person signs in again, which is the last to go.
    DeletionUnfinished when something could not be made to go now.

    What a request that was under way writes afterwards goes before the name is anybody's again: see `free_names`.
    """
    _confirm(accounts, person, password)
    with suppress(ItemNotFound):
        accounts.store.write(design.begin_deletion(person.username))
    _finish_deletion(accounts, person)


def _finish_deletion(accounts: Accounts, person: Person) -> None:
    """Whatever an app raises, the account stays closed, and as it is: so that this can be done again."""
    try:
        _delete_all(accounts, person)
    except Exception as failure:
        _log.exception("The account %s could not be deleted; it is tried again", person.username)
        raise DeletionUnfinished from failure


def _delete_all(accounts: Accounts, person: Person) -> None:
    _erase_personal_data(accounts, person)
    _erase_account_rows(accounts, person)
    _erase_personal_data(accounts, person)  # once more: what was asked for before is answered by now
    address = normalize_email(person.email)
    is_theirs = find_username(accounts, address) == person.username
    former = FormerName(username=person.username, swept_from=_now(accounts) + NAME_PAUSE)
    with suppress(StepFailed):  # somebody else has finished it at this moment
        accounts.store.transact(design.delete_account(former, address if is_theirs else None))


def finish_deletions(accounts: Accounts) -> list[str]:
    """Of everybody whose account was being deleted when that was interrupted; who is gone now."""
    finished: list[str] = []
    for person in list(accounts.store.scan(design.leaving_people())):
        with suppress(DeletionUnfinished):
            _finish_deletion(accounts, person)
            finished.append(person.username)
    return finished


def free_names(accounts: Accounts) -> list[str]:
    """Of accounts that are gone for long enough, when what was written since then is erased too; which ones."""
    freed: list[str] = []
    for former in list(accounts.store.scan(design.former_names(_now(accounts)))):
        try:
            claimed = accounts.store.write(design.claim_sweep(former, _now(accounts) + NAME_PAUSE))
        except (ConditionNotMet, ItemNotFound):
            continue  # another one sweeps for it at this moment
        _erase_personal_data(accounts, claimed)
        _erase_account_rows(accounts, claimed)
        with suppress(ConditionNotMet, ItemNotFound):  # it took so long that another one does it too
            accounts.store.write(design.free_name(claimed))
            freed.append(claimed.username)
    return freed


def _erase_account_rows(accounts: Accounts, person: Person | FormerName) -> None:
    """All but the person."""
    accounts.store.delete_rows(design.everything_beside(person.username))
    spooling.erase(accounts.store, person.username)


def _erase_personal_data(accounts: Accounts, person: Person | FormerName) -> None:
    """In every app, also when another can't; what went wrong first is raised in the end."""
    failures: list[Exception] = []
    for each in accounts.personal_data:
        try:
            each.erase(person.username)
        except Exception as failure:
            failures.append(failure)
    if failures:
        raise failures[0]


def _check_all(*checks: Callable[[], dict[str, Any]]) -> list[dict[str, Any]]:
    """What each gives; of several that refuse, one error with what all of them say."""
    given: list[dict[str, Any]] = []
    details: list[tuple[str, Text]] = []
    for check in checks:
        try:
            given.append(check())
        except InvalidFields as refusal:
            details += refusal.details
    if details:
        raise InvalidFields(details)
    return given


def find_username(accounts: Accounts, email: str) -> str | None:
    """Whose account has this address; None when nobody's."""
    try:
        found = accounts.store.get(design.owner_of(normalize_email(email)))
    except InvalidKeyValue:
        return None
    return found.username if found else None


def find_person(accounts: Accounts, login: str) -> Person | None:
    """By username or by address, however it is typed: in capitals, in full width, with spaces around it."""
    username = normalize_email(login)
    if "@" in username:
        username = find_username(accounts, username) or ""
    return accounts.store.get(design.person_named(username)) if is_username(username) else None


def _find_reset(accounts: Accounts, username: str, secret: str) -> Reset | None:
    return accounts.store.get(design.reset_of(username, digest(secret))) if is_username(username) else None


def _confirm(accounts: Accounts, person: Person, password: str) -> None:
    """Whoever is signed in says once more that it is them."""
    if not accounts.hasher.verify(normalize_password(password), person.password_hash):
        raise NotYourPassword


def _revoke_reset_links(accounts: Accounts, username: str) -> None:
    for reset in list(accounts.store.all(design.resets_of(username))):
        accounts.store.write(design.delete_reset(username, reset.digest))


def _note_session_use(accounts: Accounts, session: Session) -> None:
    """At most once in ten minutes; and the session then lives on."""
    now = _now(accounts)
    if _is_recent(session.seen_at, now):
        return
    seen = Session.update(username=session.username, digest=session.digest)
    with suppress(ItemNotFound, StoreFull):  # signed out at this very moment; a full disk can still be read
        accounts.store.write(seen.set(seen_at=now, expires_at=int((now + SESSION_LIFE).timestamp())))


def _note_token_use(accounts: Accounts, token: AccessToken) -> None:
    """At most once in ten minutes."""
    now = _now(accounts)
    if token.used_at is not None and _is_recent(token.used_at, now):
        return
    used = AccessToken.update(username=token.username, token_id=token.token_id)
    with suppress(ItemNotFound, StoreFull):  # revoked at this very moment; a full disk can still be read
        accounts.store.write(used.set(used_at=now))


def _is_recent(moment: datetime, now: datetime) -> bool:
    """Also when it lies ahead by as much as two clocks may differ: else each of them would note it anew."""
    return -TOLERANCE < now - moment < _SEEN_EVERY


def _now(accounts: Accounts) -> datetime:
    """To the millisecond, as it is stored."""
    return truncate_to_millisecond(accounts.clock())
