"""Each app put in its seat."""

from functools import partial
from zoneinfo import ZoneInfo

from chabudai.accounts.service import Belongings
from chabudai.apps import todo
from chabudai.apps.todo import api, belongings, demo, helpers, pages
from chabudai.apps.todo.design import design as todo_design
from chabudai.apps.todo.todos import Todos
from chabudai.outside.clock import Clock
from chabudai.site.seats import App
from chabudai.table import TypedStore
from chabudai.web import Seat
from chabudai.web.language import lazy
from chabudai.web.secrets import Secret


def laid(store: TypedStore, clock: Clock, secret: Secret) -> tuple[App, ...]:
    return (_todo(store, clock, secret),)


def _todo(store: TypedStore, clock: Clock, secret: Secret) -> App:
    helpers.serve(store, clock)
    return App(
        seat=Seat("todo", lazy("To do"), "/todo", "yamabuki"),
        package=todo.PACKAGE,
        design=todo_design,
        routes=(*pages.routes(store, clock), *api.routes(store, clock, secret.key("todo cursors"))),
        today=pages.today(store, clock),
        belongings=Belongings("todo", partial(belongings.export, store), partial(belongings.erase, store)),
        demo=lambda person: demo.fill(Todos(store, person.username, clock, ZoneInfo(person.zone or "Asia/Tokyo"))),
    )
