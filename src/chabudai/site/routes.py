"""All that the site serves: the home page, the accounts, and each app."""

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts import routes as account_routes
from chabudai.adapters.mail import Outbox
from chabudai.site import home
from chabudai.site.home import SiteContent
from chabudai.web.registration import handlers_of
from chabudai.web.routes import pages


def routes(content: SiteContent, open_outbox: Outbox | None) -> list[ControllerRouterHandler]:
    """`open_outbox` is one that everyone may look into."""
    dependencies = {"content": Provide(lambda: content, sync_to_thread=False)}
    return [
        Router("/", route_handlers=[pages("/", handlers_of(home))], dependencies=dependencies),
        *account_routes.routes(content.accounts, open_outbox),
        *(route for app in content.apps for route in app.routes),
    ]
