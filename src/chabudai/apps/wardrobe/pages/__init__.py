"""The wardrobe's pages: whoever knows a wardrobe's address sees it, and needs no account."""

from collections.abc import Callable

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
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
from chabudai.web import Today
from chabudai.web.language import gettext, ngettext
from chabudai.web.routes import FromPath, Given, pages
from chabudai.web.visits import Visit

_WITHIN = (home, clothes, editing, outfits, wearing, recording, records, calendar, figures, trash, settings)


def routes(house: House) -> list[ControllerRouterHandler]:
    handlers = [handler for module in _WITHIN for handler in module.HANDLERS]
    given = {"house": Provide(lambda: house, sync_to_thread=False), "closet": opened(house)}
    routers = [pages("/wardrobe", doorway.HANDLERS), pages("/wardrobe/{key:str}", handlers)]
    return [Router("/", route_handlers=routers, dependencies=given)]


def opened(house: House) -> Provide:
    """The wardrobe at this address, which the browser remembers from now on."""

    def closet(key: FromPath[str], visit: Given[Visit]) -> Closet:
        found = service.open_wardrobe(house, key, visit.zone)
        memory.note(visit.jar, service.key_of(found))
        return found

    return Provide(closet, sync_to_thread=True)


def remember(visit: Visit, closet: Closet) -> None:
    """As if this browser had opened it."""
    memory.note(visit.jar, service.key_of(closet))


def today(house: House) -> Callable[[Visit], Today]:
    """What the seat says of the wardrobe that this browser opened last."""

    def said(visit: Visit) -> Today:
        found = service.open_wardrobes(house, memory.keys(visit.jar)[:1], visit.zone)
        return _told(found[0]) if found else Today(gettext("What do you wear today?"))

    return said


def _told(closet: Closet) -> Today:
    week = service.last_week(closet)
    count = sum(1 for day in week if day.records)
    note = gettext("Today is written down.") if week[-1].records else gettext("What do you wear today?")
    badges = (ngettext("%(n)s day of this week", "%(n)s days of this week", count),) if count else ()
    return Today(note, "", (closet.wardrobe.name, *badges))
