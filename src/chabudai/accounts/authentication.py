"""Who is there: the person behind what a request shows, be it a browser's session or a program's token."""

from collections.abc import Callable

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.web.context import Credentials, RequestContext


def authenticator(accounts: Accounts) -> Callable[[Credentials], Person | None]:
    """None for a session that has ended; TokenRefused for a token that is not right."""

    def authenticate(credentials: Credentials) -> Person | None:
        if credentials.token is not None:
            return service.person_of_token(accounts, credentials.token, for_change=credentials.is_change)
        if credentials.session is not None:
            return service.person_of_session(accounts, credentials.session)
        return None

    return authenticate


def start_session(accounts: Accounts, context: RequestContext, person: Person, agent: str) -> None:
    """A new session each time, and the browser's former one ends: none that was planted there lives on."""
    if context.credentials.session is not None:
        service.end_session(accounts, context.credentials.session)
    context.sign_in(service.begin_session(accounts, person, agent))
