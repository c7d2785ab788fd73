"""What the home page says of the todos: one query."""

from collections.abc import Callable

from chabudai.accounts.design import Person
from chabudai.adapters.clock import Clock
from chabudai.apps.todo import design
from chabudai.apps.todo.figures import Figures, count_figures
from chabudai.apps.todo.messages import gettext, ngettext
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web import Summary
from chabudai.web.context import RequestContext
from chabudai.web.translations import Text


def summarizer(store: TypedStore, clock: Clock) -> Callable[[Person, RequestContext], Summary]:
    def summarize(person: Person, context: RequestContext) -> Summary:
        owner = Owner(store, person.username, clock, context.zone)
        return _describe(count_figures(store.all(design.todos(person.username)), owner.now()))

    return summarize


def _describe(figures: Figures) -> Summary:
    badges: list[Text] = []
    if figures.overdue:
        badges.append(ngettext("%(n)s overdue", "%(n)s overdue", figures.overdue))
    if figures.high:
        badges.append(ngettext("%(n)s high priority", "%(n)s high priority", figures.high))
    if figures.done_today:
        badges.append(ngettext("%(n)s done today", "%(n)s done today", figures.done_today))
    return Summary(_note(figures), str(figures.today or ""), tuple(badges))


def _note(figures: Figures) -> str:
    if figures.today:
        return ngettext("%(n)s to do today", "%(n)s to do today", figures.today)
    if figures.open:
        return ngettext("Nothing due today, %(n)s left", "Nothing due today, %(n)s left", figures.open)
    if figures.done or figures.trash:
        return gettext("Nothing to do right now.")
    return gettext("Write down your first to-do.")
