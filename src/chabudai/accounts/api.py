"""The account as JSON, for programs: with a personal token, or from a signed-in browser."""

from collections.abc import Mapping
from typing import Any

from chabudai.accounts import service
from chabudai.accounts.design import AccessToken, Person, Session
from chabudai.accounts.errors import NotByToken
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool import spooling
from chabudai.accounts.spool.design import EmailRecord
from chabudai.common.bodies import changes_body, entity_body, fill, new_body, sent_fields
from chabudai.web.bodies import Body
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post


@entity_body(Person, "username", "email", "display_name", "language", "zone", "theme", "created_at")
class AccountBody(Body):
    """`language`, `zone` and `theme` are null where the person has chosen none."""


@changes_body(service.SETTINGS_FIELDS)
class SettingsBody(Body):
    """What is left out stays as it is; null takes a choice back. `zone` is a name such as Asia/Tokyo."""


@new_body(service.TOKEN_FIELDS)
class TokenNameBody(Body):
    """What tells this token from the others; one that is `readOnly` changes nothing.

    `scopes` are what it is for: apps by the first part of their paths below /api, and `account`; null for everything.
    """


@entity_body(AccessToken, "name", "read_only", "scopes", "created_at", "used_at", id="token_id")
class TokenBody(Body):
    """A token without its secret, which is kept nowhere. `usedAt` is null for one that was never used."""


@entity_body(AccessToken, "name", "read_only", "scopes", "created_at", id="token_id")
class NewTokenBody(Body):
    """`token` is the secret itself, told this once."""

    token: str


class TokenList(Body):
    tokens: list[TokenBody]


@entity_body(Session, "agent", "created_at", "seen_at", id="digest")
class SessionBody(Body):
    """A browser that is signed in; `agent` is what it says about itself."""

    is_current: bool


class SessionList(Body):
    sessions: list[SessionBody]


@entity_body(
    EmailRecord,
    "kind",
    "to",
    "subject",
    "state",
    "created_at",
    "attempts",
    "reason",
    "ended_at",
    id="email_id",
    next_attempt_at="due_at",
)
class EmailBody(Body):
    """An email without what it says. `reason` is what the mail server said last, if it did not take it;
    `nextAttemptAt` is null when nothing more will be tried."""


class EmailList(Body):
    emails: list[EmailBody]


@get("/me")
def me(person: Injected[Person]) -> AccountBody:
    """Who the token or the session belongs to."""
    return fill(AccountBody, person)


@patch("/settings")
def change_settings(
    data: JSONBody[SettingsBody], accounts: Injected[Accounts], person: Injected[Person]
) -> AccountBody:
    """Change some of the settings; answers the account as it is then."""
    return fill(AccountBody, service.change_settings(accounts, person, **sent_fields(data)))


@get("/tokens")
def tokens(accounts: Injected[Accounts], person: Injected[Person]) -> TokenList:
    """The personal tokens, newest first."""
    return TokenList(tokens=[fill(TokenBody, token) for token in service.tokens_of(accounts, person)])


@post("/tokens")
def make_token(
    data: JSONBody[TokenNameBody],
    accounts: Injected[Accounts],
    person: Injected[Person],
    context: Injected[RequestContext],
) -> NewTokenBody:
    """Make a token. This needs a session: a token can't make others."""
    if context.credentials.token is not None:
        raise NotByToken
    made = service.make_token(accounts, person, **sent_fields(data))
    return fill(NewTokenBody, made.token, token=made.text)


@delete("/tokens/{id_:str}")
def revoke_token(id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person]) -> None:
    """Revoke a token: from now on it speaks for nobody."""
    service.revoke_token(accounts, person, id_)


@get("/sessions")
def sessions(accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]) -> SessionList:
    """The browsers that are signed in, last seen first."""
    current = service.session_id(context.credentials.session) if context.credentials.session else None
    found = service.sessions_of(accounts, person)
    return SessionList(sessions=[fill(SessionBody, each, is_current=each.digest == current) for each in found])


@delete("/sessions/{id_:str}")
def end_session(id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person]) -> None:
    """Sign one browser out."""
    service.sign_out_browser(accounts, person, id_)


@delete("/sessions")
def end_every_session(
    accounts: Injected[Accounts],
    person: Injected[Person],
    context: Injected[RequestContext],
    tokens: FromQuery[bool] = False,
) -> None:
    """Sign every browser out, but not the one that asks; with `tokens` every token is revoked too."""
    service.end_every_session(accounts, person, but=context.credentials.session)
    if tokens:
        service.revoke_every_token(accounts, person)


@get("/emails")
def emails(accounts: Injected[Accounts], person: Injected[Person]) -> EmailList:
    """What the site sent the person lately, or for them: the newest fifty, the latest first."""
    found = spooling.find_latest(accounts.store, person.username)
    return EmailList(emails=[fill(EmailBody, email) for email in found])


@get("/export")
def export(
    accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> Mapping[str, Any]:
    """Everything that is kept of the person: the account, and what each app has that the token is for."""
    return service.export(accounts, person, service.rights_of(accounts, context.credentials.token))
