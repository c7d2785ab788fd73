"""The routes of a collection, with what each of them is given."""

from typing import Any

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.adapters.clock import Clock
from chabudai.common.collections import api as api_routes
from chabudai.common.collections import pages as page_routes
from chabudai.common.collections.collection import Collection
from chabudai.common.owner import provide_owner
from chabudai.table import Cursors, TypedStore
from chabudai.web.registration import handlers_of
from chabudai.web.routes import api, pages


def routes(
    collection: Collection[Any], store: TypedStore, clock: Clock, secret: bytes
) -> tuple[ControllerRouterHandler, ...]:
    """Pages under the collection's path, the API under /api and its app's key. `secret` signs cursors."""
    cursors = Cursors(secret)
    given = {
        "owner": provide_owner(store, clock),
        "collection": Provide(lambda: collection, sync_to_thread=False),
        "cursors": Provide(lambda: cursors, sync_to_thread=False),
    }
    routers = [
        pages(collection.path, handlers_of(page_routes)),
        api(f"/{collection.app}", api_routes.handlers(collection)),
    ]
    return (Router("/", route_handlers=routers, dependencies=given),)
