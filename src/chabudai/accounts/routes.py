"""All that the accounts serve: their pages, and their API."""

from litestar import Router
from litestar.datastructures import Headers
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts import api, pages
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.pages import outbox
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import Outbox
from chabudai.web import routes as web_routes
from chabudai.web.registration import handlers_in, handlers_of


def routes(accounts: Accounts, open_outbox: Outbox | None) -> list[ControllerRouterHandler]:
    """`open_outbox` is one that everyone may look into: only where nobody but the household can."""
    limits = AccountLimits.default(accounts.store, accounts.clock)
    dependencies = {
        "accounts": Provide(lambda: accounts, sync_to_thread=False),
        "limits": Provide(lambda: limits, sync_to_thread=False),
        "outbox": Provide(lambda: open_outbox, sync_to_thread=False),
        "agent": Provide(read_agent, sync_to_thread=False),
    }
    served = [
        web_routes.pages("/", handlers_in(pages, but=() if open_outbox is not None else (outbox,))),
        web_routes.api("/account", handlers_of(api)),
    ]
    return [Router("/", route_handlers=served, dependencies=dependencies)]


def read_agent(headers: Headers) -> str:
    """What a browser says about itself."""
    return headers.get("user-agent", "")
