"""Who is there: the person behind what a request shows, be it a browser's session or a program's token."""

from collections.abc import Callable
from functools import partial

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.service import Accounts
from chabudai.web.context import Credentials, RequestContext


def authenticator(accounts: Accounts) -> Callable[[Credentials], Person | None]:
    """None for a session that has ended; TokenRefused for a token that is not right.

    Every request with a token comes by here before it is routed: so no route can forget what a token is for.
    """

    def authenticate(credentials: Credentials) -> Person | None:
        if credentials.token is not None:
            return service.person_of_token(
                accounts, credentials.token, path=credentials.path, for_change=credentials.is_change
            )
        if credentials.session is not None:
            return service.person_of_session(accounts, credentials.session)
        return None

    return authenticate


def sign_in(accounts: Accounts, limits: AccountLimits, context: RequestContext, *, login: str, password: str) -> Person:
    """Who it is, by name and password. Each try is counted: `note_sign_in` makes up for those that were wrong."""
    limits.try_sign_in(context)
    allow = partial(limits.allow_guess, context, login)
    return service.sign_in(accounts, login=login, password=password, allow=allow)


def start_session(accounts: Accounts, context: RequestContext, person: Person, agent: str) -> None:
    """A new session each time, and the browser's former one ends: none that was planted there lives on."""
    if context.credentials.session is not None:
        service.end_session(accounts, context.credentials.session)
    context.sign_in(service.begin_session(accounts, person, agent))
