"""The routes of the wardrobe, pages and API, each with the wardrobe that its address opens."""

from typing import Any, Final

from litestar import Request, Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.apps.wardrobe import api as api_package
from chabudai.apps.wardrobe import pages as page_package
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.pages import recent, wardrobes
from chabudai.web.context import RequestContext
from chabudai.web.registration import handlers_in, handlers_of
from chabudai.web.requests import FROM_ANYONE
from chabudai.web.routes import FromPath, Injected, api, pages, provide

_OPEN: Final = {FROM_ANYONE: True}  # the key of a wardrobe is all that opens it: nobody has to be signed in


def page_routes(house: House) -> list[ControllerRouterHandler]:
    """Those of no wardrobe in particular, and those within one."""
    within = handlers_in(page_package, but=(wardrobes,))
    routers = [pages("/wardrobe", handlers_of(wardrobes)), pages("/wardrobe/{key:str}", within)]
    return [
        Router("/", route_handlers=routers, dependencies=_dependencies(house, _open_and_remember(house)), opt=_OPEN)
    ]


def api_routes(house: House) -> list[ControllerRouterHandler]:
    routers = [api("/wardrobe", handlers_in(api_package))]
    return [Router("/", route_handlers=routers, dependencies=_dependencies(house, _open_for_program(house)), opt=_OPEN)]


def _dependencies(house: House, closet: Provide) -> dict[str, Provide]:
    return {"house": Provide(lambda: house, sync_to_thread=False), "closet": closet}


def _open_and_remember(house: House) -> Provide:
    """The wardrobe at this address, which the browser remembers from now on."""

    def closet(key: FromPath[str], context: Injected[RequestContext]) -> Closet:
        found = service.open_wardrobe(house, key, context.zone)
        recent.remember(context.jar, service.key_of(found))
        return found

    return provide(closet)


def _open_for_program(house: House) -> Provide:
    """Whatever asks for more than to look needs the key that changes, however little it would change."""

    def closet(key: FromPath[str], context: Injected[RequestContext], request: Request[Any, Any, Any]) -> Closet:
        found = service.open_wardrobe(house, key, context.zone)
        if request.method != "GET":
            found.require_edit()
        return found

    return provide(closet)
