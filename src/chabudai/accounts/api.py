"""The account as JSON, for programs: with a personal token, or from a signed-in browser."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler
from msgspec import UNSET, UnsetType

from chabudai.accounts import service
from chabudai.accounts.design import Language, Person, Session, Theme, Token
from chabudai.accounts.errors import NotByToken
from chabudai.accounts.service import Accounts, SettingsChange
from chabudai.web.bodies import Body
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected, JSONBody, api, delete, get, patch, post


class AccountBody(Body):
    """`language`, `zone` and `theme` are null where the person has chosen none."""

    username: str
    email: str
    display_name: str
    language: Language | None
    zone: str | None
    theme: Theme | None
    created_at: datetime


class SettingsBody(Body):
    """What is left out stays as it is. `zone` is a name such as Asia/Tokyo; `language` null follows the browser."""

    display_name: str | UnsetType = UNSET
    language: Language | UnsetType | None = UNSET
    zone: str | UnsetType = UNSET
    theme: Theme | UnsetType = UNSET


class TokenNameBody(Body):
    """What tells this token from the others: 1 to 40 characters."""

    name: str


class TokenBody(Body):
    """A token without its secret, which is kept nowhere."""

    id: str
    name: str
    created_at: datetime
    used_at: datetime | None


class NewTokenBody(Body):
    """`token` is the secret itself, told this once."""

    id: str
    name: str
    created_at: datetime
    token: str


class TokenList(Body):
    tokens: list[TokenBody]


class SessionBody(Body):
    """A browser that is signed in; `agent` is what it says about itself."""

    id: str
    agent: str
    created_at: datetime
    seen_at: datetime
    is_current: bool


class SessionList(Body):
    sessions: list[SessionBody]


@get("/me")
def me(person: Injected[Person]) -> AccountBody:
    """Who the token or the session belongs to."""
    return _account_body(person)


@patch("/settings")
def change_settings(
    data: JSONBody[SettingsBody], accounts: Injected[Accounts], person: Injected[Person]
) -> AccountBody:
    """Change some of the settings; answers the account as it is then."""
    return _account_body(service.change_settings(accounts, person, **_settings_change(data)))


@get("/tokens")
def tokens(accounts: Injected[Accounts], person: Injected[Person]) -> TokenList:
    """The personal tokens, newest first."""
    return TokenList(tokens=[_token_body(token) for token in service.tokens_of(accounts, person)])


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
    made = service.make_token(accounts, person, name=data.name)
    token = made.token
    return NewTokenBody(id=token.token_id, name=token.name, created_at=token.created_at, token=made.text)


@delete("/tokens/{id_:str}")
def revoke_token(id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person]) -> None:
    """Revoke a token: from now on it speaks for nobody."""
    service.revoke_token(accounts, person, id_)


@get("/sessions")
def sessions(accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]) -> SessionList:
    """The browsers that are signed in, last seen first."""
    current = service.session_id(context.credentials.session) if context.credentials.session else None
    return SessionList(sessions=[_session_body(session, current) for session in service.sessions_of(accounts, person)])


@delete("/sessions/{id_:str}")
def end_session(id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person]) -> None:
    """Sign one browser out."""
    service.sign_out_browser(accounts, person, id_)


@delete("/sessions")
def end_every_session(
    accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> None:
    """Sign every browser out, but not the one that asks."""
    service.end_every_session(accounts, person, but=context.credentials.session)


@get("/export")
def export(accounts: Injected[Accounts], person: Injected[Person]) -> Mapping[str, Any]:
    """Everything that is kept of the person: the account, and what each app has."""
    return service.export(accounts, person)


def routes(accounts: Accounts) -> list[ControllerRouterHandler]:
    handlers = [
        me,
        change_settings,
        tokens,
        make_token,
        revoke_token,
        sessions,
        end_session,
        end_every_session,
        export,
    ]
    dependencies = {"accounts": Provide(lambda: accounts, sync_to_thread=False)}
    return [Router("/", route_handlers=[api("/account", handlers)], dependencies=dependencies)]


def _account_body(person: Person) -> AccountBody:
    return AccountBody(
        username=person.username,
        email=person.email,
        display_name=person.display_name,
        language=person.language,
        zone=person.zone,
        theme=person.theme,
        created_at=person.created_at,
    )


def _settings_change(settings: SettingsBody) -> SettingsChange:
    changes: SettingsChange = {}
    if settings.display_name is not UNSET:
        changes["display_name"] = settings.display_name
    if settings.language is not UNSET:
        changes["language"] = settings.language
    if settings.zone is not UNSET:
        changes["zone"] = settings.zone
    if settings.theme is not UNSET:
        changes["theme"] = settings.theme
    return changes


def _token_body(token: Token) -> TokenBody:
    return TokenBody(id=token.token_id, name=token.name, created_at=token.created_at, used_at=token.used_at)


def _session_body(session: Session, current: str | None) -> SessionBody:
    return SessionBody(
        id=session.digest,
        agent=session.agent,
        created_at=session.created_at,
        seen_at=session.seen_at,
        is_current=session.digest == current,
    )
