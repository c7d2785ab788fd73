"""The routes of the shogi app: pages of a person, a game's page for whoever may read it, links, and the API."""

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts.service import Accounts
from chabudai.adapters.clock import Clock
from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import api, link_pages, list_pages, pages, sharing_pages, study_pages, tag_pages
from chabudai.apps.shogi.api import rights
from chabudai.apps.shogi.list_pages.add import provide_adding
from chabudai.apps.shogi.pages.opened_game import (
    provide_board_settings,
    provide_linked_game,
    provide_opened_game,
)
from chabudai.apps.shogi.pages.sample_game import SAMPLE_URL, provide_sample_game
from chabudai.apps.shogi.people import People
from chabudai.common.owner import provide_owner
from chabudai.table import Cursors, TypedStore
from chabudai.web import routes as web_routes
from chabudai.web.registration import handlers_in

_PARTS = (pages, list_pages, sharing_pages, study_pages, tag_pages)


def routes(
    store: TypedStore, clock: Clock, secret: bytes, engine: EngineFinder, accounts: Accounts
) -> tuple[ControllerRouterHandler, ...]:
    """`secret` signs cursors."""
    cursors, people = Cursors(secret), People.default(accounts.store, clock)
    given = {
        "store": Provide(lambda: store, sync_to_thread=False),
        "clock": Provide(lambda: clock, sync_to_thread=False),
        "cursors": Provide(lambda: cursors, sync_to_thread=False),
        "engine": Provide(lambda: engine, sync_to_thread=False),
        "accounts": Provide(lambda: accounts, sync_to_thread=False),
        "people": Provide(lambda: people, sync_to_thread=False),
        "owner": provide_owner(store, clock),
        "adding": web_routes.provide(provide_adding),
        "board": web_routes.provide(provide_board_settings),
        "viewer": web_routes.provide(rights.provide_viewer),
    }
    personal = Router(
        "/",
        route_handlers=[web_routes.pages("/shogi", [each for part in _PARTS for each in handlers_in(part)])],
        dependencies={"opened": web_routes.provide(provide_opened_game)},
    )
    linked = Router(
        "/",
        route_handlers=[web_routes.pages("/s/{share_code:str}", handlers_in(link_pages))],
        dependencies={"opened": web_routes.provide(provide_linked_game)},
    )
    sample = Router(
        "/",
        route_handlers=[web_routes.pages(SAMPLE_URL, handlers_in(link_pages))],
        dependencies={"opened": web_routes.provide(provide_sample_game)},
    )
    programs = Router(
        "/",
        route_handlers=[web_routes.api("/shogi", handlers_in(api))],
        dependencies={
            "access": web_routes.provide(rights.provide_access),
            "linked": web_routes.provide(rights.provide_linked),
        },
    )
    return (Router("/", route_handlers=[personal, linked, sample, programs], dependencies=given),)
