"""The todos' pages: the list and everything that is done to it, categories, files, settings, and the seat at home."""

from collections.abc import Callable

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.apps.todo import design
from chabudai.apps.todo.figures import Figures, figures
from chabudai.apps.todo.pages import acts, categories, editing, files, lines, overview, settings, several
from chabudai.apps.todo.todos import Todos
from chabudai.outside.clock import Clock
from chabudai.table import TypedStore
from chabudai.web import Today
from chabudai.web.language import Text, gettext, ngettext
from chabudai.web.routes import Given, pages
from chabudai.web.visits import Visit

_MODULES = (overview, lines, acts, several, editing, categories, files, settings)


def routes(store: TypedStore, clock: Clock) -> list[ControllerRouterHandler]:
    handlers = [handler for module in _MODULES for handler in module.HANDLERS]
    return [Router("/", route_handlers=[pages("/todo", handlers)], dependencies={"todos": whose(store, clock)})]


def whose(store: TypedStore, clock: Clock) -> Provide:
    """The todos of whoever is signed in."""

    def todos(person: Given[Person], visit: Given[Visit]) -> Todos:
        return Todos(store, person.username, clock, visit.zone)

    return Provide(todos, sync_to_thread=False)


def today(store: TypedStore, clock: Clock) -> Callable[[Person, Visit], Today]:
    """What the seat says: one query."""

    def said(person: Person, visit: Visit) -> Today:
        todos = Todos(store, person.username, clock, visit.zone)
        return _told(figures(store.all(design.todos(person.username)), todos.now()))

    return said


def _told(counted: Figures) -> Today:
    badges: list[Text] = []
    if counted.overdue:
        badges.append(ngettext("%(n)s overdue", "%(n)s overdue", counted.overdue))
    if counted.high:
        badges.append(ngettext("%(n)s important", "%(n)s important", counted.high))
    if counted.done_today:
        badges.append(ngettext("%(n)s done today", "%(n)s done today", counted.done_today))
    return Today(_note(counted), str(counted.today or ""), tuple(badges))


def _note(counted: Figures) -> str:
    if counted.today:
        return ngettext("%(n)s thing is due today", "%(n)s things are due today", counted.today)
    if counted.open:
        return ngettext("Nothing due today, %(n)s open", "Nothing due today, %(n)s open", counted.open)
    return gettext("Nothing to do. Well done.")
