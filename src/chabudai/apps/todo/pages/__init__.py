"""The todos' pages: the list and everything that is done to it, categories, files, settings, the summary for home."""

from collections.abc import Callable

from litestar import Router
from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.adapters.clock import Clock
from chabudai.apps.todo import design
from chabudai.apps.todo.dependencies import provide_todos
from chabudai.apps.todo.figures import Figures, figures
from chabudai.apps.todo.pages import acts, categories, editing, files, lines, overview, settings, several
from chabudai.apps.todo.todos import Todos
from chabudai.table import TypedStore
from chabudai.web import Summary
from chabudai.web.context import RequestContext
from chabudai.web.routes import pages
from chabudai.web.translations import Text, gettext, ngettext

_MODULES = (overview, lines, acts, several, editing, categories, files, settings)


def routes(store: TypedStore, clock: Clock) -> list[ControllerRouterHandler]:
    handlers = [handler for module in _MODULES for handler in module.HANDLERS]
    return [Router("/", route_handlers=[pages("/todo", handlers)], dependencies={"todos": provide_todos(store, clock)})]


def today(store: TypedStore, clock: Clock) -> Callable[[Person, RequestContext], Summary]:
    """What the home page says: one query."""

    def said(person: Person, context: RequestContext) -> Summary:
        todos = Todos(store, person.username, clock, context.zone)
        return _told(figures(store.all(design.todos(person.username)), todos.now()))

    return said


def _told(counted: Figures) -> Summary:
    badges: list[Text] = []
    if counted.overdue:
        badges.append(ngettext("%(n)s overdue", "%(n)s overdue", counted.overdue))
    if counted.high:
        badges.append(ngettext("%(n)s high priority", "%(n)s high priority", counted.high))
    if counted.done_today:
        badges.append(ngettext("%(n)s done today", "%(n)s done today", counted.done_today))
    return Summary(_note(counted), str(counted.today or ""), tuple(badges))


def _note(counted: Figures) -> str:
    if counted.today:
        return ngettext("%(n)s due today", "%(n)s due today", counted.today)
    if counted.open:
        return ngettext("Nothing due today, %(n)s left", "Nothing due today, %(n)s left", counted.open)
    if counted.done or counted.trash:
        return gettext("Nothing to do right now.")
    return gettext("Write down your first to-do.")
