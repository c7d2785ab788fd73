"""The accounts' pages: signing up, in and out, everything that a person can do with their account, and the outbox."""

from litestar import Router
from litestar.datastructures import Headers
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.pages import (
    account,
    credentials,
    deletion,
    export,
    outbox,
    password_reset,
    sessions,
    sign_in,
    tokens,
)
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import Outbox
from chabudai.web.routes import pages

_MODULES = (account, credentials, deletion, export, password_reset, sessions, sign_in, tokens)


def routes(accounts: Accounts, kept: Outbox | None) -> list[ControllerRouterHandler]:
    """`kept` is the outbox that everyone may look into: only where nobody but the household can."""
    handlers = [handler for module in _MODULES for handler in module.HANDLERS]
    tries = AccountLimits.default(accounts.store, accounts.clock)
    dependencies = {
        "accounts": Provide(lambda: accounts, sync_to_thread=False),
        "limits": Provide(lambda: tries, sync_to_thread=False),
        "outbox": Provide(lambda: kept, sync_to_thread=False),
        "agent": Provide(_agent, sync_to_thread=False),
    }
    shown = [*handlers, *outbox.HANDLERS] if kept is not None else handlers
    return [Router("/", route_handlers=[pages("/", shown)], dependencies=dependencies)]


def _agent(headers: Headers) -> str:
    """What a browser says about itself."""
    return headers.get("user-agent", "")
