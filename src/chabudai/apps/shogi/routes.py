"""The routes of the shogi app: pages of a person, a game's page for whoever may read it, and the pages of links."""

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.adapters.clock import Clock
from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import link_pages, list_pages, pages
from chabudai.apps.shogi.pages.opened_game import provide_linked_game, provide_opened_game
from chabudai.common.owner import provide_owner
from chabudai.table import Cursors, TypedStore
from chabudai.web import routes as web_routes
from chabudai.web.registration import handlers_in


def routes(store: TypedStore, clock: Clock, secret: bytes, engine: EngineFinder) -> tuple[ControllerRouterHandler, ...]:
    """`secret` signs cursors."""
    cursors = Cursors(secret)
    given = {
        "store": Provide(lambda: store, sync_to_thread=False),
        "clock": Provide(lambda: clock, sync_to_thread=False),
        "cursors": Provide(lambda: cursors, sync_to_thread=False),
        "engine": Provide(lambda: engine, sync_to_thread=False),
        "owner": provide_owner(store, clock),
    }
    personal = Router(
        "/",
        route_handlers=[web_routes.pages("/shogi", [*handlers_in(pages), *handlers_in(list_pages)])],
        dependencies={"opened": web_routes.provide(provide_opened_game)},
    )
    linked = Router(
        "/",
        route_handlers=[web_routes.pages("/s/{share_code:str}", handlers_in(link_pages))],
        dependencies={"opened": web_routes.provide(provide_linked_game)},
    )
    return (Router("/", route_handlers=[personal, linked], dependencies=given),)
