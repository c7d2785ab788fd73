"""The routes of the wardrobe, pages and API, each with the wardrobe that its address opens."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from litestar import Request, Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.accounts.scopes import EVERYTHING, Rights
from chabudai.apps.wardrobe import api as api_package
from chabudai.apps.wardrobe import pages as page_package
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.pages import wardrobes
from chabudai.apps.wardrobe.pages.known_wardrobes import KnownWardrobes, known_wardrobes
from chabudai.apps.wardrobe.remembered import Memory
from chabudai.web.context import RequestContext
from chabudai.web.registration import handlers_in, handlers_of
from chabudai.web.requests import FROM_ANYONE
from chabudai.web.routes import FromPath, Injected, api, pages, provide

RightsOf: TypeAlias = Callable[[str | None], Rights]
_OPEN: Final = {FROM_ANYONE: True}  # the key of a wardrobe is all that opens it: nobody has to be signed in


def page_routes(house: House, address: str) -> list[ControllerRouterHandler]:
    """Those of no wardrobe in particular, and those within one; `address` is the site's, for links to pass on."""
    within = handlers_in(page_package, but=(wardrobes,))
    routers = [pages("/wardrobe", handlers_of(wardrobes)), pages("/wardrobe/{key:str}", within)]
    dependencies = {
        **_dependencies(house, _open_and_remember(house)),
        "known": _known(house),
        "site_address": Provide(lambda: address, sync_to_thread=False),
    }
    return [Router("/", route_handlers=routers, dependencies=dependencies, opt=_OPEN)]


def api_routes(house: House, rights_of: RightsOf = lambda _: EVERYTHING) -> list[ControllerRouterHandler]:
    """`rights_of` says what a token may do."""
    routers = [api("/wardrobe", handlers_in(api_package))]
    dependencies = {
        **_dependencies(house, _open_for_program(house)),
        "rights": _rights(rights_of),
        "memory": _memory(house),
    }
    return [Router("/", route_handlers=routers, dependencies=dependencies, opt=_OPEN)]


def _dependencies(house: House, closet: Provide) -> dict[str, Provide]:
    return {"house": Provide(lambda: house, sync_to_thread=False), "closet": closet}


def _known(house: House) -> Provide:
    def known(context: Injected[RequestContext]) -> KnownWardrobes:
        return known_wardrobes(house, context)

    return provide(known)


def _rights(rights_of: RightsOf) -> Provide:
    def rights(context: Injected[RequestContext]) -> Rights:
        return rights_of(context.credentials.token)

    return provide(rights)


def _memory(house: House) -> Provide:
    """Of whoever a program speaks for; None when it speaks for nobody."""

    def memory(context: Injected[RequestContext]) -> Memory | None:
        person = context.person
        return Memory(house, person.username, context.zone) if isinstance(person, Person) else None

    return provide(memory)


def _open_and_remember(house: House) -> Provide:
    """The wardrobe at this address, which is remembered from now on."""

    def closet(key: FromPath[str], context: Injected[RequestContext]) -> Closet:
        found = service.open_wardrobe(house, key, context.zone)
        known_wardrobes(house, context).remember(found)
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
