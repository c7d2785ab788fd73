"""The wardrobe's pages: whoever knows a wardrobe's address sees it, and needs no account."""

from collections.abc import Callable

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.messages import gettext, ngettext
from chabudai.apps.wardrobe.pages import (
    calendar,
    clothes,
    doorway,
    editing,
    figures,
    home,
    memory,
    outfits,
    recording,
    records,
    settings,
    trash,
    wearing,
)
from chabudai.web import Summary
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected, pages, provide

_WITHIN = (home, clothes, editing, outfits, wearing, recording, records, calendar, figures, trash, settings)


def routes(house: House) -> list[ControllerRouterHandler]:
    handlers = [handler for module in _WITHIN for handler in module.HANDLERS]
    given = {"house": Provide(lambda: house, sync_to_thread=False), "closet": opened(house)}
    routers = [pages("/wardrobe", doorway.HANDLERS), pages("/wardrobe/{key:str}", handlers)]
    return [Router("/", route_handlers=routers, dependencies=given)]


def opened(house: House) -> Provide:
    """The wardrobe at this address, which the browser remembers from now on."""

    def closet(key: FromPath[str], context: Injected[RequestContext]) -> Closet:
        found = service.open_wardrobe(house, key, context.zone)
        memory.note(context.jar, service.key_of(found))
        return found

    return provide(closet)


def remember(context: RequestContext, closet: Closet) -> None:
    """As if this browser had opened it."""
    memory.note(context.jar, service.key_of(closet))


def today(house: House) -> Callable[[RequestContext], Summary]:
    """What the home page says of the wardrobe that this browser opened last."""

    def said(context: RequestContext) -> Summary:
        found = service.open_wardrobes(house, memory.keys(context.jar)[:1], context.zone)
        return _told(found[0]) if found else Summary(gettext("What are you wearing today?"))

    return said


def _told(closet: Closet) -> Summary:
    week = service.last_week(closet)
    count = sum(1 for day in week if day.records)
    note = gettext("Today is logged.") if week[-1].records else gettext("What are you wearing today?")
    badges = (ngettext("%(n)s of the last 7 days", "%(n)s of the last 7 days", count),) if count else ()
    return Summary(note, "", (closet.wardrobe.name, *badges))
