"""The routes of the todos, pages and API, with what each of them is given."""

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.adapters.clock import Clock
from chabudai.apps.todo import api, pages
from chabudai.apps.todo.pages.preferences import find_default_sort
from chabudai.common.owner import provide_owner
from chabudai.table import Cursors, TypedStore
from chabudai.web import routes as web_routes
from chabudai.web.registration import handlers_in


def routes(store: TypedStore, clock: Clock, secret: bytes) -> tuple[ControllerRouterHandler, ...]:
    """Pages under /todo, the API under /api/todo. `secret` signs cursors."""
    cursors = Cursors(secret)
    given = {
        "owner": provide_owner(store, clock),
        "cursors": Provide(lambda: cursors, sync_to_thread=False),
        "default_sort": web_routes.provide(find_default_sort),
    }
    routers = [web_routes.pages("/todo", handlers_in(pages)), web_routes.api("/todo", handlers_in(api))]
    return (Router("/", route_handlers=routers, dependencies=given),)
