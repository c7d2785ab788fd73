"""The wardrobe as JSON, for programs: the same service under /api/wardrobe, opened by the same keys."""

from typing import Any

from litestar import Request, Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api import clothes, days, outfits, records, statistics, suggestions, wardrobes
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected, api, provide

_MODULES = (wardrobes, clothes, outfits, records, days, statistics, suggestions)


def routes(house: House) -> list[ControllerRouterHandler]:
    handlers = [handler for module in _MODULES for handler in module.HANDLERS]
    given = {"house": Provide(lambda: house, sync_to_thread=False), "closet": _opened(house)}
    return [Router("/", route_handlers=[api("/wardrobe", handlers)], dependencies=given)]


def _opened(house: House) -> Provide:
    """Whatever asks for more than to look needs the key that changes, however little it would change."""

    def closet(key: FromPath[str], context: Injected[RequestContext], request: Request[Any, Any, Any]) -> Closet:
        found = service.open_wardrobe(house, key, context.zone)
        if request.method != "GET":
            found.must_be_mine()
        return found

    return provide(closet)
