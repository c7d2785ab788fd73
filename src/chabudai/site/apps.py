"""Each app put in its seat."""

from functools import partial
from zoneinfo import ZoneInfo

from chabudai.accounts.service import Belongings
from chabudai.apps import todo, wardrobe
from chabudai.apps.todo import api, belongings, demo, helpers, pages
from chabudai.apps.todo.design import design as todo_design
from chabudai.apps.todo.todos import Todos
from chabudai.apps.wardrobe import api as wardrobe_api
from chabudai.apps.wardrobe import demo as wardrobe_demo
from chabudai.apps.wardrobe import pages as wardrobe_pages
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import design as wardrobe_design
from chabudai.outside.clock import Clock
from chabudai.outside.objects import Objects
from chabudai.site.seats import App
from chabudai.table import TypedStore
from chabudai.web import Seat
from chabudai.web.language import lazy
from chabudai.web.secrets import Secret
from chabudai.web.visits import Visit


def laid(store: TypedStore, clock: Clock, secret: Secret, objects: Objects) -> tuple[App, ...]:
    return (_todo(store, clock, secret), _wardrobe(House(store, objects, clock)))


def _todo(store: TypedStore, clock: Clock, secret: Secret) -> App:
    helpers.serve(store, clock)
    return App(
        seat=Seat("todo", lazy("To do"), "/todo", "yamabuki"),
        note=lazy("Write it down, tick it off, together or alone."),
        package=todo.PACKAGE,
        design=todo_design,
        routes=(*pages.routes(store, clock), *api.routes(store, clock, secret.key("todo cursors"))),
        today=pages.today(store, clock),
        belongings=Belongings("todo", partial(belongings.export, store), partial(belongings.erase, store)),
        demo=lambda person: demo.fill(Todos(store, person.username, clock, ZoneInfo(person.zone or "Asia/Tokyo"))),
        welcome=lambda _: None,
    )


def _wardrobe(house: House) -> App:
    today = wardrobe_pages.today(house)

    def welcome(visit: Visit) -> None:
        """Whoever enters the demo has its wardrobe open."""
        ours = [each for each in house.wardrobes() if each.name == wardrobe_demo.NAME]
        if ours:
            wardrobe_pages.remember(visit, Closet(house, min(ours, key=lambda each: each.created_at)))

    return App(
        seat=Seat("wardrobe", lazy("Wardrobe"), "/wardrobe", "ai"),
        note=lazy("What was worn when, and what to wear today."),
        package=wardrobe.PACKAGE,
        design=wardrobe_design,
        routes=(*wardrobe_pages.routes(house), *wardrobe_api.routes(house)),
        today=lambda _, visit: today(visit),
        belongings=None,
        demo=lambda _: wardrobe_demo.fill_demo(house),
        welcome=welcome,
    )
